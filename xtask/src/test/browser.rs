//! A headless Chromium that tests open HTML reports in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::outcome::Outcome;
use super::python;
use crate::error::Error;
use crate::paths::Paths;

const PINS: &str = "xtask/browser.txt";
const SCRIPT: &str = "xtask/browser.py";

/// The Chromium that [`set_up`] leaves, if it could.
pub(super) fn path(paths: &Paths) -> Option<PathBuf> {
    is_ready(paths).then(|| folder(paths).join("chromium"))
}

/// Fetches it, unless the pinned one is there. Without the pinned Python, or an npm that
/// can fetch it, the tests do without.
pub(super) fn set_up(paths: &Paths) -> Result<Outcome, Error> {
    if is_ready(paths) {
        return Ok(Outcome::Passed("as it was".to_owned()));
    }
    let Some(python) = python::path(paths) else {
        return Ok(Outcome::Skipped("the pinned Python is not there to unpack it".to_owned()));
    };
    let mut fetch = Command::new(python);
    fetch.arg(paths.root.join(SCRIPT)).arg(paths.root.join(PINS)).arg(folder(paths));
    let cure = "install Python 3";
    let command = SCRIPT.to_owned();
    let status = fetch.status().map_err(|source| Error::Start { command, source, cure })?;
    if !status.success() || !is_ready(paths) {
        let reason = "npm could not fetch it (the words are above); tests leave out the browser";
        return Ok(Outcome::Skipped(reason.to_owned()));
    }
    Ok(Outcome::Passed(String::new()))
}

fn folder(paths: &Paths) -> PathBuf {
    paths.target.join("chromium")
}

fn is_ready(paths: &Paths) -> bool {
    let read = |path: &Path| fs::read(path).ok();
    let fetched = read(&folder(paths).join("pins.txt"));
    fetched.is_some() && fetched == read(&paths.root.join(PINS))
}
