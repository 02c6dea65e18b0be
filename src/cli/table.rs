//! Tables on standard output.

use std::io::{IsTerminal, stdout};

use comfy_table::Table;
use propp_text::Page;
use propp_text::table::fitted;

use super::page;

/// A table that fits the terminal. What a program reads from a pipe has whole lines.
pub(super) fn table<const N: usize>(titles: [&str; N]) -> Table {
    table_of(titles)
}

/// The same, where the titles are known only when the program runs.
pub(super) fn table_of<'a>(titles: impl IntoIterator<Item = &'a str>) -> Table {
    let out = stdout();
    let whole = Page { width: usize::MAX, colour: false };
    fitted(titles, if out.is_terminal() { page(&out) } else { whole })
}
