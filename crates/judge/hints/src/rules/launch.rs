//! How a kernel is launched: grid, occupancy, launches.

use propp_base_model::OccupancyLimit;
use propp_base_model::counters::*;
use propp_judge_cost::{Resource, Work};
use propp_judge_criteria::{Criterion, Note};

use super::Finding;
use super::warps::has_empty_lanes;
use crate::change::{Context, Pair};
use crate::facts::{Facts, LANES, evidence};

/// A launch with so few accesses a warp has no work to spread over more warps.
const LITTLE: f64 = 4.0;

/// Some SMs get no block, or the grid leaves most of the room empty.
pub(crate) fn few_blocks(facts: &Facts<'_>) -> Option<Finding> {
    let (blocks, sms) = (facts.blocks(), facts.machine.sms);
    let (busy, whole) = (blocks.min(sms) / sms, facts.criterion(Criterion::Occ)?);
    let by_grid = limits(facts).is_some_and(|(by, _)| by.contains(&OccupancyLimit::Grid));
    if !(busy < 0.9 || (by_grid && whole < 0.5)) {
        return None;
    }
    let mut causes = vec![if busy < 0.9 {
        let many = if blocks > 1.0 { "s" } else { "" };
        format!("{blocks:.0} block{many} for {sms:.0} SMs: {:.0} SMs are idle", sms - blocks)
    } else {
        format!("{blocks:.0} blocks leave {:.0} % of the warp slots empty", 100.0 - 100.0 * whole)
    }];
    if facts.is_emulated() {
        causes.push(
            "the emulated problem may be smaller than the real one, which has more blocks"
                .to_owned(),
        );
    }
    let little = has_little(facts.work);
    if little {
        causes.push("the launch has too little work to spread over the GPU".to_owned());
    }
    let launches = facts.work.launches as f64;
    let remedy = if little && launches > 1.0 {
        format!(
            "combine the work of many launches (there are {launches:.0}): a batch with one \
             block per item, or concurrent launches on several streams"
        )
    } else if little {
        "do the work in the previous or next kernel, or in the last block of the previous \
         kernel"
            .to_owned()
    } else if busy < 0.9 {
        format!(
            "split the work into more and smaller blocks: {} at least, better {}; combine \
             partial results with an atomic or in a second kernel",
            sms,
            4.0 * sms
        )
    } else {
        format!(
            "let more threads share the work, about {:.0} in all instead of {:.0}: several threads, a \
             warp or a block for what one thread does now; if there is no more work in the problem, \
             run other kernels at the same time (streams, a batch)",
            facts.warps() * LANES / whole.max(1e-3),
            facts.warps() * LANES,
        )
    };
    let mut numbers = vec![
        evidence("blocks", blocks, ["grid"]),
        evidence("SMs", sms, ["device"]),
        evidence("OCC", whole, ["grid", "block", "registers", "shared memory"]),
    ];
    let (balance, counters) =
        (facts.criterion(Criterion::LbSm), [CYCLES_ACTIVE_AVG, CYCLES_ACTIVE_MAX]);
    numbers.extend(balance.map(|value| evidence("LB_SM", value, counters)));
    Some(Finding::new(numbers, causes, remedy))
}

/// What keeps further blocks out of an SM, and how many it holds.
pub(crate) fn limits(facts: &Facts<'_>) -> Option<(Vec<OccupancyLimit>, u64)> {
    facts.notes(Criterion::Occ).iter().find_map(|note| match note {
        Note::Limits { by, resident_blocks_per_sm } => Some((by.clone(), *resident_blocks_per_sm)),
        _ => None,
    })
}

pub(crate) fn has_little(work: &Work) -> bool {
    let get = |name| work.count(name);
    let warps = work.shape.map_or(1.0, |shape| shape.warps.max(1.0));
    let accesses = get(GLOBAL_LOADS) + get(GLOBAL_STORES) + get(EXACT_SHARED_LOADS);
    work.counts.contains_key(INST_EXECUTED)
        && accesses / warps <= LITTLE
        && get(INST_EXECUTED) / warps <= 200.0
}

/// The same work in a block for each SM, and as many warps on each as now; where there
/// is too little of it, the work of many launches in one.
pub(crate) fn more_blocks(work: &Work, context: &Context<'_>) -> Pair {
    if has_little(work) {
        return fused(work, context);
    }
    let machine = context.machine;
    Pair::edited(work, |edit| {
        edit.shape(|shape| {
            let busy = shape.busy_sms.max(1.0);
            let room = machine.sms * machine.warps_per_sm;
            // To the room of all SMs, or at least half of it where each holds one block.
            let factor = (machine.sms / busy).max(1.0);
            let filled = (shape.resident_warps * factor).max(room / 2.0).min(room);
            let factor = filled / shape.resident_warps.max(1.0);
            shape.blocks *= factor;
            shape.warps *= factor;
            shape.busy_sms = machine.sms;
            shape.resident_warps = filled;
        });
    })
}

/// A resource keeps warps out.
pub(crate) fn occupancy(facts: &Facts<'_>) -> Option<Finding> {
    let whole = facts.criterion(Criterion::Occ)?;
    let (by, resident) = limits(facts)?;
    if whole >= 0.6 || by.contains(&OccupancyLimit::Grid) {
        return None;
    }
    // `partial-warps` tells the same change of blocks that are too small.
    if by.contains(&OccupancyLimit::Blocks) && has_empty_lanes(facts) {
        return None;
    }
    let configuration = facts.configuration;
    let threads = facts.threads_per_block();
    let registers = f64::from(configuration.registers);
    let shared = f64::from(configuration.static_shared_bytes + configuration.dynamic_shared_bytes);
    let resident = resident as f64;
    // What the next block needs room for.
    let next = resident / (resident + 1.0);
    let (mut causes, mut remedies) = (Vec::new(), Vec::new());
    for resource in by {
        let (cause, remedy) = match resource {
            OccupancyLimit::Registers => (
                format!("{registers} registers per thread allow {resident} blocks per SM"),
                format!(
                    "at most {:.0} registers a thread let one more block in: \
                     __launch_bounds__({threads:.0}, {:.0}) or __maxnreg__, fewer values alive at a \
                     time, smaller unrolling",
                    ((registers * next) / 8.0).floor() * 8.0,
                    resident + 1.0
                ),
            ),
            OccupancyLimit::SharedMemory => (
                format!(
                    "{shared:.0} bytes of shared memory per block allow {resident} blocks per \
                     SM"
                ),
                format!(
                    "at most about {:.0} bytes allow one more block: smaller tiles, narrower \
                     types, or larger blocks that share the same tile",
                    shared * next
                ),
            ),
            OccupancyLimit::Blocks | OccupancyLimit::Warps | OccupancyLimit::Barriers => (
                format!("with blocks of {threads:.0} threads, {resident} blocks fit on an SM"),
                "use blocks of 128 to 512 threads that divide the threads of an SM evenly"
                    .to_owned(),
            ),
            OccupancyLimit::Grid => continue,
        };
        causes.push(cause);
        remedies.push(remedy);
    }
    Some(Finding::new(
        vec![
            evidence("OCC: warps that fit, over the warp slots of an SM", whole, ["launch"]),
            evidence("resident blocks per SM", resident, ["launch"]),
            evidence("registers per thread", registers, ["registers"]),
            evidence("bytes of shared memory per block", shared, ["shared memory"]),
            evidence("threads per block", threads, ["block"]),
        ],
        causes,
        format!("{}; or give each thread more independent work", remedies.join("; or ")),
    ))
}

/// As many warps as an SM holds, where the grid has them.
///
/// Blocks of one warp do not start as fast as short ones end, so an SM holds fewer warps than fit.
pub(crate) fn fully_occupied(work: &Work, context: &Context<'_>) -> Pair {
    let mut pair = Pair::edited(work, |edit| {
        edit.shape(|shape| {
            let room = context.machine.sms * context.machine.warps_per_sm;
            let factor = (room / shape.resident_warps.max(1.0)).max(1.0);
            shape.resident_warps = (shape.resident_warps * factor).min(room);
            // A grid that just fills the GPU grows with the room.
            shape.warps = shape.warps.max(shape.resident_warps);
            shape.waves = (shape.waves / factor).ceil().max(1.0);
        });
    });
    if let Some(shape) = pair.with.shape.as_mut().filter(|shape| shape.warps <= shape.blocks) {
        shape.resident_warps = (shape.resident_warps * context.lb_w).max(1.0);
    }
    pair
}

/// Launches whose time is mostly that of launching, many of them.
pub(crate) fn launch_bound(facts: &Facts<'_>) -> Option<Finding> {
    let launches = facts.work.launches as f64;
    let share = facts.share_of(Resource::Launch)?;
    // A part of the gain is told where very many launches are emulated; `benches/agents` has such a kernel.
    let is_many = facts.kernel.order.is_some() && launches >= 100.0 && share >= 0.4;
    if !is_many && (share < 0.6 || launches < 10.0) {
        return None;
    }
    let mut numbers = vec![
        evidence("launches", launches, ["launch"]),
        evidence("predicted share of launch overhead", share, ["launch"]),
    ];
    // Emulated launches have no times.
    numbers.extend(facts.median_ns().map(|ns| evidence("time of a launch, ns", ns, ["trace"])));
    Some(Finding::new(
        numbers,
        vec![format!("{launches:.0} launches with very little work each")],
        "put the work of many launches into one kernel (a batch, a loop inside the kernel); \
         where launches must stay, record them as a CUDA graph, which makes what lies \
         between them shorter",
    ))
}

/// As many launches in one as there are, up to a block for each SM.
pub(crate) fn fused(work: &Work, context: &Context<'_>) -> Pair {
    let together = context.launches.clamp(1.0, context.machine.sms.max(1.0));
    let mut pair = Pair::edited(work, |edit| {
        edit.scale_all(together);
        edit.shape(|shape| {
            shape.blocks *= together;
            shape.warps *= together;
            shape.busy_sms = (shape.busy_sms * together).min(context.machine.sms);
            shape.resident_warps *= together;
        });
    });
    // The times of both are those of as many launches as there are.
    pair.with.launches = together.round() as u64;
    pair.without.launches = 1;
    pair
}
