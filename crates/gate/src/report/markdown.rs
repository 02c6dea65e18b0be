//! For pull requests and the summary of a GitHub step.

use std::fmt::Write;

use propp_text::escape::{markdown as text, markdown_code as code};

use super::super::verdict::{KernelOutcome, Outcome, Verdict};
use super::{basis, headline, moved};

/// GitHub cuts a step's summary off after 1 MiB.
const MOST_ROWS: usize = 200;

/// The outcome as Markdown; kernels that pass are counted and not listed.
#[must_use]
pub fn render(outcome: &Outcome) -> String {
    let mark = match outcome.verdict {
        Verdict::Regressed => "❌",
        Verdict::NoVerdict => "❔",
        _ => "✅",
    };
    let mut out = format!("### {mark} propp gate: {}\n\n", text(&headline(outcome)));
    let rows: Vec<&KernelOutcome> =
        outcome.all().filter(|row| row.verdict != Verdict::Pass).collect();
    if !rows.is_empty() {
        out += "| verdict | kernel | what | why |\n|---|---|---|---|\n";
        for row in rows.iter().take(MOST_ROWS) {
            let name = format!("{} {}", code(&row.name), text(&row.launched));
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} |",
                row.verdict.words(),
                name.trim_end(),
                moved(row, row.verdict),
                text(&row.reason)
            );
        }
        if let Some(more) = rows.len().checked_sub(MOST_ROWS).filter(|more| *more > 0) {
            let _ = writeln!(out, "\n{more} more are in the other reports.");
        }
        out.push('\n');
    }
    if outcome.refusal.is_none() {
        for note in outcome.notes.iter().chain([&basis(outcome)]) {
            let _ = writeln!(out, "{}  ", text(note));
        }
    }
    out
}
