//! A page with a thread's changes, and pages that are used again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::arithmetic::combined;
use crate::requests::{Caches, lanes};
use propp_emulate_ptx::{Atomic, Type};

use super::SECTIONS;

pub(crate) const PAGE: usize = 4096;
pub(crate) const LINE: usize = 128;
pub(super) const LINES: usize = PAGE / LINE;

/// A bit for each word of four bytes, by line.
pub(super) type Words = [u32; LINES];

/// How all reductions of a kernel combine values. Their order does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reducing {
    pub atomic: Atomic,
    pub ty: Type,
}

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
    written: Words,
    reduced: Words,
    told: Option<Box<Told>>,
}

/// What blocks that take turns tell each other.
#[derive(Debug, Default)]
struct Told {
    /// By this thread, in each section.
    published: [Words; SECTIONS],
    /// The same, of which others have not been told yet.
    pending: Words,
    /// By any thread.
    known: Words,
}

/// Memory of earlier launches that nobody uses: to get it afresh from the system takes longer than
/// what is done with it.
#[derive(Debug, Default)]
pub struct Spare {
    pages: Mutex<Vec<Box<Page>>>,
    caches: Mutex<Vec<Caches>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Spare {
    /// 32 MiB of pages.
    const MOST: usize = 1 << 13;
    /// Pages at a time: who takes one will take more.
    const FEW: usize = 16;

    pub(super) fn take(&self, pages: &mut Vec<Box<Page>>) {
        let mut kept = locked(&self.pages);
        let most = kept.len();
        pages.extend(kept.drain(most.saturating_sub(Self::FEW)..));
        drop(kept);
        pages.resize_with(Self::FEW, || Box::new(Page::empty()));
    }

    pub(super) fn keep(&self, pages: impl Iterator<Item = Box<Page>>) {
        let mut kept = locked(&self.pages);
        let room = Self::MOST.saturating_sub(kept.len());
        kept.extend(pages.take(room));
    }

    /// L1s for a launch.
    pub fn caches(&self, bytes: u32, multiprocessors: u32) -> Caches {
        let kept = locked(&self.caches).pop();
        let kept = kept.filter(|caches| caches.are(bytes, multiprocessors));
        kept.map_or_else(|| Caches::new(bytes, multiprocessors), Caches::emptied)
    }

    pub fn keep_caches(&self, caches: Caches) {
        locked(&self.caches).push(caches);
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

/// Whether a word is in both.
fn overlap(some: &Words, others: &Words) -> bool {
    some.iter().zip(others).fold(0, |all, (one, other)| all | one & other) != 0
}

impl Page {
    fn empty() -> Self {
        Self { bytes: [0; PAGE], written: [0; LINES], reduced: [0; LINES], told: None }
    }

    pub(super) fn clear(&mut self) {
        (self.written, self.reduced, self.told) = ([0; LINES], [0; LINES], None);
    }

    fn told(&mut self) -> &mut Told {
        self.told.get_or_insert_default()
    }

    /// Takes the words that it lacks of these bytes from the region's part.
    #[inline]
    pub(super) fn complete(&mut self, part: &[u8], at: usize, length: usize) {
        each_line(at, length, |line, words| {
            let known = self.told.as_ref().map_or(0, |told| told.known[line]);
            let lacks = words & !(self.written[line] | self.reduced[line] | known);
            if lacks != 0 {
                let start = line * LINE;
                copy_words(&mut self.bytes[start..], &part[start..], lacks);
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
            Change::Written => each_line(at, length, |line, words| self.written[line] |= words),
            Change::Reduced => each_line(at, length, |line, words| self.reduced[line] |= words),
            Change::Published(section) => {
                let told = self.told();
                each_line(at, length, |line, words| {
                    told.published[section][line] |= words;
                    told.pending[line] |= words;
                    told.known[line] |= words;
                });
            }
        }
    }

    /// The words of a line that others have not been told of yet.
    pub(super) fn pending(&mut self, line: usize) -> &mut u32 {
        &mut self.told().pending[line]
    }

    /// Takes words that another thread has published.
    pub(super) fn learn(&mut self, line: usize, words: u32, bytes: &[u8]) {
        self.told().known[line] |= words;
        copy_words(&mut self.bytes[line * LINE..(line + 1) * LINE], bytes, words);
    }

    /// Whether it has changed what another thread has changed in its page, or has used without
    /// knowing of it: `used` gives the words that the other one used before so many sections had
    /// begun. What it published counts as used.
    pub(super) fn disturbs(&self, other: Option<&Self>, used: impl Fn(usize) -> Words) -> bool {
        let of_both = |some: &Words, others: &Words| std::array::from_fn(|i| some[i] | others[i]);
        let changed = of_both(&self.written, &self.reduced);
        let theirs = other.map(|other| of_both(&other.written, &other.reduced));
        let reduced = other.is_some_and(|other| overlap(&self.reduced, &other.written));
        let written = theirs.as_ref().is_some_and(|theirs| overlap(&self.written, theirs));
        let published = |(section, published): (usize, &Words)| {
            // What is published in a section is known to those that have begun it.
            overlap(published, &used(section + 1))
        };
        reduced
            || written
            || overlap(&changed, &used(SECTIONS + 1))
            || self.told.iter().flat_map(|told| told.published.iter().enumerate()).any(published)
    }

    /// The words that were written, and those that were reduced as one value with such a word: no
    /// other thread has changed these, or it would be disturbed.
    fn all_written(&self, reducing: Option<Reducing>) -> Words {
        /// Lower halves of double words.
        const LOW: u32 = u32::MAX / 3;
        let mut all = self.written;
        if reducing.is_some_and(|reducing| reducing.ty.bytes() == 8) {
            for (all, reduced) in all.iter_mut().zip(&self.reduced) {
                *all |= (*all >> 1 & LOW | (*all & LOW) << 1) & reduced;
            }
        }
        all
    }

    /// Puts what was written, after what was published: the page has the last of both.
    pub(super) fn put_written(&self, to: &mut [u8], reducing: Option<Reducing>) {
        let written = self.all_written(reducing);
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
        let written = self.all_written(Some(reducing));
        for (line, (reduced, written)) in self.reduced.iter().zip(&written).enumerate() {
            for word in lanes(reduced & !written) {
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
            Atomic::Min
            | Atomic::Max
            | Atomic::Inc
            | Atomic::Dec
            | Atomic::And
            | Atomic::Or
            | Atomic::Exchange
            | Atomic::CompareSwap => combined(self.atomic, self.ty, now, own),
        }
    }
}
