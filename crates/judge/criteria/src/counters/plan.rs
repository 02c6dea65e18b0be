//! The plan of passes: which counters are read together. `packing.rs` makes it.

use std::collections::BTreeSet;

use super::ratios::Ratio;
use propp_base_model::counters::Source;

pub type CounterSet = BTreeSet<&'static str>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    pub counters: CounterSet,
    /// The source of all counters: code patching and hardware counting exclude each other.
    pub source: Source,
}

/// A ratio of the catalogue and the pass that reads it.
#[derive(Clone, Debug)]
pub struct Placed {
    pub ratio: &'static Ratio,
    /// The chosen alternative of its counters.
    pub counters: &'static [&'static str],
    /// The index of a pass that holds all of them.
    pub pass: usize,
}

/// Why a ratio is not in the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The chip lacks these counters.
    Missing(Vec<&'static str>),
    /// The counters cannot be read in one pass on this chip.
    NeverTogether { passes: usize },
    /// It is optional and would take one more pass.
    CostsAPass,
}

#[derive(Clone, Debug)]
pub struct LeftOut {
    pub ratio: &'static Ratio,
    pub reason: Reason,
}

/// The passes for one chip.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Hardware counters first.
    pub passes: Vec<Pass>,
    /// In the catalogue's order.
    pub placed: Vec<Placed>,
    pub left_out: Vec<LeftOut>,
}

impl Plan {
    pub fn counters(&self) -> CounterSet {
        self.passes.iter().flat_map(|pass| pass.counters.iter().copied()).collect()
    }
}
