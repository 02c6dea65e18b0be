//! The workspace's own commands, run as `cargo xtask COMMAND`: fetch the pinned
//! CUDA redistributables, test everything, make a folder for a GPU machine.

mod bench;
mod bindings;
mod cargo;
mod dist;
mod environment;
mod error;
mod gpu_test;
mod hard;
mod licences;
mod loads;
mod needs;
mod nvcc;
mod paths;
mod process;
mod setup;
mod stamps;
mod test;
mod wheel;

use std::process::ExitCode;

use clap::Parser;

use error::Error;
use paths::Paths;

/// Commands of the propp workspace
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
enum Cli {
    /// Fetch the pinned CUDA redistributables and libclang into target/
    Setup,
    /// Set up, then check, build and test everything
    Test(test::Args),
    /// Write the generated bindings from the pinned CUDA headers, or check them
    Bindings(bindings::Args),
    /// Make what a release consists of: archive, Python package, notes, checksums
    Dist(dist::Args),
    /// Make the Python package, with the command inside
    Wheel(wheel::Args),
    /// Run the long attempts to break propp: kills, full disks, very large recordings
    Hard(hard::Args),
    /// Run the device tests here, or say how to run them on a GPU machine
    GpuTest(gpu_test::Args),
    /// Run a benchmark here, or say how where it needs a GPU
    #[command(subcommand)]
    Bench(bench::Which),
    /// What nvcc would do, with objects that were compiled before; tests are given it
    #[command(hide = true)]
    Nvcc {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Compare propp with Nsight Compute here, or say how on a GPU machine
    Validate,
}

fn main() -> ExitCode {
    let paths = Paths::of_workspace();
    match run(Cli::parse(), &paths) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo xtask: {error}");
            error.exit_code()
        }
    }
}

fn run(command: Cli, paths: &Paths) -> Result<(), Error> {
    match command {
        Cli::Setup => setup::run(paths),
        Cli::Test(args) => test::run(&args, paths),
        Cli::Bindings(args) => bindings::run(&args, paths),
        Cli::Dist(args) => dist::run(&args, paths),
        Cli::Wheel(args) => wheel::run(&args, paths),
        Cli::Hard(args) => hard::run(&args, paths),
        Cli::GpuTest(args) => gpu_test::run(&args, paths),
        Cli::Bench(which) => bench::run(&which, paths),
        Cli::Nvcc { arguments } => nvcc::stand_in(&arguments, paths),
        Cli::Validate => {
            // A device test, so that it runs on a GPU machine without cargo, too. It prints its
            // table, and writes it into the folder that PROPP_VALIDATION_DIR names.
            gpu_test::run_here(
                "gpu-test",
                &["--exact", "agrees_with_ncu"].map(str::to_owned),
                paths,
            )
        }
    }
}
