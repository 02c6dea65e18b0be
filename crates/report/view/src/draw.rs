//! The state on a frame, line by line: nothing wraps, and what is too long is cut.

use propp_base_text::printable;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use crate::footer;
use crate::help::{KEY, KEYS};
use crate::overview::{MARGIN, Pane, Subject, detail_of, in_lines};
use crate::view::{Screen, View};

impl View<'_> {
    /// Draws the screen as it is now.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let mut paint = Paint {
            buffer: frame.buffer_mut(),
            width: area.width.into(),
            height: area.height.into(),
            has_colours: self.contents.colour,
        };
        self.tabs(&mut paint);
        match self.screen {
            Screen::Overview => self.rows(&mut paint),
            screen => {
                for (place, (line, text)) in self.text.seen().enumerate() {
                    let is_title = match screen {
                        Screen::Kernel => !text.starts_with(' '),
                        _ => line == 0,
                    };
                    let style = if is_title { paint.title() } else { Style::new() };
                    paint.line(1 + place, 0, text, style);
                }
            }
        }
        self.keys(&mut paint);
        if self.is_help {
            help(&mut paint);
        }
    }

    /// The screens, and where in the text the reader is.
    fn tabs(&self, paint: &mut Paint<'_>) {
        let mut column = 0;
        for (number, screen) in (1..).zip(Screen::ALL) {
            let title = format!(" {number} {} ", screen.title());
            let style = if screen == self.screen { paint.chosen() } else { Style::new() };
            paint.line(0, column, &title, style);
            column += title.chars().count();
        }
        let right = match self.screen {
            Screen::Overview => {
                let sources = &self.contents.advised.listing.analysis.sources;
                let file = sources.first().map(|source| source.name.as_str()).unwrap_or_default();
                file.rsplit('/').next().map(str::to_owned)
            }
            _ => self.text.position(),
        };
        let right = right.unwrap_or_default();
        let start = paint.width.saturating_sub(right.chars().count() + 1);
        if start > column {
            paint.line(0, start, &right, Style::new());
        }
    }

    fn rows(&self, paint: &mut Paint<'_>) {
        let overview = &self.overview;
        let mut at = 1;
        for line in &overview.verdict {
            paint.line(at, 0, line, Style::new());
            at += 1;
        }
        let (in_changes, in_kernels) = overview.cursor();
        if overview.changes.seen().next().is_some() {
            at = pane(paint, at + overview.gap, &overview.changes, in_changes);
        }
        pane(paint, at + overview.gap, &overview.kernels, in_kernels);
        let detail = match overview.subject() {
            _ if overview.detail_height == 0 => None,
            Some(Subject::Kernel(number)) if overview.detail().is_none() => {
                self.kernel_of(number).map(|(kernel, advice)| detail_of(kernel, advice))
            }
            _ => overview.detail().map(str::to_owned),
        };
        // A blank line is above it.
        let most = overview.detail_height.saturating_sub(1);
        let first = paint.height.saturating_sub(1 + most);
        let lines = in_lines(&detail.unwrap_or_default(), paint.width, most);
        for (place, line) in lines.iter().enumerate() {
            paint.line(first + place, 0, line, Style::new());
        }
    }

    fn keys(&self, paint: &mut Paint<'_>) {
        let Some(row) = paint.height.checked_sub(1).filter(|row| *row > 0) else { return };
        let mut column = 0;
        if self.is_typing {
            let typed = format!("/{}▏", self.filter);
            paint.line(row, 0, &typed, paint.title());
            column = typed.chars().count() + 2;
        }
        let keys = match self.screen {
            _ if self.is_help => footer::HELP,
            _ if self.is_typing => footer::TYPING,
            Screen::Overview => footer::OVERVIEW,
            Screen::Kernel => footer::KERNEL,
            Screen::Lines => footer::LINES,
            Screen::Code => footer::CODE,
        };
        for (key, meaning) in footer::fitting(keys, paint.width.saturating_sub(column)) {
            paint.line(row, column, key, paint.title());
            column += key.chars().count() + 1;
            paint.line(row, column, meaning, Style::new());
            column += meaning.chars().count() + 2;
        }
    }
}

/// A title and the rows that are seen. Gives the line below them.
fn pane(paint: &mut Paint<'_>, mut at: usize, pane: &Pane, cursor: Option<usize>) -> usize {
    if let Some(note) = &pane.note {
        paint.line(at, MARGIN, note, Style::new());
        at += 1;
    }
    paint.line(at, MARGIN, &pane.title, paint.title());
    for (place, row) in pane.seen() {
        at += 1;
        if cursor == Some(place) {
            let width = paint.width.saturating_sub(MARGIN);
            paint.line(at, 0, &format!("› {:<width$}", row.text), paint.chosen());
        } else {
            paint.line(at, MARGIN, &row.text, Style::new());
        }
    }
    at + 1
}

/// All keys in a box above the rest.
fn help(paint: &mut Paint<'_>) {
    const EDGES: usize = 4;
    let widths = KEYS.iter().map(|(_, meaning)| KEY + meaning.chars().count());
    let inner = widths.max().unwrap_or(0).min(paint.width.saturating_sub(EDGES));
    let left = paint.width.saturating_sub(inner + EDGES) / 2;
    let top = paint.height.saturating_sub(KEYS.len() + 2) / 2;
    let bar = "─".repeat(inner + 2);
    paint.line(top, left, &format!("┌{bar}┐"), Style::new());
    for (place, (key, meaning)) in KEYS.iter().enumerate() {
        let text = format!("{key:<KEY$}{meaning}");
        paint.line(top + 1 + place, left, &format!("│ {text:<inner$} │"), Style::new());
    }
    paint.line(top + 1 + KEYS.len(), left, &format!("└{bar}┘"), Style::new());
}

struct Paint<'a> {
    buffer: &'a mut Buffer,
    width: usize,
    height: usize,
    has_colours: bool,
}

impl Paint<'_> {
    /// Writes a line from a column on, as far as there is room.
    fn line(&mut self, row: usize, column: usize, text: &str, style: Style) {
        let (Ok(x), Ok(y)) = (u16::try_from(column), u16::try_from(row)) else { return };
        if row < self.height && column < self.width {
            let room = self.width - column;
            self.buffer.set_stringn(x, y, printable(text), room, style);
        }
    }

    const fn title(&self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if self.has_colours { bold.fg(Color::Cyan) } else { bold }
    }

    /// Without a colour, so that it is seen everywhere.
    const fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
