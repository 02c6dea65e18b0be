//! `propp fit` and `propp dataset`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use propp_cases::dataset::{Dataset, table};
use propp_columns::csv;
use propp_columns::csv::Reals;
use propp_columns::parquet;
use propp_criteria::quality::Weights;
use propp_fit::quality::{Kind, Response};
use propp_fit::{NORMS, Options, Sample, fit, report};
use propp_text::progress::Progress;

use super::render::write;
use super::terminal::Output;
use super::{Failure, print, print_data, say};

/// Arguments of `propp fit`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings of suites, all of the same GPU
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What is fitted
    #[arg(long, value_enum, default_value_t = Metric::Auto)]
    model: Metric,
    /// What the criteria are fitted to
    #[arg(long, value_enum, default_value_t = FittedTo::Relative)]
    response: FittedTo,
    /// Weights file to write [default: none, only the figures are printed]
    #[arg(short, long, value_name = "FILE.toml")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(short, long, requires = "output")]
    force: bool,
    /// Rounds of the bootstrap behind the intervals
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    rounds: u32,
    /// Seed of the bootstrap
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Fit the cost model as if these counters had not been recorded
    #[arg(long, value_name = "COUNTER,...", value_delimiter = ',')]
    without: Vec<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// [`Response`] on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FittedTo {
    /// The best time of the problem over the implementation's
    Relative,
    /// The CPU's time over the implementation's, as in the paper
    Speedup,
    /// The time, by its logarithm (criteria-log takes relative speed by it, too)
    Time,
}

impl From<FittedTo> for Response {
    fn from(response: FittedTo) -> Self {
        match response {
            FittedTo::Relative => Self::Relative,
            FittedTo::Speedup => Self::Speedup,
            FittedTo::Time => Self::Time,
        }
    }
}

/// What a weights file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Metric {
    /// QM as a weighted mean of the criteria, as in the paper
    CriteriaLinear,
    /// QM by their logarithms
    CriteriaLog,
    /// Whichever QM predicts better, and the cost model
    Cost,
    /// As cost where the recordings have what it needs
    Auto,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    writable(args.output.as_deref(), &args.files, args.force)?;
    let paper = Weights::bundled("paper").map_err(Failure::usage)?;
    let output = if args.json { Output::Data } else { Output::Report };
    let mut dataset = dataset(&args.files, output, &paper)?;
    for name in &args.without {
        if !dataset.forget(name) {
            return Err(Failure::usage(format!("--without: no case has the counter {name:?}")));
        }
    }
    let samples = Sample::from_dataset(&dataset);
    let kind = match args.model {
        Metric::CriteriaLinear => Some(Kind::CriteriaLinear),
        Metric::CriteriaLog => Some(Kind::CriteriaLog),
        Metric::Cost | Metric::Auto => None,
    };
    let with_prices = matches!(args.model, Metric::Cost | Metric::Auto);
    let options = Options {
        response: args.response.into(),
        kind,
        norms: if with_prices { &NORMS } else { &[] },
        rounds: args.rounds as usize,
        seed: args.seed,
    };
    let mut line = Progress::new(false);
    let outcome = fit(&samples, &paper, &options, &mut |what| {
        line.show(|| format!("propp: fitting: {what}"))
    });
    line.clear();
    let mut outcome = outcome.map_err(Failure::usage)?;
    if let Some(cost) = &mut outcome.cost {
        cost.without = dataset.without();
    }
    if let (Metric::Cost, Some(reason)) = (args.model, &outcome.no_cost) {
        return Err(Failure::usage(format!(
            "no cost model: {reason}; `propp suite run` records what it needs"
        )));
    }
    if args.json {
        let text = serde_json::to_string_pretty(&report::json(&dataset, &outcome));
        print_data(&format!("{}\n", text.map_err(Failure::usage)?))?;
    } else {
        print(&report::table(&dataset, &outcome))?;
    }
    if let Some(path) = &args.output {
        let text = report::weights_file(&dataset, &outcome, &options);
        Weights::from_toml(&text).map_err(Failure::usage)?;
        write(path, args.force, text.as_bytes())?;
        say(&format!("propp: wrote {}", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

fn dataset(files: &[PathBuf], output: Output, weights: &Weights) -> Result<Dataset, Failure> {
    let names = files.iter().map(|path| output.path(path));
    let recordings: Vec<_> = names.zip(output.read(files)?).collect();
    Dataset::from_recordings(&recordings, weights).map_err(Failure::usage)
}

/// Whether a file can be written, before long work is begun; never over an input.
fn writable(path: Option<&Path>, inputs: &[PathBuf], force: bool) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let shown = path.display();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_input = |input: &PathBuf| matches!((input.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b);
    Err(Failure::usage(if path.is_dir() {
        format!("{shown} is a directory; name a file in it")
    } else if folder.is_some_and(|folder| !folder.is_dir()) {
        format!("cannot write {shown}: there is no such directory")
    } else if inputs.iter().any(is_input) {
        format!("{shown} is a recording to be read; name another file to be written")
    } else if path.exists() && !force {
        format!("{shown} exists; --force replaces it")
    } else {
        return Ok(());
    }))
}

/// Arguments of `propp dataset`.
#[derive(Debug, clap::Args)]
pub(super) struct DatasetArgs {
    /// Recordings of suites, all of the same GPU
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write a CSV file; `-` for standard output
    #[arg(long, value_name = "FILE.csv", required_unless_present = "parquet")]
    csv: Option<PathBuf>,
    /// Write a Parquet file
    #[arg(long, value_name = "FILE.parquet")]
    parquet: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long)]
    force: bool,
}

pub(super) fn run_dataset(args: &DatasetArgs) -> Result<ExitCode, Failure> {
    let to_stdout = args.csv.as_deref().is_some_and(|path| path == Path::new("-"));
    let csv_file = args.csv.as_deref().filter(|_| !to_stdout);
    writable(csv_file, &args.files, args.force)?;
    writable(args.parquet.as_deref(), &args.files, args.force)?;
    if args.parquet.is_some() && args.csv == args.parquet {
        return Err(Failure::usage("--csv and --parquet name the same file"));
    }
    let paper = Weights::bundled("paper").map_err(Failure::usage)?;
    let dataset = dataset(&args.files, Output::Data, &paper)?;
    let table = table(&dataset).map_err(Failure::usage)?;
    if to_stdout {
        let mut text = Vec::new();
        csv::write(&table, Reals::Typed, &mut text)?;
        print_data(&String::from_utf8_lossy(&text))?;
    } else if let Some(path) = csv_file {
        let mut content = Vec::new();
        csv::write(&table, Reals::Typed, &mut content)?;
        write(path, args.force, &content)?;
    }
    if let Some(path) = &args.parquet {
        let notes = [("schema".to_owned(), "propp.dataset/1".to_owned())];
        let mut content = Vec::new();
        parquet::write(&table, &notes, &mut content)?;
        write(path, args.force, &content)?;
    }
    for (reason, count) in &dataset.left_out {
        say(&format!("propp: {count} cases left out: {reason}"));
    }
    say(&format!("propp: {} rows of {}", dataset.rows.len(), dataset.gpu));
    Ok(ExitCode::SUCCESS)
}
