//! `propp dataset`, and the cases of suites.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use propp_base_columns::csv::{self, Reals};
use propp_base_columns::{Table, parquet};
use propp_judge_cost::quality::Weights;
use propp_recording::Recording;
use propp_suite_cases::dataset::{Dataset, table};
use propp_suite_cases::outside::Outside;

use crate::cli::common::destination::{writable, write_and_tell};
use crate::cli::say::terminal::Output;
use crate::cli::say::{Failure, Result, no_json, say, to_stdout};

pub(super) fn dataset(files: &[PathBuf], output: Output, weights: &Weights) -> Result<Dataset> {
    Dataset::from_recordings(&named(files, output)?, weights).map_err(Failure::usage)
}

/// Recordings with the names of their files.
pub(super) fn named(files: &[PathBuf], output: Output) -> Result<Vec<(String, Recording)>> {
    let names = files.iter().map(|path| output.path(path));
    Ok(names.zip(output.read(files)?).collect())
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recordings of suites, all from the same GPU; with --kernels, recordings of other programs
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of the table, required without --output [default: by the ending of --output]
    #[arg(long, value_enum, required_unless_present = "output")]
    format: Option<TableFormat>,
    /// Write the kernels of recorded programs as JSON instead of the table, for `propp fit
    /// --outside`
    #[arg(long, requires = "output", conflicts_with = "format")]
    kernels: bool,
    /// File to write [default: standard output]; may be repeated, for example once per format
    #[arg(short, long, value_name = "OUT")]
    output: Vec<PathBuf>,
    /// Replace existing files
    #[arg(short, long)]
    force: bool,
}

/// How a dataset is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    /// CSV for spreadsheets and data frames
    Csv,
    /// Parquet for DuckDB, Polars and Spark
    Parquet,
}

impl Args {
    /// The files to write and their formats; no file is standard output.
    fn outputs(&self) -> Result<Vec<(Option<PathBuf>, TableFormat)>> {
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
        let mut all: Vec<_> = self.output.iter().map(named).collect::<Result<_>>()?;
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

fn encoded(table: &Table, format: TableFormat) -> Result<Vec<u8>> {
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

fn run_kernels(args: &Args) -> Result<()> {
    let [path] = args.output.as_slice() else {
        return Err(Failure::usage("--kernels writes one file"));
    };
    writable(Some(path), &args.files, args.force)?;
    let all = Outside::from_recordings(&named(&args.files, Output::Data)?);
    let all = all.map_err(Failure::usage)?;
    let text = serde_json::to_string(&all).map_err(no_json)? + "\n";
    write_and_tell(path, args.force, text.as_bytes())?;
    say(&format!("propp: {} kernels of {}", all.kernels.len(), all.gpu));
    Ok(())
}

pub(in crate::cli) fn run(args: &Args) -> Result<()> {
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
    Ok(())
}
