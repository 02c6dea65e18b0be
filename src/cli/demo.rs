//! `propp demo`: a report from the binary alone.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use propp_base_columns::{HAS_PARQUET, NO_PARQUET};
use propp_base_text::count;
use propp_collect::{EmulateOptions, Options, output_name};
use propp_collect_doctor::{Check, State, diagnose, gather};
use propp_judge_analysis::Part;
use propp_recording_store::atomic::{self, Existing};

use super::common::Cuda;
use super::common::destination::{by_ending, writable};
use super::common::weights::WeightsArg;
use super::say::{Failure, Result, print, say, say_failure};
use super::show::Format;
use super::{emulate, profile};

/// The name of the program's source.
const SOURCE: &str = "pipeline.cu";

/// Where a clone of propp has it.
const IN_CLONE: &str = "examples/pipeline/pipeline.cu";

/// Frames that the program works through: as many as the example, and one where a processor does the
/// work of the GPU. All frames are the same.
const FRAMES: [u32; 2] = [4, 1];

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// File to write: with the ending .propp the recording, with another ending (.html, .md, .json,
    /// .csv …) a report [default: the recording demo.propp, or demo.N.propp if that exists]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(short, long)]
    force: bool,
    /// Emulate the program on the CPU even if there is a GPU
    #[arg(long)]
    emulate: bool,
    /// Print problems only
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    cuda: Cuda,
}

/// Arguments of `propp demo-program`, the program that is profiled.
#[derive(Debug, clap::Args)]
pub(super) struct ProgramArgs {
    /// Frames to work through
    #[arg(long, default_value_t = FRAMES[0])]
    frames: u32,
}

pub(super) fn run_program(args: &ProgramArgs) -> Result<ExitCode> {
    let sums = propp_collect_cuda::run_pipeline(0, propp_collect_embedded::PIPELINE, args.frames);
    let sums = sums.map_err(Failure::no_gpu)?;
    let frames = count(args.frames.into(), "frame", "frames");
    let (levels, row) = (sums.levels, sums.first_row);
    print(&format!("pipeline: {frames}, sum of levels {levels}, first row {row:.0}\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Runs another command, by its words.
pub(super) type Again<'a> = &'a dyn Fn(Vec<OsString>) -> Result<ExitCode>;

pub(super) fn run(args: &Args, again: Again<'_>) -> Result<ExitCode> {
    args.weights.check()?;
    let (recording, report) = outputs(args)?;
    // Before the recording is made: a source that is newer may be another.
    let source = write_source()?;
    let reason = if args.emulate { Some(String::new()) } else { no_counters(&args.cuda) };
    let is_emulated = match reason {
        Some(reason) => {
            if !reason.is_empty() && !args.quiet {
                say(&format!("propp: {reason}; the demo is emulated on the CPU"));
            }
            true
        }
        None => match measured(args, &recording)? {
            Some(code) if code != ExitCode::SUCCESS => return Ok(code),
            Some(_) => false,
            None => true,
        },
    };
    if is_emulated {
        let code = emulated(args, &recording)?;
        if code != ExitCode::SUCCESS {
            return Ok(code);
        }
    }
    if let Some(report) = &report {
        let words = ["show".into(), recording.clone().into(), "-o".into(), report.clone().into()];
        let force = args.force.then(|| OsString::from("-f"));
        again(words.into_iter().chain(force).collect())?;
    }
    if !args.quiet && !is_emulated {
        in_full(&recording, again)?;
    }
    if !args.quiet {
        say_next(&recording, source.as_deref(), is_emulated);
    }
    Ok(ExitCode::SUCCESS)
}

/// The recording, and the report if one is wanted.
fn outputs(args: &Args) -> Result<(PathBuf, Option<PathBuf>)> {
    let usual = |force| output_name::after(Path::new("demo"), force);
    let Some(output) = &args.output else { return Ok((usual(args.force), None)) };
    if output.extension().is_some_and(|ending| ending == "propp") {
        writable(Some(output), &[], args.force)?;
        return Ok((output.clone(), None));
    }
    if output.extension().is_none() {
        return Err(Failure::usage(format!(
            "{}: its ending says what to write: demo.propp for the recording, demo.html for a page",
            output.display()
        )));
    }
    if by_ending::<Format>(Some(output))? == Format::Parquet && !HAS_PARQUET {
        return Err(Failure::usage(NO_PARQUET));
    }
    writable(Some(output), &[], args.force)?;
    Ok((usual(false), Some(output.clone())))
}

/// Why no counters can be read here.
fn no_counters(cuda: &Cuda) -> Option<String> {
    if let Err(error) = propp_collect_cuda::gpus() {
        return Some(format!("no GPU here: {error}"));
    }
    let diagnosis = diagnose(&gather(&cuda.surroundings()));
    let problem = diagnosis.checks.iter().find(|check| check.state == State::Problem)?;
    let Check { name, finding, .. } = problem;
    Some(format!(
        "the GPU's counters cannot be read ({name}: {finding}); `propp doctor` has the cure"
    ))
}

/// The program and its arguments.
fn program(frames: u32) -> Result<Vec<OsString>> {
    let own = std::env::current_exe()?.into_os_string();
    let words = ["demo-program", "--frames", &frames.to_string()].map(OsString::from);
    Ok([own].into_iter().chain(words).collect())
}

/// Profiles the program. `None` if its counters could not be read after all.
fn measured(args: &Args, recording: &Path) -> Result<Option<ExitCode>> {
    let mut options = Options::new(program(FRAMES[0])?, recording.to_owned());
    options.force = args.force;
    options.lines = true;
    options.quiet = args.quiet;
    match profile::run_with(&options, &args.cuda.surroundings(), &args.weights, &Part::Steps) {
        Ok(code) if code != ExitCode::from(profile::NO_COUNTERS) => return Ok(Some(code)),
        Ok(_) => fs::remove_file(recording)?,
        // Of propp's own, such as a CUPTI that another program uses.
        Err(failure) if failure.code == profile::OWN_FAILURE => say_failure(&failure),
        Err(failure) => return Err(failure),
    }
    say("propp: the GPU could not be measured (above); the demo is emulated on the CPU");
    Ok(None)
}

fn emulated(args: &Args, recording: &Path) -> Result<ExitCode> {
    let options = EmulateOptions {
        command: program(FRAMES[1])?,
        named: None,
        output: recording.to_owned(),
        force: args.force,
        gpu: "h200".to_owned(),
        threads: None,
        budget: None,
        races: false,
        strict: false,
        quiet: args.quiet,
    };
    emulate::run_with(&options, &args.weights)
}

/// Writes the program's source where the user stands, which is where reports look for it, unless a clone
/// has it here or something of that name is there. Where it is now.
fn write_source() -> Result<Option<PathBuf>> {
    let text = propp_collect_embedded::PIPELINE_SOURCE.as_bytes();
    let has_it = |path: &Path| fs::read(path).is_ok_and(|found| found == text);
    let clone = PathBuf::from(IN_CLONE);
    let here = PathBuf::from(SOURCE);
    if let Some(found) = [clone, here.clone()].into_iter().find(|path| has_it(path)) {
        return Ok(Some(found));
    }
    match atomic::write(&here, Existing::Keep, text) {
        Ok(()) => Ok(Some(here)),
        // Somebody's own file.
        Err(_) if here.exists() => Ok(None),
        Err(error) => Err(Failure::usage(format!("cannot write {SOURCE} here: {error}"))),
    }
}

/// A kernel by source line, and the edits that help it, by the commands that a user would type.
fn in_full(recording: &Path, again: Again<'_>) -> Result<()> {
    const KERNEL: &str = "gray_in_runs";
    let file = recording.display().to_string();
    for words in [&["show", &file, "--lines", "-k", KERNEL][..], &["advise", &file, "-k", KERNEL]] {
        say("");
        say(&format!("$ propp {}", words.join(" ")));
        again(words.iter().map(OsString::from).collect())?;
    }
    Ok(())
}

fn say_next(recording: &Path, source: Option<&Path>, is_emulated: bool) {
    let file = recording.display();
    let source = source.map(|path| format!("; the program's source is {}", path.display()));
    say("");
    say(&format!("The recording is {file}{}. Next:", source.unwrap_or_default()));
    let mut rows = vec![
        (format!("propp show {file} -k 1"), "one kernel: why, and what to change"),
        (format!("propp show {file} -o demo.html"), "a page with charts, to pass on"),
    ];
    rows.push(match is_emulated {
        true => (
            "propp emulate ./my_app".to_owned(),
            "your program; `propp doctor` says how to build it",
        ),
        false => ("propp profile --lines ./my_app".to_owned(), "your program"),
    });
    let width = rows.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    for (command, what) in rows {
        say(&format!("  {command:width$}  {what}"));
    }
    if is_emulated {
        say("On a GPU, the demo also shows times, gains, source lines and edits (propp advise).");
    }
}
