//! Non-negative least squares of systems easy and hard, written down with their
//! solutions. `PROPP_FIT_DIR` names a folder to keep them in. They are compared with
//! SciPy's where `PROPP_TEST_PYTHON` names a Python that has it.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use nalgebra::{DMatrix, DVector};
use propp_base_solve::nnls;
use propp_base_statistics::Random;

mod kkt;
use kkt::kkt;

/// Systems by name.
fn systems() -> Vec<(String, DMatrix<f64>, DVector<f64>)> {
    let mut systems = Vec::new();
    let shapes = [(1, 1), (3, 7), (8, 3), (40, 26), (26, 26), (20, 60), (400, 26)];
    for (seed, (rows, columns)) in (0..5).flat_map(|seed| shapes.map(|shape| (seed, shape))) {
        let mut random = Random::new(seed, (rows * columns) as u64);
        let plain = DMatrix::from_fn(rows, columns, |_, _| random.unit() - 0.3);
        let b = DVector::from_fn(rows, |_, _| random.unit() - 0.3);
        let made = |kind: &str| format!("{kind}-{rows}x{columns}-{seed}");
        systems.push((made("sizes"), sizes(plain.clone()), b.clone()));
        systems.push((made("sparse"), plain.map(|v| if v < 0.3 { 0.0 } else { v }), b.clone()));
        systems.push((made("alike"), alike(plain.clone(), 1e-5), b.clone()));
        systems.push((made("equal"), alike(plain.clone(), 0.0), b.clone()));
        let x = DVector::from_fn(columns, |column, _| (column % 3) as f64);
        systems.push((made("exact"), plain.clone(), &plain * x));
        systems.push((made("zero"), plain, DVector::zeros(rows)));
    }
    for size in [4, 6, 8] {
        let hilbert = DMatrix::from_fn(size, size, |i, j| 1.0 / (i + j + 1) as f64);
        let b = DVector::from_fn(size, |row, _| 1.0 + (row % 2) as f64);
        systems.push((format!("hilbert-{size}"), hilbert, b));
    }
    systems
}

/// Columns from a millionth to a million.
fn sizes(mut a: DMatrix<f64>) -> DMatrix<f64> {
    for (place, mut column) in a.column_iter_mut().enumerate() {
        column *= 10.0_f64.powi((place * 5 % 13) as i32 - 6);
    }
    a
}

/// Every third column nearly the one before, or that very one.
fn alike(mut a: DMatrix<f64>, difference: f64) -> DMatrix<f64> {
    for column in (2..a.ncols()).step_by(3) {
        let twin = a.column(column - 1) + a.column(column) * difference;
        a.set_column(column, &twin);
    }
    a
}

#[test]
fn solutions_are_those_of_scipy() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = std::env::var_os("PROPP_FIT_DIR")
        .map_or_else(|| temporary.path().to_owned(), PathBuf::from);
    std::fs::create_dir_all(&folder).unwrap();
    let mut files = Vec::new();
    for (name, a, b) in systems() {
        let found = nnls(&a, &b).unwrap();
        assert!(kkt(&a, &b, &found) < 1e-12, "{name}: {}", kkt(&a, &b, &found));
        let file = folder.join(name);
        save(&file.with_extension("csv"), &a, &b);
        let solution = serde_json::json!({ "x": found.as_slice() });
        std::fs::write(file.with_extension("json"), solution.to_string()).unwrap();
        files.push(file.with_extension("csv"));
    }
    let Some(python) = std::env::var_os("PROPP_TEST_PYTHON") else {
        // Past the test harness, which shows nothing that a passing test prints.
        let why = "because no PROPP_TEST_PYTHON names a Python that has it";
        let _ = writeln!(std::io::stderr(), "left out: comparisons with SciPy, {why}");
        return;
    };
    let mut check = Command::new(python);
    check.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scipy/check.py")).args(files);
    assert!(check.status().unwrap().success(), "see above");
}

/// Numbers in as many digits as it takes to read the same ones.
fn save(path: &Path, a: &DMatrix<f64>, b: &DVector<f64>) {
    let mut text = String::new();
    for (row, b) in a.row_iter().zip(b) {
        for value in &row {
            write!(text, "{value:e},").unwrap();
        }
        writeln!(text, "{b:e}").unwrap();
    }
    std::fs::write(path, text).unwrap();
}
