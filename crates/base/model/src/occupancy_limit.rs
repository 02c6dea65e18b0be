//! What can limit occupancy.

use std::fmt;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OccupancyLimit {
    Warps,
    Blocks,
    Registers,
    SharedMemory,
    Barriers,
    /// The grid has too few threads to fill the device.
    Grid,
}

impl fmt::Display for OccupancyLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Warps => "threads per SM",
            Self::Blocks => "blocks per SM",
            Self::Registers => "registers",
            Self::SharedMemory => "shared memory",
            Self::Barriers => "barriers",
            Self::Grid => "grid size",
        })
    }
}
