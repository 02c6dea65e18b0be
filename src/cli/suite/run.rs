//! `propp suite run`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use propp_collect::{CollectError, Emulation};
use propp_collect_toolkit::compile::{BuildRequest, CudaRuntime};
use propp_recording::{SuiteCase, SuiteState};
use propp_recording_wire::variables;
use propp_suite_problems::cases::plan;
use propp_suite_problems::matrix::Matrix;
use propp_suite_problems::selection::Selection;
use propp_suite_problems::words::{parse_size, size_words};
use propp_suite_problems::{Distribution, Element};
use propp_suite_run::bundled::{LIBRARIES, SOURCES};
use propp_suite_run::protocol::Limits;
use propp_suite_run::supervise::{Lost, Patience};
use propp_suite_run::{Options, SuiteError, SuiteSummary, run as run_suite};

use crate::cli::common::build::architecture;
use crate::cli::common::gpu::gpu;
use crate::cli::common::numbers::positive;
use crate::cli::common::{Cuda, build};
use crate::cli::say::{Failure, INTERRUPTED, Result, say};

/// Exit code when counters could not be read.
const NO_COUNTERS: u8 = 4;

/// Cases that were not right and are told by name.
const TOLD: usize = 30;

/// Arguments of `propp suite run`.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// Recording to write; propp continues an unfinished recording of the same suite
    #[arg(short, long, value_name = "FILE", default_value = "suite.propp")]
    output: PathBuf,
    /// Replace an existing recording
    #[arg(short, long)]
    force: bool,
    /// Primitives to run, or families such as reduce [default: all]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    primitive: Vec<String>,
    /// Libraries to run: own, cub, thrust, cublas, and the names of libraries of --with [default: all]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    library: Vec<String>,
    /// Shared library with your own implementations to add (docs/suite.md describes it); may be
    /// repeated
    #[arg(long, value_name = "LIBRARY.so")]
    with: Vec<PathBuf>,
    /// Element types to run: i32, u32, f32, i64, f64 [default: one per primitive, and a second one
    /// at size 2^22]
    #[arg(long = "type", value_name = "TYPE,...", value_delimiter = ',')]
    types: Vec<Element>,
    /// Numbers of elements to run, such as 2^24, 1000 or 2^20-1 [default: 2^20, 2^24 and 2^26; slow
    /// primitives up to 2^24]
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = parse_size)]
    size: Vec<u64>,
    /// Distributions of the input to run: uniform, sorted, constant, few (few distinct values),
    /// power_law [default: uniform, and for some primitives a second one at size 2^22]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    distribution: Vec<Distribution>,
    /// Run all types, all distributions and the sizes from 2^16 to 2^28; --type, --distribution and
    /// --size still restrict them
    #[arg(long)]
    full: bool,
    /// Seed of the generated inputs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// State of the L2 cache before each run
    #[arg(long, value_enum, default_value_t = L2::Flush)]
    l2: L2,
    /// Half the width of the median's 95 % interval, in percent of the median, at which the timing
    /// of a case stops
    #[arg(long, value_name = "PERCENT", default_value_t = 0.5, value_parser = positive)]
    noise: f64,
    /// Time limit for warming up and timing a case, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0.1, value_parser = positive)]
    time_limit: f64,
    /// Measure times only: no counters and no criteria
    #[arg(long)]
    times_only: bool,
    /// Emulate on this machine's CPU, without a GPU and without times; give --size 2^20, because
    /// larger sizes take days
    #[arg(long, conflicts_with_all = ["device", "times_only", "noise", "time_limit"])]
    emulate: bool,
    /// GPU to emulate (`propp explain your-gpu` lists the names)
    #[arg(long, value_name = "NAME", default_value = "h200", requires = "emulate")]
    gpu: String,
    /// Maximum number of CPU threads for emulation [default: one per core]
    #[arg(long, value_name = "N", requires = "emulate")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    threads: Option<u32>,
    /// CUDA index of the GPU to measure
    #[arg(long, value_name = "N", default_value_t = 0)]
    device: u32,
    /// Architecture to compile for, such as sm_90 [default: the architecture of the GPU]
    #[arg(long, value_name = "ARCH", env = variables::ARCH)]
    arch: Option<String>,
    /// Number of compilers that run at once [default: one per core]
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    jobs: usize,
    /// Print problems only
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    cuda: Cuda,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum L2 {
    /// Flushed: all runs start in the same state
    Flush,
    /// As the previous run left it
    Warm,
}

pub(super) fn run(args: &RunArgs) -> Result<ExitCode> {
    let options = options(args)?;
    let outcome = carry_out(args, &options)?;
    Ok(exit_code(&outcome, &options))
}

/// Runs the suite, and says what came of it.
pub(crate) fn carry_out(args: &RunArgs, options: &Options) -> Result<SuiteSummary> {
    let outcome = run_suite(options, &args.cuda.surroundings()).map_err(|error| match error {
        SuiteError::Worker(Lost::Interrupted)
        | SuiteError::Collect(CollectError::Interrupted { .. }) => Failure::interrupted(),
        other => Failure::usage(other),
    })?;
    report(args, &outcome);
    Ok(outcome)
}

pub(crate) fn options(args: &RunArgs) -> Result<Options> {
    // What was typed comes first: it is wrong on every machine.
    let selection = selection(args)?;
    let with = args.with.iter().map(|path| {
        let failed = |error| Failure::usage(format!("{}: {error}", path.display()));
        path.canonicalize().map_err(failed)
    });
    let with = with.collect::<Result<Vec<PathBuf>>>()?;
    let place = if args.emulate { emulated(args)? } else { on_gpu(args)? };
    let propp = std::env::current_exe()?;
    let mut libraries = bundled(args, &place)?;
    libraries.extend(with);
    Ok(Options {
        libraries,
        selection,
        output: args.output.clone(),
        force: args.force,
        device: args.device,
        gpu: place.gpu,
        limits: Limits {
            // L2 is not emulated.
            flush_l2: args.l2 == L2::Flush && !args.emulate,
            min_samples: 10,
            max_samples: if args.emulate { 0 } else { 1000 },
            relative_noise: args.noise / 100.0,
            seconds: args.time_limit,
        },
        criteria: !args.times_only,
        emulate: args.emulate.then(|| args.gpu.clone()),
        threads: args.threads,
        quiet: args.quiet,
        worker: vec![propp.clone().into(), "suite-worker".into()],
        propp,
        variables: place.variables,
        patience: if args.emulate { Patience::EMULATED } else { Patience::TIMING },
    })
}

struct Place {
    gpu: String,
    /// What the libraries are compiled for, if the user does not say it.
    architecture: Option<String>,
    runtime: CudaRuntime,
    variables: Vec<(&'static str, OsString)>,
}

fn on_gpu(args: &RunArgs) -> Result<Place> {
    let without = "`propp suite list` and `propp rank` need no GPU, and `propp suite run --emulate \
                   --size 2^20` counts without one";
    let gpu = gpu(args.device, without)?;
    let (runtime, variables) = (CudaRuntime::Static, Vec::new());
    Ok(Place { gpu: gpu.name, architecture: None, runtime, variables })
}

fn emulated(args: &RunArgs) -> Result<Place> {
    let emulation = Emulation::new(&args.gpu, args.threads).map_err(Failure::usage)?;
    Ok(Place {
        gpu: format!("{} (emulated)", emulation.gpu_name()),
        architecture: Some(emulation.architecture()),
        runtime: CudaRuntime::Shared,
        variables: emulation.variables().map_err(Failure::usage)?,
    })
}

/// The selection, whose words match something; what a library of the user's has is
/// known only when it is opened.
fn selection(args: &RunArgs) -> Result<Selection> {
    let selection = Selection {
        primitives: args.primitive.clone(),
        libraries: args.library.clone(),
        elements: args.types.clone(),
        sizes: args.size.clone(),
        distributions: args.distribution.clone(),
        full: args.full,
        seed: args.seed,
    };
    if args.with.is_empty() {
        let matrix = Matrix::bundled().map_err(Failure::usage)?;
        plan(&matrix.libraries, &selection).map_err(Failure::usage)?;
    }
    Ok(selection)
}

/// The bundled libraries that are wanted, built.
fn bundled(args: &RunArgs, place: &Place) -> Result<Vec<PathBuf>> {
    // cuBLAS has no PTX that could be emulated.
    let is_usual = |name: &str| !(args.emulate && name == "cublas");
    let wanted = |name: &&str| match args.library.as_slice() {
        [] => is_usual(name),
        named => named.iter().any(|library| library == name),
    };
    let libraries: Vec<String> =
        LIBRARIES.iter().filter(|n| wanted(n)).map(ToString::to_string).collect();
    if libraries.is_empty() {
        return Ok(Vec::new());
    }
    let asked = args.arch.as_deref().or(place.architecture.as_deref());
    let architecture = architecture(asked, args.device)?;
    let (jobs, runtime) = (args.jobs, place.runtime);
    let sources = SOURCES;
    let order = BuildRequest { sources, libraries, architecture, jobs, rebuild: false, runtime };
    Ok(build::libraries(&order, &args.cuda)?.into_iter().map(|built| built.path).collect())
}

/// What came of it, on standard error as everything that `propp profile` says.
fn report(args: &RunArgs, outcome: &SuiteSummary) {
    for refused in &outcome.refused {
        say(&format!("propp: {} is refused: {}", refused.path.display(), refused.reason));
    }
    let of = |state| outcome.cases.iter().filter(move |case| case.state == state);
    let bad: Vec<&SuiteCase> = of(SuiteState::Wrong).chain(of(SuiteState::Failed)).collect();
    for case in bad.iter().take(TOLD) {
        say(&format!("propp: {}", words(case)));
    }
    if bad.len() > TOLD {
        say(&format!("propp: and {} more that were not right", bad.len() - TOLD));
    }
    for problem in &outcome.problems {
        say(&format!("propp: problem: {problem}"));
    }
    if args.quiet {
        return;
    }
    let resumed = match outcome.resumed {
        0 => String::new(),
        resumed => format!(" ({resumed} of them from before)"),
    };
    say(&format!(
        "propp: {} cases{resumed}: {} right, {} wrong, {} failed, {} skipped; {} launches measured",
        outcome.cases.len(),
        of(SuiteState::Ok).count(),
        of(SuiteState::Wrong).count(),
        of(SuiteState::Failed).count(),
        of(SuiteState::Skipped).count(),
        outcome.measured
    ));
    let file = args.output.display();
    say(&if outcome.interrupted {
        format!("propp: interrupted; {file} keeps this, and the same command goes on from there")
    } else if args.emulate {
        format!("propp: wrote {file}; next: propp show {file}")
    } else {
        format!("propp: wrote {file}; next: propp rank PRIMITIVE --from {file}")
    });
}

fn words(case: &SuiteCase) -> String {
    format!(
        "{}: {} {} {} {} {} {}: {}",
        case.state.name(),
        case.library,
        case.primitive,
        case.variant,
        case.element,
        size_words(case.n),
        case.distribution,
        case.reason.as_deref().unwrap_or("no reason is known")
    )
}

fn exit_code(outcome: &SuiteSummary, options: &Options) -> ExitCode {
    let is_any_right = outcome.cases.iter().any(|case| case.state == SuiteState::Ok);
    if outcome.interrupted {
        ExitCode::from(INTERRUPTED)
    } else if options.criteria && outcome.measured == 0 && is_any_right {
        ExitCode::from(NO_COUNTERS)
    } else {
        ExitCode::SUCCESS
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: RunArgs,
    }

    fn failure(words: &[&str]) -> Failure {
        let line = Line::try_parse_from([&["run"], words].concat()).unwrap();
        options(&line.args).unwrap_err()
    }

    #[test]
    fn wrong_words_are_told_before_a_gpu_is_looked_for() {
        for (words, told) in [
            (&["--primitive", "redcue"], "no primitive redcue (did you mean reduce"),
            (&["--library", "cup"], "no library cup (did you mean cub?)"),
            (&["--size", "2^40"], "is too much"),
            (&["--with", "/no/such/library.so"], "/no/such/library.so: "),
        ] {
            let failure = failure(words);
            assert_eq!(failure.code, 2, "{}", failure.message);
            assert!(failure.message.contains(told), "{}", failure.message);
        }
    }
}
