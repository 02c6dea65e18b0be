//! Fatbins: a header, and entries with a header each.

use propp_code_elf::{range, text_at, u16_at, u32_at, u64_at};

use crate::entry::{Entry, Kind, Place, Suffix, Target};
use crate::unpack::Compression;

pub(crate) const MAGIC: &[u8] = &[0x50, 0xed, 0x55, 0xba];
const HEADER: usize = 16;
/// The part of an entry's header that all have.
const ENTRY_HEADER: usize = 64;
/// Fatbins and entries begin at multiples of this.
const ALIGNMENT: usize = 8;

const FLAG_LZ4: u64 = 0x2000;
const FLAG_ZSTD: u64 = 0x8000;
const FLAG_SPECIFIC: u64 = 0x10_0000;
const FLAG_FAMILY: u64 = 0x20_0000;

/// A part of a file that was left out, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped<'a> {
    pub place: Place<'a>,
    pub reason: String,
}

/// The entries of all fatbins in some bytes, one behind the other.
pub(crate) fn entries<'a>(
    bytes: &'a [u8],
    origin: &Place<'a>,
    found: &mut Vec<Entry<'a>>,
    skipped: &mut Vec<Skipped<'a>>,
) {
    let mut at = 0;
    while let Some(start) = next(bytes, at) {
        at = match container(bytes, start, origin, found, skipped) {
            Ok(end) => end.next_multiple_of(ALIGNMENT),
            Err(reason) => {
                skipped.push(Skipped { place: place(origin, start), reason });
                start + ALIGNMENT
            }
        };
    }
}

/// The fatbins in some bytes, each with its header.
pub fn fatbins(bytes: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = next(bytes, at) {
        let head = &bytes[start..];
        let header = u16_at(head, 6).map_or(HEADER, usize::from).max(HEADER);
        let size = u64_at(head, 8).and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
        let whole = &head[..header.saturating_add(size).min(head.len())];
        found.push(whole);
        at = (start + whole.len()).next_multiple_of(ALIGNMENT);
    }
    found
}

/// The next fatbin, at or after an offset.
pub(crate) fn next(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let steps = rest.chunks_exact(ALIGNMENT).position(|chunk| chunk.starts_with(MAGIC))?;
    Some(at + steps * ALIGNMENT)
}

fn place<'a>(origin: &Place<'a>, at: usize) -> Place<'a> {
    Place { offset: origin.offset.saturating_add(at as u64), ..origin.clone() }
}

/// Reads one fatbin; where it ends.
fn container<'a>(
    bytes: &'a [u8],
    start: usize,
    origin: &Place<'a>,
    found: &mut Vec<Entry<'a>>,
    skipped: &mut Vec<Skipped<'a>>,
) -> Result<usize, String> {
    let head = &bytes[start..];
    let cut_off = || "the header of a fatbin is cut off".to_owned();
    let (version, header) =
        (u16_at(head, 4).ok_or_else(cut_off)?, u16_at(head, 6).ok_or_else(cut_off)?);
    let size = u64_at(head, 8).ok_or_else(cut_off)?;
    if version != 1 || usize::from(header) < HEADER {
        return Err(format!(
            "a fatbin of unknown version {version} with a header of {header} bytes"
        ));
    }
    let available = head.get(usize::from(header)..).ok_or_else(cut_off)?;
    let contents = range(available, 0, size).unwrap_or(available);
    if (contents.len() as u64) < size {
        let reason = format!("the fatbin is cut off: {} bytes of {size} are there", contents.len());
        skipped.push(Skipped { place: place(origin, start), reason });
    }
    let first = start + usize::from(header);
    let mut at = 0;
    while at < contents.len() {
        let place = place(origin, first + at);
        match entry(&contents[at..], place.clone()) {
            Ok((entry, size)) => {
                found.push(entry);
                at += size;
            }
            Err(reason) => {
                skipped.push(Skipped { place, reason });
                break;
            }
        }
    }
    Ok(first + contents.len())
}

/// The entry at the start of the bytes, and how many it takes.
fn entry<'a>(bytes: &'a [u8], place: Place<'a>) -> Result<(Entry<'a>, usize), String> {
    let cut_off = || "the header of an entry is cut off".to_owned();
    let header = bytes.get(..ENTRY_HEADER).ok_or_else(cut_off)?;
    let number = |at| u32_at(header, at).unwrap_or(0);
    let long = |at| u64_at(header, at).unwrap_or(0);
    let short = |at| u16_at(header, at).unwrap_or(0);
    let (header_size, payload_size) = (number(4) as usize, long(8));
    let header = bytes.get(..header_size).filter(|_| header_size >= ENTRY_HEADER);
    let header = header.ok_or_else(|| format!("an entry with a header of {header_size} bytes"))?;
    let payload = range(&bytes[header_size..], 0, payload_size).ok_or_else(|| {
        let there = bytes.len() - header_size;
        format!("an entry is cut off: {there} bytes of {payload_size} are there")
    })?;
    let flags = long(40);
    let compression = match (flags & FLAG_ZSTD != 0, flags & FLAG_LZ4 != 0) {
        (true, _) => Compression::Zstd,
        (false, true) => Compression::Lz4,
        (false, false) => Compression::None,
    };
    let compressed = number(16) as usize;
    let (stored, size) = match compression {
        Compression::None => (payload, payload_size),
        _ => (payload.get(..compressed).unwrap_or(payload), long(56)),
    };
    let kind = match short(0) {
        1 => Kind::Ptx,
        2 => Kind::Cubin,
        8 => Kind::LinkTimeCode,
        other => Kind::Other(other),
    };
    let suffix = match (flags & FLAG_SPECIFIC != 0, flags & FLAG_FAMILY != 0) {
        (true, _) => Suffix::Specific,
        (false, true) => Suffix::Family,
        (false, false) => Suffix::None,
    };
    let name = range(header, number(32).into(), number(36).into());
    let name = name.and_then(|name| std::str::from_utf8(name).ok()).filter(|name| !name.is_empty());
    let entry = Entry {
        place,
        kind,
        target: Some(Target { number: number(28), suffix }),
        ptx_version: (kind == Kind::Ptx).then(|| (short(26), short(24))),
        name,
        options: (kind == Kind::Ptx).then(|| options(header, number(20) as usize)).flatten(),
        compression,
        size,
        stored,
    };
    Ok((entry, header_size.saturating_add(payload.len())))
}

/// The options of an entry: the offset of their text and its length, at an offset of the header.
fn options(header: &[u8], at: usize) -> Option<&str> {
    if at < ENTRY_HEADER {
        return None;
    }
    let offset = u32_at(header, at)? as usize;
    Some(text_at(header, offset)?.trim()).filter(|text| !text.is_empty())
}
