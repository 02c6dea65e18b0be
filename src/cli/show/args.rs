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
use crate::cli::common::step::StepArg;
use crate::cli::common::weights::WeightsArg;
use crate::cli::say::Result;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recordings to show as one run; several must be from the same program, such as its ranks
    #[arg(required_unless_present_any = ["schema", "code", "lines", "explain"], value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Format of the report [default: by the ending of --output, otherwise table]
    #[arg(long, value_enum, env = variables::FORMAT)]
    pub(super) format: Option<Format>,
    /// File to write the report to [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(super) output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(short, long, requires = "output")]
    pub(super) force: bool,
    /// Order of the kernels
    #[arg(long, value_enum, default_value_t = Order::Time)]
    pub(super) sort: Order,
    /// Number of kernels to show; with --lines, --change or --brief -k: number of source lines per
    /// kernel [default: 10 kernels on the first screen, otherwise all]
    #[arg(long, value_name = "N")]
    pub(super) top: Option<usize>,
    /// Show all kernels with all criteria, predictions, hints and notices, instead of the summary
    /// (the first screen)
    #[arg(short, long)]
    pub(super) all: bool,
    /// Show only some kernels: by name or a part of it, by =NAME (the whole name), by number on the first
    /// screen, by id, or by regex:EXPRESSION [default: all kernels]
    #[arg(short, long, value_name = "NAME", env = variables::KERNEL)]
    pub(super) kernel: Option<KernelFilter>,
    #[command(flatten)]
    pub(super) step: StepArg,
    /// Combine all launch configurations of a function in one line
    #[arg(long)]
    pub(super) merge: bool,
    /// Show the formula and the counters of each value: of a kernel (a name, a number or
    /// regex:EXPRESSION), of a criterion, or of QM [default: all values]
    #[arg(long, value_name = "KERNEL|CRITERION", num_args = 0..=1, value_parser = explained)]
    pub(super) explain: Option<Option<Explained>>,
    /// Show the compiled code of kernels with this name, or that match regex:EXPRESSION [default:
    /// the kernels of -k; without -k, a list of the kernels that have code]
    #[arg(long, value_name = "KERNEL", num_args = 0..=1)]
    pub(super) code: Option<Option<KernelFilter>>,
    /// Show the hottest source lines (with --all: all lines) with their memory requests; KERNEL is
    /// a name or regex:EXPRESSION [default: all kernels that `propp profile --lines` counted]
    #[arg(long, value_name = "KERNEL", num_args = 0..=1)]
    #[arg(conflicts_with_all = ["code", "explain"])]
    pub(super) lines: Option<Option<KernelFilter>>,
    /// Folder to search for source files, in addition to the working directory; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(super) sources: Vec<PathBuf>,
    /// Write a flat table as json, csv or parquet instead of the report
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(super) rows: Option<Rows>,
    /// Trace of torch.profiler; propp adds the counters of each launch, for HTA and Perfetto, and
    /// writes the new trace to -o
    #[arg(long, value_name = "TRACE.json", requires = "output")]
    pub(super) kineto: Option<PathBuf>,
    /// Predict the time of the same run on another GPU: a name such as h200 (`propp explain
    /// your-gpu` lists the names), or a file that `propp fit -o`, `propp calibrate -o` or `propp
    /// probe --profile` wrote on that GPU
    #[arg(long, value_name = "GPU|FILE", conflicts_with_all = ["code", "explain", "lines", "rows", "kineto"])]
    pub(super) on: Option<String>,
    /// Recording that `propp emulate` wrote for the same program; propp then shows the least time
    /// that each kernel needs to move its bytes
    #[arg(long, value_name = "EMULATED", conflicts_with_all = ["code", "explain", "lines", "rows", "kineto", "on"])]
    pub(super) floor: Option<PathBuf>,
    /// Write a short report for language models and scripts (at most 1,500 tokens, as text or JSON):
    /// how busy the GPU was, changes with ids, and the next command; with -k, one kernel
    #[arg(long, conflicts_with_all = ["code", "explain", "lines", "rows", "kineto", "on", "floor", "roofline"])]
    pub(super) brief: bool,
    /// Write the details of one change of --brief, given by its number or id, in at most 1,500
    /// tokens
    #[arg(long, value_name = "N|ID", conflicts_with_all = ["brief", "code", "explain", "lines", "rows", "kineto", "on", "floor", "roofline", "kernel"])]
    pub(super) change: Option<String>,
    /// Draw the roofline chart of the kernels as text
    #[arg(long, conflicts_with_all = ["code", "explain", "lines", "rows", "kineto", "on", "floor"])]
    pub(super) roofline: bool,
    /// Print a long report directly, not through a pager
    #[arg(long)]
    pub(super) no_pager: bool,
    #[command(flatten)]
    pub(super) weights: WeightsArg,
    #[command(flatten)]
    pub(super) probe: ProbeArg,
    #[command(flatten)]
    pub(super) libraries: LibrariesArg,
    /// Print only the JSON Schema of --format json, or of --code or --lines
    #[arg(long)]
    pub(super) schema: bool,
}

/// What chooses and orders what people read.
const FOR_READERS: [&str; 10] =
    ["sort", "top", "all", "kernel", "merge", "explain", "code", "lines", "probe", "libraries"];

/// What has no effect beside these options.
pub(in crate::cli) const WITHOUT_EFFECT: [(&str, &[&str]); 12] = [
    ("on", &["probe", "libraries", "sources"]),
    ("kineto", &FOR_READERS),
    ("kineto", &["step", "sources"]),
    ("schema", &["files", "format", "sort", "top", "all", "kernel", "merge", "explain", "weights"]),
    ("brief", &["all", "sort"]),
    ("change", &["all", "sort"]),
    ("roofline", &["probe", "libraries", "sources", "all"]),
    ("schema", &["roofline", "floor", "step", "probe", "libraries", "sources", "rows", "kineto"]),
    ("rows", &FOR_READERS),
    ("rows", &["sources"]),
    ("explain", &["format", "all", "probe", "libraries", "sources"]),
    (
        "code",
        &[
            "sort",
            "top",
            "all",
            "step",
            "merge",
            "explain",
            "weights",
            "probe",
            "libraries",
            "sources",
        ],
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
    /// Kernel with the most time first
    Time,
    /// Kernel with the worst QM first
    Qm,
    /// Alphabetical order of names
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
