//! Tables on standard output.

use std::io::{IsTerminal, stdout};
use std::os::fd::AsFd;

use comfy_table::Table;
use propp_base_text::Page;
use propp_base_text::table::fitted;

use super::page;

/// A table that fits the terminal. What a program reads from a pipe has whole lines.
pub(crate) fn table<const N: usize>(titles: [&str; N]) -> Table {
    table_of(titles)
}

/// The same, where the titles are known only when the program runs.
pub(crate) fn table_of<'a>(titles: impl IntoIterator<Item = &'a str>) -> Table {
    fitted(titles, whole_lines(&stdout()))
}

/// The page of a terminal; lines are whole where there is none.
pub(crate) fn whole_lines(out: &(impl IsTerminal + AsFd)) -> Page {
    if out.is_terminal() { page(out) } else { Page { width: usize::MAX, colour: false } }
}
