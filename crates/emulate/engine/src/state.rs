//! What a running launch consists of.

use crate::requests::{Caches, LANES, Lines, sectors_in};
use crate::stores::{By, Parts, Storing};
use crate::sums::Sums;

use crate::counts::Counts;
use crate::footprint::Footprint;
use crate::launch::Launch;
use crate::local::Local;
use crate::races::Shadow;
use crate::warp::Warp;

/// A block while it runs, with its warps.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) warps: Vec<Warp>,
    pub(crate) block: Block,
}

/// What the warps of a block share, and the memory that is theirs.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) coordinates: [u32; 3],
    pub(crate) multiprocessor: usize,
    /// Which of the grid's, its lowest bits.
    pub(crate) number: u32,
    /// Whether it has several warps.
    pub(crate) has_warps: bool,
    pub(crate) shared: Vec<u8>,
    /// The number of its cluster, and its own in there.
    pub(crate) cluster: u64,
    pub(crate) rank: u32,
    /// While it runs, the shared memories of the others of its cluster, by rank.
    pub(crate) peers: Vec<Vec<u8>>,
    /// Of each lane of each warp, one after the other.
    pub(crate) local: Vec<u8>,
    pub(crate) local_bytes: usize,
    pub(crate) frame: Vec<u8>,
    pub(crate) frame_bytes: usize,
    /// The lanes of all its warps.
    pub(crate) lanes: usize,
    pub(crate) barriers: [Barrier; 16],
    pub(crate) sums: Sums,
    /// If races are looked for.
    pub(crate) shadow: Option<Box<Shadow>>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Barrier {
    /// A bit for each warp that has come.
    pub(crate) arrived: u64,
    /// Threads that must come, if the program says it.
    pub(crate) threads: Option<u32>,
    /// What a reduction has found so far.
    pub(crate) all: bool,
    pub(crate) any: bool,
    pub(crate) count: u32,
}

impl Barrier {
    pub(crate) fn empty() -> Self {
        Self { all: true, ..Self::default() }
    }
}

/// So many do not wait for each other.
const FEW_LINES: u64 = 4;

#[derive(Debug)]
pub(crate) struct Counting {
    pub(crate) counts: Counts,
    pub(crate) caches: Caches,
    pub(crate) footprint: Footprint,
    pub(crate) local: Option<Local>,
    parts: Parts,
}

impl Counting {
    pub(crate) fn new(caches: Caches, launch: &Launch<'_>) -> Self {
        let (counts, footprint) = (Counts::default(), Footprint::default());
        Self { counts, caches, footprint, local: Local::of(launch), parts: Parts::none() }
    }

    /// Loads sectors of a line; gives how many L2 is asked for: those that are not in L1.
    #[inline]
    pub(crate) fn load(&mut self, block: &Block, in_l1: bool, line: u64, sectors: u8) -> u32 {
        let missed =
            if in_l1 { self.caches.load(block.multiprocessor, line, sectors) } else { sectors };
        self.footprint.read(block.number, line, missed);
        sectors_in(missed)
    }

    /// The same of all sectors of a request: first all that L1 has, then all that it has not, so that the
    /// host's memory is asked for many lines at a time.
    pub(crate) fn load_all(&mut self, block: &Block, in_l1: bool, lines: &Lines) -> u64 {
        if lines.tags() <= FEW_LINES {
            let load = |(line, own)| u64::from(self.load(block, in_l1, line, own));
            return lines.iter().map(load).sum();
        }
        let (mut missed, mut count, mut sectors) = ([0; LANES], 0, 0);
        let places =
            in_l1.then(|| self.caches.places(block.multiprocessor, lines.iter().map(|own| own.0)));
        for (index, (line, own)) in lines.iter().enumerate() {
            let left = match &places {
                Some(places) => self.caches.load_at(places, index, own),
                None => own,
            };
            missed[count % LANES] = line << u8::BITS | u64::from(left);
            count += usize::from(left != 0);
            sectors += u64::from(sectors_in(left));
        }
        for own in &missed[..count] {
            self.footprint.read(block.number, own >> u8::BITS, *own as u8);
        }
        sectors
    }

    /// Begins a store of one of the block's warps.
    #[inline]
    pub(crate) fn storing(&mut self, block: &Block, warp: usize, bytes: u32) -> Storing<'_> {
        let Self { counts, caches, footprint, parts, .. } = self;
        let by = By {
            warp,
            is_narrow: bytes < 4,
            instructions: counts.warp_instructions,
            branches: counts.branches,
            loads: counts.global.loads,
        };
        parts.storing(caches, footprint, (block.number, block.multiprocessor), by)
    }

    /// L1 has these sectors no more.
    pub(crate) fn forget_all(&mut self, block: &Block, lines: &Lines) {
        self.parts.forget();
        for (line, sectors) in lines.iter() {
            self.caches.forget(block.multiprocessor, line, sectors);
        }
    }
}
