//! `primitives/matrix.json` against the libraries, built with the nvcc that
//! `PROPP_TEST_NVCC` names: the one of `cargo xtask test` has compiled their sources already.
//! `PROPP_UPDATE_MATRIX=1` rewrites the file. Where `xtask/compiled.txt` has the file and all sources as
//! they are, nothing is compared again.

use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::AtomicBool;

use propp_suite_problems::matrix::{LibraryEntries, MATRIX_JSON, Matrix};
use propp_suite_run::supervise::Patience;
use propp_suite_run::survey::survey;

use crate::support::left_out_unless_required;
use crate::support::propp::here;

pub(crate) const NVCC: &str = "PROPP_TEST_NVCC";

/// Set where `xtask/compiled.txt` has the libraries' sources and the file.
pub(crate) const AS_RECORDED: &str = "PROPP_SUITE_AS_RECORDED";

/// The compiler. Any would do, but compiling takes minutes.
pub(crate) fn nvcc() -> Option<PathBuf> {
    let named = std::env::var_os(NVCC).map(PathBuf::from);
    static SAID: Once = Once::new();
    if named.is_none() {
        let why = format!("no {NVCC} names a compiler");
        left_out_unless_required(&SAID, &why, "tables of the suite's libraries");
    }
    named
}

/// The text of the file, with one line for each entry, to keep diffs small.
fn text(libraries: &[LibraryEntries]) -> String {
    let library = |library: &LibraryEntries| {
        let line = |entry| format!("        {}", serde_json::to_string(entry).unwrap());
        let lines: Vec<String> = library.entries.iter().map(line).collect();
        let (name, lines) = (&library.name, lines.join(",\n"));
        format!(
            "    {{\n      \"name\": \"{name}\",\n      \"entries\": [\n{lines}\n      ]\n    }}"
        )
    };
    let libraries: Vec<String> = libraries.iter().map(library).collect();
    let schema = "propp.suite.matrix/1";
    let libraries = libraries.join(",\n");
    format!("{{\n  \"schema\": \"{schema}\",\n  \"libraries\": [\n{libraries}\n  ]\n}}\n")
}

#[test]
fn the_committed_file_is_what_would_be_written() {
    assert_eq!(text(&Matrix::bundled().unwrap().libraries), MATRIX_JSON);
}

#[test]
fn the_committed_list_is_what_the_libraries_say() {
    if std::env::var_os(AS_RECORDED).is_some() {
        return;
    }
    let Some(nvcc) = nvcc() else { return };
    let cache = tempfile::tempdir().unwrap();
    let output = here()
        .args(["suite", "build", "--arch", "sm_90"])
        .env("PROPP_NVCC", nvcc)
        .env("PROPP_SUITE_CACHE", cache.path())
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    let out = String::from_utf8_lossy(&output.stdout);
    let path = |line: &str| line.split_once(": ").unwrap().1.into();
    let libraries: Vec<_> = out.lines().map(path).collect();
    let worker = [env!("CARGO_BIN_EXE_propp").into(), "suite-worker".into()];
    let survey =
        survey(&libraries, &worker, &[], Patience::TIMING, &AtomicBool::new(false)).unwrap();
    assert_eq!(survey.refused, []);
    let said = text(&survey.offered());
    if std::env::var_os("PROPP_UPDATE_MATRIX").is_some() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::fs::write(root.join("primitives/matrix.json"), &said).unwrap();
    } else if said != MATRIX_JSON {
        let old: std::collections::BTreeSet<&str> = MATRIX_JSON.lines().collect();
        let new: Vec<&str> = said.lines().filter(|line| !old.contains(line)).collect();
        panic!(
            "primitives/matrix.json is out of date; new:\n{}\nrun PROPP_UPDATE_MATRIX=1 cargo \
             xtask test nvcc test",
            new.join("\n")
        );
    }
}
