//! The kernels as a table that can be sorted and filtered.

use maud::{Markup, PreEscaped, html};
use propp_analysis::{Analysis, KernelReport, Scope};
use propp_criteria::Criterion;
use propp_model::Value;
use propp_text::html::scrolling;
use propp_text::{cut, duration, hundredths, per_cent};

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

/// The section.
pub(super) fn section(analysis: &Analysis, labels: &[String]) -> Markup {
    if analysis.kernels.is_empty() {
        return html! { p { "No kernel." } };
    }
    let mut rows = String::new();
    let mut notes = Footnotes::default();
    let mut shown = 0;
    for (kernel, label) in analysis.kernels.iter().zip(labels) {
        if rows.len() > ROOM {
            break;
        }
        shown += 1;
        rows.push_str(&row(&mut notes, kernel, label, shown).into_string());
    }
    let left_out = analysis.kernels.len() - shown + analysis.left_out;
    html! {
        p {
            "Criteria and QM are in hundredths: 100 is best; " span.low {} " is below a third, "
            span.mid {} " below two thirds; - does not apply and ? could not be measured, each \
            with the letter of its reason below the table. HSync and DT are the run's. A click on \
            a column's title sorts by it."
        }
        p.controls {
            label for="filter" { "Show kernels whose name holds" }
            " "
            input id="filter" type="search" autocomplete="off" spellcheck="false";
            " "
            output id="shown" for="filter" aria-live="polite" {}
        }
        @if left_out > 0 {
            p {
                (left_out) " more kernels are not in this table; "
                code { "propp show --format csv" } " has them."
            }
        }
        (scrolling("Table of kernels", &table(analysis, PreEscaped(rows))))
        ul.legend { @for line in notes.lines().take(REASONS) { li { (cut(&line, 400)) } } }
    }
}

fn table(analysis: &Analysis, rows: Markup) -> Markup {
    let by_time = analysis.kernels.is_sorted_by_key(|kernel| std::cmp::Reverse(kernel.total_ns()));
    let order = |place| if place == TIME && by_time { "descending" } else { "none" };
    html! {
        table id="table" {
            caption { "Kernels" }
            thead {
                tr {
                    @for (place, (title, about)) in titles().into_iter().enumerate() {
                        th scope="col" aria-sort=(order(place)) {
                            button type="button" title=(about) { (title) }
                        }
                    }
                }
            }
            tbody { (rows) }
        }
    }
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

fn row(notes: &mut Footnotes, kernel: &KernelReport, label: &str, place: usize) -> Markup {
    let mut details = vec![match kernel.configurations.as_slice() {
        [only] => configuration(only),
        several => format!("{} configurations", several.len()),
    }];
    details.extend(kernel.nvtx.iter().map(|range| format!("in range {}", cut(range, 80))));
    let total = kernel.durations.map(|durations| durations.total_ns);
    let median = kernel.durations.map(|durations| durations.median_ns);
    let quality = &kernel.quality.value;
    html! {
        tr {
            td data-v=(place) { (place) }
            th scope="row" title=(cut(&kernel.name.full, FULL_NAME)) {
                (label) small { (details.join(", ")) }
            }
            (cell(kernel.time_share.map(|share| (share.get(), per_cent(share)))))
            (cell(total.map(|ns| (ns as f64, duration(ns)))))
            (cell(median.map(|ns| (ns as f64, duration(ns)))))
            (cell(Some((kernel.measured as f64, launches(kernel)))))
            @if quality.measured().is_some() { (value(quality, true, "")) } @else { (cell(None)) }
            @for criterion in Criterion::ALL {
                @if let Some(report) = kernel.criteria.get(&criterion) {
                    @let of = &report.aggregate.value;
                    (value(of, report.scope == Scope::Kernel, &notes.cell(criterion, of)))
                } @else {
                    (cell(None))
                }
            }
        }
        "\n"
    }
}

/// A number, which the column is sorted by, and its words.
fn cell(value: Option<(f64, String)>) -> Markup {
    html! {
        @if let Some((value, text)) = value {
            td data-v=(value) { (text) }
        } @else {
            td { "?" }
        }
    }
}

/// A number with a mark where it is low, so that colour says nothing alone; or the text
/// that stands for none.
fn value(value: &Value, is_judged: bool, none: &str) -> Markup {
    let Some(value) = value.measured() else { return html! { td.none { (none) } } };
    // Their marks are drawn by the style sheet: not every font has them.
    let class = match value.get() * 3.0 {
        low if is_judged && low < 1.0 => Some("low"),
        middle if is_judged && middle < 2.0 => Some("mid"),
        _ => None,
    };
    html! { td class=[class] data-v=(format!("{:.4}", value.get())) { (hundredths(value)) } }
}
