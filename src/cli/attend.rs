//! `propp attend`: the propp behind `propp.profile()` of the Python package.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use propp_collect::{CollectError, Options, Runs, profile, stand_by};
use propp_recording_wire::Severity;

use super::common::Cuda;
use super::say::{Failure, Result, say};

/// Exit code when nothing could be measured.
const NO_COUNTERS: u8 = 4;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recording to write; it replaces an existing file
    #[arg(short, long, value_name = "FILE", required_unless_present = "stand_by")]
    output: Option<PathBuf>,
    /// Maximum number of launches to measure per kernel and launch configuration; 0: no limit
    #[arg(long, value_name = "N", default_value_t = 3)]
    max_launches_per_kernel: u64,
    /// Be the program of the run
    #[arg(long)]
    stand_by: bool,
    #[command(flatten)]
    cuda: Cuda,
    /// The words of the process that attaches itself
    #[arg(trailing_var_arg = true, value_name = "WORDS")]
    command: Vec<OsString>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let Some(output) = args.output.clone().filter(|_| !args.stand_by) else {
        stand_by().map_err(Failure::usage)?;
        return Ok(ExitCode::SUCCESS);
    };
    let options = Options {
        attends: true,
        force: true,
        runs: Runs::One,
        per_signature: args.max_launches_per_kernel,
        // Code that was loaded before cannot be had.
        code: false,
        attempts: 1,
        ..Options::new(args.command.clone(), output)
    };
    let failure = |error: CollectError| Failure::usage(error.to_string());
    let outcome = profile(&options, &args.cuda.surroundings()).map_err(failure)?;
    for notice in &outcome.failures {
        say(&notice.text);
    }
    let failed = outcome.failures.iter().any(|notice| notice.severity == Severity::Failure);
    Ok(if failed && outcome.measured == 0 { NO_COUNTERS.into() } else { ExitCode::SUCCESS })
}
