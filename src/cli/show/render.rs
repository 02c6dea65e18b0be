//! A recording's report in the format that was asked for.

use clap::ValueEnum;
use propp_base_columns::csv;
use propp_base_columns::csv::Reals;
use propp_base_columns::parquet;
use propp_base_text::Page;
use propp_code_lines::sources::{Folders, sources};
use propp_judge_analysis::{Input, timeline};
use propp_judge_hints::Advised;
use propp_report::{json, markdown, rows, table, trace};

use crate::cli::say::{Failure, Result, no_json};

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Table for people
    #[value(alias = "txt")]
    Table,
    /// JSON for programs; see --schema
    Json,
    /// CSV for spreadsheets, one line per kernel
    Csv,
    /// Markdown for a pull request
    Md,
    /// One HTML page with charts that needs no network
    #[value(alias = "htm")]
    Html,
    /// Timeline for ui.perfetto.dev and chrome://tracing
    Trace,
    /// Parquet for DuckDB, Polars and Spark, one row per kernel
    Parquet,
}

pub(super) fn render(
    format: Format,
    advised: &Advised<'_>,
    inputs: &[Input<'_>],
    folders: &Folders,
    page: Page,
) -> Result<Vec<u8>> {
    let timeline = || timeline(inputs).with_steps(advised.listing.analysis.run.steps.as_ref());
    let text = match format {
        Format::Table => table::render(advised, page),
        Format::Json => json::render(advised).map_err(no_json)?,
        Format::Csv => {
            let table = rows::table(&advised.listing).map_err(Failure::usage)?;
            csv::text(&table, Reals::Plain)?
        }
        Format::Md => markdown::render(advised),
        Format::Html => {
            let recordings: Vec<_> = inputs.iter().map(|input| input.recording).collect();
            let sources = sources(advised.listing.lines(), &recordings, folders);
            propp_report_pages::render(advised, &timeline(), &recordings, &sources)
        }
        Format::Trace => {
            let names: Vec<&str> = inputs.iter().map(|input| input.name).collect();
            trace::render(&timeline(), &names)
        }
        Format::Parquet => {
            let table = rows::table(&advised.listing).map_err(Failure::usage)?;
            let notes = [("schema".to_owned(), "propp.kernels/1".to_owned())];
            let mut bytes = Vec::new();
            parquet::write(&table, &notes, &mut bytes)?;
            return Ok(bytes);
        }
    };
    Ok(text.into_bytes())
}
