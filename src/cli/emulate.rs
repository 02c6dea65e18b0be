//! `propp emulate`.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use propp_collect::{EmulateOptions, EmulateSummary, emulate, output_name};
use propp_judge_analysis::Part;
use propp_recording::Ending;
use propp_recording_wire::{Notice, Severity, variables};

use super::common::destination::TableOrJson;
use super::common::launches;
use super::common::weights::WeightsArg;
use super::emulate_check;
use super::emulate_launch;
use super::profile::{OWN_FAILURE, code_of, failure, first_screen};
use super::say::{Failure, Result, print_data, say, say_report};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    weights: WeightsArg,
    /// Recording to write; %h is the host, %p the process id, %r and %j the rank and the job (of
    /// torchrun, mpirun or srun), %i the first free number, %q{VAR} a variable [default:
    /// PROGRAM.propp, or PROGRAM.N.propp if that exists]
    #[arg(short, long, value_name = "FILE", env = variables::OUTPUT)]
    output: Option<OsString>,
    /// Replace an existing recording once the new one is complete
    #[arg(short, long)]
    force: bool,
    /// GPU to emulate (`propp explain your-gpu` lists the names)
    #[arg(long, value_name = "NAME", default_value = "h200")]
    gpu: String,
    /// Maximum number of CPU threads, which does not change the counts [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    threads: Option<u32>,
    /// Time limit in seconds for each process that emulates kernels [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = super::common::numbers::positive)]
    budget: Option<f64>,
    /// Report races in shared memory; this needs more time, because one CPU thread runs all kernels
    #[arg(long)]
    races: bool,
    /// Treat an access up to 512 bytes after the end of an allocation as a fault instead of a
    /// warning
    #[arg(long)]
    strict: bool,
    /// Print problems only
    #[arg(short, long)]
    quiet: bool,
    /// List refused kernels and missing calls, without running the program; the exit code is 1 if
    /// there are any
    #[arg(long, conflicts_with_all = ["force", "threads", "budget", "quiet", "races", "strict"])]
    check: bool,
    /// Format of the list of --check [default: table]
    #[arg(long, value_enum, requires = "check")]
    format: Option<TableOrJson>,
    /// Print only the JSON Schema of --check --format json
    #[arg(long, conflicts_with = "check")]
    schema: bool,
    #[command(flatten)]
    launch: emulate_launch::Comparing,
    /// Program, linked with the shared CUDA runtime, and its arguments; or a launch that `propp capture`
    /// wrote
    #[arg(trailing_var_arg = true, required_unless_present = "schema", value_name = "APP")]
    command: Vec<OsString>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    if args.schema {
        print_data(&emulate_check::schema()?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.check && args.command.first().is_some_and(|file| launches::is_one(Path::new(file))) {
        return Err(Failure::usage(
            "--check looks at programs; a captured launch is emulated at once",
        ));
    }
    if args.check {
        let format = args.format.unwrap_or(TableOrJson::Table);
        return emulate_check::run(&args.command, &args.gpu, format);
    }
    args.weights.check()?;
    let output = match &args.output {
        Some(pattern) => output_name::expand(pattern).map_err(Failure::usage)?,
        None => {
            let program = args.command.first().map(Path::new).unwrap_or(Path::new(""));
            output_name::after(program, args.force)
        }
    };
    let mut options = EmulateOptions {
        command: args.command.clone(),
        named: None,
        output,
        force: args.force,
        gpu: args.gpu.clone(),
        threads: args.threads,
        budget: args.budget,
        races: args.races,
        strict: args.strict,
        quiet: args.quiet,
    };
    match &args.command[..] {
        [file, rest @ ..] if launches::is_one(Path::new(file)) => {
            emulate_launch::prepare(&mut options, Path::new(file), rest, &args.launch, None)?;
        }
        _ => args.launch.refuse()?,
    }
    run_with(&options, &args.weights)
}

/// Emulates the program, and shows what was found.
pub(super) fn run_with(options: &EmulateOptions, weights: &WeightsArg) -> Result<ExitCode> {
    let summary = emulate(options).map_err(failure)?;
    let is_shown = !options.quiet && summary.launches > 0;
    let is_launch = options.named.is_some();
    // Of a launch, the process that runs it has said why.
    if is_launch && summary.not_loaded.is_some() {
        return Ok(ExitCode::from(code_of(summary.ending)));
    }
    if let Some(why) = summary.not_loaded {
        say(&format!("propp: {why}; no recording is written"));
        return Ok(ExitCode::from(code_of(summary.ending)));
    }
    for notice in &summary.notices {
        // Warnings stand below the first screen, too.
        let is_failure = notice.severity == Severity::Failure;
        // That nothing was measured is no problem of the program.
        let is_problem = notice.code != "emulated" || !options.quiet;
        if is_failure || !is_shown && is_problem {
            let word = if is_failure { "problem" } else { "warning" };
            say(&format!("propp: {word}: {}", notice.text));
        }
    }
    let is_written = !is_launch || summary.launches > 0;
    if !options.quiet && is_written {
        say(&format!("propp: wrote {}", options.output.display()));
        if is_shown {
            let screen = first_screen(&options.output, weights, &Part::Steps);
            let screen = screen.map_err(|failure| failure.after(summary.ending))?;
            say_report(&format!("\n{}", screen.trim_end()));
        }
    }
    Ok(ExitCode::from(exit_code(&summary)))
}

/// The program's own, and propp's where a launch was refused and the program did not mind. A fault is
/// the program's: it learns of it, as on a GPU.
fn exit_code(summary: &EmulateSummary) -> u8 {
    let is_refusal = |notice: &Notice| matches!(notice.code.as_str(), "not-emulated" | "no-ptx");
    match summary.ending {
        Ending::Exited(0) if summary.notices.iter().any(is_refusal) => OWN_FAILURE,
        ending => code_of(ending),
    }
}
