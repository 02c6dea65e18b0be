//! What recordings of earlier runs say of the kernels: how much of the time each takes, and how it
//! is launched.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_names::demangle;
use propp_gate_runs::Profile;
use schemars::JsonSchema;
use serde::Serialize;

use crate::worse::Block;

/// Kernels of earlier runs, by symbol and by name.
#[derive(Clone, Debug, Default)]
pub struct Earlier {
    by_name: BTreeMap<String, Seen>,
    total_ns: f64,
}

#[derive(Clone, Debug, Default)]
struct Seen {
    ns: f64,
    launches: f64,
    blocks: BTreeSet<Block>,
}

/// How much of the application a kernel is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Weight {
    /// Of the time in all kernels of a run, from 0 to 1.
    pub share: f64,
    /// Nanoseconds of a run.
    pub ns: f64,
    /// Launches of a run.
    pub launches: f64,
}

impl Earlier {
    /// The mean of several runs of a program.
    pub fn of(runs: &[Profile]) -> Self {
        let mut all = Self::default();
        let each = 1.0 / (runs.len().max(1) as f64);
        for kernel in runs.iter().flat_map(|run| &run.kernels) {
            let seen = all.by_name.entry(demangle(&kernel.key.function)).or_default();
            let ns = each * kernel.total_ns();
            let launches = kernel.measures.get(&propp_gate_runs::Quantity::Launches);
            seen.ns += ns;
            seen.launches += each * launches.map_or(0.0, propp_gate_runs::Samples::mean);
            let threads = kernel.key.block.iter().fold(1_u32, |all, n| all.saturating_mul(*n));
            let dynamic_shared_bytes = kernel.key.dynamic_shared_bytes;
            seen.blocks.insert(Block { threads, dynamic_shared_bytes });
            all.total_ns += ns;
        }
        all
    }

    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// The weight of a kernel by its demangled name, or by what it was called before.
    pub(crate) fn weight(&self, names: &[&str]) -> Option<Weight> {
        let seen = self.seen(names)?;
        let share = if self.total_ns > 0.0 { seen.ns / self.total_ns } else { 0.0 };
        Some(Weight { share, ns: seen.ns, launches: seen.launches })
    }

    pub(crate) fn blocks(&self, names: &[&str]) -> Vec<Block> {
        self.seen(names).map(|seen| seen.blocks.iter().copied().collect()).unwrap_or_default()
    }

    fn seen(&self, names: &[&str]) -> Option<&Seen> {
        names.iter().find_map(|name| self.by_name.get(*name))
    }
}
