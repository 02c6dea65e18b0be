//! `propp suite-worker`: what `propp suite` starts to load a library.

use std::process::ExitCode;

use super::Failure;
use crate::suite::worker;

pub(super) fn run() -> Result<ExitCode, Failure> {
    worker::run().map_err(Failure::usage)
}
