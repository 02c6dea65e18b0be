//! Memory of one thread of several that run a launch's blocks: what it writes is kept apart, in
//! pages, until all have ended. Then the pages go into the memory, if no thread has used what
//! another one wrote. So the result is that of one thread, or there is none.

use std::sync::{Arc, Mutex, PoisonError};

use propp_arithmetic::combined;
use propp_ptx::{Atomic, Type};

use crate::lanes::{LANES, lanes};

pub(crate) const PAGE: usize = 4096;
const LINE: usize = 128;
const LINES: usize = PAGE / LINE;

/// How all reductions of a kernel combine values. Their order does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reducing {
    pub(crate) atomic: Atomic,
    pub(crate) ty: Type,
}

/// A page with a thread's changes. A bit of a line is a word of four bytes; the bytes of words that
/// are neither written nor reduced say nothing.
#[derive(Debug)]
struct Page {
    bytes: [u8; PAGE],
    written: [u32; LINES],
    reduced: [u32; LINES],
}

/// Pages that nobody uses, kept from launch to launch: to get fresh ones from the system takes
/// longer than what is done with them.
#[derive(Debug, Default)]
pub struct Spare(Mutex<Vec<Box<Page>>>);

impl Spare {
    /// 32 MiB of pages.
    const MOST: usize = 1 << 13;

    fn take(&self) -> Box<Page> {
        let empty = || Page { bytes: [0; PAGE], written: [0; LINES], reduced: [0; LINES] };
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut page = kept.unwrap_or_else(|| Box::new(empty()));
        (page.written, page.reduced) = ([0; LINES], [0; LINES]);
        page
    }

    fn keep(&self, pages: impl Iterator<Item = Box<Page>>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = Self::MOST.saturating_sub(kept.len());
        kept.extend(pages.take(room));
    }
}

/// One region, as one thread sees it.
#[derive(Debug)]
pub(crate) struct Draft {
    /// By their number in the region; empty until the thread writes there.
    pages: Vec<Option<Box<Page>>>,
    page_count: usize,
    kept: u64,
    /// The words of each line that were read; empty until the thread reads there.
    read: Vec<u32>,
    line_count: usize,
    spare: Arc<Spare>,
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.kept > 0 {
            self.spare.keep(self.pages.drain(..).flatten());
        }
    }
}

/// The bits of the words of a line that `start..end` covers, both within the line or beyond.
fn words(line: usize, start: usize, end: usize) -> u32 {
    let first = start.saturating_sub(line * LINE).min(LINE - 1) / 4;
    let last = (end - 1 - line * LINE).min(LINE - 1) / 4;
    u32::MAX >> (31 - last) & u32::MAX << first
}

/// The line of the first byte, and its words, if it has all bytes.
#[inline]
fn words_of_one_line(start: usize, length: usize) -> (usize, Option<u32>) {
    let (line, first) = (start / LINE, start % LINE);
    let last = first + length.max(1) - 1;
    (line, (last < LINE).then(|| u32::MAX >> (31 - last / 4) & u32::MAX << (first / 4)))
}

/// What a region has of a page.
fn part(whole: &[u8], number: usize) -> &[u8] {
    &whole[number * PAGE..whole.len().min((number + 1) * PAGE)]
}

impl Draft {
    pub(crate) fn new(bytes: usize, spare: &Arc<Spare>) -> Self {
        Self {
            pages: Vec::new(),
            page_count: bytes.div_ceil(PAGE),
            kept: 0,
            read: Vec::new(),
            line_count: bytes.div_ceil(LINE),
            spare: Arc::clone(spare),
        }
    }

    /// The bytes as the thread has left them. None if they lie in several pages of which one was
    /// changed.
    pub(crate) fn bytes<'s>(
        &'s mut self,
        whole: &'s [u8],
        start: usize,
        length: usize,
    ) -> Option<&'s [u8]> {
        if self.pages.is_empty() || length == 0 {
            return whole.get(start..start + length);
        }
        let (first, last) = (start / PAGE, (start + length - 1) / PAGE);
        match self.pages.get_mut(first..=last)? {
            [Some(page)] => {
                page.complete(part(whole, first), start % PAGE, length);
                page.bytes.get(start % PAGE..start % PAGE + length)
            }
            pages if pages.iter().all(Option::is_none) => whole.get(start..start + length),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn has_read(&mut self, start: usize, length: usize) {
        if self.read.is_empty() {
            self.read.resize(self.line_count, 0);
        }
        let end = start + length;
        if let (line, Some(bits)) = words_of_one_line(start, length) {
            if let Some(read) = self.read.get_mut(line) {
                *read |= bits;
            }
            return;
        }
        for line in start / LINE..end.div_ceil(LINE) {
            if let Some(read) = self.read.get_mut(line) {
                *read |= words(line, start, end);
            }
        }
    }

    fn page(&mut self, number: usize) -> Option<&mut Page> {
        if self.pages.is_empty() {
            self.pages.resize_with(self.page_count, || None);
        }
        let page = self.pages.get_mut(number)?;
        if page.is_none() {
            self.kept += 1;
        }
        Some(page.get_or_insert_with(|| self.spare.take()))
    }

    /// Bytes that will be written, or reduced. None if they lie in several pages.
    pub(crate) fn bytes_mut(
        &mut self,
        whole: &[u8],
        start: usize,
        length: usize,
        reduces: bool,
    ) -> Option<&mut [u8]> {
        let (number, at) = (start / PAGE, start % PAGE);
        if length == 0 || at + length > PAGE {
            return None;
        }
        let page = self.page(number)?;
        page.change(part(whole, number), at, length, reduces);
        page.bytes.get_mut(at..at + length)
    }

    /// The page that the lowest lane writes to, where it begins in the region, and the lanes that
    /// write to it, each `length` bytes from its place on.
    pub(crate) fn lanes_mut(
        &mut self,
        whole: &[u8],
        places: &[u64; LANES],
        mask: u32,
        length: usize,
    ) -> Option<(&mut [u8], u64, u32)> {
        let number = usize::try_from(places[mask.trailing_zeros() as usize]).ok()? / PAGE;
        let own = whole.get(number * PAGE..whole.len().min((number + 1) * PAGE))?;
        let (first, last) = ((number * PAGE) as u64, own.len().checked_sub(length)? as u64);
        let is_there = |lane: usize| u32::from(places[lane].wrapping_sub(first) <= last) << lane;
        let there = mask & (0..LANES).fold(0, |all, lane| all | is_there(lane));
        let page = self.page(number)?;
        for lane in lanes(there) {
            page.change(own, (places[lane] - first) as usize, length, false);
        }
        Some((&mut page.bytes, first, there))
    }

    /// How many pages it keeps.
    pub(crate) fn kept(&self) -> u64 {
        self.kept
    }

    fn changed(&self) -> impl Iterator<Item = (usize, &Page)> {
        let pages = self.pages.iter().enumerate();
        pages.filter_map(|(number, page)| page.as_deref().map(|page| (number, page)))
    }

    /// Whether the other thread has read or changed words that this one changed.
    pub(crate) fn disturbs(&self, other: &Self) -> bool {
        self.changed().any(|(number, page)| {
            let theirs = other.pages.get(number).and_then(Option::as_deref);
            (0..LINES).any(|line| {
                let (written, reduced) = (page.written[line], page.reduced[line]);
                let read = other.read.get(number * LINES + line).copied().unwrap_or(0);
                let (also, reduces) =
                    theirs.map_or((0, 0), |page| (page.written[line], page.reduced[line]));
                (written | reduced) & read != 0
                    || written & (also | reduces) != 0
                    || reduced & also != 0
            })
        })
    }
}

/// Puts what threads have changed into a part of the region that begins with this page.
pub(crate) fn put(part: &mut [u8], first: usize, drafts: &[Draft], reducing: Option<Reducing>) {
    for (number, own) in part.chunks_mut(PAGE).enumerate() {
        let pages = drafts.iter().filter_map(|draft| draft.pages.get(first + number)?.as_deref());
        let before = reducing.map(|reducing| (reducing, own.to_vec()));
        for page in pages {
            page.put_written(own);
            if let Some((reducing, before)) = &before {
                page.put_reduced(own, before, *reducing);
            }
        }
    }
}

impl Page {
    /// Takes the words that it lacks of these bytes from the region's part.
    #[inline]
    fn complete(&mut self, part: &[u8], at: usize, length: usize) {
        let end = at + length;
        for line in at / LINE..end.div_ceil(LINE) {
            let lacks = words(line, at, end) & !(self.written[line] | self.reduced[line]);
            for word in lanes(lacks) {
                let start = line * LINE + word * 4;
                let end = part.len().min(start + 4);
                self.bytes[start..end].copy_from_slice(&part[start..end]);
            }
        }
    }

    /// Notes that these bytes are written, or reduced.
    #[inline]
    fn change(&mut self, part: &[u8], at: usize, length: usize, reduces: bool) {
        let end = at + length;
        if reduces {
            self.complete(part, at, length);
        } else if !(at | end).is_multiple_of(4) {
            // Words of which a part is written.
            self.complete(part, at, 1);
            self.complete(part, end - 1, 1);
        }
        let lines = if reduces { &mut self.reduced } else { &mut self.written };
        if let (line, Some(bits)) = words_of_one_line(at, length) {
            lines[line] |= bits;
            return;
        }
        for (line, bits) in lines.iter_mut().enumerate().take(end.div_ceil(LINE)).skip(at / LINE) {
            *bits |= words(line, at, end);
        }
    }

    fn put_written(&self, to: &mut [u8]) {
        if self.written == [u32::MAX; LINES] {
            // The last page of a region may be shorter.
            return to.copy_from_slice(&self.bytes[..to.len()]);
        }
        for (line, written) in self.written.iter().enumerate() {
            let start = line * LINE;
            if *written == u32::MAX && start + LINE <= to.len() {
                to[start..start + LINE].copy_from_slice(&self.bytes[start..start + LINE]);
                continue;
            }
            for word in lanes(*written) {
                let start = start + word * 4;
                let end = to.len().min(start + 4);
                to[start..end].copy_from_slice(&self.bytes[start..end]);
            }
        }
    }

    fn put_reduced(&self, to: &mut [u8], before: &[u8], reducing: Reducing) {
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
