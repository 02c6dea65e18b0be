//! `propp fleet ask`.

use std::io::stdout;
use std::path::PathBuf;

use clap::ValueEnum;
use propp_base_columns::csv::{self, Reals};
use propp_base_columns::json;
use propp_fleet::{Question, ask, show};
use propp_fleet_tree::Tree;

use crate::cli::common::destination::{Destination, ReportFormat};
use crate::cli::say::{Failure, Result, say, table};

/// Arguments of `propp fleet ask`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Folder of the Parquet tree
    #[arg(value_name = "TREE")]
    tree: PathBuf,
    /// Question to ask
    #[arg(value_enum)]
    question: Asked,
    #[command(flatten)]
    destination: Destination<Format>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Asked {
    /// Ranks that are slow in a kernel, and the cause: more work, slower hardware, or a late start
    /// of a collective
    Stragglers,
    /// Kernels whose code, launch configuration or counts differ between the ranks of a job
    Differs,
    /// First job in which the instructions per launch or the QM of a kernel changed by more than 2
    /// % from the previous job
    Since,
    /// Kernels of all recordings, ordered by the GPU hours that their hints could save
    Worst,
    /// Ranks without counters, with an incomplete recording, or without a recording
    Lost,
}

/// The formats of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// Table for people
    #[value(alias = "txt")]
    Table,
    /// JSON for programs: columns with names, types, units and values (propp.rows/1)
    Json,
    /// CSV for spreadsheets, one line per finding
    Csv,
    /// One HTML page that needs no network; for stragglers with a map of ranks and kernels, and a
    /// chart over the steps
    #[value(alias = "htm")]
    Html,
}

pub(in crate::cli) fn run(args: &Args) -> Result<()> {
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
    let answer = ask(&fleet, question).map_err(Failure::usage)?;
    let format = args.destination.format()?;
    let text = match format {
        Format::Table => show::text(&answer, table::whole_lines(&stdout())),
        Format::Html => {
            let title = format!("{:?}: {}", args.question, args.tree.display());
            show::page(&fleet, question, &answer, &title)
        }
        Format::Json => json::text(&answer)?,
        Format::Csv => csv::text(&answer, Reals::Plain)?,
    };
    args.destination.write(&text, format.output(), true)
}
