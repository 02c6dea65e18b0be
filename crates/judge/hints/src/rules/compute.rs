//! What warps do: divergence, latency, full pipes, atomics.

use propp_base_model::counters::*;
use propp_judge_cost::{Resource, Work};
use propp_judge_criteria::{Criterion, Note};

use super::Finding;
use super::code::retries::is_retried;
use super::warps::{block_size, filled, has_empty_lanes};
use crate::change::{Context, INSTRUCTIONS, Pair};
use crate::facts::{Facts, evidence};

/// Few threads of a warp take part in its instructions.
pub(crate) fn divergence(facts: &Facts<'_>) -> Option<Finding> {
    let share = facts.criterion(Criterion::TDiv)?;
    // Threads that wait for other blocks look again and again, each alone in its warp.
    if share >= 0.75 || facts.or_0(CODE_POLLS) > 0.0 {
        return None;
    }
    // `partial-warps` tells of the lanes that have no thread.
    if has_empty_lanes(facts) && share / filled(facts.threads_per_block()) >= 0.75 {
        return None;
    }
    let (causes, remedy) = idle_lanes(share, facts.threads_per_block(), facts.blocks());
    let branches = facts.or_0(BRANCHES) / facts.count(INST_EXECUTED)?.max(1.0);
    Some(Finding::new(
        vec![
            evidence("TDiv: active threads of 32", share, [THREAD_INST_EXECUTED, INST_EXECUTED]),
            evidence("branches, share of all instructions", branches, [BRANCHES, INST_EXECUTED]),
        ],
        causes,
        remedy,
    ))
}

const BRANCHING: &str = "let the branch depend on the warp and not on the thread (threadIdx.x / 32 \
    instead of threadIdx.x % 8), sort or group the work by kind so that neighbouring threads do the \
    same, give loops of uneven length to whole warps; if both sides of a branch are short, compute both \
    and select; use blocks of a multiple of 32 threads";

/// Why lanes are idle, and what to do. Of blocks that do not fill their warps no branch is to blame.
fn idle_lanes(share: f64, threads: f64, blocks: f64) -> (Vec<String>, String) {
    if threads == 1.0 && blocks == 1.0 {
        let cause = "one thread does all the work, and the other 31 lanes of its warp idle";
        let remedy = "spread the work over the threads of a block, or of many; what must be done in order, \
            do in the previous or the next kernel, by one of its threads";
        return (vec![cause.to_owned()], remedy.to_owned());
    }
    let mut causes = Vec::new();
    if let Some((cause, remedy)) = block_size(threads) {
        causes.push(cause);
        if share / filled(threads) >= 0.75 {
            return (causes, remedy);
        }
    }
    causes.push(format!(
        "branches or loops depend on the thread: on average {:.0} of 32 threads are active in an \
         instruction",
        32.0 * share
    ));
    (causes, BRANCHING.to_owned())
}

/// All threads take part: as many thread instructions in fewer warp instructions.
pub(crate) fn together(work: &Work, context: &Context<'_>) -> Pair {
    const ACCESSES: [&str; 5] =
        [GLOBAL_LOADS, GLOBAL_STORES, EXACT_SHARED_LOADS, EXACT_SHARED_STORES, LOCAL_BYTES];
    Pair::edited(work, |edit| {
        edit.scale(&INSTRUCTIONS, context.t_div);
        edit.scale(&ACCESSES, context.t_div);
    })
}

/// Terms of loads that a warp waits for.
const LOAD_CHAINS: [&str; 6] = [
    "load_chain",
    "load_chain_from_l2",
    "load_chain_from_memory",
    "load_rounds_from_memory",
    "code_rounds_from_l2",
    "code_rounds_from_memory",
];

/// The predicted time is mostly waiting for loads, and memory has time to spare.
pub(crate) fn latency(facts: &Facts<'_>) -> Option<Finding> {
    let waiting = facts.share_of_terms(&LOAD_CHAINS)?;
    let memory = facts.memory_share()?;
    if waiting < 0.3 || memory > 0.65 {
        return None;
    }
    // Wider loads are more bytes in flight, and fewer instructions besides.
    if super::narrow::narrow(facts).is_some() {
        return None;
    }
    let shape = facts.work.shape?;
    let loads = facts.count(GLOBAL_LOADS)?;
    let bytes = facts.count(GLOBAL_LOAD_BYTES)? / loads.max(1.0);
    let sms = shape.busy_sms.max(1.0);
    let in_flight = shape.resident_warps / sms * bytes;
    let counters = [GLOBAL_LOAD_BYTES, GLOBAL_LOADS];
    Some(Finding::new(
        vec![
            evidence("predicted share of waits for loads", waiting, [GLOBAL_LOADS]),
            evidence("share of peak bandwidth of device memory", memory, [DRAM_READ, DRAM_WRITTEN]),
            evidence("resident warps per SM", shape.resident_warps / sms, ["grid", "block"]),
            evidence("bytes in flight per SM, with one load per warp", in_flight, counters),
        ],
        vec![format!(
            "each warp waits for a load before it issues the next, and {} do not hide the \
             latency",
            match shape.resident_warps / sms / facts.machine.warps_per_sm >= 0.9 {
                true => "even all resident warps of an SM",
                false => "the few resident warps",
            }
        )],
        "let each thread load four or eight values (16 bytes each if the types allow) \
         into registers before it uses the first: unroll the loop by hand or with \
         #pragma unroll, and move stores after the loads; or prefetch with cp.async",
    ))
}

/// Four loads go out where one did.
pub(crate) fn more_in_flight(work: &Work, _: &Context<'_>) -> Pair {
    let loads: &[&str] = match work.counts.contains_key(CODE_LOAD_ROUNDS) {
        true => &[CODE_LOAD_ROUNDS],
        false => &[GLOBAL_LOADS, ASYNC_COPIES],
    };
    Pair::edited(work, |edit| edit.scale(&[loads, &[BRANCHES]].concat(), 0.25))
}

/// A pipe, or the issue slots, at eight tenths of the peak.
pub(crate) fn busy_pipe(facts: &Facts<'_>) -> Option<Finding> {
    let busiest = facts.notes(Criterion::Ci).iter().find_map(|note| match note {
        Note::BusiestPipe { pipe, share } => Some((*pipe, share.get())),
        _ => None,
    });
    let mut numbers = Vec::new();
    let mut causes = Vec::new();
    if let Some((pipe, share)) = busiest.filter(|(_, share)| *share >= 0.8) {
        let what = format!("utilisation of the {pipe} pipe");
        numbers.push(evidence(what, share, [CYCLES_ACTIVE_AVG]));
        causes.push(format!("the {pipe} pipe is the limit: it runs at its peak rate"));
    }
    if let Some(share) = issue_share(facts).filter(|share| *share >= 0.7) {
        let counters = [INST_ISSUED, CYCLES_ACTIVE_AVG];
        numbers.push(evidence("share of used issue slots", share, counters));
        causes.push("instruction issue is the limit: the issue slots are full".to_owned());
    }
    (!causes.is_empty()).then_some(())?;
    Some(Finding::new(
        numbers,
        causes,
        "execute fewer instructions: strength reduction and 32-bit instead of 64-bit \
         indices (integer), fused multiply-add, -use_fast_math or lower precision \
         (floating point), tensor cores for matrix products",
    ))
}

/// Instructions issued, of one for each quarter of an SM and cycle.
fn issue_share(facts: &Facts<'_>) -> Option<f64> {
    let slots = 4.0 * facts.machine.sms * facts.count(CYCLES_ACTIVE_AVG)?;
    (slots > 0.0).then_some(facts.count(INST_ISSUED)? / slots)
}

/// Half as many instructions of the pipes.
pub(crate) fn half_the_pipe(work: &Work, _: &Context<'_>) -> Pair {
    const PIPES: [&str; 4] = [PIPE_ALU, PIPE_FMA, PIPE_FP64, PIPE_XU];
    Pair::edited(work, |edit| {
        let saved = 0.5 * PIPES.iter().map(|pipe| edit.get(pipe)).sum::<f64>();
        edit.scale(&PIPES, 0.5);
        edit.add(&[INST_EXECUTED, INST_ISSUED], -saved);
    })
}

/// Terms of atomics that go to L2.
const ATOMIC_TERMS: [&str; 7] = [
    "l2_busiest_slice",
    "repeated_reductions",
    "l2_reduction_sectors",
    "l2_atomic_sectors",
    "l1_atomic_sectors",
    "atomic_chain",
    "reduction_chain",
];

/// The predicted time is mostly atomics.
pub(crate) fn atomics(facts: &Facts<'_>) -> Option<Finding> {
    let all = facts.or_0(GLOBAL_ATOMICS) + facts.or_0(GLOBAL_REDUCTIONS);
    let warps = facts.warps().max(1.0);
    let share = facts.share_of_terms_beyond(&ATOMIC_TERMS)?;
    // Those that take a lock are that rule's.
    let retried: f64 = facts.sites.iter().filter(|ran| is_retried(ran)).map(|ran| ran.times).sum();
    if share < 0.3 || all < 0.2 * warps || retried >= 0.5 * all {
        return None;
    }
    let sectors = facts.or_0(GLOBAL_ATOMIC_SECTORS) + facts.or_0(GLOBAL_REDUCTION_SECTORS);
    let each = sectors / all;
    let counters =
        [GLOBAL_ATOMIC_SECTORS, GLOBAL_REDUCTION_SECTORS, GLOBAL_ATOMICS, GLOBAL_REDUCTIONS];
    let cause = if each <= 1.5 {
        "the threads of a warp update one address or its neighbours: a sum, a counter, a few \
         bins"
    } else {
        "the threads of a warp update different addresses: a histogram or a scatter"
    };
    Some(Finding::new(
        vec![
            evidence("predicted share of atomics", share, [GLOBAL_ATOMICS, GLOBAL_REDUCTIONS]),
            evidence("atomics per warp", all / warps, [GLOBAL_ATOMICS, GLOBAL_REDUCTIONS]),
            evidence("sectors per atomic", each, counters),
        ],
        vec![cause.to_owned()],
        "sum in registers over a grid-stride loop, then within the warp \
         (__reduce_add_sync, __shfl_down_sync) and the block, and issue one atomic \
         per block; for bins keep one histogram per block in shared memory",
    ))
}

/// One atomic for each block that an SM holds, of all its warps.
pub(crate) fn summed_first(work: &Work, _: &Context<'_>) -> Pair {
    Pair::edited(work, |edit| {
        let each = work.shape.map_or(8.0, |shape| (shape.warps / shape.blocks.max(1.0)).max(1.0));
        let counters = [
            GLOBAL_ATOMICS,
            GLOBAL_REDUCTIONS,
            L2_ATOMICS,
            L2_REDUCTIONS,
            L2_ATOMIC_REQUESTS,
            L2_REDUCTION_REQUESTS,
            L2_ATOMIC_REQUESTS_MAX,
            L2_REDUCTION_REQUESTS_MAX,
            GLOBAL_ATOMIC_SECTORS,
            GLOBAL_REDUCTION_SECTORS,
        ];
        edit.scale(&counters, 1.0 / each.max(2.0));
    })
}

/// What the model says keeps a kernel busy most.
pub(crate) fn bottleneck(facts: &Facts<'_>) -> Option<(Resource, f64)> {
    let shares = Resource::ALL.map(|resource| (resource, facts.share_of(resource)));
    let known = shares.into_iter().filter_map(|(resource, share)| Some((resource, share?)));
    known.max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_blocks_are_no_branches() {
        let (causes, remedy) = idle_lanes(1.0 / 32.0, 1.0, 1.0);
        assert_eq!(causes.len(), 1);
        assert!(causes[0].starts_with("one thread does all the work"), "{causes:?}");
        assert!(remedy.starts_with("spread the work"), "{remedy}");
        let (causes, remedy) = idle_lanes(0.25, 8.0, 4096.0);
        assert_eq!(causes, ["blocks of 8 threads leave 24 of their warp's 32 lanes idle"]);
        assert!(remedy.contains("the work of 16 or 32 blocks"), "{remedy}");
        let (causes, remedy) = idle_lanes(0.75, 48.0, 4096.0);
        assert!(causes[0].contains("not a multiple of 32") && causes.len() == 1, "{causes:?}");
        assert_eq!(remedy, "use blocks of a multiple of 32 threads");
    }

    #[test]
    fn branches_within_small_blocks_are_named_as_well() {
        let (causes, remedy) = idle_lanes(0.1, 16.0, 64.0);
        assert_eq!((causes.len(), remedy.as_str()), (2, BRANCHING));
        let (causes, remedy) = idle_lanes(0.4, 256.0, 64.0);
        assert_eq!((causes.len(), remedy.as_str()), (1, BRANCHING));
    }
}
