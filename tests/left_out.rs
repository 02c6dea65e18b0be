//! Tests of what `cargo xtask test` fetches and compiles are left out where it is not there,
//! and a line says so; where everything is required they fail.

use std::process::{Command, Output};

use crate::suite_matrix::{AS_RECORDED, NVCC};
use crate::support::{CUDA_DIR, REQUIRE};

/// One test of each kind.
const TESTS: [&str; 3] = [
    "host_library::absent_counters_are_absent",
    "cli::with_host_library::chips_are_listed",
    "suite_matrix::the_committed_list_is_what_the_libraries_say",
];

fn without_redistributables(test: &str, require: bool) -> Output {
    let nothing = tempfile::tempdir().unwrap();
    let mut tests = Command::new(std::env::current_exe().unwrap());
    tests
        .args(["--exact", test])
        .env(CUDA_DIR, nothing.path())
        .env_remove(AS_RECORDED)
        .env_remove(NVCC)
        .env_remove(REQUIRE);
    if require {
        tests.env(REQUIRE, "1");
    }
    tests.output().unwrap()
}

#[test]
fn what_is_not_there_is_left_out_with_a_word_unless_it_is_required() {
    for test in TESTS {
        let output = without_redistributables(test, false);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{test}");
        assert!(said.contains("left out: ") && said.contains("cargo xtask test"), "{test}: {said}");
        let output = without_redistributables(test, true);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success() && said.contains("1 failed"), "{test}: {said}");
    }
}
