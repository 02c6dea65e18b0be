//! `propp suite thin`.

use std::path::PathBuf;

use propp_judge_cost::quality::Weights;
use propp_recording_store::write_thinned;
use propp_suite_cases::rank::{THINNED, paced, thin};

use crate::cli::common::recordings::read;
use crate::cli::say::{Failure, Result, say};

/// Arguments of `propp suite thin`.
#[derive(Debug, clap::Args)]
pub(super) struct ThinArgs {
    /// Recording of a suite to make smaller
    file: PathBuf,
    /// Recording to write, compressed with gzip
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(short, long)]
    force: bool,
    /// Maximum number of measured launches to keep per kernel and configuration of a case
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = at_least_one)]
    launches: usize,
    /// Primitives or families such as reduce to remove, separated by commas [default: none]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    without: Vec<String>,
}

pub(super) fn run(args: &ThinArgs) -> Result<()> {
    let recording = read(&args.file)?;
    let file = args.file.display();
    if recording.suite.is_empty() {
        return Err(Failure::usage(format!("{file} holds no suite; `propp suite run` makes one")));
    }
    if let Some(thinned) = recording.meta.get(THINNED) {
        let what = format!("{file} is thinned already ({thinned}); thin the whole recording");
        return Err(Failure::usage(what));
    }
    let (kept, words) = thin(&recording, args.launches, &args.without).map_err(Failure::usage)?;
    let paper = Weights::bundled("paper").map_err(Failure::usage)?;
    let computed = paced(&recording, &paper);
    let (from, to) = (&args.file, &args.output);
    write_thinned(from, to, args.force, (&kept, &computed), (THINNED, &words))
        .map_err(Failure::usage)?;
    say(&format!("propp: wrote {}: {words}", to.display()));
    Ok(())
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("must be a number from 1 on".to_owned()),
    }
}
