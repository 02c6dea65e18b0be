//! What the user is told while the program runs, on standard error.

use std::time::{Duration, Instant};

use propp_base_text::progress::Progress as Line;

/// When the line is written first.
const FIRST: Duration = Duration::from_millis(250);

/// One line that changes, on a terminal; nothing elsewhere.
pub(super) struct Progress {
    title: &'static str,
    begun: Instant,
    line: Line,
    pub(super) seen: u64,
    /// Launches whose counters were read.
    pub(super) measured: u64,
    pub(super) passes: u32,
}

impl Progress {
    pub(super) fn new(title: &'static str, quiet: bool) -> Self {
        let (begun, line) = (Instant::now(), Line::new(quiet));
        Self { title, begun, line, seen: 0, measured: 0, passes: 0 }
    }

    /// Shows how far it is. A program that ends at once has no line.
    pub(super) fn show(&mut self) {
        let Self { title, begun, seen, measured, passes, .. } = *self;
        let elapsed = begun.elapsed();
        if elapsed < FIRST {
            return;
        }
        self.line.show(|| {
            let seconds = elapsed.as_secs_f64();
            let counted = match passes {
                0 => String::new(),
                passes => format!(", {measured} measured in {passes} passes each"),
            };
            format!("propp: {title}: {seen} kernel launches{counted}, {seconds:.1} s")
        });
    }

    pub(super) fn clear(&mut self) {
        self.line.clear();
    }
}
