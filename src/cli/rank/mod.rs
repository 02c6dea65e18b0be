//! `propp rank`.

mod live;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use propp_base_text::{printable, wrapped};
use propp_recording::Recording;
use propp_recording_wire::variables;
use propp_suite_cases::rank::{
    Filter, NotRanked, Order, Question, predicted_order, primitives, rank, report, resolve,
};
use propp_suite_problems::matrix::Matrix;
use propp_suite_problems::words::parse_size;

use self::live::{Live, live};
use super::common::destination::{Destination, ReportFormat};
use super::common::recordings::read;
use super::common::weights::WeightsArg;
use super::say::terminal::Output;
use super::say::{Failure, INTERRUPTED, Result, json_text, say};
use super::suite::recording::{Suite, no_recording, recording};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Primitive to rank, such as reduce, scan.exclusive or radix_sort.keys [default: list all
    /// primitives]
    primitive: Option<String>,
    /// Element types such as i32 and f32, or `all` [default: the type of the largest problem]
    #[arg(long = "type", value_name = "TYPE,...")]
    types: Option<String>,
    /// Numbers of elements such as 2^24, or `all` [default: the largest]
    #[arg(long, value_name = "N,...")]
    size: Option<String>,
    /// Distributions of the input (uniform, sorted, constant, few, power_law), or `all` [default:
    /// uniform]
    #[arg(long, value_name = "NAME,...")]
    distribution: Option<String>,
    /// Recording of `propp suite run` to rank [default: with a GPU, a measurement that propp makes
    /// once and keeps; otherwise the bundled recording]
    #[arg(long, value_name = "FILE", env = variables::SUITE_RECORDING)]
    from: Option<PathBuf>,
    /// Use the bundled recording even if there is a GPU
    #[arg(long, conflicts_with_all = ["from", "again"])]
    bundled: bool,
    /// Measure the primitive again, even if propp has kept an earlier measurement
    #[arg(long, conflicts_with = "from")]
    again: bool,
    /// Order of the implementations
    #[arg(long, value_enum, default_value_t = Sort::Time)]
    sort: Sort,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    destination: Destination<Format>,
    /// Compare this implementation with others, and show its work and hints. NAME is for example
    /// `vec_u4` or `own/vec_u4`. Repeat the option to name more implementations; if you name
    /// only one, propp compares it with the fastest of the others
    #[arg(short = 'k', long = "kernel", value_name = "NAME", requires = "primitive")]
    names: Vec<String>,
    /// Number of implementations in the table [default: all]
    #[arg(long, value_name = "N")]
    top: Option<NonZeroUsize>,
    /// Show all columns of the table, including the criteria, the quality metric (QM), predicted
    /// times and GB/s
    #[arg(short, long)]
    all: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sort {
    /// Fastest implementation first
    Time,
    /// Implementation with the best QM first
    Qm,
    /// Implementation with the shortest predicted time first
    Predicted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Table for people
    #[value(alias = "txt")]
    Table,
    /// JSON for programs
    Json,
    /// CSV for spreadsheets, one line per implementation
    Csv,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let format = args.destination.format()?;
    args.destination.check(&args.from.iter().cloned().collect::<Vec<_>>())?;
    if format != Format::Table && (args.all || args.top.is_some()) {
        say("propp: --all and --top are for the table; the other formats have everything");
    }
    let Some(primitive) = &args.primitive else {
        if format != Format::Table {
            return Err(Failure::usage(
                "name a primitive for --format json or csv; without one, all are listed",
            ));
        }
        return list(args.from.as_deref(), &args.destination);
    };
    let question = Question {
        primitive: primitive.clone(),
        elements: Filter::of_words(args.types.as_deref(), FromStr::from_str)
            .map_err(Failure::usage)?,
        sizes: Filter::of_words(args.size.as_deref(), parse_size).map_err(Failure::usage)?,
        distributions: Filter::of_words(args.distribution.as_deref(), FromStr::from_str)
            .map_err(Failure::usage)?,
        order: match args.sort {
            Sort::Time => Order::Time,
            Sort::Qm => Order::Quality,
            Sort::Predicted => Order::Predicted,
        },
    };
    let Some(Suite { recording, head, is_bundled }) = suite(args, primitive)? else {
        return Err(without_recording(primitive));
    };
    let recording = format.output().of(recording);
    if recording.emulated_gpu().is_some() {
        return predicted(args, format, &recording, &question);
    }
    let weights = args.weights.of(std::slice::from_ref(&recording))?;
    if question.order == Order::Predicted && weights.cost().is_none() {
        return Err(Failure::usage(format!(
            "--sort predicted: the weights of {} have no prices; `propp fit` makes some for this GPU",
            weights.provenance().source
        )));
    }
    let mut ranking =
        rank(&recording, &weights, &question).map_err(|error| failure(args, &error))?;
    ranking.check_names(&args.names).map_err(Failure::usage)?;
    let page = args.destination.page();
    if format != Format::Table && !args.names.is_empty() {
        for problem in &mut ranking.problems {
            problem.ranked.retain(|one| args.names.iter().any(|name| one.is_called(name)));
            problem.left_out.clear();
        }
    }
    let mut text = match format {
        Format::Table if !args.names.is_empty() => report::why(&ranking, &args.names, page),
        Format::Table => {
            let extent = report::Extent {
                all: args.all,
                most: args.top.map_or(usize::MAX, NonZeroUsize::get),
            };
            report::table(&ranking, extent, page)
        }
        Format::Json => json_text(&ranking.document(is_bundled))?,
        Format::Csv => report::csv(&ranking),
    };
    if format == Format::Table {
        // Where a recording is kept stays on one line.
        let head = if is_bundled { wrapped(&head, page.width, 2) } else { head };
        text.insert_str(0, &head);
    }
    args.destination.write(&text, format.output(), false)
}

/// The order that the counts of an emulated recording predict.
fn predicted(
    args: &Args,
    format: Format,
    recording: &Recording,
    question: &Question,
) -> Result<()> {
    let weights = args.weights.of_emulated(recording)?;
    let order = predicted_order(recording, &weights, question);
    let order = order.map_err(|error| failure(args, &error))?;
    let text = match format {
        Format::Json => json_text(&order)?,
        Format::Table => order.table(args.destination.page()),
        Format::Csv => {
            return Err(Failure::usage(
                "an emulated recording has no ranking as CSV; take --format json",
            ));
        }
    };
    args.destination.write(&text, format.output(), false)
}

/// Without a recording there is no answer; to a wrong name there never is one.
fn without_recording(primitive: &str) -> Failure {
    let matrix = Matrix::bundled().map_err(Failure::usage);
    let known = matrix.and_then(|matrix| {
        resolve(primitive, &matrix.primitives()).map(drop).map_err(Failure::usage)
    });
    known.err().unwrap_or_else(no_recording)
}

fn failure(args: &Args, error: &NotRanked) -> Failure {
    let file = args.from.as_ref().map(|path| format!("{}: ", path.display()));
    Failure::usage(format!("{}{error}", file.unwrap_or_default()))
}

/// What answers for a primitive.
fn suite(args: &Args, primitive: &str) -> Result<Option<Suite>> {
    let matrix = Matrix::bundled().map_err(Failure::usage)?;
    let known = resolve(primitive, &matrix.primitives()).ok().map(str::to_owned);
    if args.from.is_none()
        && !args.bundled
        && let Some(known) = &known
        && let Some(live) = live(known, args.again)
    {
        match live {
            Ok(Live { recording, path }) => {
                let when = recording.meta.get("created_utc").map_or("", String::as_str);
                let path = path.display();
                let head = format!("Measured on this machine, {when}; kept in {path}.\n");
                return Ok(Some(Suite { recording, head, is_bundled: false }));
            }
            Err(failure) if failure.code == INTERRUPTED => return Err(failure),
            Err(failure) => {
                say(&format!("propp: {primitive} cannot be measured here: {}", failure.message));
            }
        }
    }
    recording(args.from.as_deref(), known.as_deref())
}

/// The primitives that can be asked for: of the recording, or those of the suite.
fn list(from: Option<&Path>, destination: &Destination<Format>) -> Result<()> {
    let matrix = Matrix::bundled().map_err(Failure::usage)?;
    let recording = from.map(read).transpose()?;
    let names = recording.as_ref().map_or_else(|| matrix.primitives(), primitives);
    let text: String = names.iter().map(|name| format!("{}\n", printable(name))).collect();
    destination.write(&text, Output::Report, false)
}
