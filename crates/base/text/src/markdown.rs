//! Markdown as text for a terminal.

use std::fmt::Write as _;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{Page, indented, table};

/// A section: from the heading that begins with a title to the next of its level or above;
/// everything for no title. `None` if there is no such heading.
pub fn section<'m>(markdown: &'m str, title: Option<&str>) -> Option<&'m str> {
    let Some(title) = title else { return Some(markdown) };
    let mut headings = headings(markdown).into_iter();
    let (begin, level, _) = headings.find(|(.., text)| text.starts_with(title))?;
    let end = headings.find(|(_, other, _)| *other <= level).map_or(markdown.len(), |(at, ..)| at);
    Some(markdown[begin..end].trim_end())
}

/// Place, level and text of each heading.
fn headings(markdown: &str) -> Vec<(usize, usize, &str)> {
    let (mut at, mut is_code) = (0, false);
    let mut all = Vec::new();
    for line in markdown.split_inclusive('\n') {
        is_code ^= line.starts_with("```");
        let text = line.trim_start_matches('#');
        if !is_code && text.len() < line.len() {
            all.push((at, line.len() - text.len(), text.trim()));
        }
        at += line.len();
    }
    all
}

/// The text within the page: headings bold, paragraphs and tables broken, links without
/// their addresses.
pub fn text(markdown: &str, page: Page) -> String {
    let mut writer = Writer { page, ..Writer::default() };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        writer.event(event);
    }
    writer.out.trim_end().to_owned() + "\n"
}

#[derive(Default)]
struct Writer {
    page: Page,
    out: String,
    /// The text of the paragraph, item or cell that is open.
    open: String,
    /// The number of the next item, of each list that is open; `None` for bullets.
    lists: Vec<Option<u64>>,
    /// What stands before the next paragraph of an item.
    mark: Option<String>,
    is_code: bool,
    rows: Vec<Vec<String>>,
}

impl Writer {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.open.push_str(&text),
            Event::Code(text) => {
                let _ = write!(self.open, "`{text}`");
            }
            Event::SoftBreak => self.open.push(' '),
            Event::HardBreak => self.open.push('\n'),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.paragraph(false);
                self.lists.push(first);
            }
            Tag::Item => {
                self.mark = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                });
            }
            Tag::CodeBlock(_) => {
                self.paragraph(false);
                self.is_code = true;
            }
            Tag::Table(_) => self.paragraph(false),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                let (bold, plain) =
                    if self.page.colour { ("\u{1b}[1m", "\u{1b}[0m") } else { ("", "") };
                let heading = std::mem::take(&mut self.open);
                let _ = writeln!(self.out, "{bold}{heading}{plain}\n");
            }
            TagEnd::Paragraph => self.paragraph(self.lists.is_empty()),
            TagEnd::Item => self.paragraph(false),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.out.push('\n');
                }
            }
            TagEnd::CodeBlock => {
                self.is_code = false;
                let code = std::mem::take(&mut self.open);
                for line in code.lines() {
                    let _ = writeln!(self.out, "    {line}");
                }
                self.out.push('\n');
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.open);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    fn paragraph(&mut self, is_followed: bool) {
        if self.is_code || self.open.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.open);
        let depth = 2 * self.lists.len().saturating_sub(1);
        let mark = self.mark.take().unwrap_or_default();
        let rest = if self.lists.is_empty() { 0 } else { depth + 2.max(mark.len()) };
        let first = if mark.is_empty() { rest } else { depth };
        let _ = writeln!(
            self.out,
            "{}",
            indented(&format!("{mark}{text}"), self.page.width, first, rest)
        );
        if is_followed {
            self.out.push('\n');
        }
    }

    fn table(&mut self) {
        let mut rows = std::mem::take(&mut self.rows).into_iter();
        let titles = rows.next().unwrap_or_default();
        let mut table = table::fitted(titles.iter().map(String::as_str), self.page);
        for row in rows {
            table.add_row(row);
        }
        self.out.push_str(&table::text(&table));
        self.out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# One\n\nSome *words* with a [link](a.md) and `code`\nin two lines.\n\n## A: first\n\n\
                        - an item that is long\n- another\n  1. within\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n\
                        ```\n# no heading\n```\n\n## B\n\nend\n";

    #[test]
    fn a_section_ends_with_the_next() {
        let first = section(PAGE, Some("A")).unwrap();
        assert!(first.starts_with("## A: first") && first.ends_with("```"), "{first}");
        assert!(section(PAGE, Some("B")).unwrap().ends_with("end"));
        assert_eq!(section(PAGE, Some("C")), None);
        assert_eq!(section(PAGE, None), Some(PAGE));
    }

    #[test]
    fn text_fits_the_page() {
        let text = text(PAGE, Page { width: 24, colour: false });
        assert_eq!(
            text,
            "One\n\nSome words with a link\nand `code` in two lines.\n\nA: first\n\n- an item that is long\n\
             - another\n  1. within\n\n a  b\n 1  2\n\n    # no heading\n\nB\n\nend\n"
        );
    }
}
