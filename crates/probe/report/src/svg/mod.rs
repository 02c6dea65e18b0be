//! Plots as inline SVG: no script, no fonts, colours from the page's style.
//!
//! Each figure has a sentence for those who hear it, a legend in words, and a table of its
//! values behind it. Series differ in their marks and dashes as well as in their colours.

mod bars;
mod heat;
mod marks;
mod plot;
mod scale;
mod table;

pub(crate) use bars::{Bars, Group};
pub(crate) use heat::Heat;
pub(crate) use plot::{Mark, Plot, Series};
pub(crate) use scale::{Axis, Scale};
pub(crate) use table::Table;

use maud::{Markup, html};
use propp_base_text::html::coordinate as at;

/// A figure of its parts: what it shows, the drawing, the legend, and the table behind it.
fn figure(title: &str, drawing: &Markup, legend: &Markup, table: &Table) -> Markup {
    html! {
        figure {
            figcaption { (title) }
            (drawing)
            (legend)
            details { summary { "Values" } (table.html()) }
        }
        "\n"
    }
}

/// A drawing of a size, with a sentence for those who hear it.
fn drawing(sentence: &str, [width, height]: [f64; 2], content: &Markup) -> Markup {
    html! {
        svg viewBox={ "0 0 " (at(width)) " " (at(height)) } role="img" aria-label=(sentence) {
            (content)
        }
    }
}
