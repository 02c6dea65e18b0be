//! `cargo xtask bench`: what propp costs, measured on a GPU machine.

use crate::error::Error;
use crate::gpu_test;
use crate::paths::Paths;

/// Which benchmark.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Which {
    /// Collecting, against Nsight Compute
    Collect {
        /// Passed on: --quick, and the programs (app, train, empty)
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

pub(crate) fn run(which: &Which, paths: &Paths) -> Result<(), Error> {
    let Which::Collect { arguments } = which;
    gpu_test::run_here("bench-collect", arguments, paths)
}
