//! What is known of a kernel launch without counting anything.

use serde::{Deserialize, Serialize};

use super::trace::Interval;

/// Threads in a warp, on every NVIDIA GPU there is.
pub const WARP_THREADS: u64 = 32;

/// A kernel launch as the driver saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchFacts {
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y and z.
    pub block: [u32; 3],
    /// Registers the compiler gave each thread.
    pub registers_per_thread: u32,
    /// Shared memory declared in the kernel, per block.
    pub static_shared_bytes: u32,
    /// Shared memory asked for at the launch, per block.
    pub dynamic_shared_bytes: u32,
    /// Barriers a block uses, where known (the compiled code says it; the
    /// driver's function attributes do not). They can limit occupancy.
    #[serde(default)]
    pub barriers_per_block: Option<u32>,
    /// Blocks of a cluster in x, y and z, for a cluster launch.
    #[serde(default)]
    pub cluster: Option<[u32; 3]>,
    /// When it ran, unprofiled.
    #[serde(default)]
    pub unprofiled: Option<Interval>,
}

impl LaunchFacts {
    /// Blocks in the grid.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        product(self.grid)
    }

    /// Threads in a block.
    #[must_use]
    pub fn threads_per_block(&self) -> u64 {
        product(self.block)
    }

    /// Warps in a block, the last perhaps partly filled: the paper's
    /// `block_size` over `warp_size`, rounded up.
    #[must_use]
    pub fn warps_per_block(&self) -> u64 {
        self.threads_per_block().div_ceil(WARP_THREADS)
    }

    /// Shared memory of a block, static and dynamic.
    #[must_use]
    pub fn shared_bytes_per_block(&self) -> u64 {
        u64::from(self.static_shared_bytes) + u64::from(self.dynamic_shared_bytes)
    }
}

pub fn product(dimensions: [u32; 3]) -> u64 {
    dimensions.iter().map(|&n| u64::from(n)).fold(1, u64::saturating_mul)
}
