//! The first screen: how busy the GPU was, what to change first, and cards of the changes
//! that save most.

use maud::{Markup, html};
use propp_base_text::count;
use propp_judge_analysis::Analysis;
use propp_judge_hints::{Advised, Expected};
use propp_report::first::{Change, beside_steps, changes, together, verdict};
use propp_report::summary::CHANGES;

use super::links::{self, Links, linked};

/// Cards at most, those that are closed at first among them.
const CARDS: usize = 20;

/// The changes that have a card.
pub(super) fn shown<'a>(advised: &'a Advised<'_>) -> Vec<Change<'a>> {
    let mut all = changes(advised);
    all.truncate(CARDS);
    all
}

/// What is said before anything else.
pub(super) fn lead(advised: &Advised<'_>, headings: &[String]) -> Markup {
    let first = shown(advised).into_iter().next();
    html! {
        p.verdict {
            strong { (verdict(advised.listing.analysis)) "." }
            @if let Some(change) = first {
                " First: "
                a href={ "#" (links::hints(change.place)) } { (title(&change, headings)) }
                @if let Some(saved) = change.saved() {
                    ", about " (change.gain()) " faster, which saves about " (saved)
                } @else if matches!(change.hint.expected, Expected::AtMost { .. }) {
                    ", " (change.gain()) " faster"
                }
                "."
            }
        }
        @for line in beside_steps(advised.listing.analysis) { p { (line) "." } }
    }
}

pub(super) fn section(advised: &Advised<'_>, headings: &[String], links: &Links) -> Markup {
    let all = shown(advised);
    let more = all.len().saturating_sub(CHANGES) as u64;
    html! {
        @if all.is_empty() {
            p { (nothing(advised.listing.analysis)) }
        }
        div.changes {
            @for change in all.iter().take(CHANGES) { (card(change, headings, links)) }
        }
        @if let Some(together) = together(advised.listing.analysis, &all[..CHANGES.min(all.len())]) {
            p { (together) "." }
        }
        @if more > 0 {
            details {
                summary { (count(more, "more change", "more changes")) }
                div.changes {
                    @for change in all.iter().skip(CHANGES) { (card(change, headings, links)) }
                }
            }
        }
    }
}

/// Why there is no card.
fn nothing(analysis: &Analysis) -> &'static str {
    match analysis.run.measured {
        0 => "No counter was read, so what to change in the kernels is not known.",
        _ => "No rule found a change that is worth something.",
    }
}

fn title(change: &Change<'_>, headings: &[String]) -> String {
    format!("{}: {}", change.numbered_subject(headings), change.title())
}

fn card(change: &Change<'_>, headings: &[String], links: &Links) -> Markup {
    let hints = format!("#{}", links::hints(change.place));
    html! {
        article.change {
            h3 { (linked(Some(&hints), &title(change, headings))) }
            @if let Some(saved) = change.saved() {
                p.saved { strong { "saves about " (saved) } }
            }
            p { (change.of_launch()) }
            p { (change.hint.remedy) }
            @if let Some(place) = change.place {
                (links.elsewhere(place))
            } @else {
                p.links { a href="#timeline" { "In the timeline" } }
            }
        }
    }
}
