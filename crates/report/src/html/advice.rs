//! What to change.

use maud::{Markup, html};
use propp_hints::{Advice, Advised};
use propp_text::per_cent;

use crate::hints::{Words, worth};

/// The section.
pub(super) fn section(advised: &Advised<'_>, labels: &[String]) -> Markup {
    let kernels: Vec<(String, &Advice)> = worth(advised.analysis)
        .into_iter()
        .filter_map(|place| {
            let (kernel, label) = (advised.analysis.kernels.get(place)?, labels.get(place)?);
            let share = kernel.time_share.map(|s| format!(", {} % of the time", per_cent(s)));
            Some((
                format!("{label}{}", share.unwrap_or_default()),
                advised.kernel_advice.get(place)?.as_ref()?,
            ))
        })
        .collect();
    let run = Some(&advised.run_advice).filter(|advice| !advice.hints.is_empty());
    html! {
        @if kernels.is_empty() && run.is_none() {
            p { "Nobody looked for hints, or nothing was measured." }
        } @else {
            p {
                "The largest gain first, at most three hints per kernel. Times are of one launch, for \
                 hints of the run of the whole run; the ranges follow from the error of such \
                 estimates in the past."
            }
            @for (title, advice) in kernels {
                h3 { (title) }
                (hints(advice))
            }
            @if let Some(advice) = run {
                h3 { "The run" }
                (hints(advice))
            }
        }
    }
}

fn hints(advice: &Advice) -> Markup {
    html! {
        @if let Some(nothing) = &advice.nothing {
            p { (nothing.to_string()) }
        }
        @if !advice.hints.is_empty() {
            ol.hints {
                @for Words { title, expected, parts } in advice.shown().iter().map(Words::of) {
                    li {
                        p { strong { (title) } ": " (expected) }
                        dl { @for (word, text) in parts { dt { (word) } dd { (text) } } }
                    }
                }
            }
        }
    }
}
