//! What the user is told while a suite is timed, on standard error.

use std::time::{Duration, Instant};

use propp_base_text::clock;
use propp_base_text::printable;
use propp_base_text::progress::Progress as Line;

/// Characters of the bar.
const BAR: usize = 20;

/// One line that changes, on a terminal; nothing elsewhere.
pub(super) struct Progress {
    begun: Instant,
    line: Line,
    /// Expected seconds of all that is to be done, and of what is done.
    whole: f64,
    done: f64,
    cases: usize,
    /// Which one it is, from 1.
    pub(super) at: usize,
    /// Cases that were wrong or failed.
    pub(super) bad: usize,
}

impl Progress {
    pub(super) fn new(cases: usize, whole: f64, quiet: bool) -> Self {
        let (begun, line) = (Instant::now(), Line::new(quiet));
        Self { begun, line, whole, done: 0.0, cases, at: 0, bad: 0 }
    }

    pub(super) fn show(&mut self, what: &str) {
        self.at += 1;
        let words = self.words(what, self.begun.elapsed());
        self.line.show(|| words);
    }

    /// A case is done, which was expected to take so many seconds.
    pub(super) fn add(&mut self, seconds: f64) {
        self.done += seconds;
    }

    pub(super) fn clear(&mut self) {
        self.line.clear();
    }

    fn words(&self, what: &str, elapsed: Duration) -> String {
        let share = if self.whole > 0.0 { (self.done / self.whole).min(1.0) } else { 0.0 };
        let full = (share * BAR as f64) as usize;
        let bar = format!("{}{}", "=".repeat(full), " ".repeat(BAR - full));
        let bad = if self.bad > 0 { format!(", {} not right", self.bad) } else { String::new() };
        // The expected times say how the cases compare, the clock says how fast it goes.
        let left = if share > 0.01 {
            let seconds = elapsed.as_secs_f64() * (1.0 - share) / share;
            format!(", {} left", clock(seconds))
        } else {
            String::new()
        };
        let what = printable(what);
        format!("[{bar}] {}/{}{bad}{left}: {what}", self.at, self.cases)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_from_what_was_expected_and_what_it_took() {
        let mut progress = Progress::new(40, 200.0, true);
        progress.at = 1;
        let first = progress.words("cub copy", Duration::from_secs(1));
        assert_eq!(first, "[                    ] 1/40: cub copy");
        progress.add(50.0);
        (progress.at, progress.bad) = (11, 2);
        let line = progress.words("own scan", Duration::from_secs(25));
        assert_eq!(line, "[=====               ] 11/40, 2 not right, 1:15 left: own scan");
    }
}
