//! What warps wait for, and the code says: constants of each thread, fences, a loop of one thread.

use propp_base_model::counters::*;
use propp_code_pace::Ran;
use propp_code_sites::What;
use propp_judge_cost::Work;

use super::super::Finding;
use super::retries::is_retried;
use super::{at, of_kind, times};
use crate::change::{Context, Pair};
use crate::facts::{Facts, LANES, evidence};

/// Loads of constants whose index differs between threads.
fn indexed(sites: &[Ran]) -> Vec<(&Ran, f64)> {
    of_kind(sites, |what| what == What::IndexedConstant)
}

/// Cycles that an SM takes for each distinct word of a load of constant memory: 2.0 on an H100.
const CYCLES_A_WORD: f64 = 2.0;

/// The most time that loads of constants take which the counts do not show: as if each thread asked for
/// another word.
pub(crate) fn most_of_constants(facts: &Facts<'_>) -> Option<f64> {
    let busy = facts.work.shape?.busy_sms.max(1.0);
    let cycles = times(&indexed(&facts.sites)) / busy * CYCLES_A_WORD * LANES;
    Some(cycles / facts.cycles_a_ns()?)
}

/// Threads of a warp load different constants.
pub(crate) fn indexed_constants(facts: &Facts<'_>) -> Option<Finding> {
    let loads = indexed(&facts.sites);
    let most = most_of_constants(facts)?;
    if most < 0.1 * facts.time_ns()? {
        return None;
    }
    let each = times(&loads) / facts.warps().max(1.0);
    let mut numbers = vec![evidence("loads of a warp", each, [INST_EXECUTED])];
    if let Some(now) = facts.now_ns() {
        let of_these = "of this at most for these loads, ns";
        numbers.push(evidence("measured time, ns", now, ["trace"]));
        numbers.push(evidence(of_these, most.min(now), [CYCLES_ELAPSED]));
    }
    let mut finding = Finding::new(
        numbers,
        vec![
            "constant memory serves one address of a warp after the other, and here the index depends on \
             the thread"
                .to_owned(),
        ],
        "put the table into shared memory (each block copies it once), or read it from global memory \
         through const __restrict__ pointers; constant memory pays where all threads of a warp read the \
         same word",
    );
    finding.at = at(facts, "constants loaded by an index of the thread", &loads);
    Some(finding)
}

/// Nothing but what the counts show.
pub(crate) fn as_counted(work: &Work, _: &Context<'_>) -> Pair {
    Pair::edited(work, |_| {})
}

/// Cycles until all that a warp wrote is seen by the whole GPU: a round trip to L2 and more.
const FENCE_CYCLES: f64 = 1000.0;

/// The fences that the warps of a launch run.
fn fences(sites: &[Ran]) -> Vec<(&Ran, f64)> {
    of_kind(sites, |what| what == What::Fence)
}

/// The most time that warps may wait at fences.
pub(crate) fn most_of_fences(facts: &Facts<'_>) -> Option<f64> {
    let resident = facts.work.shape?.resident_warps.max(1.0);
    Some(times(&fences(&facts.sites)) * FENCE_CYCLES / resident / facts.cycles_a_ns()?)
}

/// Warps wait until all of the GPU sees what they wrote.
pub(crate) fn fenced(facts: &Facts<'_>) -> Option<Finding> {
    let fences = fences(&facts.sites);
    let each = times(&fences) / facts.warps().max(1.0);
    // Where a lock is taken, or blocks wait for each other, fences have their use.
    let has_use = facts.sites.iter().any(is_retried) || facts.or_0(CODE_POLLS) > 0.0;
    if each < 2.0 || has_use || most_of_fences(facts)? < 0.1 * facts.time_ns()? {
        return None;
    }
    let mut finding = Finding::new(
        vec![evidence("memory fences of a warp", each, [INST_EXECUTED])],
        vec![
            "a warp waits at each __threadfence until all of the GPU sees what it wrote, and loads \
             behind it miss L1"
                .to_owned(),
        ],
        "leave fences out where no other block reads the values while the kernel runs; \
         __threadfence_block is enough within a block, and __syncthreads has one; else one fence behind \
         the last store",
    );
    finding.at = at(facts, "memory fences", &fences);
    Some(finding)
}

/// Loops of the first thread of a block.
fn of_one_thread(sites: &[Ran]) -> impl Iterator<Item = &Ran> {
    sites.iter().filter(|ran| ran.site.what == What::OneThread)
}

/// Cycles that a warp takes for a loop.
fn cycles(ran: &Ran) -> f64 {
    /// Of a round of loads that mostly hit L2.
    const ROUND_CYCLES: f64 = 300.0;
    ran.cycles + ROUND_CYCLES * ran.load_rounds
}

/// The share of the time of a block in which one thread works, by the cycles from a warp's beginning to
/// its end.
fn share_of_one_thread(work: &Work, sites: &[Ran], lifetime: f64) -> Option<f64> {
    let all: f64 = of_one_thread(sites).map(cycles).sum();
    let each = all / work.shape?.blocks.max(1.0);
    // A predicted time does not have what a thread takes alone.
    let lifetime = if work.counts.contains_key(WARPS_ACTIVE) { lifetime } else { lifetime + each };
    Some((each / lifetime.max(1.0)).min(1.0))
}

/// One thread of a block runs a loop, and the others wait for it.
pub(crate) fn one_thread(facts: &Facts<'_>) -> Option<Finding> {
    const LEAST: f64 = 0.1;
    const ALONE: f64 = 0.5;
    /// Other blocks of the SM hide less of what a predicted time lacks; chosen with docs/rules/one-thread.md.
    const ALONE_BY_PREDICTION: f64 = 0.25;
    let share = share_of_one_thread(facts.work, &facts.sites, facts.warp_cycles()?)?;
    let [_, rows, planes] = facts.configuration.block;
    // Not known of emulated counts.
    let waiting = facts.or_0(STALLED_BARRIER) / facts.or_0(WARPS_ACTIVE).max(1.0);
    // The others wait at a barrier, or have ended, and the block stays for this thread.
    let is_alone =
        waiting >= LEAST || share >= if facts.is_emulated() { ALONE_BY_PREDICTION } else { ALONE };
    // In blocks of several rows, the first thread of each row has the index 0.
    let is_one = rows.saturating_mul(planes) == 1;
    if share < LEAST || !is_alone || !is_one || facts.threads_per_block() < 64.0 {
        return None;
    }
    let amounts: Vec<(&Ran, f64)> =
        of_one_thread(&facts.sites).map(|ran| (ran, cycles(ran))).collect();
    let mut finding = Finding::new(
        vec![
            evidence("share of a block's time in such loops, about", share, [INST_EXECUTED]),
            evidence("threads of a block", facts.threads_per_block(), ["block"]),
        ],
        vec![
            "a loop runs in thread 0 of each block alone, and the other threads wait for it, or have \
             ended while it holds the block's place"
                .to_owned(),
        ],
        "let all threads of the block do it: a sum, a maximum or a scan within warps by shuffles \
         (__reduce_add_sync, __shfl_up_sync, __ballot_sync with __popc) and then over the warps \
         (cub::BlockReduce, cub::BlockScan)",
    );
    finding.at = at(facts, "time in loops of one thread", &amounts);
    Some(finding)
}

/// A block is as much sooner through as one thread worked for it. Other blocks on the SM hide a part.
pub(crate) fn by_all_threads(work: &Work, context: &Context<'_>) -> Pair {
    /// Chosen with the first four pairs that showed it (lab/hints.md).
    const NOT_HIDDEN: f64 = 0.8;
    let share = context.warp_cycles.and_then(|all| share_of_one_thread(work, context.sites, all));
    let share = share.unwrap_or(0.0);
    Pair { slower: 1.0 / (1.0 - NOT_HIDDEN * share), ..Pair::edited(work, |_| {}) }
}
