//! Stores that L1 hands on to L2. Parts of a sector that a warp stores one after the other go there
//! together, if not too much else is stored between them: L1 holds a few lines back for a moment. How
//! long depends on how busy it is, which the emulator does not know, so these are shares that an H200 showed
//! in between (`tests/emulate/stores.cu`, lab/engine.md).

use crate::footprint::Footprint;
use crate::requests::{Caches, sectors_in};

/// Of 256 sectors that a warp has stored in part and stores again, how many go to L2 once, by
/// the number of lines that were stored in part from then on.
const JOINED: [u64; 9] = [248, 248, 248, 248, 218, 200, 179, 141, 115];

/// The same of what is narrower than a word.
const JOINED_BYTES: u64 = 148;

/// The same if another warp of the block has stored the other part.
const OF_OTHERS: [u64; 5] = [154, 154, 154, 128, 102];

/// Instructions of a warp between two stores that go together, at most: without a branch between
/// them the machine code may have fewer.
const APART: u64 = 24;
const APART_BY_BRANCH: u64 = 8;

/// The parts of sectors that wait, of one block.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The number of the block.
    of: u32,
    lines: [Waiting; JOINED.len()],
    /// How many there were so far.
    count: u64,
}

/// Parts of sectors of one line.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    line: u64,
    sectors: u8,
    by: By,
}

/// Which warp stores, and when.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct By {
    pub(crate) warp: usize,
    pub(crate) is_narrow: bool,
    pub(crate) instructions: u64,
    pub(crate) branches: u64,
    /// Loads of global memory.
    pub(crate) loads: u64,
}

/// A store, line by line.
pub(crate) struct Storing<'s> {
    pub(crate) caches: &'s mut Caches,
    pub(crate) footprint: &'s mut Footprint,
    parts: &'s mut Parts,
    multiprocessor: usize,
    by: By,
}

impl Parts {
    pub(crate) fn none() -> Self {
        let none = Waiting { line: 0, sectors: 0, by: By::default() };
        Self { of: 0, lines: [none; JOINED.len()], count: 0 }
    }

    /// An access comes between that nothing waits for.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        self.lines.iter_mut().for_each(|waiting| waiting.sectors = 0);
    }

    pub(crate) fn storing<'s>(
        &'s mut self,
        caches: &'s mut Caches,
        footprint: &'s mut Footprint,
        (block, multiprocessor): (u32, usize),
        by: By,
    ) -> Storing<'s> {
        if self.of != block {
            *self = Self { of: block, ..Self::none() };
        }
        Storing { caches, footprint, parts: self, multiprocessor, by }
    }

    /// Which of the sectors that are stored in part go with those that wait.
    fn join(&mut self, line: u64, part: u8, by: By) -> u8 {
        let size = self.lines.len() as u64;
        let mut merged = 0;
        // The latest first.
        for before in 1..=size.min(self.count) {
            let waiting = &self.lines[((self.count - before) % size) as usize];
            if waiting.line == line && waiting.sectors & part != 0 {
                let share = by.share(&waiting.by, before as usize);
                // Which of them, is as good as random, and the same in each run.
                let mixed = (line.rotate_left(32) ^ self.count).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                merged = if mixed >> 56 < share { waiting.sectors & part } else { 0 };
                break;
            }
        }
        self.lines[(self.count % size) as usize] = Waiting { line, sectors: part, by };
        self.count += 1;
        merged
    }
}

impl By {
    /// Of 256 sectors how many go with what the other has stored so many lines before.
    fn share(&self, other: &By, before: usize) -> u64 {
        if self.warp != other.warp {
            return OF_OTHERS.get(before).copied().unwrap_or(0);
        }
        let apart = self.instructions.saturating_sub(other.instructions);
        let most = if self.branches == other.branches { APART } else { APART_BY_BRANCH };
        let share = if apart > most { 0 } else { JOINED.get(before).copied().unwrap_or(0) };
        let share = if self.is_narrow { share.min(JOINED_BYTES) } else { share };
        // L1 works on a load that comes between.
        if self.loads == other.loads { share } else { share / 2 }
    }
}

impl Storing<'_> {
    /// A line's sectors, of which some are stored as a whole. Gives how many go to L2.
    #[inline]
    pub(crate) fn line(&mut self, line: u64, sectors: u8, whole: u8) -> u64 {
        self.caches.store(self.multiprocessor, line, whole);
        self.footprint.write(self.parts.of, line, sectors);
        let part = sectors & !whole;
        let merged = if part == 0 { 0 } else { self.parts.join(line, part, self.by) };
        u64::from(sectors_in(sectors & !merged))
    }
}
