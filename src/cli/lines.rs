//! `propp show --lines`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use propp_analysis::Analysis;
use propp_hints::Advised;
use propp_lines::Sources;
use propp_recording::{Recording, utc};
use propp_report::lines::{json, table};
use propp_text::Page;

use super::Failure;
use super::render::{Format, no_json};

pub(super) fn schema() -> Result<String, Failure> {
    json::schema().map_err(no_json)
}

/// # Errors
/// If no kernel's instructions were counted, and why.
pub(super) fn report(
    advised: &Advised<'_>,
    recordings: &[&Recording],
    format: Format,
    is_all: bool,
    page: Page,
) -> Result<String, Failure> {
    if !matches!(format, Format::Table | Format::Json) {
        return Err(Failure::usage(
            "--lines is written as a table or as JSON (--format json); the HTML page (--format html) \
             has the lines without it",
        ));
    }
    if !advised.analysis.kernels.iter().any(|kernel| kernel.lines.is_some()) {
        return Err(Failure::usage(why_none(recordings)));
    }
    let (sources, newer) = sources(advised.analysis, recordings);
    if format == Format::Json {
        return json::render(advised, &sources).map_err(no_json);
    }
    let mut text = table::render(advised, &sources, is_all, page);
    for file in newer {
        text += &format!(
            "\n{} is newer than the recording: lines may have moved since it was compiled\n",
            file.display()
        );
    }
    Ok(text)
}

fn why_none(recordings: &[&Recording]) -> String {
    let counted: usize = recordings.iter().map(|recording| recording.line_launches.len()).sum();
    let mut notices = recordings.iter().flat_map(|recording| &recording.notices);
    let is_of_lines = |code: &str| code == "no-line-run" || code.starts_with("instructions-");
    if counted > 0 {
        "the instructions of these kernels were not counted: a line run counts those that together \
         take 99 % of the time; `propp show FILE --lines` shows them"
            .to_owned()
    } else if let Some(told) = notices.find(|notice| is_of_lines(&notice.code)) {
        format!("no instructions were counted: {}", told.text)
    } else {
        "no instructions were counted; profile the program again with `propp profile --lines`"
            .to_owned()
    }
}

/// The source files that are found, and those of them that were changed after the recording was
/// made.
pub(super) fn sources(
    analysis: &Analysis,
    recordings: &[&Recording],
) -> (Sources, BTreeSet<PathBuf>) {
    let (mut sources, mut newer) = (Sources::default(), BTreeSet::new());
    let made = recordings.iter().filter_map(|recording| recording.meta.get("created")).min();
    let lines = analysis.kernels.iter().filter_map(|kernel| kernel.lines.as_deref());
    let files: BTreeSet<&str> =
        lines.flat_map(|lines| &lines.lines).map(|line| line.place.file.as_str()).collect();
    for file in files {
        let Some(path) = find(Path::new(file)) else { continue };
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let changed = fs::metadata(&path).and_then(|metadata| metadata.modified()).map(utc);
        if changed.is_ok_and(|changed| made.is_some_and(|made| changed > *made)) {
            newer.insert(path);
        }
        sources.add(file.to_owned(), &text);
    }
    (sources, newer)
}

/// The file itself, or the one in this folder with as much of its path as possible: the program
/// may have been compiled elsewhere.
fn find(file: &Path) -> Option<PathBuf> {
    if file.is_file() {
        return Some(file.to_owned());
    }
    let names: Vec<_> = file.components().skip(1).collect();
    (0..names.len())
        .map(|from| names[from..].iter().collect::<PathBuf>())
        .find(|path| path.is_file())
}
