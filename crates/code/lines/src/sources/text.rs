//! Lines of source files, as far as they were found.

use std::collections::BTreeMap;

use crate::Place;

/// Lines of text by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: BTreeMap<String, BTreeMap<u32, String>>,
    /// Sentences about files that may not be the ones that were compiled.
    pub doubts: Vec<String>,
}

impl Sources {
    /// Adds the text of some lines of a file, under the path that the code names.
    pub fn add(&mut self, path: String, text: &str, is_wanted: impl Fn(u32) -> bool) {
        let numbered = (1..).zip(text.lines()).filter(|(number, _)| is_wanted(*number));
        let lines = numbered.map(|(number, line)| (number, line.to_owned())).collect();
        self.files.insert(path, lines);
    }

    /// The text of a line.
    pub fn text(&self, place: &Place) -> Option<&str> {
        self.files.get(&place.file)?.get(&place.line).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let mut sources = Sources::default();
        sources.add("a.cu".to_owned(), "first\nsecond\nthird\n", |line| line < 3);
        let text = |file: &str, line| {
            sources.text(&Place { file: file.to_owned(), line }).map(str::to_owned)
        };
        assert_eq!(text("a.cu", 2).as_deref(), Some("second"));
        assert_eq!([text("a.cu", 0), text("a.cu", 3), text("b.cu", 1)], [None, None, None]);
    }
}
