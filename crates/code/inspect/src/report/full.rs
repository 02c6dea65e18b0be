//! One kernel, or several, in full.

use std::fmt::Write as _;

use propp_base_text::{Page, count, cut, grouped_digits, indented, table, wrapped};

use super::words::{place, skipped};
use crate::code::Code;
use crate::findings::{per_cent, step_text};
use crate::inspection::{Inspected, Inspection};
use crate::occurrences::Occurrences;
use crate::resources::Resources;
use propp_code_pace::GLOBAL_LATENCY;

/// What the columns of the operations before the line take, and the least room for a line.
const COUNTS: usize = 44;
const LEAST_LINE: usize = 12;

const LOOPS: usize = 24;

/// The first `most` kernels of the architecture that most are for, in full.
pub fn render(inspection: &Inspection, page: Page, most: usize) -> String {
    let mut out = String::new();
    let usual = inspection.usual_target();
    let shown = inspection.kernels.iter().filter(|i| Some(i.kernel.target) == usual);
    for (number, inspected) in shown.clone().take(most).enumerate() {
        if number > 0 {
            out.push('\n');
        }
        kernel(&mut out, inspection, inspected, page);
    }
    let more = shown.count().saturating_sub(most);
    if more > 0 {
        let more = count(more as u64, "more kernel", "more kernels");
        let _ = writeln!(out, "\n{more} of this name: --top N, or a longer name.");
    }
    let mut others = inspection.targets();
    others.retain(|target| Some(*target) != usual);
    if !others.is_empty() {
        let others: Vec<String> = others.iter().map(ToString::to_string).collect();
        let text = format!("Also compiled for {} (--arch sm_NN).", others.join(", "));
        let _ = writeln!(out, "\n{}", wrapped(&text, page.width, 0));
    }
    for line in skipped(&inspection.files) {
        let _ = writeln!(out, "{}", indented(&format!("Not read: {line}"), page.width, 0, 2));
    }
    out
}

pub(super) fn kernel(out: &mut String, inspection: &Inspection, inspected: &Inspected, page: Page) {
    let kernel = &inspected.kernel;
    let (bold, plain) = if page.colour { ("\u{1b}[1m", "\u{1b}[0m") } else { ("", "") };
    let _ = writeln!(out, "{bold}{}{plain}", wrapped(&kernel.name.full, page.width, 2));
    let compiler = kernel.compiler.as_ref();
    let compiler = compiler.map_or_else(String::new, |version| format!(", compiler {version}"));
    let linked = if kernel.is_linked { "" } else { " (not linked yet)" };
    let origin = format!("{}{linked}{compiler}, {}", kernel.target, place(inspection, inspected));
    let _ = writeln!(out, "{}", wrapped(&origin, page.width, 2));
    if !inspected.findings.is_empty() {
        section(out, "Conspicuous", page);
        for finding in &inspected.findings {
            let _ = writeln!(out, "{}", indented(&finding.to_string(), page.width, 2, 4));
        }
    }
    section(out, "Resources", page);
    for line in resources(&kernel.resources) {
        let _ = writeln!(out, "{}", indented(&line, page.width, 2, 4));
    }
    occupancies(out, inspected, page);
    code(out, &kernel.code, page);
    loops(out, &kernel.code, page);
}

fn section(out: &mut String, title: &str, page: Page) {
    let (bold, plain) = if page.colour { ("\u{1b}[1m", "\u{1b}[0m") } else { ("", "") };
    let _ = writeln!(out, "\n{bold}{title}{plain}");
}

fn resources(resources: &Resources) -> Vec<String> {
    let registers = resources.registers.map_or_else(|| "unknown".to_owned(), |n| n.to_string());
    let limit = resources.max_registers.filter(|&most| most < 255);
    let limit = limit.map_or_else(String::new, |most| format!(" (compiled for at most {most})"));
    let constants: Vec<String> = resources
        .constants
        .iter()
        .map(|one| format!("{} B in bank {}", grouped_digits(&one.bytes.to_string()), one.bank))
        .collect();
    let mut lines = vec![
        format!("{registers} registers of a thread{limit}"),
        format!("{} B of stack of a thread", resources.stack_bytes),
        format!("{} B of static shared memory of a block", resources.static_shared_bytes),
    ];
    if !constants.is_empty() {
        let parameters = resources.parameter_bytes;
        let parameters = parameters.map_or_else(String::new, |n| format!("; {n} B of parameters"));
        lines.push(format!("constant memory: {}{parameters}", constants.join(", ")));
    }
    let extent = |threads: [u32; 3]| match threads {
        [x, 1, 1] => x.to_string(),
        [x, y, z] => format!("{x} x {y} x {z}"),
    };
    match (resources.required_threads, resources.max_threads) {
        (Some(threads), _) => {
            lines.push(format!("blocks of {} threads (required)", extent(threads)))
        }
        (None, Some(threads)) => {
            lines.push(format!("blocks of at most {} threads (launch bounds)", extent(threads)));
        }
        (None, None) => lines.push("no launch bounds".to_owned()),
    }
    if let Some(cluster) = resources.cluster {
        lines.push(format!("clusters of {} blocks", extent(cluster)));
    }
    if resources.barriers > 0 {
        let barriers = count(resources.barriers.into(), "barrier", "barriers");
        lines.push(format!("{barriers} of a block"));
    }
    lines
}

fn occupancies(out: &mut String, inspected: &Inspected, page: Page) {
    if inspected.occupancies.is_empty() {
        return;
    }
    let shared = inspected.occupancies[0].dynamic_shared_bytes;
    let shared = if shared == 0 { "no".to_owned() } else { format!("{shared} B of") };
    section(out, &format!("Occupancy, {shared} dynamic shared memory"), page);
    let titles = ["GPU", "block", "blocks", "occ %", "limited by"];
    let mut table = table::dense(titles, |place| (1..=3).contains(&place), page);
    for one in &inspected.occupancies {
        let (share, limits) = match &one.refused {
            Some(reason) => ("none".to_owned(), reason.clone()),
            None => (per_cent(one.occupancy), one.limits.join(", ")),
        };
        table.add_row([
            one.gpu.to_owned(),
            one.block.to_string(),
            one.blocks_per_sm.to_string(),
            share,
            limits,
        ]);
    }
    push_indented(out, &table::text(&table));
    if let Some((main, step)) = inspected.main().and_then(|main| Some((main, main.next.as_ref()?)))
    {
        let text = format!("With blocks of {}, {}.", main.block, step_text(step, main));
        let _ = writeln!(out, "{}", indented(&text, page.width, 2, 2));
    }
}

fn push_indented(out: &mut String, text: &str) {
    for line in text.lines() {
        let _ = writeln!(out, "  {line}");
    }
}

fn code(out: &mut String, code: &Code, page: Page) {
    section(out, &format!("{} instructions, by loop depth", code.instructions), page);
    let depths = code.classes.values().map(Vec::len).max().unwrap_or(1).max(1);
    let names: Vec<String> = (0..depths).map(|depth| depth.to_string()).collect();
    let titles = ["class", "all"].into_iter().chain(names.iter().map(String::as_str));
    let mut table = table::dense(titles, |place| place > 0, page);
    for (class, by_depth) in &code.classes {
        let all: u32 = by_depth.iter().sum();
        let cells = (0..depths).map(|depth| number(by_depth.get(depth).copied().unwrap_or(0)));
        table.add_row([class.clone(), all.to_string()].into_iter().chain(cells));
    }
    push_indented(out, &table::text(&table));
    if code.unknown > 0 {
        let _ = writeln!(out, "  {} of opcodes that propp does not know", code.unknown);
    }
    if code.subroutine_instructions > 0 {
        let text = format!(
            "and {} of the compiler's functions for rare cases, not counted here",
            code.subroutine_instructions
        );
        let _ = writeln!(out, "{}", indented(&text, page.width, 2, 4));
    }
    operations(out, code, page);
    accesses(out, code, page);
}

fn number(count: u32) -> String {
    if count == 0 { "-".to_owned() } else { count.to_string() }
}

fn operations(out: &mut String, code: &Code, page: Page) {
    let local = &code.local;
    let all: [(&str, &Occurrences); 17] = [
        ("barriers", &code.barriers),
        ("shuffles", &code.shuffles),
        ("atomics, global", &code.atomics_global),
        ("atomics, shared", &code.atomics_shared),
        ("tensor", &code.tensor),
        ("double precision", &code.double),
        ("float to double", &code.to_double),
        ("double to float", &code.to_single),
        ("integer divisions", &code.divisions),
        ("64-bit divisions", &code.long_divisions),
        ("float slow paths", &code.slow_paths),
        ("spill loads", &local.spills.loads),
        ("spill stores", &local.spills.stores),
        ("stack loads", &local.fixed.loads),
        ("stack stores", &local.fixed.stores),
        ("array accesses", &local.computed.loads),
        ("array stores", &local.computed.stores),
    ];
    let found: Vec<_> = all.into_iter().filter(|(_, one)| !one.is_empty()).collect();
    if !found.is_empty() {
        section(out, "Operations", page);
        let titles = ["", "all", "in loops", "deepest", "where"];
        let has_lines = found.iter().any(|(_, one)| one.line.is_some());
        let titles = &titles[..if has_lines { 5 } else { 4 }];
        let is_number = |place| (1..=3).contains(&place);
        let mut table = table::dense(titles.iter().copied(), is_number, page);
        for (name, one) in found {
            let mut cells = vec![
                name.to_owned(),
                one.count.to_string(),
                number(one.in_loops),
                one.depth.to_string(),
            ];
            if has_lines {
                let room = page.width.saturating_sub(COUNTS).max(LEAST_LINE);
                cells.push(cut(one.line.as_deref().unwrap_or_default(), room));
            }
            table.add_row(cells);
        }
        push_indented(out, &table::text(&table));
    }
    if !code.calls.is_empty() || code.unresolved_calls > 0 {
        let mut calls: Vec<String> =
            code.calls.iter().map(|(name, count)| format!("{name} ({count})")).collect();
        if code.unresolved_calls > 0 {
            calls.push(format!("by pointer or not told ({})", code.unresolved_calls));
        }
        let calls = propp_base_text::printable(&calls.join(", ")).into_owned();
        let _ = writeln!(out, "{}", indented(&format!("calls: {calls}"), page.width, 2, 4));
    }
}

fn accesses(out: &mut String, code: &Code, page: Page) {
    let shown = code.accesses.iter().filter(|access| access.space != "constant");
    let shown: Vec<_> = shown.collect();
    if shown.is_empty() {
        return;
    }
    section(out, "Accesses", page);
    let titles = ["memory", "access", "bits", "depth", "count"];
    let mut table = table::dense(titles, |place| place >= 2, page);
    for access in shown {
        table.add_row([
            access.space.to_owned(),
            access.direction.to_owned(),
            access.width.map_or_else(|| "-".to_owned(), |width| width.to_string()),
            access.depth.to_string(),
            access.count.to_string(),
        ]);
    }
    push_indented(out, &table::text(&table));
}

fn loops(out: &mut String, code: &Code, page: Page) {
    if code.loops.is_empty() {
        return;
    }
    section(out, "Loops: static price of a pass, in cycles of one warp alone", page);
    let titles = ["", "instr", "cycles", "issue", "rounds", "waits", "barriers"];
    let mut table = table::dense(titles, |place| place > 0, page);
    for body in code.loops.iter().take(LOOPS) {
        let price = &body.price;
        let offset = format!("{:#06x}", body.offset);
        let name = body.line.clone().unwrap_or(offset);
        let name = format!("{}{name}", "  ".repeat(body.depth.saturating_sub(1)));
        table.add_row([
            cut(&name, page.width.saturating_sub(COUNTS).max(LEAST_LINE)),
            body.instructions.to_string(),
            price.cycles.to_string(),
            price.issue_cycles.to_string(),
            format!("{:.1}", price.rounds),
            price.other_wait_cycles.to_string(),
            number(price.barriers),
        ]);
    }
    push_indented(out, &table::text(&table));
    let more = code.loops.len().saturating_sub(LOOPS);
    if more > 0 {
        let _ = writeln!(out, "  and {more} more: --format json");
    }
    let text = format!(
        "An estimate from the code alone, no time: each branch once, inner loops left out, a \
         round is {GLOBAL_LATENCY} cycles of waiting for global memory."
    );
    let _ = writeln!(out, "{}", indented(&text, page.width, 2, 2));
}
