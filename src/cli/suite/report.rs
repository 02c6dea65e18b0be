//! `propp suite report`.

use std::path::PathBuf;

use propp_recording_wire::variables;
use propp_suite_cases::rank::overview::Overview;
use propp_suite_cases::rank::overview_text::{markdown, table};

use super::recording::{Suite, no_recording, recording};
use crate::cli::common::destination::{Destination, ReportFormat, TableJsonOrMd};
use crate::cli::common::weights::WeightsArg;
use crate::cli::say::{Failure, Result, json_text};

/// Arguments of `propp suite report`.
#[derive(Debug, clap::Args)]
pub(super) struct ReportArgs {
    /// Recording of a suite to report on [default: the bundled recording, if any]
    #[arg(long, value_name = "FILE", env = variables::SUITE_RECORDING)]
    from: Option<PathBuf>,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    destination: Destination<TableJsonOrMd>,
}

pub(super) fn run(args: &ReportArgs) -> Result<()> {
    args.destination.check(&args.from.iter().cloned().collect::<Vec<_>>())?;
    let suite = recording(args.from.as_deref(), None)?.ok_or_else(no_recording)?;
    let Suite { recording, head, is_bundled } = suite;
    let format = args.destination.format()?;
    let recording = format.output().of(recording);
    let weights = args.weights.of(std::slice::from_ref(&recording))?;
    let overview = Overview::new(&recording, &weights).map_err(|error| {
        let file = args.from.as_ref().map(|path| format!("{}: ", path.display()));
        Failure::usage(format!("{}{error}", file.unwrap_or_default()))
    })?;
    let text = match format {
        TableJsonOrMd::Json => json_text(&overview.document(is_bundled))?,
        TableJsonOrMd::Md => markdown(&overview),
        TableJsonOrMd::Table => {
            let head = if head.is_empty() { head } else { head + "\n" };
            head + &table(&overview, args.destination.page())
        }
    };
    args.destination.write(&text, format.output(), false)
}
