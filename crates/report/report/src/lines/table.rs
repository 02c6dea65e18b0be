//! The source lines of kernels for people: where the time goes, and what hints are about.

use std::fmt::Write as _;

use propp_base_names::{shorten, without_signature};
use propp_base_text::table::{dense, text};
use propp_base_text::{Page, count, indented, launch, printable, wrapped};
use propp_code_lines::{Counts, NO_LINE_INFORMATION, Sources};
use propp_judge_analysis::KernelReport;
use propp_judge_hints::words::expected;
use propp_judge_hints::{Advice, Advised};

use super::{LineRow, Shares, hottest, rows};
use crate::cells::{CELLS, share as share_of};
use crate::words::share_and_time;

/// Lines of a kernel that are shown unless all are wanted.
pub const MOST_LINES: usize = 12;

/// What source text needs at least to have a column.
const LEAST_SOURCE: usize = 16;

/// The columns in the order in which a narrow terminal loses them.
const LEAST_FIRST: [&str; 4] =
    ["\nexecuted", "threads\nof 32", "shared\n(× needed)", "local\nsectors"];

/// Characters of a name at least.
const NAME: usize = 80;

/// How code gets source lines.
pub(crate) const HOW: &str =
    "compile with -lineinfo (nvcc, NVRTC); Triton and Numba give lines by themselves";

/// The kernels whose instructions were counted, in the order of the report; of each as many of the
/// lines that take most.
pub fn render(advised: &Advised<'_>, sources: &Sources, most: usize, page: Page) -> String {
    let mut out = String::new();
    for (kernel, advice) in advised.kernels() {
        let own = of_kernel(kernel, advice, sources, most, "--all", page);
        let Some(own) = own else { continue };
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&own);
    }
    out + &doubts(sources, page)
}

/// Reasons to doubt that source files are the ones that were compiled.
pub fn doubts(sources: &Sources, page: Page) -> String {
    let all = sources.doubts.iter();
    all.map(|doubt| format!("\n{}\n", wrapped(&printable(doubt), page.width, 2))).collect()
}

/// The lines of one kernel, and how to see those that are left out; `None` if its instructions were
/// not counted.
pub fn of_kernel(
    kernel: &KernelReport,
    advice: Option<&Advice>,
    sources: &Sources,
    most: usize,
    cure: &str,
    page: Page,
) -> Option<String> {
    let shares = Shares::of(kernel, advice)?;
    let mut out = String::new();
    head(&mut out, kernel, &shares, most == usize::MAX, page);
    let mut rows = rows(&shares);
    let left_out = hottest(&mut rows, most);
    out.push_str(&table(&rows, sources, page));
    if left_out > 0 {
        let (one, many) = match shares.lines.no_lines {
            Some(_) => ("more instruction", "more instructions"),
            None => ("more line", "more lines"),
        };
        let more = count(left_out as u64, one, many);
        let _ = writeln!(out, "  {more} ({cure})");
    }
    out.push_str(&waits(&shares, page));
    for row in &rows {
        for hint in &row.hints {
            let line = format!("{}: {}: {}", row.label, hint.rule.title(), expected(hint));
            let _ = writeln!(out, "{}", indented(&line, page.width, 2, 4));
        }
    }
    Some(out)
}

fn head(out: &mut String, kernel: &KernelReport, shares: &Shares<'_>, is_all: bool, page: Page) {
    let lines = shares.lines;
    let mut put = |text: &str, first: usize| {
        let _ = writeln!(out, "{}", indented(text, page.width, first, 4));
    };
    let name = match is_all {
        true => kernel.name.full.clone(),
        false => shorten(without_signature(&kernel.name.full), page.width.max(NAME)),
    };
    put(&format!("#{} {name}{}", kernel.number, share_and_time(kernel)), 0);
    let outside = shares.outside().filter(|outside| *outside >= 0.01);
    let outside = outside.map(|outside| {
        let outside = share_of(Some(outside));
        format!("; {outside} % of the predicted time is in no line: what a launch takes by itself")
    });
    let counted = launch(lines.grid, lines.block, lines.dynamic_shared_bytes);
    let how = match lines.total.executed {
        0 => "no launch was counted",
        _ => "one launch was counted",
    };
    put(&format!("{how}: {counted}{}", outside.unwrap_or_default()), 2);
    let mut files: Vec<&str> = lines.lines.iter().map(|line| line.place.file.as_str()).collect();
    files.dedup();
    match &lines.no_lines {
        Some(reason) if reason == NO_LINE_INFORMATION => {
            put(&format!("no source lines: {reason}; {HOW}"), 2);
        }
        Some(reason) => put(&format!("no source lines: {}", printable(reason)), 2),
        None => put(&printable(&files.join(", ")), 2),
    }
}

/// What the warps were doing when they were sampled, and where most of them waited.
fn waits(shares: &Shares<'_>, page: Page) -> String {
    let mut out = String::new();
    let mut put = |text: &str, first: usize| {
        let _ = writeln!(out, "{}", indented(text, page.width, first, 4));
    };
    if let Some(all) = super::waits::of_kernel(shares.lines) {
        put(&all, 2);
    }
    for place in super::waits::most_waited_for(shares.lines) {
        put(&printable(&place), 2);
    }
    out
}

#[derive(Clone, Copy)]
enum Column {
    Label,
    Share,
    Sampled,
    Counts(fn(&Counts) -> String),
}

impl Column {
    fn cell(self, row: &LineRow<'_>) -> String {
        match self {
            Self::Label => row.label.clone(),
            Self::Share => share_of(row.share),
            Self::Sampled => share_of(row.sampled),
            Self::Counts(cell) => cell(&row.counts),
        }
    }
}

fn table(rows: &[LineRow<'_>], sources: &Sources, page: Page) -> String {
    let is_of_lines = rows.iter().any(|row| row.place.is_some());
    let label = if is_of_lines { "\nline" } else { "\ninstruction" };
    let first = [
        (label, Column::Label),
        ("predicted\ntime %", Column::Share),
        ("samples\n%", Column::Sampled),
    ];
    let counts = CELLS.iter().map(|(title, cell)| (*title, Column::Counts(*cell)));
    let columns = first.into_iter().chain(counts);
    let mut used: Vec<(&'static str, Column)> =
        columns.filter(|(_, of)| rows.iter().any(|row| !of.cell(row).is_empty())).collect();
    let make = |used: &[(&'static str, Column)], source: Option<usize>, page: Page| {
        let titles = used.iter().map(|(title, _)| *title).chain(source.map(|_| "\nsource"));
        let mut table = dense(titles, |place| place < used.len(), page);
        for row in rows {
            let cells = used.iter().map(|(_, of)| of.cell(row));
            let source = source.map(|width| source_of(row, sources, width));
            table.add_row(cells.chain(source));
        }
        text(&table)
    };
    // Colours take no room on the screen.
    let width = |used: &[(&'static str, Column)]| {
        let plain = make(used, None, Page { colour: false, ..page });
        plain.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    };
    // A narrow terminal gets those that say most.
    for title in LEAST_FIRST {
        if width(&used) > page.width {
            used.retain(|(other, _)| *other != title);
        }
    }
    let rest = page.width.saturating_sub(width(&used) + 1);
    let has_text = rows.iter().any(|row| !source_of(row, sources, 1).is_empty());
    make(&used, (has_text && rest >= LEAST_SOURCE).then_some(rest), page)
}

fn source_of(row: &LineRow<'_>, sources: &Sources, width: usize) -> String {
    let text = row.place.and_then(|place| sources.text(place)).unwrap_or_default();
    let text = printable(&text.trim().replace('\t', " ")).into_owned();
    match text.chars().count() <= width {
        true => text,
        // Code is read from its beginning.
        false => text.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_take_no_room() {
        let counts = Counts { executed: 4, threads: 64, ..Counts::default() };
        let row = LineRow {
            label: "7".to_owned(),
            place: None,
            function: None,
            offset: None,
            share: Some(0.5),
            sampled: None,
            counts,
            hints: Vec::new(),
        };
        let lines = |colour| {
            let text =
                table(std::slice::from_ref(&row), &Sources::default(), Page { width: 40, colour });
            text.contains("executed")
        };
        assert!(lines(false) && lines(true));
    }
}
