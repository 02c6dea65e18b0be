//! Running experiments on a GPU, one after the other.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use propp_model::Sample;
use propp_probes::{Bench, Experiment, Facts, Machine, MachineError, Measured};
use propp_recording::NoticeRow;
use propp_store::{ProbeNotice, RecordingError};
use propp_wire::Severity;

use crate::probe::keep::Keep;
use crate::probe::neighbours::Neighbours;
use crate::probe::progress::Progress;
use crate::probe::warm;
use crate::probe::warm::{Clock, Pace};

/// What is to be run, and where.
pub struct Given<'a> {
    /// The GPU.
    pub machine: &'a mut dyn Machine,
    /// The experiments, in their order.
    pub experiments: &'a [&'static Experiment],
    /// Others on the GPU.
    pub neighbours: &'a Neighbours<'a>,
    /// Set when the user wants the end.
    pub stop: &'a AtomicBool,
    /// How long to warm up.
    pub pace: Pace,
    /// Whether to tell nothing of the progress.
    pub quiet: bool,
}

impl std::fmt::Debug for Given<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Given").field("machine", self.machine.facts()).finish_non_exhaustive()
    }
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Experiments whose samples are in the recording now.
    pub measured: usize,
    /// Experiments that failed, though the GPU should be able to do them.
    pub failed: usize,
    /// Whether the user stopped it.
    pub interrupted: bool,
    /// What is missing or doubtful, and why.
    pub notices: Vec<NoticeRow>,
}

/// Why it could not go on. What was measured before is kept.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The GPU does not even tell its clock.
    #[error("the GPU does not answer: {0}; what was measured before is kept")]
    Machine(#[from] MachineError),
    /// The recording.
    #[error(transparent)]
    Recording(#[from] RecordingError),
}

/// Runs experiments and keeps their samples.
///
/// # Errors
/// When the GPU fails for good, or the recording cannot be written.
pub fn run(given: Given<'_>, keep: &mut Keep) -> Result<Outcome, RunError> {
    let Given { machine, experiments, neighbours, stop, pace, quiet } = given;
    let progress = Progress::new(experiments, quiet);
    let mut watched = Watched { machine, stop, progress };
    let mut outcome = Outcome::default();
    let mut clock = warm::warm_up(&mut *watched.machine, pace)?;
    for (place, experiment) in experiments.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        watched.progress.begin(place);
        let mut others = neighbours.others();
        let (taken, steady) = measure(&mut watched, experiment, &mut clock, pace);
        others.extend(neighbours.others());
        if taken.is_err() && stop.load(Ordering::Relaxed) {
            break;
        }
        let samples = taken.as_deref().unwrap_or_default();
        let notices = notices(experiment.id, &taken, &steady, &others);
        watched.progress.clear();
        keep.put(experiment.id, samples, &notices)?;
        outcome.measured += usize::from(taken.is_ok());
        outcome.failed += usize::from(taken.is_err_and(|error| !error.lacks));
        outcome.notices.extend(notices);
        // One that cannot even tell its clock is gone, and no later experiment would find
        // it better.
        steady?;
    }
    watched.progress.clear();
    outcome.interrupted = stop.load(Ordering::Relaxed);
    Ok(outcome)
}

type Taken = Result<Vec<Sample>, MachineError>;

/// Takes the samples of an experiment; once more when the clock was not afterwards what it
/// was before. The second part says whether it was then.
fn measure(
    watched: &mut Watched<'_>,
    experiment: &Experiment,
    clock: &mut Clock,
    pace: Pace,
) -> (Taken, Result<bool, MachineError>) {
    let taken = attempt(watched, experiment, *clock);
    match warm::holds(&mut *watched.machine, *clock) {
        Ok(false) if taken.is_ok() => {}
        Ok(holds) => return (taken, Ok(holds && clock.is_settled)),
        Err(error) => return (taken, Err(error)),
    }
    match warm::warm_up(&mut *watched.machine, pace) {
        Ok(now) => *clock = now,
        Err(error) => return (taken, Err(error)),
    }
    let taken = attempt(watched, experiment, *clock);
    let holds = warm::holds(&mut *watched.machine, *clock);
    (taken, holds.map(|holds| holds && clock.is_settled))
}

fn attempt(watched: &mut Watched<'_>, experiment: &Experiment, clock: Clock) -> Taken {
    let mut bench = Bench::new(watched, experiment.id, clock.mhz);
    (experiment.run)(&mut bench)?;
    Ok(bench.samples)
}

/// What there is to say of an experiment.
fn notices(
    id: &str,
    taken: &Taken,
    steady: &Result<bool, MachineError>,
    others: &BTreeSet<u32>,
) -> Vec<NoticeRow> {
    let notice = |severity, what: ProbeNotice, text: String| NoticeRow {
        process: None,
        severity,
        code: what.code(id),
        status: 0,
        text: format!("{id}: {text}"),
    };
    let mut all = Vec::new();
    match taken {
        Ok(_) => {}
        Err(error) if error.lacks => {
            all.push(notice(Severity::Warning, ProbeNotice::Lacks, format!("skipped: {error}")));
        }
        Err(error) => {
            all.push(notice(Severity::Failure, ProbeNotice::Failed, format!("failed: {error}")));
        }
    }
    if matches!(steady, Ok(false)) && taken.is_ok() {
        let text = "the clock of the GPU did not stay within 1 % meanwhile".to_owned();
        all.push(notice(Severity::Warning, ProbeNotice::Clock, text));
    }
    if !others.is_empty() {
        let ids: Vec<String> = others.iter().map(u32::to_string).collect();
        let text = format!("another process used the GPU meanwhile (id {})", ids.join(", "));
        all.push(notice(Severity::Warning, ProbeNotice::Neighbour, text));
    }
    all
}

/// A GPU that answers no more once the user wants the end, and shows that time goes by.
struct Watched<'a> {
    machine: &'a mut dyn Machine,
    stop: &'a AtomicBool,
    progress: Progress<'a>,
}

impl Machine for Watched<'_> {
    fn facts(&self) -> &Facts {
        self.machine.facts()
    }

    fn measure(
        &mut self,
        probe: &str,
        settings: &[u64],
        outputs: usize,
    ) -> Result<Measured, MachineError> {
        if self.stop.load(Ordering::Relaxed) {
            let words = "interrupted".to_owned();
            return Err(MachineError { probe: probe.to_owned(), words, lacks: false });
        }
        self.progress.tick();
        self.machine.measure(probe, settings, outputs)
    }
}
