//! Source lines of some of a cubin's functions.

use std::collections::BTreeSet;

use propp_code_elf::{Section, text_at};

use super::header::Header;
use super::{program, relocated};
use crate::elf::{self, Elf};

/// What is left of the sections of lines.
pub(crate) struct CutLines {
    /// `.debug_line`, with the files of each unit that is left.
    pub(crate) lines: Vec<u8>,
    /// `.debug_str`: the names that are left, at their old offsets.
    pub(crate) names: Vec<u8>,
    /// Where programs were, from when, and to when, in ascending order, and where they are now.
    moved: Vec<(usize, usize, usize)>,
}

/// The lines of the code in some sections. `None` if the cubin has none that can be read.
pub(crate) fn cut(
    elf: &Elf<'_>,
    section: usize,
    is_kept: &dyn Fn(usize) -> bool,
) -> Option<CutLines> {
    let bytes = elf.sections.get(section)?.bytes;
    let relocated = relocated(elf, section);
    let mut cut = CutLines { lines: Vec::new(), names: Vec::new(), moved: Vec::new() };
    let mut names = BTreeSet::new();
    let mut at = 0;
    while at < bytes.len() {
        let (header, program) = Header::parse(bytes, at).ok()?;
        let sequences = program::run(&header, bytes, program, 0, &relocated, is_kept);
        if !sequences.is_empty() {
            let unit = cut.lines.len();
            cut.lines.extend_from_slice(bytes.get(at..program)?);
            for (_, sequence) in sequences {
                let range = sequence.program;
                cut.moved.push((range.start, range.end, cut.lines.len()));
                cut.lines.extend_from_slice(bytes.get(range)?);
                names.extend(sequence.rows.iter().filter_map(|row| row.function));
            }
            // The length of the unit does not count itself.
            let length = u32::try_from(cut.lines.len() - unit).ok()?.checked_sub(4)?;
            cut.lines.get_mut(unit..unit + 4)?.copy_from_slice(&length.to_le_bytes());
        }
        at = header.end;
    }
    cut.names = chosen(elf.section(".debug_str").map_or(&[][..], |names| names.bytes), &names);
    (!cut.lines.is_empty()).then_some(cut)
}

/// The texts at some offsets, with zeros in place of the others.
fn chosen(texts: &[u8], offsets: &BTreeSet<u32>) -> Vec<u8> {
    let mut chosen = Vec::new();
    for offset in offsets.iter().map(|offset| *offset as usize) {
        let Some(text) = text_at(texts, offset) else { continue };
        let end = offset + text.len() + 1;
        chosen.resize(end.max(chosen.len()), 0);
        chosen[offset..end - 1].copy_from_slice(text.as_bytes());
    }
    chosen
}

impl CutLines {
    /// The relocations of what is left.
    pub(crate) fn relocations(&self, section: &Section<'_>) -> Vec<u8> {
        let size = elf::relocation_bytes(section).unwrap_or(usize::MAX);
        let mut cut = Vec::new();
        for entry in section.bytes.chunks_exact(size) {
            let Some((offset, rest)) = entry.split_first_chunk::<8>() else { continue };
            let now = usize::try_from(u64::from_le_bytes(*offset)).ok().and_then(|at| self.now(at));
            if let Some(now) = now {
                cut.extend_from_slice(&(now as u64).to_le_bytes());
                cut.extend_from_slice(rest);
            }
        }
        cut
    }

    fn now(&self, at: usize) -> Option<usize> {
        let before = self.moved.partition_point(|(start, ..)| *start <= at).checked_sub(1)?;
        let (start, end, now) = self.moved.get(before)?;
        (at < *end).then(|| now + (at - start))
    }
}
