//! The first half of a suite: every case checked and timed, without a profiler.

use std::sync::atomic::{AtomicBool, Ordering};

use propp_problems::Case;
use propp_problems::cases::{Planned, estimates};
use propp_problems::words::size_words;
use propp_recording::{SuiteCase, SuiteMeasured, SuiteState};

use super::keep::Keep;
use super::progress::Progress;
use super::protocol::{Answer, Measured, Order};
use super::run::{Options, SuiteError};
use super::supervise::{Lost, Patience, Worker};
use super::survey::Opened;

/// Workers that may be lost before they open their library, one after the other,
/// until the library is given up.
const OPENINGS: u32 = 3;

/// Times the cases that are not there yet.
pub(super) fn time_all(
    options: &Options,
    opened: &[Opened],
    planned: &[Planned],
    keep: &mut Keep,
    stop: &AtomicBool,
) -> Result<(), SuiteError> {
    let expected = estimates(planned);
    let to_do: Vec<(&Planned, f64)> = planned
        .iter()
        .zip(expected.iter().map(|estimate| estimate.timing))
        .filter(|(planned, _)| !keep.has(&opened[planned.library].facts.name, planned))
        .collect();
    let whole = to_do.iter().map(|(_, seconds)| seconds).sum();
    let mut progress = Progress::new(to_do.len(), whole, options.quiet);
    for (place, library) in opened.iter().enumerate() {
        let cases = to_do.iter().filter(|(planned, _)| planned.library == place);
        let mut bench = Bench { options, library, worker: None, lost: 0, stop };
        for (planned, seconds) in cases {
            let case = &planned.case;
            progress.show(&words(&library.facts.name, case));
            let Some(done) = bench.measure(case) else { break };
            progress.bad +=
                usize::from(matches!(done.state, SuiteState::Wrong | SuiteState::Failed));
            keep.add(done)?;
            progress.add(*seconds);
        }
        bench.leave();
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    progress.clear();
    Ok(())
}

/// A case in a line.
pub(super) fn words(library: &str, case: &Case) -> String {
    format!(
        "{library} {} {} {} {} {}",
        case.primitive,
        case.variant,
        case.element.name(),
        size_words(case.n),
        case.distribution.name()
    )
}

/// One library and its worker.
struct Bench<'a> {
    options: &'a Options,
    library: &'a Opened,
    worker: Option<Worker>,
    /// Workers lost in a row before they had opened the library.
    lost: u32,
    stop: &'a AtomicBool,
}

impl Bench<'_> {
    /// `None` when the user wants to stop.
    fn measure(&mut self, case: &Case) -> Option<SuiteCase> {
        let order = Order::Measure { case: case.clone(), limits: self.options.limits };
        let (patience, stop) = (self.options.patience, self.stop);
        let answer = match self.worker() {
            Ok(worker) => worker.ask(&order, patience, stop),
            Err(reason) => Err(reason),
        };
        let (state, reason, measured) = match answer {
            Ok(Answer::Measured(measured)) => (SuiteState::Ok, None, Some(of(measured))),
            Ok(Answer::Wrong { what, .. }) => (SuiteState::Wrong, Some(what), None),
            Ok(Answer::Skipped { reason, .. }) => (SuiteState::Skipped, Some(reason), None),
            Ok(Answer::Failed { status, message, .. }) => {
                // An error may stick to the context: the next case gets a new one.
                self.worker = None;
                (SuiteState::Failed, Some(format!("status {status}: {message}")), None)
            }
            Ok(other) => (SuiteState::Failed, Some(format!("answered {other:?}")), None),
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
        if self.lost >= OPENINGS {
            let text = format!("the library could not be opened {OPENINGS} times in a row");
            return Err(Lost::NotStarted(text));
        }
        self.lost += 1;
        let mut worker = Worker::start(&self.options.worker)?;
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

    /// The library is done with.
    fn leave(self) {
        if let Some(worker) = self.worker {
            worker.finish(Patience::TIMING.step.min(self.options.patience.step));
        }
    }
}

fn of(measured: Measured) -> SuiteMeasured {
    SuiteMeasured {
        m: measured.m,
        bytes_read: measured.bytes_read,
        bytes_written: measured.bytes_written,
        operations: measured.operations,
        temp_bytes: measured.temp_bytes,
        cpu_ns: measured.cpu_ns,
        throttled: measured.throttled,
        samples_ns: measured.samples_ns,
    }
}
