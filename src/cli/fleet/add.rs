//! `propp fleet add`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use propp_analysis::{Grouping, Input, analyse};
use propp_fleet::place::TABLES;
use propp_fleet::rows::{Member, tables};
use propp_hints::Libraries;
use propp_recording::cubin_hash;
use propp_text::count;
use rayon::prelude::*;

use super::tree::Tree;
use crate::cli::libraries::LibrariesArg;
use crate::cli::weights::WeightsArg;
use crate::cli::{Failure, say};

/// The job of recordings that name none.
const NO_JOB: &str = "none";

/// Arguments of `propp fleet add`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Folder of the tree
    #[arg(value_name = "TREE")]
    tree: PathBuf,
    /// Recordings, one a rank
    #[arg(value_name = "RECORDING", required = true)]
    recordings: Vec<PathBuf>,
    /// Name of the job [default: what the launcher said when it was recorded, or `none`]
    #[arg(long)]
    job: Option<String>,
    /// The rank of a single recording [default: what the launcher said]
    #[arg(long)]
    rank: Option<u64>,
    /// The commit of the program, for your own queries
    #[arg(long)]
    commit: Option<String>,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    libraries: LibrariesArg,
}

/// What became of a recording.
enum Added {
    New,
    /// It was in the tree already.
    Known,
}

pub(in crate::cli) fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.rank.is_some() && args.recordings.len() > 1 {
        return Err(Failure::usage(
            "--rank is the rank of one recording, and several are given: add one at a time, or \
             record with ranks (docs/fleet.md)",
        ));
    }
    args.weights.check()?;
    let libraries = args.libraries.read()?;
    let tree = Tree::open(&args.tree)?;
    let known = tree.recordings()?;
    let one = |path: &PathBuf| add(args, &tree, &known, &libraries, path);
    let done: Vec<Result<Added, Failure>> = args.recordings.par_iter().map(one).collect();
    let new = done.iter().filter(|added| matches!(added, Ok(Added::New))).count();
    let there = done.iter().filter(|added| matches!(added, Ok(Added::Known))).count();
    let failed: Vec<&Failure> = done.iter().filter_map(|added| added.as_ref().err()).collect();
    for failure in &failed {
        say(&format!("propp: not added: {}", failure.message));
    }
    let added = count(new as u64, "recording", "recordings");
    say(&format!("propp: added {added} to {}; {there} were there already", args.tree.display()));
    match failed.len() {
        0 => Ok(ExitCode::SUCCESS),
        some => Err(Failure::usage(format!(
            "{} of {} could not be added (see above); the others are in the tree",
            some,
            count(args.recordings.len() as u64, "recording", "recordings"),
        ))),
    }
}

fn add(
    args: &Args,
    tree: &Tree,
    known: &std::collections::HashSet<String>,
    libraries: &Libraries,
    path: &Path,
) -> Result<Added, Failure> {
    let bytes = fs::read(path).map_err(|error| {
        Failure::usage(format!("cannot read the recording {}: {error}", path.display()))
    })?;
    let id = format!("{:016x}", cubin_hash(&bytes));
    if known.contains(&id) {
        return Ok(Added::Known);
    }
    let recording = propp_store::read(path).map_err(Failure::usage)?;
    let weights = args.weights.of(std::slice::from_ref(&recording))?;
    let file = path.display().to_string();
    let input = Input { name: &file, recording: &recording };
    let analysis = analyse(&[input], &weights, Grouping::Signature);
    let advised = propp_hints::advise(&analysis, None, libraries);
    let number = |key: &str| recording.meta.get(key).and_then(|rank| rank.parse().ok());
    let member = Member {
        id: &id,
        file: &file,
        rank: args.rank.or_else(|| number("option.launcher.rank")),
        world: number("option.launcher.world"),
        commit: args.commit.as_deref(),
        recording: &recording,
        advised: &advised,
        weights: &weights.provenance().source,
    };
    let job = args.job.as_ref().or_else(|| recording.meta.get("option.launcher.job"));
    let job = job.map_or(NO_JOB, String::as_str);
    let created = recording.meta.get("created_utc").map_or("", String::as_str);
    let date = created.get(..10).unwrap_or("unknown");
    let tables = tables(&member).map_err(Failure::usage)?;
    // The table of runs is the last: a recording is in the tree when its row is there.
    for name in TABLES {
        let of_name = tables.iter().find(|(table, _)| *table == name);
        let (_, table) = of_name.ok_or_else(|| Failure::usage(format!("no table {name}")))?;
        tree.put(name, date, job, &id, table)?;
    }
    Ok(Added::New)
}
