//! Stores that L1 hands on to L2. Parts of a sector that a warp stores one after the other go there
//! together, if not too much else is stored between them: L1 holds a few lines back for a moment. How
//! long depends on how busy it is, which the emulator does not know, so the shares here lie between those that
//! an H200 showed for different grids (`tests/emulate/stores.cu`, lab/engine.md).

use crate::footprint::Footprint;
use crate::requests::{Caches, Lines, sectors_in};

/// Of 256 sectors that a warp has stored in part and stores again, how many go to L2 once: by the number
/// of lines that were stored in part from the first part on, that line itself included.
const JOINED: [u64; 9] = [256, 248, 248, 248, 218, 200, 179, 141, 115];

/// The same if another warp of the block has stored the other part.
const OF_OTHERS: [u64; 5] = [154, 154, 154, 128, 102];

/// At most, of what is narrower than a word.
const OF_NARROW: u64 = 148;

const WHOLE: u64 = 256;

/// Instructions of the block between two stores that go together, at most. Without a branch between them
/// the machine code may have fewer.
const APART: u64 = 24;
const APART_BY_BRANCH: u64 = 8;

/// How many parts wait, at most.
const WAITING: usize = JOINED.len() - 1;

/// Parts that are looked at first: those of kernels that store one part after the other.
const RECENT: usize = 2;

/// The parts of sectors that wait, of one block, by columns.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The number of the block.
    of: u32,
    lines: [u64; WAITING],
    sectors: [u8; WAITING],
    by: [By; WAITING],
    /// How many there were so far.
    count: u64,
    /// Shares that have not become a whole line yet.
    owed: u64,
}

/// Which warp stores, and when: by what the warps of its block have done, one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct By {
    pub(crate) warp: usize,
    pub(crate) is_narrow: bool,
    pub(crate) instructions: u64,
    pub(crate) branches: u64,
    /// Loads of global memory so far.
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
        let (lines, sectors, by) = ([0; WAITING], [0; WAITING], [By::default(); WAITING]);
        Self { of: 0, lines, sectors, by, count: 0, owed: WHOLE / 2 }
    }

    /// What is stored before an atomic does not go with what is stored after it.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        self.sectors = [0; WAITING];
    }

    pub(crate) fn storing<'s>(
        &'s mut self,
        caches: &'s mut Caches,
        footprint: &'s mut Footprint,
        (block, multiprocessor): (u32, usize),
        by: By,
    ) -> Storing<'s> {
        if self.of != block {
            // Blocks do not all round in the same way.
            let owed = u64::from(block).wrapping_mul(97) % WHOLE;
            *self = Self { of: block, owed, ..Self::none() };
        }
        Storing { caches, footprint, parts: self, multiprocessor, by }
    }

    /// The latest parts of these sectors that wait: how many were stored since, and where they are.
    fn latest(&self, line: u64, part: u8) -> Option<(usize, usize)> {
        let at = |before: usize| (self.count.wrapping_sub(before as u64) % WAITING as u64) as usize;
        let is_same = |before: &usize| {
            let at = at(*before);
            self.lines[at] == line && self.sectors[at] & part != 0
        };
        let found = (1..=RECENT).find(is_same).or_else(|| {
            // Most often it is none, which takes no jump for each.
            let any = self.lines.iter().fold(false, |any, waiting| any | (*waiting == line));
            any.then(|| (RECENT + 1..=WAITING).find(is_same)).flatten()
        });
        found.map(|before| (before, at(before)))
    }

    /// Which of the sectors that are stored in part go with those that wait.
    fn join(&mut self, line: u64, part: u8, by: By) -> u8 {
        let mut merged = 0;
        if let Some((before, at)) = self.latest(line, part) {
            let both = self.sectors[at] & part;
            self.owed += by.share(&self.by[at], before);
            if self.owed >= WHOLE {
                self.owed -= WHOLE;
                merged = both;
            }
        }
        let next = (self.count % WAITING as u64) as usize;
        (self.lines[next], self.sectors[next], self.by[next]) = (line, part, by);
        self.count += 1;
        merged
    }
}

impl By {
    /// Of 256 lines how many go with what the other has stored so many lines before.
    fn share(&self, other: &By, before: usize) -> u64 {
        let of = |shares: &[u64]| shares.get(before).copied().unwrap_or(0);
        let share = if self.warp == other.warp {
            self.own_share(other, of(&JOINED))
        } else {
            of(&OF_OTHERS)
        };
        if self.is_narrow { share.min(OF_NARROW) } else { share }
    }

    fn own_share(&self, other: &By, share: u64) -> u64 {
        let apart = self.instructions.saturating_sub(other.instructions);
        let most = if self.branches == other.branches { APART } else { APART_BY_BRANCH };
        match apart > most {
            true => 0,
            // L1 works on a load that comes between.
            false if self.loads != other.loads => share / 2,
            false => share,
        }
    }
}

impl Storing<'_> {
    /// A line's sectors, of which some are stored as a whole. Gives how many go to L2.
    #[inline]
    pub(crate) fn line(&mut self, line: u64, sectors: u8, whole: u8) -> u64 {
        self.footprint.write(self.parts.of, line, sectors);
        self.hand_on(line, sectors, whole)
    }

    /// The same of all lines of a request. First all are looked up, so that the host's memory is asked for
    /// many at a time.
    pub(crate) fn all(&mut self, lines: &Lines) -> u64 {
        self.footprint.write_all(self.parts.of, lines);
        lines.iter_stored().map(|(line, sectors, whole)| self.hand_on(line, sectors, whole)).sum()
    }

    #[inline]
    fn hand_on(&mut self, line: u64, sectors: u8, whole: u8) -> u64 {
        self.caches.store(self.multiprocessor, line, whole);
        let part = sectors & !whole;
        let merged = if part == 0 { 0 } else { self.parts.join(line, part, self.by) };
        u64::from(sectors_in(sectors & !merged))
    }
}
