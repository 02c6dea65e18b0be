//! `propp show --lines`.

use propp_base_text::Page;
use propp_code_lines::sources::{Folders, sources};
use propp_judge_hints::Advised;
use propp_recording::Recording;
use propp_report::lines::{json, table};

use super::args::Args;
use super::render::Format;
use crate::cli::say::{Failure, Result, no_json};

pub(super) fn schema() -> Result<String> {
    json::schema().map_err(no_json)
}

/// How many lines of a kernel are wanted: programs read them all.
pub(super) fn most(args: &Args) -> usize {
    let is_for_people = args.format.is_none_or(|format| format == Format::Table);
    let usual = if is_for_people && !args.all { table::MOST_LINES } else { usize::MAX };
    args.top.unwrap_or(usual)
}

/// Fails if no kernel's instructions were counted, and why.
pub(super) fn report(
    advised: &Advised<'_>,
    recordings: &[&Recording],
    folders: &Folders,
    format: Format,
    most: usize,
    page: Page,
) -> Result<String> {
    if !matches!(format, Format::Table | Format::Json) {
        return Err(Failure::usage(
            "--lines is written as a table or as JSON (--format json); the HTML page (--format html) \
             has the lines without it",
        ));
    }
    if advised.listing.lines().next().is_none() {
        return Err(Failure::usage(why_none(recordings)));
    }
    let sources = sources(advised.listing.lines(), recordings, folders);
    if format == Format::Json {
        return json::render(advised, &sources, most).map_err(no_json);
    }
    Ok(table::render(advised, &sources, most, page))
}

/// Why kernels have no counts of lines, and how to get them.
pub(in crate::cli) fn why_none(recordings: &[&Recording]) -> String {
    let counted: usize = recordings.iter().map(|recording| recording.line_launches.len()).sum();
    let emulated = recordings.iter().any(|recording| recording.emulated_gpu().is_some());
    let mut notices = recordings.iter().flat_map(|recording| &recording.notices);
    let is_of_lines = |code: &str| code.contains("line-") || code.starts_with("instructions-");
    if counted > 0 {
        "the instructions of these kernels were not counted: a line run counts the kernels \
         that together take 99 % of the time; `propp show FILE --lines` shows them"
            .to_owned()
    } else if let Some(told) = notices.find(|notice| is_of_lines(&notice.code)) {
        format!("no instructions were counted: {}", told.text)
    } else if emulated {
        "emulated recordings have no lines; on a GPU, compile with -lineinfo and run `propp profile \
         --lines`"
            .to_owned()
    } else {
        "no instructions were counted; profile the program again with `propp profile --lines`"
            .to_owned()
    }
}
