//! `propp fleet ask`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use propp_columns::csv::{self, Reals};
use propp_columns::{Table, Values, json};
use propp_fleet::{Limits, Question, ask};
use propp_fleet_tree::Tree;
use propp_names::{KernelName, shorten};
use propp_text::table::text as lines;

use crate::cli::destination::{Destination, ReportFormat};
use crate::cli::{Failure, say, table};

/// Columns of a function's name.
const NAME_WIDTH: usize = 48;

/// Arguments of `propp fleet ask`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Folder of the tree
    #[arg(value_name = "TREE")]
    tree: PathBuf,
    /// What to ask
    #[arg(value_enum)]
    question: Asked,
    #[command(flatten)]
    destination: Destination<Format>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Asked {
    /// Ranks that are slow in a kernel, and why: more work, slower hardware, late in a collective
    Stragglers,
    /// Kernels with other code, configuration or counts on some ranks of a job
    Differs,
    /// The first job at which the instructions or the quality of a kernel changed
    Since,
    /// Kernels of all recordings by the GPU hours that their hints promise to save
    Worst,
    /// Ranks without counters, with a recording that was cut off, or without one
    Lost,
}

/// The formats of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// For people
    #[value(alias = "txt")]
    Table,
    /// For programs: columns with names, types, units and values (propp.rows/1)
    Json,
    /// For spreadsheets: one line a finding
    Csv,
}

pub(in crate::cli) fn run(args: &Args) -> Result<ExitCode, Failure> {
    args.destination.check(&[])?;
    let tree = Tree::existing(&args.tree).map_err(Failure::usage)?;
    let fleet = tree
        .fleet(args.question == Asked::Stragglers, &mut |text| say(&format!("propp: {text}")))
        .map_err(Failure::usage)?;
    let question = match args.question {
        Asked::Stragglers => Question::Stragglers,
        Asked::Differs => Question::Differs,
        Asked::Since => Question::Since,
        Asked::Worst => Question::Worst,
        Asked::Lost => Question::Lost,
    };
    let answer = ask(&fleet, question, Limits::default()).map_err(Failure::usage)?;
    let format = args.destination.format()?;
    let mut bytes = Vec::new();
    let text = match format {
        Format::Table => shown(&answer),
        Format::Json => {
            json::write(&answer, &mut bytes)?;
            String::from_utf8(bytes).map_err(Failure::usage)?
        }
        Format::Csv => {
            csv::write(&answer, Reals::Plain, &mut bytes)?;
            String::from_utf8(bytes).map_err(Failure::usage)?
        }
    };
    args.destination.write(&text, format.output(), true)?;
    Ok(ExitCode::SUCCESS)
}

/// The answer as a table; the hash of the recording is for programs.
fn shown(answer: &Table) -> String {
    if answer.rows() == 0 {
        return "nothing\n".to_owned();
    }
    let columns: Vec<_> =
        answer.columns().iter().filter(|column| column.name != "recording").collect();
    let mut shown = table::table_of(columns.iter().map(|column| column.name.as_str()));
    for row in 0..answer.rows() {
        shown.add_row(columns.iter().map(|column| {
            match (cell(&column.values, row), &*column.name) {
                (name, "function") => shorten(&KernelName::from_symbol(&name).bare, NAME_WIDTH),
                (text, _) => text,
            }
        }));
    }
    lines(&shown)
}

fn cell(values: &Values, row: usize) -> String {
    let text = match values {
        Values::Float(values) => values[row].map(|value| match value.abs() {
            size if size > 0.0 && size < 0.01 => format!("{value:.2e}"),
            _ => format!("{value:.4}"),
        }),
        Values::Int(values) => values[row].map(|value| value.to_string()),
        Values::Bool(values) => values[row].map(|value| value.to_string()),
        Values::Text(values) => {
            values[row].as_deref().map(|text| propp_text::printable(text).into())
        }
    };
    text.unwrap_or_default()
}
