//! The first screen: the verdict, what to change first, and the kernels that take most of the
//! time. Everything else is in [`super::table`].

use std::collections::BTreeMap;
use std::fmt::Write as _;

use comfy_table::Cell;
use propp_base_names::{KernelName, labels};
use propp_base_text::{Page, count, cut, cut_words, indented, per_cent, table, wrapped};
use propp_judge_analysis::{Analysis, KernelReport, Listing, Notice};
use propp_judge_hints::{Advice, Advised};
use propp_recording_wire::{AFTER_REFUSAL, PROGRAM_FAILED, Severity};

use super::column::{Column, ORDERED, TIMED};
use super::first;
use super::head;
use super::headings::{Details, headings};
use super::modules;
use super::prices;

/// Kernels of the table, if nobody asks for another number.
pub const KERNELS: usize = 10;

/// Things to change, if nobody asks for another number.
pub const CHANGES: usize = 3;

/// Characters of a name in a sentence.
const NAME: usize = 60;
/// In the table, a column gives way to names that are cut to fewer characters than this.
const NAME_ROOM: usize = 28;
const LEAST_NAME: usize = 12;
const MOST_NAME: usize = 2 * NAME;

/// What stands before a name at the beginning of a line, and a number and a colon behind it.
const INDENT: usize = 10;

/// Warnings, and the characters of one.
const NOTICES: usize = 3;
const NOTICE: usize = 240;

/// For a terminal or a text file, with so many things to change.
pub fn render(advised: &Advised<'_>, most: usize, page: Page) -> String {
    let listing = &advised.listing;
    let analysis = listing.analysis;
    let mut out = format!("{}\n", wrapped(&head::origin(analysis), page.width, 2));
    let _ = writeln!(out, "{}", wrapped(&first::verdict(analysis), page.width, 2));
    for notice in analysis.notices.iter().filter(|notice| comes_first(notice)) {
        let _ = writeln!(out, "{}", wrapped(&head::notice_line(notice), page.width, 2));
    }
    if let Some(picture) = first::picture(analysis, page.width) {
        let _ = writeln!(out, "{picture}");
    }
    for line in first::beside_steps(analysis) {
        let _ = writeln!(out, "{}", wrapped(&line, page.width, 2));
    }
    out.push_str(&changes(advised, page, most, "--all"));
    if listing.kernels.is_empty() {
        out.push_str("\nNo kernel.\n");
    } else {
        let _ = write!(out, "\n{}", kernels(advised, page));
        if let Some(modules) = modules::most(&analysis.modules) {
            let _ = writeln!(out, "\n{}", wrapped(&modules, page.width, 2));
        }
        let _ = writeln!(out, "\n{}", wrapped(&more(listing), page.width, 0));
        if let Some(line) = prices::line(listing) {
            let _ = writeln!(out, "{}", wrapped(&line, page.width, 0));
        }
    }
    out.push_str(&notices(analysis, page));
    out
}

/// Every change, the one first that saves most time; of a report on the first kernels as many.
pub(super) fn all_changes(advised: &Advised<'_>, page: Page) -> String {
    let most = advised.listing.most();
    let changes = changes(advised, page, most, "a larger --top");
    if changes.is_empty() {
        return changes;
    }
    let order = match advised.listing.analysis.run.kernel_time_ns {
        0 => "the most important first",
        _ => "the most time saved first",
    };
    format!("\nChanges, {order}:\n{changes}")
}

/// The changes that save most time over the run, and how to see more.
fn changes(advised: &Advised<'_>, page: Page, most: usize, cure: &str) -> String {
    let names = headings(&advised.listing.kernels, NAME.min(page.width.saturating_sub(INDENT)));
    let all = first::changes(advised);
    let mut out = String::new();
    for (number, one) in (1..).zip(all.iter().take(most)) {
        let _ = write!(out, "\n{}", change(number, one, &names, page));
    }
    let shown = &all[..most.min(all.len())];
    let together = first::together(advised.listing.analysis, shown).map(|words| words + ".");
    let more = all.len() - shown.len();
    let more = (more > 0)
        .then(|| format!("{}: {cure}", count(more as u64, "more change", "more changes")));
    let below = together.into_iter().chain(more);
    let below: String = below.map(|line| wrapped(&line, page.width, 0) + "\n").collect();
    if below.is_empty() { out } else { format!("{out}\n{below}") }
}

/// A change with its gain and what to do, in a few lines.
fn change(number: usize, change: &first::Change<'_>, names: &[String], page: Page) -> String {
    let (bold, plain) = if page.colour { ("\u{1b}[1m", "\u{1b}[0m") } else { ("", "") };
    let title = format!("{number}. {}: {}", change.numbered_subject(names), change.title());
    let title = indented(&title, page.width, 0, 4);
    let gain = indented(&change.expected(), page.width, 4, 4);
    let remedy = indented(&change.hint.remedy, page.width, 4, 4);
    format!("{bold}{title}{plain}\n{gain}\n{remedy}\n")
}

/// The table: a line for its titles, and one for each listed kernel.
pub fn kernels(advised: &Advised<'_>, page: Page) -> String {
    let all: Vec<(&KernelReport, Option<&Advice>)> = advised.kernels().collect();
    let names_in = |room: usize| names(&advised.listing, room);
    let longest = names_in(MOST_NAME).iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let laid_out = |columns: &'static [Column]| {
        let rows: Vec<Vec<String>> = all
            .iter()
            .map(|(kernel, advice)| {
                columns.iter().map(|column| column.cell(advised, kernel, *advice)).collect()
            })
            .collect();
        let width = |place: usize| {
            let cells = rows.iter().map(|row: &Vec<String>| row[place].chars().count());
            cells.chain([columns[place].title().len()]).max().unwrap_or(0)
        };
        let taken: usize = (0..columns.len()).map(|place| width(place) + 1).sum();
        (columns, rows, page.width.saturating_sub(taken + 1))
    };
    let layouts = if first::is_ordered(&advised.listing) { &ORDERED[..] } else { &TIMED[..] };
    let mut tried = layouts.iter().map(|columns| laid_out(columns));
    let enough = longest.min(NAME_ROOM);
    let found = tried.find(|(_, _, room)| *room >= enough);
    let Some((columns, rows, room)) = found.or_else(|| layouts.last().map(|last| laid_out(last)))
    else {
        return String::new();
    };
    let room = room.clamp(LEAST_NAME, MOST_NAME);
    let titles = columns.iter().map(|column| column.title()).chain(["name"]);
    let is_number = |place: usize| columns.get(place).is_some_and(|column| column.is_number());
    let mut table = table::dense(titles, is_number, page);
    for (cells, name) in rows.into_iter().zip(names_in(room)) {
        table.add_row(cells.into_iter().chain([name]).map(Cell::new));
    }
    table::text(&table)
}

/// A line for each listed kernel's name, with what tells it from others of that name.
fn names(listing: &Listing<'_>, room: usize) -> Vec<String> {
    let shown = listing.listed();
    let names: Vec<&KernelName> = shown.iter().map(|kernel| &kernel.name).collect();
    let details = Details::among(&listing.kernels);
    // Few rooms are left, and many names.
    let mut by_room: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut label = |place: usize, room: usize| {
        by_room.entry(room).or_insert_with(|| labels(&names, room))[place].clone()
    };
    let one = |(place, kernel): (usize, &&KernelReport)| {
        let own = details.of(kernel).join(", ");
        if own.is_empty() {
            return label(place, room);
        }
        let left = room.saturating_sub(own.chars().count() + 1).max(LEAST_NAME);
        cut(&format!("{} {own}", label(place, left)), room)
    };
    shown.iter().enumerate().map(one).collect()
}

/// What is not on this screen, and where it is.
fn more(listing: &Listing<'_>) -> String {
    let analysis = listing.analysis;
    let hidden = match listing.unlisted() {
        0 => String::new(),
        hidden => {
            let time = head::unlisted_time(listing);
            let time = time.filter(|_| analysis.run.kernel_time_ns > 0).map(per_cent);
            let time = time.map_or_else(String::new, |time| format!(" ({time} % of the time)"));
            format!("{}{time}. ", count(hidden as u64, "more kernel", "more kernels"))
        }
    };
    let files: Vec<&str> = analysis.sources.iter().map(|source| source.name.as_str()).collect();
    let file = files.join(" ");
    let is_counted = listing.kernels.iter().any(|kernel| kernel.lines.is_some());
    let lines = if is_counted { " · source lines: --lines" } else { "" };
    let legend = match first::is_ordered(listing) {
        true => first::LEGEND,
        false => {
            "Roof: the resource nearest to its limit, and how much of it is used; likely gain: the \
             speedup that the first hint predicts, and its interval; weakest: the lowest criterion, of \
             100"
        }
    };
    format!(
        "{hidden}More: propp show {file} --all · one kernel: -k 1{lines} · web page: -o x.html. \
         {legend} (propp explain screen)."
    )
}

/// Whether a notice is about all that follows, and so stands above the kernels.
fn comes_first(notice: &Notice) -> bool {
    [AFTER_REFUSAL, PROGRAM_FAILED].contains(&notice.code.as_str())
}

/// What is missing: in full where something failed, else in two lines or so.
fn notices(analysis: &Analysis, page: Page) -> String {
    let mut out = String::new();
    let below = || analysis.notices.iter().filter(|notice| !comes_first(notice));
    let severe = || below().filter(|notice| notice.severity != Severity::Info);
    for notice in severe().take(NOTICES) {
        let line = head::notice_line(notice);
        let line = match notice.severity {
            Severity::Failure => line,
            _ => cut_words(&line, NOTICE),
        };
        let _ = writeln!(out, "{}", wrapped(&line, page.width, 2));
    }
    let more = severe().count().saturating_sub(NOTICES);
    if more > 0 {
        let _ = writeln!(out, "{}: --all", count(more as u64, "more notice", "more notices"));
    }
    out
}
