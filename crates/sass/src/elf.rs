//! The parts of a 64-bit little-endian ELF file that a cubin uses: sections, symbols and
//! relocations. Nothing is copied.

use crate::bytes::{Reader, text_at};
use crate::error::CubinError;

const EM_CUDA: u16 = 190;
/// Set in `st_other` of kernels.
const ENTRY: u8 = 0x10;
const SHT_SYMTAB: u32 = 2;
const SHT_RELA: u32 = 4;
pub(crate) const SHT_NOBITS: u32 = 8;
const SHT_REL: u32 = 9;
pub(crate) const SECTION_HEADER: usize = 64;
pub(crate) const SYMBOL: usize = 24;

pub(crate) struct Header {
    pub(crate) abi: u8,
    pub(crate) abi_version: u8,
    pub(crate) flags: u32,
}

#[derive(Clone, Copy)]
pub(crate) struct Section<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: u32,
    pub(crate) link: u32,
    pub(crate) info: u32,
    /// Empty if the file holds none, as for shared memory.
    pub(crate) bytes: &'a [u8],
    pub(crate) size: u64,
}

pub(crate) struct Symbol<'a> {
    pub(crate) name: &'a str,
    pub(crate) is_function: bool,
    other: u8,
    pub(crate) section: u16,
    pub(crate) value: u64,
    pub(crate) size: u64,
}

impl Symbol<'_> {
    pub(crate) fn is_kernel(&self) -> bool {
        self.is_function && self.other & ENTRY != 0
    }
}

pub(crate) struct Relocation {
    pub(crate) offset: u64,
    pub(crate) symbol: u32,
    pub(crate) addend: i64,
}

pub(crate) struct Elf<'a> {
    pub(crate) header: Header,
    /// The bytes of the section headers.
    pub(crate) headers: &'a [u8],
    /// The section with the names of the sections.
    pub(crate) names: usize,
    pub(crate) sections: Vec<Section<'a>>,
    pub(crate) symbols: Vec<Symbol<'a>>,
}

/// Where the section headers are.
struct Table {
    offset: u64,
    count: u16,
    names: u16,
}

impl<'a> Elf<'a> {
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<Self, CubinError> {
        let (header, table) = header(bytes)?;
        let (headers, sections) = sections(bytes, &table)?;
        let symbols = symbols(&sections);
        Ok(Self { header, headers, names: table.names.into(), sections, symbols })
    }

    /// The section that holds the symbols.
    pub(crate) fn symbol_table(&self) -> Option<usize> {
        self.sections.iter().position(|section| section.kind == SHT_SYMTAB)
    }

    pub(crate) fn section(&self, name: &str) -> Option<&Section<'a>> {
        self.sections.iter().find(|section| section.name == name)
    }
}

fn header(bytes: &[u8]) -> Result<(Header, Table), CubinError> {
    let not_elf = CubinError::NotElf(bytes.len().min(64));
    let mut reader = Reader::new(bytes.get(..64).ok_or(not_elf.clone())?);
    // Class 2: 64 bits; data 1: little-endian; version 1.
    if reader.take(7) != Some(&[0x7f, b'E', b'L', b'F', 2, 1, 1]) {
        return Err(not_elf);
    }
    let mut fields = || {
        let (abi, abi_version) = (reader.u8()?, reader.u8()?);
        reader.take(9)?;
        let machine = reader.u16()?;
        reader.take(20)?;
        let offset = reader.u64()?;
        let flags = reader.u32()?;
        reader.take(8)?;
        let (count, names) = (reader.u16()?, reader.u16()?);
        Some((machine, Header { abi, abi_version, flags }, Table { offset, count, names }))
    };
    let (machine, header, table) = fields().ok_or(not_elf)?;
    if machine == EM_CUDA { Ok((header, table)) } else { Err(CubinError::NotCuda(machine)) }
}

/// The bytes of the headers, and the sections.
type Sections<'a> = (&'a [u8], Vec<Section<'a>>);

fn sections<'a>(bytes: &'a [u8], table: &Table) -> Result<Sections<'a>, CubinError> {
    let cut_off = |what, offset| CubinError::CutOff { what, offset, length: bytes.len() };
    let size = usize::from(table.count) * SECTION_HEADER;
    let headers = range(bytes, table.offset, size as u64);
    let headers = headers.ok_or(cut_off("table of sections", table.offset))?;
    let mut sections = Vec::with_capacity(table.count.into());
    let mut names = Vec::with_capacity(table.count.into());
    // Few sections of a cubin overlap; of many that did the walk would have no end.
    const OVERLAP: u64 = 16;
    let mut room = OVERLAP.saturating_mul(bytes.len() as u64);
    for header in headers.chunks_exact(SECTION_HEADER) {
        let (name, offset, mut section) =
            section(header).ok_or(cut_off("header of a section", table.offset))?;
        if section.kind != SHT_NOBITS {
            let found = range(bytes, offset, section.size);
            section.bytes = found.ok_or(cut_off("contents of a section", offset))?;
            let rest = room.checked_sub(section.size);
            room = rest.ok_or(cut_off("contents of sections that overlap", offset))?;
        }
        names.push(name as usize);
        sections.push(section);
    }
    let strings = sections.get(usize::from(table.names)).map_or(&[][..], |strings| strings.bytes);
    for (section, name) in sections.iter_mut().zip(names) {
        section.name = text_at(strings, name).unwrap_or_default();
    }
    Ok((headers, sections))
}

/// The offset of the name, the offset of the contents, and the section without these.
fn section<'a>(header: &[u8]) -> Option<(u32, u64, Section<'a>)> {
    let mut reader = Reader::new(header);
    let (name, kind) = (reader.u32()?, reader.u32()?);
    reader.take(16)?;
    let (offset, size) = (reader.u64()?, reader.u64()?);
    let (link, info) = (reader.u32()?, reader.u32()?);
    Some((name, offset, Section { name: "", kind, link, info, bytes: &[], size }))
}

fn symbols<'a>(sections: &[Section<'a>]) -> Vec<Symbol<'a>> {
    let Some(table) = sections.iter().find(|section| section.kind == SHT_SYMTAB) else {
        return Vec::new();
    };
    let strings = sections.get(table.link as usize).map_or(&[][..], |strings| strings.bytes);
    let entries = table.bytes.chunks_exact(SYMBOL);
    entries.filter_map(|entry| symbol(entry, strings)).collect()
}

fn symbol<'a>(entry: &[u8], strings: &'a [u8]) -> Option<Symbol<'a>> {
    let mut reader = Reader::new(entry);
    let name = text_at(strings, reader.u32()? as usize).unwrap_or_default();
    let (kind, other, section) = (reader.u8()?, reader.u8()?, reader.u16()?);
    let (value, size) = (reader.u64()?, reader.u64()?);
    Some(Symbol { name, is_function: kind & 0xf == 2, other, section, value, size })
}

impl Section<'_> {
    /// Bytes of a relocation, if the section holds relocations.
    pub(crate) fn relocation_bytes(&self) -> Option<usize> {
        match self.kind {
            SHT_REL => Some(16),
            SHT_RELA => Some(24),
            _ => None,
        }
    }
}

/// The relocations in a section of them; of other sections none.
pub(crate) fn relocations(section: &Section<'_>) -> impl Iterator<Item = Relocation> {
    let size = section.relocation_bytes().unwrap_or(usize::MAX);
    section.bytes.chunks_exact(size).filter_map(move |entry| {
        let mut reader = Reader::new(entry);
        let (offset, info) = (reader.u64()?, reader.u64()?);
        let addend = if size == 24 { reader.u64()?.cast_signed() } else { 0 };
        Some(Relocation { offset, symbol: (info >> 32) as u32, addend })
    })
}

fn range(bytes: &[u8], offset: u64, size: u64) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    bytes.get(start..start.checked_add(usize::try_from(size).ok()?)?)
}
