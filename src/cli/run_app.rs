//! `propp run`: a program as it is, and three lines about it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use propp_collect::{Options, Runs, profile};
use propp_judge_analysis::Part;
use propp_judge_hints::Advised;
use propp_report::first::{changes, verdict};
use propp_report::headings::headings;

use super::common::weights::WeightsArg;
use super::common::{Cuda, launches};
use super::profile::{advised, code_of, failure, needs_gpu};
use super::say::{Result, say};

/// Characters of a kernel's name.
const WIDTH: usize = 40;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Keep the recording, which has times and no counters
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace an existing recording
    #[arg(short, long, requires = "output")]
    force: bool,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    cuda: Cuda,
    /// The program and its arguments
    #[arg(trailing_var_arg = true, required = true, value_name = "APP")]
    command: Vec<OsString>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    args.weights.check()?;
    let folder = propp_recording_store::private::temporary()?;
    let path = args.output.clone().unwrap_or_else(|| folder.path().join("run.propp"));
    let mut options = Options {
        runs: Runs::Trace,
        force: args.force,
        ..Options::new(args.command.clone(), path.clone())
    };
    launches::prepare(&mut options, &args.cuda)?;
    if options.replayed.is_some() {
        needs_gpu(&options)?;
    }
    let outcome = profile(&options, &args.cuda.surroundings()).map_err(failure)?;
    let code = ExitCode::from(code_of(outcome.ending));
    if outcome.processes == 0 {
        say("propp: the program did not use CUDA, or propp could not see it (propp doctor)");
        return Ok(code);
    }
    let words: Vec<_> = args.command.iter().map(|word| word.to_string_lossy()).collect();
    // The program has run, and its exit code is the answer.
    match advised(&path, &args.weights, &Part::Steps, three_lines) {
        Ok([first, second]) => {
            say(&format!("propp: {first}"));
            say(&format!("propp: {second}"));
            say(&format!(
                "propp: next: propp profile {} (counters, and all changes)",
                words.join(" ")
            ));
        }
        Err(failure) => say(&format!("propp: {}", failure.message)),
    }
    Ok(code)
}

/// What the GPU did, and what to change first.
fn three_lines(advised: &Advised<'_>) -> [String; 2] {
    let headings = headings(&advised.listing.kernels, WIDTH);
    let change = match changes(advised).first() {
        Some(change) => format!(
            "first: {}: {} ({})",
            change.subject(&headings),
            change.title(),
            change.expected()
        ),
        None => "times alone show no change that is worth something".to_owned(),
    };
    [verdict(advised.listing.analysis), change]
}
