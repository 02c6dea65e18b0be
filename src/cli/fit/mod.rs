//! `propp fit`.

pub(super) mod dataset;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use propp_base_model::GpuRates;
use propp_base_text::progress::Progress;
use propp_judge_cost::quality::Weights;
use propp_suite_cases::dataset::Dataset;
use propp_suite_cases::outside::Outside;
use propp_suite_fit::across::{Side, direction};
use propp_suite_fit::quality::{Kind, Response};
use propp_suite_fit::{NORMS, Options, Sample, across_table, fit, page, report};

use self::dataset::{dataset, named};
use super::common::destination::{FormatArg, ReportFormat, TableOrJson, writable, write};
use super::say::{Failure, Result, json_text, print, print_data, say};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings that `propp suite run` wrote, all from the same GPU
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Model to fit
    #[arg(long, value_enum, default_value_t = Metric::Auto)]
    model: Metric,
    /// Quantity that QM, a function of the criteria, is fitted to
    #[arg(long, value_enum, default_value_t = FittedTo::Relative)]
    response: FittedTo,
    /// File to write: with the ending .html, a page with the figures and a reliability diagram;
    /// otherwise the weights [default: print the figures only]; may be repeated
    #[arg(short, long, value_name = "FILE.toml|FILE.html")]
    output: Vec<PathBuf>,
    /// Replace existing files
    #[arg(short, long, requires = "output")]
    force: bool,
    /// Number of bootstrap rounds for the intervals
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    rounds: u32,
    /// Seed of the bootstrap's random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Counters that the cost model must not use, separated by commas [default: none]
    #[arg(long, value_name = "COUNTER,...", value_delimiter = ',')]
    without: Vec<String>,
    /// Recordings of the same cases that `propp suite run --emulate` wrote; propp then fits prices
    /// of emulated counts
    #[arg(long, value_name = "FILE")]
    emulated: Vec<PathBuf>,
    /// File that `propp dataset --kernels` wrote from programs outside the suites; propp then also
    /// reports the error of the predictions for their kernels
    #[arg(long, value_name = "FILE.json")]
    outside: Option<PathBuf>,
    /// Recordings of the same suite on another GPU; propp then prints only how well the prices of
    /// each GPU predict the times of the other, and how well times of one GPU
    /// do that are scaled by the rates of both
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["output", "model", "response", "without", "outside", "emulated"])]
    across: Vec<PathBuf>,
    /// Recordings that limit the fit to the cases that they also contain, for example to compare the
    /// prices of two GPUs [default: fit all cases]
    #[arg(long, value_name = "FILE")]
    cases_of: Vec<PathBuf>,
    /// Norm, from 1 to 100, that combines the times of a kernel's resources: 1 adds the times up, a
    /// large norm selects the longest [default: the best of 1, 1.5, 2, 2.5 and 3; 2 if --across is given]
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
    /// Negative logarithm of the time
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
    /// Cost model, and the criteria model (linear or logarithmic) that predicts better
    Cost,
    /// Like cost, but without a cost model if the recordings lack data for it
    Auto,
}

pub(super) fn run(args: &Args) -> Result<()> {
    for path in &args.output {
        writable(Some(path), &args.files, args.force)?;
    }
    let paper = Weights::bundled("paper").map_err(Failure::usage)?;
    let format = args.format.of(None)?;
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
        cycle_ns: dataset.rates.as_ref().map_or(0.0, GpuRates::cycle_ns),
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
    Ok(())
}

fn outside(path: &Path) -> Result<Outside> {
    let failed = |what: String| Failure::usage(format!("{}: {what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    Outside::from_json(&text).map_err(|error| failed(error.to_string()))
}

fn across(args: &Args, dataset: &Dataset, paper: &Weights, format: TableOrJson) -> Result<()> {
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
    Ok(())
}

fn side(dataset: &Dataset) -> Result<Side<'_>> {
    let lacking = || format!("the recordings of {} lack its attributes", dataset.gpu);
    let rates = dataset.rates.as_ref().ok_or_else(|| Failure::usage(lacking()))?;
    Ok(Side { dataset, rates })
}

/// The norm of the bundled prices.
const ACROSS_NORM: f64 = 2.0;
