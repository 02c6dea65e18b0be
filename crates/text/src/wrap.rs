//! Text in lines of a width.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Breaks a text into lines at spaces; `indent` spaces before all but the
/// first. A word longer than a line has a line of its own.
#[must_use]
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    indented(text, width, 0, indent)
}

/// The same with `first` spaces before the first line.
#[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_at_spaces() {
        assert_eq!(wrapped("aa bb cc", 5, 1), "aa bb\n cc");
        assert_eq!(wrapped("a toolongword b", 6, 0), "a\ntoolongword\nb");
        assert_eq!(wrapped("", 5, 0), "");
        assert_eq!(indented("a-b bb  cc", 6, 2, 4), "  a-b\n    bb\n    cc");
    }
}
