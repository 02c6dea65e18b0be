//! `propp show`.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{ArgMatches, ValueEnum};

use super::weights::WeightsArg;
use super::{Failure, page, print, say};
use crate::analysis::{Analysis, Grouping, Input, Sort, analyse, select};
use crate::collect::KernelFilter;
use crate::criteria::Criterion;
use crate::hints;
use crate::recording::{Recording, read};
use crate::report::{Page, csv, explain, json, table};

/// Arguments of `propp show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings; several (the ranks of one program) are shown as one run
    #[arg(required_unless_present = "schema", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to write it [default: by the ending of --output, or a table]
    #[arg(long, value_enum, env = "PROPP_FORMAT")]
    format: Option<Format>,
    /// Write to a file
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace an existing output file
    #[arg(short, long, requires = "output")]
    force: bool,
    /// Order of the kernels
    #[arg(long, value_enum, default_value_t = Order::Time)]
    sort: Order,
    /// Show the first N kernels only
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Show only kernels of this name, or whose demangled name matches
    /// regex:EXPRESSION
    #[arg(short, long, value_name = "NAME", env = "PROPP_KERNEL")]
    kernel: Option<KernelFilter>,
    /// One line a function, whatever it was launched with
    #[arg(long)]
    merge: bool,
    /// Say where the values come from, of all criteria or of one
    #[arg(long, value_name = "CRITERION", num_args = 0..=1, value_parser = criterion)]
    explain: Option<Option<Criterion>>,
    #[command(flatten)]
    weights: WeightsArg,
    /// Write the JSON Schema of --format json, and nothing else
    #[arg(long)]
    schema: bool,
}

/// What has no effect beside these options.
const WITHOUT_EFFECT: [(&str, &[&str]); 2] = [
    ("schema", &["files", "format", "sort", "top", "kernel", "merge", "explain", "weights"]),
    ("explain", &["format"]),
];

/// Words for options that have no effect beside others. clap's own conflicts
/// also refuse what the environment says, which is meant for other calls.
pub(super) fn without_effect(matches: &ArgMatches) -> Option<String> {
    let typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    WITHOUT_EFFECT.iter().filter(|(option, _)| typed(option)).find_map(|(option, others)| {
        let other = match *others.iter().find(|other| typed(other))? {
            "files" => "a FILE".to_owned(),
            name => format!("--{name}"),
        };
        Some(format!("--{option} cannot be used with {other}, which would have no effect"))
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs; see --schema
    Json,
    /// For spreadsheets: one line a kernel
    Csv,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Order {
    /// The most time first
    Time,
    /// The worst quality first
    Qm,
    /// By name
    Name,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(path) = args.output.as_ref().filter(|path| is_input(path, &args.files)) {
        return Err(Failure::usage(format!("{} is the recording itself", path.display())));
    }
    let text = if args.schema { json::schema().map_err(no_json)? } else { report(args)? };
    match &args.output {
        Some(path) => write(path, args.force, &text)?,
        None => print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether an output would destroy one of the recordings.
fn is_input(output: &Path, inputs: &[PathBuf]) -> bool {
    let Ok(output) = output.canonicalize() else { return false };
    inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == output))
}

fn report(args: &Args) -> Result<String, Failure> {
    let files = without_repeats(&args.files);
    let read_all = files.iter().map(|path| read(path)).collect::<Result<_, _>>();
    let recordings: Vec<Recording> = read_all.map_err(Failure::usage)?;
    let weights = args.weights.of(&recordings)?;
    let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    let inputs: Vec<Input<'_>> = (names.iter().zip(&recordings))
        .map(|(name, recording)| Input { name, recording })
        .collect();
    let grouping = if args.merge { Grouping::Function } else { Grouping::Signature };
    let mut analysis = analyse(&inputs, &weights, grouping);
    let order = match args.sort {
        Order::Time => Sort::Time,
        Order::Qm => Sort::Quality,
        Order::Name => Sort::Name,
    };
    let wanted = |name: &str| args.kernel.as_ref().is_none_or(|filter| filter.matches(name));
    select(&mut analysis, order, |name| wanted(&name.full), args.top);
    hints::add(&mut analysis, &recordings.iter().collect::<Vec<_>>());
    render(args, &analysis)
}

/// A recording that is named twice counts once: its launches would be twice
/// what they were.
fn without_repeats(files: &[PathBuf]) -> Vec<&Path> {
    let mut kept: Vec<(&Path, PathBuf)> = Vec::new();
    for file in files {
        // What has no canonical path is not there, and reading it says so.
        let canonical = file.canonicalize().unwrap_or_else(|_| file.clone());
        match kept.iter().find(|(_, known)| *known == canonical) {
            Some((first, _)) => say(&format!(
                "propp: {} is the same recording as {}, and counts once",
                file.display(),
                first.display()
            )),
            None => kept.push((file, canonical)),
        }
    }
    kept.into_iter().map(|(file, _)| file).collect()
}

fn render(args: &Args, analysis: &Analysis) -> Result<String, Failure> {
    if let Some(only) = args.explain {
        return Ok(explain::render(analysis, only, page_of(args)));
    }
    match format(args) {
        Format::Table => Ok(table::render(analysis, page_of(args))),
        Format::Json => json::render(analysis).map_err(no_json),
        Format::Csv => Ok(csv::render(analysis)),
    }
}

fn format(args: &Args) -> Format {
    let ending = args.output.as_deref().and_then(Path::extension).and_then(|e| e.to_str());
    args.format.unwrap_or(match ending {
        Some("json") => Format::Json,
        Some("csv") => Format::Csv,
        _ => Format::Table,
    })
}

fn page_of(args: &Args) -> Page {
    if args.output.is_some() { Page::PLAIN } else { page(&io::stdout()) }
}

fn criterion(text: &str) -> Result<Criterion, String> {
    let found = Criterion::ALL.into_iter().find(|c| c.name().eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let names: Vec<&str> = Criterion::ALL.iter().map(|c| c.name()).collect();
        format!("the criteria are {}; a file goes before --explain", names.join(", "))
    })
}

fn no_json(error: serde_json::Error) -> Failure {
    Failure::usage(format!("cannot write JSON: {error}"))
}

fn write(path: &Path, force: bool, text: &str) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).create_new(!force);
    let opened = options.open(path);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        Failure::usage(if error.kind() == io::ErrorKind::AlreadyExists {
            format!("{} exists; give -f to overwrite it, or another name with -o", path.display())
        } else {
            format!("cannot write {}: {error}; name another place with -o", path.display())
        })
    })
}
