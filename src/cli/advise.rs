//! `propp advise`.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use propp_advise::{Advised, Edit, File, Files, Source, diff, json, of_kernel, page, table};
use propp_analysis::{Grouping, Input, analyse};
use propp_names::KernelFilter;
use propp_recording::Recording;
use propp_sources::whole;
use propp_text::Page;

use super::destination::{Destination, ReportFormat, writable, write_and_tell};
use super::device_profile::ProbeArg;
use super::libraries::LibrariesArg;
use super::render::no_json;
use super::weights::WeightsArg;
use super::{Failure, page as page_of, print_data, say};

/// Arguments of `propp advise`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings of `propp profile --lines`
    #[arg(required_unless_present = "schema", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only kernels of this name, or whose demangled name matches regex:EXPRESSION
    #[arg(short, long, value_name = "NAME", env = "PROPP_KERNEL")]
    kernel: Option<KernelFilter>,
    /// Write the edits that need no judgement as a unified diff, for `git apply` or `patch -p1`
    #[arg(long, value_name = "DIFF")]
    patch: Option<PathBuf>,
    #[command(flatten)]
    destination: Destination<Format>,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    probe: ProbeArg,
    #[command(flatten)]
    libraries: LibrariesArg,
    /// Write the JSON Schema of --format json, and nothing else
    #[arg(long, conflicts_with_all = ["files", "patch"])]
    schema: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    #[value(alias = "txt")]
    Table,
    /// For programs; see --schema
    Json,
    /// One page that needs no network
    #[value(alias = "htm")]
    Html,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.schema {
        print_data(&json::schema().map_err(no_json)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    args.destination.check(&args.files)?;
    writable(args.patch.as_deref(), &args.files, false)?;
    let format = args.destination.format()?;
    let recordings = format.output().read(&args.files)?;
    let all: Vec<&Recording> = recordings.iter().collect();
    let weights = args.weights.of(&recordings)?;
    let profile = args.probe.of(&all)?;
    let names: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
    let inputs: Vec<Input<'_>> =
        names.iter().zip(&recordings).map(|(name, recording)| Input { name, recording }).collect();
    let analysis = analyse(&inputs, &weights, Grouping::Signature);
    let advised = propp_hints::advise(&analysis, profile.as_ref(), &args.libraries.read()?);
    let whole = whole(&analysis, &all);
    let files: Files = whole.files.into_iter().map(file).collect();
    let mut kernels = Vec::new();
    let mut without = whole.left_out;
    let mut others = Vec::new();
    for (report, advice) in advised.all_kernels() {
        let name = &report.name.full;
        if args.kernel.as_ref().is_some_and(|filter| !filter.matches(name)) {
            others.push(name.clone());
            continue;
        }
        match of_kernel(report, advice, &all, &files) {
            Ok(kernel) => kernels.push(kernel),
            Err(reason) => without.push(format!("{name}: {reason}")),
        }
    }
    if kernels.is_empty() {
        return Err(nothing(args, &without, others));
    }
    let text = match format {
        Format::Json => json::render(&kernels, &without).map_err(no_json)?,
        Format::Html => page::render(&kernels, &without),
        Format::Table if args.destination.file().is_some() => {
            table::render(&kernels, &without, Page::PLAIN)
        }
        Format::Table => table::render(&kernels, &without, page_of(&io::stdout())),
    };
    args.destination.write(&text, format.output(), true)?;
    if let Some(path) = &args.patch {
        write_patch(path, &kernels, &files)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn file((name, (path, text)): (String, (PathBuf, String))) -> (String, File) {
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(&here).unwrap_or(&path).display().to_string();
    (name, File { path, source: Source::new(text) })
}

fn write_patch(
    path: &std::path::Path,
    kernels: &[Advised<'_>],
    files: &Files,
) -> Result<(), Failure> {
    // Kernels of one template have the same edits.
    let mut edits: BTreeMap<(&str, usize), &Edit> = BTreeMap::new();
    for edit in kernels.iter().flat_map(|kernel| &kernel.edits) {
        edits.entry((&edit.file, edit.range.start)).or_insert(edit);
    }
    if edits.is_empty() {
        say("propp: no edit is mechanical, so no patch was written");
        return Ok(());
    }
    let edits: Vec<&Edit> = edits.into_values().collect();
    write_and_tell(path, false, diff(files, &edits).as_bytes())
}

fn nothing(args: &Args, without: &[String], others: Vec<String>) -> Failure {
    match &args.kernel {
        Some(filter) if without.is_empty() => {
            Failure::usage(filter.nothing_among("no kernel matches --kernel", others))
        }
        _ => Failure::usage(format!(
            "no kernel has counts of its instructions and code: {}; profile the program again with \
             `propp profile --lines`",
            without.join("; ")
        )),
    }
}
