//! Text of other programs that is safe to print.
//!
//! A kernel, a range or a command can be called anything. Printed as it is, a control
//! character is an order to the reader's terminal, and a bidirectional one shows another
//! text than there is.

use std::borrow::Cow;

/// The text with each character that shows something else than itself written as its
/// number: `\u{1b}`, or `\n` for the end of a line.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(shows_itself) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(2 * text.len());
    for character in text.chars() {
        if shows_itself(character) {
            out.push(character);
        } else {
            out.extend(character.escape_default());
        }
    }
    Cow::Owned(out)
}

/// Whether a character is neither an order to a terminal, nor the end of a line, nor turns
/// the direction of writing (Unicode's property `Bidi_Control`).
pub fn shows_itself(character: char) -> bool {
    let ends_a_line = matches!(character, '\u{2028}' | '\u{2029}');
    let is_bidirectional = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    !(character.is_control() || ends_a_line || is_bidirectional)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gives_orders_to_a_terminal_is_written_as_a_number() {
        assert_eq!(printable("a\u{1b}[31mb\u{9b}2J\u{7f}"), r"a\u{1b}[31mb\u{9b}2J\u{7f}");
        assert_eq!(printable("a\r\nb\tc"), r"a\r\nb\tc");
        assert_eq!(
            printable("a\u{202e}b\u{2066}\u{200f}\u{2028}"),
            r"a\u{202e}b\u{2066}\u{200f}\u{2028}"
        );
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in ["", "void k<int>(float*)", r"a\n", "größer", "核", "±…→"] {
            assert!(matches!(printable(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }
}
