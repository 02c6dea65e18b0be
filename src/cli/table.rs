//! The look that all tables share.

use comfy_table::{Attribute, Cell, ContentArrangement, Table, presets};

/// A table without lines, which stays readable in pipes and narrow terminals.
pub(super) fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(header.map(|title| Cell::new(title).add_attribute(Attribute::Bold)));
    table
}

/// The table's text without the blanks that fill up its lines.
pub(super) fn lines(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}
