//! The look of tables on a terminal: no lines, bold titles.

use comfy_table::presets::NOTHING;
use comfy_table::{Attribute, Cell, CellAlignment, ContentArrangement, Table};

use super::Page;

/// A table whose columns share the width of the page. Text too long for its column breaks.
pub fn fitted<'a>(titles: impl IntoIterator<Item = &'a str>, page: Page) -> Table {
    let mut table = unlined(titles, ContentArrangement::Dynamic, page);
    table.set_width(u16::try_from(page.width).unwrap_or(u16::MAX));
    table
}

/// A table as wide as its cells, a space between columns; those with numbers are aligned
/// to the right.
pub fn dense<'a>(
    titles: impl IntoIterator<Item = &'a str>,
    is_number: impl Fn(usize) -> bool,
    page: Page,
) -> Table {
    let mut table = unlined(titles, ContentArrangement::Disabled, page);
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 1));
        if is_number(place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn unlined<'a>(
    titles: impl IntoIterator<Item = &'a str>,
    arrangement: ContentArrangement,
    page: Page,
) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(arrangement).force_no_tty();
    if page.colour {
        table.enforce_styling();
    }
    let bold = |title: &str| Cell::new(title).add_attribute(Attribute::Bold);
    table.set_header(titles.into_iter().map(bold));
    table
}

/// The table's lines without the blanks that fill them up, each ended.
pub fn text(table: &Table) -> String {
    table.lines().fold(String::new(), |out, line| out + line.trim_end() + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_cells_or_share_the_page() {
        let mut table = dense(["time\n%", "\nkernel"], |place| place == 0, Page::PLAIN);
        table.add_row(["9.1", "a"]).add_row(["47.1", "a long name"]);
        assert_eq!(text(&table), "time\n   % kernel\n 9.1 a\n47.1 a long name\n");
        let mut table = fitted(["id", "text"], Page { width: 14, colour: false });
        table.add_row(["1", "some words"]);
        assert_eq!(text(&table), " id  text\n 1   some\n     words\n");
    }
}
