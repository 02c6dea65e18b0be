//! `propp rank` where there is a GPU: it ranks what was measured there, and says so when
//! it cannot measure. The driver here knows one GPU by name and can do nothing with it.

use std::path::PathBuf;
use std::process::{Command, Output};

use propp_recording_store::SuiteFile;

use crate::support::propp::{in_repository, refuses, shared_library};

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        shared_library("tests/suite_live.c", &folder.path().join("libcuda.so.1"));
        Self { folder }
    }

    /// Where what was measured of a primitive is kept.
    fn kept(&self, primitive: &str) -> PathBuf {
        self.folder.path().join(format!("cache/ranked/Test_GPU_1-{primitive}.propp"))
    }

    fn rank(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_propp"))
            .arg("rank")
            .args(arguments)
            .env_clear()
            .env("LD_LIBRARY_PATH", self.folder.path())
            .env("PROPP_SUITE_CACHE", self.folder.path().join("cache"))
            .env("PROPP_CUDA_DIR", self.folder.path())
            .output()
            .unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn what_cannot_be_measured_is_told_and_the_bundled_recording_answers() {
    let bench = Bench::new();
    let output = bench.rank(&["reduce"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let words = text(&output.stderr);
    assert!(words.contains("propp: measuring reduce.sum on Test GPU/1, this once;"), "{words}");
    assert!(words.contains("propp: reduce cannot be measured here: no nvcc found"), "{words}");
    assert!(text(&output.stdout).starts_with("From the bundled recording "));
    assert!(!bench.kept("reduce.sum").exists());
}

#[test]
fn what_was_measured_before_is_ranked_at_once() {
    let bench = Bench::new();
    let kept = bench.kept("reduce.max");
    std::fs::create_dir_all(kept.parent().unwrap()).unwrap();
    let part = "tests/fixtures/recordings/h200_suite_part.propp";
    std::fs::copy(in_repository(part), &kept).unwrap();
    let mut file = SuiteFile::open(&kept).unwrap();
    file.fact("created_utc", "2026-01-02T03:04:05Z").unwrap();
    file.fact("suite.state", "complete").unwrap();
    let output = bench.rank(&["reduce.max"]);
    assert_eq!(text(&output.stderr), "");
    let head =
        format!("Measured on this machine, 2026-01-02T03:04:05Z; kept in {}.\n", kept.display());
    assert!(text(&output.stdout).starts_with(&head), "{}", text(&output.stdout));
    let json = text(&bench.rank(&["reduce.max", "--format", "json"]).stdout);
    assert!(json.contains("\"bundled\": false"), "{json}");
    // Unless it is not wanted, or not finished.
    for arguments in [&["reduce.max", "--bundled"][..], &["reduce.max", "--again"]] {
        let stdout = text(&bench.rank(arguments).stdout);
        assert!(stdout.starts_with("From the bundled recording "), "{stdout}");
    }
    file.fact("suite.state", "timed").unwrap();
    let words = text(&bench.rank(&["reduce.max"]).stderr);
    assert!(words.contains("propp: measuring reduce.max"), "{words}");
}

#[test]
fn a_wrong_word_is_not_measured() {
    let bench = Bench::new();
    let output = bench.rank(&["redcue"]);
    refuses(&output, &["propp: no primitive redcue (did you mean reduce"]);
}
