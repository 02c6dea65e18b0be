//! `propp fleet add`.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use propp_fleet_tree::{Added, Settings, Tree, add};
use propp_text::count;
use propp_text::progress::Progress;
use signal_hook::consts::SIGINT;

use crate::cli::libraries::LibrariesArg;
use crate::cli::weights::WeightsArg;
use crate::cli::suite_run::INTERRUPTED;
use crate::cli::{Failure, say};

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

pub(in crate::cli) fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.rank.is_some() && args.recordings.len() > 1 {
        return Err(Failure::usage(
            "--rank is the rank of one recording, and several are given: add one at a time, or \
             record with ranks (docs/fleet.md)",
        ));
    }
    args.weights.check()?;
    let tree = Tree::open(&args.tree).map_err(Failure::usage)?;
    let progress = Mutex::new(Progress::new(false));
    let stop = Arc::new(AtomicBool::new(false));
    let all = args.recordings.len();
    let goes_on = |number: usize| {
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.show(|| format!("adding recording {number} of {all}"));
        !stop.load(Ordering::Relaxed)
    };
    end_at_ctrl_c(&stop)?;
    let settings = Settings {
        job: args.job.as_deref(),
        rank: args.rank,
        commit: args.commit.as_deref(),
        libraries: &args.libraries.read()?,
        weights: &|one| args.weights.of(std::slice::from_ref(one)).map_err(|why| why.message),
        goes_on: &goes_on,
    };
    let done = add(&tree, &args.recordings, &settings).map_err(Failure::usage)?;
    progress.into_inner().unwrap_or_else(PoisonError::into_inner).clear();
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
    match all - new - there {
        0 => Ok(ExitCode::SUCCESS),
        some => Err(Failure::usage(format!(
            "{some} of {} could not be added (see above); the others are in the tree",
            count(all as u64, "recording", "recordings"),
        ))),
    }
}

/// The first Ctrl-C lets what is being added come to its end, another ends propp at once.
fn end_at_ctrl_c(stop: &Arc<AtomicBool>) -> io::Result<()> {
    signal_hook::flag::register_conditional_default(SIGINT, Arc::clone(stop))?;
    signal_hook::flag::register(SIGINT, Arc::clone(stop))?;
    Ok(())
}
