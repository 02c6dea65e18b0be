//! Annotations of GitHub Actions: one workflow command per line.

use super::super::verdict::{GateResult, Verdict};
use super::{headline, moved};

/// GitHub shows ten errors and ten warnings of a step.
const MAX_SHOWN: usize = 10;

/// An error for each regressed kernel, a warning for each without a verdict, a notice if all
/// passed.
pub fn render(result: &GateResult) -> String {
    let mut out = String::new();
    let kinds = [(Verdict::Regressed, "error"), (Verdict::NoVerdict, "warning")];
    for (verdict, level) in kinds {
        for row in result.all().filter(|row| row.verdict == verdict).take(MAX_SHOWN) {
            let title = match moved(row, verdict).as_str() {
                "" => format!("propp: {}", verdict.words()),
                what => format!("propp: {what} {}", verdict.words()),
            };
            let text = format!("{}: {}", row.name, row.reason());
            out += &annotation(level, "", &title, &text);
        }
    }
    if out.is_empty() { summary(result.exit_code(), &headline(result)) } else { out }
}

/// What is said where nothing has a line of its own.
pub fn summary(exit_code: u8, headline: &str) -> String {
    let level = if exit_code == 0 { "notice" } else { "warning" };
    annotation(level, "", "propp gate", headline)
}

/// A workflow command. A place is empty, or such as `file=src/a.cu,line=36,`.
pub fn annotation(level: &str, place: &str, title: &str, text: &str) -> String {
    format!("::{level} {place}title={}::{}\n", property(title), data(text))
}

/// An error that kept the gate from a verdict.
pub fn failed(message: &str) -> String {
    annotation("error", "", "propp gate", message)
}

/// The escapes of workflow commands (actions/toolkit, `command.ts`).
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The same for what stands before the text.
pub fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
