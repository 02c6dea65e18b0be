//! Memory of one thread of several that run a launch's blocks: what it writes is kept apart, in
//! pages, until all have ended. Then the pages go into the memory, if no thread has used what
//! another one wrote without having learned of it. So the result is that of one thread, or there
//! is none.

mod page;
mod put;

use std::sync::Arc;

use crate::requests::{LANES, lanes};

pub(crate) use page::Change;
use page::{LINES, Page, Words, each_line};
pub(crate) use put::{put_news, put_side_by_side};

pub use page::Spare;
pub(crate) use page::{LINE, PAGE, Reducing};

/// Sections of a block in which blocks take turns, at most (`turns.rs`).
pub(crate) const SECTIONS: usize = 3;

/// One region, as one thread sees it.
#[derive(Debug)]
pub struct Draft {
    /// By their number in the region; empty until the thread writes there.
    pages: Vec<Option<Box<Page>>>,
    page_count: usize,
    kept: u64,
    /// The words of each line that were used after so many sections of a block had begun; empty
    /// until the thread reads there.
    used: [Vec<u32>; SECTIONS + 1],
    line_count: usize,
    /// Lines with words that were published, and that other threads have not been told of.
    news: Vec<usize>,
    spare: Arc<Spare>,
    /// Taken from there, and not yet used.
    stock: Vec<Box<Page>>,
}

/// Words of a line that a thread has published.
#[derive(Debug)]
pub struct News {
    line: usize,
    words: u32,
    bytes: [u8; LINE],
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.kept > 0 {
            let unused = self.stock.drain(..);
            self.spare.keep(self.pages.drain(..).flatten().chain(unused));
        }
    }
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
            used: [const { Vec::new() }; SECTIONS + 1],
            line_count: bytes.div_ceil(LINE),
            news: Vec::new(),
            spare: Arc::clone(spare),
            stock: Vec::new(),
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

    /// Notes that bytes are used after so many sections.
    #[inline]
    pub(crate) fn uses(&mut self, sections: usize, start: usize, length: usize) {
        let used = &mut self.used[sections];
        if used.is_empty() {
            used.resize(self.line_count, 0);
        }
        each_line(start, length, |line, words| {
            if let Some(used) = used.get_mut(line) {
                *used |= words;
            }
        });
    }

    #[inline]
    fn page(&mut self, number: usize) -> Option<&mut Page> {
        if self.pages.get(number).is_none_or(Option::is_none) {
            self.begin_page(number)?;
        }
        self.pages[number].as_deref_mut()
    }

    #[cold]
    fn begin_page(&mut self, number: usize) -> Option<()> {
        if self.pages.is_empty() {
            self.pages.resize_with(self.page_count, || None);
        }
        if self.stock.is_empty() {
            self.spare.take(&mut self.stock);
        }
        let page = self.pages.get_mut(number)?;
        self.kept += 1;
        page.insert(self.stock.pop()?).clear();
        Some(())
    }

    /// Bytes that will be changed. None if they lie in several pages, or are a value to be reduced
    /// that is not aligned in the region.
    #[inline]
    pub(crate) fn bytes_mut(
        &mut self,
        whole: &[u8],
        start: usize,
        length: usize,
        change: Change,
    ) -> Option<&mut [u8]> {
        let (number, at) = (start / PAGE, start % PAGE);
        if length == 0 || at + length > PAGE {
            return None;
        }
        match change {
            Change::Written => {}
            Change::Reduced if !start.is_multiple_of(length) => return None,
            Change::Reduced => {}
            Change::Published(_) => self.note(start, length),
        }
        let page = self.page(number)?;
        page.change(part(whole, number), at, length, change);
        page.bytes.get_mut(at..at + length)
    }

    /// Remembers what other threads are to be told.
    fn note(&mut self, start: usize, length: usize) {
        each_line(start, length, |line, _| {
            let is_new =
                self.page(line / LINES).is_some_and(|page| *page.pending(line % LINES) == 0);
            if is_new {
                self.news.push(line);
            }
        });
    }

    /// Bytes that lanes will write, each `length` of them, aligned to their number: calls with each
    /// lane and its bytes. Gives the lanes of which the region has the bytes.
    pub(crate) fn write_lanes(
        &mut self,
        whole: &[u8],
        places: &[u64; LANES],
        mask: u32,
        length: usize,
        change: Change,
        mut write: impl FnMut(usize, &mut [u8]),
    ) -> u32 {
        let mut written = 0;
        for lane in lanes(mask) {
            let place = usize::try_from(places[lane]).unwrap_or(usize::MAX);
            if place.checked_add(length).is_none_or(|end| end > whole.len()) {
                continue;
            }
            if let Some(own) = self.bytes_mut(whole, place, length, change) {
                write(lane, own);
                written |= 1 << lane;
            }
        }
        written
    }

    /// What was published since this was asked last.
    pub(crate) fn news(&mut self) -> impl Iterator<Item = News> {
        let pages = &mut self.pages;
        self.news.drain(..).filter_map(|line| {
            let page = pages.get_mut(line / LINES)?.as_deref_mut()?;
            let words = std::mem::take(page.pending(line % LINES));
            let bytes = page.bytes[line % LINES * LINE..].first_chunk().copied()?;
            Some(News { line, words, bytes })
        })
    }

    /// Takes what another thread has published.
    pub(crate) fn learn(&mut self, news: &News) {
        if let Some(page) = self.page(news.line / LINES) {
            page.learn(news.line % LINES, news.words, &news.bytes);
        }
    }

    /// How many pages it keeps.
    pub(crate) fn kept(&self) -> u64 {
        self.kept
    }

    /// How many it can come to keep, if it keeps any.
    pub(crate) fn most_pages(&self) -> u64 {
        if self.kept == 0 { 0 } else { self.page_count as u64 }
    }

    fn changed(&self) -> impl Iterator<Item = (usize, &Page)> {
        let pages = self.pages.iter().enumerate();
        pages.filter_map(|(number, page)| page.as_deref().map(|page| (number, page)))
    }

    /// The words of a page that were used before so many sections of a block had begun.
    fn used(&self, number: usize, sections: usize) -> Words {
        let mut all = [0; LINES];
        for used in self.used[..sections].iter().filter_map(|used| used.get(number * LINES..)) {
            all.iter_mut().zip(used).for_each(|(all, own)| *all |= own);
        }
        all
    }

    /// Whether the other thread has used or changed words that this one changed, without having
    /// learned of it before.
    pub(crate) fn disturbs(&self, other: &Self) -> bool {
        self.changed().any(|(number, page)| {
            let theirs = other.pages.get(number).and_then(Option::as_deref);
            page.disturbs(theirs, |sections| other.used(number, sections))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_not_aligned_are_not_reduced_and_lines_are_told_once() {
        let whole = vec![7; 8192];
        let mut draft = Draft::new(whole.len(), &Arc::default());
        assert!(draft.bytes_mut(&whole, 4, 8, Change::Reduced).is_none());
        assert_eq!(draft.bytes_mut(&whole, 8, 8, Change::Reduced), Some(&mut [7; 8][..]));
        assert!(draft.bytes_mut(&whole, 4092, 8, Change::Written).is_none(), "two pages");
        for round in 0..100 {
            for start in [4100, 300] {
                let own = draft.bytes_mut(&whole, start, 4, Change::Published(0));
                own.into_iter().for_each(|own| own.fill(round));
            }
        }
        assert_eq!(draft.news.len(), 2);
        let news: Vec<News> = draft.news().collect();
        assert_eq!(
            news.iter().map(|news| (news.line, news.words)).collect::<Vec<_>>(),
            [(32, 2), (2, 1 << 11)]
        );
        let mut other = Draft::new(whole.len(), &Arc::default());
        news.iter().for_each(|news| other.learn(news));
        assert_eq!(
            other.bytes(&whole, 4096, 12),
            Some(&[7, 7, 7, 7, 99, 99, 99, 99, 7, 7, 7, 7][..])
        );
        assert_eq!(draft.news().count(), 0);
    }
}
