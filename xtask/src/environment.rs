//! Python environments with pinned packages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::paths::Paths;
use crate::process;

const CURE: &str = "its words are above; it needs a package index that pip can reach";

/// An environment with the packages of a file of pins.
pub(crate) struct Environment {
    /// In `xtask/`.
    pub(crate) pins: &'static str,
    /// Below `target/`.
    pub(crate) folder: &'static str,
}

/// How setting an environment up ended.
pub(crate) enum Ready {
    AsItWas,
    Installed,
    /// This machine's Python will not do, and why.
    Unfit(String),
}

impl Environment {
    /// The environment's Python, if [`Self::set_up`] could make it.
    pub(crate) fn python(&self, paths: &Paths) -> Option<PathBuf> {
        self.is_ready(paths).then(|| self.folder(paths).join("bin/python3"))
    }

    /// Makes the environment, unless one of the same pins is there. Not without the modules
    /// that make environments, or with another Python than the pins are for.
    pub(crate) fn set_up(&self, paths: &Paths) -> Result<Ready, Error> {
        if self.is_ready(paths) {
            return Ok(Ready::AsItWas);
        }
        if let Some(reason) = unfit()? {
            return Ok(Ready::Unfit(reason));
        }
        let folder = self.folder(paths);
        let mut venv = Command::new("python3");
        process::run(venv.args(["-m", "venv", "--clear"]).arg(&folder), CURE)?;
        let mut pip = Command::new(folder.join("bin/python3"));
        // What is imported is compiled then; most of it never is.
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-compile",
            "--disable-pip-version-check",
        ]);
        pip.args(["--no-deps", "--only-binary=:all:", "--require-hashes", "-r"]);
        process::run(pip.arg(paths.root.join(self.pins)), CURE)?;
        let (pins, stamp) = (paths.root.join(self.pins), self.stamp(paths));
        fs::copy(&pins, &stamp).map_err(Error::file("write", &stamp))?;
        Ok(Ready::Installed)
    }

    pub(crate) fn folder(&self, paths: &Paths) -> PathBuf {
        paths.target.join(self.folder)
    }

    fn stamp(&self, paths: &Paths) -> PathBuf {
        self.folder(paths).join("pins.txt")
    }

    fn is_ready(&self, paths: &Paths) -> bool {
        let read = |path: &Path| fs::read(path).ok();
        let installed = read(&self.stamp(paths));
        installed.is_some() && installed == read(&paths.root.join(self.pins))
    }
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
