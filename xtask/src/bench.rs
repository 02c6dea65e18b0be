//! `cargo xtask bench`: what propp costs.

use crate::cargo;
use crate::error::Error;
use crate::gpu_test;
use crate::paths::Paths;
use crate::process;

/// Which benchmark.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Which {
    /// Collecting, against Nsight Compute; on a GPU machine
    Collect {
        /// Passed on: --quick, and the programs (app, train, empty)
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Programs of all kinds, alone and under propp; on a GPU machine
    Programs {
        /// Passed on: --rounds, --gpus, --seconds, --out, and rows
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// A fit and its bootstrap
    Fit {
        /// Passed on: the number of rounds
        arguments: Vec<String>,
    },
    /// A gate of ten thousand kernels
    Gate,
    /// Reports of a million launches and of a thousand kernels; of recordings larger than people's
    Show {
        /// Passed on: the number of launches, or `large`
        arguments: Vec<String>,
    },
}

pub(crate) fn run(which: &Which, paths: &Paths) -> Result<(), Error> {
    match which {
        Which::Collect { arguments } => gpu_test::run_here("bench-collect", arguments, paths),
        Which::Programs { arguments } => gpu_test::run_here("bench-programs", arguments, paths),
        Which::Fit { arguments } => here("fit", arguments, paths),
        Which::Gate => here("gate", &[], paths),
        Which::Show { arguments } => here("show", arguments, paths),
    }
}

/// One that needs no GPU.
fn here(name: &str, arguments: &[String], paths: &Paths) -> Result<(), Error> {
    let mut bench = cargo::command(paths, ["bench", "--package", "propp", "--bench", name, "--"]);
    bench.args(arguments);
    if let Some(chromium) = crate::test::chromium(paths) {
        bench.env("PROPP_TEST_CHROMIUM", chromium);
    }
    process::run(&mut bench, "the benchmark's words are above")
}
