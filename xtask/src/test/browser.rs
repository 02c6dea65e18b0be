//! The headless Chromium that tests open HTML reports in, and the axe-core that looks for
//! barriers in them. Both are npm packages, fetched by the pinned Python.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::outcome::Outcome;
use super::python;
use crate::error::Error;
use crate::paths::Paths;

/// An npm package that is pinned in `xtask/`.
pub(super) struct Package {
    pins: &'static str,
    script: &'static str,
    /// Below `target/`.
    folder: &'static str,
    /// What tests use of it.
    file: &'static str,
}

pub(super) const CHROMIUM: Package = Package {
    pins: "xtask/browser.txt",
    script: "xtask/browser.py",
    folder: "chromium",
    file: "chromium",
};

pub(super) const AXE: Package = Package {
    pins: "xtask/axe.txt",
    script: "xtask/axe.py",
    folder: "axe-core",
    file: "axe.min.js",
};

/// Fetches what is not there. Without the pinned Python, or an npm that can fetch it, the
/// tests do without.
pub(super) fn set_up(paths: &Paths) -> Result<Outcome, Error> {
    let missing = || [CHROMIUM, AXE].into_iter().filter(|package| !package.is_ready(paths));
    if missing().next().is_none() {
        return Ok(Outcome::Passed("as it was".to_owned()));
    }
    let Some(python) = python::path(paths) else {
        return Ok(Outcome::Skipped("the pinned Python is not there to unpack it".to_owned()));
    };
    for package in missing() {
        if !package.fetch(paths, &python)? {
            let reason = format!(
                "npm could not fetch {} (the words are above); tests leave it out",
                package.folder
            );
            return Ok(Outcome::Skipped(reason));
        }
    }
    Ok(Outcome::Passed(String::new()))
}

impl Package {
    /// The file that [`set_up`] leaves, if it could.
    pub(super) fn path(&self, paths: &Paths) -> Option<PathBuf> {
        self.is_ready(paths).then(|| self.folder(paths).join(self.file))
    }

    fn fetch(&self, paths: &Paths, python: &Path) -> Result<bool, Error> {
        let mut fetch = Command::new(python);
        fetch.arg(paths.root.join(self.script)).arg(paths.root.join(self.pins));
        let cure = "install Python 3";
        let command = self.script.to_owned();
        let status = fetch
            // Scripts import each other, and leave nothing in the sources.
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .arg(self.folder(paths))
            .status()
            .map_err(|source| Error::Start { command, source, cure })?;
        Ok(status.success() && self.is_ready(paths))
    }

    fn folder(&self, paths: &Paths) -> PathBuf {
        paths.target.join(self.folder)
    }

    fn is_ready(&self, paths: &Paths) -> bool {
        let read = |path: &Path| fs::read(path).ok();
        let fetched = read(&self.folder(paths).join("pins.txt"));
        fetched.is_some() && fetched == read(&paths.root.join(self.pins))
    }
}
