//! The resources of a GPU that terms of the cost model occupy.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The times of terms of one resource add up; different resources overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// Device memory and the host link.
    Memory,
    L2,
    /// The slice of L2 that carries out the most atomics.
    Slice,
    /// The L1 cache and shared memory of each SM.
    L1,
    /// What starts blocks on each SM.
    Blocks,
    /// Issue slots and pipes of each SM.
    Issue,
    /// Dependent operations of a warp.
    Latency,
    /// The fixed cost of a launch; it does not overlap.
    Launch,
}

impl Resource {
    pub const ALL: [Self; 8] = [
        Self::Memory,
        Self::L2,
        Self::Slice,
        Self::L1,
        Self::Blocks,
        Self::Issue,
        Self::Latency,
        Self::Launch,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::L2 => "L2",
            Self::Slice => "one slice of L2",
            Self::L1 => "L1 and shared memory",
            Self::Blocks => "starting blocks",
            Self::Issue => "issue and pipes",
            Self::Latency => "latency",
            Self::Launch => "launch",
        }
    }

    /// Whether its time adds to the others instead of overlapping.
    pub const fn comes_on_top(self) -> bool {
        matches!(self, Self::Launch)
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
