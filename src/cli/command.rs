//! The commands of propp: which there are, and what each calls.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use super::common::effect::without_effect;
use super::say::{Failure, Result};
use super::{
    advise, attend, baseline, calibrate, capture, compare, demo, doctor, emulate, emulate_launch,
    explain, fit, fleet, gate, hints, inspect, mcp, metrics, probe, profile, rank, replay, run_app,
    shell, show, skill, suite, view,
};

#[derive(Debug, Parser)]
#[command(
    name = "propp",
    version,
    about = "How good each kernel of a CUDA program is, why, and what to change",
    max_term_width = 100
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Turn colours off, like the environment variable NO_COLOR
    #[arg(long, global = true)]
    no_color: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Profile a bundled program that has five defects; without a GPU, emulate it
    Demo(demo::Args),
    /// Profile a program and report how good each of its kernels is
    Profile(profile::Args),
    /// Run a CUDA program on the CPU, and count its instructions and memory accesses
    Emulate(emulate::Args),
    /// Take one kernel launch out of a program, with all the memory that it can reach
    Capture(capture::Args),
    /// Run a captured launch alone: whether its results are right, and how long it takes
    Replay(replay::Args),
    /// Show a recording as a table, JSON, CSV, Parquet, Markdown, HTML page or trace
    Show(show::Args),
    /// Run a program as it is, and print three lines about it
    Run(run_app::Args),
    /// Move about in a recording on the terminal: changes, kernels, source lines, code
    View(view::Args),
    /// Show how a kernel uses its arrays, what to change, and patches
    Advise(advise::Args),
    /// Inspect compiled kernels without running them: registers, spills, occupancy, loops
    Inspect(inspect::Args),
    /// Compare runs, or kernels of one run: which is faster, how certain that is, and why
    Compare(compare::Args),
    /// Rank the implementations of a primitive on a GPU
    Rank(rank::Args),
    /// Fit the quality metric (QM) and the cost model to recordings, and validate the fit
    Fit(fit::Args),
    /// Measure the prices of this GPU: times per unit of work, which predict gains
    Calibrate(calibrate::Args),
    /// Measure how well hints predict the gain of a change
    Hints(hints::Args),
    /// Export suite recordings for other tools, as a flat table with one row per case
    Dataset(fit::dataset::Args),
    /// Write a baseline, with which `propp gate` compares later runs or builds
    Baseline(baseline::Args),
    /// Find the slow ranks of a job and the cause, from recordings of many GPUs
    Fleet(fleet::Args),
    /// Compare runs or a build with a baseline: pass or fail, for CI
    Gate(gate::GateArgs),
    /// List, compile, check and measure the bundled suite of primitives
    Suite(suite::Args),
    /// Measure the GPU's memory system: sizes, latencies, bandwidths, limits
    Probe(probe::Args),
    /// Profiles a process that attaches itself
    #[command(hide = true)]
    Attend(attend::Args),
    /// The program that a suite profiles
    #[command(hide = true)]
    SuiteReplay(suite::ReplayArgs),
    /// The program that emulates a captured launch
    #[command(hide = true)]
    EmulateLaunch(emulate_launch::Args),
    /// The program of the demo
    #[command(hide = true)]
    DemoProgram(demo::ProgramArgs),
    /// The kernels of a calibration
    #[command(hide = true)]
    CalibrateWorker(calibrate::worker::Args),
    /// The process that loads a library of primitives
    #[command(hide = true)]
    SuiteWorker,
    /// List the counters and passes that each criterion needs
    Metrics(metrics::Args),
    /// Check whether this machine can profile; if it cannot, print what to change
    Doctor(doctor::Args),
    /// Explain a word of the reports, such as a criterion, in the terminal
    Explain(explain::Args),
    /// Print instructions for language models: how to optimise GPU code with propp
    Skill(skill::Args),
    /// Serve language models by the Model Context Protocol, on standard input and output
    Mcp(mcp::Args),
    /// Write a completion script for a shell
    Completions(shell::CompletionsArgs),
    /// Write the manual page
    Man(shell::ManArgs),
}

impl Cli {
    /// Reads the words of the command line.
    ///
    /// # Errors
    /// What clap says to words that it does not understand, and to options
    /// that would have no effect.
    pub fn read() -> Result<Self, clap::Error> {
        Self::of(std::env::args_os())
    }

    fn of(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(words);
        let matches = matches.map_err(with_makers)?;
        let text = match matches.subcommand() {
            Some(("show", own)) => without_effect(own, &show::WITHOUT_EFFECT),
            Some(("compare", own)) => without_effect(own, &compare::WITHOUT_EFFECT),
            Some(("inspect", own)) => without_effect(own, &inspect::WITHOUT_EFFECT),
            Some(("advise", own)) => without_effect(own, &advise::WITHOUT_EFFECT),
            _ => None,
        };
        if let Some(text) = text {
            return Err(command.error(ErrorKind::ArgumentConflict, text));
        }
        let mut cli = Self::from_arg_matches(&matches)?;
        if let Command::Show(args) = &mut cli.command
            && !args.take_file()
        {
            let text = "no recording is given: propp show FILE";
            return Err(command.error(ErrorKind::MissingRequiredArgument, text));
        }
        Ok(cli)
    }
}

/// Tips on which command makes the files that a call of `baseline` or `gate` lacks.
fn with_makers(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let is_of = |command: &str| usage.contains(&format!("propp {command} "));
    if error.kind() != ErrorKind::MissingRequiredArgument || !(is_of("gate") || is_of("baseline")) {
        return error;
    }
    let makers = [
        ("--baseline", "`propp baseline RECORDING -o BASELINE.json` makes a baseline"),
        ("<FILE>", "`propp profile -o RECORDING APP` makes a recording"),
    ];
    let is_missing = |file: &str| missing.iter().any(|argument| argument.starts_with(file));
    let tips = makers.into_iter().filter(|(file, _)| is_missing(file));
    let tips = tips.map(|(_, tip)| tip.to_owned().into()).collect();
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    error
}

/// Runs the command.
/// Fails with a message for the user and the exit code.
pub fn run(cli: &Cli) -> Result<ExitCode> {
    if cli.no_color {
        anstream::ColorChoice::Never.write_global();
    }
    let done = match &cli.command {
        Command::Demo(args) => return demo::run(args, &run_words),
        Command::DemoProgram(args) => return demo::run_program(args),
        Command::Profile(args) => return profile::run(args),
        Command::Emulate(args) => return emulate::run(args),
        Command::EmulateLaunch(args) => return emulate_launch::run(args),
        Command::Capture(args) => return capture::run(args),
        Command::Replay(args) => return replay::run(args),
        Command::Show(args) => show::run(args),
        Command::Run(args) => return run_app::run(args),
        Command::View(args) => return view::run(args),
        Command::Skill(args) => skill::run(args),
        Command::Mcp(args) => mcp::run(args),
        Command::Advise(args) => advise::run(args),
        Command::Inspect(args) => inspect::run(args),
        Command::Compare(args) => return compare::run(args),
        Command::Rank(args) => rank::run(args),
        Command::Fit(args) => fit::run(args),
        Command::Calibrate(args) => calibrate::run(args),
        Command::CalibrateWorker(args) => calibrate::worker::run(args),
        Command::Hints(args) => hints::run(args),
        Command::Dataset(args) => fit::dataset::run(args),
        Command::Baseline(args) => baseline::run(args),
        Command::Fleet(args) => return fleet::run(args),
        Command::Gate(args) => return gate::run(args),
        Command::Suite(args) => return suite::run(args),
        Command::Probe(args) => return probe::run(args),
        Command::Attend(args) => return attend::run(args),
        Command::SuiteReplay(args) => suite::replay(args),
        Command::SuiteWorker => return suite::worker::run(),
        Command::Metrics(args) => metrics::run(args),
        Command::Doctor(args) => return doctor::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Completions(args) => shell::completions(args, Cli::command()),
        Command::Man(args) => shell::man(args, Cli::command()),
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// Runs a command that another one ends with.
fn run_words(words: Vec<OsString>) -> Result<ExitCode> {
    let words = [OsString::from("propp")].into_iter().chain(words);
    run(&Cli::of(words).map_err(|error| Failure::usage(error.to_string()))?)
}
