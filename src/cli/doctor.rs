//! `propp doctor`.

use std::io;
use std::process::ExitCode;

use propp_doctor::{diagnose, gather, text};

use super::destination::{Destination, ReportFormat, TableOrJson};
use super::{Cuda, Failure, json_text, page};

/// Exit code for a machine that cannot profile.
const CANNOT_PROFILE: u8 = 4;

/// Arguments of `propp doctor`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    destination: Destination<TableOrJson>,
    #[command(flatten)]
    cuda: Cuda,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let diagnosis = diagnose(&gather(&args.cuda.surroundings()));
    let format = args.destination.format()?;
    let text = match format {
        TableOrJson::Json => json_text(&diagnosis)?,
        TableOrJson::Table => text(&diagnosis, page(&io::stdout()).width),
    };
    args.destination.write(&text, format.output(), false)?;
    Ok(if diagnosis.can_profile { ExitCode::SUCCESS } else { ExitCode::from(CANNOT_PROFILE) })
}
