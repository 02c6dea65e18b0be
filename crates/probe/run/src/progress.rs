//! What the user is told while a GPU is probed, on standard error.

use std::io::Write;
use std::time::{Duration, Instant};

use propp_base_text::clock;
use propp_base_text::progress::{Progress as Line, is_terminal};
use propp_probe_experiments::Experiment;

/// On a terminal one line that changes; elsewhere a line an experiment.
pub(super) struct Progress<'a> {
    experiments: &'a [&'static Experiment],
    begun: Instant,
    /// When the present experiment began.
    at: Instant,
    place: usize,
    is_quiet: bool,
    line: Line,
}

impl<'a> Progress<'a> {
    pub(super) fn new(experiments: &'a [&'static Experiment], is_quiet: bool) -> Self {
        let now = Instant::now();
        Self { experiments, begun: now, at: now, place: 0, is_quiet, line: Line::new(is_quiet) }
    }

    /// An experiment begins, by its place in the list.
    pub(super) fn begin(&mut self, place: usize) {
        (self.place, self.at) = (place, Instant::now());
        if !self.is_quiet && !is_terminal() {
            let _ = writeln!(std::io::stderr(), "propp: {}", self.words());
        }
        self.tick();
    }

    pub(super) fn tick(&mut self) {
        let words = self.words();
        self.line.show(|| words);
    }

    /// Removes the line, so that something else can be said.
    pub(super) fn clear(&mut self) {
        self.line.clear();
    }

    fn words(&self) -> String {
        line(self.experiments, self.place, self.begun.elapsed(), self.at.elapsed())
    }
}

/// The line, `elapsed` after the begin and `within` the experiment.
fn line(all: &[&Experiment], place: usize, elapsed: Duration, within: Duration) -> String {
    let expected = |some: &[&Experiment]| some.iter().map(|one| one.seconds).sum::<f64>();
    let (done, left) = all.split_at(place);
    let (elapsed, within) = (elapsed.as_secs_f64(), within.as_secs_f64());
    // This GPU's pace against the one that the expected times are of, once it is known.
    let known = expected(done);
    let pace = if known >= 1.0 { (elapsed - within).max(0.0) / known } else { 1.0 };
    let now = left.first().map_or(0.0, |one| one.seconds);
    let left = (expected(left) - now + (now - within / pace.max(0.01)).max(0.0)) * pace;
    let what = all.get(place).map_or_else(String::new, |one| format!("{}: {}", one.id, one.title));
    format!(
        "[{}/{}] {} elapsed, about {} left: {what}",
        place + 1,
        all.len(),
        clock(elapsed),
        clock(left)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_from_what_was_expected_and_what_it_took() {
        let one = |id, seconds| Experiment {
            id,
            title: "a title",
            seconds,
            run: |_| Ok(()),
            analyse: |_, _| Vec::new(),
        };
        let all = [one("a.b", 10.0), one("c.d", 20.0), one("e.f", 70.0)];
        let all: Vec<&Experiment> = all.iter().collect();
        let line = |place, elapsed, within| {
            line(&all, place, Duration::from_secs(elapsed), Duration::from_secs(within))
        };
        assert_eq!(line(0, 0, 0), "[1/3] 0:00 elapsed, about 1:40 left: a.b: a title");
        // Twice as slow as expected.
        assert_eq!(line(1, 30, 10), "[2/3] 0:30 elapsed, about 2:50 left: c.d: a title");
        assert_eq!(line(2, 900, 840), "[3/3] 15:00 elapsed, about 0:00 left: e.f: a title");
    }
}
