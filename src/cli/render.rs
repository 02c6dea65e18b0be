//! A recording's report in the format that was asked for.

use std::io;
use std::path::Path;

use clap::ValueEnum;
use propp_analysis::{Input, timeline};
use propp_columns::csv;
use propp_columns::csv::Reals;
use propp_columns::parquet;
use propp_hints::Advised;
use propp_report::{html, json, markdown, rows, table, trace};
use propp_text::Page;

use super::atomic;
use super::atomic::Existing;
use super::terminal::Output;
use crate::cli::Failure;

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Table,
    /// For programs; see --schema
    Json,
    /// For spreadsheets: one line a kernel
    Csv,
    /// Markdown for a pull request
    Md,
    /// One page with charts that needs no network
    Html,
    /// What ran when, for ui.perfetto.dev and chrome://tracing
    Trace,
    /// One row a kernel, for DuckDB, Polars, Spark
    Parquet,
}

impl Format {
    /// What a file's ending says; a table for a file without one, and for no file.
    pub(super) fn of_ending(path: Option<&Path>) -> Result<Self, Failure> {
        let ending = path.and_then(Path::extension).map(|ending| ending.to_string_lossy());
        match ending.as_deref() {
            None | Some("txt") => Ok(Self::Table),
            Some("json") => Ok(Self::Json),
            Some("csv") => Ok(Self::Csv),
            Some("md") => Ok(Self::Md),
            Some("html" | "htm") => Ok(Self::Html),
            Some("trace") => Ok(Self::Trace),
            Some("parquet") => Ok(Self::Parquet),
            Some(other) => Err(Failure::usage(format!(
                "no format has the ending .{other}: there are .txt, .json, .csv, .md, .html, \
                 .trace and .parquet; another name takes --format"
            ))),
        }
    }
}

impl Format {
    /// Whether people read it, or else programs. HTML escapes for itself.
    pub(super) fn output(self) -> Output {
        match self {
            Self::Table | Self::Md => Output::Report,
            Self::Json | Self::Csv | Self::Html | Self::Trace | Self::Parquet => Output::Data,
        }
    }
}

/// The report.
pub(super) fn render(
    format: Format,
    advised: &Advised<'_>,
    inputs: &[Input<'_>],
    page: Page,
) -> Result<Vec<u8>, Failure> {
    let text = match format {
        Format::Table => table::render(advised, page),
        Format::Json => json::render(advised).map_err(no_json)?,
        Format::Csv => {
            let table = rows::table(advised.analysis).map_err(Failure::usage)?;
            let mut bytes = Vec::new();
            csv::write(&table, Reals::Plain, &mut bytes)?;
            return Ok(bytes);
        }
        Format::Md => markdown::render(advised),
        Format::Html => html::render(advised, &timeline(inputs)),
        Format::Trace => {
            let names: Vec<&str> = inputs.iter().map(|input| input.name).collect();
            trace::render(&timeline(inputs), &names)
        }
        Format::Parquet => {
            let table = rows::table(advised.analysis).map_err(Failure::usage)?;
            let notes = [("schema".to_owned(), "propp.kernels/1".to_owned())];
            let mut bytes = Vec::new();
            parquet::write(&table, &notes, &mut bytes)?;
            return Ok(bytes);
        }
    };
    Ok(text.into_bytes())
}

pub(super) fn no_json(error: serde_json::Error) -> Failure {
    Failure::usage(format!("cannot write JSON: {error}"))
}

/// Writes a file; one that is there stays unless `force` says otherwise.
pub(super) fn write(path: &Path, force: bool, content: &[u8]) -> Result<(), Failure> {
    let existing = if force { Existing::Replace } else { Existing::Keep };
    atomic::write(path, existing, content).map_err(|error| {
        Failure::usage(if error.kind() == io::ErrorKind::AlreadyExists {
            format!("{} exists; give -f to overwrite it, or another name", path.display())
        } else {
            format!("cannot write {}: {error}; name another place", path.display())
        })
    })
}
