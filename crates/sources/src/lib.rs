//! The source files that lines of kernels are in.

mod checkout;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use propp_analysis::Analysis;
use propp_lines::Sources;
use propp_recording::{Recording, utc};

pub use checkout::in_checkout;

/// Longer files are no source.
const MOST_BYTES: u64 = 16 << 20;

/// Text around a line that is shown with it.
const AROUND: u32 = 2;

/// Folders whose files are no files of users.
const NOT_ON_DISK: [&str; 3] = ["/dev", "/proc", "/sys"];

/// The text of the lines that were counted, and what is to be said of files that are not there or
/// may not be the ones that were compiled.
pub fn sources(analysis: &Analysis, recordings: &[&Recording]) -> Sources {
    let mut sources = Sources::default();
    let made = recordings.iter().filter_map(|recording| recording.meta.get("created_utc")).min();
    let mut files: BTreeMap<&str, (Option<u64>, BTreeSet<u32>)> = BTreeMap::new();
    for lines in analysis.kernels.iter().filter_map(|kernel| kernel.lines.as_deref()) {
        for line in &lines.lines {
            let bytes = lines.files.get(&line.place.file).copied().flatten();
            let (_, wanted) = files.entry(&line.place.file).or_insert((bytes, BTreeSet::new()));
            wanted.insert(line.place.line);
        }
    }
    for (file, (bytes, wanted)) in files {
        let Some(path) = find(Path::new(file), bytes) else {
            sources.doubts.push(format!(
                "{file} was not found: for its text, run propp in the folder from which it was \
                 compiled, or one above"
            ));
            continue;
        };
        let Some(text) = read(&path) else {
            sources.doubts.push(format!("{} cannot be read as source", path.display()));
            continue;
        };
        sources.doubts.extend(doubt(file, &path, text.len() as u64, bytes, made));
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
pub fn whole(analysis: &Analysis, recordings: &[&Recording]) -> Whole {
    let mut whole = Whole::default();
    let made = recordings.iter().filter_map(|recording| recording.meta.get("created_utc")).min();
    let kernels = analysis.kernels.iter().filter_map(|kernel| kernel.lines.as_deref());
    let files: BTreeMap<&String, Option<u64>> =
        kernels.flat_map(|lines| &lines.files).map(|(file, bytes)| (file, *bytes)).collect();
    for (file, bytes) in files {
        let found = find(Path::new(file), bytes).and_then(|path| Some((read(&path)?, path)));
        let Some((text, path)) = found else {
            whole.left_out.push(format!(
                "{file} was not found: run propp in the folder from which it was compiled, or one above"
            ));
            continue;
        };
        match doubt(file, &path, text.len() as u64, bytes, made) {
            Some(doubt) => whole.left_out.push(doubt),
            None => drop(whole.files.insert(file.clone(), (path, text))),
        }
    }
    whole
}

/// Source files in full.
#[derive(Debug, Default)]
pub struct Whole {
    /// Path and text, by the path that the code names.
    pub files: BTreeMap<String, (PathBuf, String)>,
    /// Sentences on files that were left out.
    pub left_out: Vec<String>,
}

/// The text of a file, as far as it is one.
fn read(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    let file = File::open(path).ok()?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MOST_BYTES).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// Why a file may not be the one that was compiled: by its length, or where the compiler did not
/// record that, by its time.
fn doubt(
    file: &str,
    path: &Path,
    now: u64,
    then: Option<u64>,
    made: Option<&String>,
) -> Option<String> {
    let shown = path.display();
    if let Some(then) = then {
        return (then != now).then(|| {
            format!(
                "{shown} is shown for {file}, has {now} bytes and had {then} when it was compiled: \
                 its lines may have moved"
            )
        });
    }
    let changed = fs::metadata(path).and_then(|metadata| metadata.modified()).map(utc).ok()?;
    (changed > *made?).then(|| {
        format!("{shown} was changed after the recording was made: its lines may have moved")
    })
}

/// The file itself, or the one in this folder with as much of its path as possible: the program
/// may have been compiled elsewhere. A file of the length that was compiled goes before others;
/// one that has only the name in common must be of that length.
fn find(file: &Path, bytes: Option<u64>) -> Option<PathBuf> {
    let is_plain = |component: &Component<'_>| matches!(component, Component::Normal(_));
    let names: Vec<Component<'_>> = file.components().skip_while(|c| !is_plain(c)).collect();
    let below = if names.iter().all(is_plain) { names.len() } else { 0 };
    let elsewhere = (0..below).map(|from| names[from..].iter().collect::<PathBuf>());
    let found: Vec<PathBuf> =
        std::iter::once(file.to_owned()).chain(elsewhere).filter(|path| is_source(path)).collect();
    let is_same = |path: &&PathBuf| {
        fs::metadata(path).is_ok_and(|metadata| bytes.is_none_or(|bytes| metadata.len() == bytes))
    };
    let has_folder = |path: &&PathBuf| path.components().count() > 1;
    found.iter().find(is_same).or_else(|| found.iter().find(has_folder)).cloned()
}

/// Whether it is an ordinary file of a length that sources have.
fn is_source(path: &Path) -> bool {
    let is_ordinary =
        fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MOST_BYTES);
    is_ordinary
        && path
            .canonicalize()
            .is_ok_and(|path| !NOT_ON_DISK.iter().any(|root| path.starts_with(root)))
}
