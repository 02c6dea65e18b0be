//! Kernels below each other, for narrow terminals.

use std::fmt::Write;

use propp_base_names::{KernelName, labels};
use propp_base_text::{Page, indented};
use propp_judge_analysis::Listing;
use propp_judge_criteria::Criterion;

use super::headings::Details;

/// A few lines for each kernel, from the cells of the table.
pub(super) fn render(listing: &Listing<'_>, rows: &[Vec<String>], page: Page) -> String {
    let kernels = listing.listed();
    let names: Vec<&KernelName> = kernels.iter().map(|kernel| &kernel.name).collect();
    let (bold, plain) = if page.colour { ("\u{1b}[1m", "\u{1b}[0m") } else { ("", "") };
    let details = Details::among(kernels);
    let mut out = String::new();
    for ((kernel, cells), label) in kernels.iter().zip(rows).zip(labels(&names, page.width.max(8)))
    {
        let _ = writeln!(out, "{bold}{label}{plain}");
        for line in details.of(kernel) {
            let _ = writeln!(out, "  {line}");
        }
        let [number, share, total, launches, quality, criteria @ ..] = cells.as_slice() else {
            continue;
        };
        let facts = format!(
            "kernel {number}: {share} %, {total}, {launches} launches measured, QM {quality}"
        );
        let _ = writeln!(out, "{}", indented(&facts, page.width, 2, 2));
        // A name and its value stay on one line.
        let values: Vec<String> = Criterion::ALL
            .iter()
            .zip(criteria)
            .map(|(criterion, cell)| format!("{criterion}\u{a0}{cell}"))
            .collect();
        let values = indented(&values.join(" "), page.width, 2, 2);
        let _ = writeln!(out, "{}", values.replace('\u{a0}', " "));
    }
    out
}
