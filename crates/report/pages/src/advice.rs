//! What to change.

use std::collections::BTreeSet;

use maud::{Markup, html};
use propp_base_text::per_cent;
use propp_judge_hints::words::HintWords;
use propp_judge_hints::{Advice, Advised, Hint};
use propp_report::hints::worth;

use super::first;
use super::lines::Views;
use super::links::{self, Links, linked};

/// Kernels that get hints here: those that take time, and those that have a card.
fn places(advised: &Advised<'_>) -> Vec<usize> {
    let mut places = worth(&advised.listing);
    for place in first::shown(advised).iter().filter_map(|change| change.place) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let has_advice = |place: &usize| advised.kernel_advice.get(*place).is_some_and(Option::is_some);
    places.retain(has_advice);
    places
}

/// Places of the kernels that have hints in this section.
pub(super) fn covered(advised: &Advised<'_>) -> BTreeSet<usize> {
    places(advised).into_iter().collect()
}

pub(super) fn section(
    advised: &Advised<'_>,
    labels: &[String],
    links: &Links,
    views: &Views,
) -> Markup {
    let kernels: Vec<(usize, String, &Advice)> = places(advised)
        .into_iter()
        .filter_map(|place| {
            let (kernel, label) = (advised.listing.kernels.get(place)?, labels.get(place)?);
            let share = kernel.time_share.map(|s| format!(", {} % of the time", per_cent(s)));
            let title = format!("{label}{}", share.unwrap_or_default());
            Some((place, title, advised.kernel_advice.get(place)?.as_ref()?))
        })
        .collect();
    let is_of_steps = advised.listing.analysis.run.steps.is_some();
    let (whole, of) =
        if is_of_steps { ("Every step", "of a step") } else { ("The run", "of the run") };
    let run = Some(&advised.run_advice).filter(|advice| !advice.hints.is_empty());
    html! {
        @if kernels.is_empty() && run.is_none() {
            p { "Nobody looked for hints, or nothing was measured." }
        } @else {
            p {
                "The largest gain first, at most three hints per kernel. Times of a kernel are of one \
                 launch, those under \"" (whole) "\" " (of) "; the ranges follow from the error of \
                 such estimates in the past."
            }
            @for (place, title, advice) in kernels {
                h3 id=(links::hints(Some(place))) { (title) }
                (links.elsewhere(place))
                (hints(advice, |hint| views.to(place, hint.at.as_ref()?)))
            }
            @if let Some(advice) = run {
                h3 id=(links::hints(None)) { (whole) }
                (hints(advice, |_| None))
            }
        }
    }
}

/// Hints; where they are about a line that the page has, with its address.
fn hints(advice: &Advice, line: impl Fn(&Hint) -> Option<String>) -> Markup {
    html! {
        @if let Some(nothing) = &advice.nothing {
            p { (nothing.to_string()) }
        }
        @if !advice.hints.is_empty() {
            ol.hints {
                @for hint in advice.shown() {
                    @let HintWords { title, expected, parts } = HintWords::of(hint);
                    li {
                        p { strong { (title) } ": " (expected) }
                        dl {
                            @for (word, text) in parts {
                                @let address = line(hint).filter(|_| word == HintWords::WHERE);
                                dt { (word) } dd { (linked(address.as_deref(), &text)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
