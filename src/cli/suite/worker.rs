//! `propp suite-worker`: what `propp suite` starts to load a library.

use std::process::ExitCode;

use propp_suite_run::worker;

use crate::cli::say::{Failure, Result};

pub(crate) fn run() -> Result<ExitCode> {
    worker::run().map_err(Failure::usage)
}
