//! A Python with the pinned packages that tests compare propp with.

use std::path::PathBuf;

use super::outcome::Outcome;
use crate::environment::{Environment, Ready};
use crate::error::Error;
use crate::paths::Paths;

const ENVIRONMENT: Environment = Environment { pins: "xtask/python.txt", folder: "python" };

/// The Python that [`set_up`] leaves, if it could.
pub(super) fn path(paths: &Paths) -> Option<PathBuf> {
    ENVIRONMENT.python(paths)
}

/// Makes the environment, and that of the wheel's tests.
pub(super) fn set_up(paths: &Paths) -> Result<Outcome, Error> {
    let ready = ENVIRONMENT.set_up(paths)?;
    crate::wheel::TOOLS.set_up(paths)?;
    Ok(match ready {
        Ready::AsItWas => Outcome::Passed("as it was".to_owned()),
        Ready::Installed => Outcome::Passed(String::new()),
        Ready::Unfit(reason) => {
            println!("{reason}; tests leave out what compares with SciPy and DuckDB");
            Outcome::Skipped(reason)
        }
    })
}
