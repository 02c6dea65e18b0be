//! `propp fit` and `propp dataset`.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;

use super::{Failure, page, print};
use crate::columns::{csv, parquet};
use crate::dataset::{Dataset, table};
use crate::fit::quality::{Kind, Response};
use crate::fit::{NORMS, Options, Sample, fit, report};
use crate::quality::Weights;
use crate::recording::read;

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
    #[arg(long, value_enum, default_value_t = Response::Relative)]
    response: Response,
    /// Weights file to write [default: none, only the figures are printed]
    #[arg(short, long, value_name = "FILE.toml")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(short, long, requires = "output")]
    force: bool,
    /// Rounds of the bootstrap behind the intervals
    #[arg(long, value_name = "N", default_value_t = 1000)]
    rounds: usize,
    /// Seed of the bootstrap
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// What a weights file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Metric {
    /// QM as a weighted mean of the criteria, as in the paper
    CriteriaLinear,
    /// QM by their logarithms
    CriteriaLog,
    /// criteria-linear, and the cost model
    Cost,
    /// As cost where the recordings have what it needs
    Auto,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(path) = args.output.as_ref().filter(|path| path.exists() && !args.force) {
        let path = path.display();
        return Err(Failure::usage(format!("{path} exists; --force replaces it")));
    }
    let paper = Weights::bundled("paper").map_err(Failure::usage)?;
    let dataset = dataset(&args.files, &paper)?;
    let samples = Sample::all(&dataset);
    let kind = match args.model {
        Metric::CriteriaLog => Kind::CriteriaLog,
        _ => Kind::CriteriaLinear,
    };
    let with_prices = matches!(args.model, Metric::Cost | Metric::Auto);
    let options = Options {
        response: args.response,
        kind,
        norms: if with_prices { &NORMS } else { &[] },
        rounds: args.rounds,
        seed: args.seed,
    };
    let progress = io::stderr().is_terminal();
    let mut told = |what: &str| {
        if progress {
            let _ = write!(io::stderr(), "\r\x1b[Kpropp: fitting: {what}");
        }
    };
    let outcome = fit(&samples, &paper, &options, &mut told);
    if progress {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let outcome = outcome.map_err(Failure::usage)?;
    if args.model == Metric::Cost && outcome.cost.is_none() {
        return Err(Failure::usage(
            "the recordings lack the counters of the cost model; `propp suite run` records them",
        ));
    }
    if args.json {
        let text = serde_json::to_string_pretty(&report::json(&dataset, &outcome));
        print(&format!("{}\n", text.map_err(Failure::usage)?))?;
    } else {
        print(&report::table(&dataset, &outcome, page(&io::stdout())))?;
    }
    if let Some(path) = &args.output {
        let text = report::weights_file(&dataset, &outcome, &options);
        Weights::from_toml(&text).map_err(Failure::usage)?;
        std::fs::write(path, text).map_err(|e| cannot_write(path, &e))?;
        let _ = writeln!(io::stderr(), "propp: wrote {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn dataset(files: &[PathBuf], weights: &Weights) -> Result<Dataset, Failure> {
    let mut recordings = Vec::new();
    for path in files {
        let name = path.display().to_string();
        let recording = read(path).map_err(|e| Failure::usage(format!("{name}: {e}")))?;
        recordings.push((name, recording));
    }
    Dataset::of(&recordings, weights).map_err(Failure::usage)
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()))
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
    for path in [&args.csv, &args.parquet].into_iter().flatten() {
        if path.exists() && !args.force {
            let path = path.display();
            return Err(Failure::usage(format!("{path} exists; --force replaces it")));
        }
    }
    let paper = Weights::bundled("paper").map_err(Failure::usage)?;
    let dataset = dataset(&args.files, &paper)?;
    let table = table(&dataset).map_err(Failure::usage)?;
    if to_stdout {
        csv::write(&table, &mut io::stdout().lock())?;
    } else if let Some(path) = &args.csv {
        let write = |file| csv::write(&table, &mut BufWriter::new(file));
        File::create(path).and_then(write).map_err(|e| cannot_write(path, &e))?;
    }
    if let Some(path) = &args.parquet {
        let notes = [("schema".to_owned(), "propp.dataset/1".to_owned())];
        let write = |file| parquet::write(&table, &notes, &mut BufWriter::new(file));
        File::create(path).and_then(write).map_err(|e| cannot_write(path, &e))?;
    }
    for (reason, count) in &dataset.left_out {
        let _ = writeln!(io::stderr(), "propp: {count} cases left out: {reason}");
    }
    let _ = writeln!(io::stderr(), "propp: {} rows of {}", dataset.rows.len(), dataset.gpu);
    Ok(ExitCode::SUCCESS)
}
