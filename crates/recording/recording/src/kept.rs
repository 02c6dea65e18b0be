//! A part of a recording, and what may be added to it.

use std::collections::BTreeMap;

/// Rows that stay, by their places in the lists of a [`Recording`](crate::Recording).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Measured launches; their counters stay with them.
    pub measurements: Vec<usize>,
    pub copies: Vec<usize>,
    /// Memory set to a value.
    pub sets: Vec<usize>,
    pub syncs: Vec<usize>,
    pub cases: Vec<usize>,
}

/// Values that were computed of measured launches, to stand beside their counters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Computed {
    /// The values stand where this counter was read.
    pub beside: String,
    pub counters: Vec<String>,
    /// A value for each name, by the place of the measurement; none where nothing was computed.
    pub values: BTreeMap<usize, Vec<f64>>,
}
