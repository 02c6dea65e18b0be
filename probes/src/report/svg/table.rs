//! Tables of words.

use crate::report::escape::html;

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
    /// reached with the keyboard, as what scrolls must be.
    pub(crate) fn html(&self) -> String {
        let class = |column: usize| if self.words.contains(&column) { " class=\"w\"" } else { "" };
        let mut out = String::from("<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>");
        for (column, head) in self.head.iter().enumerate() {
            out.push_str(&format!("<th scope=\"col\"{}>{}</th>", class(column), html(head)));
        }
        out.push_str("</tr></thead><tbody>\n");
        for row in &self.rows {
            out.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let text = html(cell);
                if column == 0 {
                    out.push_str(&format!("<th scope=\"row\">{text}</th>"));
                } else {
                    out.push_str(&format!("<td{}>{text}</td>", class(column)));
                }
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody></table></div>\n");
        out
    }
}
