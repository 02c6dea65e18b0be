//! Facts about a kernel launch that need no counters.

use serde::{Deserialize, Serialize};

use super::trace::Interval;

/// Threads of a warp, on every NVIDIA GPU.
pub const WARP_THREADS: u64 = 32;

/// A kernel launch as the driver saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchFacts {
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y and z.
    pub block: [u32; 3],
    pub registers_per_thread: u32,
    /// Per block.
    pub static_shared_bytes: u32,
    /// Per block.
    pub dynamic_shared_bytes: u32,
    /// They can limit occupancy. Known from the compiled code, not from the driver.
    #[serde(default)]
    pub barriers_per_block: Option<u32>,
    /// Blocks of a cluster in x, y and z.
    #[serde(default)]
    pub cluster: Option<[u32; 3]>,
    /// When it ran without the profiler.
    #[serde(default)]
    pub unprofiled: Option<Interval>,
}

impl LaunchFacts {
    pub fn blocks(&self) -> u64 {
        product(self.grid)
    }

    pub fn threads_per_block(&self) -> u64 {
        product(self.block)
    }

    /// The paper's `block_size` over `warp_size`, rounded up.
    pub fn warps_per_block(&self) -> u64 {
        self.threads_per_block().div_ceil(WARP_THREADS)
    }

    pub fn shared_bytes_per_block(&self) -> u64 {
        u64::from(self.static_shared_bytes) + u64::from(self.dynamic_shared_bytes)
    }
}

pub fn product(dimensions: [u32; 3]) -> u64 {
    dimensions.iter().map(|&n| u64::from(n)).fold(1, u64::saturating_mul)
}
