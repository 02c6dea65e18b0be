//! What a running launch consists of.

use crate::requests::Caches;

use crate::counts::Counts;
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
    pub(crate) shared: Vec<u8>,
    /// Of each lane of each warp, one after the other.
    pub(crate) local: Vec<u8>,
    pub(crate) local_bytes: usize,
    pub(crate) frame: Vec<u8>,
    pub(crate) frame_bytes: usize,
    pub(crate) barriers: [Barrier; 16],
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

#[derive(Debug)]
pub(crate) struct Counting {
    pub(crate) counts: Counts,
    pub(crate) caches: Caches,
}
