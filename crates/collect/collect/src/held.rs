//! The program of the count run, started together with the trace run and held where it begins to
//! use CUDA (`--start-early`): what it does until then need not be waited for.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};

use super::beside;

/// A program that waits, and is killed when this is dropped.
pub(super) struct Held {
    child: Option<Child>,
    /// Locked. The lock ends with this, and with propp.
    _hold: File,
}

impl Held {
    /// Starts a program whose processes wait until they get a lock on the new file `hold`.
    pub(super) fn start(
        hold: &Path,
        spawn: impl FnOnce() -> io::Result<Child>,
    ) -> io::Result<Self> {
        let file = File::create(hold)?;
        flock(&file, FlockOperation::LockExclusive)?;
        Ok(Self { child: Some(spawn()?), _hold: file })
    }

    /// Whether the program has not ended by itself.
    pub(super) fn is_waiting(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None)))
    }

    pub(super) fn processor_time(&self) -> Duration {
        self.child.as_ref().map_or(Duration::ZERO, |child| beside::processor_time(child.id()))
    }

    /// Lets the program go on.
    pub(super) fn release(mut self) -> Option<Child> {
        self.child.take()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            beside::end_below(child.id());
            // It may have ended by itself, and one of another user cannot be ended.
            if child.kill().is_ok() {
                let _ = child.wait();
            }
        }
    }
}
