//! The options of `propp profile`, and what they ask for.

use std::ffi::OsString;
use std::path::PathBuf;

use propp_base_names::KernelFilter;
use propp_collect::{ATTEMPTS, Options, Replay, Runs, Window, output_name, script};
use propp_recording_wire::{RangePattern, variables};

use crate::cli::common::Cuda;
use crate::cli::common::weights::WeightsArg;
use crate::cli::say::{Failure, Result};

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    pub(super) weights: WeightsArg,
    /// Recording to write; %h is the host, %p the process id, %r the rank and %j the job (from
    /// torchrun, mpirun or srun), %i a free number, %q{VAR} an environment variable [default:
    /// PROGRAM.propp, with a number if that exists]
    #[arg(short, long, value_name = "FILE", env = variables::OUTPUT)]
    output: Option<OsString>,
    /// Replace an existing recording once the new one is complete; until then the new one is
    /// FILE.part, which remains if propp is killed
    #[arg(short, long)]
    force: bool,
    /// Measure only kernels with this name, or with a demangled name that matches regex:EXPRESSION
    #[arg(short, long, value_name = "NAME", env = variables::KERNEL)]
    kernel: Option<KernelFilter>,
    /// Skip this many matching launches before measuring
    #[arg(long, value_name = "N", default_value_t = 0)]
    launch_skip: u64,
    /// Measure at most this many matching launches
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    launch_count: Option<u64>,
    /// Measure at most this many launches of each kernel and configuration; if there are more,
    /// propp takes the second, third, fifth, ninth and so on, up to this number
    #[arg(long, value_name = "N", default_value_t = 3, env = variables::MAX_LAUNCHES_PER_KERNEL)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    max_launches_per_kernel: u64,
    /// Measure every launch, without the limit per kernel
    #[arg(long)]
    all: bool,
    /// Measure only launches inside NVTX ranges with this name, or with a name that matches
    /// regex:EXPRESSION; `all`: measure everywhere, and report kernels by range. May be repeated
    #[arg(long, value_name = "RANGE")]
    nvtx_include: Vec<RangePattern>,
    /// Record in the trace run which PyTorch module launches each kernel, forward and backward;
    /// reports then divide the time by module
    #[arg(long, value_enum, default_value_t = PyTorch::Off, value_name = "WHAT", env = variables::PYTORCH)]
    pytorch: PyTorch,
    /// Profile only launches between cudaProfilerStart and cudaProfilerStop
    #[arg(long, value_enum, value_name = "WHICH")]
    capture_range: Option<CaptureRange>,
    /// Profile only the first of every N of these ranges, such as every tenth step
    #[arg(long, value_name = "N", requires = "capture_range", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// Start profiling this many seconds after the start of the program
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    delay: Option<f64>,
    /// Profile for this many seconds, from the start or from --delay; the time that measuring
    /// takes does not count
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    duration: Option<f64>,
    /// Measure only on the devices with these indexes
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    devices: Vec<u32>,
    /// How to read all counters, although a GPU reads only a few in one pass: replay each launch,
    /// rotate through the passes, or run the application several times
    #[arg(long, value_enum, default_value_t = How::Auto, value_name = "METHOD", env = variables::REPLAY)]
    replay: How,
    /// Time limit for measuring, in seconds; propp first measures fewer launches, then leaves
    /// out whole kernels and names them
    #[arg(long, value_name = "SECONDS", env = variables::BUDGET, value_parser = seconds)]
    budget: Option<f64>,
    /// Make the trace run only, and print which launches would be measured, how, and how long that
    /// would take
    #[arg(long, conflicts_with = "quiet")]
    plan: bool,
    /// First run the program without propp, so that the recording shows propp's overhead
    #[arg(long)]
    overhead: bool,
    /// Plan the measurements from an earlier recording of the same program and skip the trace run;
    /// the new recording then has no times
    #[arg(long, value_name = "OLD", conflicts_with_all = ["runs", "plan", "yield_cupti"])]
    like: Option<PathBuf>,
    /// Leave CUPTI to the program in its first run, for programs that profile themselves
    /// (torch.profiler); criteria that need times are then missing
    #[arg(long, conflicts_with_all = ["runs", "plan"])]
    yield_cupti: bool,
    /// Start the count run together with the trace run, and hold it at its first use of CUDA until
    /// the trace run has ended; this saves start-up time such as imports. The program must be able
    /// to run twice at once (ports, lock files)
    #[arg(long, conflicts_with_all = ["runs", "plan", "like", "yield_cupti", "delay", "duration"])]
    start_early: bool,
    /// Seconds that a measured launch may take beyond 30 times its longest time in the trace run;
    /// after that propp considers the kernel hung and repeats the run without it
    #[arg(long, value_name = "SECONDS", default_value = "60", env = variables::LAUNCH_TIMEOUT)]
    #[arg(value_parser = seconds)]
    launch_timeout: f64,
    /// Maximum number of count runs, including the first; after a failure propp repeats the run
    /// without its likely cause: the kernel that was being measured, patched code, or replay
    #[arg(long, value_name = "N", default_value_t = ATTEMPTS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    attempts: u32,
    /// Do not record the compiled code of measured kernels, which `propp show --code` shows
    #[arg(long, env = variables::NO_CODE, value_parser = clap::builder::FalseyValueParser::new())]
    no_code: bool,
    /// Run the program once more and count each instruction of the kernels with the most time, for
    /// `propp show --lines`. Compile with -lineinfo (nvcc, NVRTC) to get source lines; `--plan`
    /// prints the cost
    #[arg(long, env = variables::LINES)]
    #[arg(value_parser = clap::builder::FalseyValueParser::new())]
    lines: bool,
    /// Processes to profile
    #[arg(long, value_enum, default_value_t = Processes::All, value_name = "WHICH")]
    target_processes: Processes,
    /// Runs of the program: a trace run for times, a count run for counters, or one run for both
    #[arg(long, value_enum, default_value_t = WhichRuns::Both, value_name = "WHICH")]
    runs: WhichRuns,
    /// Print problems only
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Show the program's standard error in the count run as well
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    pub(super) cuda: Cuda,
    /// The program and its arguments
    #[arg(trailing_var_arg = true, required = true, value_name = "APP")]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Processes {
    /// The program and all processes that it starts
    All,
    /// The program alone, without the processes that it starts
    ApplicationOnly,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PyTorch {
    /// Modules by their path, such as encoder.layers.3.self_attn
    Modules,
    /// No modules; the program's Python starts as it does without propp
    Off,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum CaptureRange {
    /// Every range between cudaProfilerStart and cudaProfilerStop
    CudaProfilerApi,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    let is_fine = number > 0.0 && number <= 1e9;
    if is_fine { Ok(number) } else { Err("must be more than 0, and not absurd".to_owned()) }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum How {
    /// Replay each measured launch once per pass, and restore its memory in between
    Kernel,
    /// Read one pass per launch, in turn, while the program runs on; for kernels that recur
    Rotate,
    /// Run the whole program once per pass
    Application,
    /// Use kernel replay, or rotation if that is cheaper
    Auto,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum WhichRuns {
    /// Make both runs
    Both,
    /// Make the trace run only: times
    Trace,
    /// Make the count run only: counters; criteria that need times are unavailable
    Count,
    /// Run the program once for times and counters; HSync and DT are unavailable, and a kernel with
    /// all launches measured takes its time from a counter
    One,
}

pub(super) fn options(args: &Args) -> Result<Options> {
    let is_traced = !matches!(args.runs, WhichRuns::Count | WhichRuns::One) && !args.yield_cupti;
    if args.kernel.is_some() && !is_traced {
        // Names are matched demangled, and they are known from the trace run.
        return Err(Failure::usage(
            "--kernel needs the trace run: leave out --runs count, --runs one and --yield-cupti",
        ));
    }
    if args.plan && !matches!(args.runs, WhichRuns::Both) {
        return Err(Failure::usage(
            "--plan says what a count run would measure of what a trace run saw: leave out --runs",
        ));
    }
    if args.lines && (!matches!(args.runs, WhichRuns::Both) || args.yield_cupti) {
        return Err(Failure::usage(
            "--lines (PROPP_LINES) needs the trace run and a count run: leave out --runs and \
             --yield-cupti",
        ));
    }
    if args.lines && args.no_code {
        return Err(Failure::usage(
            "--lines needs the code of kernels: leave out --no-code (PROPP_NO_CODE)",
        ));
    }
    if args.replay == How::Application && matches!(args.runs, WhichRuns::One) {
        return Err(Failure::usage(
            "--replay application makes a run for each pass: leave out --runs one",
        ));
    }
    if args.replay == How::Rotate {
        let all = |pattern: &RangePattern| matches!(pattern, RangePattern::All);
        let windowed = args.launch_skip > 0
            || args.launch_count.is_some()
            || args.delay.is_some()
            || args.duration.is_some();
        if windowed || !args.nvtx_include.iter().all(all) || !is_traced {
            return Err(Failure::usage(
                "--replay rotate plans from the trace run and takes all launches: leave out \
                 --runs count, --runs one, --yield-cupti, --launch-skip, --launch-count, --delay, --duration \
                 and --nvtx-include (but all)",
            ));
        }
    }
    Ok(Options {
        command: script::command(&args.command),
        attends: false,
        output: output(args)?,
        force: args.force,
        runs: match args.runs {
            _ if args.yield_cupti || args.like.is_some() => Runs::Count,
            WhichRuns::Both => Runs::Both,
            WhichRuns::Trace => Runs::Trace,
            WhichRuns::Count => Runs::Count,
            WhichRuns::One => Runs::One,
        },
        kernels: args.kernel.clone(),
        uncounted: Vec::new(),
        window: Window {
            by_program: args.capture_range.is_some(),
            every: args.every.unwrap_or(0),
            delay: args.delay.unwrap_or(0.0),
            duration: args.duration,
        },
        nvtx: args.nvtx_include.clone(),
        modules: args.pytorch == PyTorch::Modules,
        devices: args.devices.clone(),
        launch_skip: args.launch_skip,
        launch_count: args.launch_count.unwrap_or(0),
        per_signature: if args.all { 0 } else { args.max_launches_per_kernel },
        replay: match args.replay {
            How::Kernel => Replay::Kernel,
            How::Rotate => Replay::Rotate,
            How::Application => Replay::Application,
            How::Auto => Replay::Auto,
        },
        budget: args.budget,
        plan_only: args.plan,
        overhead: args.overhead,
        like: args.like.clone(),
        yield_cupti: args.yield_cupti,
        start_early: args.start_early,
        launch_timeout: args.launch_timeout,
        attempts: args.attempts,
        code: !args.no_code,
        lines: args.lines,
        children: matches!(args.target_processes, Processes::All),
        quiet: args.quiet,
        verbose: args.verbose,
    })
}

fn output(args: &Args) -> Result<PathBuf> {
    if let Some(pattern) = &args.output {
        return output_name::expand(pattern).map_err(Failure::usage);
    }
    Ok(output_name::after(script::subject(&args.command), args.force))
}
