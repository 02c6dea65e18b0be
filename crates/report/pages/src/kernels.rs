//! The kernels as a table that can be sorted and filtered: what decides, and behind a switch
//! all criteria.

use maud::{Markup, PreEscaped, html};
use propp_base_model::Value;
use propp_base_text::html::scrolling;
use propp_base_text::{cut, duration, hundredths, per_cent};
use propp_judge_analysis::{KernelReport, Listing, Scope};
use propp_judge_criteria::Criterion;
use propp_judge_hints::{Advice, Advised};
use propp_report::first::{Roofs, gain, is_ordered, likely, place, weakest, weakest_words};
use propp_report::footnotes::Footnotes;
use propp_report::words::{configuration, launches};

use super::links::{self, Links, linked};
use super::roofs::roofs;

/// Rows stop where they fill this many bytes; a page has 2 MB at most.
const ROOM: usize = 1_000_000;

/// Reasons for missing values; more are in JSON.
const REASONS: usize = 60;

/// Characters of a full name.
const FULL_NAME: usize = 300;

/// A column's title, what it holds, and whether a first click on the title sorts from the top.
type Column = (&'static str, &'static str, bool);

const FIRST: [Column; 7] = [
    ("#", "Place by the report's order", false),
    ("Kernel", "The function; below it how it was launched", false),
    ("Time %", "Share of the time of all kernels", true),
    ("A launch", "The median launch, unprofiled", true),
    ("Roofs", "Measured shares of what the GPU can do; sorted by the nearest roof", false),
    ("Likely gain", "Likely gain of the first hint, and its interval", true),
    ("Weakest", "The lowest of the kernel's own criteria, in hundredths", false),
];

/// The column that the rows come sorted by.
const TIME: usize = 2;

/// What emulated kernels have in its place.
const PLACE: Column = (
    "Place",
    "Ordered by predicted total time (= marks a tie), with the certainty that the first \
     kernel takes longer",
    false,
);

/// What stands before the criteria behind the switch. The style sheet counts the columns.
const BEHIND_SWITCH: [Column; 3] = [
    ("Total", "All launches together", true),
    ("Measured / seen", "Launches with counters, of all launches", true),
    ("QM", "Quality metric, in hundredths", false),
];

/// The rows, and what they have in common.
pub(super) struct Rows {
    html: String,
    /// Kernels that have a row: the first ones.
    pub(super) shown: usize,
    /// Criteria with one value for all kernels.
    same: Vec<(Criterion, String)>,
    /// Why some of them have no number.
    reasons: Vec<String>,
    columns: Vec<Criterion>,
    notes: Footnotes,
}

impl Rows {
    pub(super) fn new(advised: &Advised<'_>, labels: &[String], links: &Links) -> Self {
        let (same, columns): (Vec<Criterion>, Vec<Criterion>) =
            Criterion::ALL.into_iter().partition(|of| is_same(advised.listing.listed(), *of));
        let mut notes = Footnotes::default();
        let first = advised.listing.listed().first();
        let text = |criterion| {
            let report = first.and_then(|kernel| kernel.criteria.get(&criterion));
            report.map_or_else(
                || "?".to_owned(),
                |report| notes.cell(criterion, &report.aggregate.value),
            )
        };
        let same = same.iter().copied().zip(same.iter().copied().map(text)).collect();
        let reasons = notes.lines().collect();
        let mut rows = Self { html: String::new(), shown: 0, same, reasons, columns, notes };
        for ((kernel, advice), label) in advised.kernels().zip(labels) {
            if rows.html.len() > ROOM {
                break;
            }
            let html = rows.row(advised, (kernel, advice), label, links).into_string();
            rows.html.push_str(&html);
            rows.shown += 1;
        }
        rows
    }

    fn row(
        &mut self,
        advised: &Advised<'_>,
        (kernel, advice): (&KernelReport, Option<&Advice>),
        label: &str,
        links: &Links,
    ) -> Markup {
        let place = self.shown;
        let total = kernel.durations.map(|durations| durations.total_ns);
        let median = kernel.durations.map(|durations| durations.median_ns);
        let quality = &kernel.quality.value;
        html! {
            tr id=(links::row(place)) {
                td data-v=(kernel.number) { (kernel.number) }
                @let address = links.to_panel(place).or_else(|| links.to_hints(place));
                th scope="row" title=(cut(&kernel.name.full, FULL_NAME)) {
                    (linked(address.as_deref(), label))
                    small { (details(kernel)) }
                }
                (share_of_time(kernel, links.to_bars(place).as_deref()))
                (cell(median.map(|ns| (ns as f64, duration(ns)))))
                (roofs(&Roofs::new(advised, kernel, advice)))
                td data-v=[likely(advice)] { (gain(advice, true)) }
                td data-v=[weakest(kernel).map(|(_, value)| value)] { (weakest_words(kernel)) }
                (cell(total.map(|ns| (ns as f64, duration(ns)))))
                (cell(Some((kernel.measured as f64, launches(kernel)))))
                @if quality.measured().is_some() { (value(quality, true, "")) } @else { (cell(None)) }
                @for criterion in self.columns.clone() {
                    @if let Some(report) = kernel.criteria.get(&criterion) {
                        @let of = &report.aggregate.value;
                        (value(of, report.scope == Scope::Kernel, &self.notes.cell(criterion, of)))
                    } @else {
                        (cell(None))
                    }
                }
            }
            "\n"
        }
    }
}

/// Whether a column would repeat one value: it is the run's, or that of every kernel.
fn is_same(kernels: &[&KernelReport], criterion: Criterion) -> bool {
    let of = |kernel: &&KernelReport| {
        let report = kernel.criteria.get(&criterion)?;
        Some(match &report.aggregate.value {
            Value::Measured { value } => hundredths(*value),
            absent => absent.reason().unwrap_or_default().to_owned(),
        })
    };
    let mut values = kernels.iter().map(of);
    let first = values.next();
    values.all(|value| Some(&value) == first.as_ref())
        && (kernels.len() > 1 || criterion.is_of_run())
}

pub(super) fn section(listing: &Listing<'_>, rows: Rows) -> Markup {
    if listing.listed().is_empty() {
        return html! { p { "No kernel." } };
    }
    let left_out = listing.analysis.kernels.len() - rows.shown;
    let Rows { html, same, reasons, columns, notes, .. } = rows;
    html! {
        p {
            "A name opens a panel with what is known of the kernel, its share of the time leads to its \
             bars in the timeline. Roofs are measured shares of what the GPU can do: memory by its \
             bandwidth, compute by the busiest pipe or by issue, whichever is nearer."
        }
        p.same { (in_common(&same)) }
        @if !reasons.is_empty() { (legend(reasons)) }
        p.controls {
            label for="filter" { "Show kernels whose name holds" }
            " "
            input id="filter" type="search" autocomplete="off" spellcheck="false";
            " "
            output id="shown" for="filter" aria-live="polite" {}
            " "
            label { input id="all" type="checkbox" autocomplete="off"; " All criteria" }
        }
        @if left_out > 0 {
            p {
                (left_out) " more kernels are not in this table; "
                code { "propp show --format csv" } " has them."
            }
        }
        (scrolling("Table of kernels", &table(listing, &columns, PreEscaped(html))))
        div.behind {
            p {
                "Criteria and QM are in hundredths: 100 is best (of DT 50); " span.low {} " is below a \
                 third, " span.mid {} " below two thirds; - does not apply and ? could not be \
                 measured, each with the letter of its reason."
            }
            (legend(notes.lines()))
        }
    }
}

fn legend(reasons: impl IntoIterator<Item = String>) -> Markup {
    html! {
        ul.legend { @for line in reasons.into_iter().take(REASONS) { li { (cut(&line, 400)) } } }
    }
}

/// Values that a column would repeat.
fn in_common(same: &[(Criterion, String)]) -> Markup {
    html! {
        @if !same.is_empty() {
            "The same for all kernels: "
            @for (place, (criterion, text)) in same.iter().enumerate() {
                @if place > 0 { ", " }
                abbr title=(criterion.question()) { (criterion.name()) } " " (text)
            }
            "."
        }
    }
}

fn table(listing: &Listing<'_>, columns: &[Criterion], rows: Markup) -> Markup {
    let by_time = listing.listed().is_sorted_by_key(|kernel| std::cmp::Reverse(kernel.total_ns()));
    let order = |place| if place == TIME && by_time { "descending" } else { "none" };
    let criteria = columns.iter().map(|c| (c.name(), c.question(), false));
    let mut first = FIRST;
    if is_ordered(listing) {
        first[TIME] = PLACE;
    }
    let titles = first.into_iter().chain(BEHIND_SWITCH).chain(criteria);
    html! {
        table id="table" {
            caption { "Kernels; a click on a column's title sorts by it" }
            thead {
                tr {
                    @for (place, (title, about, is_from_top)) in titles.enumerate() {
                        th scope="col" aria-sort=(order(place))
                            data-first=[is_from_top.then_some("descending")] {
                            button type="button" title=(about) { (title) }
                        }
                    }
                }
            }
            tbody { (rows) }
        }
    }
}

/// How a kernel was launched.
fn details(kernel: &KernelReport) -> String {
    let mut details = vec![match kernel.configurations.as_slice() {
        [only] => configuration(only),
        several => format!("{} configurations", several.len()),
    }];
    details.extend(kernel.nvtx.iter().map(|range| format!("in range {}", cut(range, 80))));
    details.join(", ")
}

fn share_of_time(kernel: &KernelReport, bars: Option<&str>) -> Markup {
    html! {
        @if let Some(share) = kernel.time_share {
            td data-v=(share.get()) { (linked(bars, &per_cent(share))) }
        } @else if let Some(order) = &kernel.order {
            td data-v=(order.place.place) { (place(kernel).join(" ")) }
        } @else {
            td { (linked(bars, "?")) }
        }
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
