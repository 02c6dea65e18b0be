//! `propp suite-replay`: the program whose profile gives the criteria of cases.
//! It starts one worker a library, one after the other, so that every run has
//! the same processes in the same order, and one library's crash is its own.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use propp_problems::Case;
use propp_text::printable;
use serde::{Deserialize, Serialize};

use super::protocol::{Answer, Order};
use super::run::heed_signals;
use super::supervise::{Lost, Patience, Worker};
use super::timing::words;

/// How long a worker may take to end, counters and all.
const ENDING: Duration = Duration::from_secs(60);

/// What is replayed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Script {
    /// The command that starts a worker.
    pub worker: Vec<String>,
    /// Index of the GPU.
    pub device: u32,
    /// Whether the L2 cache is emptied before each case, so that its counters are of
    /// the state that it was timed in.
    pub flush_l2: bool,
    /// Library by library.
    pub parts: Vec<Part>,
}

/// The cases of a library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The shared library.
    pub path: PathBuf,
    /// Its cases.
    pub cases: Vec<Marked>,
}

/// A case and its marker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marked {
    /// The case.
    pub case: Case,
    /// Its marker.
    pub marker: u32,
}

/// Replays a script, and tells on standard error what could not be.
///
/// # Errors
/// When signals cannot be heeded.
pub fn replay(script: &Script, patience: Patience) -> io::Result<()> {
    let stop = heed_signals()?;
    let worker: Vec<OsString> = script.worker.iter().map(OsString::from).collect();
    for part in &script.parts {
        let mut left = part.cases.as_slice();
        while !left.is_empty() {
            match some(script, part, left, &worker, patience, &stop) {
                (_, Some(Lost::Interrupted)) => return Ok(()),
                (0, Some(lost)) => {
                    say(&format!("{}: {lost}", part.path.display()));
                    left = &[];
                }
                (tried, lost) => {
                    let at = tried.min(left.len());
                    if let (Some(lost), Some(marked)) = (lost, left.get(at - 1)) {
                        let name = part.path.file_stem().unwrap_or_default().to_string_lossy();
                        say(&format!("{}: {lost}", words(&name, &marked.case)));
                    }
                    left = &left[at..];
                }
            }
        }
    }
    Ok(())
}

/// Replays cases until the worker is lost; how many were tried, and how.
fn some(
    script: &Script,
    part: &Part,
    cases: &[Marked],
    worker: &[OsString],
    patience: Patience,
    stop: &AtomicBool,
) -> (usize, Option<Lost>) {
    let open = Order::Open { path: part.path.clone(), device: Some(script.device) };
    let started =
        Worker::start(worker).and_then(|mut worker| match worker.ask(&open, patience, stop)? {
            Answer::Refused { reason } => Err(Lost::NotStarted(reason)),
            _ => Ok(worker),
        });
    let mut worker = match started {
        Ok(worker) => worker,
        Err(lost) => return (0, Some(lost)),
    };
    for (tried, Marked { case, marker }) in (1..).zip(cases) {
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
    // A standard error that has gone is no reason to stop.
    let _ = writeln!(io::stderr(), "propp: not in the profile: {}", printable(text));
}
