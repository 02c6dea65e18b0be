//! What the tests of this folder share.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::path::{Path, PathBuf};

/// Set by `cargo xtask test`: a test that lacks the redistributables then
/// fails instead of being left out.
const REQUIRE: &str = "PROPP_REQUIRE_REDISTRIBUTABLES";

/// The unpacked redistributables, if `cargo xtask setup` has run.
pub(crate) fn redistributables() -> Option<PathBuf> {
    let dir = match std::env::var_os("PROPP_CUDA_DIR") {
        Some(dir) => PathBuf::from(dir),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("target/cuda-13.0"),
    };
    dir.join("lib/libcupti.so.13").is_file().then_some(dir)
}

/// Whether tests may be left out when the redistributables are missing.
pub(crate) fn may_leave_out() -> bool {
    std::env::var_os(REQUIRE).is_none()
}

/// Turns checks into tests of a program without libtest's harness.
pub(crate) fn trial(
    name: &str,
    check: impl FnOnce() -> Result<(), String> + Send + 'static,
) -> libtest_mimic::Trial {
    libtest_mimic::Trial::test(name, move || check().map_err(Into::into))
}

/// `Err` with both sides when they differ.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    got: T,
    want: T,
    what: &str,
) -> Result<(), String> {
    if got == want { Ok(()) } else { Err(format!("{what}: got {got:?}, want {want:?}")) }
}

/// `Err` unless the text contains all the words.
pub(crate) fn says(text: &str, words: &[&str]) -> Result<(), String> {
    match words.iter().find(|word| !text.contains(**word)) {
        None => Ok(()),
        Some(word) => Err(format!("{word:?} is not in: {text}")),
    }
}
