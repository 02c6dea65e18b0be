//! The first section: the verdict, cards of what to change first, and the kernels that take
//! most of the time.

use maud::{Markup, html};
use propp_hints::Advised;
use propp_text::html::scrolling;
use propp_text::{count, duration, per_cent};

use crate::first::{Change, changes, gain, roof, verdict, weakest};
use crate::summary::{CHANGES, KERNELS};

/// The section.
pub(super) fn section(advised: &Advised<'_>, headings: &[String]) -> Markup {
    let analysis = advised.analysis;
    let all = changes(advised);
    let more = all.len().saturating_sub(CHANGES) as u64;
    html! {
        p { (verdict(analysis)) "." }
        div.changes {
            @for change in all.iter().take(CHANGES) { (card(change, headings)) }
        }
        @if more > 0 {
            p { a href="#advice" { (count(more, "more change", "more changes")) } }
        }
        @if !analysis.kernels.is_empty() {
            (scrolling("The first kernels", &table(advised, headings)))
        }
    }
}

fn card(change: &Change<'_>, headings: &[String]) -> Markup {
    html! {
        article.change {
            h3 { (change.subject(headings)) ": " (change.hint.rule.title()) }
            p { strong { (change.expected()) } }
            p { (change.hint.remedy) }
        }
    }
}

fn table(advised: &Advised<'_>, headings: &[String]) -> Markup {
    let rows = advised.kernels().zip(headings).take(KERNELS);
    html! {
        table.data {
            caption { "The first kernels; the nearest roof is how much of what the GPU can do in that respect" }
            thead {
                tr {
                    th scope="col" { "Kernel" } th scope="col" { "Time %" } th scope="col" { "A launch" }
                    th scope="col" { "Nearest roof" } th scope="col" { "Likely gain" }
                    th scope="col" { "Weakest" }
                }
            }
            tbody {
                @for ((kernel, advice), heading) in rows {
                    tr {
                        th scope="row" { (heading) }
                        td { (kernel.time_share.map_or_else(|| "?".to_owned(), per_cent)) }
                        td { (kernel.durations.map_or_else(|| "?".to_owned(), |d| duration(d.median_ns))) }
                        td { (nearest(roof(advised.analysis, kernel, advice))) }
                        td { (gain(advice, true)) }
                        td { (weakest(kernel)) }
                    }
                }
            }
        }
    }
}

/// A bar and what it shows.
fn nearest(roof: Option<(String, f64)>) -> Markup {
    let Some((name, share)) = roof else { return html! { "?" } };
    let text = format!("{:.0} % {name}", 100.0 * share);
    html! {
        span.share aria-hidden="true" { span style=(format!("width: {:.0}%", 100.0 * share.min(1.0))) {} }
        (text)
    }
}
