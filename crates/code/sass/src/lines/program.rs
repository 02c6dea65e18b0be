//! Runs a line program: a list of rows for each stretch of code.

use std::collections::HashMap;
use std::ops::Range;

use propp_code_elf::Reader;

use super::header::Header;

/// From this address on the code comes from this place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) address: u64,
    pub(super) file: u32,
    pub(super) line: u32,
    pub(super) column: u32,
    /// The row of the call that was inlined, from 1; 0 if none was.
    pub(super) context: u32,
    /// The name of the inlined function, in `.debug_str`.
    pub(super) function: Option<u32>,
}

/// The rows of code without gaps, in one section.
#[derive(Debug)]
pub(super) struct Sequence {
    pub(super) unit: usize,
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) rows: Vec<Row>,
    /// Where its program is in `.debug_line`.
    pub(super) program: Range<usize>,
}

const START: Row = Row { address: 0, file: 1, line: 1, column: 0, context: 0, function: None };

struct Machine<'r> {
    row: Row,
    rows: Vec<Row>,
    /// The section that the last address was set in.
    section: Option<usize>,
    relocated: &'r HashMap<usize, (usize, u64)>,
    is_wanted: &'r dyn Fn(usize) -> bool,
    unit: usize,
    /// Where the program of the sequence begins.
    begun: usize,
    done: Vec<(usize, Sequence)>,
}

/// The sequences of the program between `start` and the end of its unit, with their sections:
/// those of wanted sections.
pub(super) fn run(
    header: &Header<'_>,
    bytes: &[u8],
    start: usize,
    unit: usize,
    relocated: &HashMap<usize, (usize, u64)>,
    is_wanted: &dyn Fn(usize) -> bool,
) -> Vec<(usize, Sequence)> {
    let end = header.end.min(bytes.len());
    let mut reader = Reader::new(bytes.get(start..end).unwrap_or_default());
    let (rows, done) = (Vec::new(), Vec::new());
    let (section, begun) = (None, start);
    let mut machine =
        Machine { row: START, rows, section, relocated, is_wanted, unit, begun, done };
    while !reader.is_empty() {
        if machine.step(header, &mut reader, start).is_none() {
            break;
        }
    }
    machine.done
}

impl Machine<'_> {
    /// One opcode; `None` where it is cut off.
    fn step(&mut self, header: &Header<'_>, reader: &mut Reader<'_>, start: usize) -> Option<()> {
        let opcode = reader.u8()?;
        if opcode >= header.opcode_base {
            let adjusted = opcode - header.opcode_base;
            self.advance(header, (adjusted / header.line_range).into());
            let lines = i32::from(header.line_base) + i32::from(adjusted % header.line_range);
            self.row.line = self.row.line.wrapping_add_signed(lines);
            self.rows.push(self.row);
            return Some(());
        }
        match opcode {
            0 => self.extended(reader, start)?,
            1 => self.rows.push(self.row),
            2 => self.advance(header, reader.uleb()?),
            3 => self.row.line = self.row.line.wrapping_add_signed(reader.sleb()? as i32),
            4 => self.row.file = u32::try_from(reader.uleb()?).ok()?,
            5 => self.row.column = reader.uleb()? as u32,
            8 => self.advance(header, ((255 - header.opcode_base) / header.line_range).into()),
            9 => self.row.address = self.row.address.wrapping_add(reader.u16()?.into()),
            // Whether a row begins a statement or a block, and opcodes of newer versions.
            _ => {
                let count = header.arguments.get(usize::from(opcode) - 1)?;
                for _ in 0..*count {
                    reader.uleb()?;
                }
            }
        }
        Some(())
    }

    fn advance(&mut self, header: &Header<'_>, steps: u64) {
        let bytes = header.step.wrapping_mul(steps);
        self.row.address = self.row.address.wrapping_add(bytes);
    }

    fn extended(&mut self, reader: &mut Reader<'_>, start: usize) -> Option<()> {
        let length = usize::try_from(reader.uleb()?).ok()?;
        let at = start + reader.offset() + 1;
        let mut operands = Reader::new(reader.take(length)?);
        match operands.u8() {
            Some(1) => self.end_sequence(start + reader.offset()),
            Some(2) => self.set_address(at, operands.u64()),
            Some(0x90) => {
                self.row.context = u32::try_from(operands.uleb()?).ok()?;
                let name = u32::try_from(operands.uleb()?).ok()?;
                self.row.function = (self.row.context > 0).then_some(name);
            }
            Some(0x91) => self.row.function = Some(u32::try_from(operands.uleb()?).ok()?),
            _ => {}
        }
        Some(())
    }

    fn set_address(&mut self, at: usize, value: Option<u64>) {
        if let Some(&(section, start)) = self.relocated.get(&at) {
            self.section = Some(section);
            self.row.address = start;
        } else if let Some(value) = value {
            self.row.address = value;
        }
    }

    /// The program of the sequence ends at an offset of `.debug_line`.
    fn end_sequence(&mut self, at: usize) {
        let program = std::mem::replace(&mut self.begun, at)..at;
        let section = self.section.take();
        if let (Some(section), Some(first)) = (section, self.rows.first())
            && (self.is_wanted)(section)
        {
            let (start, end, unit) = (first.address, self.row.address, self.unit);
            let rows = std::mem::take(&mut self.rows);
            self.done.push((section, Sequence { unit, start, end, rows, program }));
        }
        self.rows.clear();
        self.row = START;
    }
}
