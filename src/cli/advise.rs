//! `propp advise`.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use propp_base_names::KernelFilter;
use propp_base_text::count;
use propp_base_text::progress::Progress;
use propp_code_lines::sources::{Folders, whole};
use propp_collect::Options;
use propp_judge_analysis::{Grouping, Input, Listing, analyse};
use propp_recording::Recording;
use propp_recording_wire::variables;
use propp_report_advise::{
    Advised, Edit, File, Files, Source, all_edits, diff, json, of_kernel, page, table,
};
use propp_report_trial::{Replay, Side, Trees, climb};

use super::common::Cuda;
use super::common::destination::{Destination, ReportFormat, writable, write_and_tell};
use super::common::device_profile::ProbeArg;
use super::common::launches::is_one;
use super::common::libraries::LibrariesArg;
use super::common::numbers::positive;
use super::common::weights::WeightsArg;
use super::profile::Recorded;
use super::replay::ToleranceArgs;
use super::say::{Failure, Result, no_json, page as page_of, print, print_data, say};
use super::show::{among, is_meant, say_part};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings that `propp profile --lines` wrote, or launches that `propp capture` wrote, which are
    /// profiled; with --try, one source file or the folder of the sources instead, and a launch
    #[arg(required_unless_present = "schema", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show only some kernels: by name or a part of it, by =NAME (the whole name), by id, or by
    /// regex:EXPRESSION [default: all kernels]
    #[arg(short, long, value_name = "NAME", env = variables::KERNEL)]
    kernel: Option<KernelFilter>,
    /// Folder to search for source files, in addition to the working directory; may be repeated
    #[arg(long, value_name = "DIR")]
    sources: Vec<PathBuf>,
    /// Unified diff to write, with the safe edits, for `git apply` or `patch -p1`
    #[arg(long, value_name = "DIFF")]
    patch: Option<PathBuf>,
    /// Try the safe edits one at a time, in a copy of the sources and on this machine's GPU, and
    /// keep each that is proven faster. BUILD compiles the program; RUN must fail if the results
    /// are wrong. With a captured launch, RUN is the file with the kernel's code that BUILD makes, and
    /// the launch is replayed
    #[arg(long = "try", value_name = "BUILD && RUN")]
    command: Option<String>,
    /// Time limit for a build or a run with an edit, in seconds [default: ten times the time
    /// without the edit, at least 30]
    #[arg(long, value_name = "SECONDS", value_parser = positive, requires = "command")]
    time_limit: Option<f64>,
    #[command(flatten)]
    tolerance: ToleranceArgs,
    /// Write the edits that --try kept into your sources
    #[arg(long, requires = "command")]
    write: bool,
    #[command(flatten)]
    destination: Destination<Format>,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    probe: ProbeArg,
    #[command(flatten)]
    libraries: LibrariesArg,
    /// Print only the JSON Schema of --format json
    #[arg(long)]
    schema: bool,
}

/// What has no effect beside these options.
pub(super) const WITHOUT_EFFECT: [(&str, &[&str]); 2] = [
    ("schema", &["files", "kernel", "sources", "patch", "command", "format", "output"]),
    ("command", &["sources", "patch", "format", "output"]),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Table for people
    #[value(alias = "txt")]
    Table,
    /// JSON for programs; see --schema
    Json,
    /// One HTML page that needs no network
    #[value(alias = "htm")]
    Html,
}

pub(super) fn run(args: &Args) -> Result<()> {
    if args.schema {
        print_data(&json::schema().map_err(no_json)?)?;
    } else if let Some(command) = &args.command {
        tried(args, command)?;
    } else if !args.tolerance.words().is_empty() {
        let text = "--tolerance, --absolute and --type are for --try with a captured launch";
        return Err(Failure::usage(text));
    } else {
        args.destination.check(&args.files)?;
        writable(args.patch.as_deref(), &args.files, false)?;
        let ask = |options: &mut Options| options.lines = true;
        let recorded = Recorded::of(&args.files, 1, &Cuda::of_environment(), ask)?;
        with_kernels(args, &recorded.files, &args.sources, |kernels, files, without| {
            report(args, kernels, files, without)
        })?;
    }
    Ok(())
}

fn report(args: &Args, kernels: &[Advised<'_>], files: &Files, without: &[String]) -> Result<()> {
    let format = args.destination.format()?;
    let text = match format {
        Format::Json => json::render(kernels, without).map_err(no_json)?,
        Format::Html => page::render(kernels, without),
        Format::Table => table::render(kernels, without, args.destination.page()),
    };
    args.destination.write(&text, format.output(), true)?;
    let Some(path) = &args.patch else { return Ok(()) };
    let edits = all_edits(kernels);
    if edits.is_empty() {
        say("propp: no edit is mechanical, so no patch was written");
        return Ok(());
    }
    let edits: Vec<&Edit> = edits.iter().map(|(_, edit)| edit).collect();
    write_and_tell(path, false, diff(files, &edits).as_bytes())
}

/// Reads recordings, and passes on what is said of their kernels.
fn with_kernels<R>(
    args: &Args,
    paths: &[PathBuf],
    sources: &[PathBuf],
    then: impl FnOnce(&[Advised<'_>], &Files, &[String]) -> Result<R>,
) -> Result<R> {
    let recordings = args.destination.format()?.output().read(paths)?;
    let all: Vec<&Recording> = recordings.iter().collect();
    let weights = args.weights.of(&recordings)?;
    let profile = args.probe.of(&all)?;
    let names: Vec<String> = paths.iter().map(|file| file.display().to_string()).collect();
    let inputs: Vec<Input<'_>> =
        names.iter().zip(&recordings).map(|(name, recording)| Input { name, recording }).collect();
    let analysis = analyse(&inputs, &weights, Grouping::Signature);
    let listing = Listing::whole(&analysis);
    let advised = propp_judge_hints::advise(listing, profile.as_ref(), &args.libraries.read()?);
    let whole =
        whole(advised.listing.lines(), &all, &Folders::new(sources).map_err(Failure::usage)?);
    let file = |(name, (path, text)): (String, (PathBuf, String))| {
        (name, File { path: path.display().to_string(), source: Source::new(text) })
    };
    let files: Files = whole.files.into_iter().map(file).collect();
    let filter = args.kernel.as_ref().map(|filter| among(filter, &analysis));
    say_part(filter.as_ref(), analysis.kernels.iter().map(|kernel| kernel.name.full.as_str()));
    let (mut kernels, mut without, mut others) = (Vec::new(), whole.left_out, Vec::new());
    for (report, advice) in advised.all_kernels() {
        let name = &report.name.full;
        if filter.as_ref().is_some_and(|filter| !is_meant(report, filter)) {
            others.push(name.clone());
            continue;
        }
        match of_kernel(report, advice, &all, &files) {
            Ok(kernel) => kernels.push(kernel),
            Err(reason) => without.push(format!("{name}: {reason}")),
        }
    }
    match (&args.kernel, kernels.is_empty()) {
        (_, false) => then(&kernels, &files, &without),
        (Some(filter), true) if !others.is_empty() && analysis.kernels.len() == others.len() => {
            Err(Failure::usage(filter.nothing_among("no kernel matches --kernel", others)))
        }
        _ => Err(Failure::usage(format!(
            "no kernel has counts of its instructions and code ({}); profile the program again with \
             `propp profile --lines`",
            reasons(&without)
        ))),
    }
}

/// Each reason once, with how many kernels have it. The names are long.
fn reasons(without: &[String]) -> String {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for text in without {
        *counts.entry(text.rsplit_once(": ").map_or(text.as_str(), |(_, why)| why)).or_default() +=
            1;
    }
    let each = counts
        .into_iter()
        .map(|(why, kernels)| format!("{}: {why}", count(kernels, "kernel", "kernels")));
    each.collect::<Vec<String>>().join("; ")
}

fn tried(args: &Args, command: &str) -> Result<()> {
    let (launches, sources): (Vec<&PathBuf>, Vec<&PathBuf>) =
        args.files.iter().partition(|file| is_one(file));
    let ([source], [] | [_]) = (sources.as_slice(), launches.as_slice()) else {
        return Err(Failure::usage(
            "--try takes one source file, or the folder of the sources; and a captured launch, if \
             edits are to be tried on one",
        ));
    };
    let replay = launches.first().map(|file| {
        let file = file.canonicalize()?;
        Ok::<_, std::io::Error>(Replay { file, options: args.tolerance.words() })
    });
    let replay = replay.transpose()?;
    let is_replayed = replay.is_some();
    let mut progress = Progress::new(false);
    progress.show(|| "building and profiling the sources as they are".to_owned());
    let propp = std::env::current_exe()?;
    let weights = args.weights.of(&[])?;
    let limit = args.time_limit.map(Duration::from_secs_f64);
    let trees = Trees::new(source, command, propp, weights, limit, replay);
    let mut trees = trees.map_err(Failure::usage)?;
    let recorded = trees.record().map_err(Failure::no_gpu)?;
    let copy = [trees.root(Side::Best)];
    let (mut edits, sources) = with_kernels(args, &[recorded], &copy, |kernels, files, _| {
        let sources = files.iter().map(|(name, file)| (name.clone(), file.source.clone()));
        Ok((all_edits(kernels), sources.collect()))
    })?;
    edits.retain(|(_, edit)| trees.holds(&edit.file));
    let steps = climb(&mut trees, edits, &sources, |text| progress.show(|| text.to_owned()));
    progress.clear();
    print(&propp_report_trial::text(&steps, is_replayed, page_of(&io::stdout())))?;
    if args.write {
        let written = trees.write(&steps, &sources).map_err(Failure::usage)?;
        written.iter().for_each(|path: &PathBuf| tell(path));
    }
    Ok(())
}

fn tell(path: &Path) {
    say(&format!("propp: wrote {}", path.display()));
}
