//! Global memory: accesses of few bytes a thread.

use propp_base_model::counters::*;
use propp_judge_cost::Work;
use propp_judge_criteria::Criterion;

use super::Finding;
use super::access::{LINE, bytes_per_thread, lower_tags, sides};
use super::barriers::barriers_of;
use super::reuse::of_local_memory;
use crate::change::{Context, Pair};
use crate::facts::{Facts, LANES, evidence};

/// Bytes of a request when each of 32 threads moves 16.
const WIDEST: f64 = 512.0;

/// Below this share of requests that miss L1, L1 serves a kernel.
const STREAMED: f64 = 0.25;

/// Bytes that a thread can at least move at once.
const WORD: f64 = 4.0;

/// Requests are ordered and carry few bytes, and the kernel's time is in loads, stores
/// and what each thread does once.
pub(crate) fn narrow(facts: &Facts<'_>) -> Option<Finding> {
    let (both, all) = sides(facts);
    let bytes: f64 = both.iter().flatten().map(|side| side.bytes).sum();
    let requests: f64 = both.iter().flatten().map(|side| side.requests).sum();
    let per_request = bytes / requests.max(1.0);
    if !(per_request > 0.0 && per_request <= 1.1 * LINE)
        || both.iter().flatten().any(|side| side.is_scattered(all))
    {
        return None;
    }
    // Lines that L1 serves again and again want reuse in registers or shared memory.
    if streamed(facts.work) < STREAMED && repeated_bytes(facts.work).is_none() {
        return None;
    }
    // A kernel that does much for each access gains nothing from fewer accesses.
    let instructions = (facts.count(INST_EXECUTED)? - of_cooperation(facts.work)) / requests;
    let is_sub_word = per_request < 0.75 * LINE;
    // Words of four bytes that fill less than a warp could ask for are shared by its threads.
    const LEAST_WORD: f64 = 3.5;
    if is_sub_word && bytes_per_thread(facts.work).is_some_and(|bytes| bytes >= LEAST_WORD) {
        return None;
    }
    if instructions > 40.0 || facts.criterion(Criterion::TDiv).is_some_and(|value| value < 0.75) {
        return None;
    }
    let cause = if is_sub_word {
        format!(
            "a request of a warp moves {per_request:.0} bytes, less than 4 per thread: {}",
            match bytes_per_thread(facts.work) {
                Some(_) => "types of 1 or 2 bytes",
                None => "types of 1 or 2 bytes, few active threads, or words that threads share",
            }
        )
    } else {
        format!("a request of a warp moves {per_request:.0} bytes, 4 per thread")
    };
    let remedy = if is_sub_word {
        "let each thread move at least 4 bytes, ideally 16: char4, int4 or float4 instead of \
         char, with all threads of the warp active"
    } else {
        "let each thread move 16 bytes at a time (int4, float4, double2; addresses in multiples \
         of 16), or several elements a thread with their loads one after the other before the \
         first use"
    };
    let counters = [GLOBAL_LOAD_BYTES, GLOBAL_STORE_BYTES, GLOBAL_LOADS, GLOBAL_STORES];
    let executed = [INST_EXECUTED, GLOBAL_LOADS, GLOBAL_STORES];
    Some(Finding::new(
        vec![
            evidence("bytes per request", per_request, counters),
            evidence("warp instructions per request", instructions, executed),
        ],
        vec![cause],
        remedy,
    ))
}

/// Bytes of an access of a thread that are less than a word, where L1 serves the kernel: threads go through
/// bytes that lie together, one after the other. Chosen with two pairs (lab/hints.md).
fn repeated_bytes(work: &Work) -> Option<f64> {
    let bytes = bytes_per_thread(work)?;
    (streamed(work) < STREAMED && bytes <= WORD / 2.0).then_some(bytes)
}

/// Instructions by which threads combine what each of them has: a shuffle and the operation on what
/// it brings, and barriers between such shuffles. Where a warp has few accesses it does so once, and a
/// thread with more elements combines its own first: as many for each warp, and not for each element.
fn of_cooperation(work: &Work) -> f64 {
    let exchanges = work.count(EXCHANGES) / LANES;
    let all = 2.0 * exchanges + barriers_of(work).min(exchanges);
    if has_few_accesses(work) { all } else { 0.0 }
}

/// Whether each warp has a few accesses, so that wider ones make fewer warps.
fn has_few_accesses(work: &Work) -> bool {
    let get = |name| work.count(name);
    work.shape.is_some_and(|shape| get(GLOBAL_LOADS) + get(GLOBAL_STORES) <= 4.0 * shape.warps)
}

/// The share of the requests whose sectors L1 does not hold already.
fn streamed(work: &Work) -> f64 {
    let get = |name| work.count(name);
    let (loads, stores) = (get(GLOBAL_LOADS), get(GLOBAL_STORES));
    let others = get(GLOBAL_STORE_SECTORS)
        + get(GLOBAL_ATOMIC_SECTORS)
        + get(GLOBAL_REDUCTION_SECTORS)
        + of_local_memory(get(LOCAL_BYTES));
    let missed = (get(L2_SECTORS_FROM_L1) - others) / get(GLOBAL_LOAD_SECTORS).max(1.0);
    (stores + loads * missed.clamp(0.0, 1.0)) / (loads + stores).max(1.0)
}

/// Sixteen bytes a thread, by fewer threads, or the same threads in fewer steps. Fewer warps wait less
/// at barriers; those of blocks that poll wait for other blocks.
pub(crate) fn widened(work: &Work, _: &Context<'_>) -> Pair {
    let get = |name| work.count(name);
    let requests = get(GLOBAL_LOADS) + get(GLOBAL_STORES);
    let bytes = get(GLOBAL_LOAD_BYTES) + get(GLOBAL_STORE_BYTES);
    let factor = (bytes / requests.max(1.0) / WIDEST).clamp(1.0 / 16.0, 1.0);
    let factor = match repeated_bytes(work) {
        Some(bytes) => (bytes / WORD).clamp(1.0 / WORD, 0.5),
        None => 1.0 - (1.0 - factor) * streamed(work),
    };
    let has_few_accesses = has_few_accesses(work);
    let pair = Pair::edited(work, |edit| {
        edit.scale(&[GLOBAL_LOADS, GLOBAL_STORES], factor);
        // What a thread does once for each access: addresses, bounds, loops. Arithmetic on the
        // elements stays, and what a warp combines after each of many accesses.
        let shared = get(EXACT_SHARED_LOADS) + get(EXACT_SHARED_STORES);
        let global = if has_few_accesses { 1.0 } else { requests / (requests + shared).max(1.0) };
        edit.scale(
            &[PIPE_ALU, PIPE_LSU, BRANCHES, MISCELLANEOUS, CONTROL],
            1.0 - (1.0 - factor) * global,
        );
        let mut stays = get(PIPE_FMA) + get(PIPE_FP64) + get(PIPE_XU);
        if has_few_accesses {
            // A shuffle takes a trip of the data path.
            let saved = (1.0 - factor) * get(EXCHANGES) / LANES;
            let trips = get(DATA_WAVEFRONTS);
            edit.scale(&[EXCHANGES], factor);
            edit.lower(DATA_WAVEFRONTS, (trips - saved).max(factor * trips));
        } else {
            stays += 2.0 * get(EXCHANGES) / LANES;
        }
        for name in [INST_EXECUTED, INST_ISSUED] {
            let now = get(name);
            edit.lower(name, now - (1.0 - factor) * global * (now - stays).max(0.0));
        }
        lower_tags(edit, edit.get(GLOBAL_ATOMIC_SECTORS) + edit.get(GLOBAL_REDUCTION_SECTORS));
        if has_few_accesses {
            edit.shape(|shape| {
                let resident = shape.resident_warps / shape.warps.max(1.0);
                shape.blocks = (shape.blocks * factor).max(1.0);
                shape.warps = (shape.warps * factor).max(1.0);
                shape.busy_sms = shape.busy_sms.min(shape.blocks.ceil());
                if resident >= 1.0 {
                    shape.resident_warps = shape.warps;
                }
                shape.resident_warps = shape.resident_warps.min(shape.warps);
                shape.waves = (shape.waves * factor).ceil().max(1.0);
            });
        }
    });
    if has_few_accesses && get(CODE_POLLS) == 0.0 {
        pair.waiting((1.0 - factor) * get(STALLED_BARRIER))
    } else {
        pair
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_l1_serves_are_read_four_at_a_time() {
        let loads = |of_thread: f64| {
            let counts = [
                (GLOBAL_LOADS, 1000.0),
                (GLOBAL_LOAD_BYTES, of_thread * LANES * 1000.0),
                (GLOBAL_LOAD_SECTORS, 1000.0),
                (L2_SECTORS_FROM_L1, 10.0),
                (CODE_ACCESS_BYTES, of_thread * LANES * 1000.0),
            ];
            let counts = counts.map(|(name, count)| (name.to_owned(), count));
            let work = Work { counts: counts.into(), ..Work::default() };
            widened(&work, &Context::default()).without.counts[GLOBAL_LOADS]
        };
        assert_eq!([1.0, 2.0].map(loads), [250.0, 500.0]);
        // Words that L1 holds want reuse in registers.
        assert!(loads(4.0) > 990.0);
    }

    #[test]
    fn instructions_of_shared_accesses_stay() {
        let left = |shared: f64| {
            let counts = [
                (GLOBAL_LOADS, 50.0),
                (GLOBAL_STORES, 50.0),
                (GLOBAL_LOAD_BYTES, 6400.0),
                (GLOBAL_STORE_BYTES, 6400.0),
                (GLOBAL_LOAD_SECTORS, 200.0),
                (GLOBAL_STORE_SECTORS, 200.0),
                (L2_SECTORS_FROM_L1, 400.0),
                (EXACT_SHARED_LOADS, shared),
                (PIPE_ALU, 400.0),
                (INST_EXECUTED, 1000.0),
            ];
            let counts = counts.map(|(name, count)| (name.to_owned(), count));
            let pair =
                widened(&Work { counts: counts.into(), ..Work::default() }, &Context::default());
            [GLOBAL_LOADS, PIPE_ALU, INST_EXECUTED].map(|name| pair.without.counts[name])
        };
        // 4 bytes a thread become 16.
        assert_eq!(left(0.0), [12.5, 100.0, 250.0]);
        // Three of four accesses are of shared memory, and so three quarters of the rest stay.
        assert_eq!(left(300.0), [12.5, 325.0, 812.5]);
    }
}
