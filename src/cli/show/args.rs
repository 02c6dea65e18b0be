//! The options of `propp show`.

use std::path::PathBuf;

use clap::ValueEnum;
use propp_criteria::Criterion;
use propp_names::KernelFilter;
use propp_wire::variables;

use super::render::Format;
use super::rows::Rows;
use crate::cli::common::destination::by_ending;
use crate::cli::common::device_profile::ProbeArg;
use crate::cli::common::libraries::LibrariesArg;
use crate::cli::common::weights::WeightsArg;
use crate::cli::say::Failure;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recordings; several (the ranks of one program) are shown as one run
    #[arg(required_unless_present_any = ["schema", "code", "lines", "explain"], value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// How to write it [default: by the ending of --output, or a table]
    #[arg(long, value_enum, env = variables::FORMAT)]
    pub(super) format: Option<Format>,
    /// Write to a file
    #[arg(short, long, value_name = "OUT")]
    pub(super) output: Option<PathBuf>,
    /// Replace an existing output file
    #[arg(short, long, requires = "output")]
    pub(super) force: bool,
    /// Order of the kernels
    #[arg(long, value_enum, default_value_t = Order::Time)]
    pub(super) sort: Order,
    /// Show the first N kernels only [default: 10 on the first screen, else all]
    #[arg(long, value_name = "N")]
    pub(super) top: Option<usize>,
    /// Show everything: each criterion, prediction, hint and notice, not the first screen
    #[arg(short, long)]
    pub(super) all: bool,
    /// Show only kernels of this name (the function's own, with template arguments, or as
    /// it is shown), the one with this number on the first screen, or those whose demangled
    /// name matches regex:EXPRESSION
    #[arg(short, long, value_name = "NAME", env = variables::KERNEL)]
    pub(super) kernel: Option<KernelFilter>,
    /// One line a function, whatever it was launched with
    #[arg(long)]
    pub(super) merge: bool,
    /// Say where the values come from: of all kernels, of one (a name, or
    /// regex:EXPRESSION), of one criterion, or of QM
    #[arg(long, value_name = "KERNEL|CRITERION", num_args = 0..=1, value_parser = explained)]
    pub(super) explain: Option<Option<Explained>>,
    /// Show the compiled code of kernels: their instructions with source lines, loops and
    /// resources. Without a name and without -k, a list of the kernels with code
    #[arg(long, value_name = "KERNEL", num_args = 0..=1)]
    pub(super) code: Option<Option<KernelFilter>>,
    /// Show what the source lines of kernels ask for, and which lines hints are about: of all
    /// kernels that `propp profile --lines` counted, or of one. The hottest lines; --all for all
    #[arg(long, value_name = "KERNEL", num_args = 0..=1)]
    #[arg(conflicts_with_all = ["code", "explain"])]
    pub(super) lines: Option<Option<KernelFilter>>,
    /// A folder whose sources may be read, too; by default those below this folder alone
    #[arg(long, value_name = "DIR")]
    pub(super) sources: Vec<PathBuf>,
    /// Write a flat table with a row for each of these, as json, csv or parquet
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(super) rows: Option<Rows>,
    /// Add the counters to a trace of torch.profiler, a launch each, for HTA and Perfetto: the new
    /// trace is written to -o
    #[arg(long, value_name = "TRACE.json", requires = "output")]
    pub(super) kineto: Option<PathBuf>,
    /// What the same run would take on another GPU: a described one, such as h200 (`propp explain
    /// your-gpu` lists them), or the one that a file of `propp fit`, `propp calibrate` or `propp probe
    /// --profile` is of. As a table or JSON
    #[arg(long, value_name = "GPU|FILE", conflicts_with_all = ["code", "explain", "lines", "rows", "kineto"])]
    pub(super) on: Option<String>,
    /// Do not show a long report a page at a time
    #[arg(long)]
    pub(super) no_pager: bool,
    #[command(flatten)]
    pub(super) weights: WeightsArg,
    #[command(flatten)]
    pub(super) probe: ProbeArg,
    #[command(flatten)]
    pub(super) libraries: LibrariesArg,
    /// Write the JSON Schema of --format json (with --code or --lines, of its JSON), and nothing else
    #[arg(long)]
    pub(super) schema: bool,
}

/// What chooses and orders what people read.
const FOR_READERS: [&str; 10] =
    ["sort", "top", "all", "kernel", "merge", "explain", "code", "lines", "probe", "libraries"];

/// What has no effect beside these options.
pub(in crate::cli) const WITHOUT_EFFECT: [(&str, &[&str]); 9] = [
    ("on", &["probe", "libraries", "sources"]),
    ("kineto", &FOR_READERS),
    ("kineto", &["sources"]),
    ("schema", &["files", "format", "sort", "top", "all", "kernel", "merge", "explain", "weights"]),
    ("schema", &["probe", "libraries", "sources", "rows", "kineto"]),
    ("rows", &FOR_READERS),
    ("rows", &["sources"]),
    ("explain", &["format", "all", "probe", "libraries", "sources"]),
    (
        "code",
        &["sort", "top", "all", "merge", "explain", "weights", "probe", "libraries", "sources"],
    ),
];

#[derive(Clone, Debug)]
pub(super) enum Explained {
    Criterion(Criterion),
    Quality,
    Kernel(KernelFilter),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Order {
    /// The most time first
    Time,
    /// The worst quality first
    Qm,
    /// By name
    Name,
}

impl Args {
    /// Takes the recording out of `--code FILE`, where no other is named: the option may have a
    /// kernel behind it. Whether there is a recording.
    pub(in crate::cli) fn take_file(&mut self) -> bool {
        if self.schema || !self.files.is_empty() {
            return true;
        }
        let kernel = match (&self.code, &self.lines, &self.explain) {
            (Some(Some(kernel)), ..)
            | (_, Some(Some(kernel)), _)
            | (.., Some(Some(Explained::Kernel(kernel)))) => kernel,
            _ => return false,
        };
        let file = PathBuf::from(kernel.to_string());
        if !file.is_file() {
            return false;
        }
        self.files.push(file);
        self.code = self.code.take().map(|_| None);
        self.lines = self.lines.take().map(|_| None);
        self.explain = self.explain.take().map(|_| None);
        true
    }

    /// The format that is asked for.
    pub(super) fn format(&self) -> Result<Format, Failure> {
        match self.format {
            // What explains is text, whatever the file is called and the environment says.
            _ if self.explain.is_some() => Ok(Format::Table),
            Some(format) => Ok(format),
            None => by_ending(self.output.as_deref()),
        }
    }
}

fn explained(text: &str) -> Result<Explained, String> {
    let found = Criterion::ALL.into_iter().find(|c| c.name().eq_ignore_ascii_case(text));
    match found {
        Some(criterion) => Ok(Explained::Criterion(criterion)),
        None if text.eq_ignore_ascii_case("QM") => Ok(Explained::Quality),
        None => text.parse().map(Explained::Kernel),
    }
}
