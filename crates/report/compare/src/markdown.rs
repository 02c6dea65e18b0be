//! Markdown for a pull request.

use std::fmt::Write as _;

use propp_base_text::escape::{markdown as text, markdown_code as code};

use super::comparison::Comparison;
use super::table::{Names, doubts, figures, headline, in_words, legend, mover, of_steps};
use super::time::Verdict;
use super::whole_step;

/// Rows of a side; a comment on GitHub holds 65,536 characters.
const MAX_ROWS: usize = 20;

const NAME_WIDTH: usize = 60;

pub fn markdown(comparison: &Comparison<'_>) -> String {
    let names = Names::new(comparison, NAME_WIDTH);
    let mut out = format!("### propp compare on {}\n\n", text(&comparison.gpus().join("; ")));
    out.push_str("| | side | time in kernels | from | to | QM |\n|--:|---|--:|--:|--:|--:|\n");
    for (place, side) in (1..).zip(&comparison.order) {
        let (name, figures) = (&comparison.sides[*side].name, figures(comparison, *side));
        let place = if comparison.is_ordered(*side) { place.to_string() } else { String::new() };
        let _ = writeln!(out, "| {place} | {} | {} |", code(name), figures.join(" | "));
    }
    for line in of_steps(comparison) {
        let _ = writeln!(out, "\n{}", text(&line));
    }
    for against in &comparison.against {
        let _ = writeln!(out, "\n**{}**\n", text(&headline(against)));
        if let Some(line) = whole_step::words(comparison, against) {
            let _ = writeln!(out, "- {}", text(&line));
        }
        for line in doubts(against) {
            let _ = writeln!(out, "- {}", text(&line));
        }
        for line in mover(comparison, &names, against) {
            let _ = writeln!(out, "- {}", text(&line));
        }
        out.push_str(
            "\n<details><summary>Kernel by kernel</summary>\n\n\
             | kernel | before | after | speedup | at least | at most | |\n\
             |---|--:|--:|--:|--:|--:|---|\n",
        );
        for row in against.rows.iter().take(MAX_ROWS) {
            let name = code(&names.row(against, row));
            let _ = match (row.change, row.expected) {
                (Some(change), _) => writeln!(
                    out,
                    "| {name} | {} | {} | {:.2} | {:.2} | {:.2} | {} |",
                    in_words(change.before.ns),
                    in_words(change.after.ns),
                    change.speedup,
                    change.low,
                    change.high,
                    match change.verdict {
                        Verdict::Faster => "faster",
                        Verdict::Tie => "tie",
                        Verdict::Slower => "**slower**",
                    }
                ),
                (None, Some(expected)) => writeln!(
                    out,
                    "| {name} | ~{} | ~{} | ~{:.2} | | | {} |",
                    in_words(expected.before_ns),
                    in_words(expected.after_ns),
                    expected.speedup,
                    expected.verdict()
                ),
                (None, None) => {
                    let order = row.predicted.map_or_else(String::new, |order| order.words());
                    writeln!(out, "| {name} | | | | | | {order} |")
                }
            };
        }
        if let Some(more @ 1..) = against.rows.len().checked_sub(MAX_ROWS) {
            let _ = writeln!(out, "\n{more} more kernels of less time.");
        }
        out.push_str("\n</details>\n");
    }
    let _ = writeln!(out, "\n<sub>{}</sub>", text(legend(comparison)));
    out
}
