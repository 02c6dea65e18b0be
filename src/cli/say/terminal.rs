//! Text on its way to a terminal.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use propp_base_text::{printable, shows_itself};
use propp_recording::Recording;

use super::Result;

/// What a text on standard output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// For people. It may have colours.
    Report,
    /// For programs: it reaches a file or a pipe as it is.
    Data,
}

impl Output {
    /// What is made of a recording is made of this.
    pub(crate) fn of(self, recording: Recording) -> Recording {
        match self {
            Self::Report => recording.printable(),
            Self::Data => recording,
        }
    }

    /// The words for a path.
    pub(crate) fn path(self, path: &Path) -> String {
        let path = path.display().to_string();
        match self {
            Self::Report => printable(&path).into_owned(),
            Self::Data => path,
        }
    }

    /// The text as a terminal gets it. Reports escape names when they are made; this is
    /// for data, for paths, and for what was forgotten.
    pub(crate) fn on_terminal(self, text: &str) -> String {
        match self {
            Self::Report => coloured(text),
            Self::Data => lines(text),
        }
    }
}

/// Writes a text to standard output. A reader that has gone away (`| head`) is not an
/// error.
pub(crate) fn write(text: &str, output: Output) -> Result<()> {
    let is_terminal = io::stdout().is_terminal();
    let text: Cow<'_, str> =
        if is_terminal { output.on_terminal(text).into() } else { text.into() };
    let written = match output {
        Output::Report => all(&mut anstream::stdout().lock(), &text),
        // Nothing is taken out of it.
        Output::Data => all(&mut io::stdout().lock(), &text),
    };
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

fn all(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// Lines without colours: every other order to a terminal is shown and not obeyed.
pub(crate) fn lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push(&mut out, text);
    out
}

/// The same of a text that may have colours.
pub(crate) fn coloured(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split("\u{1b}[");
    push(&mut out, pieces.next().unwrap_or_default());
    for piece in pieces {
        let parameters = piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match parameters.strip_prefix('m') {
            Some(rest) => {
                out.push_str("\u{1b}[");
                out.push_str(&piece[..piece.len() - rest.len()]);
                push(&mut out, rest);
            }
            None => push(&mut out, &format!("\u{1b}[{piece}")),
        }
    }
    out
}

fn push(out: &mut String, text: &str) {
    for character in text.chars() {
        if shows_itself(character) || matches!(character, '\n' | '\t') {
            out.push(character);
        } else {
            out.extend(character.escape_default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_pass_and_other_orders_do_not() {
        let text = "\u{1b}[1;31mred\u{1b}[0m\n\u{1b}[2J\u{1b}]0;title\u{7}\u{202e}";
        let safe = "\\u{1b}[2J\\u{1b}]0;title\\u{7}\\u{202e}";
        assert_eq!(coloured(text), format!("\u{1b}[1;31mred\u{1b}[0m\n{safe}"));
        assert_eq!(lines(text), format!("\\u{{1b}}[1;31mred\\u{{1b}}[0m\n{safe}"));
        for text in ["", "\u{1b}", "\u{1b}[", "\u{1b}[3", "\u{1b}\u{1b}[31"] {
            assert_eq!(coloured(text), lines(text), "{text:?}");
        }
        assert_eq!(coloured("±…\t→\n"), "±…\t→\n");
    }
}
