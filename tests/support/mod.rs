//! What several tests share.

mod checks;
pub(crate) mod edit;
pub(crate) mod large;
pub(crate) mod launches;
pub(crate) mod many;
pub(crate) mod propp;
pub(crate) mod schema;
pub(crate) mod sources;
pub(crate) mod steps;
#[path = "../fixtures/recordings/synthetic.rs"]
pub(crate) mod synthetic;
pub(crate) mod used;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Once};

use propp_recording::Recording;
use propp_recording_store::read;

pub(crate) use checks::{same, says};

/// Set by `cargo xtask test`: a test that lacks what setup fetches then fails instead of
/// being left out.
pub(crate) const REQUIRE: &str = "PROPP_REQUIRE_REDISTRIBUTABLES";

/// Names the folder of the redistributables, if they are not in `target/cuda-13.0`.
pub(crate) const CUDA_DIR: &str = "PROPP_CUDA_DIR";

/// The unpacked redistributables, if `cargo xtask setup` has run.
pub(crate) fn redistributables() -> Option<PathBuf> {
    let dir = match std::env::var_os(CUDA_DIR) {
        Some(dir) => PathBuf::from(dir),
        None => propp::in_repository("target/cuda-13.0"),
    };
    if dir.join("lib/libcupti.so.13").is_file() {
        return Some(dir);
    }
    static SAID: Once = Once::new();
    let missing = format!("{} holds no CUDA redistributables", dir.display());
    left_out_unless_required(&SAID, &missing, "what needs NVIDIA's host library");
    None
}

/// Says what is left out, once for all tests that leave it out, or fails where all is required.
pub(crate) fn left_out_unless_required(said: &Once, why: &str, what: &str) {
    let is_required = std::env::var_os(REQUIRE).is_some();
    assert!(!is_required, "{why}, and {REQUIRE} is set: run `cargo xtask test`");
    said.call_once(|| left_out(&format!("{what}, because {why}; `cargo xtask test` has them")));
}

/// The Python that `PROPP_TEST_PYTHON` names, with the packages that tests compare with.
pub(crate) fn python() -> Option<PathBuf> {
    let named = std::env::var_os("PROPP_TEST_PYTHON").map(PathBuf::from);
    static SAID: Once = Once::new();
    if named.is_none() {
        let what = "comparisons with SciPy and DuckDB, because no PROPP_TEST_PYTHON names a \
                    Python that has them";
        SAID.call_once(|| left_out(what));
    }
    named
}

/// The names of what is in a folder, in their order.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Says so past the test harness, which shows nothing that a passing test prints.
pub(crate) fn left_out(what: &str) {
    let _ = writeln!(std::io::stderr(), "left out: {what}");
}

/// The bundled recording of the whole primitive suite, read once.
pub(crate) static SUITE: LazyLock<Recording> = LazyLock::new(|| recorded(SUITE_FILE));

/// Where [`SUITE`] is.
pub(crate) const SUITE_FILE: &str = "recordings/h200/suite.propp";

/// A recording of the repository.
pub(crate) fn recorded(path: &str) -> Recording {
    read(&propp::in_repository(path)).unwrap()
}

/// Writes a script that can be run at once.
///
/// A shell writes it: what this process has open for writing while another test starts a
/// program stays open in the new process for a moment, and cannot be run in it ("text file
/// busy").
pub(crate) fn script(path: &Path, text: &str) {
    let mut shell = Command::new("sh")
        .args(["-c", "cat > \"$0\" && chmod 755 \"$0\""])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    shell.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(shell.wait().unwrap().success(), "{}", path.display());
}
