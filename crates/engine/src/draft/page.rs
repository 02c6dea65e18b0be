//! A page with a thread's changes, and pages that are used again.

use std::sync::{Mutex, PoisonError};

use propp_arithmetic::combined;
use propp_ptx::{Atomic, Type};

use super::SECTIONS;
use crate::lanes::lanes;

pub(crate) const PAGE: usize = 4096;
pub(crate) const LINE: usize = 128;
pub(super) const LINES: usize = PAGE / LINE;

/// A bit for each word of four bytes, by line.
pub(super) type Words = [u32; LINES];

/// How all reductions of a kernel combine values. Their order does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reducing {
    pub(crate) atomic: Atomic,
    pub(crate) ty: Type,
}

/// How bytes are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nobody learns of it before the launch ends.
    Written,
    /// By reductions that commute.
    Reduced,
    /// Later blocks see it once they are in this section.
    Published(usize),
}

/// A page with a thread's changes. The bytes of words that are in no set say nothing.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) bytes: [u8; PAGE],
    pub(super) written: Words,
    pub(super) reduced: Words,
    pub(super) published: [Words; SECTIONS],
    /// What others have published, and what of this thread others know: it was not written since.
    known: Words,
}

/// Pages that nobody uses, kept from launch to launch: to get fresh ones from the system takes
/// longer than what is done with them.
#[derive(Debug, Default)]
pub struct Spare(Mutex<Vec<Box<Page>>>);

impl Spare {
    /// 32 MiB of pages.
    const MOST: usize = 1 << 13;

    pub(super) fn take(&self) -> Box<Page> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut page = kept.unwrap_or_else(|| Box::new(Page::empty()));
        (page.written, page.reduced, page.known) = ([0; LINES], [0; LINES], [0; LINES]);
        page.published = [[0; LINES]; SECTIONS];
        page
    }

    pub(super) fn keep(&self, pages: impl Iterator<Item = Box<Page>>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = Self::MOST.saturating_sub(kept.len());
        kept.extend(pages.take(room));
    }
}

/// The bits of the words of a line that `start..end` covers, both within the line or beyond.
pub(super) fn words(line: usize, start: usize, end: usize) -> u32 {
    let first = start.saturating_sub(line * LINE).min(LINE - 1) / 4;
    let last = (end - 1 - line * LINE).min(LINE - 1) / 4;
    u32::MAX >> (31 - last) & u32::MAX << first
}

/// Calls with each line of which bytes are meant, and their words.
#[inline]
pub(super) fn each_line(start: usize, length: usize, mut call: impl FnMut(usize, u32)) {
    let (line, first) = (start / LINE, start % LINE);
    let last = first + length.max(1) - 1;
    if last < LINE {
        return call(line, u32::MAX >> (31 - last / 4) & u32::MAX << (first / 4));
    }
    let end = start + length;
    for line in line..end.div_ceil(LINE) {
        call(line, words(line, start, end));
    }
}

/// Copies words of a line. The end of a region may lie within one.
#[inline]
pub(super) fn copy_words(to: &mut [u8], from: &[u8], words: u32) {
    if words == u32::MAX && to.len() >= LINE && from.len() >= LINE {
        return to[..LINE].copy_from_slice(&from[..LINE]);
    }
    let most = to.len().min(from.len());
    for word in lanes(words) {
        let own = (word * 4).min(most)..(word * 4 + 4).min(most);
        to[own.clone()].copy_from_slice(&from[own]);
    }
}

impl Page {
    fn empty() -> Self {
        let none = [0; LINES];
        let (written, reduced, known) = (none, none, none);
        Self { bytes: [0; PAGE], written, reduced, published: [none; SECTIONS], known }
    }

    /// Takes the words that it lacks of these bytes from the region's part.
    #[inline]
    pub(super) fn complete(&mut self, part: &[u8], at: usize, length: usize) {
        each_line(at, length, |line, words| {
            let own = self.written[line] | self.reduced[line] | self.known[line];
            if words & !own != 0 {
                let start = line * LINE;
                copy_words(&mut self.bytes[start..], &part[start..], words & !own);
            }
        });
    }

    /// Notes that these bytes are changed.
    #[inline]
    pub(super) fn change(&mut self, part: &[u8], at: usize, length: usize, change: Change) {
        let end = at + length;
        if change != Change::Written {
            self.complete(part, at, length);
        } else if !(at | end).is_multiple_of(4) {
            // Words of which a part is written.
            self.complete(part, at, 1);
            self.complete(part, end - 1, 1);
        }
        match change {
            Change::Written => each_line(at, length, |line, words| {
                self.written[line] |= words;
                self.known[line] &= !words;
            }),
            Change::Reduced => each_line(at, length, |line, words| self.reduced[line] |= words),
            Change::Published(section) => each_line(at, length, |line, words| {
                self.published[section][line] |= words;
                self.known[line] |= words;
            }),
        }
    }

    /// Takes words that another thread has published.
    pub(super) fn learn(&mut self, line: usize, words: u32, bytes: &[u8]) {
        self.known[line] |= words;
        copy_words(&mut self.bytes[line * LINE..(line + 1) * LINE], bytes, words);
    }

    /// Puts what others do not know yet.
    pub(super) fn put_written(&self, to: &mut [u8]) {
        let written: Words = std::array::from_fn(|line| self.written[line] & !self.known[line]);
        if written == [u32::MAX; LINES] {
            // The last page of a region may be shorter.
            return to.copy_from_slice(&self.bytes[..to.len()]);
        }
        for ((written, to), own) in
            written.iter().zip(to.chunks_mut(LINE)).zip(self.bytes.chunks(LINE))
        {
            copy_words(to, own, *written);
        }
    }

    pub(super) fn put_reduced(&self, to: &mut [u8], before: &[u8], reducing: Reducing) {
        let bytes = reducing.ty.bytes() as usize;
        let value = |from: &[u8]| {
            let mut value = [0; 8];
            value[..bytes].copy_from_slice(&from[..bytes]);
            u64::from_le_bytes(value)
        };
        for line in 0..LINES {
            for word in lanes(self.reduced[line] & !self.written[line]) {
                let start = line * LINE + word * 4;
                if !start.is_multiple_of(bytes) {
                    continue;
                }
                let [now, before, own] =
                    [&to[start..], &before[start..], &self.bytes[start..]].map(value);
                let all = reducing.joined(now, before, own);
                to[start..start + bytes].copy_from_slice(&all.to_le_bytes()[..bytes]);
            }
        }
    }
}

impl Reducing {
    /// What is in memory, with what a thread has made of the value before.
    fn joined(self, now: u64, before: u64, own: u64) -> u64 {
        match self.atomic {
            Atomic::Add => now.wrapping_add(own).wrapping_sub(before),
            Atomic::Xor => now ^ own ^ before,
            atomic => combined(atomic, self.ty, now, own),
        }
    }
}
