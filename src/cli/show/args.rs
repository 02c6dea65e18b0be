//! The options of `propp show`.

use std::path::PathBuf;

use clap::ValueEnum;
use propp_base_names::KernelFilter;
use propp_judge_criteria::Criterion;
use propp_recording_wire::variables;

use super::render::Format;
use super::rows::Rows;
use crate::cli::common::destination::by_ending;
use crate::cli::common::device_profile::ProbeArg;
use crate::cli::common::libraries::LibrariesArg;
use crate::cli::common::weights::WeightsArg;
use crate::cli::say::Result;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recordings; several, such as the ranks of one program, are shown as one run
    #[arg(required_unless_present_any = ["schema", "code", "lines", "explain"], value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Format of the report [default: by the ending of --output, or a table]
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
    /// Show everything instead of the first screen: all criteria, predictions, hints and notices
    #[arg(short, long)]
    pub(super) all: bool,
    /// Show only kernels with this name (the function's own, with template arguments, or as
    /// displayed), the kernel with this number on the first screen, or kernels with a demangled
    /// name that matches regex:EXPRESSION
    #[arg(short, long, value_name = "NAME", env = variables::KERNEL)]
    pub(super) kernel: Option<KernelFilter>,
    /// Show one line per function, over all its launch configurations
    #[arg(long)]
    pub(super) merge: bool,
    /// Show the formula and the counters of each value: for all kernels, for one (a name, or
    /// regex:EXPRESSION), for one criterion, or for QM
    #[arg(long, value_name = "KERNEL|CRITERION", num_args = 0..=1, value_parser = explained)]
    pub(super) explain: Option<Option<Explained>>,
    /// Show the compiled code of kernels: instructions with source lines, loops and resources.
    /// Without a name and without -k, list the kernels that have code
    #[arg(long, value_name = "KERNEL", num_args = 0..=1)]
    pub(super) code: Option<Option<KernelFilter>>,
    /// Show the memory requests of each source line and the lines that hints are about, for all
    /// kernels that `propp profile --lines` counted or for one. Shows the hottest lines; --all
    /// shows all
    #[arg(long, value_name = "KERNEL", num_args = 0..=1)]
    #[arg(conflicts_with_all = ["code", "explain"])]
    pub(super) lines: Option<Option<KernelFilter>>,
    /// Another folder to read sources from; by default propp reads only below the working directory
    #[arg(long, value_name = "DIR")]
    pub(super) sources: Vec<PathBuf>,
    /// Write a flat table with one row per kernel, launch or measured launch, as json, csv or
    /// parquet
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(super) rows: Option<Rows>,
    /// Add the counters of each launch to a trace of torch.profiler, for HTA and Perfetto; -o names
    /// the new trace
    #[arg(long, value_name = "TRACE.json", requires = "output")]
    pub(super) kineto: Option<PathBuf>,
    /// Predict the time of the same run on another GPU, as a table or JSON: a described GPU such as
    /// h200 (`propp explain your-gpu` lists them), or the GPU of a file by `propp fit`, `propp
    /// calibrate` or `propp probe --profile`
    #[arg(long, value_name = "GPU|FILE", conflicts_with_all = ["code", "explain", "lines", "rows", "kineto"])]
    pub(super) on: Option<String>,
    /// Do not send a long report through a pager
    #[arg(long)]
    pub(super) no_pager: bool,
    #[command(flatten)]
    pub(super) weights: WeightsArg,
    #[command(flatten)]
    pub(super) probe: ProbeArg,
    #[command(flatten)]
    pub(super) libraries: LibrariesArg,
    /// Print only the JSON Schema of --format json, or of the JSON of --code or --lines
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
    /// Most time first
    Time,
    /// Worst quality first
    Qm,
    /// Alphabetical
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
    pub(super) fn format(&self) -> Result<Format> {
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
