//! The first screen: what there is, and the most conspicuous kernels with a line each.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use comfy_table::Cell;
use propp_base_text::{Page, count, indented, table, wrapped};
use propp_code_fatbin::Target;

use super::words::{contents, names, place, skipped};
use crate::findings::{Topic, per_cent};
use crate::inspection::{Inspected, Inspection};

/// Kernels that are shown, if nobody asks for another number.
pub const KERNELS: usize = 10;

/// The least and the most room for a name.
const LEAST_NAME: usize = 12;
const MOST_NAME: usize = 120;

/// From this width on each kernel has its instructions and where it is from.
const WIDE: usize = 80;

/// What a list shows first.
struct Shown<'a> {
    target: Target,
    /// All of the architecture, in the order of the inspection.
    kernels: Vec<&'a Inspected>,
}

/// The first `most` kernels of the architecture that most are for.
pub fn render(inspection: &Inspection, page: Page, most: usize) -> String {
    let mut out = format!("{}\n", wrapped(&contents(inspection), page.width, 2));
    let targets = inspection.targets();
    match inspection.usual_target() {
        Some(target) => {
            let kernels = inspection.kernels.iter().filter(|i| i.kernel.target == target);
            let shown = Shown { target, kernels: kernels.collect() };
            if targets.len() > 1 {
                let _ = write!(out, "\n{}", by_architecture(inspection, page));
            }
            let _ = write!(out, "\n{}", list(inspection, &shown, page, most));
            let _ =
                writeln!(out, "\n{}", wrapped(&footer(inspection, &shown, most), page.width, 0));
        }
        None => {
            let _ = writeln!(out, "\nNo kernel.");
        }
    }
    for line in skipped(&inspection.files) {
        let _ = writeln!(out, "{}", indented(&format!("Not read: {line}"), page.width, 0, 2));
    }
    out
}

/// A line for each architecture.
pub(super) fn by_architecture(inspection: &Inspection, page: Page) -> String {
    let mut rows: BTreeMap<Target, [usize; 4]> = BTreeMap::new();
    for Inspected { kernel, findings, .. } in &inspection.kernels {
        let row = rows.entry(kernel.target).or_default();
        row[0] += 1;
        row[1] += usize::from(!findings.is_empty());
        let has = |topics: [Topic; 2]| findings.iter().any(|f| topics.contains(&f.topic));
        row[2] += usize::from(has([Topic::Spills, Topic::SpillsInLoop]));
        row[3] += usize::from(kernel.resources.stack_bytes > 0);
    }
    let titles = ["", "kernels", "conspicuous", "with spills", "with a stack"];
    let mut table = table::dense(titles, |place| place > 0, page);
    for (target, row) in rows {
        table.add_row(std::iter::once(target.to_string()).chain(row.map(|n| n.to_string())));
    }
    table::text(&table)
}

fn list(inspection: &Inspection, shown: &Shown<'_>, page: Page, most: usize) -> String {
    let is_wide = page.width >= WIDE;
    let mut titles = vec!["regs", "stack", "shared", "block", "occ %"];
    if is_wide {
        titles.push("instr");
    }
    let kernels = &shown.kernels[..most.min(shown.kernels.len())];
    let rows: Vec<Vec<String>> =
        kernels.iter().map(|inspected| cells(inspected, is_wide)).collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([titles[column].len()]).max().unwrap_or(0)
    };
    let taken: usize = (0..titles.len()).map(|column| width(column) + 1).sum();
    let room = page.width.saturating_sub(taken + 1).clamp(LEAST_NAME, MOST_NAME);
    let names = names(kernels.iter().copied(), room);
    let mut table =
        table::dense(titles.iter().copied().chain(["kernel"]), |place| place < titles.len(), page);
    for (cells, name) in rows.into_iter().zip(names) {
        table.add_row(cells.into_iter().chain([name]).map(Cell::new));
    }
    let text = table::text(&table);
    let mut lines = text.lines();
    let mut out = lines.next().map_or_else(String::new, |titles| format!("{titles}\n"));
    for (line, inspected) in lines.zip(kernels) {
        let _ = writeln!(out, "{line}");
        let several = inspection.files.len() > 1;
        if let Some(text) = conspicuous(inspected) {
            let _ = writeln!(out, "{}", indented(&text, page.width, 5, 7));
        }
        if several && is_wide {
            let _ = writeln!(out, "{}", indented(&place(inspection, inspected), page.width, 5, 7));
        }
    }
    out
}

/// The first finding, and how many more there are.
fn conspicuous(inspected: &Inspected) -> Option<String> {
    let (first, rest) = inspected.findings.split_first()?;
    let more = if rest.is_empty() { String::new() } else { format!("; {} more", rest.len()) };
    Some(format!("{first}{more}"))
}

/// What stands beside the name; the instructions where there is room.
pub(super) fn cells(inspected: &Inspected, is_wide: bool) -> Vec<String> {
    let Inspected { kernel, .. } = inspected;
    let resources = &kernel.resources;
    let unknown = || "?".to_owned();
    let main = inspected.main();
    let share = main.map_or_else(unknown, |main| match main.refused {
        Some(_) => "none".to_owned(),
        None => per_cent(main.occupancy),
    });
    let mut cells = vec![
        resources.registers.map_or_else(unknown, |registers| registers.to_string()),
        resources.stack_bytes.to_string(),
        resources.static_shared_bytes.to_string(),
        main.map_or_else(unknown, |main| main.block.to_string()),
        share,
    ];
    if is_wide {
        cells.push(kernel.code.instructions.to_string());
    }
    cells
}

fn footer(inspection: &Inspection, shown: &Shown<'_>, most: usize) -> String {
    let mut sentences = Vec::new();
    let main = shown.kernels.iter().find_map(|inspected| inspected.main());
    if let Some(main) = main {
        let shared = match main.dynamic_shared_bytes {
            0 => String::new(),
            bytes => format!(", {} of dynamic shared memory", count(bytes.into(), "byte", "bytes")),
        };
        sentences.push(format!("Shown: {}, occupancy on {}{shared}.", shown.target, main.gpu));
    } else {
        sentences.push(format!("Shown: {}.", shown.target));
    }
    if shown.kernels.iter().all(|inspected| inspected.findings.is_empty()) {
        sentences.push("Nothing is conspicuous.".to_owned());
    }
    if shown.kernels.iter().any(|inspected| !inspected.kernel.is_linked) {
        sentences.push("Not linked yet: what it calls in other files is missing.".to_owned());
    }
    let more = shown.kernels.len().saturating_sub(most);
    if more > 0 {
        let rest = &shown.kernels[most..];
        let rest = rest.iter().filter(|inspected| !inspected.findings.is_empty()).count();
        let more = count(more as u64, "more kernel", "more kernels");
        sentences.push(format!("{more}, {rest} of them conspicuous (--top N)."));
    }
    if inspection.targets().len() > 1 {
        sentences.push("Another architecture: --arch sm_NN.".to_owned());
    }
    sentences.push("One kernel in full: -k NAME.".to_owned());
    sentences.join(" ")
}
