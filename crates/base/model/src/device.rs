//! Facts about a GPU that are known without running a kernel.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::launch::WARP_THREADS;

/// The architecture of a GPU as CUDA numbers it, such as 9.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ComputeCapability {
    pub major: u32,
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

/// How an SM allocates its resources. The driver has no attributes for these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllocationRules {
    /// A warp gets registers in multiples of this.
    pub registers_per_warp_unit: u32,
    /// Each has its own share of the registers and warps.
    pub sub_partitions: u32,
    /// A block gets shared memory in multiples of this.
    pub shared_bytes_unit: u32,
    /// Barriers of an SM per block that it can hold; `None` where barriers never limit
    /// occupancy (before 9.0).
    pub barriers_per_block_slot: Option<u32>,
}

/// The known architectures. The numbers are from NVIDIA's occupancy calculator (the header
/// `cuda_occupancy.h` of CUDA 13.0); `crates/judge/criteria/tests/criteria/occupancy.rs` checks the row
/// 9.0 against the driver's answers.
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

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "compute capability {asked} is not known to propp, so its occupancy cannot be computed; \
     known: {known}"
)]
pub struct UnknownArchitecture {
    pub asked: ComputeCapability,
    /// Comma-separated.
    pub known: String,
}

impl AllocationRules {
    pub fn for_architecture(asked: ComputeCapability) -> Result<Self, UnknownArchitecture> {
        KNOWN.iter().find(|(known, _)| *known == asked).map(|(_, rules)| *rules).ok_or_else(|| {
            let known = KNOWN.iter().map(|(known, _)| known.to_string());
            UnknownArchitecture { asked, known: known.collect::<Vec<_>>().join(", ") }
        })
    }
}

/// The driver's device attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceAttributes {
    /// `MULTIPROCESSOR_COUNT`.
    pub sm_count: u32,
    pub max_threads_per_sm: u32,
    pub max_blocks_per_sm: u32,
    pub registers_per_sm: u32,
    pub max_registers_per_block: u32,
    /// `MAX_SHARED_MEMORY_PER_MULTIPROCESSOR`: the largest carve-out. The driver's occupancy
    /// functions assume it, too, unless the program prefers a smaller one. The actual
    /// carve-out of a launch can be smaller.
    pub shared_bytes_per_sm: u32,
    /// `MAX_SHARED_MEMORY_PER_BLOCK_OPTIN`.
    pub max_shared_bytes_per_block: u32,
    /// `RESERVED_SHARED_MEMORY_PER_BLOCK`: 1 KiB from 8.0 on, else 0.
    pub reserved_shared_bytes_per_block: u32,
}

/// The facts of a GPU that the criteria need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceFacts {
    /// As the profiling library names it, such as `GH100`.
    pub chip: String,
    pub compute_capability: ComputeCapability,
    pub attributes: DeviceAttributes,
    pub allocation: AllocationRules,
}

impl DeviceFacts {
    pub fn new(
        chip: impl Into<String>,
        compute_capability: ComputeCapability,
        attributes: DeviceAttributes,
    ) -> Result<Self, UnknownArchitecture> {
        let allocation = AllocationRules::for_architecture(compute_capability)?;
        Ok(Self { chip: chip.into(), compute_capability, attributes, allocation })
    }

    pub fn max_warps_per_sm(&self) -> u64 {
        u64::from(self.attributes.max_threads_per_sm) / WARP_THREADS
    }

    pub fn sms(&self) -> f64 {
        f64::from(self.attributes.sm_count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_architecture_is_an_error_that_lists_the_known_ones() {
        let error = AllocationRules::for_architecture(cc(6, 1)).unwrap_err().to_string();
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
        assert_eq!(AllocationRules::for_architecture(cc(7, 5)).unwrap().shared_bytes_unit, 256);
        assert_eq!(AllocationRules::for_architecture(cc(9, 0)).unwrap().shared_bytes_unit, 128);
    }
}
