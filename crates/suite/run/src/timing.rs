//! The first half of a suite: every case checked and timed, without a profiler.

use std::sync::atomic::{AtomicBool, Ordering};

use propp_recording::{SuiteCase, SuiteState};
use propp_suite_problems::Case;
use propp_suite_problems::cases::Planned;
use propp_suite_problems::estimate::estimates;
use propp_suite_problems::words::size_words;

use super::error::SuiteError;
use super::options::Options;
use super::progress::Progress;
use super::protocol::{Answer, Order};
use super::recording::SuiteRecording;
use super::supervise::{Lost, Patience, Worker};
use super::survey::OpenedLibrary;

/// Number of consecutive workers that may be lost before they open a library. Then the
/// library is given up.
const MAX_OPENINGS: u32 = 3;

/// Times the cases that no earlier run measured.
pub(super) fn time_all(
    options: &Options,
    opened: &[OpenedLibrary],
    planned: &[Planned],
    recording: &mut SuiteRecording,
    stop: &AtomicBool,
) -> Result<(), SuiteError> {
    let expected = estimates(planned);
    let to_do: Vec<(&Planned, f64)> = planned
        .iter()
        .zip(expected.iter().map(|estimate| estimate.timing))
        .filter(|(planned, _)| !recording.has(&opened[planned.library].facts.name, planned))
        .collect();
    let whole = to_do.iter().map(|(_, seconds)| seconds).sum();
    let mut progress = Progress::new(to_do.len(), whole, options.quiet);
    for (place, library) in opened.iter().enumerate() {
        let cases = to_do.iter().filter(|(planned, _)| planned.library == place);
        let mut runner = LibraryRunner { options, library, worker: None, lost: 0, stop };
        for (planned, seconds) in cases {
            let case = &planned.case;
            progress.show(&describe(&library.facts.name, case));
            let Some(done) = runner.measure(case) else { break };
            progress.bad +=
                usize::from(matches!(done.state, SuiteState::Wrong | SuiteState::Failed));
            recording.add(done)?;
            progress.add(*seconds);
        }
        runner.finish();
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    progress.clear();
    Ok(())
}

/// A case in one line.
pub(super) fn describe(library: &str, case: &Case) -> String {
    format!(
        "{library} {} {} {} {} {}",
        case.primitive,
        case.variant,
        case.element.name(),
        size_words(case.n),
        case.distribution.name()
    )
}

struct LibraryRunner<'a> {
    options: &'a Options,
    library: &'a OpenedLibrary,
    worker: Option<Worker>,
    /// Consecutive workers that were lost before they opened the library.
    lost: u32,
    stop: &'a AtomicBool,
}

impl LibraryRunner<'_> {
    /// `None` when the user wants to stop.
    fn measure(&mut self, case: &Case) -> Option<SuiteCase> {
        let order = Order::Measure { case: case.clone(), limits: self.options.limits };
        let (patience, stop) = (self.options.patience, self.stop);
        let answer = match self.worker() {
            Ok(worker) => worker.ask(&order, patience, stop),
            Err(reason) => Err(reason),
        };
        let (state, reason, measured) = match answer {
            Ok(Answer::Measured { measured, .. }) => (SuiteState::Ok, None, Some(measured)),
            Ok(Answer::Wrong { what, .. }) => (SuiteState::Wrong, Some(what), None),
            Ok(Answer::Skipped { reason, .. }) => (SuiteState::Skipped, Some(reason), None),
            Ok(Answer::Failed { status, message, .. }) => {
                // The error may have broken the context: the next case gets a new worker.
                self.worker = None;
                (SuiteState::Failed, Some(format!("status {status}: {message}")), None)
            }
            Ok(_) => {
                let reason = "the worker gave an answer that belongs to no measurement";
                (SuiteState::Failed, Some(reason.to_owned()), None)
            }
            Err(Lost::Interrupted) => return None,
            Err(lost) => {
                self.worker = None;
                (SuiteState::Failed, Some(lost.to_string()), None)
            }
        };
        Some(SuiteCase {
            library: self.library.facts.name.clone(),
            library_version: self.library.facts.version.clone(),
            primitive: case.primitive.clone(),
            variant: case.variant.clone(),
            element: case.element.name().to_owned(),
            n: case.n,
            distribution: case.distribution.name().to_owned(),
            seed: case.seed,
            state,
            reason,
            measured,
            marker: None,
        })
    }

    /// The worker, started and with the library open.
    fn worker(&mut self) -> Result<&mut Worker, Lost> {
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => self.open()?,
        };
        Ok(self.worker.insert(worker))
    }

    fn open(&mut self) -> Result<Worker, Lost> {
        if self.lost >= MAX_OPENINGS {
            let text = format!("the library could not be opened {MAX_OPENINGS} times in a row");
            return Err(Lost::NotStarted(text));
        }
        self.lost += 1;
        let mut worker = Worker::start(&self.options.worker, &self.options.variables)?;
        let order =
            Order::Open { path: self.library.path.clone(), device: Some(self.options.device) };
        match worker.ask(&order, self.options.patience, self.stop)? {
            Answer::Opened(facts) if facts == self.library.facts => {
                self.lost = 0;
                Ok(worker)
            }
            Answer::Opened(_) => {
                let text = "the library presents itself differently each time".to_owned();
                Err(Lost::NotStarted(text))
            }
            Answer::Refused { reason } => Err(Lost::NotStarted(reason)),
            other => Err(Lost::Nonsense(format!("{other:?}"))),
        }
    }

    fn finish(self) {
        if let Some(worker) = self.worker {
            worker.finish(Patience::TIMING.step.min(self.options.patience.step));
        }
    }
}
