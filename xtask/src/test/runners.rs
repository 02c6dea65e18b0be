//! The sum over the closing lines of the test binaries that cargo runs.

use std::fmt;

const CLOSING: &str = "test result: ";

/// How many tests ended how, over all test binaries.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Totals {
    pub(crate) runners: usize,
    pub(crate) passed: usize,
    failed: usize,
    ignored: usize,
    measured: usize,
    filtered_out: usize,
}

impl Totals {
    /// Adds a line of output, if it is a test binary's closing line.
    pub(crate) fn add(&mut self, line: &str) {
        let Some((_, counts)) = line.strip_prefix(CLOSING).and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        self.runners += 1;
        for part in counts.split("; ") {
            if let Some((number, what)) = part.split_once(' ')
                && let Some(total) = self.count(what)
            {
                *total += number.parse().unwrap_or(0);
            }
        }
    }

    fn count(&mut self, what: &str) -> Option<&mut usize> {
        match what {
            "passed" => Some(&mut self.passed),
            "failed" => Some(&mut self.failed),
            "ignored" => Some(&mut self.ignored),
            "measured" => Some(&mut self.measured),
            "filtered out" => Some(&mut self.filtered_out),
            _ => None,
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { passed, failed, ignored, measured, filtered_out, .. } = self;
        let word = if *failed == 0 { "ok" } else { "FAILED" };
        write!(
            f,
            "{CLOSING}{word}. {passed} passed; {failed} failed; {ignored} ignored; \
             {measured} measured; {filtered_out} filtered out"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_add_up_and_other_lines_do_not_count() {
        let mut totals = Totals::default();
        for line in [
            "running 3 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.01s",
            "test it ... ok",
            "test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s",
        ] {
            totals.add(line);
        }
        assert_eq!(totals.runners, 2);
        assert_eq!(
            totals.to_string(),
            "test result: FAILED. 7 passed; 1 failed; 1 ignored; 0 measured; 2 filtered out"
        );
    }
}
