//! What is needed of 64-bit little-endian ELF files: sections by name, and of cubins the
//! architecture.

use crate::bytes::{range, text_at, u16_at, u32_at, u64_at};
use crate::entry::{Suffix, Target};
use crate::error::NoDeviceCode;

pub(crate) const MAGIC: &[u8] = b"\x7fELF";
const EM_CUDA: u16 = 190;
const ET_REL: u16 = 1;
const SHT_NOBITS: u32 = 8;
const SECTION_HEADER: usize = 64;

/// The two layouts of a cubin's flags, by the byte `EI_OSABI`.
const OLD_LAYOUT: u8 = 0x33;
const NEW_LAYOUT: u8 = 0x41;

pub(crate) struct Elf<'a> {
    bytes: &'a [u8],
    pub(crate) sections: Vec<Section<'a>>,
}

#[derive(Clone, Copy)]
pub(crate) struct Section<'a> {
    pub(crate) name: &'a str,
    /// From the start of the file.
    pub(crate) offset: u64,
    /// Empty if the file has none.
    pub(crate) bytes: &'a [u8],
    pub(crate) is_cut_off: bool,
}

impl<'a> Elf<'a> {
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<Self, NoDeviceCode> {
        // Class 2: 64 bits; data 1: little-endian; version 1.
        if bytes.get(4..7) != Some(&[2, 1, 1]) {
            return Err(NoDeviceCode::OtherElf);
        }
        let damaged = |what: &str| NoDeviceCode::Damaged(what.to_owned());
        let cut_off = || damaged("the ELF header is cut off");
        let table = u64_at(bytes, 40).ok_or_else(cut_off)?;
        let mut count = u64::from(u16_at(bytes, 60).ok_or_else(cut_off)?);
        let mut names = u32::from(u16_at(bytes, 62).ok_or_else(cut_off)?);
        let outside = || {
            let length = bytes.len();
            damaged(&format!(
                "the ELF section headers at {table:#x} lie outside of the file's {length} bytes"
            ))
        };
        if table > 0 {
            let first = range(bytes, table, SECTION_HEADER as u64).ok_or_else(outside)?;
            // Files with very many sections have their number in the first.
            if count == 0 {
                count = u64_at(first, 32).unwrap_or(0);
            }
            if names == 0xffff {
                names = u32_at(first, 40).unwrap_or(0);
            }
        }
        let size = count.saturating_mul(SECTION_HEADER as u64);
        let headers = range(bytes, table, size).ok_or_else(outside)?;
        let read = |header: &'a [u8]| section(bytes, header);
        let headers: Vec<(usize, Section<'a>)> =
            headers.chunks_exact(SECTION_HEADER).filter_map(read).collect();
        let strings = headers.get(names as usize).map_or(&[][..], |(_, strings)| strings.bytes);
        let named = |(name, section): &(usize, Section<'a>)| Section {
            name: text_at(strings, *name).unwrap_or_default(),
            ..*section
        };
        let sections = headers.iter().map(named).collect();
        Ok(Self { bytes, sections })
    }

    pub(crate) fn is_cubin(&self) -> bool {
        u16_at(self.bytes, 18) == Some(EM_CUDA)
    }
}

fn section<'a>(bytes: &'a [u8], header: &[u8]) -> Option<(usize, Section<'a>)> {
    let name = u32_at(header, 0)? as usize;
    let kind = u32_at(header, 4)?;
    let (offset, size) = (u64_at(header, 24)?, u64_at(header, 32)?);
    let contents = if kind == SHT_NOBITS { Some(&[][..]) } else { range(bytes, offset, size) };
    let is_cut_off = contents.is_none();
    Some((name, Section { name: "", offset, bytes: contents.unwrap_or_default(), is_cut_off }))
}

/// What a cubin says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CubinFacts {
    pub target: Option<Target>,
    /// Still to be linked: addresses are missing, and what it calls may be elsewhere.
    pub is_relocatable: bool,
    /// The version of the compiler, such as `13.0.88`.
    pub compiler: Option<String>,
    /// The options of ptxas or nvlink.
    pub options: Option<String>,
}

impl CubinFacts {
    /// `None` if the bytes are no cubin.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let elf = Elf::parse(bytes).ok().filter(|_| bytes.starts_with(MAGIC))?;
        if !elf.is_cubin() {
            return None;
        }
        let strings = toolkit_note(&elf);
        let [version, options] =
            strings.map_or([None, None], |(version, options)| [Some(version), Some(options)]);
        let words = options.iter().flat_map(|options| options.split_whitespace());
        let suffix = words.filter_map(|word| Target::parse(word.trim_start_matches("-arch=")));
        let suffix = suffix.map(|target| target.suffix).next_back();
        let number = number(bytes);
        let compiler = version.and_then(|version| version.rsplit_once(", V"));
        Some(Self {
            target: number.map(|number| Target { number, suffix: suffix.unwrap_or(Suffix::None) }),
            is_relocatable: u16_at(bytes, 16) == Some(ET_REL),
            compiler: compiler.map(|(_, number)| number.to_owned()),
            options: options.map(|options| options.trim().to_owned()),
        })
    }
}

/// The architecture in the flags.
fn number(bytes: &[u8]) -> Option<u32> {
    let flags = u32_at(bytes, 48)?;
    match *bytes.get(7)? {
        OLD_LAYOUT => Some(flags & 0xff),
        NEW_LAYOUT => Some(flags >> 8 & 0xff),
        _ => None,
    }
}

/// The line of the tool with its version, and its options: the third and fifth string of the
/// note. Strings have their offsets in front, which count from the end of these.
fn toolkit_note<'a>(elf: &Elf<'a>) -> Option<(&'a str, &'a str)> {
    let note = elf.sections.iter().find(|section| section.name == ".note.nv.tkinfo")?.bytes;
    let name = (u32_at(note, 0)? as usize).checked_next_multiple_of(4)?;
    let contents = note.get(name.checked_add(12)?..)?;
    if u32_at(contents, 0)? != 2 {
        return None;
    }
    let text = |field: usize| text_at(contents.get(24..)?, u32_at(contents, field)? as usize);
    Some((text(12)?, text(20)?))
}
