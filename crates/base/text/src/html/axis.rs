//! Axes of a drawing: lines or ticks with their values, and the names of both.

use maud::{Markup, html};

use super::coordinate;

/// The values of the axis upwards, each with its height: a line across the drawing from
/// `left` to `right`, and the value before it.
pub fn across(values: impl IntoIterator<Item = (f64, String)>, [left, right]: [f64; 2]) -> Markup {
    html! {
        @for (y, value) in values {
            path.grid d={ "M" (coordinate(left)) " " (coordinate(y)) "H" (coordinate(right)) } {}
            text x=(coordinate(left - 5.0)) y=(coordinate(y)) dy="4" text-anchor="end" { (value) }
        }
    }
}

/// The values of the axis to the right, each with its place: a line from `top` to `bottom`,
/// and the value at the height `words`.
pub fn upward(
    values: impl IntoIterator<Item = (f64, String)>,
    [top, bottom]: [f64; 2],
    words: f64,
) -> Markup {
    html! {
        @for (x, value) in values {
            path.grid d={ "M" (coordinate(x)) " " (coordinate(top)) "V" (coordinate(bottom)) } {}
            text x=(coordinate(x)) y=(coordinate(words)) text-anchor="middle" { (value) }
        }
    }
}

/// The names of both axes: that of the one to the right at a place, that of the one upwards
/// at the left border, around a height.
pub fn names(right: (&str, [f64; 2]), up: (&str, f64)) -> Markup {
    let (name, [x, y]) = right;
    let middle = coordinate(up.1);
    html! {
        text x=(coordinate(x)) y=(coordinate(y)) text-anchor="middle" { (name) }
        text transform={ "translate(12 " (middle) ") rotate(-90)" } text-anchor="middle" { (up.0) }
    }
}
