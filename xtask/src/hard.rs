//! `cargo xtask hard`: the long attempts to make propp lose, mix or disclose data, and to make it
//! take long. The short ones are tests like any other.

use crate::error::Error;
use crate::paths::Paths;
use crate::{cargo, needs, process, setup, test};

/// Arguments of `cargo xtask hard`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Passed on to the test program: parts of tests' names
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

pub(crate) fn run(args: &Args, paths: &Paths) -> Result<(), Error> {
    needs::check()?;
    setup::run(paths)?;
    let environment = test::environment(paths)?;
    // As users have it: times are part of what is tried.
    let build = ["test", "--release", "--package", "propp", "--features", "parquet,mcp"];
    let mut command = cargo::command(paths, build);
    command.args(["--test", "integration", "--", "--ignored", "--test-threads", "1"]);
    if args.arguments.is_empty() {
        command.arg("hard::");
    }
    command.args(&args.arguments);
    command.envs(environment);
    process::run(&mut command, "the test's words are above")
}
