//! The text of source files, as far as it was found.

use std::collections::BTreeMap;

use crate::Place;

/// Lines of text by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: BTreeMap<String, Vec<String>>,
    /// Sentences about files that may not be the ones that were compiled.
    pub doubts: Vec<String>,
}

impl Sources {
    /// Adds a file, under the path that the code names.
    pub fn add(&mut self, path: String, text: &str) {
        self.files.insert(path, text.lines().map(str::to_owned).collect());
    }

    /// The text of a line.
    #[must_use]
    pub fn text(&self, place: &Place) -> Option<&str> {
        let lines = self.files.get(&place.file)?;
        lines.get((place.line as usize).checked_sub(1)?).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let mut sources = Sources::default();
        sources.add("a.cu".to_owned(), "first\nsecond\n");
        let text = |file: &str, line| {
            sources.text(&Place { file: file.to_owned(), line }).map(str::to_owned)
        };
        assert_eq!(text("a.cu", 2).as_deref(), Some("second"));
        assert_eq!([text("a.cu", 0), text("a.cu", 3), text("b.cu", 1)], [None, None, None]);
    }
}
