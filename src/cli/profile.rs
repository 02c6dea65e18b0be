//! `propp profile`.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use propp_wire::Severity;

use super::Failure;
use crate::analysis::{Grouping, Input, analyse};
use crate::collect::{CollectError, KernelFilter, Options, Outcome, Runs, profile};
use crate::quality::Weights;
use crate::recording::{Ending, read};
use crate::report::{Page, table};
use crate::toolkit::Surroundings;

/// Exit codes of `timeout(1)`, which users know.
const OWN_FAILURE: u8 = 125;
const CANNOT_RUN: u8 = 126;
const NOT_FOUND: u8 = 127;

/// Exit code when counters could not be read and the program itself was fine.
const NO_COUNTERS: u8 = 4;

/// Arguments of `propp profile`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recording to write; %h host, %p process id, %i a free number, %q{VAR}
    /// an environment variable [default: PROGRAM.propp, with a number when
    /// that is taken]
    #[arg(short, long, value_name = "FILE", env = "PROPP_OUTPUT")]
    output: Option<String>,
    /// Replace an existing recording
    #[arg(short, long)]
    force: bool,
    /// Measure only kernels of this name, or whose demangled name matches
    /// regex:EXPRESSION
    #[arg(short, long, value_name = "NAME", env = "PROPP_KERNEL")]
    kernel: Option<KernelFilter>,
    /// Let this many matching launches go by before measuring
    #[arg(long, value_name = "N", default_value_t = 0)]
    launch_skip: u64,
    /// Measure at most this many matching launches
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    launch_count: Option<u64>,
    /// Measure at most this many launches of each kernel and configuration
    #[arg(long, value_name = "N", default_value_t = 3, env = "PROPP_MAX_LAUNCHES_PER_KERNEL")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    max_launches_per_kernel: u64,
    /// Measure every launch, whatever the limit for a kernel
    #[arg(long)]
    all: bool,
    /// Measure only launches inside this NVTX range; may be repeated
    #[arg(long, value_name = "RANGE")]
    nvtx_include: Vec<String>,
    /// Measure only on these devices, by index
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    devices: Vec<u32>,
    /// Profile the programs that the program starts, too
    #[arg(long, value_enum, default_value_t = Processes::All, value_name = "WHICH")]
    target_processes: Processes,
    /// Runs of the program to make: a trace for times, a count for counters
    #[arg(long, value_enum, default_value_t = WhichRuns::Both, value_name = "WHICH")]
    runs: WhichRuns,
    /// Say nothing but problems
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Show the program's errors in the count run, too
    #[arg(short, long)]
    verbose: bool,
    /// The program and its arguments
    #[arg(trailing_var_arg = true, required = true, value_name = "APP")]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Processes {
    /// The program and every process below it
    All,
    /// The program alone
    ApplicationOnly,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum WhichRuns {
    /// Run the program twice
    Both,
    /// Only times
    Trace,
    /// Only counters; criteria that need times are unavailable
    Count,
}

pub(super) fn run(args: &Args, surroundings: &Surroundings) -> Result<ExitCode, Failure> {
    let options = options(args)?;
    let outcome = profile(&options, surroundings).map_err(failure)?;
    report(&options, &outcome)?;
    Ok(exit_code(&outcome))
}

fn options(args: &Args) -> Result<Options, Failure> {
    if args.kernel.is_some() && matches!(args.runs, WhichRuns::Count) {
        // Names are matched demangled, and they are known from the trace run.
        return Err(Failure::usage("--kernel needs the trace run: leave out --runs count"));
    }
    Ok(Options {
        command: args.command.clone(),
        output: output(args)?,
        force: args.force,
        runs: match args.runs {
            WhichRuns::Both => Runs::Both,
            WhichRuns::Trace => Runs::Trace,
            WhichRuns::Count => Runs::Count,
        },
        kernels: args.kernel.clone(),
        nvtx: args.nvtx_include.clone(),
        devices: args.devices.clone(),
        launch_skip: args.launch_skip,
        launch_count: args.launch_count.unwrap_or(0),
        per_signature: if args.all { 0 } else { args.max_launches_per_kernel },
        children: matches!(args.target_processes, Processes::All),
        quiet: args.quiet,
        verbose: args.verbose,
    })
}

/// Failures of propp's own, which must not be taken for the program's codes.
fn failure(error: CollectError) -> Failure {
    let code = match error {
        CollectError::NotFound { .. } => NOT_FOUND,
        CollectError::CannotRun { .. } => CANNOT_RUN,
        _ => OWN_FAILURE,
    };
    Failure { message: error.to_string(), code }
}

/// Everything goes to standard error: standard output is the program's.
fn report(options: &Options, outcome: &Outcome) -> Result<(), Failure> {
    if outcome.processes == 0 {
        say("propp: the program did not use CUDA; there is nothing to profile");
    }
    if options.quiet || outcome.processes == 0 {
        for notice in &outcome.failures {
            let word = if notice.severity == Severity::Failure { "problem" } else { "warning" };
            say(&format!("propp: {word}: {}", notice.text));
        }
    }
    if !options.quiet {
        say(&format!("propp: wrote {}", options.output.display()));
        if outcome.processes > 0 {
            say(&format!("\n{}", kernels(options)?.trim_end()));
        }
    }
    Ok(())
}

/// The ranked kernels, as `propp show` prints them.
fn kernels(options: &Options) -> Result<String, Failure> {
    let failure = |message: String| Failure { message, code: OWN_FAILURE };
    let recording = read(&options.output).map_err(|error| failure(error.to_string()))?;
    let weights = Weights::bundled("paper").map_err(|error| failure(error.to_string()))?;
    let name = options.output.display().to_string();
    let inputs = [Input { name: &name, recording: &recording }];
    let analysis = analyse(&inputs, &weights, Grouping::Signature);
    Ok(table::render(&analysis, page()))
}

/// A standard error that has gone is no reason to lose the program's code.
fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// A terminal has its own width and colours.
fn page() -> Page {
    if !std::io::stderr().is_terminal() {
        return Page::PLAIN;
    }
    let width = comfy_table::Table::new().width().map_or(Page::PLAIN.width, usize::from);
    Page { width, colour: true }
}

/// The program's own code comes first; then whether propp did its work.
fn exit_code(outcome: &Outcome) -> ExitCode {
    let failed = outcome.failures.iter().any(|notice| notice.severity == Severity::Failure);
    match outcome.ending {
        Ending::Exited(0) if failed && outcome.measured == 0 => ExitCode::from(NO_COUNTERS),
        Ending::Exited(code) => ExitCode::from(u8::try_from(code & 0xff).unwrap_or(OWN_FAILURE)),
        // What a shell says of a program that a signal ended.
        Ending::Killed(signal) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(OWN_FAILURE)),
    }
}

/// The recording's path.
fn output(args: &Args) -> Result<PathBuf, Failure> {
    if let Some(pattern) = &args.output {
        return expand(pattern).map_err(Failure::usage);
    }
    let program = args.command.first().map(PathBuf::from).unwrap_or_default();
    let stem = program.file_name().map_or("profile".into(), |name| name.to_string_lossy());
    let plain = PathBuf::from(format!("{stem}.propp"));
    if args.force || !plain.exists() { Ok(plain) } else { Ok(free(&format!("{stem}.%i.propp"))) }
}

/// Replaces the placeholders of an output name.
fn expand(pattern: &str) -> Result<PathBuf, String> {
    let mut name = String::new();
    let mut rest = pattern;
    while let Some(at) = rest.find('%') {
        name.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match rest.chars().next() {
            Some('h') => name.push_str(&host()),
            Some('p') => name.push_str(&std::process::id().to_string()),
            Some('i') => name.push_str("%i"),
            Some('%') => name.push('%'),
            Some('q') => {
                let (variable, after) = rest[1..]
                    .strip_prefix('{')
                    .and_then(|text| text.split_once('}'))
                    .ok_or(format!("%q in {pattern:?} must be followed by {{VARIABLE}}"))?;
                name.push_str(&std::env::var(variable).map_err(|_| {
                    format!("{pattern:?} needs the environment variable {variable}")
                })?);
                rest = after;
                continue;
            }
            _ => {
                return Err(format!(
                    "unknown placeholder in {pattern:?}: use %h %p %i %q{{VAR}} %%"
                ));
            }
        }
        rest = &rest[1..];
    }
    name.push_str(rest);
    Ok(if name.contains("%i") { free(&name) } else { name.into() })
}

/// The first name that is not taken.
fn free(pattern: &str) -> PathBuf {
    let named = |number: u32| PathBuf::from(pattern.replace("%i", &number.to_string()));
    (1..).map(named).find(|path: &PathBuf| !Path::exists(path)).unwrap_or_else(|| pattern.into())
}

fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    name.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().display();
        assert_eq!(expand("a%%b.propp").unwrap(), PathBuf::from("a%b.propp"));
        assert_eq!(
            expand("x-%p.propp").unwrap(),
            PathBuf::from(format!("x-{}.propp", std::process::id()))
        );
        let first = expand(&format!("{base}/r%i.propp")).unwrap();
        assert!(first.ends_with("r1.propp"));
        std::fs::write(&first, "").unwrap();
        assert!(expand(&format!("{base}/r%i.propp")).unwrap().ends_with("r2.propp"));
        assert!(!expand("%h").unwrap().as_os_str().is_empty());
    }

    #[test]
    fn bad_placeholders_say_what_there_is() {
        assert!(expand("%z").unwrap_err().contains("%q{VAR}"));
        assert!(expand("%qRANK").unwrap_err().contains("{VARIABLE}"));
        let missing = expand("%q{PROPP_SURELY_NOT_SET}").unwrap_err();
        assert!(missing.contains("PROPP_SURELY_NOT_SET"));
    }
}
