//! `propp hints`.

use std::path::PathBuf;

use propp_suite_cases::calibrate::{calibrate, margins, markdown, ncu, pairs};

use super::common::weights::WeightsArg;
use super::say::terminal::Output;
use super::say::{Failure, Result, print};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Compare the predicted with the measured gain for implementations with a known defect, as
    /// Markdown
    Calibrate(CalibrateArgs),
}

#[derive(Debug, clap::Args)]
struct CalibrateArgs {
    /// Recordings of suites, or of programs whose kernels are in propp's list of pairs (one kernel
    /// with a defect and one without)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print the resulting margins of predicted gains instead, in the format of
    /// crates/judge/hints/src/margins.toml
    #[arg(long)]
    margins: bool,
    /// Compare with the estimates of Nsight Compute instead: files that `ncu --set full --csv --page
    /// details` printed of kernels with a defect (also gzip)
    #[arg(long, value_name = "CSV", num_args = 1.., conflicts_with = "margins")]
    ncu: Vec<PathBuf>,
    #[command(flatten)]
    weights: WeightsArg,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let Command::Calibrate(args) = &args.command;
    let recordings = Output::Report.read(&args.files)?;
    let weighed = recordings.into_iter().map(|recording| {
        let weights = args.weights.of(std::slice::from_ref(&recording))?;
        Ok((recording, weights))
    });
    let weighed = weighed.collect::<Result<Vec<_>>>()?;
    if weighed.iter().any(|(_, weights)| weights.cost().is_none()) {
        return Err(Failure::usage(
            "these weights have no prices, so hints expect no times; name a file of `propp fit` \
             with --weights",
        ));
    }
    let pairs = pairs().map_err(|error| Failure::usage(format!("the list of pairs: {error}")))?;
    let outcomes = calibrate(&weighed, &pairs);
    if outcomes.is_empty() {
        return Err(Failure::usage(
            "no pair of implementations is in the recordings; `propp suite run` records them",
        ));
    }
    if !args.ncu.is_empty() {
        let table = ncu::beside(&outcomes, &estimates(&args.ncu)?).ok_or_else(|| {
            Failure::usage("Nsight Compute saw no kernel of a pair in the recordings")
        })?;
        return print(&table);
    }
    print(&if args.margins { margins(&outcomes) } else { markdown(&outcomes) })
}

/// What Nsight Compute says of kernels, of all files.
fn estimates(files: &[PathBuf]) -> Result<ncu::Estimates> {
    let mut all = ncu::Estimates::new();
    for path in files {
        let failed = |error: String| Failure::usage(format!("{}: {error}", path.display()));
        let file = std::fs::File::open(path).map_err(|error| failed(error.to_string()))?;
        for (kernel, own) in ncu::read(file).map_err(failed)? {
            all.entry(kernel).or_default().extend(own);
        }
    }
    Ok(all)
}
