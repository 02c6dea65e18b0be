//! Tables of words.

use maud::{Markup, html};

use crate::words::NONE;

/// A table: its head, and rows of which the first cell names the row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    /// The heads of the columns.
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// Columns of words, which stand to the left and may break.
    pub(crate) words: Vec<usize>,
}

impl Table {
    pub(crate) fn new<const N: usize>(head: [&str; N]) -> Self {
        Self { head: head.map(str::to_owned).to_vec(), ..Self::default() }
    }

    /// As HTML, in a box that scrolls sideways when the screen is narrow. The box can be
    /// reached with the keyboard, as what scrolls must be. Rows of tables of words become
    /// cards on a narrow screen; the roles keep them a table for those who hear it.
    pub(crate) fn html(&self) -> Markup {
        let cards = !self.words.is_empty();
        let role = |name: &'static str| cards.then_some(name);
        html! {
            div.scroll tabindex="0" {
                table.data.cards[cards] role=[role("table")] {
                    thead {
                        tr role=[role("row")] {
                            @for (column, head) in self.head.iter().enumerate() {
                                th scope="col" class=[self.class(column, false)]
                                    role=[role("columnheader")] { (head) }
                            }
                        }
                    }
                    tbody {
                        @for row in &self.rows {
                            tr role=[role("row")] {
                                @for (column, cell) in row.iter().enumerate() {
                                    @if column == 0 {
                                        th scope="row" role=[role("rowheader")] { (breakable(cell)) }
                                    } @else {
                                        // A card leaves out what has no value.
                                        td class=[self.class(column, cards && cell == NONE)]
                                            role=[role("cell")]
                                            data-label=[self.head.get(column).filter(|_| cards)] {
                                            (breakable(cell))
                                        }
                                    }
                                }
                            }
                            "\n"
                        }
                    }
                }
            }
            "\n"
        }
    }

    /// `w` for a column of words, `n` for a cell with nothing in it.
    fn class(&self, column: usize, is_nothing: bool) -> Option<&'static str> {
        match (self.words.contains(&column), is_nothing) {
            (true, true) => Some("w n"),
            (true, false) => Some("w"),
            (false, true) => Some("n"),
            (false, false) => None,
        }
    }
}

/// A text whose long names may go on in the next line behind a point or an underscore.
fn breakable(text: &str) -> Markup {
    let mut parts: Vec<&str> = Vec::new();
    let (mut from, mut before) = (0, ' ');
    for (place, character) in text.char_indices() {
        let end = place + character.len_utf8();
        let is_within =
            !before.is_whitespace() && text[end..].starts_with(|c: char| c.is_ascii_alphabetic());
        if is_within && (character == '_' || character == '.') {
            parts.push(&text[from..end]);
            from = end;
        }
        before = character;
    }
    html! { @for part in parts { (part) wbr; } (text[from..]) }
}

#[cfg(test)]
mod tests {
    use super::breakable;

    #[test]
    fn names_break_and_numbers_do_not() {
        assert_eq!(
            breakable("l1.hit_modes = 23.04").into_string(),
            "l1.<wbr>hit_<wbr>modes = 23.04"
        );
        assert_eq!(breakable("a. b, local.*.cost").into_string(), "a. b, local.*.<wbr>cost");
    }
}
