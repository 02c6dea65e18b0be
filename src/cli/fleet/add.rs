//! `propp fleet add`.

use std::path::PathBuf;
use std::process::ExitCode;

use propp_base_text::count;
use propp_fleet_tree::{Added, Settings, Tree, add};

use crate::cli::common::libraries::LibrariesArg;
use crate::cli::common::weights::WeightsArg;
use crate::cli::say::{Failure, INTERRUPTED, Result, say};

/// Arguments of `propp fleet add`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Folder of the Parquet tree
    #[arg(value_name = "TREE")]
    tree: PathBuf,
    /// Recordings to add, one per rank
    #[arg(value_name = "RECORDING", required = true)]
    recordings: Vec<PathBuf>,
    /// Name of the job [default: the job that the launcher set, according to the recording, or
    /// `none`]
    #[arg(long)]
    job: Option<String>,
    /// Rank of the recording, if you add a single one [default: the rank that the launcher set,
    /// according to the recording]
    #[arg(long)]
    rank: Option<u64>,
    /// Commit of the program, which propp stores for your own queries [default: none]
    #[arg(long)]
    commit: Option<String>,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    libraries: LibrariesArg,
}

pub(in crate::cli) fn run(args: &Args) -> Result<ExitCode> {
    if args.rank.is_some() && args.recordings.len() > 1 {
        return Err(Failure::usage(
            "--rank is the rank of one recording, and several are given: add one at a time, or \
             record with ranks (docs/fleet.md)",
        ));
    }
    args.weights.check()?;
    let tree = Tree::open(&args.tree).map_err(Failure::usage)?;
    let settings = Settings {
        job: args.job.as_deref(),
        rank: args.rank,
        commit: args.commit.as_deref(),
        libraries: &args.libraries.read()?,
        weights: &|one| args.weights.of(std::slice::from_ref(one)).map_err(|why| why.message),
    };
    let done = add(&tree, &args.recordings, &settings).map_err(Failure::usage)?;
    let number = |of| done.iter().filter(|added| matches!(added, Ok(one) if *one == of)).count();
    let [new, there, left] = [Added::New, Added::Known, Added::Left].map(number);
    for error in done.iter().filter_map(|added| added.as_ref().err()) {
        say(&format!("propp: not added: {error}"));
    }
    let added = count(new as u64, "recording", "recordings");
    say(&format!("propp: added {added} to {}; {there} were there already", args.tree.display()));
    if left > 0 {
        say(&format!("propp: interrupted; {left} are left, which the same command adds"));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    match done.len() - new - there {
        0 => Ok(ExitCode::SUCCESS),
        some => Err(Failure::usage(format!(
            "{some} of {} could not be added (see above); the others are in the tree",
            count(args.recordings.len() as u64, "recording", "recordings"),
        ))),
    }
}
