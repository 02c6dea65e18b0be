//! `propp fleet`: recordings of many ranks and runs in a tree of Parquet files.

mod add;
mod ask;
mod compact;

use std::process::ExitCode;

use propp_base_columns::{HAS_PARQUET, NO_PARQUET};

use super::say::{Failure, Result};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Add recordings to a tree of Parquet files; propp creates the tree if it does not exist
    Add(add::Args),
    /// Merge the small files of a tree into larger ones; other processes can read the tree
    /// meanwhile
    Compact(compact::Args),
    /// Query a tree: slow ranks, differences between ranks, changes between jobs, worst kernels,
    /// lost ranks
    Ask(ask::Args),
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    if !HAS_PARQUET {
        return Err(Failure::usage(NO_PARQUET));
    }
    match &args.command {
        Command::Add(args) => return add::run(args),
        Command::Compact(args) => compact::run(args)?,
        Command::Ask(args) => ask::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}
