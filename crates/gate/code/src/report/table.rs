//! The table for a terminal or a text file: a matrix of kernels and architectures, then the
//! reasons.

use std::fmt::Write;

use comfy_table::Cell;
use propp_base_names::{KernelName, labels};
use propp_base_text::{Page, indented, per_cent, table};
use propp_gate_runs::Verdict;
use propp_gate_runs::report::policy_words;
use propp_gate_runs::report::table::colour;

use super::{Call, basis, headline, prediction_words, reason_words, weight_words, words};
use crate::result::{CodeResult, KernelOutcome};

/// Kernels of the matrix, and kernels whose reasons are told.
const MOST_ROWS: usize = 100;

/// Kernels that are as before are listed only if all are asked for.
pub fn render(result: &CodeResult, call: &Call, page: Page) -> String {
    let mut out =
        format!("{}\n", indented(&format!("gate: {}", headline(result)), page.width, 0, 2));
    let rows: Vec<&KernelOutcome> =
        result.kernels.iter().filter(|kernel| call.is_listed(kernel)).collect();
    let shown = &rows[..rows.len().min(MOST_ROWS)];
    if !shown.is_empty() {
        let _ = write!(out, "\n{}", matrix(shown, result, page));
        for kernel in shown.iter().filter(|kernel| !kernel.reasons.is_empty()) {
            let _ = write!(out, "\n{}", reasons(kernel, result, page));
        }
        if rows.len() > shown.len() {
            let _ = writeln!(out, "\n{} more are in the other formats.", rows.len() - shown.len());
        }
    }
    out.push('\n');
    for note in basis(result) {
        let _ = writeln!(out, "{}", indented(&note, page.width, 0, 2));
    }
    // Commands stay in one line, so that they can be copied.
    for (what, command) in call.next_steps(result) {
        let _ = writeln!(out, "{what}: {command}");
    }
    if result.refusal.is_none() {
        let _ = writeln!(out, "{}", policy_words(call.policy.as_deref()));
    }
    out
}

/// A column for each architecture.
fn matrix(kernels: &[&KernelOutcome], result: &CodeResult, page: Page) -> String {
    let is_weighted = kernels.iter().any(|kernel| kernel.weight.is_some());
    let mut titles: Vec<&str> = result.architectures.iter().map(String::as_str).collect();
    titles.extend(is_weighted.then_some("share %"));
    // The widest word is "as before", or the architecture's name.
    let taken: usize = titles.iter().map(|title| title.len().max(9) + 1).sum();
    let room = page.width.saturating_sub(taken + 1).clamp(16, 100);
    let names: Vec<KernelName> = kernels
        .iter()
        .map(|kernel| KernelName {
            symbol: kernel.name.clone(),
            full: kernel.name.clone(),
            bare: propp_base_names::without_signature(&kernel.name).to_owned(),
        })
        .collect();
    let labels = labels(&names.iter().collect::<Vec<_>>(), room);
    let mut table = table::dense(titles.iter().copied().chain(["kernel"]), |_| false, page);
    for (kernel, label) in kernels.iter().zip(labels) {
        let mut cells: Vec<Cell> = result
            .architectures
            .iter()
            .map(|name| match kernel.of_architecture(name) {
                Some(verdict) => Cell::new(words(verdict)).fg(colour(verdict)),
                None => Cell::new(words(Verdict::Pass)),
            })
            .collect();
        if is_weighted {
            cells.push(Cell::new(kernel.weight.map_or("-".to_owned(), |w| per_cent(w.share))));
        }
        cells.push(Cell::new(label));
        table.add_row(cells);
    }
    table::text(&table)
}

fn reasons(kernel: &KernelOutcome, result: &CodeResult, page: Page) -> String {
    let name = propp_base_names::shorten(&kernel.name, 2 * page.width);
    let mut out = format!("{}\n", indented(&name, page.width, 0, 4));
    let mut line = |text: &str| {
        let _ = writeln!(out, "{}", indented(text, page.width, 2, 4));
    };
    if let Some(before) = &kernel.before {
        line(&format!("was {}", propp_base_names::shorten(before, 2 * page.width)));
    }
    for reason in &kernel.reasons {
        let better = if reason.change.is_worse { "" } else { "better: " };
        line(&format!("{better}{}", reason_words(reason, result)));
    }
    if let Some(weight) = &kernel.weight {
        line(&weight_words(weight));
    }
    if let Some(words) = prediction_words(kernel) {
        line(&words);
    }
    out
}
