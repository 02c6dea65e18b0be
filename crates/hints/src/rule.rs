//! The rules by name.

use std::fmt;

use propp_criteria::Criterion;
use serde::{Deserialize, Serialize};

/// A defect that hints know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Threads of a warp store to addresses that lie apart (and may load from such).
    ScatteredAccess,
    /// Threads of a warp load from addresses that lie apart.
    ScatteredReads,
    /// Accesses begin in the middle of a sector or line.
    MisalignedAccess,
    /// Each request carries few bytes.
    NarrowTypes,
    /// Threads read the same words, one load each.
    Broadcast,
    /// What L2 delivers is delivered again and again.
    SharedMemoryReuse,
    /// Arrays or spilled registers in local memory.
    LocalMemory,
    /// Threads of a warp meet in a bank of shared memory.
    BankConflicts,
    /// Warp divergence: threads of a warp branch differently.
    Divergence,
    /// Warps wait for each other at barriers.
    Barriers,
    /// Fewer blocks than the GPU has room for.
    FewBlocks,
    /// Some SMs have far more to do than others.
    UnevenSms,
    /// Warps of an SM end long before it does.
    UnevenWarps,
    /// Registers, shared memory or the block's size keep warps out.
    Occupancy,
    /// Too few loads are on their way at a time.
    LatencyBound,
    /// An arithmetic pipe, or the issue slots, are full.
    BusyPipe,
    /// Many atomics of a block go to global memory.
    Atomics,
    /// The launch takes longer than what it launches.
    LaunchBound,
    /// The GPU waits between kernels.
    HostGaps,
    /// Copies between host and device that no kernel hides.
    Copies,
}

impl Rule {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::ScatteredAccess,
        Self::ScatteredReads,
        Self::MisalignedAccess,
        Self::NarrowTypes,
        Self::Broadcast,
        Self::SharedMemoryReuse,
        Self::LocalMemory,
        Self::BankConflicts,
        Self::Divergence,
        Self::Barriers,
        Self::FewBlocks,
        Self::UnevenSms,
        Self::UnevenWarps,
        Self::Occupancy,
        Self::LatencyBound,
        Self::BusyPipe,
        Self::Atomics,
        Self::LaunchBound,
        Self::HostGaps,
        Self::Copies,
    ];

    /// By how much a gain counts for more in the order of hints: how a kernel is launched is changed
    /// more easily than its code.
    #[must_use]
    pub const fn ease(self) -> f64 {
        if matches!(self, Self::FewBlocks | Self::Occupancy) { 1.35 } else { 1.0 }
    }

    /// As in JSON and in the list of pairs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ScatteredAccess => "scattered-access",
            Self::ScatteredReads => "scattered-reads",
            Self::MisalignedAccess => "misaligned-access",
            Self::NarrowTypes => "narrow-types",
            Self::Broadcast => "broadcast",
            Self::SharedMemoryReuse => "shared-memory-reuse",
            Self::LocalMemory => "local-memory",
            Self::BankConflicts => "bank-conflicts",
            Self::Divergence => "divergence",
            Self::Barriers => "barriers",
            Self::FewBlocks => "few-blocks",
            Self::UnevenSms => "uneven-sms",
            Self::UnevenWarps => "uneven-warps",
            Self::Occupancy => "occupancy",
            Self::LatencyBound => "latency-bound",
            Self::BusyPipe => "busy-pipe",
            Self::Atomics => "atomics",
            Self::LaunchBound => "launch-bound",
            Self::HostGaps => "host-gaps",
            Self::Copies => "copies",
        }
    }

    /// As a heading.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::ScatteredAccess => "Uncoalesced accesses: neighbouring threads are far apart",
            Self::ScatteredReads => "Uncoalesced loads: neighbouring threads read far apart",
            Self::MisalignedAccess => "Misaligned accesses",
            Self::NarrowTypes => "Narrow accesses: few bytes per thread",
            Self::Broadcast => "Many threads load the same words",
            Self::SharedMemoryReuse => "The same data is loaded from L2 again and again",
            Self::LocalMemory => "Local memory: spilled registers or arrays",
            Self::BankConflicts => "Bank conflicts in shared memory",
            Self::Divergence => "Warp divergence: threads of a warp branch differently",
            Self::Barriers => "Warps wait at barriers",
            Self::FewBlocks => "Too few blocks for this GPU",
            Self::UnevenSms => "Uneven load between SMs",
            Self::UnevenWarps => "SMs run with fewer warps than they could",
            Self::Occupancy => "Low occupancy: few warps fit on an SM",
            Self::LatencyBound => "Latency-bound: too few loads in flight",
            Self::BusyPipe => "An arithmetic pipe or the issue slots are full",
            Self::Atomics => "Atomics to global memory",
            Self::LaunchBound => "Launch overhead exceeds the work",
            Self::HostGaps => "The GPU waits for the host",
            Self::Copies => "Copies do not overlap with kernels",
        }
    }

    /// The criterion that falls where the rule applies. Latency, launches and atomics
    /// have none.
    #[must_use]
    pub const fn criterion(self) -> Option<Criterion> {
        match self {
            Self::ScatteredAccess | Self::MisalignedAccess | Self::NarrowTypes => {
                Some(Criterion::GranL1)
            }
            Self::ScatteredReads | Self::LocalMemory => Some(Criterion::GranL2),
            Self::BankConflicts => Some(Criterion::SmemEff),
            Self::Divergence => Some(Criterion::TDiv),
            Self::Barriers => Some(Criterion::DSync),
            Self::FewBlocks | Self::UnevenSms => Some(Criterion::LbSm),
            Self::UnevenWarps => Some(Criterion::LbW),
            Self::Occupancy => Some(Criterion::Occ),
            Self::BusyPipe => Some(Criterion::Ci),
            Self::HostGaps => Some(Criterion::HSync),
            Self::Copies => Some(Criterion::Dt),
            Self::Broadcast
            | Self::SharedMemoryReuse
            | Self::LatencyBound
            | Self::Atomics
            | Self::LaunchBound => None,
        }
    }

    /// Where more is said; the guidelines are those of Fang et al., section 7.
    #[must_use]
    pub const fn further(self) -> &'static str {
        match self {
            Self::ScatteredAccess => {
                "propp explain Gran_L1; CUDA Best Practices Guide, coalesced access; \
                 guideline G_3"
            }
            Self::ScatteredReads => {
                "propp explain Gran_L2; CUDA Best Practices Guide, coalesced access and \
                 texture memory; guidelines G_3, G_4 and T_4"
            }
            Self::MisalignedAccess => {
                "propp explain Gran_L1; CUDA Best Practices Guide, misaligned sequential \
                 accesses; guideline G_3"
            }
            Self::NarrowTypes => "CUDA C++ Programming Guide, built-in vector types; guideline G_2",
            Self::Broadcast => "CUDA Best Practices Guide, constant memory; guidelines C_1 to C_4",
            Self::SharedMemoryReuse => {
                "CUDA Best Practices Guide, shared memory in matrix multiplication; guidelines \
                 S_5 and S_6"
            }
            Self::LocalMemory => "CUDA Best Practices Guide, local memory; guidelines L_1 to L_4",
            Self::BankConflicts => {
                "propp explain SMem_eff; CUDA Best Practices Guide, shared memory and memory \
                 banks; guideline S_1"
            }
            Self::Divergence => {
                "propp explain TDiv; CUDA Best Practices Guide, branching and divergence"
            }
            Self::Barriers => {
                "propp explain DSync; CUDA C++ Programming Guide, warp shuffle functions and \
                 cooperative groups"
            }
            Self::FewBlocks => {
                "propp explain LB_SM, propp explain OCC; CUDA Best Practices Guide, thread and block \
                 heuristics"
            }
            Self::UnevenSms => "propp explain LB_SM",
            Self::UnevenWarps => "propp explain LB_W",
            Self::Occupancy => {
                "propp explain OCC; CUDA Best Practices Guide, occupancy; guidelines S_4 and \
                 G_4"
            }
            Self::LatencyBound => {
                "CUDA Best Practices Guide, hiding register dependencies; propp explain QM, \
                 latency"
            }
            Self::BusyPipe => {
                "propp explain CI; CUDA Best Practices Guide, arithmetic instructions"
            }
            Self::Atomics => {
                "CUDA C++ Programming Guide, atomic functions and warp reduce functions"
            }
            Self::LaunchBound => "CUDA C++ Programming Guide, CUDA graphs",
            Self::HostGaps => {
                "propp explain HSync; CUDA C++ Programming Guide, CUDA graphs and asynchronous \
                 concurrent execution"
            }
            Self::Copies => {
                "propp explain DT; CUDA Best Practices Guide, asynchronous and overlapping \
                 transfers"
            }
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
