//! Pointer chasing: loads of which each tells the next where to go, so that they come
//! one after another and each can be timed.

use serde::{Deserialize, Serialize};

/// The way of a load through the memory system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Path {
    /// `ld.global.ca`: L1 and L2.
    Cached,
    /// `ld.global.cg`: L2 only.
    L2,
    /// `ld.global.cv`: fetched again each time.
    Volatile,
    /// `ld.global.nc`: the read-only way.
    ReadOnly,
    /// A fetch from a linear texture.
    Texture,
    /// `ld.const` with an address that is not known when compiling.
    Constant,
    /// `ld.shared`.
    Shared,
}

/// What is to be chased. Places are byte offsets from the begin of one allocation, a
/// multiple of 8 and each at most once in a lap.
#[derive(Clone, Debug, PartialEq)]
pub struct Chase {
    /// The way of the loads.
    pub path: Path,
    /// The places of one lap in their order; after the last comes the first again.
    pub lap: Vec<u64>,
    /// Loads before the recorded ones, from the begin of the lap. 0 is a cold start.
    pub warm: u64,
    /// Loads that are recorded, going on where the warm ones ended; at most
    /// [`Chase::MAX_RECORDED`].
    pub recorded: usize,
}

impl Chase {
    /// Loads that one chase can record: what fits into the shared memory that is given
    /// to every block anyway, so that recording takes nothing from L1.
    pub const MAX_RECORDED: usize = 3072;
}

/// What a chase gave: of the i-th recorded load its latency in cycles. Its place is
/// `lap[(warm + i) % lap.len()]`.
pub type Trace = Vec<u32>;

/// Something that can be chased: a GPU, or a simulated cache. Every chase begins with
/// nothing in the caches of the SM (the L2 keeps what it has).
pub trait Chaser {
    /// Why a chase failed.
    type Error;

    /// Chases.
    ///
    /// # Errors
    /// When the GPU fails.
    fn chase(&mut self, chase: &Chase) -> Result<Trace, Self::Error>;
}
