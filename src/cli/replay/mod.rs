//! `propp replay`.

mod other;
mod text;

use std::fs::File;
use std::io::{BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use propp_base_names::demangle;
use propp_base_text::progress::Progress;
use propp_collect::free_memory;
use propp_recording_launch::{Launch, LaunchError, read_within};
use propp_recording_wire::variables::REPLAY_TRIES;
use propp_suite_replay::{Options, Other, Ran, ReplayError, Replayed, Speed, replay, typical};
use schemars::JsonSchema;
use serde::Serialize;

use super::common::Cuda;
use super::common::destination::{Destination, TableOrJson};
use super::say::terminal::Output;
use super::say::{Failure, Result, json_text, no_json, print_data, say};

pub(super) use other::{OtherArgs, ToleranceArgs, Type, accepted};
pub(super) use text::{headline, results, without};

const SCHEMA: &str = "propp.replay/1";

/// A new process has its own memory elsewhere; where that is never right, it is no chance.
const MOST_TRIES: u32 = 8;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file that `propp capture` wrote
    #[arg(required_unless_present = "schema", value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    other: OtherArgs,
    /// The kernel of the other implementation, by its mangled name or a part of it
    #[arg(short, long, value_name = "NAME")]
    kernel: Option<String>,
    /// Compare with this implementation instead of the captured one: a cubin, program or library
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Launch only what is measured, for a profiler of `cuProfilerStart`
    #[arg(long, hide = true)]
    profiled: bool,
    /// Number of timed launches of each implementation
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    rounds: u32,
    /// Do not empty the L2 cache before each timed launch
    #[arg(long)]
    warm: bool,
    /// CUDA index of the GPU to use
    #[arg(long, value_name = "N", default_value_t = 0)]
    device: u32,
    #[command(flatten)]
    destination: Destination<TableOrJson>,
    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
    /// Print only the JSON Schema of --format json
    #[arg(long)]
    schema: bool,
    #[command(flatten)]
    cuda: Cuda,
}

/// Reads a launch that fits into the memory of this machine. What the launch left is kept beside what it
/// began with.
pub(super) fn read_launch(from: impl Read) -> std::result::Result<Launch, LaunchError> {
    read_copied(from, 2)
}

/// The same if this machine will hold `copies` of its memory.
pub(super) fn read_copied(
    from: impl Read,
    copies: u64,
) -> std::result::Result<Launch, LaunchError> {
    let most = free_memory().map_or(u64::MAX, |free| free / copies);
    read_within(BufReader::new(from), most)
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let Some(file) = &args.file else {
        let schema = schemars::schema_for!(Document);
        print_data(&(serde_json::to_string_pretty(&schema).map_err(no_json)? + "\n"))?;
        return Ok(ExitCode::SUCCESS);
    };
    if args.other.lacks_file()
        || args.kernel.is_some() && args.other.file().or(args.against.as_deref()).is_none()
    {
        let text = "--kernel, --grid, --block and --shared are those of another implementation: give \
                    --with or --source, too";
        return Err(Failure::usage(text));
    }
    args.destination.check(std::slice::from_ref(file))?;
    let cannot = |error: &dyn std::fmt::Display| {
        Failure::usage(format!("cannot replay {}: {error}", file.display()))
    };
    let opened = File::open(file).map_err(|error| cannot(&error))?;
    let launch = read_launch(opened).map_err(|error| cannot(&error))?;
    let kernel = args.kernel.as_deref();
    let other = args.other.read(kernel, &launch, &args.cuda, args.quiet)?;
    let options = Options {
        device: args.device,
        rounds: args.rounds,
        is_cold: !args.warm,
        accepted: args.other.tolerance.accepted(),
        is_profiled: args.profiled,
    };
    let mut shown = Progress::new(args.quiet);
    let both = match (args.profiled, other) {
        // A module with the captured kernel might have the same names.
        (true, Some(other)) => [Some(other), None],
        (_, other) => [against(args, &launch)?, other],
    };
    let both = both.each_ref().map(Option::as_ref);
    let replayed = replay(&launch, both, &options, |text| shown.show(|| text.to_owned()));
    shown.clear();
    let replayed = match replayed {
        Err(ReplayError::Taken(error)) => return try_again(&error.to_string()),
        Err(error) => {
            let code = if matches!(error, ReplayError::Driver(_)) { 3 } else { 2 };
            return Err(Failure { message: error.to_string(), code });
        }
        Ok(replayed) => replayed,
    };
    if args.profiled {
        return Ok(profiled(&launch, &replayed));
    }
    let document = document(&launch, &replayed);
    let (text, kind) = match args.destination.format()? {
        TableOrJson::Json => (json_text(&document)?, Output::Data),
        TableOrJson::Table => {
            (text::text(file, &launch, &replayed, &options, args.against.is_some()), Output::Report)
        }
    };
    args.destination.write(&text, kind, false)?;
    let other = replayed.other.as_ref().map(|(other, _)| other);
    let are_right = [Some(&replayed.captured), other].into_iter().flatten();
    Ok(if are_right.into_iter().all(|ran| ran.found.is_right()) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs the same command in this process's place, whose memory will be elsewhere.
pub(super) fn try_again(why: &str) -> Result<ExitCode> {
    let tries: u32 =
        std::env::var(REPLAY_TRIES).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    if tries >= MOST_TRIES {
        let text = format!(
            "{why}, in each of {MOST_TRIES} processes; a debugger or a library that is loaded \
             beforehand may hold it"
        );
        return Err(Failure { message: text, code: 3 });
    }
    let program = std::env::current_exe().map_err(Failure::usage)?;
    let error = Command::new(program)
        .args(std::env::args_os().skip(1))
        .env(REPLAY_TRIES, (tries + 1).to_string())
        .exec();
    Err(Failure { message: format!("cannot start propp again: {error}"), code: 3 })
}

fn against(args: &Args, launch: &Launch) -> Result<Option<Other>> {
    let Some(path) = &args.against else { return Ok(None) };
    let kernel = args.kernel.clone();
    let cubin = other::code_of(path, kernel.as_deref(), launch)?;
    let what = path.display().to_string();
    let (grid, block, dynamic_shared_bytes) = (None, None, None);
    Ok(Some(Other { what, cubin, kernel, grid, block, dynamic_shared_bytes }))
}

/// Says what is wrong, and nothing else. A kernel whose results vary is measured all the same.
fn profiled(launch: &Launch, replayed: &Replayed) -> ExitCode {
    let ran = &replayed.captured;
    if ran.found.is_right() {
        return ExitCode::SUCCESS;
    }
    say(&format!("propp: {}: {}", demangle(&ran.kernel), results(&ran.found, launch)));
    if ran.varies {
        say("propp: they vary from run to run, as with the order of atomics");
        return ExitCode::SUCCESS;
    }
    ExitCode::FAILURE
}

#[derive(Serialize, JsonSchema)]
#[schemars(title = "A captured launch that ran again")]
struct Document {
    /// The text is always `propp.replay/1`.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// Bytes of memory that the launch can reach.
    memory_bytes: u64,
    /// Bytes of managed and host memory that stood in GPU memory, so that times may be too short.
    moved_bytes: u64,
    /// The captured implementation, or that of --against.
    captured: Implementation,
    /// The implementation of --with or --source.
    other: Option<Implementation>,
    /// Null without another implementation, and if the captured one gives other results here.
    comparison: Option<Comparison>,
}

#[derive(Serialize, JsonSchema)]
struct Implementation {
    /// The demangled name of the kernel.
    name: String,
    symbol: String,
    /// Whether its results are those that were captured, within the tolerances.
    right: bool,
    /// Numbers in memory whose bits are not those that were captured.
    different: u64,
    /// Numbers that differ by more than the tolerances.
    wrong: u64,
    /// Whether a second run gave other results than the first. Always false if the first were right.
    varies: bool,
    /// All numbers that were compared.
    compared: u64,
    /// The largest relative difference; null if there is none.
    largest_difference: Option<f64>,
    /// Variables of the captured module that the module of this kernel does not have.
    missing_variables: Vec<String>,
    /// Nanoseconds of each timed launch.
    times_ns: Vec<f64>,
    /// The median of these times.
    median_ns: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct Comparison {
    /// `faster`, `slower`, or `same` if the difference is below 1 % or not certain.
    verdict: &'static str,
    /// Time of the captured one divided by that of the other.
    ratio: f64,
    /// The chance of such a difference between launches of the same implementation.
    chance: f64,
}

fn document(launch: &Launch, replayed: &Replayed) -> Document {
    let implementation = |ran: &Ran| Implementation {
        name: demangle(&ran.kernel),
        symbol: ran.kernel.clone(),
        right: ran.found.is_right(),
        different: ran.found.different,
        wrong: ran.found.wrong,
        varies: ran.varies,
        compared: ran.found.compared,
        largest_difference: Some(ran.found.largest).filter(|size| *size > 0.0),
        missing_variables: ran.missing.clone(),
        times_ns: ran.times_ns.clone(),
        median_ns: typical(&ran.times_ns).map(|(median, _)| median),
    };
    let is_right = replayed.captured.found.is_right();
    Document {
        schema: SCHEMA,
        memory_bytes: launch.bytes(),
        moved_bytes: replayed.moved_bytes,
        captured: implementation(&replayed.captured),
        other: replayed.other.as_ref().map(|(ran, _)| implementation(ran)),
        comparison: replayed.other.as_ref().filter(|_| is_right).map(|(_, verdict)| Comparison {
            verdict: match verdict.speed {
                Speed::Faster => "faster",
                Speed::Slower => "slower",
                Speed::Same => "same",
            },
            ratio: verdict.ratio,
            chance: verdict.chance,
        }),
    }
}
