//! Annotations of GitHub Actions: workflow commands, one a line.

use super::super::verdict::{Outcome, Verdict};
use super::{headline, moved};

/// GitHub shows ten errors and ten warnings of a step.
const MOST: usize = 10;

/// An error for each kernel that regressed, and a warning for each without a verdict,
/// as many as GitHub shows; a notice if all is well.
#[must_use]
pub fn render(outcome: &Outcome) -> String {
    let mut out = String::new();
    let kinds = [(Verdict::Regressed, "error"), (Verdict::NoVerdict, "warning")];
    for (verdict, level) in kinds {
        for row in outcome.all().filter(|row| row.verdict == verdict).take(MOST) {
            let title = match moved(row, verdict).as_str() {
                "" => format!("propp: {}", verdict.words()),
                what => format!("propp: {what} {}", verdict.words()),
            };
            let text = format!("{}: {}", row.name, row.reason);
            out += &format!("::{level} title={}::{}\n", property(&title), data(&text));
        }
    }
    if out.is_empty() {
        let level = if outcome.exit_code() == 0 { "notice" } else { "warning" };
        out = format!("::{level} title=propp gate::{}\n", data(&headline(outcome)));
    }
    out
}

/// The escapes of workflow commands (actions/toolkit, `command.ts`).
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
