//! Runs experiments on a GPU, one after the other.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use propp_base_model::Sample;
use propp_probe_experiments::{Bench, Experiment, Facts, Machine, MachineError, Measured};
use propp_recording::NoticeRow;
use propp_recording_store::{ProbeNotice, RecordingError};
use propp_recording_wire::Severity;

use crate::neighbours::Neighbours;
use crate::progress::Progress;
use crate::recording::ProbeRecording;
use crate::warm;
use crate::warm::{Clock, Pace};

/// The experiments to run, and the GPU.
pub struct RunSettings<'a> {
    pub machine: &'a mut dyn Machine,
    pub experiments: &'a [&'static Experiment],
    pub neighbours: &'a Neighbours<'a>,
    /// Set when the user wants to stop.
    pub stop: &'a AtomicBool,
    pub pace: Pace,
    /// Whether to print no progress.
    pub quiet: bool,
}

impl std::fmt::Debug for RunSettings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunSettings").field("machine", self.machine.facts()).finish_non_exhaustive()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Experiments whose samples are in the recording.
    pub measured: usize,
    /// Experiments that failed, although the GPU supports them.
    pub failed: usize,
    pub interrupted: bool,
    /// What is missing or doubtful, and why.
    pub notices: Vec<NoticeRow>,
}

/// Why the run ended early. Earlier samples are kept.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("the GPU does not answer: {0}; what was measured before is kept")]
    Machine(#[from] MachineError),
    #[error(transparent)]
    Recording(#[from] RecordingError),
}

/// Runs experiments and records their samples.
pub fn run(
    settings: RunSettings<'_>,
    recording: &mut ProbeRecording,
) -> Result<RunSummary, RunError> {
    let RunSettings { machine, experiments, neighbours, stop, pace, quiet } = settings;
    let progress = Progress::new(experiments, quiet);
    let mut stoppable = StoppableMachine { machine, stop, progress };
    let mut summary = RunSummary::default();
    let mut clock = warm::warm_up(&mut *stoppable.machine, pace)?;
    for (place, experiment) in experiments.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        stoppable.progress.begin(place);
        let mut others = neighbours.others();
        let (attempt, steady) = measure(&mut stoppable, experiment, &mut clock, pace);
        others.extend(neighbours.others());
        if attempt.is_err() && stop.load(Ordering::Relaxed) {
            break;
        }
        let samples = attempt.as_deref().unwrap_or_default();
        let notices = notices(experiment.id, &attempt, &steady, &others);
        stoppable.progress.clear();
        recording.put(experiment.id, samples, &notices)?;
        summary.measured += usize::from(attempt.is_ok());
        summary.failed += usize::from(attempt.is_err_and(|error| !error.lacks));
        summary.notices.extend(notices);
        // A GPU that cannot measure its clock is lost for the later experiments, too.
        steady?;
    }
    stoppable.progress.clear();
    summary.interrupted = stop.load(Ordering::Relaxed);
    Ok(summary)
}

type Attempt = Result<Vec<Sample>, MachineError>;

/// Takes the samples of an experiment, and again if the clock changed meanwhile. The second
/// value says whether the clock was steady.
fn measure(
    stoppable: &mut StoppableMachine<'_>,
    experiment: &Experiment,
    clock: &mut Clock,
    pace: Pace,
) -> (Attempt, Result<bool, MachineError>) {
    let attempt = run_once(stoppable, experiment, *clock);
    match warm::holds(&mut *stoppable.machine, *clock) {
        Ok(false) if attempt.is_ok() => {}
        Ok(holds) => return (attempt, Ok(holds && clock.is_settled)),
        Err(error) => return (attempt, Err(error)),
    }
    match warm::warm_up(&mut *stoppable.machine, pace) {
        Ok(now) => *clock = now,
        Err(error) => return (attempt, Err(error)),
    }
    let attempt = run_once(stoppable, experiment, *clock);
    let holds = warm::holds(&mut *stoppable.machine, *clock);
    (attempt, holds.map(|holds| holds && clock.is_settled))
}

fn run_once(
    stoppable: &mut StoppableMachine<'_>,
    experiment: &Experiment,
    clock: Clock,
) -> Attempt {
    let mut bench = Bench::new(stoppable, experiment.id, clock.mhz);
    (experiment.run)(&mut bench)?;
    Ok(bench.samples)
}

/// The notices about an experiment.
fn notices(
    id: &str,
    attempt: &Attempt,
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
    match attempt {
        Ok(_) => {}
        Err(error) if error.lacks => {
            all.push(notice(Severity::Warning, ProbeNotice::Lacks, format!("skipped: {error}")));
        }
        Err(error) => {
            all.push(notice(Severity::Failure, ProbeNotice::Failed, format!("failed: {error}")));
        }
    }
    if matches!(steady, Ok(false)) && attempt.is_ok() {
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

/// A GPU that refuses to measure once the user wants to stop, and updates the progress.
struct StoppableMachine<'a> {
    machine: &'a mut dyn Machine,
    stop: &'a AtomicBool,
    progress: Progress<'a>,
}

impl Machine for StoppableMachine<'_> {
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
