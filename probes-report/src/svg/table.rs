//! Tables of words.

use propp_text::escape::html;

use crate::words::NONE;

/// A table: its head, and rows of which the first cell names the row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    /// The heads of the columns.
    pub(crate) head: Vec<String>,
    /// The rows.
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
    pub(crate) fn html(&self) -> String {
        let cards = !self.words.is_empty();
        let role = |name: &str| if cards { format!(" role=\"{name}\"") } else { String::new() };
        let class = |column: usize| if self.words.contains(&column) { " class=\"w\"" } else { "" };
        let mut out = format!(
            "<div class=\"scroll\" tabindex=\"0\"><table{}{}><thead><tr{}>",
            if cards { " class=\"cards\"" } else { "" },
            role("table"),
            role("row")
        );
        for (column, head) in self.head.iter().enumerate() {
            let (class, role, head) = (class(column), role("columnheader"), html(head));
            out.push_str(&format!("<th scope=\"col\"{class}{role}>{head}</th>"));
        }
        out.push_str("</tr></thead><tbody>\n");
        for row in &self.rows {
            out.push_str(&format!("<tr{}>", role("row")));
            for (column, cell) in row.iter().enumerate() {
                let text = breakable(&html(cell));
                if column == 0 {
                    out.push_str(&format!("<th scope=\"row\"{}>{text}</th>", role("rowheader")));
                } else {
                    let label = self.label(column, cards);
                    // A card leaves out what has no value.
                    let class = match (self.words.contains(&column), cards && cell == NONE) {
                        (true, true) => " class=\"w n\"",
                        (true, false) => " class=\"w\"",
                        (false, true) => " class=\"n\"",
                        (false, false) => "",
                    };
                    let role = role("cell");
                    out.push_str(&format!("<td{class}{role}{label}>{text}</td>"));
                }
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody></table></div>\n");
        out
    }

    /// The head of a column, which a card shows at each of its cells.
    fn label(&self, column: usize, cards: bool) -> String {
        match self.head.get(column) {
            Some(head) if cards => format!(" data-label=\"{}\"", html(head)),
            _ => String::new(),
        }
    }
}

/// A text whose long names may go on in the next line behind a point or an underscore.
fn breakable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        out.push(character);
        let after = characters.peek().copied().unwrap_or(' ');
        let is_within = !before.is_whitespace() && after.is_ascii_alphabetic();
        if is_within && (character == '_' || character == '.') {
            out.push_str("<wbr>");
        }
        before = character;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::breakable;

    #[test]
    fn names_break_and_numbers_do_not() {
        assert_eq!(breakable("l1.hit_modes = 23.04"), "l1.<wbr>hit_<wbr>modes = 23.04");
        assert_eq!(breakable("a. b, local.*.cost"), "a. b, local.*.<wbr>cost");
    }
}
