//! `lab/programs.md`, from the rows and the results.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use propp_base_statistics::median::median;

use super::rows::{Outcome, Row, text};

const TOP: &str = "\
# Programs of all kinds under propp

Each program of `tests/programs` ran alone and under `propp profile` (both runs, default options),
one after the other; the table gives the number of runs. A run counts as harmed if its exit code or
its standard output differs from the run alone, or if it left no readable recording.
`cargo bench --bench programs -- --page` makes this page from `tests/programs/results.jsonl`; on a
machine with a GPU `cargo xtask bench programs` runs the programs and adds results.

";

const COLUMNS: &str = "\
- *alone*, *propp*: the median of the runs in seconds, with the start of the program. propp runs the
  program twice and sets the profiler up, which takes about two seconds. So look at *propp* for
  short programs and at *ratio* for long ones.
- *longest*: the longest run under propp divided by the median.
- *counted*: the share of the kernels' time that belongs to kernels with counters, as a median.
- *left out*: the notices in the recordings (`docs/collection.md`).
";

/// The committed results.
pub(crate) fn results(folder: &Path) -> Result<Vec<Outcome>, String> {
    let path = folder.join("results.jsonl");
    let read = |line: &str| serde_json::from_str(line).map_err(|e| format!("{line}: {e}"));
    text(&path)?.lines().map(read).collect()
}

pub(crate) fn page(rows: &[Row], results: &[Outcome]) -> String {
    let mut text = TOP.to_owned();
    let harmed = results.iter().filter(|outcome| outcome.is_harmed()).count();
    let dates: BTreeSet<&str> = results.iter().map(|outcome| outcome.date.as_str()).collect();
    let gpus: BTreeSet<&str> =
        results.iter().map(|o| o.gpu.as_str()).filter(|gpu| !gpu.is_empty()).collect();
    let drivers: BTreeSet<&str> = results.iter().map(|outcome| outcome.driver.as_str()).collect();
    let join = |words: BTreeSet<&str>| words.into_iter().collect::<Vec<_>>().join(", ");
    let _ = writeln!(
        text,
        "**{harmed} of {} runs were harmed.** {}, driver {}, {}.\n",
        results.len(),
        join(gpus),
        join(drivers),
        join(dates)
    );
    text += COLUMNS;
    let mut groups: Vec<&str> = Vec::new();
    for row in rows {
        if !groups.contains(&row.group.as_str()) {
            groups.push(&row.group);
        }
    }
    for group in groups {
        let _ = write!(
            text,
            "\n## {group}\n\n| program | runs | harmed | alone | propp | ratio | longest | counted \
             | left out |\n|{}\n",
            "---|".repeat(9)
        );
        for row in rows.iter().filter(|row| row.group == group) {
            text += &line(row, results);
        }
    }
    text += &without(rows, results);
    text
}

fn line(row: &Row, results: &[Outcome]) -> String {
    let of_row: Vec<&Outcome> = results.iter().filter(|outcome| outcome.row == row.name).collect();
    let middle = |value: &dyn Fn(&Outcome) -> Option<f64>| {
        median(&of_row.iter().filter_map(|outcome| value(outcome)).collect::<Vec<f64>>())
    };
    let options = match row.options.is_empty() {
        true => String::new(),
        false => format!(" (`{}`)", row.options.join(" ")),
    };
    let name = format!("**{}**: {}{options}", row.name, row.what);
    let Some((alone, propp)) = middle(&|o| Some(o.alone_s)).zip(middle(&|o| Some(o.propp_s)))
    else {
        return format!("| {name} | not run yet | | | | | | | |\n");
    };
    let longest = of_row.iter().map(|outcome| outcome.propp_s).fold(0.0, f64::max);
    let counted = middle(&|outcome| outcome.covered);
    let notices: BTreeSet<&str> =
        of_row.iter().flat_map(|o| &o.notices).map(String::as_str).collect();
    format!(
        "| {name} | {} | {} | {alone:.1} s | {propp:.1} s | {:.1} | {:.1} | {} | {} |\n",
        of_row.len(),
        of_row.iter().filter(|outcome| outcome.is_harmed()).count(),
        propp / alone,
        longest / propp,
        counted.map_or("no kernels".to_owned(), |part| format!("{:.1} %", 100.0 * part)),
        notices.into_iter().map(|code| format!("`{code}`")).collect::<Vec<_>>().join(" ")
    )
}

/// Which kernels have no counters.
fn without(rows: &[Row], results: &[Outcome]) -> String {
    let mut text = String::from("\n## Kernels without counters\n\n");
    for row in rows {
        let last = results.iter().rev().find(|outcome| outcome.row == row.name);
        let Some(outcome) = last.filter(|outcome| !outcome.without.is_empty()) else { continue };
        let kernels: Vec<String> = outcome
            .without
            .iter()
            .map(|(name, percent)| format!("`{name}` ({percent:.1} %)"))
            .collect();
        let _ = writeln!(text, "- {}: {}", row.name, kernels.join(", "));
    }
    text
}
