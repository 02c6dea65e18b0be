//! The names of the criteria.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the eleven criteria of Pro++ (section 4), in the paper's order.
///
/// The serialised form is the paper's name, and it is the one users see in
/// reports, weights files and on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Criterion {
    /// Occupancy: resident warps the launch can have, over what the SM holds.
    #[serde(rename = "OCC")]
    Occ,
    /// Host synchronisation: share of the run in which a kernel is running.
    #[serde(rename = "HSync")]
    HSync,
    /// Device synchronisation: warps not held at a block barrier.
    #[serde(rename = "DSync")]
    DSync,
    /// Thread divergence: active threads per executed warp instruction.
    #[serde(rename = "TDiv")]
    TDiv,
    /// Load balancing between warps: achieved over reachable residency.
    #[serde(rename = "LB_W")]
    LbW,
    /// Load balancing between SMs: average over busiest active cycles.
    #[serde(rename = "LB_SM")]
    LbSm,
    /// Access granularity at L1: useful bytes over bytes of touched lines.
    #[serde(rename = "Gran_L1")]
    GranL1,
    /// Access granularity at L2: useful bytes over bytes of moved sectors.
    #[serde(rename = "Gran_L2")]
    GranL2,
    /// Shared-memory efficiency: ideal over actual wavefronts.
    #[serde(rename = "SMem_eff")]
    SmemEff,
    /// Computation intensity: how busy the arithmetic and load/store pipes are.
    #[serde(rename = "CI")]
    Ci,
    /// Data transfer: host-device copies hidden behind kernels.
    #[serde(rename = "DT")]
    Dt,
}

impl Criterion {
    /// Every criterion, in the order in which reports list them.
    pub const ALL: [Self; 11] = [
        Self::Occ,
        Self::HSync,
        Self::DSync,
        Self::TDiv,
        Self::LbW,
        Self::LbSm,
        Self::GranL1,
        Self::GranL2,
        Self::SmemEff,
        Self::Ci,
        Self::Dt,
    ];

    /// The paper's name, as printed in reports and written to files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Occ => "OCC",
            Self::HSync => "HSync",
            Self::DSync => "DSync",
            Self::TDiv => "TDiv",
            Self::LbW => "LB_W",
            Self::LbSm => "LB_SM",
            Self::GranL1 => "Gran_L1",
            Self::GranL2 => "Gran_L2",
            Self::SmemEff => "SMem_eff",
            Self::Ci => "CI",
            Self::Dt => "DT",
        }
    }

    /// What it asks, as `docs/criteria.md` explains.
    #[must_use]
    pub const fn question(self) -> &'static str {
        match self {
            Self::Occ => "how much of the GPU's room for warps the launch can fill at all",
            Self::HSync => "for what share of the run a kernel was running",
            Self::DSync => "how little is lost to warps that wait for others at a barrier",
            Self::TDiv => "how many of a warp's 32 threads take part in its instructions",
            Self::LbW => "whether the warps given to an SM stay busy until the SM is done",
            Self::LbSm => "whether all SMs are busy equally long",
            Self::GranL1 => "how much of the 128-byte lines looked up in L1 was asked for",
            Self::GranL2 => "how much of the 32-byte sectors exchanged with L2 was asked for",
            Self::SmemEff => "how few trips through shared memory there were beside the least",
            Self::Ci => "how busy the arithmetic and load/store pipes are",
            Self::Dt => "how much of what is copied is copied while a kernel runs",
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
