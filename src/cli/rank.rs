//! `propp rank`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use clap::ValueEnum;

use super::weights::WeightsArg;
use super::{Failure, page, print};
use crate::rank::{Filter, NotRanked, Order, Question, primitives, rank, report};
use crate::recording::{Recording, read};
use crate::suite::likeliest;
use crate::suite::matrix::Matrix;
use crate::suite::words::parse_size;

/// The recording that came with this propp, by its name in the repository.
const BUNDLED: Option<(&str, &[u8])> = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// Arguments of `propp rank`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The primitive, such as reduce, scan.exclusive or radix_sort.keys; without
    /// one, all are listed
    primitive: Option<String>,
    /// Element types, or `all` [default: the most telling one]
    #[arg(long = "type", value_name = "TYPE,...")]
    types: Option<String>,
    /// Sizes such as 2^24, or `all` [default: the largest]
    #[arg(long, value_name = "N,...")]
    size: Option<String>,
    /// Distributions of the input, or `all` [default: uniform]
    #[arg(long, value_name = "NAME,...")]
    distribution: Option<String>,
    /// Recording of a suite [default: the one that came with this propp, if any]
    #[arg(long, value_name = "FILE", env = "PROPP_SUITE_RECORDING")]
    from: Option<PathBuf>,
    /// Order of the implementations
    #[arg(long, value_enum, default_value_t = Sort::Time)]
    sort: Sort,
    #[command(flatten)]
    weights: WeightsArg,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sort {
    /// The fastest first
    Time,
    /// The best quality first
    Qm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs
    Json,
    /// For spreadsheets: one line an implementation
    Csv,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let recording = recording(args)?;
    let Some(primitive) = &args.primitive else {
        return list(recording.as_ref());
    };
    let question = Question {
        primitive: primitive.clone(),
        elements: filter(args.types.as_deref(), FromStr::from_str)?,
        sizes: filter(args.size.as_deref(), parse_size)?,
        distributions: filter(args.distribution.as_deref(), FromStr::from_str)?,
        order: match args.sort {
            Sort::Time => Order::Time,
            Sort::Qm => Order::Quality,
        },
    };
    let Some((recording, bundled)) = recording else {
        return Err(without_recording(primitive));
    };
    let weights = args.weights.of(std::slice::from_ref(&recording))?;
    let ranking = rank(&recording, &weights, &question).map_err(|error| failure(args, &error))?;
    let mut text = match args.format {
        Format::Table => report::table(&ranking, page(&io::stdout())),
        Format::Json => report::json(&ranking, bundled.is_some())
            .map_err(|error| Failure::usage(format!("cannot write JSON: {error}")))?,
        Format::Csv => report::csv(&ranking),
    };
    if let (Format::Table, Some(name)) = (args.format, bundled) {
        text.insert_str(0, &format!("From the bundled recording {name}, not from this machine.\n"));
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Without a recording there is no answer; to a wrong name there never is one.
fn without_recording(primitive: &str) -> Failure {
    let matrix = match Matrix::bundled() {
        Ok(matrix) => matrix,
        Err(error) => return Failure::usage(error),
    };
    let names = matrix.primitives();
    let family = format!("{primitive}.");
    if !names.iter().any(|name| *name == primitive || name.starts_with(&family)) {
        let like = likeliest(primitive, &names).map(|name| format!(" (did you mean {name}?)"));
        return Failure::usage(format!(
            "no primitive is called {primitive}{}; `propp rank` lists them",
            like.unwrap_or_default()
        ));
    }
    Failure::no_gpu(
        "no recording of a suite: this propp was built without the bundled one; make one with \
         `propp suite run -o FILE` on a machine with a GPU, and name it with --from FILE",
    )
}

fn failure(args: &Args, error: &NotRanked) -> Failure {
    let file = args.from.as_ref().map(|path| format!("{}: ", path.display()));
    Failure::usage(format!("{}{error}", file.unwrap_or_default()))
}

/// The recording, and its name if it is the bundled one.
fn recording(args: &Args) -> Result<Option<(Recording, Option<&'static str>)>, Failure> {
    if let Some(path) = &args.from {
        return Ok(Some((read(path).map_err(Failure::usage)?, None)));
    }
    let Some((name, bytes)) = BUNDLED else { return Ok(None) };
    // SQLite reads files.
    let mut file = tempfile::NamedTempFile::new()?;
    file.write_all(bytes)?;
    let recording = read(file.path()).map_err(Failure::usage)?;
    Ok(Some((recording, Some(name))))
}

/// The primitives that can be asked for; without a recording, those of the suite.
fn list(recording: Option<&(Recording, Option<&str>)>) -> Result<ExitCode, Failure> {
    let matrix = Matrix::bundled().map_err(Failure::usage)?;
    let names = match recording {
        Some((recording, _)) => primitives(recording),
        None => matrix.primitives(),
    };
    let text: String = names.iter().map(|name| format!("{name}\n")).collect();
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn filter<T>(
    text: Option<&str>,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Filter<T>, Failure> {
    match text {
        None => Ok(Filter::Usual),
        Some("all") => Ok(Filter::All),
        Some(words) => {
            let values: Result<Vec<T>, String> =
                words.split(',').map(|w| parse(w.trim())).collect();
            Ok(Filter::Only(values.map_err(|what| Failure::usage(format!("{words}: {what}")))?))
        }
    }
}
