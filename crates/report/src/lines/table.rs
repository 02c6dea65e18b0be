//! The source lines of kernels for people: where the time goes, and what hints are about.

use std::fmt::Write as _;

use propp_analysis::KernelReport;
use propp_hints::{Advice, Advised, time_share};
use propp_lines::{Counts, KernelLines, Place, Sources};
use propp_model::Fraction;
use propp_text::table::{dense, text};
use propp_text::{
    Page, count, duration, indented, launch, per_cent, printable, scaled, significant,
};

use crate::hints::{expected, times};

/// Lines of a kernel that are shown unless all are wanted.
const MOST_LINES: usize = 12;

/// A line with less of the time is not among the hottest.
const LEAST_SHARE: f64 = 0.01;

/// What source text needs at least to have a column.
const LEAST_SOURCE: usize = 16;

/// How code gets source lines.
const HOW: &str = "compile with -lineinfo (nvcc, NVRTC); Triton and Numba give lines by themselves";

/// One row: a source line, or an instruction where no lines are known.
struct Row {
    /// The line's number, or the instruction's offset and name.
    label: String,
    place: Option<Place>,
    share: Option<f64>,
    counts: Counts,
    /// Titles of the hints that are about it.
    hints: Vec<String>,
}

/// The kernels whose instructions were counted, in the order of the report; of each the lines
/// that take most, or all.
#[must_use]
pub fn render(advised: &Advised<'_>, sources: &Sources, is_all: bool, page: Page) -> String {
    let mut out = String::new();
    for (kernel, advice) in advised.kernels() {
        let Some(lines) = kernel.lines.as_deref() else { continue };
        if !out.is_empty() {
            out.push('\n');
        }
        head(&mut out, kernel, lines, page);
        let (rows, left_out) = rows(kernel, lines, advice, is_all);
        out.push_str(&table(&rows, sources, page));
        if left_out > 0 {
            let more = count(left_out as u64, "more line", "more lines");
            let _ = writeln!(out, "  {more} (--all)");
        }
        for row in &rows {
            for hint in &row.hints {
                let line = format!("{}: {hint}", row.label);
                let _ = writeln!(out, "{}", indented(&line, page.width, 2, 4));
            }
        }
    }
    out
}

fn head(out: &mut String, kernel: &KernelReport, lines: &KernelLines, page: Page) {
    let mut put = |text: &str, first: usize| {
        let _ = writeln!(out, "{}", indented(text, page.width, first, 4));
    };
    let share = kernel.time_share.map(|share| format!(", {} % of the time", per_cent(share)));
    let time = kernel.durations.map(|d| format!(", {} a launch", duration(d.median_ns)));
    let (share, time) = (share.unwrap_or_default(), time.unwrap_or_default());
    put(&format!("{}{share}{time}", kernel.name.full), 0);
    put(&format!("one launch was counted: {}", launch(lines.grid, lines.block, 0)), 2);
    let mut files: Vec<&str> = lines.lines.iter().map(|line| line.place.file.as_str()).collect();
    files.dedup();
    match &lines.no_lines {
        Some(reason) => put(&format!("no source lines: {}; {HOW}", printable(reason)), 2),
        None => put(&printable(&files.join(", ")), 2),
    }
}

/// The rows in the order of the source, and how many were left out.
fn rows(
    kernel: &KernelReport,
    lines: &KernelLines,
    advice: Option<&Advice>,
    is_all: bool,
) -> (Vec<Row>, usize) {
    let predicted = kernel.predicted.as_ref().and_then(|predicted| predicted.as_ref().ok());
    let share =
        |counts: &Counts| predicted.map(|predicted| time_share(predicted, counts, &lines.total));
    let is_single_file = lines.lines.windows(2).all(|two| two[0].place.file == two[1].place.file);
    let hints = advice.map(|advice| advice.hints.as_slice()).unwrap_or_default();
    let of = |is_it: &dyn Fn(&propp_hints::At) -> bool| -> Vec<String> {
        let about = hints.iter().filter(|hint| hint.at.as_ref().is_some_and(is_it));
        about.map(|hint| format!("{}: {}", hint.rule.title(), expected(hint))).collect()
    };
    let mut rows: Vec<Row> = if lines.lines.is_empty() {
        let ran = lines.instructions.iter().filter(|one| one.counts.executed > 0);
        ran.map(|one| Row {
            label: format!("{:04x} {}", one.offset, one.opcode),
            place: None,
            share: share(&one.counts),
            counts: one.counts,
            hints: of(&|at| at.place.is_none() && at.offset == one.offset),
        })
        .collect()
    } else {
        let ran = lines.lines.iter().filter(|line| line.counts.executed > 0);
        ran.map(|line| Row {
            label: match is_single_file {
                true => line.place.line.to_string(),
                false => format!("{}:{}", line.place.file_name(), line.place.line),
            },
            place: Some(line.place.clone()),
            share: share(&line.counts),
            counts: line.counts,
            hints: of(&|at| at.place.as_ref() == Some(&line.place)),
        })
        .collect()
    };
    let all = rows.len();
    if !is_all {
        let heat = |row: &Row| row.share.unwrap_or(row.counts.executed as f64);
        let mut hottest: Vec<f64> = rows.iter().map(heat).collect();
        hottest.sort_by(|a, b| b.total_cmp(a));
        let least = hottest.get(MOST_LINES - 1).copied().unwrap_or(0.0);
        rows.retain(|row| {
            let is_hot = heat(row) >= least && row.share.is_none_or(|share| share >= LEAST_SHARE);
            is_hot || !row.hints.is_empty()
        });
    }
    let left_out = all - rows.len();
    (rows, left_out)
}

fn table(rows: &[Row], sources: &Sources, page: Page) -> String {
    type Cell = fn(&Row) -> String;
    let columns: [(&str, Cell); 7] = [
        ("\nline", |row| row.label.clone()),
        ("time\n%", |row| row.share.and_then(Fraction::clamped).map(per_cent).unwrap_or_default()),
        ("\nexecuted", |row| si(row.counts.executed)),
        ("threads\nof 32", |row| {
            row.counts.active_threads().map(|threads| significant(threads, 3)).unwrap_or_default()
        }),
        ("sectors\n(× needed)", |row| with_times(row.counts.sectors, row.counts.ideal_sectors)),
        ("shared\n(× needed)", |row| {
            with_times(row.counts.wavefronts, row.counts.ideal_wavefronts)
        }),
        ("local\nsectors", |row| si(row.counts.local_sectors)),
    ];
    let is_used = |(_, cell): &&(&str, Cell)| rows.iter().any(|row| !cell(row).is_empty());
    let mut used: Vec<&(&str, Cell)> = columns.iter().filter(is_used).collect();
    let make = |used: &[&(&str, Cell)], source: Option<usize>| {
        let titles = used.iter().map(|(title, _)| *title).chain(source.map(|_| "\nsource"));
        let mut table = dense(titles, |place| place < used.len(), page);
        for row in rows {
            let cells = used.iter().map(|(_, cell)| cell(row));
            let source = source.map(|width| source_of(row, sources, width));
            table.add_row(cells.chain(source));
        }
        text(&table)
    };
    let width = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    // A narrow terminal gets the columns on the left.
    let mut plain = make(&used, None);
    while width(&plain) > page.width && used.len() > 2 {
        used.pop();
        plain = make(&used, None);
    }
    let rest = page.width.saturating_sub(width(&plain) + 1);
    let has_text = rows.iter().any(|row| !source_of(row, sources, 1).is_empty());
    if has_text && rest >= LEAST_SOURCE { make(&used, Some(rest)) } else { plain }
}

fn source_of(row: &Row, sources: &Sources, width: usize) -> String {
    let text = row.place.as_ref().and_then(|place| sources.text(place)).unwrap_or_default();
    let text = printable(text.trim()).replace('\t', " ");
    match text.chars().count() <= width {
        true => text,
        // Code is read from its beginning.
        false => text.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// Nothing for 0.
fn si(number: u64) -> String {
    if number == 0 {
        return String::new();
    }
    let (number, unit) = scaled(number as f64, 1000.0, 5);
    let digits = if unit == 0 { format!("{number}") } else { significant(number, 3) };
    format!("{digits}{}", ["", "K", "M", "G", "T"][unit.min(4)])
}

fn with_times(asked: u64, needed: u64) -> String {
    match (asked, needed) {
        (0, _) => String::new(),
        (_, 0) => si(asked),
        _ => format!("{} ({})", si(asked), times(asked as f64 / needed as f64)),
    }
}
