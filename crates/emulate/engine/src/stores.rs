//! Stores that L1 hands on to L2. A part of a sector waits for the next store of the block: if that has
//! another part of the same sector, both go together. Of three such stores of a warp an H200 hands on
//! about two, of eight by eight warps three (`tests/emulate/traffic.cu`, kernels `structures` and `voted`).

use crate::footprint::Footprint;
use crate::requests::{Caches, LANES, sectors_in};

/// The parts of sectors that wait, of the store before and of the present one.
#[derive(Debug)]
pub(crate) struct Parts {
    lists: [List; 2],
    now: usize,
}

#[derive(Debug)]
struct List {
    /// The number of the block.
    of: u32,
    count: usize,
    lines: [(u64, u8); LANES],
}

/// A store, line by line.
pub(crate) struct Storing<'s> {
    pub(crate) caches: &'s mut Caches,
    pub(crate) footprint: &'s mut Footprint,
    before: &'s List,
    now: &'s mut List,
    multiprocessor: usize,
}

impl Parts {
    pub(crate) fn none() -> Self {
        let list = || List { of: 0, count: 0, lines: [(0, 0); LANES] };
        Self { lists: [list(), list()], now: 0 }
    }

    /// Another access comes between.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        self.lists[self.now].count = 0;
    }

    pub(crate) fn storing<'s>(
        &'s mut self,
        caches: &'s mut Caches,
        footprint: &'s mut Footprint,
        block: u32,
        multiprocessor: usize,
    ) -> Storing<'s> {
        let [first, second] = &mut self.lists;
        let (before, now) = if self.now == 0 { (first, second) } else { (second, first) };
        self.now ^= 1;
        before.count = if before.of == block { before.count } else { 0 };
        (now.of, now.count) = (block, 0);
        Storing { caches, footprint, before, now, multiprocessor }
    }
}

impl Storing<'_> {
    /// A line's sectors, of which some are stored as a whole. Gives how many go to L2.
    #[inline]
    pub(crate) fn line(&mut self, line: u64, sectors: u8, whole: u8) -> u64 {
        self.caches.store(self.multiprocessor, line, whole);
        self.footprint.write(self.now.of, line, sectors);
        let part = sectors & !whole;
        if part == 0 {
            return u64::from(sectors_in(sectors));
        }
        let waiting = self.before.lines[..self.before.count].iter().filter(|own| own.0 == line);
        let merged = part & waiting.fold(0, |all, own| all | own.1);
        if part != merged && self.now.count < LANES {
            self.now.lines[self.now.count] = (line, part & !merged);
            self.now.count += 1;
        }
        u64::from(sectors_in(sectors & !merged))
    }
}
