//! The command line: arguments in, calls into the library, words out.

mod advise;
mod attend;
mod baseline;
mod build;
mod calibrate;
mod calibrate_worker;
mod code;
mod compare;
mod demo;
mod destination;
mod device_profile;
mod doctor;
mod emulate;
mod explain;
mod fit;
mod fleet;
mod gate;
mod gate_calibrate;
mod gate_code;
mod gate_command;
mod gate_runs;
mod hints;
mod inspect;
mod inspect_files;
mod kept;
mod kineto;
mod libraries;
mod lines;
mod metrics;
mod pager;
mod probe;
mod profile;
mod rank;
mod recordings;
mod render;
mod rows;
mod seal;
mod shell;
mod show;
mod suite;
mod suite_live;
mod suite_report;
mod suite_run;
mod suite_thin;
mod suite_worker;
mod table;
mod target;
mod terminal;
mod weights;

use std::ffi::OsString;
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use propp_text::Page;
use propp_text::printable;
use propp_toolkit::Surroundings;
use rustix::termios::tcgetwinsize;

use self::terminal::Output;

/// What `propp` understands.
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
    /// Turn colours off, as NO_COLOR in the environment does
    #[arg(long, global = true)]
    no_color: bool,
}

/// The option of the commands that use CUDA.
#[derive(Debug, clap::Args)]
struct Cuda {
    /// Directory of the CUDA toolkit or of libcupti; propp then searches no other place
    #[arg(long, env = "PROPP_CUDA_DIR", value_name = "DIR")]
    cuda_dir: Option<PathBuf>,
}

impl Cuda {
    fn surroundings(&self) -> Surroundings {
        Surroundings::from_environment(self.cuda_dir.clone())
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Profile a bundled program with five defects, or emulate it without a GPU
    Demo(demo::Args),
    /// Profile a program and report how good each of its kernels is
    Profile(profile::Args),
    /// Run a CUDA program without a GPU, and count its instructions and memory accesses
    Emulate(emulate::Args),
    /// Show a recording as a table, JSON, CSV, Parquet, Markdown, HTML page or trace
    Show(show::Args),
    /// Show how a kernel uses its arrays, what to change, and patches
    Advise(advise::Args),
    /// Inspect compiled kernels without running them: registers, spills, occupancy, loops
    Inspect(inspect::Args),
    /// Compare runs, or kernels of one run: which is faster, how certain that is, and why
    Compare(compare::Args),
    /// Rank the implementations of a primitive on a GPU
    Rank(rank::Args),
    /// Fit the quality metric and the cost model to a GPU, and validate them
    Fit(fit::Args),
    /// Measure the prices of this GPU, which gains and predicted times rest on
    Calibrate(calibrate::Args),
    /// Measure how good the hints of reports are
    Hints(hints::Args),
    /// Export the cases of suites as a flat table for other tools
    Dataset(fit::DatasetArgs),
    /// Write a baseline to compare later runs or builds with
    Baseline(baseline::Args),
    /// Find the slow ranks of a job and the cause, from recordings of many GPUs
    Fleet(fleet::Args),
    /// Compare runs or a build with a baseline: pass or fail, for CI
    Gate(gate_command::GateArgs),
    /// List, compile, check and measure the bundled primitives
    Suite(suite::Args),
    /// Measure the GPU's memory system: sizes, latencies, bandwidths, limits
    Probe(probe::Args),
    /// Checksums for a recording that was made before there were any
    #[command(hide = true)]
    Seal(seal::Args),
    /// Profiles a process that attaches itself
    #[command(hide = true)]
    Attend(attend::Args),
    /// The program that a suite profiles
    #[command(hide = true)]
    SuiteReplay(suite::ReplayArgs),
    /// The program of the demo
    #[command(hide = true)]
    DemoProgram(demo::ProgramArgs),
    /// The kernels of a calibration
    #[command(hide = true)]
    CalibrateWorker(calibrate_worker::Args),
    /// The process that loads a library of primitives
    #[command(hide = true)]
    SuiteWorker,
    /// List the counters and passes that each criterion needs (no GPU needed)
    Metrics(metrics::Args),
    /// Check whether this machine can profile, and print the exact cure if it cannot
    Doctor(doctor::Args),
    /// Explain the words of reports: the documentation in the terminal
    Explain(explain::Args),
    /// Write a completion script for a shell
    Completions(shell::CompletionsArgs),
    /// Write the manual page
    Man,
}

/// A command that could not do its work: the message for the user, and the
/// exit code from the command contract.
#[derive(Debug)]
pub struct Failure {
    /// What was tried, what failed, and what to do.
    pub message: String,
    /// The process's exit code.
    pub code: u8,
}

impl Failure {
    /// Exit code 2: usage, or input that cannot be read.
    fn usage(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: 2 }
    }

    /// Exit code 4: no GPU, or counters not permitted.
    fn no_gpu(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: 4 }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::usage(format!("cannot write the output: {error}"))
    }
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

    /// A command that another one ends with.
    fn of_words(words: impl IntoIterator<Item = OsString>) -> Result<Self, Failure> {
        let words = [OsString::from("propp")].into_iter().chain(words);
        Self::of(words).map_err(|error| Failure::usage(error.to_string()))
    }

    fn of(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(words);
        let matches = matches.map_err(with_makers)?;
        let text = match matches.subcommand() {
            Some(("show", own)) => show::without_effect(own),
            Some(("compare", own)) => compare::without_effect(own),
            Some(("inspect", own)) => inspect::without_effect(own),
            Some(("advise", own)) => advise::without_effect(own),
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

/// Words for options that have no effect beside others: an option each, and those. clap's
/// own conflicts also refuse what the environment says, which is meant for other calls.
fn without_effect(matches: &ArgMatches, all: &[(&str, &[&str])]) -> Option<String> {
    let typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    all.iter().filter(|(option, _)| typed(option)).find_map(|(option, others)| {
        let other = match *others.iter().find(|other| typed(other))? {
            "files" => "a FILE".to_owned(),
            name => format!("--{}", name.replace('_', "-")),
        };
        Some(format!("--{option} cannot be used with {other}, which would have no effect"))
    })
}

/// Runs the command.
///
/// # Errors
/// With a message for the user and the exit code.
pub fn run(cli: &Cli) -> Result<ExitCode, Failure> {
    if cli.no_color {
        anstream::ColorChoice::Never.write_global();
    }
    match &cli.command {
        Command::Demo(args) => demo::run(args),
        Command::DemoProgram(args) => demo::run_program(args),
        Command::Profile(args) => profile::run(args),
        Command::Emulate(args) => emulate::run(args),
        Command::Show(args) => show::run(args),
        Command::Advise(args) => advise::run(args),
        Command::Inspect(args) => inspect::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Rank(args) => rank::run(args),
        Command::Fit(args) => fit::run(args),
        Command::Calibrate(args) => calibrate::run(args),
        Command::CalibrateWorker(args) => calibrate_worker::run(args),
        Command::Hints(args) => hints::run(args),
        Command::Dataset(args) => fit::run_dataset(args),
        Command::Baseline(args) => baseline::run(args),
        Command::Fleet(args) => fleet::run(args),
        Command::Gate(args) => gate_command::run(args),
        Command::Suite(args) => suite::run(args),
        Command::Probe(args) => probe::run(args),
        Command::Seal(args) => seal::run(args),
        Command::Attend(args) => attend::run(args),
        Command::SuiteReplay(args) => suite::replay(args),
        Command::SuiteWorker => suite_worker::run(),
        Command::Metrics(args) => metrics::run(args),
        Command::Doctor(args) => doctor::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Completions(args) => shell::completions(args),
        Command::Man => shell::man(),
    }
}

/// What a text is made for that goes to `out`: a terminal has its own width and
/// colours; a file or a pipe has neither.
fn page(out: &impl AsFd) -> Page {
    let colour = has_colours();
    match tcgetwinsize(out).map(|size| usize::from(size.ws_col)) {
        // A terminal that does not know its size says 0.
        Ok(0) => Page { colour, ..Page::PLAIN },
        Ok(width) => Page { width, colour },
        Err(_) => Page::PLAIN,
    }
}

/// Whether neither `--no-color` nor the environment forbids colours.
fn has_colours() -> bool {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !forbidden && anstream::ColorChoice::global() != anstream::ColorChoice::Never
}

/// Writes a report to standard output.
fn print(text: &str) -> Result<(), Failure> {
    terminal::write(text, Output::Report)
}

/// Writes what programs read to standard output.
fn print_data(text: &str) -> Result<(), Failure> {
    terminal::write(text, Output::Data)
}

/// Writes a line without colours to standard error; one that has gone is no reason to
/// fail.
fn say(line: &str) {
    say_report(&printable(line));
}

/// Writes a report to standard error.
fn say_report(text: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stderr(), "{}", terminal::coloured(text));
}

/// Tells the user of a failure.
pub fn say_failure(failure: &Failure) {
    say_report(&terminal::lines(&format!("propp: {}", failure.message)));
}

/// A value as indented JSON.
fn json_text(value: &impl serde::Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(render::no_json)?;
    Ok(text + "\n")
}
