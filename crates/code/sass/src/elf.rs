//! What a cubin uses of its ELF file: sections, all of them whole, symbols and relocations.

use propp_code_elf::{Header, NOBITS, Reader, Section, Sections, text_at};

use crate::error::CubinError;

/// Set in `st_other` of kernels.
const ENTRY: u8 = 0x10;
const SHT_SYMTAB: u32 = 2;
const SHT_RELA: u32 = 4;
const SHT_REL: u32 = 9;
pub(crate) const SYMBOL: usize = 24;

pub(crate) struct Symbol<'a> {
    pub(crate) name: &'a str,
    pub(crate) is_function: bool,
    pub(crate) is_variable: bool,
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

impl<'a> Elf<'a> {
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<Self, CubinError> {
        let length = bytes.len();
        let not_elf = CubinError::NotElf(length.min(propp_code_elf::HEADER));
        let header = Header::parse(bytes).map_err(|_| not_elf)?;
        if !header.is_cubin() {
            return Err(CubinError::NotCuda(header.machine));
        }
        let cut_off = |what, offset| CubinError::CutOff { what, offset, length };
        let sections = Sections::read(bytes, &header);
        let sections = sections.ok_or(cut_off("table of sections", header.table))?;
        // Few sections of a cubin overlap; of many that did the walk would have no end.
        const OVERLAP: u64 = 16;
        let mut room = OVERLAP.saturating_mul(length as u64);
        for section in sections.all.iter().filter(|section| section.kind != NOBITS) {
            if section.is_cut_off {
                return Err(cut_off("contents of a section", section.offset));
            }
            let rest = room.checked_sub(section.size);
            room = rest.ok_or(cut_off("contents of sections that overlap", section.offset))?;
        }
        let Sections { headers, names, all } = sections;
        let symbols = symbols(&all);
        Ok(Self { header, headers, names, sections: all, symbols })
    }

    /// The section that holds the symbols.
    pub(crate) fn symbol_table(&self) -> Option<usize> {
        self.sections.iter().position(|section| section.kind == SHT_SYMTAB)
    }

    pub(crate) fn section(&self, name: &str) -> Option<&Section<'a>> {
        self.sections.iter().find(|section| section.name == name)
    }
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
    let is = |number| kind & 0xf == number;
    Some(Symbol { name, is_function: is(2), is_variable: is(1), other, section, value, size })
}

/// Whether a section has the relocations of the constant bank that addresses of functions lie in.
pub(crate) fn is_of_addresses(name: &str) -> bool {
    [".rel.nv.constant4", ".rela.nv.constant4"].contains(&name)
}

/// Bytes of a relocation, if the section holds relocations.
pub(crate) fn relocation_bytes(section: &Section<'_>) -> Option<usize> {
    match section.kind {
        SHT_REL => Some(16),
        SHT_RELA => Some(24),
        _ => None,
    }
}

/// The relocations in a section of them; of other sections none.
pub(crate) fn relocations(section: &Section<'_>) -> impl Iterator<Item = Relocation> {
    let size = relocation_bytes(section).unwrap_or(usize::MAX);
    section.bytes.chunks_exact(size).filter_map(move |entry| {
        let mut reader = Reader::new(entry);
        let (offset, info) = (reader.u64()?, reader.u64()?);
        let addend = if size == 24 { reader.u64()?.cast_signed() } else { 0 };
        Some(Relocation { offset, symbol: (info >> 32) as u32, addend })
    })
}
