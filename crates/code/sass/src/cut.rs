//! A cubin with some of its kernels: a module of a library has thousands, of which a program
//! runs a few.
//!
//! The result is a cubin again, for this crate and for nvdisasm. Sections and symbols keep their
//! numbers, because relocations and attributes name them by number; what is left out is empty.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use propp_code_elf::{NOBITS, SECTION_HEADER, Section};

use crate::elf::{self, Elf, SYMBOL};
use crate::error::CubinError;
use crate::info;
use crate::lines::{self, CutLines};

/// No cubin that was seen asks for more.
const MOST_ALIGNMENT: u64 = 4096;

/// The cubin with the kernels that `keep` wants, by their mangled names, and the device
/// functions that they call: code, resources and source lines, and no data. `None` if it has no
/// such kernel.
/// Fails if the bytes are no cubin, or are cut off.
pub fn cut(cubin: &[u8], keep: impl Fn(&str) -> bool) -> Result<Option<Vec<u8>>, CubinError> {
    let mut out = Vec::new();
    let has_any = cut_into(&mut out, cubin, usize::MAX, keep)?;
    Ok(has_any.then_some(out))
}

/// The same in place of what `out` has, if it takes at most so many bytes. Whether the cubin has
/// such a kernel.
/// Fails as [`cut`], and if it takes more.
pub fn cut_into(
    out: &mut Vec<u8>,
    cubin: &[u8],
    most: usize,
    keep: impl Fn(&str) -> bool,
) -> Result<bool, CubinError> {
    out.clear();
    let elf = Elf::parse(cubin)?;
    let code = kept_code(&elf, keep);
    if code.is_empty() {
        return Ok(false);
    }
    let is_code = |section: usize| code.contains(&section);
    let line_section = elf.sections.iter().position(|section| section.name == ".debug_line");
    let lines = line_section.and_then(|section| lines::cut(&elf, section, &is_code));
    let cut = Cut { elf: &elf, code: &code, line_section, lines };
    cut.write(out, cubin, most).map(|()| true)
}

/// The mangled names of a cubin's kernels, of whatever architecture it is.
/// Fails if the bytes are no cubin, or are cut off.
pub fn kernels(cubin: &[u8]) -> Result<Vec<&str>, CubinError> {
    let elf = Elf::parse(cubin)?;
    let kernels = elf.symbols.iter().filter(|symbol| symbol.is_kernel());
    Ok(kernels.map(|symbol| symbol.name).collect())
}

/// The names of the variables that a cubin defines, in global and constant memory.
pub fn variables(cubin: &[u8]) -> Result<Vec<&str>, CubinError> {
    let elf = Elf::parse(cubin)?;
    let variables = elf.symbols.iter().filter(|symbol| symbol.is_variable && symbol.section > 0);
    Ok(variables.map(|symbol| symbol.name).collect())
}

/// The sections of the wanted kernels' code and of the functions that they call.
fn kept_code(elf: &Elf<'_>, keep: impl Fn(&str) -> bool) -> BTreeSet<usize> {
    let is_code = |section: &usize| {
        elf.sections.get(*section).is_some_and(|section| section.name.starts_with(".text"))
    };
    let kernels = elf.symbols.iter().filter(|symbol| symbol.is_kernel() && keep(symbol.name));
    let mut kept: BTreeSet<usize> =
        kernels.map(|kernel| usize::from(kernel.section)).filter(is_code).collect();
    if kept.is_empty() {
        return kept;
    }
    let mut calls: HashMap<usize, Vec<usize>> = HashMap::new();
    for section in elf.sections.iter().filter(|section| section.name.starts_with(".rel")) {
        let called = elf::relocations(section).filter_map(|relocation| {
            let symbol = elf.symbols.get(relocation.symbol as usize)?;
            symbol.is_function.then_some(usize::from(symbol.section))
        });
        calls.entry(section.info as usize).or_default().extend(called.filter(is_code));
    }
    let mut open: Vec<usize> = kept.iter().copied().collect();
    while let Some(section) = open.pop() {
        for called in calls.get(&section).into_iter().flatten() {
            if kept.insert(*called) {
                open.push(*called);
            }
        }
    }
    kept
}

struct Cut<'e, 'a> {
    elf: &'e Elf<'a>,
    code: &'e BTreeSet<usize>,
    line_section: Option<usize>,
    lines: Option<CutLines>,
}

/// Texts, each once, with a zero byte behind it. The first is empty.
struct Strings<'a> {
    /// Texts of damaged cubins overlap. No more than this is written.
    most: usize,
    bytes: Vec<u8>,
    known: HashMap<&'a str, u32>,
}

impl<'a> Strings<'a> {
    fn new(most: usize) -> Self {
        Self { most, bytes: vec![0], known: HashMap::from([("", 0)]) }
    }

    fn offset(&mut self, text: &'a str) -> u32 {
        if self.bytes.len() + text.len() > self.most {
            return 0;
        }
        *self.known.entry(text).or_insert_with(|| {
            let offset = u32::try_from(self.bytes.len()).unwrap_or(0);
            self.bytes.extend_from_slice(text.as_bytes());
            self.bytes.push(0);
            offset
        })
    }
}

impl<'a> Cut<'_, 'a> {
    fn write(&self, out: &mut Vec<u8>, cubin: &[u8], most: usize) -> Result<(), CubinError> {
        let length = cubin.len();
        let table = self.elf.symbol_table();
        let strings = table.map(|table| self.elf.sections[table].link as usize);
        let kept = self.kept_sections([table, strings, Some(self.elf.names)]);
        let symbols = self.kept_symbols(&kept);
        let (symbol_table, symbol_names) = self.symbols(table, &symbols, &kept, length);
        let mut names = Strings::new(length);
        let name_offsets: Vec<u32> = (self.elf.sections.iter().enumerate())
            .map(|(n, section)| if kept.contains(&n) { names.offset(section.name) } else { 0 })
            .collect();
        out.extend_from_slice(cubin.get(..propp_code_elf::HEADER).unwrap_or_default());
        let mut headers = vec![0; self.elf.sections.len() * SECTION_HEADER];
        let room = most.saturating_sub(headers.len());
        for &number in kept.iter().filter(|&&number| number > 0) {
            let section = &self.elf.sections[number];
            // The names of sections and of symbols may be one section.
            let contents: Cow<'_, [u8]> = if Some(number) == table {
                Cow::Borrowed(&symbol_table)
            } else if Some(number) == strings && number != self.elf.names {
                Cow::Borrowed(&symbol_names)
            } else if number == self.elf.names {
                Cow::Borrowed(&names.bytes)
            } else {
                self.contents(section, &symbols)
            };
            let range = number * SECTION_HEADER..(number + 1) * SECTION_HEADER;
            let (Some(old), Some(new)) =
                (self.elf.headers.get(range.clone()), headers.get_mut(range))
            else {
                continue;
            };
            new.copy_from_slice(old);
            put(new, 0, &name_offsets[number].to_le_bytes());
            if !append(out, new, section, &contents, room) {
                return Err(CubinError::TooLong { most });
            }
            // No section grows, but each is padded.
            if out.len() > length + kept.len() * MOST_ALIGNMENT as usize {
                return Err(CubinError::Overlapping { length });
            }
        }
        out.resize(out.len().next_multiple_of(8), 0);
        let start = out.len() as u64;
        // No program headers: nothing is loaded from here.
        put(out, 32, &0_u64.to_le_bytes());
        put(out, 40, &start.to_le_bytes());
        put(out, 56, &0_u16.to_le_bytes());
        out.extend_from_slice(&headers);
        Ok(())
    }

    /// The sections that are left: those that are wanted, and what tables of symbols and names need.
    fn kept_sections(&self, others: [Option<usize>; 3]) -> BTreeSet<usize> {
        let count = self.elf.sections.len();
        let wanted = (0..count).filter(|&section| self.keeps(section));
        wanted.chain(others.into_iter().flatten().filter(|&section| section < count)).collect()
    }

    fn keeps(&self, number: usize) -> bool {
        let section = &self.elf.sections[number];
        let of_code = self.code.contains(&(section.info as usize));
        let of_lines = self.line_section == Some(section.info as usize);
        let is_memory = [".nv.info.", ".nv.constant", ".nv.shared.", ".nv.local."]
            .iter()
            .any(|start| section.name.starts_with(start));
        match section.name {
            ".nv.info" | ".nv.compat" => true,
            ".debug_line" | ".debug_str" => self.lines.is_some(),
            // The options of the compiler may name files of the machine that it ran on.
            ".note.nv.tkinfo" => false,
            name if name.starts_with(".note.nv") => true,
            name if elf::is_of_addresses(name) => self.externals().next().is_some(),
            name if name.starts_with(".rel") => of_code || (of_lines && self.lines.is_some()),
            _ => self.code.contains(&number) || (of_code && is_memory),
        }
    }

    fn contents(&self, section: &Section<'a>, symbols: &BTreeSet<usize>) -> Cow<'a, [u8]> {
        let of_lines = self.line_section == Some(section.info as usize);
        match (section.name, &self.lines) {
            (".nv.info", _) => info::cut(section.bytes, |symbol| symbols.contains(&symbol)).into(),
            (".debug_line", Some(lines)) => lines.lines.clone().into(),
            (".debug_str", Some(lines)) => lines.names.clone().into(),
            (name, Some(lines)) if of_lines && name.starts_with(".rel") => {
                lines.relocations(section).into()
            }
            _ => section.bytes.into(),
        }
    }

    /// Symbols of what is left, and those that it refers to.
    fn kept_symbols(&self, kept: &BTreeSet<usize>) -> BTreeSet<usize> {
        let in_code = (self.elf.symbols.iter().enumerate())
            .filter(|(_, symbol)| symbol.section > 0 && kept.contains(&symbol.section.into()))
            .map(|(number, _)| number);
        let refer = kept.iter().filter_map(|&number| self.elf.sections.get(number));
        let refer = refer.filter(|section| self.code.contains(&(section.info as usize)));
        let referred = refer.flat_map(elf::relocations).map(|found| found.symbol as usize);
        in_code.chain(referred).chain(self.externals()).collect()
    }

    /// The symbols of functions of other modules that the kept kernels call.
    fn externals(&self) -> impl Iterator<Item = usize> {
        let of_code = |section: &&Section<'a>| {
            section.name.starts_with(".nv.info.") && self.code.contains(&(section.info as usize))
        };
        let attributes = self.elf.sections.iter().filter(of_code);
        attributes.flat_map(|section| info::externals(section.bytes))
    }

    /// The table of symbols and their names.
    fn symbols(
        &self,
        table: Option<usize>,
        symbols: &BTreeSet<usize>,
        kept: &BTreeSet<usize>,
        most: usize,
    ) -> (Vec<u8>, Vec<u8>) {
        let old = table.map_or(&[][..], |table| self.elf.sections[table].bytes);
        let count = symbols.last().map_or(0, |last| last + 1).min(old.len() / SYMBOL);
        let mut new = vec![0; count * SYMBOL];
        let mut names = Strings::new(most);
        for (number, entry) in new.chunks_exact_mut(SYMBOL).enumerate() {
            let (Some(symbol), true) = (self.elf.symbols.get(number), symbols.contains(&number))
            else {
                continue;
            };
            entry.copy_from_slice(&old[number * SYMBOL..(number + 1) * SYMBOL]);
            put(entry, 0, &names.offset(symbol.name).to_le_bytes());
            let section = usize::from(symbol.section);
            if section < self.elf.sections.len() && !kept.contains(&section) {
                put(entry, 6, &0_u16.to_le_bytes());
            }
        }
        (new, names.bytes)
    }
}

/// Writes the contents of a section behind what there is, if all takes no more than `room`, and into
/// its header where they are.
fn append(
    out: &mut Vec<u8>,
    header: &mut [u8],
    section: &Section<'_>,
    contents: &[u8],
    room: usize,
) -> bool {
    out.resize(out.len().next_multiple_of(alignment(header)), 0);
    if contents.len() > room.saturating_sub(out.len()) {
        return false;
    }
    put(header, 24, &(out.len() as u64).to_le_bytes());
    if section.kind != NOBITS {
        put(header, 32, &(contents.len() as u64).to_le_bytes());
        out.extend_from_slice(contents);
    }
    true
}

fn alignment(header: &[u8]) -> usize {
    let field = header.get(48..56).and_then(|field| field.try_into().ok());
    let alignment = field.map_or(1, u64::from_le_bytes);
    usize::try_from(alignment.clamp(1, MOST_ALIGNMENT)).unwrap_or(1)
}

fn put(bytes: &mut [u8], at: usize, value: &[u8]) {
    if let Some(field) = bytes.get_mut(at..at + value.len()) {
        field.copy_from_slice(value);
    }
}
