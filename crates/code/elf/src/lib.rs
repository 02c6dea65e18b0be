//! The parts of ELF files that propp reads: the header, and sections with their names. Files are
//! little-endian and for 64 bits, as cubins and everything that holds device code are.
//!
//! Nothing is copied. Hostile bytes give missing values: no panic, and work in proportion to the
//! bytes.

mod bytes;

pub use bytes::{Reader, range, text_at, u16_at, u32_at, u64_at};

/// The first bytes of every ELF file.
pub const MAGIC: &[u8] = b"\x7fELF";
pub const HEADER: usize = 64;
pub const SECTION_HEADER: usize = 64;

/// A section of this kind takes no bytes in the file, as for shared memory.
pub const NOBITS: u32 = 8;

/// `e_machine` of code for GPUs.
const EM_CUDA: u16 = 190;

/// The two layouts of a cubin's flags, by the byte `EI_OSABI`. Seen in cubins of the ptxas of
/// CUDA 12.4 (ABI version 7) and of 13.0 (version 8).
const OLD_LAYOUT: u8 = 0x33;
const NEW_LAYOUT: u8 = 0x41;

/// The number of the names' section where the header has no room for it.
const NAMES_ELSEWHERE: u16 = 0xffff;

/// Why bytes are no ELF file that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotElf {
    OtherFile,
    /// An ELF file for 32 bits, or big-endian.
    OtherClass,
    /// The header does not end.
    CutOff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The byte `EI_OSABI`.
    pub abi: u8,
    pub abi_version: u8,
    /// `e_type`: whether the file is an object, a program or a library.
    pub kind: u16,
    pub machine: u16,
    pub flags: u32,
    /// Where the section headers begin.
    pub table: u64,
    entry_bytes: u16,
    count: u16,
    names: u16,
}

impl Header {
    /// Reads the first [`HEADER`] bytes.
    pub fn parse(bytes: &[u8]) -> Result<Self, NotElf> {
        if !bytes.starts_with(MAGIC) {
            return Err(NotElf::OtherFile);
        }
        // Class 2: 64 bits; data 1: little-endian; version 1.
        if bytes.get(4..7).is_some_and(|class| class != [2, 1, 1]) {
            return Err(NotElf::OtherClass);
        }
        let header = bytes.get(..HEADER).ok_or(NotElf::CutOff)?;
        let short = |at| u16_at(header, at).unwrap_or(0);
        Ok(Self {
            abi: header[7],
            abi_version: header[8],
            kind: short(16),
            machine: short(18),
            flags: u32_at(header, 48).unwrap_or(0),
            table: u64_at(header, 40).unwrap_or(0),
            entry_bytes: short(58),
            count: short(60),
            names: short(62),
        })
    }

    pub fn is_cubin(&self) -> bool {
        self.machine == EM_CUDA
    }

    /// The number of a cubin's architecture, such as 90. `None` if the layout of its flags is not
    /// known.
    pub fn architecture(&self) -> Option<u32> {
        match self.abi {
            OLD_LAYOUT => Some(self.flags & 0xff),
            NEW_LAYOUT => Some(self.flags >> 8 & 0xff),
            _ => None,
        }
    }

    /// Where the section headers end: in files that linkers write, the end of the file.
    pub fn end_of_table(&self) -> u64 {
        self.table.saturating_add(u64::from(self.entry_bytes) * u64::from(self.count))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// Empty if it has no name that can be read.
    pub name: &'a str,
    pub kind: u32,
    /// The number of another section, such as that of the texts which this one names.
    pub link: u32,
    pub info: u32,
    /// From the start of the file.
    pub offset: u64,
    pub size: u64,
    /// Empty if the file has none.
    pub bytes: &'a [u8],
    /// Whether the contents lie outside of the file.
    pub is_cut_off: bool,
}

/// The sections of a file, by number.
#[derive(Clone, Debug)]
pub struct Sections<'a> {
    /// The bytes of the section headers.
    pub headers: &'a [u8],
    /// The section with the names of the sections.
    pub names: usize,
    pub all: Vec<Section<'a>>,
}

impl<'a> Sections<'a> {
    /// Reads the sections of the file that begins with the header. `None` if their headers lie
    /// outside of the bytes.
    pub fn read(bytes: &'a [u8], header: &Header) -> Option<Self> {
        let (mut count, mut names) = (u64::from(header.count), usize::from(header.names));
        if header.table > 0 {
            let first = range(bytes, header.table, SECTION_HEADER as u64)?;
            // The first section holds the numbers that are too large for the header.
            if header.count == 0 {
                count = u64_at(first, 32)?;
            }
            if header.names == NAMES_ELSEWHERE {
                names = u32_at(first, 40)? as usize;
            }
        }
        let headers = range(bytes, header.table, count.saturating_mul(SECTION_HEADER as u64))?;
        let entries = headers.chunks_exact(SECTION_HEADER);
        let mut all: Vec<Section<'a>> =
            entries.clone().filter_map(|entry| section(bytes, entry)).collect();
        let strings = all.get(names).map_or(&[][..], |strings| strings.bytes);
        let mut room = OVERLAP.saturating_mul(bytes.len());
        for (section, entry) in all.iter_mut().zip(entries) {
            let at = u32_at(entry, 0)? as usize;
            let name = if room > 0 { text_at(strings, at) } else { None };
            let unread = || strings.len().saturating_sub(at).min(bytes::MAX_TEXT);
            room = room.saturating_sub(name.map_or_else(unread, str::len));
            section.name = name.unwrap_or_default();
        }
        Some(Self { headers, names, all })
    }
}

/// Names may share bytes of the file. Reading very many long ones would have no end: beyond so many
/// bytes for each of the file's, names are left out.
const OVERLAP: usize = 16;

/// A section without its name.
fn section<'a>(bytes: &'a [u8], header: &[u8]) -> Option<Section<'a>> {
    let mut reader = Reader::new(header);
    let (_name, kind) = (reader.u32()?, reader.u32()?);
    reader.take(16)?;
    let (offset, size) = (reader.u64()?, reader.u64()?);
    let (link, info) = (reader.u32()?, reader.u32()?);
    let contents = if kind == NOBITS { Some(&[][..]) } else { range(bytes, offset, size) };
    let (bytes, is_cut_off) = (contents.unwrap_or_default(), contents.is_none());
    Some(Section { name: "", kind, link, info, offset, size, bytes, is_cut_off })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Vec<u8> {
        std::fs::read(std::env::current_exe().unwrap()).unwrap()
    }

    #[test]
    fn sections_of_this_program_have_names_and_contents() {
        let bytes = own();
        let header = Header::parse(&bytes).unwrap();
        assert!(!header.is_cubin() && header.end_of_table() <= bytes.len() as u64);
        let sections = Sections::read(&bytes, &header).unwrap();
        let named = |name: &str| sections.all.iter().find(|section| section.name == name).unwrap();
        assert!(!named(".text").bytes.is_empty() && named(".bss").bytes.is_empty());
        assert_eq!(sections.all[sections.names].name, ".shstrtab");
        assert!(sections.all.iter().all(|section| !section.is_cut_off));
    }

    #[test]
    fn cut_files_have_fewer_contents_or_none() {
        let bytes = own();
        let header = Header::parse(&bytes).unwrap();
        for length in (0..bytes.len()).step_by(bytes.len() / 50 + 1).chain(0..128) {
            let cut = &bytes[..length];
            assert_eq!(Header::parse(cut).is_ok(), length >= HEADER);
            assert!(
                Sections::read(cut, &header).is_none_or(|sections| {
                    sections.all.iter().any(|section| section.is_cut_off)
                })
            );
        }
    }

    #[test]
    fn what_is_no_such_file_says_why() {
        let parse = |bytes: &[u8]| Header::parse(bytes).unwrap_err();
        assert_eq!(parse(b""), NotElf::OtherFile);
        assert_eq!(parse(b"#!/bin/sh"), NotElf::OtherFile);
        assert_eq!(parse(b"\x7fELF\x02\x01\x01"), NotElf::CutOff);
        let mut bytes = own();
        bytes[4] = 1;
        assert_eq!(parse(&bytes), NotElf::OtherClass);
    }

    /// A cubin's header with a byte `EI_OSABI` and flags.
    fn cubin(abi: u8, flags: u32) -> Header {
        let mut bytes = [0; HEADER];
        bytes[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
        bytes[7] = abi;
        bytes[18] = 190;
        bytes[48..52].copy_from_slice(&flags.to_le_bytes());
        Header::parse(&bytes).unwrap()
    }

    #[test]
    fn both_layouts_of_a_cubins_flags() {
        assert!(cubin(0, 0).is_cubin());
        assert_eq!(cubin(0x33, 0x005a_055a).architecture(), Some(90));
        assert_eq!(cubin(0x41, 0x0a00_5a04).architecture(), Some(90));
        assert_eq!(cubin(0x41, 0x0a00_7802).architecture(), Some(120));
        assert_eq!(cubin(0, 0x5a).architecture(), None);
    }

    /// Files with more sections than two bytes count have their number in the first section.
    #[test]
    fn very_many_sections_are_counted_in_the_first() {
        let mut bytes = vec![0; HEADER];
        bytes[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
        bytes[40] = HEADER as u8;
        bytes[62..64].fill(0xff);
        let mut first = [0; SECTION_HEADER];
        first[32..36].copy_from_slice(&70_000_u32.to_le_bytes());
        first[40..44].copy_from_slice(&1_u32.to_le_bytes());
        bytes.extend(first);
        // The section of the names, which each of the others takes its name from.
        let mut names = [0; SECTION_HEADER];
        let at = (HEADER + 70_000 * SECTION_HEADER) as u64;
        names[24..32].copy_from_slice(&at.to_le_bytes());
        names[32] = 3;
        bytes.extend(names);
        bytes.resize(at as usize, 0);
        bytes.extend(b"it\0");
        let header = Header::parse(&bytes).unwrap();
        let sections = Sections::read(&bytes, &header).unwrap();
        assert_eq!((sections.all.len(), sections.names), (70_000, 1));
        assert_eq!(sections.all[69_999].name, "it");
    }
}
