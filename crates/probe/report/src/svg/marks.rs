//! The marks and dashes that tell series apart without colours.

use maud::{Markup, html};

use super::at;

/// Marks, dashes and colours that there are; series beyond take them again.
const KINDS: usize = 6;

/// The class that colours a series.
pub(super) fn class(series: usize) -> String {
    format!("s{}", series % KINDS)
}

/// Dashes of a line.
pub(super) const fn dash(series: usize) -> Option<&'static str> {
    match series % KINDS {
        0 => None,
        1 => Some("6 3"),
        2 => Some("2 3"),
        3 => Some("8 3 2 3"),
        4 => Some("10 5"),
        _ => Some("1 4"),
    }
}

/// The path of a mark around a place: a disc, a square, a triangle, a diamond, a triangle
/// that hangs, a cross.
pub(super) fn mark(series: usize, x: f64, y: f64, size: f64) -> String {
    let r = size;
    match series % KINDS {
        0 => format!(
            "M{} {}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 {} 0",
            at(x - r),
            at(y),
            at(2.0 * r),
            at(-2.0 * r)
        ),
        1 => format!("M{} {}h{s}v{s}h-{s}z", at(x - r), at(y - r), s = at(2.0 * r)),
        2 => format!("M{} {}l{r} {d}h-{d}z", at(x), at(y - r), d = at(2.0 * r)),
        3 => format!("M{} {}l{r} {r}l-{r} {r}l-{r} -{r}z", at(x), at(y - r)),
        4 => format!("M{} {}l{r} -{d}h-{d}z", at(x), at(y + r), d = at(2.0 * r)),
        _ => {
            let w = r / 2.0;
            format!(
                "M{} {}h{d}v{w}h-{d}zM{} {}v{d}h{w}v-{d}z",
                at(x - r),
                at(y - w / 2.0),
                at(x - w / 2.0),
                at(y - r),
                d = at(2.0 * r)
            )
        }
    }
}

/// The legend of series in words, each with its mark.
pub(super) fn legend(names: &[&str], lines: bool) -> Markup {
    html! {
        @if names.len() > 1 {
            ul.legend {
                @for (series, name) in names.iter().enumerate() {
                    @let class = class(series);
                    li {
                        svg width="28" height="12" aria-hidden="true" {
                            @if lines {
                                path class={ "l " (class) } stroke-dasharray=[dash(series)]
                                    d="M0 6H28" {}
                            }
                            path class={ "m " (class) } d=(mark(series, 14.0, 6.0, 4.0)) {}
                        }
                        " " (name)
                    }
                }
            }
        }
    }
}
