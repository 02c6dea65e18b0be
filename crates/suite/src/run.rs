//! Making a suite: what there is, what is wanted, times, criteria.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use propp_collect::{CollectError, is_ignored, leave_to_others};
use propp_problems::NothingSelected;
use propp_problems::cases::{Selection, plan};
use propp_recording::{SuiteCase, SuiteState};
use propp_store::RecordingError;
use propp_toolkit::Surroundings;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::criteria;
use super::keep::{Keep, State, Suite};
use super::protocol::Limits;
use super::supervise::{Lost, Patience};
use super::survey::{Refused, survey};
use super::timing;

/// A suite to be made.
#[derive(Clone, Debug)]
pub struct Options {
    /// Shared libraries.
    pub libraries: Vec<PathBuf>,
    /// Which cases.
    pub selection: Selection,
    /// Where the recording goes.
    pub output: PathBuf,
    /// Whether what is there is replaced.
    pub force: bool,
    /// Index of the GPU.
    pub device: u32,
    /// Its name, for the record.
    pub gpu: String,
    /// When a case is timed well enough.
    pub limits: Limits,
    /// Whether criteria are wanted, too.
    pub criteria: bool,
    /// Whether to tell nothing but problems.
    pub quiet: bool,
    /// propp itself, which is profiled while it runs `suite-replay`.
    pub propp: PathBuf,
    /// The command that starts a worker.
    pub worker: Vec<OsString>,
    /// How long a worker may take.
    pub patience: Patience,
}

/// Why a suite could not be made.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The selection.
    #[error(transparent)]
    Nothing(#[from] NothingSelected),
    /// The recording.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The profile. The times are kept.
    #[error("{0}; the times are kept, and the same command goes on from there")]
    Collect(#[from] CollectError),
    /// No library can be used.
    #[error("no library can be used: {0}")]
    NoLibrary(String),
    /// The file holds a whole suite.
    #[error(
        "{path} holds this suite already, complete; give -f to make it again, or another name \
         with -o",
        path = .path.display()
    )]
    Complete {
        /// The file.
        path: PathBuf,
    },
    /// The file holds an unfinished suite of something else.
    #[error(
        "{path} holds an unfinished suite of other cases, libraries or another GPU; give -f to \
         replace it, or another name with -o",
        path = .path.display()
    )]
    Another {
        /// The file.
        path: PathBuf,
    },
    /// Workers cannot be started.
    #[error(transparent)]
    Worker(#[from] Lost),
    /// Anything else that the operating system refused.
    #[error("cannot make the suite: {0}")]
    Io(#[from] io::Error),
}

/// What came of a suite.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Every case of the recording.
    pub cases: Vec<SuiteCase>,
    /// How many of them were there before.
    pub resumed: usize,
    /// Libraries that were left out.
    pub refused: Vec<Refused>,
    /// Whether the user stopped it.
    pub interrupted: bool,
    /// Why there are no criteria, or not all.
    pub problems: Vec<String>,
    /// Launches whose counters were read.
    pub measured: u64,
}

/// Makes the suite.
///
/// # Errors
/// When nothing can be measured, or the recording cannot be written.
pub fn run(options: &Options, surroundings: &Surroundings) -> Result<Outcome, SuiteError> {
    let stop = heed_signals()?;
    let survey = survey(&options.libraries, &options.worker, options.patience, &stop)?;
    if survey.opened.is_empty() {
        let reasons = survey.refused.iter().map(|r| format!("{}: {}", r.path.display(), r.reason));
        return Err(SuiteError::NoLibrary(reasons.collect::<Vec<_>>().join("; ")));
    }
    let planned = plan(&survey.offered(), &options.selection)?;
    let suite = Suite {
        survey: &survey,
        selection: &options.selection,
        limits: options.limits,
        gpu: &options.gpu,
    };
    let mut keep = Keep::begin(&options.output, options.force, &suite)?;
    timing::time_all(options, &survey.opened, &planned, &mut keep, &stop)?;
    let is_timed = !stop.load(Ordering::Relaxed);
    let mut outcome = Outcome {
        cases: Vec::new(),
        resumed: keep.resumed,
        refused: survey.refused.clone(),
        interrupted: !is_timed,
        problems: Vec::new(),
        measured: 0,
    };
    let is_any_right = keep.cases.iter().any(|case| case.state == SuiteState::Ok);
    let wants_criteria = options.criteria && is_any_right;
    if is_timed {
        keep.note(if wants_criteria { State::Timed } else { State::Complete })?;
    }
    if is_timed && wants_criteria {
        let profiled = criteria::profile(options, &survey.opened, &mut keep, surroundings, &stop)?;
        outcome.interrupted = stop.load(Ordering::Relaxed);
        outcome.problems = profiled.problems;
        outcome.measured = profiled.measured;
        outcome.cases = keep.cases.clone();
        let is_whole = profiled.measured > 0 && !outcome.interrupted;
        keep.merge(if is_whole { State::Complete } else { State::Timed })?;
    } else {
        outcome.cases = keep.cases;
    }
    Ok(outcome)
}

/// From now on a signal that asks for the end sets the flag; a second one ends
/// propp at once.
pub fn heed_signals() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|s| !is_ignored(*s)) {
        // In this order: the first signal finds the flag unset.
        signal_hook::flag::register_conditional_default(signal, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
        leave_to_others(signal);
    }
    Ok(stop)
}
