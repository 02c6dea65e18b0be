//! The source files that lines of kernels are in, and other files that a result names.

mod checkout;
mod folders;
mod samples;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use propp_recording::{Recording, utc};

use crate::{KernelLines, Place};

pub use checkout::in_checkout;
pub use folders::Folders;
pub use samples::samples;

/// Text around a line that is shown with it.
const AROUND: u32 = 2;

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

/// The text of the lines that were counted, and what is to be said of files that are not there or
/// may not be the ones that were compiled.
pub fn sources<'l>(
    kernels: impl Iterator<Item = &'l KernelLines>,
    recordings: &[&Recording],
    folders: &Folders,
) -> Sources {
    let mut sources = Sources::default();
    let made = made(recordings);
    let mut files: BTreeMap<&str, (Option<u64>, BTreeSet<u32>)> = BTreeMap::new();
    for kernel in kernels {
        for line in &kernel.lines {
            let bytes = kernel.files.get(&line.place.file).copied().flatten();
            let (_, wanted) = files.entry(&line.place.file).or_insert((bytes, BTreeSet::new()));
            wanted.insert(line.place.line);
        }
    }
    for (file, (bytes, wanted)) in files {
        let (path, text) = match folders.read(file, bytes) {
            Ok(read) => read,
            Err(why) => {
                sources.doubts.push(why);
                continue;
            }
        };
        sources.doubts.extend(doubt(&path, bytes, made));
        let is_near = |number: u32| {
            let near = number.saturating_sub(AROUND)..=number.saturating_add(AROUND);
            wanted.range(near).next().is_some()
        };
        sources.add(file.to_owned(), &text, is_near);
    }
    sources
}

/// All source files of kernels whose instructions were counted, by the paths that the code names: where
/// each was found, and its text. Those that may not be the ones that were compiled are left out.
pub fn whole<'l>(
    kernels: impl Iterator<Item = &'l KernelLines>,
    recordings: &[&Recording],
    folders: &Folders,
) -> Whole {
    let mut whole = Whole::default();
    let made = made(recordings);
    let files: BTreeMap<&String, Option<u64>> =
        kernels.flat_map(|kernel| &kernel.files).map(|(file, bytes)| (file, *bytes)).collect();
    for (file, bytes) in files {
        let read = folders.read(file, bytes);
        match read.and_then(|found| doubt(&found.0, bytes, made).map_or(Ok(found), Err)) {
            Ok(found) => drop(whole.files.insert(file.clone(), found)),
            Err(why) => whole.left_out.push(why),
        }
    }
    whole
}

#[derive(Debug, Default)]
pub struct Whole {
    /// Path and text, by the path that the code names.
    pub files: BTreeMap<String, (PathBuf, String)>,
    /// Sentences on files that were left out.
    pub left_out: Vec<String>,
}

/// When the first of them was made.
fn made<'a>(recordings: &[&'a Recording]) -> Option<&'a String> {
    recordings.iter().filter_map(|recording| recording.meta.get("created_utc")).min()
}

/// Why a file may not be the one that was compiled, where the compiler did not record its length: by
/// its time.
fn doubt(path: &Path, bytes: Option<u64>, made: Option<&String>) -> Option<String> {
    let made = made.filter(|_| bytes.is_none())?;
    let changed = fs::metadata(path).and_then(|metadata| metadata.modified()).map(utc).ok()?;
    (changed > *made).then(|| {
        let shown = path.display();
        format!("{shown} was changed after the recording was made: its lines may have moved")
    })
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
