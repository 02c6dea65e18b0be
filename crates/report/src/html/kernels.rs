//! The kernels as a table that can be sorted and filtered.

use std::fmt::Write as _;

use propp_analysis::{Analysis, KernelReport, Scope};
use propp_criteria::Criterion;
use propp_model::Value;
use propp_text::{duration, hundredths, per_cent};

use super::escape::{escaped, escaped_within};
use crate::footnotes::Footnotes;
use crate::words::{configuration, launches};

/// Rows stop where they fill this many bytes; a page has 2 MB at most.
const ROOM: usize = 1_100_000;

/// Reasons for missing values; more are in JSON.
const REASONS: usize = 60;

/// The column of the share of time.
const TIME: usize = 2;

/// Characters of a full name.
const FULL_NAME: usize = 300;

/// The section; `labels` are escaped.
pub(super) fn section(analysis: &Analysis, labels: &[String]) -> String {
    if analysis.kernels.is_empty() {
        return "<p>No kernel.</p>\n".to_owned();
    }
    let mut rows = String::new();
    let mut notes = Footnotes::default();
    let mut shown = 0;
    for (kernel, label) in analysis.kernels.iter().zip(labels) {
        if rows.len() > ROOM {
            break;
        }
        row(&mut rows, &mut notes, kernel, label, shown + 1);
        shown += 1;
    }
    let mut out = String::from(
        "<p>Criteria and QM are in hundredths: 100 is best; \
         <span class=\"low\"></span> is below a third, <span class=\"mid\"></span> below two \
         thirds; - does not apply and ? could not be measured, each with the letter of its reason \
         below the table. HSync and DT are the run's. A click on a column's title sorts by it.</p>\n\
         <p class=\"controls\"><label for=\"filter\">Show kernels whose name holds</label> \
         <input id=\"filter\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\"> \
         <output id=\"shown\" for=\"filter\" aria-live=\"polite\"></output></p>\n",
    );
    let left_out = analysis.kernels.len() - shown + analysis.left_out;
    if left_out > 0 {
        let _ = writeln!(
            out,
            "<p>{left_out} more kernels are not in this table; <code>propp show --format csv</code> \
             has them.</p>"
        );
    }
    out.push_str(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of kernels\">\n\
         <table id=\"table\">\n<caption>Kernels</caption>\n<thead><tr>\n",
    );
    let by_time = analysis.kernels.is_sorted_by_key(|kernel| std::cmp::Reverse(kernel.total_ns()));
    for (place, (title, about)) in titles().into_iter().enumerate() {
        let sorted = if place == TIME && by_time { "descending" } else { "none" };
        let _ = writeln!(
            out,
            "<th scope=\"col\" aria-sort=\"{sorted}\"><button type=\"button\" title=\"{}\">{title}\
             </button></th>",
            escaped(&about)
        );
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    out.push_str(&rows);
    out.push_str("</tbody>\n</table>\n</div>\n<ul class=\"legend\">\n");
    for line in notes.lines().take(REASONS) {
        let _ = writeln!(out, "<li>{}</li>", escaped_within(&line, 400));
    }
    out + "</ul>\n"
}

fn titles() -> Vec<(String, String)> {
    let own = [
        ("#", "Place by the report's order"),
        ("Kernel", "The function; below it how it was launched"),
        ("Time %", "Share of the time of all kernels"),
        ("Total", "All launches together"),
        ("Median", "The median launch, unprofiled"),
        ("Measured / seen", "Launches whose counters were read, of those that were seen"),
        ("QM", "Quality metric, in hundredths"),
    ];
    let own = own.into_iter().map(|(title, about)| (title.to_owned(), about.to_owned()));
    own.chain(Criterion::ALL.map(|c| (c.name().to_owned(), c.question().to_owned()))).collect()
}

fn row(out: &mut String, notes: &mut Footnotes, kernel: &KernelReport, label: &str, place: usize) {
    let full = escaped_within(&kernel.name.full, FULL_NAME);
    let mut details: Vec<String> = match kernel.configurations.as_slice() {
        [only] => vec![escaped(&configuration(only))],
        several => vec![format!("{} configurations", several.len())],
    };
    details
        .extend(kernel.nvtx.iter().map(|range| format!("in range {}", escaped_within(range, 80))));
    let _ = write!(
        out,
        "<tr><td data-v=\"{place}\">{place}</td><th scope=\"row\" title=\"{full}\">{label}<small>{}</small></th>",
        details.join(", ")
    );
    let durations = kernel.durations;
    cell(out, kernel.time_share.map(|s| s.get()), kernel.time_share.map(per_cent));
    let time = |ns: Option<u64>| (ns.map(|ns| ns as f64), ns.map(duration));
    for ns in [durations.map(|d| d.total_ns), durations.map(|d| d.median_ns)] {
        let (value, text) = time(ns);
        cell(out, value, text);
    }
    cell(out, Some(kernel.measured as f64), Some(launches(kernel)));
    match &kernel.quality.value {
        of @ Value::Measured { .. } => value(out, of, true, String::new()),
        _ => cell(out, None, None),
    }
    for criterion in Criterion::ALL {
        match kernel.criteria.get(&criterion) {
            Some(report) => {
                let of = &report.aggregate.value;
                value(out, of, report.scope == Scope::Kernel, notes.cell(criterion, of));
            }
            None => cell(out, None, None),
        }
    }
    out.push_str("</tr>\n");
}

fn cell(out: &mut String, value: Option<f64>, text: Option<String>) {
    let _ = match (value, text) {
        (Some(value), Some(text)) => write!(out, "<td data-v=\"{value}\">{}</td>", escaped(&text)),
        _ => write!(out, "<td>?</td>"),
    };
}

/// A number with a mark where it is low, so that colour says nothing alone; or the text
/// that stands for none.
fn value(out: &mut String, value: &Value, is_judged: bool, none: String) {
    let _ = match value {
        Value::Measured { value } => {
            // Their marks are drawn by the style sheet: not every font has them.
            let class = match value.get() * 3.0 {
                low if is_judged && low < 1.0 => " class=\"low\"",
                middle if is_judged && middle < 2.0 => " class=\"mid\"",
                _ => "",
            };
            write!(out, "<td{class} data-v=\"{:.4}\">{}</td>", value.get(), hundredths(*value))
        }
        _ => write!(out, "<td class=\"none\">{none}</td>"),
    };
}
