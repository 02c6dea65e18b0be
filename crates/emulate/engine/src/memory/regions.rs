//! Regions with bounds.

use std::sync::Arc;

use crate::images::Images;
use crate::requests::{LANES, lanes};

use crate::memory::draft::{Change, Draft, News, Reducing, Spare, put_news, put_side_by_side};
use crate::memory::stage::{By, Stage};

/// Generic addresses from here on are those of shared memory, then local, then parameters.
pub const SHARED_WINDOW: u64 = 1 << 56;
pub const LOCAL_WINDOW: u64 = 2 << 56;
pub const PARAMETER_WINDOW: u64 = 3 << 56;
pub(crate) const WINDOW_BYTES: u64 = 1 << 32;

/// With fewer it is too early to tell.
const LEAST_PAGES: u64 = 64;
/// A page takes about as long (`crates/emulate/engine/benches/speed.rs`).
const INSTRUCTIONS_OF_A_PAGE: f64 = 1024.0;

/// An allocation, or a variable.
#[derive(Debug)]
pub struct Region<'m> {
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
    pub changes: u64,
    pub stage: Stage,
    pub spare: Arc<Spare>,
    pub images: Arc<Images>,
    /// The first access to padding since the last look.
    pub overrun: Option<Overrun>,
}

/// An access to the padding at the end of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overrun {
    /// Of the region, without its padding.
    pub base: u64,
    pub bytes: u64,
    /// Bytes from the region's end to the end of the access.
    pub beyond: u64,
}

#[derive(Debug)]
struct Held<'m> {
    base: u64,
    length: u64,
    /// Bytes at the end that belong to nobody, and may be accessed.
    padding: u64,
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
pub enum Refused {
    OutOfBounds,
    ReadOnly,
}

impl<'m> Memory<'m> {
    pub fn new(mut regions: Vec<Region<'m>>) -> Self {
        regions.sort_by_key(|region| region.base);
        let held = |Region { base, bytes, writable }: Region<'m>| {
            let length = bytes.len() as u64;
            Held { base, length, padding: 0, writable, bytes: Bytes::Own(bytes) }
        };
        let regions = regions.into_iter().map(held).collect();
        Self { regions, ..Self::default() }
    }

    /// So many bytes at the end of the region at an address are padding. An access there is remembered, and is
    /// not a fault.
    pub fn padded(mut self, padding: impl Fn(u64) -> u64) -> Self {
        for held in &mut self.regions {
            held.padding = padding(held.base).min(held.length);
            held.length -= held.padding;
        }
        self
    }

    /// With what earlier launches do not need any more.
    pub fn with_spare(self, spare: &Arc<Spare>) -> Self {
        Self { spare: Arc::clone(spare), ..self }
    }

    /// With textures and surfaces, whose texels lie in the regions.
    pub fn with_images(self, images: &Arc<Images>) -> Self {
        Self { images: Arc::clone(images), ..self }
    }

    /// The same memory for one of several threads, whose changes are kept apart.
    pub fn draft(&self) -> Memory<'_> {
        let regions = self.regions.iter().map(|held| {
            let whole: &[u8] = match &held.bytes {
                Bytes::Own(bytes) => bytes,
                Bytes::Shared(bytes, _) => bytes,
            };
            let bytes = Bytes::Shared(whole, Draft::new(whole.len(), &self.spare));
            // An access there is repeated by one thread, which reports it.
            Held { bytes, padding: 0, ..*held }
        });
        let regions = regions.collect();
        let (spare, images) = (Arc::clone(&self.spare), Arc::clone(&self.images));
        Memory { regions, spare, images, ..Memory::default() }
    }

    /// Whether keeping changed pages apart costs more than a further thread saves, as where writes
    /// are scattered, after this part of the thread's blocks and so many instructions.
    pub fn costs_more(&self, instructions: u64, part: f64) -> bool {
        let drafts = || {
            self.regions.iter().filter_map(|held| match &held.bytes {
                Bytes::Own(_) => None,
                Bytes::Shared(_, draft) => Some(draft),
            })
        };
        let pages: u64 = drafts().map(Draft::kept).sum();
        if pages < LEAST_PAGES {
            return false;
        }
        // In the end, if it goes on like this.
        let most: u64 = drafts().map(Draft::most_pages).sum();
        let pages = (pages as f64 / part).min(most as f64);
        pages * INSTRUCTIONS_OF_A_PAGE > instructions as f64 / part
    }

    /// What blocks have published since this was asked last, with the numbers of the regions.
    pub fn news(&mut self) -> Vec<(usize, News)> {
        let regions = self.regions.iter_mut().enumerate();
        let news = regions.filter_map(|(region, held)| match &mut held.bytes {
            Bytes::Own(_) => None,
            Bytes::Shared(_, draft) => Some(draft.news().map(move |news| (region, news))),
        });
        news.flatten().collect()
    }

    /// Takes what a block of another thread has published.
    pub fn learn(&mut self, region: usize, news: &News) {
        if let Some(Held { bytes: Bytes::Shared(_, draft), .. }) = self.regions.get_mut(region) {
            draft.learn(news);
        }
    }

    /// What the thread has changed, by region.
    pub fn into_drafts(self) -> Vec<Draft> {
        let drafts = self.regions.into_iter().filter_map(|held| match held.bytes {
            Bytes::Own(_) => None,
            Bytes::Shared(_, draft) => Some(draft),
        });
        drafts.collect()
    }

    /// Takes what threads have changed, the drafts of each region, and what their blocks have
    /// published, in their order. False, and nothing is changed, if a thread has used what another one
    /// changed without knowing of it.
    pub fn take(
        &mut self,
        drafts: &[Vec<Draft>],
        published: impl IntoIterator<Item = (usize, News)>,
        reducing: Option<Reducing>,
    ) -> bool {
        let disturbed = |of: &Vec<Draft>| {
            let all = || of.iter().enumerate();
            all().any(|(i, one)| all().any(|(j, other)| i != j && one.disturbs(other)))
        };
        if drafts.iter().any(disturbed) {
            return false;
        }
        for (region, news) in published {
            if let Some(Held { bytes: Bytes::Own(bytes), .. }) = self.regions.get_mut(region) {
                put_news(bytes, &news);
            }
        }
        for (held, drafts) in self.regions.iter_mut().zip(drafts) {
            if let Bytes::Own(bytes) = &mut held.bytes {
                put_side_by_side(bytes, drafts, reducing);
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
        let region = self.regions.get(index)?;
        if has(region) { Some(index) } else { self.in_padding(index, address, bytes) }
    }

    /// The same region, if its padding has the rest of the bytes.
    #[cold]
    fn in_padding(&mut self, index: usize, address: u64, bytes: u64) -> Option<usize> {
        let Held { base, length, padding, .. } = *self.regions.get(index)?;
        let end = address.checked_add(bytes)? - base;
        if end > length + padding {
            return None;
        }
        self.overrun.get_or_insert(Overrun { base, bytes: length, beyond: end - length });
        Some(index)
    }

    /// The bytes from `first` to `last + bytes`, if one region has them all.
    pub fn span(&mut self, first: u64, last: u64, bytes: u64) -> Option<&[u8]> {
        let length = (last - first).checked_add(bytes)?;
        let index = self.find(first, length)?;
        let region = &mut self.regions[index];
        let start = (first - region.base) as usize;
        match &mut region.bytes {
            Bytes::Own(own) => own.get(start..start + length as usize),
            Bytes::Shared(whole, draft) => draft.bytes(whole, start, length as usize),
        }
    }

    /// Notes that bytes are read, where several threads run.
    #[inline]
    pub fn has_read(&mut self, address: u64, bytes: u64) {
        if let Some(index) = self.find(address, bytes)
            && let region = &mut self.regions[index]
            && let Bytes::Shared(_, draft) = &mut region.bytes
        {
            let at = (address - region.base) as usize;
            draft.uses(self.stage.sections, at, bytes as usize);
        }
    }

    /// The same of each lane's bytes, aligned to their number.
    pub fn have_read(&mut self, all: &[u64; LANES], mask: u32, bytes: u32) {
        let first = all[mask.trailing_zeros() as usize % LANES];
        let Some(index) = self.find(first, u64::from(bytes)) else { return };
        let region = &mut self.regions[index];
        let mut elsewhere = 0;
        if let Bytes::Shared(_, draft) = &mut region.bytes {
            for lane in lanes(mask) {
                let at = all[lane].wrapping_sub(region.base);
                if at < region.length {
                    draft.uses(self.stage.sections, at as usize, bytes as usize);
                } else {
                    elsewhere |= 1 << lane;
                }
            }
        }
        lanes(elsewhere).for_each(|lane| self.has_read(all[lane], u64::from(bytes)));
    }

    /// Whether it is that of one of several threads.
    #[inline]
    pub fn is_draft(&self) -> bool {
        matches!(self.regions.first(), Some(Held { bytes: Bytes::Shared(..), .. }))
    }

    /// The bytes from `first` to `last + bytes`, if one region has them all, and of a draft one page.
    /// All of them are changed.
    pub fn span_mut(
        &mut self,
        first: u64,
        last: u64,
        bytes: u64,
        by: By,
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
            Bytes::Shared(whole, draft) => {
                let change = self.stage.change(by);
                if let Change::Published(_) = change {
                    draft.uses(self.stage.sections, start, length);
                }
                draft.bytes_mut(whole, start, length, change)
            }
        };
        found.ok_or(Refused::OutOfBounds)
    }

    /// Of a draft, bytes that lanes will write: calls with each lane of the region that has those of
    /// the lowest, and its bytes. Gives these lanes.
    pub fn write_lanes(
        &mut self,
        all: &[u64; LANES],
        mask: u32,
        bytes: u32,
        write: impl FnMut(usize, &mut [u8]),
    ) -> Result<u32, Refused> {
        let first = all[mask.trailing_zeros() as usize % LANES];
        let index = self.find(first, u64::from(bytes)).ok_or(Refused::OutOfBounds)?;
        let region = &mut self.regions[index];
        if !region.writable {
            return Err(Refused::ReadOnly);
        }
        let Bytes::Shared(whole, draft) = &mut region.bytes else {
            return Err(Refused::OutOfBounds);
        };
        let places = all.map(|address| address.wrapping_sub(region.base));
        let change = self.stage.change(By::Store);
        if let Change::Published(_) = change {
            for lane in lanes(mask).filter(|lane| places[*lane] < region.length) {
                draft.uses(self.stage.sections, places[lane] as usize, bytes as usize);
            }
        }
        match draft.write_lanes(whole, &places, mask, bytes as usize, change, write) {
            0 => Err(Refused::OutOfBounds),
            written => Ok(written),
        }
    }

    /// A text that ends with a zero, at most `most` bytes of it.
    pub fn text(&mut self, address: u64, most: usize) -> Vec<u8> {
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
