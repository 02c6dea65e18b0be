//! The arrays of kernels for people.

use std::fmt::Write as _;

use propp_base_text::table::{fitted, text};
use propp_base_text::{Page, indented, printable, wrapped};

use crate::kernel::Advised;
use crate::words::{LEGEND, TITLES, edit, guideline, head, row};

/// Kernels one after the other, and sentences on those that nothing can be said of.
pub fn render(kernels: &[Advised<'_>], without: &[String], page: Page) -> String {
    let mut out = String::new();
    for advised in kernels {
        kernel(&mut out, advised, page);
    }
    if !kernels.is_empty() {
        let _ = writeln!(out, "{}", wrapped(LEGEND, page.width, 0));
    }
    for sentence in without {
        let _ = writeln!(out, "{}", indented(&printable(sentence), page.width, 0, 2));
    }
    out
}

fn kernel(out: &mut String, advised: &Advised<'_>, page: Page) {
    let _ = writeln!(out, "{}", indented(&printable(&head(advised)), page.width, 0, 4));
    let mut table = fitted(TITLES, page);
    for array in &advised.arrays {
        table.add_row(row(array).map(|cell| printable(&cell).into_owned()));
    }
    if !advised.arrays.is_empty() {
        out.push_str(&text(&table));
    }
    let mut list = |title: &str, texts: Vec<String>| {
        if !texts.is_empty() {
            let _ = writeln!(out, "  {title}");
        }
        for (number, text) in (1..).zip(texts) {
            let line = format!("{number}. {}", printable(&text));
            let _ = writeln!(out, "{}", indented(&line, page.width, 2, 5));
        }
    };
    let arrays = &advised.arrays;
    list("to change", advised.guidelines.iter().map(|one| guideline(one, arrays)).collect());
    list("as a patch (--patch FILE)", advised.edits.iter().map(edit).collect());
    list("not told", advised.untold.clone());
    out.push('\n');
}
