//! `propp baseline`.

use std::path::PathBuf;
use std::process::ExitCode;

use super::gate::{profile_of, write};
use super::weights::WeightsArg;
use super::{Failure, print, say};

/// Arguments of `propp baseline`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings of one program, a run each; from several the baseline learns how far
    /// its numbers vary
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where to write it [default: standard output]
    #[arg(short, long, value_name = "BASELINE.json")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(short, long, requires = "output")]
    force: bool,
    #[command(flatten)]
    weights: WeightsArg,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let profile = profile_of(&args.files, &args.weights)?;
    let text = profile.to_json();
    match &args.output {
        None => print(&text)?,
        Some(path) => {
            write(path, args.force, &text)?;
            let (kernels, runs) = (profile.kernels.len(), profile.origins.len());
            say(&format!("propp: wrote {}: {kernels} kernels of {runs} runs", path.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}
