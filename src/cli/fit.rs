//! `propp fit` and `propp dataset`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use propp_cases::dataset::{Dataset, table};
use propp_cases::outside::Outside;
use propp_columns::Table;
use propp_columns::csv;
use propp_columns::csv::Reals;
use propp_columns::parquet;
use propp_criteria::quality::Weights;
use propp_fit::across::{Side, direction};
use propp_fit::quality::{Kind, Response};
use propp_fit::{NORMS, Options, Sample, across_table, fit, page, report};
use propp_recording::Recording;
use propp_text::progress::Progress;

use super::destination::{
    FormatArg, ReportFormat, TableOrJson, tell_of_old, writable, write, write_and_tell,
};
use super::show::to_stdout;
use super::terminal::Output;
use super::{Failure, json_text, print, print_data, say};

/// Arguments of `propp fit`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings of suites, all from the same GPU
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Model to fit
    #[arg(long, value_enum, default_value_t = Metric::Auto)]
    model: Metric,
    /// Quantity that the criteria are fitted to
    #[arg(long, value_enum, default_value_t = FittedTo::Relative)]
    response: FittedTo,
    /// Weights file to write, or with the ending .html a page of the figures with a reliability
    /// diagram; may be repeated for both [default: print the figures]
    #[arg(short, long, value_name = "FILE.toml|FILE.html")]
    output: Vec<PathBuf>,
    /// Replace existing files
    #[arg(short, long, requires = "output")]
    force: bool,
    /// Number of bootstrap rounds for the intervals
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    rounds: u32,
    /// Seed of the bootstrap
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Fit the cost model without these counters
    #[arg(long, value_name = "COUNTER,...", value_delimiter = ',')]
    without: Vec<String>,
    /// Recordings of the same cases by `propp suite run --emulate`; the fit then gives prices for
    /// emulated counts
    #[arg(long, value_name = "FILE")]
    emulated: Vec<PathBuf>,
    /// Kernels of programs outside the suites, from `propp dataset --kernels`; they show the error
    /// of predictions for such programs
    #[arg(long, value_name = "FILE.json")]
    outside: Option<PathBuf>,
    /// Recordings of the same suite on another GPU; propp then prints how well each GPU's prices
    /// and times predict the other's
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["output", "model", "response", "without", "outside", "emulated"])]
    across: Vec<PathBuf>,
    /// Fit only cases that these recordings also have; prices of two GPUs are comparable only if
    /// they are fitted to the same cases with the same norm
    #[arg(long, value_name = "FILE")]
    cases_of: Vec<PathBuf>,
    /// Overlap of resources: 1 adds their times up, a large norm takes the longest [default: the
    /// best of 1, 1.5, 2 and 3]
    #[arg(long, value_name = "NORM", value_parser = norm)]
    norm: Option<f64>,
    #[command(flatten)]
    format: FormatArg<TableOrJson>,
}

fn norm(text: &str) -> Result<f64, String> {
    let norm: Option<f64> = text.parse().ok().filter(|norm| (1.0..=100.0).contains(norm));
    norm.ok_or_else(|| "a norm is a number from 1 to 100".to_owned())
}

/// [`Response`] on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FittedTo {
    /// Best time of the problem divided by the implementation's time
    Relative,
    /// CPU time divided by the implementation's time, as in the paper
    Speedup,
    /// Logarithm of the time (criteria-log also uses the logarithm of the relative speed)
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
    /// QM as a weighted mean of the logarithms of the criteria
    CriteriaLog,
    /// The cost model, and the QM that predicts better
    Cost,
    /// As cost where the recordings have what it needs
    Auto,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    for path in &args.output {
        writable(Some(path), &args.files, args.force)?;
    }
    let paper = Weights::bundled("paper").map_err(Failure::usage)?;
    let format = args.format.of(None)?;
    args.format.tell_of_old_options();
    let mut dataset = dataset(&args.files, format.output(), &paper)?;
    if !args.emulated.is_empty() {
        dataset = dataset.with_work_of(&named(&args.emulated, format.output())?, &paper);
    }
    if !args.cases_of.is_empty() {
        let other = Dataset::from_recordings(&named(&args.cases_of, format.output())?, &paper);
        dataset.keep_cases_of(&other.map_err(Failure::usage)?);
    }
    if !args.across.is_empty() {
        return across(args, &dataset, &paper, format);
    }
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
        norms: match args.norm {
            _ if !with_prices => Vec::new(),
            Some(norm) => vec![norm],
            None => NORMS.to_vec(),
        },
        empty_ns: dataset.empty_ns,
        outside: match &args.outside {
            Some(path) => Some((outside(path)?, side(&dataset)?.rates.clone())),
            None => None,
        },
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
        cost.lack(&dataset.without());
    }
    if let (Metric::Cost, Some(reason)) = (args.model, &outcome.no_cost) {
        return Err(Failure::usage(format!(
            "no cost model: {reason}; `propp suite run` records what it needs"
        )));
    }
    match format {
        TableOrJson::Json => print_data(&json_text(&report::json(&dataset, &outcome))?)?,
        TableOrJson::Table => print(&report::table(&dataset, &outcome))?,
    }
    for path in &args.output {
        let text = if path.extension().is_some_and(|ending| ending == "html") {
            page(&dataset, &outcome)
        } else {
            let text = report::weights_file(&dataset, &outcome, &options);
            Weights::from_toml(&text).map_err(Failure::usage)?;
            text
        };
        write(path, args.force, text.as_bytes())?;
        say(&format!("propp: wrote {}", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

fn outside(path: &Path) -> Result<Outside, Failure> {
    let failed = |what: String| Failure::usage(format!("{}: {what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    Outside::from_json(&text).map_err(|error| failed(error.to_string()))
}

/// `--across`.
fn across(
    args: &Args,
    dataset: &Dataset,
    paper: &Weights,
    format: TableOrJson,
) -> Result<ExitCode, Failure> {
    let other = Dataset::from_recordings(&named(&args.across, format.output())?, paper);
    let other = other.map_err(Failure::usage)?;
    if other.gpu == dataset.gpu {
        return Err(Failure::usage(format!(
            "--across is for a recording of another GPU, and both are of {}",
            dataset.gpu
        )));
    }
    let (one, two) = (side(dataset)?, side(&other)?);
    let norm = args.norm.unwrap_or(ACROSS_NORM);
    let mut line = Progress::new(false);
    let mut all = Vec::new();
    for (from, to) in [(one, two), (two, one)] {
        line.show(|| format!("propp: from {} to {}", from.dataset.gpu, to.dataset.gpu));
        all.push(direction(from, to, norm).map_err(Failure::usage)?);
    }
    line.clear();
    match format {
        TableOrJson::Json => {
            let text =
                serde_json::json!({ "schema": "propp.across/1", "norm": norm, "directions": all });
            print_data(&json_text(&text)?)?;
        }
        TableOrJson::Table => {
            for one in &all {
                print(&across_table(one))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn side(dataset: &Dataset) -> Result<Side<'_>, Failure> {
    let lacking = || format!("the recordings of {} lack its attributes", dataset.gpu);
    let rates = dataset.rates.as_ref().ok_or_else(|| Failure::usage(lacking()))?;
    Ok(Side { dataset, rates })
}

/// The norm of the bundled prices.
const ACROSS_NORM: f64 = 2.0;

fn dataset(files: &[PathBuf], output: Output, weights: &Weights) -> Result<Dataset, Failure> {
    Dataset::from_recordings(&named(files, output)?, weights).map_err(Failure::usage)
}

/// Recordings with the names of their files.
fn named(files: &[PathBuf], output: Output) -> Result<Vec<(String, Recording)>, Failure> {
    let names = files.iter().map(|path| output.path(path));
    Ok(names.zip(output.read(files)?).collect())
}

/// Arguments of `propp dataset`.
#[derive(Debug, clap::Args)]
pub(super) struct DatasetArgs {
    /// Recordings of suites, all from the same GPU
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of the table [default: by the ending of --output]
    #[arg(long, value_enum, required_unless_present_any = ["output", "csv", "parquet"])]
    format: Option<TableFormat>,
    /// Write the kernels of programs outside the suites as JSON, for `propp fit --outside`
    #[arg(long, requires = "output", conflicts_with_all = ["format", "csv", "parquet"])]
    kernels: bool,
    /// Write to a file; may be repeated for both formats
    #[arg(short, long, value_name = "OUT")]
    output: Vec<PathBuf>,
    /// Replace existing files
    #[arg(short, long)]
    force: bool,
    #[arg(long, hide = true)]
    csv: Option<PathBuf>,
    #[arg(long, hide = true)]
    parquet: Option<PathBuf>,
}

/// How a dataset is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    /// CSV for spreadsheets and data frames
    Csv,
    /// Parquet for DuckDB, Polars and Spark
    Parquet,
}

impl DatasetArgs {
    /// The files to write and their formats; no file is standard output.
    fn outputs(&self) -> Result<Vec<(Option<PathBuf>, TableFormat)>, Failure> {
        let named = |path: &PathBuf| {
            let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
            let of_ending = ending.and_then(|ending| TableFormat::from_str(&ending, true).ok());
            let format = self.format.or(of_ending).ok_or_else(|| {
                Failure::usage(format!(
                    "{}: a dataset is written as .csv or .parquet; another name takes --format",
                    path.display()
                ))
            })?;
            Ok((Some(path.clone()), format))
        };
        let mut all: Vec<_> = self.output.iter().map(named).collect::<Result<_, Failure>>()?;
        let old = [(&self.csv, TableFormat::Csv), (&self.parquet, TableFormat::Parquet)];
        for (path, format) in old {
            if let Some(path) = path {
                tell_of_old("--csv or --parquet FILE", "-o FILE");
                all.push((Some(path.clone()).filter(|path| path != Path::new("-")), format));
            }
        }
        if let (true, Some(format)) = (all.is_empty(), self.format) {
            all.push((None, format));
        }
        let is_repeated = |(place, (path, _)): (usize, &(Option<PathBuf>, TableFormat))| {
            all[..place].iter().any(|(other, _)| other == path)
        };
        match all.iter().enumerate().find(|one| is_repeated(*one)) {
            Some((_, (path, _))) => {
                let path = path.as_deref().unwrap_or(Path::new("standard output"));
                Err(Failure::usage(format!("{} is named twice", path.display())))
            }
            None => Ok(all),
        }
    }
}

fn encoded(table: &Table, format: TableFormat) -> Result<Vec<u8>, Failure> {
    let mut content = Vec::new();
    match format {
        TableFormat::Csv => csv::write(table, Reals::Typed, &mut content)?,
        TableFormat::Parquet => {
            let notes = [("schema".to_owned(), "propp.dataset/1".to_owned())];
            parquet::write(table, &notes, &mut content)?;
        }
    }
    Ok(content)
}

/// `--kernels`.
fn run_kernels(args: &DatasetArgs) -> Result<ExitCode, Failure> {
    let [path] = args.output.as_slice() else {
        return Err(Failure::usage("--kernels writes one file"));
    };
    writable(Some(path), &args.files, args.force)?;
    let all = Outside::from_recordings(&named(&args.files, Output::Data)?);
    let all = all.map_err(Failure::usage)?;
    let text = serde_json::to_string(&all).map_err(super::render::no_json)? + "\n";
    write_and_tell(path, args.force, text.as_bytes())?;
    say(&format!("propp: {} kernels of {}", all.kernels.len(), all.gpu));
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run_dataset(args: &DatasetArgs) -> Result<ExitCode, Failure> {
    if args.kernels {
        return run_kernels(args);
    }
    let outputs = args.outputs()?;
    for (path, _) in &outputs {
        writable(path.as_deref(), &args.files, args.force)?;
    }
    let paper = Weights::bundled("paper").map_err(Failure::usage)?;
    let dataset = dataset(&args.files, Output::Data, &paper)?;
    let table = table(&dataset).map_err(Failure::usage)?;
    for (path, format) in &outputs {
        let content = encoded(&table, *format)?;
        match path {
            Some(path) => write_and_tell(path, args.force, &content)?,
            None => to_stdout(content)?,
        }
    }
    for (reason, count) in &dataset.left_out {
        say(&format!("propp: {count} cases left out: {reason}"));
    }
    say(&format!("propp: {} rows of {}", dataset.rows.len(), dataset.gpu));
    Ok(ExitCode::SUCCESS)
}
