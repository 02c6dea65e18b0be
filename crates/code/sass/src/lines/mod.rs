//! Source lines, from `.debug_line`.
//!
//! The section holds DWARF line programs of version 2. NVIDIA adds two extended opcodes: 0x90
//! says that the rows from here on are inlined, into which row of the same sequence (counted
//! from 1; 0 is no row) and the name of the inlined function as an offset into `.debug_str`.
//! 0x91 sets such a name alone. The text of the PTX (`.nv_debug_ptx_txt`) and lines in it
//! (`.nv_debug_line_sass`) are not read.

mod cut;
mod header;
mod program;

use std::collections::HashMap;

use propp_code_elf::text_at;

use crate::elf::{self, Elf};
use crate::function::Function;
pub(crate) use cut::{CutLines, cut};
use header::Header;
use program::{Row, Sequence};

/// Inlined calls that are followed outwards.
const MAX_FRAMES: usize = 64;

/// Why a cubin has no source lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLines {
    #[error("the cubin has no line information; compile with -lineinfo")]
    Missing,
    #[error("the line information is of DWARF version {0}; known are 2 to 4")]
    UnknownVersion(u16),
    #[error("the header of the line information at offset {0:#x} of .debug_line is damaged")]
    Damaged(usize),
}

/// A file as the compiler recorded it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceFile<'a> {
    pub directory: Option<&'a str>,
    pub name: &'a str,
    /// 0 if not recorded.
    pub bytes: u64,
}

impl SourceFile<'_> {
    pub fn path(&self) -> String {
        match self.directory {
            Some(directory) if !self.name.starts_with('/') => format!("{directory}/{}", self.name),
            _ => self.name.to_owned(),
        }
    }
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    pub file: SourceFile<'a>,
    pub line: u32,
    /// 0 if not recorded.
    pub column: u32,
    /// The inlined function that the place is in. `None` in the function itself.
    pub function: Option<&'a str>,
}

/// Where an instruction comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location<'a> {
    pub frame: Frame<'a>,
    /// The calls through which the place was inlined, from the innermost outwards.
    pub inlined: Vec<Frame<'a>>,
}

/// The source lines of a cubin.
pub struct Lines<'a> {
    units: Vec<Header<'a>>,
    by_section: HashMap<usize, Vec<Sequence>>,
    names: &'a [u8],
}

/// The source lines of one function.
#[derive(Clone, Copy)]
pub struct LineTable<'l, 'a> {
    lines: &'l Lines<'a>,
    sequences: &'l [Sequence],
    start: u64,
}

impl<'a> Lines<'a> {
    pub(crate) fn from_elf(elf: &Elf<'a>) -> Result<Self, NoLines> {
        let section = elf.sections.iter().position(|section| section.name == ".debug_line");
        let section = section.ok_or(NoLines::Missing)?;
        let names = elf.section(".debug_str").map_or(&[][..], |section| section.bytes);
        let relocated = relocated(elf, section);
        let mut lines = Self { units: Vec::new(), by_section: HashMap::new(), names };
        let bytes = elf.sections[section].bytes;
        let mut at = 0;
        while at < bytes.len() {
            let (header, program) = Header::parse(bytes, at)?;
            let unit = lines.units.len();
            for (section, sequence) in
                program::run(&header, bytes, program, unit, &relocated, &|_| true)
            {
                lines.by_section.entry(section).or_default().push(sequence);
            }
            at = header.end;
            lines.units.push(header);
        }
        lines.by_section.values_mut().for_each(|s| s.sort_by_key(|sequence| sequence.start));
        if lines.by_section.is_empty() { Err(NoLines::Missing) } else { Ok(lines) }
    }

    /// The lines of one function, if it has any.
    pub fn table<'l>(&'l self, function: &Function<'_>) -> Option<LineTable<'l, 'a>> {
        let sequences = self.by_section.get(&function.section)?;
        Some(LineTable { lines: self, sequences, start: function.start })
    }
}

/// Where relocations put the address of code: the offset in `.debug_line`, the section of the
/// code and the offset in it.
fn relocated(elf: &Elf<'_>, section: usize) -> HashMap<usize, (usize, u64)> {
    let sections = elf.sections.iter();
    let of_lines = sections.filter(|s| s.name.starts_with(".rel") && s.info as usize == section);
    let relocations = of_lines.flat_map(elf::relocations);
    let places = relocations.filter_map(|relocation| {
        let symbol = elf.symbols.get(relocation.symbol as usize)?;
        let start = symbol.value.wrapping_add_signed(relocation.addend);
        Some((usize::try_from(relocation.offset).ok()?, (symbol.section.into(), start)))
    });
    places.collect()
}

impl<'a> LineTable<'_, 'a> {
    /// Where the instruction at an offset of the function comes from.
    pub fn at(&self, offset: u64) -> Option<Location<'a>> {
        let address = self.start.checked_add(offset)?;
        let after = self.sequences.partition_point(|sequence| sequence.start <= address);
        let sequence = self.sequences.get(after.checked_sub(1)?)?;
        if address >= sequence.end {
            return None;
        }
        let row = sequence.rows.partition_point(|row| row.address <= address).checked_sub(1)?;
        let mut row = &sequence.rows[row];
        let frame = self.frame(sequence, row)?;
        let mut inlined = Vec::new();
        for _ in 0..MAX_FRAMES {
            let Some(caller) = caller(sequence, row) else { break };
            inlined.extend(self.frame(sequence, caller));
            row = caller;
        }
        Some(Location { frame, inlined })
    }

    fn frame(&self, sequence: &Sequence, row: &Row) -> Option<Frame<'a>> {
        let file = self.lines.units.get(sequence.unit)?.file(row.file)?;
        let named = row.function.and_then(|at| text_at(self.lines.names, at as usize));
        Some(Frame { file, line: row.line, column: row.column, function: named })
    }
}

/// The row that a row was inlined into.
fn caller<'s>(sequence: &'s Sequence, row: &Row) -> Option<&'s Row> {
    sequence.rows.get((row.context as usize).checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Found among a million damaged cubins: it went round without end.
    #[test]
    fn a_row_inlined_into_itself_without_a_file_ends() {
        let mut unit = vec![24, 0, 0, 0, 2, 0, 12, 0, 0, 0, 1, 1, 0, 1, 1, 0];
        unit.extend(b"a\0\0\0\0\0");
        let (header, _) = Header::parse(&unit, 0).unwrap();
        let row =
            |file, context| Row { address: 0, file, line: 7, column: 0, context, function: None };
        // The second row is looked up; the first has a file that is not there.
        let rows = vec![row(9, 1), row(1, 1)];
        let sequences = [Sequence { unit: 0, start: 0, end: 16, rows, program: 0..0 }];
        let lines = Lines { units: vec![header], by_section: HashMap::new(), names: &[] };
        let table = LineTable { lines: &lines, sequences: &sequences, start: 0 };
        let location = table.at(0).unwrap();
        assert_eq!((location.frame.file.name, location.frame.line), ("a", 7));
        assert_eq!(location.inlined, []);
    }
}
