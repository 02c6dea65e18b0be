//! How full an SM can be with blocks of a kernel.

use propp_base_model::{DeviceFacts, LaunchFacts, OccupancyLimit, Residency, WARP_THREADS};
use schemars::JsonSchema;
use serde::Serialize;

use crate::resources::Resources;

/// Blocks of a kernel on an SM.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Occupancy {
    pub gpu: &'static str,
    /// Threads of a block.
    pub block: u32,
    pub dynamic_shared_bytes: u32,
    pub blocks_per_sm: u64,
    /// Warps that an SM holds, of those that it has room for.
    pub occupancy: f64,
    /// What it has least of.
    pub limits: Vec<&'static str>,
    /// What would let one block more on an SM.
    pub next: Option<Step>,
    /// Why no block fits.
    pub refused: Option<String>,
}

/// A smaller use of the only resource that limits, and what it brings.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Step {
    pub resource: &'static str,
    /// Registers of a thread, or bytes of a block.
    pub less: u32,
    /// The share of that which is used now.
    pub share: f64,
    pub occupancy: f64,
}

impl Occupancy {
    /// Blocks of a size on an SM.
    pub fn new(
        resources: &Resources,
        gpu: &'static str,
        sm: &DeviceFacts,
        block: u32,
        dynamic_shared_bytes: u32,
    ) -> Self {
        let launch = launch(resources, block, dynamic_shared_bytes);
        let mut occupancy = Self {
            gpu,
            block,
            dynamic_shared_bytes,
            blocks_per_sm: 0,
            occupancy: 0.0,
            limits: Vec::new(),
            next: None,
            refused: refused(resources, block),
        };
        if occupancy.refused.is_some() {
            return occupancy;
        }
        match Residency::new(&launch, sm) {
            Err(error) => occupancy.refused = Some(error.to_string()),
            Ok(residency) => {
                let limiting = residency.limiting();
                occupancy.blocks_per_sm = residency.blocks_per_sm();
                occupancy.occupancy = share(residency.blocks_per_sm(), &launch, sm);
                occupancy.limits = limiting.iter().map(|&limit| name(limit)).collect();
                occupancy.next = next(&launch, sm, &limiting, residency.blocks_per_sm());
            }
        }
        occupancy
    }
}

/// The compiler promised that there are no larger blocks, or none of another size.
fn refused(resources: &Resources, block: u32) -> Option<String> {
    const MOST: u32 = 1024;
    let own = resources.own_block();
    match own {
        Some(own) if resources.required_threads.is_some() && own != block => {
            Some(format!("the kernel requires blocks of {own} threads"))
        }
        Some(own) if block > own => Some(format!("the launch bounds allow {own} threads")),
        _ if block > MOST => Some(format!("a block has at most {MOST} threads")),
        _ => None,
    }
}

fn launch(resources: &Resources, block: u32, dynamic_shared_bytes: u32) -> LaunchFacts {
    LaunchFacts {
        // As many blocks as there is room for.
        grid: [1 << 20, 1, 1],
        block: [block, 1, 1],
        registers_per_thread: resources.registers.unwrap_or(0),
        static_shared_bytes: u32::try_from(resources.static_shared_bytes).unwrap_or(u32::MAX),
        dynamic_shared_bytes,
        barriers_per_block: Some(resources.barriers),
        cluster: None,
        unprofiled: None,
    }
}

fn share(blocks: u64, launch: &LaunchFacts, sm: &DeviceFacts) -> f64 {
    let most = sm.max_warps_per_sm().max(1);
    (blocks.saturating_mul(launch.warps_per_block())) as f64 / most as f64
}

fn name(limit: OccupancyLimit) -> &'static str {
    match limit {
        OccupancyLimit::Warps => "threads",
        OccupancyLimit::Blocks => "blocks",
        OccupancyLimit::Registers => "registers",
        OccupancyLimit::SharedMemory => "shared memory",
        OccupancyLimit::Barriers => "barriers",
        OccupancyLimit::Grid => "grid",
    }
}

/// The least that must be saved of the limiting resource for one block more.
fn next(
    launch: &LaunchFacts,
    sm: &DeviceFacts,
    limiting: &[OccupancyLimit],
    blocks: u64,
) -> Option<Step> {
    let &[limit] = limiting else { return None };
    let (used, unit) = match limit {
        // A warp gets registers in such pieces.
        OccupancyLimit::Registers => (
            launch.registers_per_thread,
            sm.allocation.registers_per_warp_unit / WARP_THREADS as u32,
        ),
        OccupancyLimit::SharedMemory => {
            let used = u32::try_from(launch.shared_bytes_per_block()).ok()?;
            (used, sm.allocation.shared_bytes_unit)
        }
        _ => return None,
    };
    let with = |used: u32| {
        let mut less = launch.clone();
        match limit {
            OccupancyLimit::Registers => less.registers_per_thread = used,
            _ => (less.static_shared_bytes, less.dynamic_shared_bytes) = (used, 0),
        }
        Residency::new(&less, sm).map_or(0, |residency| residency.blocks_per_sm())
    };
    let enough = if limit == OccupancyLimit::Registers {
        candidates(used, unit).find(|&used| with(used) > blocks)?
    } else {
        let attributes = &sm.attributes;
        let reserved = attributes.reserved_shared_bytes_per_block;
        let part = attributes.shared_bytes_per_sm / u32::try_from(blocks + 1).ok()?;
        let part = part / unit.max(1) * unit.max(1);
        part.checked_sub(reserved).filter(|&part| part < used && with(part) > blocks)?
    };
    let less = used - enough;
    Some(Step {
        resource: name(limit),
        less,
        share: f64::from(less) / f64::from(used),
        occupancy: share(with(enough), launch, sm),
    })
}

/// Smaller multiples of a unit, the largest first.
fn candidates(used: u32, unit: u32) -> impl Iterator<Item = u32> {
    let unit = unit.max(1);
    let first = used.saturating_sub(1) / unit;
    (1..=first).rev().map(move |count| count * unit)
}
