//! OCC: how many of the warps that the GPU can hold this launch can fill.
//!
//! Computed from launch facts alone (paper, 4.1). The paper's SMEM_OCC and
//! Reg_OCC come out as block counts; here every resource yields the blocks it
//! leaves room for, the scarcest decides, and the fraction follows from it.

use std::fmt;

use propp_model::{DeviceFacts, LaunchFacts};
use propp_model::{WARP_THREADS, product};
use serde::{Deserialize, Serialize};

use super::assessment::Note;
use super::no_value::NoValue;
use super::sheet::{Sheet, divisor};
use super::table::{Definition, Source, Varies};

pub(super) const DEFINITION: Definition = Definition {
    title: "\nOCC",
    question: "how much of the GPU's room for warps the launch can fill at all",
    formula: "\
     min(resident blocks per SM * warps per block / warps an SM holds, \
     threads launched / threads the device holds, 1)",
    source: Source::Launch(evaluate),
    varies: Varies::ByCounts,
    is_portable: false,
};

/// What occupancy can be limited by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// Threads (as warps) that an SM holds.
    Warps,
    /// Blocks that an SM holds.
    Blocks,
    /// Registers.
    Registers,
    /// Shared memory.
    SharedMemory,
    /// Block barriers.
    Barriers,
    /// The grid has too few threads to fill the device.
    Grid,
}

impl fmt::Display for Resource {
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

/// How many blocks of a launch an SM can hold, by what each resource allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residency {
    limits: Vec<(Resource, u64)>,
}

/// A launch that no SM of the device can hold even one block of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unlaunchable {
    /// Grid or block has no threads.
    #[error("the launch has no threads")]
    Empty,
    /// A block needs more of a resource than it may have.
    #[error("one block needs more {resource} than the device gives a block")]
    TooMuch {
        /// The resource.
        resource: Resource,
    },
}

impl Residency {
    /// Computes what each resource allows.
    ///
    /// # Errors
    /// If a single block does not fit, as the driver would refuse it too.
    pub fn of(launch: &LaunchFacts, device: &DeviceFacts) -> Result<Self, Unlaunchable> {
        let warps = launch.warps_per_block();
        if warps == 0 || launch.blocks() == 0 {
            return Err(Unlaunchable::Empty);
        }
        let mut limits = vec![
            (Resource::Warps, device.max_warps_per_sm() / warps),
            (Resource::Blocks, u64::from(device.attributes.max_blocks_per_sm)),
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
    #[must_use]
    pub fn blocks_per_sm(&self) -> u64 {
        self.limits.iter().map(|(_, blocks)| *blocks).min().unwrap_or(0)
    }

    /// The resources that allow no more than that.
    #[must_use]
    pub fn limiting(&self) -> Vec<Resource> {
        let least = self.blocks_per_sm();
        self.limits.iter().filter(|(_, blocks)| *blocks == least).map(|(r, _)| *r).collect()
    }
}

/// Registers go to whole warps, out of the share of the sub-partition that a
/// warp lives in: what is left over in one is of no use to another.
fn register_limit(
    launch: &LaunchFacts,
    device: &DeviceFacts,
    warps: u64,
) -> Option<(Resource, u64)> {
    let parts = u64::from(device.allocation.sub_partitions).max(1);
    let unit = u64::from(device.allocation.registers_per_warp_unit).max(1);
    let per_warp = (u64::from(launch.registers_per_thread) * WARP_THREADS).next_multiple_of(unit);
    if per_warp == 0 {
        return None;
    }
    // The launch check charges every sub-partition equally, so it rounds the
    // warps of the block up to whole rows of sub-partitions.
    let charged = warps.next_multiple_of(parts).saturating_mul(per_warp);
    let blocks = if charged > u64::from(device.attributes.max_registers_per_block) {
        0
    } else {
        let per_part = u64::from(device.attributes.registers_per_sm) / parts;
        per_part / per_warp * parts / warps
    };
    Some((Resource::Registers, blocks))
}

fn shared_limit(launch: &LaunchFacts, device: &DeviceFacts) -> Option<(Resource, u64)> {
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
    Some((Resource::SharedMemory, blocks))
}

fn barrier_limit(launch: &LaunchFacts, device: &DeviceFacts) -> Option<(Resource, u64)> {
    let used = launch.barriers_per_block.filter(|&used| used > 0)?;
    let per_slot = u64::from(device.allocation.barriers_per_block_slot?);
    let there_are = u64::from(device.attributes.max_blocks_per_sm) * per_slot;
    Some((Resource::Barriers, there_are / u64::from(used)))
}

pub(super) fn evaluate(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    let (launch, device) = (sheet.launch, sheet.device);
    record_facts(sheet);
    let residency =
        Residency::of(launch, device).map_err(|e| NoValue::unavailable(e.to_string()))?;
    let blocks = sheet.derived("resident blocks per SM", residency.blocks_per_sm() as f64);
    let warps = launch.warps_per_block() as f64;
    let max_warps = sheet.device_fact("warps an SM holds", device.max_warps_per_sm() as f64);
    let per_sm = sheet
        .derived("per-SM occupancy", blocks * warps / divisor("warps an SM holds", max_warps)?);

    let threads = launch.blocks() as f64 * warps * WARP_THREADS as f64;
    let room = sheet.sms() * f64::from(device.attributes.max_threads_per_sm);
    let filled = sheet
        .derived("threads launched / threads the device holds", threads / divisor("SMs", room)?);

    let by = if filled < per_sm { vec![Resource::Grid] } else { residency.limiting() };
    sheet.note(Note::Limits { by, resident_blocks_per_sm: residency.blocks_per_sm() });
    if let Some(cluster) = launch.cluster.map(product).filter(|&blocks| blocks > 1) {
        sheet.note(Note::Clusters { blocks: cluster });
    }
    Ok(per_sm.min(filled).min(1.0))
}

fn record_facts(sheet: &mut Sheet<'_>) {
    let launch = sheet.launch;
    sheet.launch_fact("blocks in the grid", launch.blocks() as f64);
    sheet.launch_fact("threads per block", launch.threads_per_block() as f64);
    sheet.launch_fact("warps per block", launch.warps_per_block() as f64);
    sheet.launch_fact("registers per thread", f64::from(launch.registers_per_thread));
    sheet.launch_fact("shared bytes per block", launch.shared_bytes_per_block() as f64);
    if let Some(barriers) = launch.barriers_per_block {
        sheet.launch_fact("barriers per block", f64::from(barriers));
    }
}
