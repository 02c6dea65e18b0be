//! `propp suite-replay`: the program that is profiled for the criteria of the cases. It
//! starts one worker after the other, one for each library, so that every run has the same
//! processes in the same order, and a crash affects one library only.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use propp_base_text::printable;
use propp_suite_problems::Case;
use serde::{Deserialize, Serialize};

use super::protocol::{Answer, Order};
use super::stop_signal::stop_on_signals;
use super::supervise::{Lost, Patience, Worker};
use super::timing::describe;

/// How long a worker may take to end, including its counters.
const ENDING: Duration = Duration::from_secs(60);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Script {
    /// The command that starts a worker.
    pub worker: Vec<String>,
    pub device: u32,
    /// Whether to flush the L2 cache before each case, as when the case was timed.
    pub flush_l2: bool,
    pub parts: Vec<LibraryScript>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LibraryScript {
    pub path: PathBuf,
    pub cases: Vec<MarkedCase>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MarkedCase {
    pub case: Case,
    pub marker: u32,
}

/// Replays a script, and reports failures on standard error.
pub fn replay(script: &Script, patience: Patience) -> io::Result<()> {
    let stop = stop_on_signals()?;
    let worker: Vec<OsString> = script.worker.iter().map(OsString::from).collect();
    for part in &script.parts {
        let mut left = part.cases.as_slice();
        while !left.is_empty() {
            match replay_until_lost(script, part, left, &worker, patience, &stop) {
                (_, Some(Lost::Interrupted)) => return Ok(()),
                (0, Some(lost)) => {
                    say(&format!("{}: {lost}", part.path.display()));
                    left = &[];
                }
                (tried, lost) => {
                    let at = tried.min(left.len());
                    if let (Some(lost), Some(marked)) = (lost, left.get(at - 1)) {
                        let name = part.path.file_stem().unwrap_or_default().to_string_lossy();
                        say(&format!("{}: {lost}", describe(&name, &marked.case)));
                    }
                    left = &left[at..];
                }
            }
        }
    }
    Ok(())
}

/// Replays cases until the worker is lost. Returns the number of cases tried, and how the
/// worker was lost.
fn replay_until_lost(
    script: &Script,
    part: &LibraryScript,
    cases: &[MarkedCase],
    worker: &[OsString],
    patience: Patience,
    stop: &AtomicBool,
) -> (usize, Option<Lost>) {
    let open = Order::Open { path: part.path.clone(), device: Some(script.device) };
    let started = Worker::start(worker, &[]).and_then(|mut worker| {
        match worker.ask(&open, patience, stop)? {
            Answer::Refused { reason } => Err(Lost::NotStarted(reason)),
            _ => Ok(worker),
        }
    });
    let mut worker = match started {
        Ok(worker) => worker,
        Err(lost) => return (0, Some(lost)),
    };
    for (tried, MarkedCase { case, marker }) in (1..).zip(cases) {
        let order =
            Order::Replay { case: case.clone(), marker: *marker, flush_l2: script.flush_l2 };
        match worker.ask(&order, patience, stop) {
            Ok(Answer::Replayed { .. }) => {}
            Ok(Answer::Skipped { reason, .. }) => {
                say(&format!("{}: skipped: {reason}", case.variant));
            }
            Ok(Answer::Failed { status, message, .. }) => {
                worker.finish(ENDING);
                return (tried, Some(Lost::Nonsense(format!("status {status}: {message}"))));
            }
            Ok(other) => return (tried, Some(Lost::Nonsense(format!("{other:?}")))),
            Err(lost) => return (tried, Some(lost)),
        }
    }
    worker.finish(ENDING);
    (cases.len(), None)
}

fn say(text: &str) {
    // Go on if standard error is closed.
    let _ = writeln!(io::stderr(), "propp: not in the profile: {}", printable(text));
}
