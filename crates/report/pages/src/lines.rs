//! The source of kernels with what its lines ask for.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use propp_base_text::html::scrolling;
use propp_base_text::{count, printable};
use propp_code_lines::{KernelLines, NO_LINE_INFORMATION, Place, Sources};
use propp_judge_hints::words::expected;
use propp_judge_hints::{Advised, At};
use propp_report::cells::{CELLS, Cell, share};
use propp_report::lines::{LineRow, Shares, hottest, rows, waits};

use super::links;

/// Views stop where they fill this many bytes; a page has 2 MB at most.
const ROOM: usize = 300_000;

/// Lines, or instructions, of a kernel.
const MOST_ROWS: usize = 200;

/// Lines of text that stand around a line that ran.
const AROUND: u32 = 2;

/// Characters of a line of text.
const TEXT: usize = 160;

/// Shares from which on a line has the next stronger colour.
const HEAT: [f64; 6] = [0.01, 0.05, 0.1, 0.2, 0.4, 0.7];

/// The views of kernels, by their places in the analysis.
pub(super) struct Views(BTreeMap<usize, View>);

struct View {
    /// The source files of the kernel's lines: the number of a file is part of a target's name.
    files: Vec<String>,
    /// So is that of a function, for instructions without a line.
    functions: Vec<String>,
    markup: Markup,
}

impl Views {
    pub(super) fn new(advised: &Advised<'_>, sources: &Sources, hinted: &BTreeSet<usize>) -> Self {
        let mut views = BTreeMap::new();
        let mut bytes = 0;
        for (place, (kernel, advice)) in advised.kernels().enumerate() {
            let Some(shares) = Shares::of(kernel, advice).filter(|_| bytes < ROOM) else {
                continue;
            };
            let files = files(shares.lines);
            let hints = hinted.contains(&place).then(|| format!("#{}", links::hints(Some(place))));
            let markup = view(place, &shares, &files, sources, hints.as_deref());
            bytes += markup.0.len();
            let functions = functions(shares.lines);
            views.insert(place, View { files, functions, markup });
        }
        Self(views)
    }

    /// Whether a kernel has one.
    pub(super) fn has(&self, place: usize) -> bool {
        self.0.contains_key(&place)
    }

    /// The address of the line or the instruction that a hint on a kernel is about.
    pub(super) fn to(&self, place: usize, at: &At) -> Option<String> {
        let view = self.0.get(&place)?;
        Some(format!(
            "#{}",
            match &at.place {
                Some(line) => line_target(place, &view.files, line)?,
                None => offset_target(place, &view.functions, &at.function, at.offset)?,
            }
        ))
    }

    /// The section, if any kernel's instructions were counted.
    pub(super) fn section(
        &self,
        advised: &Advised<'_>,
        labels: &[String],
        sources: &Sources,
    ) -> Option<Markup> {
        let counted = advised.kernels().filter(|(kernel, _)| kernel.lines.is_some()).count();
        let left_out = counted - self.0.len();
        (counted > 0).then(|| {
            html! {
                p {
                    "Memory requests of each source line in one launch. " strong { "predicted time %" }
                    " is its share of the kernel's predicted time; " strong { "× needed" }
                    " is how many times the sectors or passes that the data need."
                }
                @for doubt in &sources.doubts { p { (printable(doubt)) } }
                @for (place, view) in &self.0 {
                    h3 id=(links::lines(*place)) { (labels[*place]) }
                    (view.markup)
                }
                @if left_out > 0 {
                    p {
                        "The lines of " (count(left_out as u64, "further kernel", "further kernels"))
                        " are left out here; " code { "propp show FILE --lines" } " has them."
                    }
                }
            }
        })
    }
}

fn files(lines: &KernelLines) -> Vec<String> {
    let files: BTreeSet<&str> = lines.lines.iter().map(|line| line.place.file.as_str()).collect();
    files.into_iter().map(str::to_owned).collect()
}

fn functions(lines: &KernelLines) -> Vec<String> {
    let mut functions: Vec<String> = Vec::new();
    for one in &lines.instructions {
        if functions.last() != Some(&one.function) {
            functions.push(one.function.clone());
        }
    }
    functions
}

fn line_target(place: usize, files: &[String], line: &Place) -> Option<String> {
    let file = files.iter().position(|file| *file == line.file)?;
    Some(format!("line-{}-{}-{}", place + 1, file + 1, line.line))
}

fn offset_target(place: usize, functions: &[String], own: &str, offset: u32) -> Option<String> {
    let function = functions.iter().position(|function| function == own)?;
    Some(format!("instruction-{}-{}-{offset:x}", place + 1, function + 1))
}

fn view(
    place: usize,
    shares: &Shares<'_>,
    files: &[String],
    sources: &Sources,
    hints: Option<&str>,
) -> Markup {
    let lines = shares.lines;
    let mut rows = rows(shares);
    let left_out = if rows.len() > MOST_ROWS { hottest(&mut rows, MOST_ROWS) } else { 0 };
    let used: Vec<_> = CELLS
        .iter()
        .filter(|(_, cell)| rows.iter().any(|row| !cell(&row.counts).is_empty()))
        .collect();
    let is_sampled = rows.iter().any(|row| row.sampled.is_some());
    let columns = used.len() + 3 + usize::from(is_sampled);
    let label = if lines.no_lines.is_some() { "instruction" } else { "line" };
    let table = html! {
        table.data.source {
            thead {
                tr {
                    th scope="col" { (label) }
                    th scope="col" { "predicted time %" }
                    @if is_sampled { th scope="col" { "samples %" } }
                    @for (title, _) in &used { th scope="col" { (title.trim().replace('\n', " ")) } }
                    th scope="col" { @if lines.no_lines.is_none() { "source" } }
                }
            }
            tbody {
                @for piece in pieces(&rows, sources) {
                    @match piece {
                        Piece::File(file) => tr { th.file scope="rowgroup" colspan=(columns) { (printable(file)) } },
                        Piece::Gap => tr.gap { td colspan=(columns) { "⋮" } },
                        Piece::Text(number, text) => tr.quiet {
                            th scope="row" { (number) }
                            td colspan=(columns - 2) {}
                            td.text { (cut_text(text)) }
                        },
                        Piece::LineRow(row) => {
                            (row_markup(place, lines, row, files, sources, &used, is_sampled))
                            @for hint in &row.hints {
                                tr.hint {
                                    td colspan=(columns) {
                                        (links::linked(hints, hint.rule.title()))
                                        ": " (expected(hint))
                                    }
                                }
                            }
                        },
                    }
                }
            }
        }
    };
    html! {
        @if let Some(reason) = &lines.no_lines {
            p {
                "No source lines: " (printable(reason)) "."
                @if reason == NO_LINE_INFORMATION {
                    " Compile with " code { "-lineinfo" }
                    " (nvcc, NVRTC); Triton and Numba give lines by themselves."
                }
            }
        }
        (scrolling("Source lines and what they ask for", &table))
        @if let Some(all) = waits::of_kernel(lines) {
            p { (all) }
            ul { @for place in waits::most_waited_for(lines) { li { (printable(&place)) } } }
        }
        @if left_out > 0 {
            p { (count(left_out as u64, "row", "rows")) " with less of the time are left out here." }
        }
    }
}

fn row_markup(
    place: usize,
    lines: &KernelLines,
    row: &LineRow<'_>,
    files: &[String],
    sources: &Sources,
    used: &[&Cell],
    is_sampled: bool,
) -> Markup {
    let id = match row.place {
        Some(line) => line_target(place, files, line),
        None => row
            .offset
            .zip(row.function)
            .and_then(|(offset, own)| offset_target(place, &functions(lines), own, offset)),
    };
    let label = row.place.map_or_else(|| row.label.clone(), |line| line.line.to_string());
    let heat = HEAT.iter().filter(|least| row.heat().is_some_and(|share| share >= **least)).count();
    let text = row.place.and_then(|line| sources.text(line)).unwrap_or_default();
    html! {
        tr id=[id] class=(format!("heat{heat}")) {
            th scope="row" { (printable(&label)) }
            td { (share(row.share)) }
            @if is_sampled { td { (share(row.sampled)) } }
            @for (_, cell) in used { td { (cell(&row.counts)) } }
            td.text { (cut_text(text)) }
        }
    }
}

fn cut_text(text: &str) -> String {
    let text = printable(&text.replace('\t', "    ")).trim_end().to_owned();
    match text.char_indices().nth(TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// What stands below one another.
enum Piece<'a> {
    File(&'a str),
    /// Lines that are left out.
    Gap,
    /// A line that did not run: its number and text.
    Text(u32, &'a str),
    LineRow(&'a LineRow<'a>),
}

/// Rows with the text around them.
fn pieces<'a>(rows: &'a [LineRow<'a>], sources: &'a Sources) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    let mut before: Option<&Place> = None;
    for (number, row) in rows.iter().enumerate() {
        let Some(place) = row.place else {
            pieces.push(Piece::LineRow(row));
            continue;
        };
        let file = place.file.as_str();
        let last = before.filter(|before| before.file == file).map(|before| before.line);
        if last.is_none() {
            pieces.push(Piece::File(file));
        }
        let text = |line: u32| {
            let at = Place { file: file.to_owned(), line };
            sources.text(&at).map(|text| Piece::Text(line, text))
        };
        let reach = |line: u32| line.saturating_sub(AROUND).max(1);
        let from = match last {
            // What lies between lines that are near each other is shown whole.
            Some(last) if place.line - last <= 2 * AROUND + 2 => last.saturating_add(1),
            Some(_) => {
                pieces.push(Piece::Gap);
                reach(place.line)
            }
            None => reach(place.line),
        };
        pieces.extend((from..place.line).filter_map(text));
        pieces.push(Piece::LineRow(row));
        let next = rows.get(number + 1).and_then(|row| row.place);
        let is_near = next.is_some_and(|next| {
            next.file == file && next.line.saturating_sub(place.line) <= 2 * AROUND + 2
        });
        if !is_near {
            let until = place.line.saturating_add(AROUND);
            pieces.extend((place.line..=until).skip(1).filter_map(text));
        }
        before = Some(place);
    }
    pieces
}
