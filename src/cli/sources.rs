//! The source files that lines of kernels are in.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use propp_analysis::Analysis;
use propp_lines::Sources;
use propp_recording::{Recording, utc};

/// The source files that are found, and what is to be said of those that may not be the ones that
/// were compiled.
pub(super) fn sources(analysis: &Analysis, recordings: &[&Recording]) -> Sources {
    let mut sources = Sources::default();
    let made = recordings.iter().filter_map(|recording| recording.meta.get("created")).min();
    let lines = analysis.kernels.iter().filter_map(|kernel| kernel.lines.as_deref());
    let files: BTreeMap<&str, Option<u64>> =
        lines.flat_map(|lines| &lines.files).map(|(file, bytes)| (file.as_str(), *bytes)).collect();
    for (file, bytes) in files {
        let Some(path) = find(Path::new(file), bytes) else { continue };
        let Ok(text) = fs::read_to_string(&path) else { continue };
        sources.doubts.extend(doubt(&path, text.len() as u64, bytes, made));
        sources.add(file.to_owned(), &text);
    }
    sources
}

/// Why a file may not be the one that was compiled: by its length, or where the compiler did not
/// record that, by its time.
fn doubt(path: &Path, now: u64, then: Option<u64>, made: Option<&String>) -> Option<String> {
    let path_text = path.display();
    if let Some(then) = then {
        return (then != now).then(|| {
            format!(
                "{path_text} has {now} bytes and had {then} when it was compiled: its lines may have \
                 moved"
            )
        });
    }
    let changed = fs::metadata(path).and_then(|metadata| metadata.modified()).map(utc).ok()?;
    (changed > *made?).then(|| {
        format!("{path_text} was changed after the recording was made: its lines may have moved")
    })
}

/// The file itself, or the one in this folder with as much of its path as possible: the program
/// may have been compiled elsewhere. A file of the length that was compiled goes before others.
fn find(file: &Path, bytes: Option<u64>) -> Option<PathBuf> {
    let names: Vec<_> = file.components().skip(1).collect();
    let elsewhere = (0..names.len()).map(|from| names[from..].iter().collect::<PathBuf>());
    let found: Vec<PathBuf> =
        std::iter::once(file.to_owned()).chain(elsewhere).filter(|path| path.is_file()).collect();
    let is_same = |path: &&PathBuf| {
        fs::metadata(path).is_ok_and(|metadata| bytes.is_none_or(|bytes| metadata.len() == bytes))
    };
    found.iter().find(is_same).or(found.first()).cloned()
}
