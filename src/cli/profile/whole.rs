//! Profiling as a part of another command.

use propp_collect::{CollectError, Options, ProfileSummary, profile};
use propp_recording::Ending;
use propp_recording_wire::{Notice, Severity};

use crate::cli::common::Cuda;
use crate::cli::say::{Failure, Result, say};

/// Profiles a command for another one of propp's. A command that failed did not do its work, and
/// its time says nothing.
pub(in crate::cli) fn recorded_whole(name: &str, options: &Options, cuda: &Cuda) -> Result<()> {
    check_whole(name, &recorded(name, options, cuda)?)
}

/// The same of a command that may fail.
pub(in crate::cli) fn recorded(
    name: &str,
    options: &Options,
    cuda: &Cuda,
) -> Result<ProfileSummary> {
    let outcome = profile(options, &cuda.surroundings()).map_err(|error| match error {
        CollectError::Interrupted { .. } => Failure::interrupted(),
        other => Failure::usage(format!("{name}: {other}")),
    })?;
    if outcome.interrupted {
        return Err(Failure::interrupted());
    }
    Ok(outcome)
}

pub(in crate::cli) fn check_whole(name: &str, outcome: &ProfileSummary) -> Result<()> {
    match outcome.ending {
        Ending::Exited(0) => {}
        Ending::Exited(code) => {
            return Err(Failure::usage(format!(
                "{name}: the command failed with exit code {code}; nothing was compared"
            )));
        }
        Ending::Killed(signal) => {
            return Err(Failure::usage(format!(
                "{name}: signal {signal} ended the command; nothing was compared"
            )));
        }
    }
    if outcome.processes == 0 {
        return Err(Failure::usage(format!("{name}: the program did not use CUDA")));
    }
    let is_failure = |notice: &&Notice| notice.severity == Severity::Failure;
    match outcome.failures.iter().find(is_failure) {
        Some(failure) if outcome.measured == 0 => {
            Err(Failure::no_gpu(format!("{name}: {}; `propp doctor` knows the cure", failure.text)))
        }
        Some(failure) => {
            say(&format!("propp: {name}: problem: {}", failure.text));
            Ok(())
        }
        None => Ok(()),
    }
}
