//! `propp compare`.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;

use super::render::{no_json, write};
use super::weights::WeightsArg;
use super::{Cuda, Failure, page, pager, say};
use crate::analysis::{Analysis, Grouping, Input, analyse};
use crate::collect::{KernelFilter, Options, Replay, Runs, profile};
use crate::compare::{Comparison, Side, compare, json, markdown, table};
use crate::cuda::gpus;
use crate::recording::{Recording, read};
use crate::report::Page;

/// Arguments of `propp compare`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings to compare with the first one, as FILE or NAME=FILE; FILE,FILE are the
    /// ranks of one program
    #[arg(value_name = "FILE", required_unless_present = "run")]
    files: Vec<String>,
    /// Profile a command, which a shell runs, and compare it; may be repeated
    #[arg(long, value_name = "NAME=CMD")]
    run: Vec<String>,
    /// Of one recording: compare what ran inside NVTX ranges; may be repeated
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["kernel", "run"])]
    range: Vec<String>,
    /// Of one recording: compare kernels of this name, or whose demangled name matches
    /// regex:EXPRESSION; may be repeated
    #[arg(short, long, value_name = "NAME", conflicts_with = "run")]
    kernel: Vec<String>,
    /// How to write it [default: by the ending of --output, or a table]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to a file
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace an existing output file
    #[arg(short, long, requires = "output")]
    force: bool,
    /// Do not show a long report a page at a time
    #[arg(long)]
    no_pager: bool,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    cuda: Cuda,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs
    Json,
    /// Markdown for a pull request
    Md,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let filters = (args.range.len(), args.kernel.len());
    let several = |what: &str| {
        Failure::usage(format!("give --{what} at least twice, and one recording (FILE)"))
    };
    let sides = match (args.files.as_slice(), filters) {
        ([file], (0, 2..)) => by_kernel(args, file)?,
        ([file], (2.., 0)) => by_range(args, file)?,
        (_, (0, 1..)) => return Err(several("kernel")),
        (_, (1.., 0)) => return Err(several("range")),
        (files, _) if files.len() + args.run.len() < 2 => {
            return Err(Failure::usage(
                "nothing to compare with: name another FILE, --run NAME=CMD, or --kernel or \
                 --range twice",
            ));
        }
        _ => by_recording(args)?,
    };
    if let Some(empty) = sides.iter().find(|side| side.analysis.kernels.is_empty()) {
        return Err(Failure::usage(format!("{}: there is no kernel in it", empty.name)));
    }
    let comparison = compare(sides);
    if comparison.gpus().len() > 1 {
        say("propp: the sides ran on different GPUs; the times compare those, too");
    }
    let text = render(args, &comparison)?;
    match &args.output {
        Some(path) => write(path, args.force, text.as_bytes())?,
        None => pager::page(&text, !args.no_pager)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn render(args: &Args, comparison: &Comparison) -> Result<String, Failure> {
    let ending = args.output.as_deref().and_then(Path::extension).and_then(|e| e.to_str());
    let format = args.format.unwrap_or(match ending {
        Some("json") => Format::Json,
        Some("md") => Format::Md,
        _ => Format::Table,
    });
    Ok(match format {
        Format::Table => {
            let page = if args.output.is_some() { Page::PLAIN } else { page(&io::stdout()) };
            table(comparison, page)
        }
        Format::Json => json(comparison).map_err(no_json)?,
        Format::Md => markdown(comparison),
    })
}

fn by_recording(args: &Args) -> Result<Vec<Side>, Failure> {
    let mut sides = Vec::new();
    for file in &args.files {
        let (name, paths) = named(file);
        sides.push(Side::of(name, analysis(args, &paths)?, |_, _| true));
    }
    if args.run.is_empty() {
        return Ok(sides);
    }
    let commands: Vec<(&str, &str)> = args
        .run
        .iter()
        .map(|run| {
            run.split_once('=').filter(|(name, command)| !name.is_empty() && !command.is_empty())
        })
        .collect::<Option<_>>()
        .ok_or_else(|| Failure::usage("--run takes NAME=CMD, such as --run new=\"./app 100\""))?;
    if let Err(error) = gpus() {
        return Err(Failure::no_gpu(format!(
            "--run needs a GPU: {error}; compare recordings in place of it"
        )));
    }
    let folder = tempfile::tempdir()?;
    for (place, (name, command)) in commands.into_iter().enumerate() {
        let path = folder.path().join(format!("{place}.propp"));
        say(&format!("propp: profiling {name}: {command}"));
        let outcome = profile(&options(command, path.clone()), &args.cuda.surroundings())
            .map_err(|error| Failure::usage(format!("{name}: {error}")))?;
        if outcome.processes == 0 {
            return Err(Failure::usage(format!("{name}: the program did not use CUDA")));
        }
        sides.push(Side::of(name.to_owned(), analysis(args, &[path])?, |_, _| true));
    }
    Ok(sides)
}

fn options(command: &str, output: PathBuf) -> Options {
    let words = ["/bin/sh", "-c", command];
    Options {
        command: words.map(OsString::from).to_vec(),
        output,
        force: false,
        runs: Runs::Both,
        kernels: None,
        uncounted: Vec::new(),
        nvtx: Vec::new(),
        devices: Vec::new(),
        launch_skip: 0,
        launch_count: 0,
        per_signature: 3,
        replay: Replay::Auto,
        budget: None,
        plan_only: false,
        overhead: false,
        launch_timeout: 60.0,
        children: true,
        quiet: true,
        verbose: false,
    }
}

fn by_kernel(args: &Args, file: &str) -> Result<Vec<Side>, Failure> {
    let analysis = analysis(args, &named(file).1)?;
    let of = |text: &String| {
        let filter: KernelFilter = text.parse().map_err(Failure::usage)?;
        let side = Side::of(text.clone(), analysis.clone(), |name, _| filter.matches(&name.full));
        if side.analysis.kernels.is_empty() {
            let names = analysis.kernels.iter().map(|kernel| kernel.name.full.clone()).collect();
            let what = "no kernel matches --kernel";
            return Err(Failure::usage(filter.nothing_among(what, names)));
        }
        Ok(side)
    };
    args.kernel.iter().map(of).collect()
}

fn by_range(args: &Args, file: &str) -> Result<Vec<Side>, Failure> {
    let analysis = analysis(args, &named(file).1)?;
    let mut known: Vec<&str> = analysis.kernels.iter().filter_map(|k| k.nvtx.as_deref()).collect();
    known.sort_unstable();
    known.dedup();
    if let Some(unknown) = args.range.iter().find(|range| !known.contains(&range.as_str())) {
        return Err(Failure::usage(match known.as_slice() {
            [] => {
                "this recording has no NVTX ranges; record it with --nvtx-include RANGE".to_owned()
            }
            known => format!("no kernel ran in range {unknown:?}; ranges: {}", known.join(", ")),
        }));
    }
    let of = |range: &String| {
        Side::of(range.clone(), analysis.clone(), |_, nvtx| nvtx == Some(range.as_str()))
    };
    Ok(args.range.iter().map(of).collect())
}

/// `NAME=FILE`, and files that commas join, where there is no file of that whole name.
fn named(text: &str) -> (String, Vec<PathBuf>) {
    if Path::new(text).exists() {
        return (text.to_owned(), vec![text.into()]);
    }
    let (name, files) = text.split_once('=').unwrap_or((text, text));
    (name.to_owned(), files.split(',').map(PathBuf::from).collect())
}

fn analysis(args: &Args, paths: &[PathBuf]) -> Result<Analysis, Failure> {
    let read_all = paths.iter().map(|path| read(path)).collect::<Result<_, _>>();
    let recordings: Vec<Recording> = read_all.map_err(Failure::usage)?;
    let weights = args.weights.of(&recordings)?;
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let inputs: Vec<Input<'_>> = (names.iter().zip(&recordings))
        .map(|(name, recording)| Input { name, recording })
        .collect();
    Ok(analyse(&inputs, &weights, Grouping::Signature))
}
