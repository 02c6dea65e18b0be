//! Memory of one thread of several that run a launch's blocks: what it writes is kept apart, in
//! pages, until all have ended. Then the pages go into the memory, if no thread has used what
//! another one wrote. So the result is that of one thread, or there is none.

use propp_arithmetic::combined;
use propp_ptx::{Atomic, Type};

use crate::lanes::lanes;

const PAGE: usize = 4096;
const LINE: usize = 128;
const LINES: usize = PAGE / LINE;

/// How all reductions of a kernel combine values. Their order does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reducing {
    pub(crate) atomic: Atomic,
    pub(crate) ty: Type,
}

/// A page with a thread's changes. A bit of a line is a word of four bytes.
#[derive(Debug)]
struct Page {
    bytes: Vec<u8>,
    written: [u32; LINES],
    reduced: [u32; LINES],
}

/// One region, as one thread sees it.
#[derive(Debug)]
pub(crate) struct Draft {
    /// By their number in the region; empty until the thread writes there.
    pages: Vec<Option<Box<Page>>>,
    page_count: usize,
    kept: u64,
    /// The words of each line that were read.
    read: Vec<u32>,
}

/// The bits of the words of a line that `start..end` covers, both within the line or beyond.
fn words(line: usize, start: usize, end: usize) -> u32 {
    let first = start.saturating_sub(line * LINE).min(LINE - 1) / 4;
    let last = (end - 1 - line * LINE).min(LINE - 1) / 4;
    u32::MAX >> (31 - last) & u32::MAX << first
}

impl Draft {
    pub(crate) fn new(bytes: usize) -> Self {
        let lines = bytes.div_ceil(LINE);
        Self { pages: Vec::new(), page_count: bytes.div_ceil(PAGE), kept: 0, read: vec![0; lines] }
    }

    /// The bytes as the thread has left them. None if they lie in several pages of which one was
    /// changed.
    pub(crate) fn bytes<'s>(
        &'s self,
        whole: &'s [u8],
        start: usize,
        length: usize,
    ) -> Option<&'s [u8]> {
        if self.pages.is_empty() || length == 0 {
            return whole.get(start..start + length);
        }
        let (first, last) = (start / PAGE, (start + length - 1) / PAGE);
        match self.pages.get(first..=last)? {
            [Some(page)] => page.bytes.get(start % PAGE..start % PAGE + length),
            pages if pages.iter().all(Option::is_none) => whole.get(start..start + length),
            _ => None,
        }
    }

    pub(crate) fn has_read(&mut self, start: usize, length: usize) {
        let end = start + length;
        for line in start / LINE..end.div_ceil(LINE) {
            if let Some(read) = self.read.get_mut(line) {
                *read |= words(line, start, end);
            }
        }
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
        if self.pages.is_empty() {
            self.pages.resize_with(self.page_count, || None);
        }
        let page = self.pages.get_mut(number)?.get_or_insert_with(|| {
            let own = &whole[number * PAGE..whole.len().min((number + 1) * PAGE)];
            let (written, reduced) = ([0; LINES], [0; LINES]);
            self.kept += 1;
            Box::new(Page { bytes: own.to_vec(), written, reduced })
        });
        let lines = if reduces { &mut page.reduced } else { &mut page.written };
        for (line, bits) in
            lines.iter_mut().enumerate().take((at + length).div_ceil(LINE)).skip(at / LINE)
        {
            *bits |= words(line, at, at + length);
        }
        page.bytes.get_mut(at..at + length)
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

/// Puts what threads have changed into the region.
pub(crate) fn put(whole: &mut [u8], drafts: &[Draft], reducing: Option<Reducing>) {
    let count = drafts.iter().map(|draft| draft.pages.len()).max().unwrap_or(0);
    for number in 0..count {
        let pages = drafts.iter().filter_map(|draft| draft.pages.get(number)?.as_deref());
        let start = number * PAGE;
        let end = whole.len().min(start + PAGE);
        let own = &mut whole[start..end];
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
    fn put_written(&self, to: &mut [u8]) {
        if self.written == [u32::MAX; LINES] {
            return to.copy_from_slice(&self.bytes);
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
