//! A page: the kernels as a table, and each in full behind its name.

use maud::{Markup, html};
use propp_base_text::Page;
use propp_base_text::html::{Document, Section, scrolling};

use super::words::{contents, names, place, skipped};
use super::{full, screen};
use crate::inspection::{Inspected, Inspection};

/// Kernels in full stop where they fill this many bytes: a page has 2 MB at most.
const ROOM: usize = 1_200_000;

/// Rows of the table, and the room for a name in it.
const ROWS: usize = 2_000;
const NAME: usize = 100;

/// Characters of a line of what is shown in full.
const WIDTH: usize = 100;

const TITLES: [&str; 8] =
    ["kernel", "for", "registers", "stack", "shared", "block", "occupancy %", "instructions"];

/// The first `most` kernels, as far as a page has room.
pub fn render(inspection: &Inspection, most: usize) -> String {
    let kernels = &inspection.kernels[..most.min(ROWS).min(inspection.kernels.len())];
    let texts = in_full(inspection, kernels);
    let mut sections = Vec::new();
    if inspection.targets().len() > 1 {
        let text = screen::by_architecture(inspection, Page { width: WIDTH, colour: false });
        let body = scrolling("Architectures", &html! { pre { (text) } });
        sections.push(Section::new("architectures", "Architectures", body));
    }
    sections.push(Section::new("kernels", "Kernels", table(inspection, kernels, texts.len())));
    if !texts.is_empty() {
        sections.push(Section::new("full", "Kernels in full", details(kernels, &texts)));
    }
    let summary = html! {
        p { (contents(inspection)) }
        p { "From the compiled code alone: nothing was run or measured." }
        @for line in skipped(&inspection.files) { p { "Not read: " (line) } }
    };
    Document { title: "compiled kernels", summary, sections, script: None }.render()
}

/// The texts of the first kernels, as many as there is room for.
fn in_full(inspection: &Inspection, kernels: &[Inspected]) -> Vec<String> {
    let mut room = ROOM;
    kernels
        .iter()
        .map(|inspected| {
            let mut text = String::new();
            full::kernel(&mut text, inspection, inspected, Page { width: WIDTH, colour: false });
            text
        })
        .take_while(|text| {
            let is_in = text.len() <= room;
            room = room.saturating_sub(text.len());
            is_in
        })
        .collect()
}

/// A row for each kernel; the first `linked` lead to their text.
fn table(inspection: &Inspection, kernels: &[Inspected], linked: usize) -> Markup {
    let several = inspection.files.len() > 1;
    let rows =
        kernels.iter().zip(names(kernels, NAME)).enumerate().map(|(number, (inspected, name))| {
            html! {
                tr {
                    th scope="row" {
                        @if number < linked { a href={ "#k" (number) } { (name) } } @else { (name) }
                        @if several { br; small { (place(inspection, inspected)) } }
                    }
                    td { (inspected.kernel.target) }
                    @for cell in screen::cells(inspected, true) { td { (cell) } }
                    td.w {
                        @for (place, finding) in inspected.findings.iter().enumerate() {
                            @if place > 0 { br; }
                            (finding)
                        }
                    }
                }
            }
        });
    let more = inspection.kernels.len() - kernels.len();
    let content = html! {
        table.data {
            thead {
                tr { @for title in TITLES { th scope="col" { (title) } } th.w scope="col" { "conspicuous" } }
            }
            tbody { @for row in rows { (row) } }
        }
    };
    html! {
        (scrolling("Kernels", &content))
        @if more > 0 { p { (more) " more kernels; CSV and JSON have all." } }
    }
}

fn details(kernels: &[Inspected], texts: &[String]) -> Markup {
    let parts =
        names(kernels, NAME).into_iter().zip(texts).enumerate().map(|(number, (name, text))| {
            html! {
                details id={ "k" (number) } open[texts.len() == 1] {
                    summary { (name) ", " (kernels[number].kernel.target) }
                    (scrolling(&name, &html! { pre { (text) } }))
                }
            }
        });
    let more = kernels.len() - texts.len();
    html! {
        @for part in parts { (part) }
        @if more > 0 { p { (more) " more kernels have no room here: propp inspect -k NAME." } }
    }
}
