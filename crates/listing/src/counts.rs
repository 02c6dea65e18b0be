//! The counts of instructions for programs.

use propp_lines::Counts;
use schemars::JsonSchema;
use serde::Serialize;

/// Sums over all warps of the launch.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CountsJson {
    /// How often a warp executed an instruction.
    executed: u64,
    /// The same, times the threads that were active.
    threads: u64,
    /// The same, times the threads whose predicate was set.
    threads_on: u64,
    /// Sectors of 32 bytes of global memory.
    sectors: u64,
    /// As many as the bytes of the threads fill.
    ideal_sectors: u64,
    /// Lines of L1 that were looked up for global memory.
    tags: u64,
    /// Passes through shared memory.
    wavefronts: u64,
    /// As many as without bank conflicts.
    ideal_wavefronts: u64,
    /// Sectors of local memory.
    local_sectors: u64,
    /// Branches at which threads of a warp parted.
    divergent: u64,
    /// Branches at which they did not.
    uniform: u64,
}

impl CountsJson {
    #[must_use]
    pub fn of(counts: &Counts) -> Self {
        let Counts {
            executed,
            threads,
            threads_on,
            sectors,
            ideal_sectors,
            tags,
            wavefronts,
            ideal_wavefronts,
            local_sectors,
            divergent,
            uniform,
        } = *counts;
        Self {
            executed,
            threads,
            threads_on,
            sectors,
            ideal_sectors,
            tags,
            wavefronts,
            ideal_wavefronts,
            local_sectors,
            divergent,
            uniform,
        }
    }
}
