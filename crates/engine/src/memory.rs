//! Global and constant memory: regions with bounds.

/// Generic addresses from here on are those of shared memory, then local, then parameters.
pub const SHARED_WINDOW: u64 = 1 << 56;
pub const LOCAL_WINDOW: u64 = 2 << 56;
pub const PARAMETER_WINDOW: u64 = 3 << 56;
pub(crate) const WINDOW_BYTES: u64 = 1 << 32;

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
    regions: Vec<Region<'m>>,
    /// Where the last access was.
    last: usize,
    /// Counts changes: a wait without any is endless.
    pub(crate) changes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    OutOfBounds,
    ReadOnly,
}

impl<'m> Memory<'m> {
    #[must_use]
    pub fn new(mut regions: Vec<Region<'m>>) -> Self {
        regions.sort_by_key(|region| region.base);
        Self { regions, last: 0, changes: 0 }
    }

    /// The region that has all of the bytes.
    fn find(&mut self, address: u64, bytes: u64) -> Option<usize> {
        let has = |region: &Region<'_>| {
            address >= region.base
                && address
                    .checked_add(bytes)
                    .is_some_and(|end| end - region.base <= region.bytes.len() as u64)
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
        region.bytes.get(start..start + length as usize)
    }

    pub(crate) fn span_mut(
        &mut self,
        first: u64,
        last: u64,
        bytes: u64,
    ) -> Result<&mut [u8], Refused> {
        let length = (last - first).checked_add(bytes).ok_or(Refused::OutOfBounds)?;
        let index = self.find(first, length).ok_or(Refused::OutOfBounds)?;
        let region = &mut self.regions[index];
        if !region.writable {
            return Err(Refused::ReadOnly);
        }
        let start = (first - region.base) as usize;
        region.bytes.get_mut(start..start + length as usize).ok_or(Refused::OutOfBounds)
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
