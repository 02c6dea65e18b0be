//! The code of kernels for people.

use std::fmt::Write;

use propp_base_names::{shorten, without_signature};
use propp_base_text::table::{dense, text};
use propp_base_text::{Page, count, cut, grouped, indented, launch, printable};
use propp_code_lines::Counts;
use propp_code_lines::listing::{Instruction, Listing, SourcePlace};

use crate::cells::{CELLS, Cell};
use crate::lines::table::HOW;

/// Deeper loops are not drawn deeper.
const MOST_BARS: usize = 6;

/// Longer instructions are rare, and do not move the source lines of all others.
const MOST_INSTRUCTION: usize = 56;

/// What the cache does unless an instruction says otherwise.
const NORMAL: &str = "normal";

/// What an instruction needs at least beside counts.
const LEAST_INSTRUCTION: usize = 34;

/// What source lines need at least to have a column of their own.
const LEAST_PLACE: usize = 16;

/// The listings, one after the other.
pub fn render(listings: &[Listing], page: Page) -> String {
    let mut out = String::new();
    for listing in listings {
        if !out.is_empty() {
            out.push('\n');
        }
        head(&mut out, listing, page);
        let widths = Widths::of(listing, page);
        put_titles(&mut out, &widths);
        for (place, function) in listing.functions.iter().enumerate() {
            if place > 0 {
                let _ = writeln!(out, "\n{}:", cut(&function.name, page.width.saturating_sub(1)));
            }
            let mut before: Option<&[SourcePlace]> = None;
            for line in &function.instructions {
                put(&mut out, line, before, &widths, page);
                before = Some(&line.source);
            }
        }
    }
    out
}

/// What a listing is of, for a heading.
pub fn in_short(listing: &Listing) -> String {
    let registers = listing.resources.registers.unwrap_or(0);
    let instructions = instructions(listing);
    format!("{}, {registers} registers, {instructions}", listing.architecture)
}

fn instructions(listing: &Listing) -> String {
    count(listing.instructions().count() as u64, "instruction", "instructions")
}

/// Name, resources, classes, and what is missing.
fn head(out: &mut String, listing: &Listing, page: Page) {
    let mut put = |text: &str, first: usize| {
        let _ = writeln!(out, "{}", indented(text, page.width, first, 4));
    };
    put(&format!("{} ({})", listing.name, listing.architecture), 0);
    put(&resources(listing), 2);
    let classes = listing.classes.iter().map(|(class, count)| format!("{class} {count}"));
    let classes = classes.collect::<Vec<_>>().join(", ");
    let instructions = instructions(listing);
    put(&format!("{instructions}, {} B: {classes}", grouped(listing.code_bytes as f64)), 2);
    let depth = listing.loops().map(|one| one.depth).max().unwrap_or(0);
    put(
        &match listing.loops().count() {
            0 => "no loops".to_owned(),
            number => {
                let loops = count(number as u64, "loop", "loops");
                format!("{loops}, nested {depth} deep (a bar for each loop around an instruction)")
            }
        },
        2,
    );
    if let Some(reason) = &listing.no_lines {
        put(&format!("no source lines: {}; {HOW}", printable(reason)), 2);
    }
    if let Some([grid, block]) = listing.counted {
        put(&format!("one launch was counted: {}", launch(grid, block, 0)), 2);
    }
    if !listing.has_operands {
        put("without operands, which need nvdisasm of the CUDA toolkit", 2);
    }
    out.push('\n');
}

fn resources(listing: &Listing) -> String {
    let used = &listing.resources;
    let bytes = |what: &str, bytes: u64| match bytes {
        0 => format!("no {what}"),
        bytes => format!("{} B {what}", grouped(bytes as f64)),
    };
    let registers = used.registers.map_or_else(
        || "registers unknown".to_owned(),
        |registers| count(registers.into(), "register", "registers"),
    );
    let mut all = vec![
        registers,
        bytes("stack", used.stack_bytes.unwrap_or(0).into()),
        bytes("shared memory", used.shared_bytes),
    ];
    all.extend((used.local_bytes > 0).then(|| bytes("local memory", used.local_bytes)));
    all.extend((used.barriers > 0).then(|| count(used.barriers.into(), "barrier", "barriers")));
    for constants in &used.constants {
        let (bank, size) = (constants.bank, grouped(constants.bytes as f64));
        all.push(format!("constant bank {bank} {size} B"));
    }
    if let Some([x, y, z]) = used.max_threads {
        all.push(format!("at most {} threads a block", u64::from(x) * u64::from(y) * u64::from(z)));
    }
    all.join(", ")
}

struct Widths {
    offset: usize,
    /// What was counted, and the width of that.
    counts: Vec<(Cell, usize)>,
    bars: usize,
    guard: usize,
    instruction: usize,
    /// Whether the source stands beside the code. Where it is too narrow it stands above.
    is_beside: bool,
}

impl Widths {
    fn of(listing: &Listing, page: Page) -> Self {
        let widest = |length: fn(&Instruction) -> usize| {
            listing.instructions().map(length).max().unwrap_or(0)
        };
        let offset = widest(|line| format!("{:x}", line.offset).len()).max(4);
        let counts = counts(listing);
        let bars = widest(|line| line.loop_depth).min(MOST_BARS);
        let guard = widest(|line| line.guard.as_deref().map_or(0, str::len));
        let whole = widest(|line| instruction(line).chars().count());
        let instruction = whole.min(MOST_INSTRUCTION);
        let before = offset + 2 + bars + usize::from(bars > 0) + guard + usize::from(guard > 0);
        let of_counts = counts.iter().map(|(_, width)| width + 2).sum::<usize>();
        // A narrow terminal shows the instructions.
        let is_narrow = before + of_counts + whole.min(LEAST_INSTRUCTION) > page.width;
        let (counts, of_counts) = if is_narrow { (Vec::new(), 0) } else { (counts, of_counts) };
        let before = before + of_counts;
        let left = page.width.saturating_sub(before);
        let is_beside = left >= instruction + 2 + LEAST_PLACE && listing.no_lines.is_none();
        Self {
            offset,
            counts,
            bars,
            guard,
            instruction: if is_beside { instruction } else { left },
            is_beside,
        }
    }
}

/// The columns of counts that say anything, and their widths.
fn counts(listing: &Listing) -> Vec<(Cell, usize)> {
    let width = |cell: fn(&Counts) -> String| {
        let said = listing.instructions().filter_map(|line| line.counts.as_ref()).map(cell);
        said.map(|said| said.chars().count()).max().unwrap_or(0)
    };
    let all = CELLS.iter().map(|cell| (*cell, width(cell.1))).filter(|(_, width)| *width > 0);
    all.map(|((title, cell), width)| ((title, cell), width.max(title_width(title)))).collect()
}

fn title_width(title: &str) -> usize {
    title.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// The titles of counts, in two lines.
fn put_titles(out: &mut String, widths: &Widths) {
    if widths.counts.is_empty() {
        return;
    }
    for number in 0..2 {
        let mut row = " ".repeat(widths.offset + 2);
        for ((title, _), width) in &widths.counts {
            let said = title.split('\n').nth(number).unwrap_or_default();
            let _ = write!(row, "{said:>width$}  ");
        }
        let _ = writeln!(out, "{}", row.trim_end());
    }
}

fn put(
    out: &mut String,
    line: &Instruction,
    before: Option<&[SourcePlace]>,
    widths: &Widths,
    page: Page,
) {
    if let Some(label) = &line.label {
        let _ = writeln!(out, "{}:", cut(label, page.width.saturating_sub(1)));
    }
    let is_new = before.is_none_or(|before| before != line.source.as_slice());
    let place = match line.source.as_slice() {
        _ if !is_new => String::new(),
        // Not that of the instruction before.
        [] if before.is_some_and(|before| !before.is_empty()) => "-".to_owned(),
        places => source(places),
    };
    if !widths.is_beside && !place.is_empty() {
        let _ = writeln!(out, "  {}", cut(&place, page.width.saturating_sub(2)));
    }
    let mut row = format!("{:0width$x}  ", line.offset, width = widths.offset);
    for ((_, cell), width) in &widths.counts {
        let said = line.counts.as_ref().map(cell).unwrap_or_default();
        let _ = write!(row, "{said:>width$}  ");
    }
    if widths.bars > 0 {
        let bars = "|".repeat(line.loop_depth.min(MOST_BARS));
        let _ = write!(row, "{bars:<width$} ", width = widths.bars);
    }
    if widths.guard > 0 {
        let guard = line.guard.as_deref().unwrap_or_default();
        let _ = write!(row, "{guard:<width$} ", width = widths.guard);
    }
    let mut instruction = instruction(line);
    if row.len() + instruction.len() > page.width {
        instruction = cut(&instruction, widths.instruction);
    }
    if widths.is_beside {
        let _ = write!(row, "{instruction:<width$}  ", width = widths.instruction);
        let left = page.width.saturating_sub(row.chars().count());
        row.push_str(&if left > 0 { cut(&place, left) } else { String::new() });
    } else {
        row.push_str(&instruction);
    }
    let _ = writeln!(out, "{}", row.trim_end());
}

/// The instruction with its operands, or with what is known of them.
fn instruction(line: &Instruction) -> String {
    if let Some(text) = &line.text {
        return with_target(&printable(text), line.target.as_deref());
    }
    let mut text = format!("{:<10}", line.name);
    if let Some(memory) = &line.memory {
        let _ = write!(text, " {} {}", memory.space, memory.direction);
        if let Some(bits) = memory.bits {
            let _ = write!(text, " {bits} bits");
        }
        if let Some(policy) = memory.policy.filter(|policy| *policy != NORMAL) {
            let _ = write!(text, " {policy}");
        }
    }
    if let Some(target) = &line.target {
        let _ = write!(text, " {target}");
    }
    text.trim_end().to_owned()
}

/// nvdisasm has labels of its own, which are not printed.
fn with_target(text: &str, target: Option<&str>) -> String {
    let label = text.find("`(").and_then(|start| Some((start, start + text[start..].find(')')?)));
    match (label, target) {
        (Some((start, end)), Some(target)) => {
            format!("{}{target}{}", &text[..start], &text[end + 1..])
        }
        _ => text.to_owned(),
    }
}

/// `a.cu:7 < :12 < b.cu:3`: the place, and those that it was inlined into.
fn source(places: &[SourcePlace]) -> String {
    let mut text = String::new();
    let mut file = "";
    for (number, place) in places.iter().enumerate() {
        let name = place.file.rsplit('/').next().unwrap_or(&place.file);
        let shown = if name == file { "".into() } else { printable(name) };
        let arrow = if number > 0 { " < " } else { "" };
        let _ = write!(text, "{arrow}{shown}:{}", place.line);
        file = name;
    }
    text
}

/// The kernels with code, for a reader who names none.
pub fn overview(listings: &[Listing], page: Page) -> String {
    /// What the columns before the kernel take.
    const BEFORE: usize = 48;
    let width = page.width.saturating_sub(BEFORE).max(20);
    let titles = ["instructions", "loops", "registers", "stack\nB", "lines", "for", "kernel"];
    let mut table = dense(titles, |column| column < 4, page);
    for listing in listings {
        let registers = listing.resources.registers.map_or("?".to_owned(), |n| n.to_string());
        table.add_row([
            grouped(listing.instructions().count() as f64),
            listing.loops().count().to_string(),
            registers,
            listing.resources.stack_bytes.unwrap_or(0).to_string(),
            if listing.no_lines.is_none() { "yes" } else { "no" }.to_owned(),
            listing.architecture.clone(),
            shorten(without_signature(&listing.name), width),
        ]);
    }
    text(&table)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: &str, line: u32) -> SourcePlace {
        SourcePlace { file: file.to_owned(), line, column: 0, function: None }
    }

    #[test]
    fn a_place_names_the_places_that_it_was_inlined_into() {
        let places = [place("/a/b.cu", 7), place("/a/b.cu", 12), place("/c/d.h", 3)];
        assert_eq!(source(&places), "b.cu:7 < :12 < d.h:3");
        assert_eq!(source(&places[..1]), "b.cu:7");
        assert_eq!(source(&[]), "");
    }

    #[test]
    fn labels_of_the_disassembler_become_ours() {
        assert_eq!(with_target("BRA `(.L_x_6)", Some("L2")), "BRA L2");
        assert_eq!(with_target("BSSY B0, `(.L_1)", Some("L1")), "BSSY B0, L1");
        assert_eq!(with_target("CALL.REL.NOINC `(f)", None), "CALL.REL.NOINC `(f)");
        assert_eq!(with_target("BRA `(.L", Some("L1")), "BRA `(.L");
    }
}
