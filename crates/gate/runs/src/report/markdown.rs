//! Markdown for pull requests and the summary of a GitHub step.

use std::fmt::Write;

use propp_base_text::escape::{markdown as text, markdown_code as code};

use super::super::quantity::Quantity;
use super::super::verdict::{GateResult, KernelOutcome, Verdict};
use super::{Call, basis, change, criteria_words, headline, moved, policy_words};

/// GitHub cuts a step's summary off after 1 MiB.
pub const MAX_ROWS: usize = 200;

/// An error that kept the gate from a verdict.
pub fn failed(message: &str) -> String {
    format!("### ❔ propp gate: no verdict\n\n{}\n", text(message))
}

/// Kernels that pass are listed only if all are asked for.
pub fn render(result: &GateResult, call: &Call) -> String {
    let mut out = heading(result.verdict, &headline(result));
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
        out += &cut(rows.len());
    }
    let notes = match result.refusal {
        Some(_) => Vec::new(),
        None => [criteria_words(result), result.notes.clone(), vec![basis(result)]].concat(),
    };
    let policy = result.refusal.is_none().then_some(call.policy.as_deref());
    out + &tail(&notes, &call.next_steps(result), policy)
}

pub fn heading(verdict: Verdict, headline: &str) -> String {
    let mark = match verdict {
        Verdict::Regressed => "❌",
        Verdict::NoVerdict => "❔",
        _ => "✅",
    };
    format!("### {mark} propp gate: {}\n\n", text(headline))
}

/// The end of a table of this many rows: the number of those that it leaves out.
pub fn cut(rows: usize) -> String {
    match rows.saturating_sub(MAX_ROWS) {
        0 => "\n".to_owned(),
        more => format!("\n{more} more are in the other reports.\n\n"),
    }
}

/// What stands below the table: notes, what to do next, and the policy's file.
pub fn tail(notes: &[String], steps: &[(&str, String)], policy: Option<Option<&str>>) -> String {
    let notes = notes.iter().map(|note| format!("{}  \n", text(note)));
    let steps = steps.iter().map(|(what, command)| format!("{what}: {}  \n", code(command)));
    let policy = policy.map(|file| format!("{}\n", text(&policy_words(file))));
    notes.chain(steps).chain(policy).collect()
}

/// The reason of a verdict; where there is nothing to explain, the time.
fn why(row: &KernelOutcome) -> String {
    let time = row.findings.iter().find(|finding| finding.quantity == Quantity::Time);
    let time = time.filter(|time| time.verdict == Verdict::Pass && row.verdict == Verdict::Pass);
    let time = time.map(|time| format!("time {}", change(time)));
    let reason = Some(row.reason()).filter(|reason| !reason.is_empty());
    time.into_iter().chain(reason).collect::<Vec<_>>().join("; ")
}
