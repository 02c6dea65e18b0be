//! Pointer chasing: each load depends on the one before, so that each can be timed.

use serde::{Deserialize, Serialize};

/// The path of a load through the memory system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Path {
    /// `ld.global.ca`: L1 and L2.
    Cached,
    /// `ld.global.cg`: L2 only.
    L2,
    /// `ld.global.cv`: never cached.
    Volatile,
    /// `ld.global.nc`: the read-only path.
    ReadOnly,
    /// A fetch from a linear texture.
    Texture,
    /// `ld.const` with an address that is unknown at compile time.
    Constant,
    Shared,
}

/// A chase. Places are byte offsets into one allocation, multiples of 8, each at most once in
/// a lap.
#[derive(Clone, Debug, PartialEq)]
pub struct Chase {
    pub path: Path,
    /// The places of one lap in order; the chase repeats the lap.
    pub lap: Vec<u64>,
    /// Loads before the recorded ones, from the start of the lap; 0 for a cold start.
    pub warm: u64,
    /// Recorded loads, which continue where the warm ones ended; at most
    /// [`Chase::MAX_RECORDED`].
    pub recorded: usize,
}

impl Chase {
    /// Loads that one chase can record: they fit into the shared memory that every block gets
    /// without an option, so that recording does not shrink L1.
    pub const MAX_RECORDED: usize = 3072;
}

/// The latency of each recorded load in cycles. The place of load i is
/// `lap[(warm + i) % lap.len()]`.
pub type Trace = Vec<u32>;

/// A GPU or a simulated cache. Every chase begins with empty caches of the SM; the L2 keeps
/// its content.
pub trait Chaser {
    type Error;

    fn chase(&mut self, chase: &Chase) -> Result<Trace, Self::Error>;
}
