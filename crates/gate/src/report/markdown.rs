//! Markdown for pull requests and the summary of a GitHub step.

use std::fmt::Write;

use propp_text::escape::{markdown as text, markdown_code as code};

use super::super::quantity::Quantity;
use super::super::verdict::{GateResult, KernelOutcome, Verdict};
use super::{Call, basis, change, criteria_words, headline, moved};

/// GitHub cuts a step's summary off after 1 MiB.
const MAX_ROWS: usize = 200;

/// An error that kept the gate from a verdict.
#[must_use]
pub fn failed(message: &str) -> String {
    format!("### ❔ propp gate: no verdict\n\n{}\n", text(message))
}

/// Kernels that pass are listed only if all are asked for.
#[must_use]
pub fn render(result: &GateResult, call: &Call) -> String {
    let mark = match result.verdict {
        Verdict::Regressed => "❌",
        Verdict::NoVerdict => "❔",
        _ => "✅",
    };
    let mut out = format!("### {mark} propp gate: {}\n\n", text(&headline(result)));
    let rows: Vec<&KernelOutcome> =
        result.all().filter(|row| call.all || row.verdict != Verdict::Pass).collect();
    if !rows.is_empty() {
        out += "| verdict | kernel | what | why |\n|---|---|---|---|\n";
        for row in rows.iter().take(MAX_ROWS) {
            let name = format!("{} {}", code(&row.name), text(&row.launched));
            let is_pass = row.verdict == Verdict::Pass;
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} |",
                row.verdict.words(),
                name.trim_end(),
                if is_pass { String::new() } else { moved(row, row.verdict) },
                text(&why(row))
            );
        }
        if let Some(more) = rows.len().checked_sub(MAX_ROWS).filter(|more| *more > 0) {
            let _ = writeln!(out, "\n{more} more are in the other reports.");
        }
        out.push('\n');
    }
    if result.refusal.is_none() {
        for note in criteria_words(result).iter().chain(&result.notes).chain([&basis(result)]) {
            let _ = writeln!(out, "{}  ", text(note));
        }
    }
    for (what, command) in call.next_steps(result) {
        let _ = writeln!(out, "{what}: {}  ", code(&command));
    }
    if result.refusal.is_none() {
        let _ = writeln!(out, "{}", text(&call.policy_words()));
    }
    out
}

/// The reason of a verdict; where there is nothing to explain, the time.
fn why(row: &KernelOutcome) -> String {
    let time = row.findings.iter().find(|finding| finding.quantity == Quantity::Time);
    let time = time.filter(|time| time.verdict == Verdict::Pass && row.verdict == Verdict::Pass);
    let time = time.map(|time| format!("time {}", change(time)));
    let reason = Some(row.reason.clone()).filter(|reason| !reason.is_empty());
    time.into_iter().chain(reason).collect::<Vec<_>>().join("; ")
}
