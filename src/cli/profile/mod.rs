//! `propp profile`.

mod args;
mod recorded;
mod whole;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use propp_base_text::{bytes, count};
use propp_collect::{CollectError, Options, ProfileSummary, can_emulate, plan_text, profile};
use propp_collect_toolkit::Surroundings;
use propp_judge_analysis::{Grouping, Input, Listing, Part, Sort, analyse_part};
use propp_judge_hints::Advised;
use propp_recording::Ending;
use propp_recording_store::read;
use propp_recording_wire::Severity;
use propp_report::summary;

pub(super) use self::args::Args;
use self::args::options;
pub(super) use self::recorded::Recorded;
pub(super) use self::whole::{check_whole, recorded, recorded_whole};
use super::common::device_profile::automatic;
use super::common::launches;
use super::common::libraries::LibrariesArg;
use super::common::step;
use super::common::weights::WeightsArg;
use super::say::table::whole_lines;
use super::say::terminal::Output;
use super::say::{Failure, Result, page, say, say_report};

/// Exit codes of `timeout(1)`, which users know.
pub(super) const OWN_FAILURE: u8 = 125;
pub(super) const CANNOT_RUN: u8 = 126;
pub(super) const NOT_FOUND: u8 = 127;

/// Exit code when counters could not be read and the program itself was fine.
pub(super) const NO_COUNTERS: u8 = 4;

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let mut options = options(args)?;
    args.weights.check()?;
    launches::prepare(&mut options, &args.cuda)?;
    // A recording without times has no steps of its own.
    let part = if options.like.is_some() { &Part::Steps } else { args.step.part() };
    run_with(&options, &args.cuda.surroundings(), &args.weights, part)
}

/// Profiles the program, and shows what was found.
pub(super) fn run_with(
    options: &Options,
    surroundings: &Surroundings,
    weights: &WeightsArg,
    part: &Part,
) -> Result<ExitCode> {
    needs_gpu(options)?;
    let outcome = profile(options, surroundings).map_err(failure)?;
    report(options, &outcome, weights, part).map_err(|failure| failure.after(outcome.ending))?;
    Ok(exit_code(&outcome))
}

/// Without a GPU there is nothing to plan, no captured launch is replayed, and no run is worth a recording
/// with kernels.
pub(super) fn needs_gpu(options: &Options) -> Result<()> {
    let Err(error) = propp_collect_cuda::gpus() else { return Ok(()) };
    if let Some(launch) = &options.replayed {
        say_without_gpu(options);
        let text = format!(
            "cannot replay {}, which needs a GPU: {error}; nothing was written; `propp doctor` has the cure",
            launch.words.first().map_or("the launch", String::as_str)
        );
        return Err(Failure::no_gpu(text));
    }
    let has_kernels = || read(&options.output).is_ok_and(|old| !old.kernels.is_empty());
    let why = match (options.plan_only, options.force && has_kernels()) {
        (true, _) => "there is nothing to plan for, and the program was not run".to_owned(),
        (false, true) => format!("{} is kept", options.output.display()),
        (false, false) => return Ok(()),
    };
    say_without_gpu(options);
    Err(Failure { message: format!("{why}: {error}"), code: OWN_FAILURE })
}

/// Failures of propp's own, which must not be taken for the program's codes.
pub(super) fn failure(error: CollectError) -> Failure {
    let code = match &error {
        CollectError::NotFound { .. } | CollectError::NoInterpreter { .. } => NOT_FOUND,
        CollectError::CannotRun { .. } | CollectError::Source { .. } => CANNOT_RUN,
        CollectError::Interrupted { signal } => code_of(Ending::Killed(*signal)),
        CollectError::StaticRuntime { .. }
        | CollectError::OtherRuntime { .. }
        | CollectError::UnknownGpu { .. } => 2,
        _ => OWN_FAILURE,
    };
    let failure = Failure { message: error.to_string(), code };
    let CollectError::After { ending, .. } = error else { return failure };
    failure.after(ending)
}

/// Everything goes to standard error: standard output is the program's.
fn report(
    options: &Options,
    outcome: &ProfileSummary,
    weights: &WeightsArg,
    part: &Part,
) -> Result<()> {
    let is_known_why = outcome.failures.iter().any(|notice| notice.code == "other-rights");
    if outcome.processes == 0 && !outcome.interrupted && !is_known_why {
        say(match propp_collect_cuda::gpus() {
            Ok(_) => "propp: the program did not use CUDA; there is nothing to profile",
            Err(_) => "propp: there is no NVIDIA driver here, and nothing to profile",
        });
    }
    if options.quiet || outcome.processes == 0 {
        for notice in &outcome.failures {
            let word = if notice.severity == Severity::Failure { "problem" } else { "warning" };
            say(&format!("propp: {word}: {}", notice.text));
        }
    }
    if outcome.processes == 0 && !outcome.interrupted && propp_collect_cuda::gpus().is_err() {
        say_without_gpu(options);
    }
    if !options.quiet {
        let what = match outcome.processes {
            0 => ", without kernels: it says how the program ran, and has nothing to report on"
                .into(),
            _ => code(outcome.code),
        };
        say(&format!("propp: wrote {}{what}", options.output.display()));
        match &outcome.plan {
            Some(plan) if options.plan_only => {
                say_report(plan_text(plan, whole_lines(&io::stderr())).trim_end());
            }
            _ if outcome.processes > 0 => say_report(&format!(
                "\n{}",
                first_screen(&options.output, weights, part)?.trim_end()
            )),
            _ => {}
        }
    }
    Ok(())
}

/// What can be done on this machine; nothing where the program's file does not tell.
fn say_without_gpu(options: &Options) {
    let command = &options.command;
    let words: Vec<_> = match &options.replayed {
        Some(launch) => launch.words.iter().take(1).map(Into::into).collect(),
        None => command.iter().map(|word| word.to_string_lossy()).collect(),
    };
    let can = if options.replayed.is_some() { Ok(true) } else { can_emulate(command) };
    match can {
        Ok(true) => say(&format!(
            "propp: this works without a GPU, and counts what kernels ask of memory: propp \
             emulate {}",
            words.join(" ")
        )),
        Ok(false) => {}
        Err(reason) => say(&format!("propp: nor can it be emulated as it is: {reason}")),
    }
}

/// What the code takes in the recording.
fn code((kernels, size): (usize, u64)) -> String {
    match kernels {
        0 => String::new(),
        _ => {
            format!(", with code {} of {}", bytes(size), count(kernels as u64, "kernel", "kernels"))
        }
    }
}

/// The first screen, as `propp show` prints it.
pub(super) fn first_screen(file: &Path, weights: &WeightsArg, part: &Part) -> Result<String> {
    advised(file, weights, part, |advised| {
        summary::render(advised, summary::CHANGES, page(&io::stderr()))
    })
}

/// What is to be said of a recording that was just made.
pub(super) fn advised<R>(
    file: &Path,
    weights: &WeightsArg,
    part: &Part,
    then: impl FnOnce(&Advised<'_>) -> R,
) -> Result<R> {
    let failure = |message: String| Failure { message, code: OWN_FAILURE };
    let recording = read(file).map_err(|error| failure(error.to_string()))?;
    let recording = Output::Report.of(recording);
    let weights = weights.of(std::slice::from_ref(&recording))?;
    let name = Output::Report.path(file);
    let inputs = [Input { name: &name, recording: &recording }];
    let analysis = analyse_part(&inputs, &weights, Grouping::Signature, part);
    step::check(part, &analysis)?;
    let listing = Listing::new(&analysis, Sort::Time, |_| true, Some(summary::KERNELS));
    let profile = automatic(&[&recording])?;
    let libraries = LibrariesArg::of_environment().read()?;
    let advised = propp_judge_hints::advise(listing, profile.as_ref(), &libraries);
    Ok(then(&advised))
}

/// The program's own code comes first; then whether propp did its work.
fn exit_code(outcome: &ProfileSummary) -> ExitCode {
    let failed = outcome.failures.iter().any(|notice| notice.severity == Severity::Failure);
    match outcome.ending {
        Ending::Exited(0) if failed && outcome.measured == 0 => ExitCode::from(NO_COUNTERS),
        ending => ExitCode::from(code_of(ending)),
    }
}

impl Failure {
    /// The same after the program has run: its own failure comes first.
    pub(super) fn after(self, ending: Ending) -> Self {
        let code = if ending == Ending::Exited(0) { self.code } else { code_of(ending) };
        Self { code, ..self }
    }
}

/// What a shell says of a program that ended so.
pub(super) fn code_of(ending: Ending) -> u8 {
    match ending {
        Ending::Exited(code) => u8::try_from(code & 0xff).unwrap_or(OWN_FAILURE),
        Ending::Killed(signal) => u8::try_from(128 + signal).unwrap_or(OWN_FAILURE),
    }
}
