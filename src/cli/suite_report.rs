//! `propp suite report`.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use propp_cases::rank::overview::Overview;
use propp_cases::rank::overview_text::{json, markdown, table};

use super::rank::{Suite, no_recording, recording};
use super::terminal::{Output, write};
use super::weights::WeightsArg;
use super::{Failure, page};

/// Arguments of `propp suite report`.
#[derive(Debug, clap::Args)]
pub(super) struct ReportArgs {
    /// Recording of a suite [default: the one that came with this propp, if any]
    #[arg(long, value_name = "FILE", env = "PROPP_SUITE_RECORDING")]
    from: Option<PathBuf>,
    #[command(flatten)]
    weights: WeightsArg,
    /// Write JSON
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Write Markdown
    #[arg(long)]
    markdown: bool,
}

pub(super) fn run(args: &ReportArgs) -> Result<ExitCode, Failure> {
    let suite = recording(args.from.as_deref())?.ok_or_else(no_recording)?;
    let Suite { recording, head, is_bundled } = suite;
    let output = if args.json { Output::Data } else { Output::Report };
    let recording = output.of(recording);
    let weights = args.weights.of(std::slice::from_ref(&recording))?;
    let overview = Overview::new(&recording, &weights).map_err(|error| {
        let file = args.from.as_ref().map(|path| format!("{}: ", path.display()));
        Failure::usage(format!("{}{error}", file.unwrap_or_default()))
    })?;
    let text = if args.json {
        json(&overview, is_bundled)
            .map_err(|error| Failure::usage(format!("cannot write JSON: {error}")))?
    } else if args.markdown {
        markdown(&overview)
    } else {
        let head = if head.is_empty() { head } else { head + "\n" };
        head + &table(&overview, page(&io::stdout()))
    };
    write(&text, output)?;
    Ok(ExitCode::SUCCESS)
}
