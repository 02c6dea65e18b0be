//! How many blocks of a launch an SM can hold.

use super::device::DeviceFacts;
use super::launch::{LaunchFacts, WARP_THREADS};
use super::occupancy_limit::OccupancyLimit;

/// The number of blocks that each resource of an SM has room for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residency {
    limits: Vec<(OccupancyLimit, u64)>,
}

/// Why not even one block of the launch fits on an SM.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unlaunchable {
    #[error("the launch has no threads")]
    Empty,
    #[error("one block needs more {resource} than the device gives a block")]
    TooMuch { resource: OccupancyLimit },
}

impl Residency {
    /// Fails if a single block does not fit; the driver refuses such a launch, too.
    pub fn new(launch: &LaunchFacts, device: &DeviceFacts) -> Result<Self, Unlaunchable> {
        let warps = launch.warps_per_block();
        if warps == 0 || launch.blocks() == 0 {
            return Err(Unlaunchable::Empty);
        }
        let mut limits = vec![
            (OccupancyLimit::Warps, device.max_warps_per_sm() / warps),
            (OccupancyLimit::Blocks, u64::from(device.attributes.max_blocks_per_sm)),
        ];
        limits.extend(register_limit(launch, device, warps));
        limits.extend(shared_limit(launch, device));
        limits.extend(barrier_limit(launch, device));
        match limits.iter().find(|(_, blocks)| *blocks == 0) {
            Some(&(resource, _)) => Err(Unlaunchable::TooMuch { resource }),
            None => Ok(Self { limits }),
        }
    }

    /// Blocks of the launch that an SM can hold.
    pub fn blocks_per_sm(&self) -> u64 {
        self.limits.iter().map(|(_, blocks)| *blocks).min().unwrap_or(0)
    }

    /// The scarcest resources; several if they tie.
    pub fn limiting(&self) -> Vec<OccupancyLimit> {
        let least = self.blocks_per_sm();
        self.limits.iter().filter(|(_, blocks)| *blocks == least).map(|(r, _)| *r).collect()
    }
}

/// A warp gets its registers from its sub-partition's share. Registers left over in one
/// sub-partition are of no use to the warps of another.
fn register_limit(
    launch: &LaunchFacts,
    device: &DeviceFacts,
    warps: u64,
) -> Option<(OccupancyLimit, u64)> {
    let parts = u64::from(device.allocation.sub_partitions).max(1);
    let unit = u64::from(device.allocation.registers_per_warp_unit).max(1);
    let per_warp = (u64::from(launch.registers_per_thread) * WARP_THREADS).next_multiple_of(unit);
    if per_warp == 0 {
        return None;
    }
    // The launch check charges all sub-partitions equally: it rounds the number of warps up
    // to a multiple of the number of sub-partitions.
    let charged = warps.next_multiple_of(parts).saturating_mul(per_warp);
    let blocks = if charged > u64::from(device.attributes.max_registers_per_block) {
        0
    } else {
        let per_part = u64::from(device.attributes.registers_per_sm) / parts;
        per_part / per_warp * parts / warps
    };
    Some((OccupancyLimit::Registers, blocks))
}

fn shared_limit(launch: &LaunchFacts, device: &DeviceFacts) -> Option<(OccupancyLimit, u64)> {
    let reserved = u64::from(device.attributes.reserved_shared_bytes_per_block);
    let unit = u64::from(device.allocation.shared_bytes_unit).max(1);
    let allocated = (launch.shared_bytes_per_block() + reserved).next_multiple_of(unit);
    if allocated == 0 {
        return None;
    }
    let most = u64::from(device.attributes.max_shared_bytes_per_block) + reserved;
    let blocks = if allocated > most {
        0
    } else {
        u64::from(device.attributes.shared_bytes_per_sm) / allocated
    };
    Some((OccupancyLimit::SharedMemory, blocks))
}

fn barrier_limit(launch: &LaunchFacts, device: &DeviceFacts) -> Option<(OccupancyLimit, u64)> {
    let used = launch.barriers_per_block.filter(|&used| used > 0)?;
    let per_slot = u64::from(device.allocation.barriers_per_block_slot?);
    let there_are = u64::from(device.attributes.max_blocks_per_sm) * per_slot;
    Some((OccupancyLimit::Barriers, there_are / u64::from(used)))
}
