//! Blocks that do not fill their warps.

use propp_base_model::counters::*;
use propp_judge_cost::Work;
use propp_judge_criteria::Criterion;

use super::Finding;
use super::access::fewer_sectors;
use crate::change::{Context, INSTRUCTIONS, Pair};
use crate::facts::{Facts, LANES, SECTOR, evidence};

/// Share of the lanes of a block's warps that have a thread.
pub(crate) fn filled(threads: f64) -> f64 {
    threads / (LANES * (threads / LANES).ceil().max(1.0))
}

/// Whether lanes have no thread, though the grid has enough threads for a full warp on each SM.
pub(crate) fn has_empty_lanes(facts: &Facts<'_>) -> bool {
    const FULL: f64 = 0.75;
    let filled = filled(facts.threads_per_block());
    filled < FULL && facts.warps() * filled >= facts.machine.sms
}

/// What a block size that leaves lanes idle is told.
pub(super) fn block_size(threads: f64) -> Option<(String, String)> {
    if threads < LANES {
        let many = if threads > 1.0 { "s" } else { "" };
        let cause = format!(
            "blocks of {threads:.0} thread{many} leave {:.0} of their warp's 32 lanes idle",
            LANES - threads
        );
        let remedy = format!(
            "use blocks of 128 or 256 threads, which do the work of {:.0} or {:.0} blocks: derive the item \
             from blockIdx.x * blockDim.x + threadIdx.x",
            (128.0 / threads).floor(),
            (256.0 / threads).floor()
        );
        return Some((cause, remedy));
    }
    (threads % LANES > 0.0 && threads < 256.0).then(|| {
        let cause = format!(
            "blocks of {threads:.0} threads are not a multiple of 32: the last warp is not full"
        );
        (cause, "use blocks of a multiple of 32 threads".to_owned())
    })
}

/// Lanes are idle because the blocks are small, whatever the code does.
pub(crate) fn empty_lanes(facts: &Facts<'_>) -> Option<Finding> {
    if !has_empty_lanes(facts) {
        return None;
    }
    let (threads, share) = (facts.threads_per_block(), facts.criterion(Criterion::TDiv)?);
    let (cause, remedy) = block_size(threads)?;
    let lacks = Some(1.0 - filled(threads));
    let finding = Finding::new(
        vec![
            evidence("threads per block", threads, ["block"]),
            evidence("TDiv: active threads of 32", share, [THREAD_INST_EXECUTED, INST_EXECUTED]),
        ],
        vec![cause],
        remedy,
    );
    Some(Finding { lacks, ..finding })
}

/// The same threads in full warps and large blocks: neighbouring blocks become neighbouring lanes.
pub(crate) fn full_warps(work: &Work, context: &Context<'_>) -> Pair {
    const REQUESTS: [&str; 6] = [
        GLOBAL_LOADS,
        GLOBAL_STORES,
        EXACT_SHARED_LOADS,
        EXACT_SHARED_STORES,
        LOCAL_BYTES,
        MISCELLANEOUS,
    ];
    /// Warps of a block of 256 threads.
    const WARPS: f64 = 8.0;
    let filled = filled(context.threads);
    // A request whose bytes would fit into fewer sectors is scattered in full warps, too.
    let sectors = |sectors: &str, requests: &str, bytes: &str| {
        let (now, requests, bytes) = (work.count(sectors), work.count(requests), work.count(bytes));
        let fewest = (bytes / requests.max(1.0) / SECTOR).ceil().max(1.0) * requests;
        let scattered = (now / fewest.max(1.0)).max(1.0);
        (scattered * (bytes / SECTOR).max(requests * filled)).min(now)
    };
    let loads = sectors(GLOBAL_LOAD_SECTORS, GLOBAL_LOADS, GLOBAL_LOAD_BYTES);
    let stores = sectors(GLOBAL_STORE_SECTORS, GLOBAL_STORES, GLOBAL_STORE_BYTES);
    Pair::edited(work, |edit| {
        edit.scale(&INSTRUCTIONS, filled);
        edit.scale(&REQUESTS, filled);
        fewer_sectors(edit, loads, stores);
        edit.shape(|shape| {
            let of_registers = 65_536.0 / (LANES * context.registers.max(1.0));
            let mut room =
                context.machine.warps_per_sm.min(of_registers.floor()) * context.machine.sms;
            if context.lacks_shared {
                // The same threads take the same bytes.
                room = room.min(shape.resident_warps * filled);
            }
            shape.warps = (shape.warps * filled).max(1.0);
            shape.blocks = (shape.warps / WARPS).max(1.0);
            shape.busy_sms = shape.busy_sms.min(shape.blocks);
            shape.resident_warps = shape.warps.min(room);
            shape.waves = (shape.warps / shape.resident_warps.max(1.0)).ceil();
        });
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_has_a_thread_or_not() {
        let of = [1.0, 8.0, 32.0, 33.0, 64.0, 100.0].map(filled);
        assert_eq!(of, [1.0 / 32.0, 0.25, 1.0, 33.0 / 64.0, 1.0, 100.0 / 128.0]);
    }

    /// 3,200 blocks of one thread, each of which loads a word of its own beside those of its neighbours.
    #[test]
    fn blocks_of_one_thread_become_lanes() {
        let counts = [
            (INST_EXECUTED, 32_000.0),
            (GLOBAL_LOADS, 3_200.0),
            (GLOBAL_LOAD_BYTES, 12_800.0),
            (GLOBAL_LOAD_SECTORS, 3_200.0),
            (L2_SECTORS_FROM_L1, 3_200.0),
        ];
        let counts = counts.map(|(name, count)| (name.to_owned(), count));
        let shape = propp_judge_cost::Shape {
            blocks: 3_200.0,
            warps: 3_200.0,
            busy_sms: 10.0,
            resident_warps: 320.0,
            waves: 10.0,
        };
        let work = Work { counts: counts.into(), shape: Some(shape), ..Work::default() };
        let machine =
            propp_base_model::Machine { sms: 10.0, warps_per_sm: 64.0, ..Default::default() };
        let context = Context { machine, threads: 1.0, registers: 32.0, ..Context::default() };
        let without = full_warps(&work, &context).without;
        let get = |name: &str| without.counts[name];
        assert_eq!((get(INST_EXECUTED), get(GLOBAL_LOADS)), (1_000.0, 100.0));
        assert_eq!((get(GLOBAL_LOAD_SECTORS), get(L2_SECTORS_FROM_L1)), (400.0, 400.0));
        let shape = without.shape.unwrap_or_default();
        assert_eq!((shape.warps, shape.waves, shape.resident_warps), (100.0, 1.0, 100.0));
        let context = Context { lacks_shared: true, ..context };
        let shape = full_warps(&work, &context).without.shape.unwrap_or_default();
        assert_eq!((shape.resident_warps, shape.waves), (10.0, 10.0), "as many threads as now");
    }
}
