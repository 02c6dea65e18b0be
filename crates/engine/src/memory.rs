//! Global and constant memory: regions with bounds.

use crate::draft::{Draft, Reducing, put};

/// Generic addresses from here on are those of shared memory, then local, then parameters.
pub const SHARED_WINDOW: u64 = 1 << 56;
pub const LOCAL_WINDOW: u64 = 2 << 56;
pub const PARAMETER_WINDOW: u64 = 3 << 56;
pub(crate) const WINDOW_BYTES: u64 = 1 << 32;

/// With fewer it is too early to tell.
const LEAST_PAGES: u64 = 256;
const INSTRUCTIONS_OF_A_PAGE: u64 = 1 << 13;

/// An allocation, or a variable.
#[derive(Debug)]
pub struct Region<'m> {
    /// Its address for kernels.
    pub base: u64,
    pub bytes: &'m mut [u8],
    pub writable: bool,
}

/// What kernels can reach. Accesses outside of all regions are faults.
#[derive(Debug, Default)]
pub struct Memory<'m> {
    /// Ascending, without overlap.
    regions: Vec<Held<'m>>,
    /// Where the last access was.
    last: usize,
    /// Counts changes: a wait without any is endless.
    pub(crate) changes: u64,
}

#[derive(Debug)]
struct Held<'m> {
    base: u64,
    length: u64,
    writable: bool,
    bytes: Bytes<'m>,
}

#[derive(Debug)]
enum Bytes<'m> {
    Own(&'m mut [u8]),
    /// Other threads have it, too.
    Shared(&'m [u8], Draft),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    OutOfBounds,
    ReadOnly,
}

/// How bytes are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// All of them are written.
    Whole,
    /// Some of them are.
    Parts,
    /// By reductions that commute.
    Reduced,
}

impl<'m> Memory<'m> {
    #[must_use]
    pub fn new(mut regions: Vec<Region<'m>>) -> Self {
        regions.sort_by_key(|region| region.base);
        let held = |Region { base, bytes, writable }: Region<'m>| {
            let length = bytes.len() as u64;
            Held { base, length, writable, bytes: Bytes::Own(bytes) }
        };
        Self { regions: regions.into_iter().map(held).collect(), last: 0, changes: 0 }
    }

    /// The same memory for one of several threads, whose changes are kept apart.
    pub(crate) fn draft(&self) -> Memory<'_> {
        let regions = self.regions.iter().map(|held| {
            let whole: &[u8] = match &held.bytes {
                Bytes::Own(bytes) => bytes,
                Bytes::Shared(bytes, _) => bytes,
            };
            Held { bytes: Bytes::Shared(whole, Draft::new(whole.len())), ..*held }
        });
        Memory { regions: regions.collect(), last: 0, changes: 0 }
    }

    /// Whether keeping changed pages apart costs more than a further thread saves: a page takes as
    /// long as some thousand instructions (`benches/speed.rs`).
    pub(crate) fn costs_more(&self, instructions: u64) -> bool {
        let kept = self.regions.iter().map(|held| match &held.bytes {
            Bytes::Own(_) => 0,
            Bytes::Shared(_, draft) => draft.kept(),
        });
        let pages: u64 = kept.sum();
        pages >= LEAST_PAGES && pages * INSTRUCTIONS_OF_A_PAGE > instructions
    }

    /// What the thread has changed, by region.
    pub(crate) fn into_drafts(self) -> Vec<Draft> {
        let drafts = self.regions.into_iter().filter_map(|held| match held.bytes {
            Bytes::Own(_) => None,
            Bytes::Shared(_, draft) => Some(draft),
        });
        drafts.collect()
    }

    /// Takes what threads have changed, the drafts of each region; false, and nothing is changed,
    /// if one has used what another one changed.
    pub(crate) fn take(&mut self, drafts: &[Vec<Draft>], reducing: Option<Reducing>) -> bool {
        let disturbed = |of: &Vec<Draft>| {
            let all = || of.iter().enumerate();
            all().any(|(i, one)| all().any(|(j, other)| i != j && one.disturbs(other)))
        };
        if drafts.iter().any(disturbed) {
            return false;
        }
        for (held, drafts) in self.regions.iter_mut().zip(drafts) {
            if let Bytes::Own(bytes) = &mut held.bytes {
                put(bytes, drafts, reducing);
            }
        }
        true
    }

    /// The region that has all of the bytes.
    fn find(&mut self, address: u64, bytes: u64) -> Option<usize> {
        let has = |region: &Held<'_>| {
            address >= region.base
                && address.checked_add(bytes).is_some_and(|end| end - region.base <= region.length)
        };
        if self.regions.get(self.last).is_some_and(has) {
            return Some(self.last);
        }
        let behind = self.regions.partition_point(|region| region.base <= address);
        let index = behind.checked_sub(1)?;
        self.last = index;
        self.regions.get(index).is_some_and(has).then_some(index)
    }

    /// The bytes from `first` to `last + bytes`, if one region has them all.
    pub(crate) fn span(&mut self, first: u64, last: u64, bytes: u64) -> Option<&[u8]> {
        let length = (last - first).checked_add(bytes)?;
        let index = self.find(first, length)?;
        let region = &self.regions[index];
        let start = (first - region.base) as usize;
        match &region.bytes {
            Bytes::Own(own) => own.get(start..start + length as usize),
            Bytes::Shared(whole, draft) => draft.bytes(whole, start, length as usize),
        }
    }

    /// Notes that bytes are read, where several threads run.
    #[inline]
    pub(crate) fn has_read(&mut self, address: u64, bytes: u64) {
        if let Some(index) = self.find(address, bytes)
            && let region = &mut self.regions[index]
            && let Bytes::Shared(_, draft) = &mut region.bytes
        {
            draft.has_read((address - region.base) as usize, bytes as usize);
        }
    }

    /// Whether it is that of one of several threads.
    #[inline]
    pub(crate) fn is_draft(&self) -> bool {
        matches!(self.regions.first(), Some(Held { bytes: Bytes::Shared(..), .. }))
    }

    /// The bytes from `first` to `last + bytes`, if one region has them all. A draft has only
    /// those of one page, and no parts.
    pub(crate) fn span_mut(
        &mut self,
        first: u64,
        last: u64,
        bytes: u64,
        change: Change,
    ) -> Result<&mut [u8], Refused> {
        let length = (last - first).checked_add(bytes).ok_or(Refused::OutOfBounds)?;
        let index = self.find(first, length).ok_or(Refused::OutOfBounds)?;
        let region = &mut self.regions[index];
        if !region.writable {
            return Err(Refused::ReadOnly);
        }
        let (start, length) = ((first - region.base) as usize, length as usize);
        let found = match &mut region.bytes {
            Bytes::Own(own) => own.get_mut(start..start + length),
            Bytes::Shared(..) if change == Change::Parts && first != last => None,
            Bytes::Shared(whole, draft) => {
                draft.bytes_mut(whole, start, length, change == Change::Reduced)
            }
        };
        found.ok_or(Refused::OutOfBounds)
    }

    /// A text that ends with a zero, at most `most` bytes of it.
    pub(crate) fn text(&mut self, address: u64, most: usize) -> Vec<u8> {
        let mut text = Vec::new();
        for offset in 0..most as u64 {
            let Some(byte) = address.checked_add(offset).and_then(|at| self.span(at, at, 1)) else {
                break;
            };
            if byte[0] == 0 {
                break;
            }
            text.push(byte[0]);
        }
        text
    }
}
