//! The options of `propp profile`, and what they ask for.

use std::ffi::OsString;
use std::path::PathBuf;

use propp_base_names::KernelFilter;
use propp_base_text::printable;
use propp_collect::{ATTEMPTS, Options, Replay, Runs, StartEarly, Window, output_name, script};
use propp_judge_analysis::Part;
use propp_recording_wire::{RangePattern, variables};

use crate::cli::common::Cuda;
use crate::cli::common::step::StepArg;
use crate::cli::common::weights::WeightsArg;
use crate::cli::say::{Failure, Result};

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    pub(super) weights: WeightsArg,
    /// Recording to write. In the name, %h becomes the host, %p the process id, %r the rank and %j
    /// the job (of torchrun, mpirun or srun), %i the first free number, and %q{VAR} an environment
    /// variable [default: PROGRAM.propp, or PROGRAM.N.propp if that exists]
    #[arg(short, long, value_name = "FILE", env = variables::OUTPUT)]
    output: Option<OsString>,
    /// Replace an existing recording; propp first writes FILE.part, and replaces FILE when the new
    /// recording is complete
    #[arg(short, long)]
    force: bool,
    /// Measure only kernels with this name, or with a name that contains it; =NAME selects whole
    /// names only, and regex:EXPRESSION selects matching names [default: all kernels]
    #[arg(short, long, value_name = "NAME", env = variables::KERNEL)]
    kernel: Option<KernelFilter>,
    /// Number of launches to skip at the start of each process; only launches that -k, --devices
    /// and --nvtx-include select are counted
    #[arg(long, value_name = "N", default_value_t = 0)]
    launch_skip: u64,
    /// Maximum number of launches to measure in each process after the skipped ones [default: no
    /// limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    launch_count: Option<u64>,
    /// Maximum number of launches to measure per kernel and launch configuration; with --replay
    /// rotate, the maximum is per pass
    #[arg(long, value_name = "N", default_value_t = 3, env = variables::MAX_LAUNCHES_PER_KERNEL)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    max_launches_per_kernel: u64,
    /// Measure every launch, without the limit per kernel
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    pub(super) step: StepArg,
    /// Measure only launches inside NVTX ranges with this name, or with a name that matches
    /// regex:EXPRESSION; with `all`, measure everywhere and report each kernel once per innermost
    /// NVTX range; may be repeated
    #[arg(long, value_name = "RANGE")]
    nvtx_include: Vec<RangePattern>,
    /// Record which PyTorch module launches each kernel, forward and backward
    #[arg(long, value_enum, default_value_t = PyTorch::Off, value_name = "WHAT", env = variables::PYTORCH)]
    pytorch: PyTorch,
    /// Profile only launches between cudaProfilerStart and cudaProfilerStop [default: the whole
    /// program]
    #[arg(long, value_enum, value_name = "WHICH")]
    capture_range: Option<CaptureRange>,
    /// With --capture-range: profile only the first of every N ranges [default: every range]
    #[arg(long, value_name = "N", requires = "capture_range", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// Start profiling this many seconds after the start of the program [default: at its start]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    delay: Option<f64>,
    /// Profile for this many seconds, from the start or from --delay; the time that propp adds by
    /// measuring is not counted [default: until the program ends]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    duration: Option<f64>,
    /// Measure only on the GPUs with these CUDA indexes [default: all GPUs]
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    devices: Vec<u32>,
    /// How to read all counters. A GPU can read only a few counters in one execution of a kernel (a
    /// pass), so each measured kernel needs several passes
    #[arg(long, value_enum, default_value_t = How::Auto, value_name = "METHOD", env = variables::REPLAY)]
    replay: How,
    /// Time limit for measuring, in seconds, not counting the program's own time. To keep the
    /// limit, propp measures fewer launches, then fewer kernels, and lists the omitted kernels
    /// [default: no limit]
    #[arg(long, value_name = "SECONDS", env = variables::BUDGET, value_parser = seconds)]
    budget: Option<f64>,
    /// Make only the trace run (for times), and print which launches the count run (for counters)
    /// would measure, how, and how long that would take
    #[arg(long, conflicts_with = "quiet")]
    plan: bool,
    /// Run the program once without propp first, so that the recording shows propp's overhead
    #[arg(long)]
    overhead: bool,
    /// Plan the count run from this earlier recording of the program; there is no trace run, so the
    /// new recording has no times
    #[arg(long, value_name = "OLD", conflicts_with_all = ["runs", "plan", "yield_cupti"])]
    like: Option<PathBuf>,
    /// Make the first run without propp, so that a program that profiles itself (torch.profiler)
    /// can use CUPTI; the recording then has no times
    #[arg(long, conflicts_with_all = ["runs", "plan"])]
    yield_cupti: bool,
    /// When to start the process of the count run. A process that starts early is held at its first
    /// use of CUDA until the trace run has ended. `--start-early` alone means always
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, require_equals = true)]
    #[arg(default_value_t = Early::Never, default_missing_value = "always")]
    #[arg(conflicts_with_all = ["runs", "plan", "like", "yield_cupti", "delay", "duration"])]
    start_early: Early,
    /// Seconds that a measured launch may take, in addition to 30 times the kernel's longest time
    /// in the trace run. If a launch takes longer, propp repeats the count run without this kernel
    #[arg(long, value_name = "SECONDS", default_value = "60", env = variables::LAUNCH_TIMEOUT)]
    #[arg(value_parser = seconds)]
    launch_timeout: f64,
    /// Maximum number of attempts at the count run; each attempt omits the likely cause of the
    /// previous failure
    #[arg(long, value_name = "N", default_value_t = ATTEMPTS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    attempts: u32,
    /// Do not record the compiled code of measured kernels, which `propp show --code` shows
    #[arg(long, env = variables::NO_CODE, value_parser = clap::builder::FalseyValueParser::new())]
    no_code: bool,
    /// Run the program once more and count how often each instruction is executed, in the kernels
    /// that make up 99 % of the kernel time; compile with -lineinfo to get source lines
    #[arg(long, env = variables::LINES)]
    #[arg(value_parser = clap::builder::FalseyValueParser::new())]
    lines: bool,
    /// Like --lines, and run the program once more to sample where warps wait, and for what
    #[arg(long, env = variables::WAITS)]
    #[arg(value_parser = clap::builder::FalseyValueParser::new())]
    waits: bool,
    /// Processes to profile
    #[arg(long, value_enum, default_value_t = Processes::All, value_name = "WHICH")]
    target_processes: Processes,
    /// Runs of the program: a trace run for times, a count run for counters, or one run for both
    #[arg(long, value_enum, default_value_t = WhichRuns::Both, value_name = "WHICH")]
    runs: WhichRuns,
    /// Print problems only
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Also show what the program writes to standard error during the count run
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    pub(super) cuda: Cuda,
    /// Program to profile, and its arguments
    #[arg(trailing_var_arg = true, required = true, value_name = "APP")]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Early {
    /// About a second after the start of the trace run; after its end if the program writes files,
    /// opens a port or starts processes before it uses CUDA
    Auto,
    /// Together with the trace run; two copies must be able to run at once
    Always,
    /// After the end of the trace run
    Never,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Processes {
    /// The program and all processes that it starts
    All,
    /// The program alone
    ApplicationOnly,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PyTorch {
    /// Record modules, by their path
    Modules,
    /// Record no modules
    Off,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum CaptureRange {
    /// Each range from cudaProfilerStart to cudaProfilerStop
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
    /// Read the counters of one pass at each launch, and of another pass at the kernel's next
    /// launch
    Rotate,
    /// Run the whole program once per pass
    Application,
    /// Use kernel replay, or rotation if that is cheaper or if GPUs exchange data
    Auto,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum WhichRuns {
    /// Make a trace run and a count run
    Both,
    /// Make the trace run only: times
    Trace,
    /// Make the count run only: counters
    Count,
    /// Run the program once for times and counters, without the criteria HSync and DT
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
    if let (Some(name), false) = (args.step.range(), is_traced || args.like.is_some()) {
        return Err(Failure::usage(format!(
            "--step {} needs the trace run: leave out --runs count, --runs one and --yield-cupti",
            printable(name)
        )));
    }
    if args.plan && !matches!(args.runs, WhichRuns::Both) {
        return Err(Failure::usage(
            "--plan says what a count run would measure of what a trace run saw: leave out --runs",
        ));
    }
    let closely = args.lines || args.waits;
    if closely && (!matches!(args.runs, WhichRuns::Both) || args.yield_cupti) {
        return Err(Failure::usage(
            "--lines (PROPP_LINES) and --waits (PROPP_WAITS) need the trace run and a count run: \
             leave out --runs and --yield-cupti",
        ));
    }
    if closely && args.no_code {
        return Err(Failure::usage(
            "--lines and --waits need the code of kernels: leave out --no-code (PROPP_NO_CODE)",
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
        replayed: None,
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
        outside_steps: args.all || *args.step.part() == Part::WholeRun,
        step: args.step.range().map(str::to_owned),
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
        start_early: match args.start_early {
            Early::Auto => StartEarly::Auto,
            Early::Always => StartEarly::Always,
            Early::Never => StartEarly::Never,
        },
        launch_timeout: args.launch_timeout,
        attempts: args.attempts,
        code: !args.no_code,
        lines: args.lines || args.waits,
        waits: args.waits,
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
