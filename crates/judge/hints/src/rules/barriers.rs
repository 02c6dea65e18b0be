//! Barriers, and the steps of a tree or a scan between them.

use propp_base_model::counters::*;
use propp_judge_cost::Work;

use super::Finding;
use super::shared::needed;
use crate::change::{Context, INSTRUCTIONS, Pair};
use crate::facts::{Facts, evidence};

/// Share of the warps' time that is spent at barriers.
fn barrier_share(work: &Work) -> Option<f64> {
    let get = |name: &str| work.counts.get(name).copied();
    let active = get(WARPS_ACTIVE)?;
    (active > 0.0).then_some(get(STALLED_BARRIER)? / active)
}

/// Warps spend their time at barriers: there are many, or many warps meet, or some come late.
///
/// A tile that is loaded and read makes warps wait, too, at the one barrier between: that is the wait
/// for memory.
pub(crate) fn barriers(facts: &Facts<'_>) -> Option<Finding> {
    const WAITING: f64 = 0.1;
    const UNEQUAL: f64 = 0.3;
    let share = barrier_share(facts.work)?;
    let warps = facts.warps().max(1.0);
    let all = barriers_of(facts.work);
    let barriers = all / warps;
    let threads = facts.threads_per_block();
    let (are_many, are_large) = (barriers >= 16.0, threads >= 512.0);
    let is_defect = share >= UNEQUAL || (share >= WAITING && (are_many || are_large));
    // Blocks that poll wait for other blocks.
    if !is_defect || facts.or_0(CODE_POLLS) > 0.0 {
        return None;
    }
    let mut causes = Vec::new();
    if are_many {
        causes.push(format!("many barriers: about {barriers:.0} per warp"));
    }
    if share >= UNEQUAL || !are_large {
        causes.push(
            "the warps of a block have unequal work between two barriers, such as a part that \
             only some warps do"
                .to_owned(),
        );
    }
    if are_large {
        causes.push(format!("large blocks: {threads:.0} threads wait for the slowest warp"));
    }
    let mut seen = vec![
        evidence("share of warp time at barriers", share, [STALLED_BARRIER, WARPS_ACTIVE]),
        evidence("barriers per warp, at most", barriers, [MISCELLANEOUS]),
    ];
    let predicated_off = predicated_off(facts.work, all);
    if are_steps(facts.work, all) && predicated_off >= all / 2.0 {
        causes.push(
            "a warp that a step of the tree leaves out still issues the accesses of shared memory of this \
             step, predicated off for all its threads, and each takes a cycle of L1's data path"
                .to_owned(),
        );
        let per_warp = predicated_off / warps;
        seen.push(evidence("accesses per warp that are predicated off", per_warp, [PIPE_LSU]));
    }
    Some(Finding::new(
        seen,
        causes,
        "let each warp work independently: shuffles (__shfl_sync) and __syncwarp \
         instead of shared memory and __syncthreads, one barrier for several steps; \
         distribute the work between barriers over all warps; use smaller blocks",
    ))
}

/// Barriers are among the instructions of no other class, of which a warp has two or
/// three anyway (it reads its indices and ends).
pub(super) fn barriers_of(work: &Work) -> f64 {
    let others = work.shape.map_or(0.0, |shape| 2.5 * shape.warps);
    let all = work.count(MISCELLANEOUS) / 32.0;
    (all - others).max(0.0)
}

/// Instructions between two barriers, if those are the steps of a tree or a scan in shared memory.
const STEP: f64 = 12.0;

fn are_steps(work: &Work, barriers: f64) -> bool {
    work.count(INST_EXECUTED) < STEP * barriers
}

/// What is left of a step where warps exchange values by shuffles: five steps in a warp, and few over
/// the warps.
const SHUFFLED: f64 = 0.3;

/// Accesses of a step: two loads and a store.
const STEP_ACCESSES: f64 = 3.0;

/// Accesses of shared memory that are predicated off for all threads of a warp, in the steps that leave it out: each
/// takes a trip of the data path all the same, and no counter of accesses has it.
fn predicated_off(work: &Work, barriers: f64) -> f64 {
    const ACCESSES: [&str; 10] = [
        GLOBAL_LOADS,
        GLOBAL_STORES,
        GLOBAL_ATOMICS,
        GLOBAL_REDUCTIONS,
        ASYNC_COPIES,
        EXACT_SHARED_LOADS,
        EXACT_SHARED_STORES,
        EXACT_SHARED_ATOMICS,
        MATRIX_LOADS,
        MATRIX_STORES,
    ];
    let accesses: f64 = ACCESSES.iter().map(|name| work.count(name)).sum();
    let local = work.count(LOCAL_BYTES) / 128.0;
    let exchanges = work.count(EXCHANGES) / 32.0;
    (work.count(PIPE_LSU) - accesses - local - exchanges).clamp(0.0, STEP_ACCESSES * barriers)
}

/// No barriers, and none of the waiting at them; steps in shared memory become shuffles.
pub(crate) fn without_barriers(work: &Work, _: &Context<'_>) -> Pair {
    let barriers = barriers_of(work);
    let is_of_steps = are_steps(work, barriers);
    let predicated_off = predicated_off(work, barriers);
    let pair = Pair::edited(work, |edit| {
        edit.add(&[MISCELLANEOUS], -32.0 * barriers);
        if is_of_steps {
            edit.scale(&INSTRUCTIONS, SHUFFLED);
            // What bank conflicts add to the trips is the defect of another rule.
            let trips = [EXACT_LOAD_WAVEFRONTS, EXACT_STORE_WAVEFRONTS];
            let now = trips.iter().map(|trips| edit.get(trips)).sum::<f64>();
            let saved = needed(work).min(now) * (1.0 - SHUFFLED);
            edit.scale(&trips, 1.0 - saved / now.max(1.0));
            edit.scale(&[EXACT_SHARED_LOADS, EXACT_SHARED_STORES], SHUFFLED);
            edit.add(&[DATA_WAVEFRONTS], -saved - predicated_off);
        } else {
            edit.add(&[INST_EXECUTED, INST_ISSUED], -barriers);
        }
    });
    pair.waiting(work.count(STALLED_BARRIER))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As an H100 counts `nn_lnorm_before`: two trees over 1,024 threads, of which each step leaves out more. By hand, a
    /// warp is left out of 17.75 of 20 steps, with two loads and a store in each.
    #[test]
    fn steps_that_leave_warps_out_cost_trips() {
        let warps = 8_388_608.0;
        let counts = [
            (INST_EXECUTED, 146.0),
            (MISCELLANEOUS, 832.0),
            (PIPE_LSU, 65.25),
            (GLOBAL_LOADS, 0.125),
            (GLOBAL_STORES, 0.125),
            (EXACT_SHARED_LOADS, 5.625),
            (EXACT_SHARED_STORES, 4.25),
            (EXACT_LOAD_WAVEFRONTS, 5.625),
            (EXACT_STORE_WAVEFRONTS, 4.25),
            (DATA_WAVEFRONTS, 66.67),
        ];
        let counts = counts.map(|(name, count)| (name.to_owned(), count * warps));
        let shape = propp_judge_cost::Shape { warps, ..Default::default() };
        let work = Work { counts: counts.into(), shape: Some(shape), ..Work::default() };
        let off = predicated_off(&work, barriers_of(&work)) / warps;
        assert!((off - 3.0 * 17.75).abs() < 3.0, "{off}");
        let pair = without_barriers(&work, &Context::default());
        assert!(pair.without.counts[DATA_WAVEFRONTS] < 0.15 * work.counts[DATA_WAVEFRONTS]);
    }
}
