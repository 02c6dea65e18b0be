//! Atomics that threads try again and again, and those that collide in shared memory.

use propp_base_model::counters::*;
use propp_code_pace::Ran;
use propp_code_sites::What;
use propp_judge_cost::Work;

use super::super::Finding;
use super::{LEAST_SHARE, at};
use crate::change::{Context, INSTRUCTIONS, Pair};
use crate::facts::{Facts, LANES, evidence};

/// Whether threads try there again and again.
pub(crate) fn is_retried(ran: &Ran) -> bool {
    matches!(ran.site.what, What::Lock | What::Swap) && !is_shared_swap(ran)
}

/// The compiler makes such loops of sums of floats in shared memory.
fn is_shared_swap(ran: &Ran) -> bool {
    ran.site.what == What::Swap && ran.site.opcode == "ATOMS"
}

/// Tries to take locks or to swap, and how often a warp comes to one: once, where the counts do not tell.
fn tries(sites: &[Ran], warps: f64, is_one: fn(&Ran) -> bool) -> Option<[f64; 2]> {
    let retried = sites.iter().filter(|ran| is_one(ran));
    let sums = retried.fold([0.0; 2], |[tries, entries], ran| {
        let least = warps.min(ran.times);
        [tries + ran.times, entries + ran.entries.clamp(least, ran.times)]
    });
    (sums[0] > 0.0).then_some(sums)
}

/// Threads try an atomic again and again: they take a lock, or swap what they compared.
pub(crate) fn lock(facts: &Facts<'_>) -> Option<Finding> {
    let [tries, entries] = tries(&facts.sites, facts.warps(), is_retried)?;
    let in_loops: f64 =
        facts.sites.iter().filter(|ran| is_retried(ran)).map(|ran| ran.instructions).sum();
    let is_rare = in_loops < LEAST_SHARE * facts.count(INST_EXECUTED)?
        && most_of_locks(facts).zip(facts.time_ns()).is_none_or(|(most, now)| most < 0.1 * now);
    if is_rare {
        return None;
    }
    let retried = facts.sites.iter().filter(|ran| is_retried(ran));
    let amounts: Vec<(&Ran, f64)> = retried.map(|ran| (ran, ran.times)).collect();
    let counters = [GLOBAL_ATOMICS, INST_EXECUTED];
    let (cause, remedy) = if amounts.iter().any(|(ran, _)| ran.site.what == What::Lock) {
        (
            "threads wait in a loop until they take a lock: of a warp one thread after the other runs \
             what it guards, and threads of other warps wait as long",
            "do without the lock: one atomic on what it guards (atomicAdd, atomicMin; two values \
             packed into 64 bits; a compare-and-swap of the value itself), or combine in the warp or \
             the block first (sort, reduce by key), so that one thread writes each place",
        )
    } else {
        (
            "an operation is made of compare-and-swap: of the threads that meet at an address one \
             succeeds, and the others read, compute and try again",
            "use an atomic that the GPU has (atomicAdd also of double and half2; atomicMin and \
             atomicMax of the bits of a float), or combine in the warp or the block first, so that \
             fewer threads meet",
        )
    };
    let mut finding = Finding::new(
        vec![evidence("tries of a warp, each time that it comes there", tries / entries, counters)],
        vec![cause.to_owned()],
        remedy,
    );
    finding.at = at(facts, "tries", &amounts);
    Some(finding)
}

/// The most time that warps may wait for locks: each try is a round trip to L2, and of each thread that
/// comes there the accesses that the lock guards are some more.
pub(crate) fn most_of_locks(facts: &Facts<'_>) -> Option<f64> {
    const ROUND_TRIP_CYCLES: f64 = 700.0;
    const GUARDED: f64 = 5.0;
    let [tries, entries] = tries(&facts.sites, facts.warps(), is_retried)?;
    let trips = tries + GUARDED * LANES * entries;
    let resident = facts.work.shape?.resident_warps.max(1.0);
    Some(trips * ROUND_TRIP_CYCLES / resident / facts.cycles_a_ns()?)
}

/// How many times as long a compare-and-swap takes as an atomic that returns nothing: a thread waits for
/// what it loads, and for the swap. Chosen with two pairs (lab/hints.md).
const ROUND_TRIP: f64 = 2.0;

/// The threads of a warp run together what the lock guarded, with one atomic each that returns nothing.
pub(crate) fn without_lock(work: &Work, context: &Context<'_>) -> Pair {
    const ACCESSES: [&str; 7] = [
        DATA_WAVEFRONTS,
        GLOBAL_LOADS,
        GLOBAL_STORES,
        EXACT_SHARED_LOADS,
        EXACT_SHARED_STORES,
        LOCAL_BYTES,
        CODE_LOAD_ROUNDS,
    ];
    const ATOMICS: [&str; 5] = [
        GLOBAL_ATOMICS,
        L2_ATOMICS,
        L2_ATOMIC_REQUESTS,
        L2_ATOMIC_REQUESTS_MAX,
        GLOBAL_ATOMIC_SECTORS,
    ];
    const OF_THREADS: [&str; 3] = [L2_REDUCTIONS, L2_REDUCTION_REQUESTS, GLOBAL_REDUCTION_SECTORS];
    let warps = work.shape.map_or(1.0, |shape| shape.warps);
    let Some([_, entries]) = tries(context.sites, warps, is_retried) else {
        return Pair::edited(work, |_| {});
    };
    if !context.sites.iter().any(|ran| ran.site.what == What::Lock) {
        let needed = (LANES * entries).min(work.count(GLOBAL_ATOMIC_SECTORS)).max(1.0);
        let each = (ROUND_TRIP * work.count(GLOBAL_ATOMIC_SECTORS) / needed).max(1.0);
        let in_loops = context.sites.iter().filter(|ran| is_retried(ran));
        let in_loops: f64 = in_loops.map(|ran| ran.instructions).sum();
        let share = (in_loops / work.count(INST_EXECUTED).max(1.0)).min(1.0);
        let slower = 1.0 / (1.0 - share * (1.0 - 1.0 / each));
        return Pair { slower, ..Pair::edited(work, |_| {}) };
    }
    Pair::edited(work, |edit| {
        edit.scale(&INSTRUCTIONS, context.t_div);
        edit.scale(&ACCESSES, context.t_div);
        let tries = edit.get(L2_ATOMIC_REQUESTS).max(edit.get(GLOBAL_ATOMIC_SECTORS));
        edit.add(&[L2_REQUESTS, L2_SECTORS_FROM_L1], LANES * entries - tries);
        edit.scale(&ATOMICS, 0.0);
        edit.add(&[GLOBAL_REDUCTIONS], entries);
        edit.add(&OF_THREADS, LANES * entries);
    })
}

/// Tries of compare-and-swap in shared memory, how often warps come to one, and the instructions of the tries
/// that fail.
fn failed_swaps(sites: &[Ran], warps: f64) -> Option<[f64; 3]> {
    let [tries, entries] = tries(sites, warps, is_shared_swap)?;
    let in_loops: f64 =
        sites.iter().filter(|ran| is_shared_swap(ran)).map(|ran| ran.instructions).sum();
    Some([tries, entries, in_loops * (1.0 - entries / tries)])
}

/// Threads of a warp meet at an address of shared memory.
pub(crate) fn shared_atomics(facts: &Facts<'_>) -> Option<Finding> {
    const COLLIDING: f64 = 3.0;
    const FAILED: f64 = 1.5;
    let atomics = facts.count(EXACT_SHARED_ATOMICS).filter(|atomics| *atomics > 0.0)?;
    let wavefronts = facts.count(EXACT_ATOMIC_WAVEFRONTS)?;
    let share = wavefronts / facts.count(DATA_WAVEFRONTS)?.max(1.0);
    let counters = [EXACT_ATOMIC_WAVEFRONTS, EXACT_SHARED_ATOMICS];
    let (mut numbers, mut causes) = (Vec::new(), Vec::new());
    if wavefronts >= COLLIDING * atomics && share >= 0.2 {
        numbers.extend([
            evidence("wavefronts per atomic to shared memory", wavefronts / atomics, counters),
            evidence("these wavefronts, share of all", share.min(1.0), [DATA_WAVEFRONTS]),
        ]);
        causes.push(
            "threads of a warp update the same address of shared memory, one after the other: a few bins \
             that most values fall into"
                .to_owned(),
        );
    }
    let all = facts.count(INST_EXECUTED)?.max(1.0);
    if let Some([tries, entries, failed]) = failed_swaps(&facts.sites, facts.warps())
        && tries >= FAILED * entries
        && failed >= LEAST_SHARE * all
    {
        numbers.extend([
            evidence("tries of a warp for each sum in shared memory", tries / entries, counters),
            evidence(
                "instructions of tries that fail, share of all",
                failed / all,
                [INST_EXECUTED],
            ),
        ]);
        causes.push(
            "the GPU has no atomic for sums of floats in shared memory: the code compares and swaps, and of \
             the threads that meet at an address one succeeds, while the others try again"
                .to_owned(),
        );
    }
    (!causes.is_empty()).then_some(())?;
    let mut finding = Finding::new(
        numbers,
        causes,
        "let the threads of a warp that have the same address combine first (__match_any_sync and \
         __popc, __reduce_add_sync, shuffles), sum runs of equal addresses in a register, or keep several \
         copies of the bins for each block, one for each warp or lane",
    );
    let swaps = facts.sites.iter().filter(|ran| is_shared_swap(ran));
    let amounts: Vec<(&Ran, f64)> = swaps.map(|ran| (ran, ran.times)).collect();
    finding.at = at(facts, "tries", &amounts);
    Some(finding)
}

/// Each atomic takes one wavefront, and each sum one try.
pub(crate) fn without_collisions(work: &Work, context: &Context<'_>) -> Pair {
    const LOADED: [&str; 2] = [EXACT_SHARED_LOADS, EXACT_LOAD_WAVEFRONTS];
    const SWAPPED: [&str; 2] = [EXACT_SHARED_ATOMICS, EXACT_ATOMIC_WAVEFRONTS];
    let warps = work.shape.map_or(1.0, |shape| shape.warps);
    Pair::edited(work, |edit| {
        if let Some([tries, entries, instructions]) = failed_swaps(context.sites, warps) {
            let failed = (tries - entries).max(0.0);
            edit.add(&LOADED, -failed);
            edit.add(&SWAPPED, -failed);
            edit.add(&[BRANCHES, PIPE_ALU], -failed);
            edit.add(&[DATA_WAVEFRONTS, PIPE_LSU], -2.0 * failed);
            edit.add(&[INST_EXECUTED, INST_ISSUED], -instructions);
        }
        let excess = edit.get(EXACT_ATOMIC_WAVEFRONTS) - edit.get(EXACT_SHARED_ATOMICS);
        edit.add(&[EXACT_ATOMIC_WAVEFRONTS, DATA_WAVEFRONTS], -excess.max(0.0));
    })
}
