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

use propp_text::escape::html;

/// A figure of its parts: what it shows, the drawing, the legend, and the table behind it.
fn figure(title: &str, drawing: &str, legend: &str, table: &Table) -> String {
    format!(
        "<figure>\n<figcaption>{}</figcaption>\n{drawing}{legend}\
         <details><summary>Values</summary>{}</details>\n</figure>\n",
        html(title),
        table.html()
    )
}

/// A coordinate: a tenth of a unit is finer than any screen shows it.
fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    match text.strip_suffix(".0") {
        Some("-0") => "0".to_owned(),
        Some(whole) => whole.to_owned(),
        None => text,
    }
}
