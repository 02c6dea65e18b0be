//! `primitives/matrix.json` against the libraries, built with the nvcc that
//! `cargo xtask setup` made. `PROPP_UPDATE_MATRIX=1` rewrites the file.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use propp_problems::matrix::{MATRIX_JSON, Matrix};
use propp_suite::supervise::Patience;
use propp_suite::survey::survey;

use crate::support::redistributables;

#[test]
fn the_committed_list_is_what_the_libraries_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(toolkit) = redistributables() else { return };
    let propp = env!("CARGO_BIN_EXE_propp");
    let output = Command::new(propp)
        .args(["suite", "build", "--arch", "sm_90"])
        .env("CUDA_HOME", &toolkit)
        .env("PROPP_SUITE_CACHE", root.join("target/suite"))
        .env_remove("PROPP_NVCC")
        .env_remove("PROPP_CUDA_DIR")
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    let out = String::from_utf8_lossy(&output.stdout);
    let path =
        |line: &str| line.split_once(": ").unwrap().1.trim_end_matches(" (from the cache)").into();
    let libraries: Vec<_> = out.lines().map(path).collect();
    let worker = [propp.into(), "suite-worker".into()];
    let survey = survey(&libraries, &worker, Patience::TIMING, &AtomicBool::new(false)).unwrap();
    assert_eq!(survey.refused, []);
    let said = Matrix::of(survey.offered()).to_json().unwrap();
    if std::env::var_os("PROPP_UPDATE_MATRIX").is_some() {
        std::fs::write(root.join("primitives/matrix.json"), &said).unwrap();
    } else if said != MATRIX_JSON {
        let old: std::collections::BTreeSet<&str> = MATRIX_JSON.lines().collect();
        let new: Vec<&str> = said.lines().filter(|line| !old.contains(line)).collect();
        panic!(
            "primitives/matrix.json is out of date; new:\n{}\nrun PROPP_UPDATE_MATRIX=1 cargo test \
             --test integration suite_matrix::",
            new.join("\n")
        );
    }
}
