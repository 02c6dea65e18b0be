//! The counters of an instruction, or of several.

use std::ops::AddAssign;

use propp_base_model::instruction_counters as names;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Waits;

// Sums of damaged numbers stop at the most.
/// Sums over all warps of the launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CountsJson")]
pub struct Counts {
    /// How often a warp executed an instruction.
    pub executed: u64,
    /// The same, times the threads that were active.
    pub threads: u64,
    /// The same, times the threads whose predicate was set.
    pub threads_on: u64,
    /// Sectors of 32 bytes of global memory.
    pub sectors: u64,
    /// As many as the bytes of the threads fill.
    pub ideal_sectors: u64,
    /// Lines of L1 that were looked up for global memory.
    pub tags: u64,
    /// Passes through shared memory.
    pub wavefronts: u64,
    /// As many as without bank conflicts.
    pub ideal_wavefronts: u64,
    /// Sectors of local memory.
    pub local_sectors: u64,
    /// Branches at which threads of a warp parted.
    pub divergent: u64,
    /// Branches at which they did not.
    pub uniform: u64,
    /// Samples of warps by what they waited for, by NVIDIA's names; `selected` is a warp that issued.
    /// Empty if nothing was sampled.
    pub samples: Waits,
}

impl Counts {
    /// The field that a counter fills; `None` for a counter that nothing here reads.
    pub(crate) fn field(&mut self, counter: &str) -> Option<&mut u64> {
        Some(match counter {
            names::EXECUTED => &mut self.executed,
            names::THREADS => &mut self.threads,
            names::THREADS_ON => &mut self.threads_on,
            names::GLOBAL_SECTORS => &mut self.sectors,
            names::IDEAL_GLOBAL_SECTORS => &mut self.ideal_sectors,
            names::GLOBAL_TAGS => &mut self.tags,
            names::SHARED_WAVEFRONTS => &mut self.wavefronts,
            names::IDEAL_SHARED_WAVEFRONTS => &mut self.ideal_wavefronts,
            names::LOCAL_SECTORS => &mut self.local_sectors,
            names::DIVERGENT_BRANCHES => &mut self.divergent,
            names::UNIFORM_BRANCHES => &mut self.uniform,
            other => return self.samples.field(other),
        })
    }

    /// Whether a warp was seen here.
    pub fn ran(&self) -> bool {
        self.executed > 0 || self.samples.total() > 0
    }

    /// The threads of a warp that were active, in the mean; `None` of what never ran.
    pub fn active_threads(&self) -> Option<f64> {
        (self.executed > 0).then(|| self.threads as f64 / self.executed as f64)
    }

    /// Sectors beyond those that the threads' bytes would fill.
    pub fn excess_sectors(&self) -> u64 {
        self.sectors.saturating_sub(self.ideal_sectors)
    }

    /// Passes through shared memory because of bank conflicts.
    pub fn excess_wavefronts(&self) -> u64 {
        self.wavefronts.saturating_sub(self.ideal_wavefronts)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.executed = self.executed.saturating_add(other.executed);
        self.threads = self.threads.saturating_add(other.threads);
        self.threads_on = self.threads_on.saturating_add(other.threads_on);
        self.sectors = self.sectors.saturating_add(other.sectors);
        self.ideal_sectors = self.ideal_sectors.saturating_add(other.ideal_sectors);
        self.tags = self.tags.saturating_add(other.tags);
        self.wavefronts = self.wavefronts.saturating_add(other.wavefronts);
        self.ideal_wavefronts = self.ideal_wavefronts.saturating_add(other.ideal_wavefronts);
        self.local_sectors = self.local_sectors.saturating_add(other.local_sectors);
        self.divergent = self.divergent.saturating_add(other.divergent);
        self.uniform = self.uniform.saturating_add(other.uniform);
        self.samples += other.samples;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_counter_that_is_read_has_a_field_of_its_own() {
        let mut counts = Counts::default();
        for (value, name) in (1..).zip(names::ALL) {
            *counts.field(name).unwrap() += value;
        }
        let mut twice = counts;
        twice += counts;
        for (value, name) in (1..).zip(names::ALL) {
            assert_eq!(*counts.field(name).unwrap(), value, "{name}");
            assert_eq!(*twice.field(name).unwrap(), 2 * value, "{name}");
        }
        assert_eq!(counts.field("smsp__sass_else"), None);
    }

    #[test]
    fn what_never_ran_has_no_mean() {
        assert_eq!(Counts::default().active_threads(), None);
        let half = Counts { executed: 4, threads: 64, ..Counts::default() };
        assert_eq!(half.active_threads(), Some(16.0));
    }
}
