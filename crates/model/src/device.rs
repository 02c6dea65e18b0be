//! What is known of a GPU without running anything.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::launch::WARP_THREADS;

/// The architecture of a GPU as CUDA numbers it, such as 9.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ComputeCapability {
    /// Before the point.
    pub major: u32,
    /// After the point.
    pub minor: u32,
}

impl fmt::Display for ComputeCapability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

const fn cc(major: u32, minor: u32) -> ComputeCapability {
    ComputeCapability { major, minor }
}

/// How an SM hands out its resources. The driver has no attribute for these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllocationRules {
    /// Registers are given to a warp in multiples of this.
    pub registers_per_warp_unit: u32,
    /// Parts of an SM, each with its own share of the registers and warps.
    pub sub_partitions: u32,
    /// Shared memory is given to a block in multiples of this.
    pub shared_bytes_unit: u32,
    /// Barriers of an SM for each block that it can hold; `None` where
    /// barriers were never seen to limit (before 9.0).
    pub barriers_per_block_slot: Option<u32>,
}

/// The architectures whose allocation rules are known. Register unit, number
/// of sub-partitions, shared-memory unit and barrier counts are those that
/// NVIDIA's occupancy calculator (the header `cuda_occupancy.h` of CUDA 13.0)
/// works with; the row 9.0 is checked against the driver's own answers in
/// `tests/criteria_occupancy.rs`.
const KNOWN: &[(ComputeCapability, AllocationRules)] = &[
    (cc(7, 0), rules(256, None)),
    (cc(7, 2), rules(256, None)),
    (cc(7, 5), rules(256, None)),
    (cc(8, 0), rules(128, None)),
    (cc(8, 6), rules(128, None)),
    (cc(8, 7), rules(128, None)),
    (cc(8, 9), rules(128, None)),
    (cc(9, 0), rules(128, Some(2))),
    (cc(10, 0), rules(128, Some(2))),
    (cc(10, 1), rules(128, Some(1))),
    (cc(10, 3), rules(128, Some(2))),
    (cc(11, 0), rules(128, Some(1))),
    (cc(12, 0), rules(128, Some(1))),
    (cc(12, 1), rules(128, Some(1))),
];

const fn rules(shared_bytes_unit: u32, barriers_per_block_slot: Option<u32>) -> AllocationRules {
    AllocationRules {
        registers_per_warp_unit: 256,
        sub_partitions: 4,
        shared_bytes_unit,
        barriers_per_block_slot,
    }
}

/// An architecture that propp has no facts for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "compute capability {asked} is not known to propp, so its occupancy cannot be computed; \
     known: {known}"
)]
pub struct UnknownArchitecture {
    /// The one asked for.
    pub asked: ComputeCapability,
    /// Those there are, comma-separated.
    pub known: String,
}

impl AllocationRules {
    /// The rules of an architecture.
    ///
    /// # Errors
    /// If the architecture is not in the table; no other one stands in.
    pub fn of(asked: ComputeCapability) -> Result<Self, UnknownArchitecture> {
        KNOWN.iter().find(|(known, _)| *known == asked).map(|(_, rules)| *rules).ok_or_else(|| {
            let known = KNOWN.iter().map(|(known, _)| known.to_string());
            UnknownArchitecture { asked, known: known.collect::<Vec<_>>().join(", ") }
        })
    }
}

/// What the driver's device attributes say, under their own names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceAttributes {
    /// `MULTIPROCESSOR_COUNT`.
    pub sm_count: u32,
    /// `MAX_THREADS_PER_MULTIPROCESSOR`.
    pub max_threads_per_sm: u32,
    /// `MAX_BLOCKS_PER_MULTIPROCESSOR`.
    pub max_blocks_per_sm: u32,
    /// `MAX_REGISTERS_PER_MULTIPROCESSOR`.
    pub registers_per_sm: u32,
    /// `MAX_REGISTERS_PER_BLOCK`.
    pub max_registers_per_block: u32,
    /// `MAX_SHARED_MEMORY_PER_MULTIPROCESSOR`: the largest carve-out. The
    /// driver's occupancy answer assumes it too unless the program prefers a
    /// smaller one; the carve-out that a launch really gets can be smaller.
    pub shared_bytes_per_sm: u32,
    /// `MAX_SHARED_MEMORY_PER_BLOCK_OPTIN`.
    pub max_shared_bytes_per_block: u32,
    /// `RESERVED_SHARED_MEMORY_PER_BLOCK`: 1 KiB from 8.0 on, else 0.
    pub reserved_shared_bytes_per_block: u32,
}

/// A GPU, as far as the criteria need to know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceFacts {
    /// The chip as the profiling library names it, such as `GH100`.
    pub chip: String,
    /// Its architecture.
    pub compute_capability: ComputeCapability,
    /// What the driver says.
    pub attributes: DeviceAttributes,
    /// What the architecture says.
    pub allocation: AllocationRules,
}

impl DeviceFacts {
    /// Joins what the driver says with what is known of the architecture.
    ///
    /// # Errors
    /// If nothing is known of the architecture.
    pub fn new(
        chip: impl Into<String>,
        compute_capability: ComputeCapability,
        attributes: DeviceAttributes,
    ) -> Result<Self, UnknownArchitecture> {
        let allocation = AllocationRules::of(compute_capability)?;
        Ok(Self { chip: chip.into(), compute_capability, attributes, allocation })
    }

    /// Warps that an SM can hold.
    #[must_use]
    pub fn max_warps_per_sm(&self) -> u64 {
        u64::from(self.attributes.max_threads_per_sm) / WARP_THREADS
    }

    /// SMs, as a factor.
    pub fn sms(&self) -> f64 {
        f64::from(self.attributes.sm_count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_architecture_is_an_error_that_lists_the_known_ones() {
        let error = AllocationRules::of(cc(6, 1)).unwrap_err().to_string();
        assert!(error.starts_with("compute capability 6.1 is not known"), "{error}");
        assert!(
            error.ends_with(
                "7.0, 7.2, 7.5, 8.0, 8.6, 8.7, 8.9, 9.0, 10.0, 10.1, 10.3, 11.0, 12.0, 12.1"
            ),
            "{error}"
        );
    }

    #[test]
    fn shared_memory_is_handed_out_in_smaller_pieces_from_ampere_on() {
        assert_eq!(AllocationRules::of(cc(7, 5)).unwrap().shared_bytes_unit, 256);
        assert_eq!(AllocationRules::of(cc(9, 0)).unwrap().shared_bytes_unit, 128);
    }
}
