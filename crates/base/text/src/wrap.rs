//! Text in lines of a width.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Breaks a text into lines at spaces; `indent` spaces before all but the
/// first. A word longer than a line has a line of its own.
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    indented(text, width, 0, indent)
}

/// The same with `first` spaces before the first line.
pub fn indented(text: &str, width: usize, first: usize, rest: usize) -> String {
    let (first, rest) = (" ".repeat(first), " ".repeat(rest));
    let options = Options::new(width)
        .initial_indent(&first)
        .subsequent_indent(&rest)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::fill(text, options)
}

/// A text of no more than so many characters, cut in the middle.
pub fn cut(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let half = most.saturating_sub(1) / 2;
    let front: String = text.chars().take(half).collect();
    let back: String = text.chars().skip(length - half).collect();
    format!("{front}…{back}")
}

/// A sentence in a number of characters: its middle gives way to ` … `, and no word or number is cut.
pub fn cut_words(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let half = most.saturating_sub(3) / 2;
    let place = |count: usize| text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    let front = text[..place(half)].rsplit_once(' ').map_or("", |(front, _)| front);
    let behind = &text[place(text.chars().count() - half)..];
    let back = behind.split_once(' ').map_or("", |(_, back)| back);
    match (front, back) {
        // Words that are longer than half of the room.
        ("", _) | (_, "") => cut(text, most),
        _ => format!("{front} … {back}"),
    }
}

/// The number of the line, from 1, that a byte of a text is in.
pub fn line_at(text: &str, byte: usize) -> usize {
    text.as_bytes().iter().take(byte).filter(|byte| **byte == b'\n').count() + 1
}

/// The line with a byte of a text, in words: its number and what stands in it.
pub fn line_words(text: &str, byte: usize) -> String {
    let number = line_at(text, byte);
    let line = text.lines().nth(number - 1).unwrap_or_default().trim();
    format!("line {number}, `{}`", cut(line, 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_in_the_middle() {
        assert_eq!(cut("<<<>>>>", 5), "<<…>>");
        assert_eq!(cut("ab", 2), "ab");
    }

    #[test]
    fn a_sentence_is_cut_between_words() {
        let text = "access of 4 bytes at 0x302000000 outside of global memory";
        assert_eq!(cut_words(text, 40), "access of 4 bytes … of global memory");
        assert_eq!(cut_words(text, 57), text);
        for most in 9..57 {
            let cut = cut_words(text, most);
            assert!(cut.chars().count() <= most, "{cut}");
        }
        assert_eq!(cut_words("<<<<<<<<<>>>>>>>>>", 11), cut("<<<<<<<<<>>>>>>>>>", 11));
    }

    #[test]
    fn a_byte_of_a_text_is_told_by_its_line() {
        let text = "one\n  two\nthree";
        let of = |word: &str| line_words(text, text.find(word).unwrap());
        assert_eq!(
            ["one", "two", "three"].map(of),
            ["line 1, `one`", "line 2, `two`", "line 3, `three`"]
        );
        assert_eq!((line_at(text, 3), line_at(text, 4)), (1, 2));
        assert_eq!(line_words("", 0), "line 1, ``");
    }

    #[test]
    fn text_breaks_at_spaces() {
        assert_eq!(wrapped("aa bb cc", 5, 1), "aa bb\n cc");
        assert_eq!(wrapped("a toolongword b", 6, 0), "a\ntoolongword\nb");
        assert_eq!(wrapped("", 5, 0), "");
        assert_eq!(indented("a-b bb  cc", 6, 2, 4), "  a-b\n    bb\n    cc");
    }
}
