//! The arrays of kernels as a page.

use maud::{Markup, html};
use propp_base_text::html::{Document, Section, scrolling};

use crate::kernel::Advised;
use crate::words::{LEGEND, TITLES, edit, guideline, head, row, title};

/// The page, which needs no network.
pub fn render(kernels: &[Advised<'_>], without: &[String]) -> String {
    let section = |(number, advised): (usize, &Advised<'_>)| {
        Section::new(&format!("kernel-{number}"), &advised.report.name.full, body(advised))
    };
    let summary = html! {
        p { (LEGEND) }
        @for sentence in without { p { (sentence) } }
    };
    Document {
        title: &title(kernels.len()),
        summary,
        sections: (1..).zip(kernels).map(section).collect(),
        script: None,
    }
    .render()
}

/// Whether a column has words, which begin at its left.
fn is_text(title: &str) -> bool {
    ["array", "memory", "use"].contains(&title)
}

fn body(advised: &Advised<'_>) -> Markup {
    let table = html! {
        table.data {
            thead { tr { @for title in TITLES { th.w[is_text(title)] scope="col" { (title) } } } }
            tbody {
                @for array in &advised.arrays {
                    tr {
                        @for (title, cell) in TITLES.iter().zip(row(array)) {
                            td.w[is_text(title)] { (cell) }
                        }
                    }
                }
            }
        }
    };
    let arrays = &advised.arrays;
    let list = |title: &str, texts: Vec<String>| {
        html! {
            @if !texts.is_empty() {
                h3 { (title) }
                ol { @for text in &texts { li { (text) } } }
            }
        }
    };
    html! {
        p { (head(advised)) }
        (scrolling("Arrays", &table))
        (list("To change", advised.guidelines.iter().map(|one| guideline(one, arrays)).collect()))
        (list("As a patch", advised.edits.iter().map(edit).collect()))
        (list("Not told", advised.untold.clone()))
    }
}
