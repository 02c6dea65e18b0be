//! A Python with the pinned packages that tests compare propp with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::outcome::Outcome;
use crate::error::Error;
use crate::paths::Paths;
use crate::process;

const PINS: &str = "xtask/python.txt";
const CURE: &str = "its words are above; it needs a package index that pip can reach";

/// The Python that [`set_up`] leaves, if it could.
pub(super) fn path(paths: &Paths) -> Option<PathBuf> {
    let python = folder(paths).join("bin/python3");
    is_ready(paths).then_some(python)
}

/// Makes the environment, unless one of the same pins is there. Without the modules
/// that make environments, or with another Python than the pins are for, the tests do
/// without.
pub(super) fn set_up(paths: &Paths) -> Result<Outcome, Error> {
    if is_ready(paths) {
        return Ok(Outcome::Passed("as it was".to_owned()));
    }
    if let Some(reason) = unfit()? {
        println!("{reason}; tests leave out what compares with SciPy and DuckDB");
        return Ok(Outcome::Skipped(reason));
    }
    let folder = folder(paths);
    let mut venv = Command::new("python3");
    process::run(venv.args(["-m", "venv", "--clear"]).arg(&folder), CURE)?;
    let mut pip = Command::new(folder.join("bin/python3"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip.args(["--no-deps", "--only-binary=:all:", "--require-hashes", "-r"]);
    process::run(pip.arg(paths.root.join(PINS)), CURE)?;
    let (pins, stamp) = (paths.root.join(PINS), stamp(paths));
    fs::copy(&pins, &stamp).map_err(Error::file("write", &stamp))?;
    Ok(Outcome::Passed(String::new()))
}

/// Why this machine's Python will not do.
fn unfit() -> Result<Option<String>, Error> {
    let probe = "import sys, venv, ensurepip; print(*sys.version_info[:2])";
    let answer = Command::new("python3").args(["-c", probe]).output();
    let answer = answer.map_err(|source| Error::Start {
        command: "python3".to_owned(),
        source,
        cure: "install Python 3",
    })?;
    if !answer.status.success() {
        return Ok(Some("python3 has no venv or no ensurepip (package python3-venv)".to_owned()));
    }
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    let version: Vec<u32> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let is_pinned = matches!(version.as_slice(), [3, 11..=14]);
    let words =
        format!("the pins are for Python 3.11 to 3.14, this is {}", text.trim().replace(' ', "."));
    Ok((!is_pinned).then_some(words))
}

fn folder(paths: &Paths) -> PathBuf {
    paths.target.join("python")
}

fn stamp(paths: &Paths) -> PathBuf {
    folder(paths).join("pins.txt")
}

fn is_ready(paths: &Paths) -> bool {
    let read = |path: &Path| fs::read(path).ok();
    let installed = read(&stamp(paths));
    installed.is_some() && installed == read(&paths.root.join(PINS))
}
