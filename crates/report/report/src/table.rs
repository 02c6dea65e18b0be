//! Kernels as a table for people.

use comfy_table::{Cell, Color};
use propp_base_model::Value;
use propp_base_names::{KernelName, labels};
use propp_base_text::{Page, duration, per_cent, table};
use propp_judge_analysis::{KernelReport, Listing, Scope};
use propp_judge_criteria::Criterion;
use propp_judge_hints::Advised;

use super::footnotes::Footnotes;
use super::headings::Details;
use super::words::launches;
use super::{blocks, floor, head, hints, modules, predicted, summary};

/// Titles in two lines, so that the columns stay narrow.
fn titles() -> impl Iterator<Item = &'static str> {
    let own = ["\n#", "time\n%", "\ntotal", "meas./\nseen", "\nQM"];
    own.into_iter().chain(Criterion::ALL.map(Criterion::title))
}

/// With less room for names than this, each kernel gets lines of its own.
const LEAST_NAME: usize = 20;
/// Names get two lines; more room than this would only tear the table apart.
const MOST_NAME: usize = 72;

/// The report for a terminal or a text file.
pub fn render(advised: &Advised<'_>, page: Page) -> String {
    let listing = &advised.listing;
    let mut notes = Footnotes::default();
    let mut out = head::above(listing, page, &mut notes);
    let rows: Vec<Vec<String>> =
        listing.listed().iter().map(|kernel| cells(listing, kernel, &mut notes)).collect();
    let widths = widths(&rows);
    let taken: usize = widths.iter().map(|width| width + 1).sum();
    let room = page.width.saturating_sub(taken);
    out.push('\n');
    if listing.listed().is_empty() {
        out.push_str("No kernel.\n");
    } else if room < LEAST_NAME {
        out.push_str(&blocks::render(listing, &rows, page));
    } else {
        out.push_str(&lines(listing, rows, room.min(MOST_NAME), page));
    }
    if !listing.listed().is_empty() {
        out.push_str(&predicted::block(advised, page));
        out.push_str(&floor::block(listing, page));
        if listing.is_whole() {
            out.push_str(&summary::all_changes(advised, page));
        }
        out.push_str(&hints::block(advised, page));
    }
    out.push_str(&modules::text(&listing.analysis.modules, modules::steps(listing.analysis), page));
    out.push_str(&head::below(advised, page, &notes));
    out
}

/// Everything of a kernel but its name.
fn cells(listing: &Listing<'_>, kernel: &KernelReport, notes: &mut Footnotes) -> Vec<String> {
    let unknown = || "?".to_owned();
    let mut cells = vec![
        kernel.number.to_string(),
        kernel.time_share.map_or_else(unknown, per_cent),
        kernel.durations.map_or_else(unknown, |durations| duration(durations.total_ns)),
        launches(kernel),
        quality(listing, kernel),
    ];
    cells.extend(Criterion::ALL.map(|criterion| match kernel.criteria.get(&criterion) {
        Some(report) => notes.cell(criterion, &report.aggregate.value),
        None => unknown(),
    }));
    cells
}

fn quality(listing: &Listing<'_>, kernel: &KernelReport) -> String {
    let mut text = head::quality(kernel);
    if kernel.is_partial() {
        text.push(head::PARTIAL);
    }
    if listing.is_tied(kernel) {
        text.push(head::TIED);
    }
    text
}

fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let length = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    titles()
        .enumerate()
        .map(|(column, title)| {
            let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| length(cell));
            cells.max().unwrap_or(0).max(length(title))
        })
        .collect()
}

fn lines(listing: &Listing<'_>, rows: Vec<Vec<String>>, room: usize, page: Page) -> String {
    let all = titles().chain(["\nkernel"]);
    let mut table = table::dense(all, |column| column < titles().count(), page);
    let names = names(listing.listed(), room);
    for ((kernel, cells), name) in listing.listed().iter().zip(rows).zip(names) {
        table.add_row(coloured(kernel, cells).into_iter().chain([Cell::new(name)]));
    }
    table::text(&table)
}

/// The lowest third of the scale in red, the middle one in yellow.
fn coloured(kernel: &KernelReport, cells: Vec<String>) -> Vec<Cell> {
    let quality = std::iter::once(Some(&kernel.quality.value));
    let values = quality.chain(Criterion::ALL.iter().map(|c| own(kernel, *c)));
    let before = cells.len() - Criterion::ALL.len() - 1;
    let colours = std::iter::repeat_n(None, before).chain(values.map(|v| v.and_then(colour)));
    cells
        .into_iter()
        .zip(colours)
        .map(|(cell, colour)| match colour {
            Some(colour) => Cell::new(cell).fg(colour),
            None => Cell::new(cell),
        })
        .collect()
}

/// The run's criteria would be in the same colour in every line.
fn own(kernel: &KernelReport, criterion: Criterion) -> Option<&Value> {
    let report = kernel.criteria.get(&criterion).filter(|report| report.scope == Scope::Kernel);
    report.map(|report| &report.aggregate.value)
}

fn colour(value: &Value) -> Option<Color> {
    match value {
        Value::Measured { value } if value.get() * 3.0 < 1.0 => Some(Color::Red),
        Value::Measured { value } if value.get() * 3.0 < 2.0 => Some(Color::Yellow),
        Value::Measured { .. } => None,
        Value::NotApplicable { .. } | Value::Unavailable { .. } => Some(Color::DarkGrey),
    }
}

/// Names in up to two lines, and below a name that comes more than once what
/// tells its rows apart.
fn names(kernels: &[&KernelReport], room: usize) -> Vec<String> {
    // A name does not always break where the line ends.
    let width = (2 * room).saturating_sub(room / 6);
    let all: Vec<&KernelName> = kernels.iter().map(|kernel| &kernel.name).collect();
    let labels = labels(&all, width);
    let details = Details::among(kernels);
    kernels
        .iter()
        .zip(labels)
        .map(|(kernel, label)| {
            let mut text = in_two(&label, room);
            for line in details.of(kernel) {
                text.push_str("\n  ");
                text.push_str(&line);
            }
            text
        })
        .collect()
}

/// Breaks a long name where a part of it ends.
fn in_two(label: &str, room: usize) -> String {
    let all: Vec<char> = label.chars().collect();
    if all.len() <= room {
        return label.to_owned();
    }
    let rest_fits = all.len().saturating_sub(room);
    let ends_part = |place: &usize| {
        matches!(all[place - 1], ':' | '_' | ' ' | '…') && all.get(*place) != Some(&':')
            || all.get(*place) == Some(&'<')
    };
    let place = (rest_fits.max(1)..=room).rev().find(ends_part).unwrap_or(room);
    let (first, second): (String, String) =
        (all[..place].iter().collect(), all[place..].iter().collect());
    format!("{}\n{second}", first.trim_end())
}

#[cfg(test)]
mod tests {
    use super::in_two;

    #[test]
    fn a_name_breaks_between_its_parts_if_it_can() {
        assert_eq!(in_two("cub::DeviceScanKernel<…>", 24), "cub::DeviceScanKernel<…>");
        assert_eq!(
            in_two("cub::detail::scan::DeviceScanKernel<…>", 20),
            "cub::detail::scan::\nDeviceScanKernel<…>"
        );
        assert_eq!(in_two("abcdefghij", 6), "abcdef\nghij");
    }
}
