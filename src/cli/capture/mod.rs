//! `propp capture`.

mod existing;
mod step;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use propp_base_names::{demangle, nearest_first, path};
use propp_base_text::{bytes, count};
use propp_collect::{CaptureOptions, CaptureSummary, Outcome, capture};
use propp_recording::Ending;
use propp_recording_wire::Captured;

use super::common::Cuda;
use super::common::launches::is_one;
use super::common::numbers::positive;
use super::profile::{OWN_FAILURE, code_of, failure};
use super::say::{Failure, Result, say};

/// Kernels that are listed where none has the name.
const LISTED: usize = 12;

/// What a file without PTX is not good for.
const WITHOUT_PTX: &str = "propp: no PTX of the kernel was found, so `propp emulate` needs --ptx for this \
                           file; nvcc adds PTX with -gencode arch=compute_90,code=[sm_90,compute_90]";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Part of the name of the kernel; of several words each must occur, in this order; =NAME is the whole name
    #[arg(short, long, value_name = "NAME")]
    kernel: Option<String>,
    /// Number of the launch, among the launches of such kernels
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    launch: u64,
    /// Take a launch of the N-th step of the program, which --like knows; --launch is then a number within
    /// the step
    #[arg(long, value_name = "N", requires = "like", value_parser = clap::value_parser!(u64).range(1..))]
    step: Option<u64>,
    /// Recording of an earlier run, from which --step knows the launches before the step
    #[arg(long, value_name = "FILE", requires = "step")]
    like: Option<PathBuf>,
    /// File to write the launch to
    #[arg(short, long, value_name = "FILE", default_value = "kernel.launch")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(short, long)]
    force: bool,
    /// Maximum memory in MiB that the launch may reach; all of it goes into the file, compressed
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    limit: u64,
    /// Seconds to wait for the GPU's work before the launch, and again for the launch; if it takes longer, the
    /// program goes on and the launch is not captured
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = positive)]
    launch_timeout: f64,
    /// End the program as soon as the launch is captured
    #[arg(long)]
    stop: bool,
    /// Keep only the memory that the launch touches, which emulation of its PTX finds; the rest is zeros in a
    /// replay, and the file gets smaller
    #[arg(long)]
    touched: bool,
    #[command(flatten)]
    emulated: existing::Emulated,
    /// Folder to write for people without propp: a host program, its Makefile, the data, and the
    /// kernel's source if the code names one that is found
    #[arg(long, value_name = "DIR")]
    export: Option<PathBuf>,
    /// Folder to search for the kernel's source, in addition to the working directory; may be repeated
    #[arg(long, value_name = "DIR", requires = "export")]
    sources: Vec<PathBuf>,
    /// Print problems only
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    cuda: Cuda,
    /// The program and its arguments. With --export or --touched, a launch
    /// that was captured already
    #[arg(trailing_var_arg = true, required = true, value_name = "APP")]
    command: Vec<OsString>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    if let [file, rest @ ..] = &args.command[..]
        && is_one(Path::new(file))
    {
        return existing::run(args, Path::new(file), rest);
    }
    let Some(kernel) = &args.kernel else {
        return Err(Failure::usage("give the name of a kernel with -k, or a part of it"));
    };
    if kernel.starts_with("regex:") {
        let text = "-k takes a part of the kernel's name, or =NAME, and not an expression: propp capture \
                    compares it with the compiler's names, such as _Z6kernelPf";
        return Err(Failure::usage(text));
    }
    // The program may run for long before it is needed.
    existing::check(args)?;
    let launch = match (args.step, &args.like) {
        (Some(step), Some(like)) => step::launch(args, kernel, step, like)?,
        _ => args.launch,
    };
    let options = CaptureOptions {
        command: args.command.clone(),
        kernel: kernel.clone(),
        launch,
        output: args.output.clone(),
        force: args.force,
        limit: args.limit << 20,
        launch_timeout: Duration::from_secs_f64(args.launch_timeout),
        stop: args.stop,
        quiet: args.quiet,
    };
    let summary = capture(&options, &args.cuda.surroundings()).map_err(|error| {
        let failure = failure(error);
        // A missing CUPTI is not what hinders where there is no GPU.
        no_gpu().filter(|_| failure.code == OWN_FAILURE).unwrap_or(failure)
    })?;
    for notice in &summary.notices {
        say(&format!("propp: warning: {}", notice.text));
    }
    if let (Outcome::NoCuda, Some(failure)) = (&summary.outcome, no_gpu()) {
        return Err(failure.after(summary.ending));
    }
    match &summary.outcome {
        Outcome::Captured(captured) if !args.quiet => {
            say(&words(captured, &args.output));
            say(&format!("propp: run it alone: propp replay {}", args.output.display()));
            if !summary.has_ptx {
                say(WITHOUT_PTX);
            }
        }
        Outcome::Captured(_) => {}
        outcome => say(&format!("propp: {}", problem(outcome, kernel, launch))),
    }
    if matches!(summary.outcome, Outcome::Captured(_)) {
        existing::derive(args).map_err(|failure| failure.after(summary.ending))?;
    }
    Ok(ExitCode::from(exit_code(&summary, args.stop)))
}

/// That there is no GPU, if so.
fn no_gpu() -> Option<Failure> {
    let error = propp_collect_cuda::gpus().err()?;
    let text = format!("a launch is captured on a GPU: {error}; `propp doctor` has the cure");
    Some(Failure::no_gpu(text))
}

fn words(captured: &Captured, output: &Path) -> String {
    let memory: u64 = captured.memory.iter().map(|reached| reached.bytes).sum();
    format!(
        "propp: wrote {}: launch {} of {}, with {} of memory in {}; the file holds the program's data",
        output.display(),
        captured.before + 1,
        path(&demangle(&captured.name)),
        bytes(memory),
        count(captured.memory.len() as u64, "allocation", "allocations"),
    )
}

fn problem(outcome: &Outcome, kernel: &str, launch: u64) -> String {
    match outcome {
        Outcome::Captured(_) => String::new(),
        Outcome::Refused(why) => format!("the launch cannot be captured: {why}"),
        Outcome::NoCuda => {
            "the program did not use CUDA, so there is nothing to capture".to_owned()
        }
        Outcome::NotLaunched(kernels) => {
            let mut kernels = kernels.clone();
            nearest_first(kernel.trim_start_matches('='), &mut kernels);
            let mut known: Vec<&str> = kernels.iter().take(LISTED).map(String::as_str).collect();
            if kernels.len() > LISTED {
                known.push("…");
            }
            let is = match kernel.strip_prefix('=') {
                Some(name) => format!("called '{name}'"),
                None => format!("whose name has '{kernel}'"),
            };
            let wanted = match launch {
                1 => format!("no kernel {is} was launched"),
                _ => format!("kernels {is} were launched fewer than {launch} times"),
            };
            match known.as_slice() {
                [] => format!("{wanted}; no kernel was launched outside of CUDA graphs"),
                known => {
                    format!("{wanted} outside of CUDA graphs; launched were: {}", known.join(", "))
                }
            }
        }
    }
}

/// The program's code; propp's own where there is no file.
fn exit_code(summary: &CaptureSummary, stop: bool) -> u8 {
    let is_captured = matches!(summary.outcome, Outcome::Captured(_));
    match summary.ending {
        Ending::Killed(9) if stop && is_captured => 0,
        Ending::Exited(0) if !is_captured => OWN_FAILURE,
        Ending::Killed(9) if stop => OWN_FAILURE,
        ending => code_of(ending),
    }
}
