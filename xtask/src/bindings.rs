//! `cargo xtask bindings`: has the package `xtask-bindings` write or check the Rust files
//! that are generated from the pinned CUDA headers.

use crate::cargo;
use crate::error::Error;
use crate::paths::Paths;
use crate::process;

/// Arguments of `cargo xtask bindings`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail when a committed file differs from what the
    /// headers give
    #[arg(long)]
    pub(crate) check: bool,
}

pub(crate) fn run(args: &Args, paths: &Paths) -> Result<(), Error> {
    let mut generator =
        cargo::command(paths, ["run", "--quiet", "--package", "xtask-bindings", "--"]);
    generator.arg(&paths.root).arg(&paths.cuda).env("LIBCLANG_PATH", &paths.libclang);
    if args.check {
        generator.arg("--check");
    }
    process::run(&mut generator, "its words are above")
}
