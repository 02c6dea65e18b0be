//! What the user is told while the program runs, on standard error.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the line is written anew.
const PERIOD: Duration = Duration::from_millis(250);

/// One line that changes, on a terminal; nothing elsewhere.
pub(super) struct Progress {
    title: &'static str,
    begun: Instant,
    shown: Option<Instant>,
    enabled: bool,
    /// Kernel launches so far.
    pub(super) seen: u64,
    /// Launches whose counters were read.
    pub(super) measured: u64,
    /// Passes a launch.
    pub(super) passes: u32,
}

impl Progress {
    pub(super) fn new(title: &'static str, quiet: bool) -> Self {
        Self {
            title,
            begun: Instant::now(),
            shown: None,
            enabled: !quiet && std::io::stderr().is_terminal(),
            seen: 0,
            measured: 0,
            passes: 0,
        }
    }

    /// Writes the line if it is time.
    pub(super) fn show(&mut self) {
        let due = self.shown.map_or(self.begun, |shown| shown).elapsed() >= PERIOD;
        if self.enabled && due {
            self.shown = Some(Instant::now());
            let mut err = std::io::stderr().lock();
            let _ = write!(err, "\r\u{1b}[Kpropp: {}", self.line());
            let _ = err.flush();
        }
    }

    /// Removes the line.
    pub(super) fn clear(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(std::io::stderr().lock(), "\r\u{1b}[K");
        }
    }

    fn line(&self) -> String {
        let seconds = self.begun.elapsed().as_secs_f64();
        let seen = format!("{}: {} kernel launches", self.title, self.seen);
        match self.passes {
            0 => format!("{seen}, {seconds:.1} s"),
            passes => format!(
                "{seen}, {} measured in {passes} passes each, {seconds:.1} s",
                self.measured
            ),
        }
    }
}
