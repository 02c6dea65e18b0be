//! What terms keep busy.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a term keeps busy. Terms of one resource wait for each other, so their
/// times add up; resources work side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// Device memory, and the link to the host's.
    Memory,
    /// The L2 cache.
    L2,
    /// The L1 cache and shared memory of each SM.
    L1,
    /// Issue slots and pipes of each SM.
    Issue,
    /// Waiting: what each warp does one after the other.
    Latency,
    /// What a launch costs whatever it does; it comes on top.
    Launch,
}

impl Resource {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Memory, Self::L2, Self::L1, Self::Issue, Self::Latency, Self::Launch];

    /// As it is written in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::L2 => "L2",
            Self::L1 => "L1 and shared memory",
            Self::Issue => "issue and pipes",
            Self::Latency => "latency",
            Self::Launch => "launch",
        }
    }

    /// Whether its time comes on top of the others' in place of beside it.
    #[must_use]
    pub const fn comes_on_top(self) -> bool {
        matches!(self, Self::Launch)
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
