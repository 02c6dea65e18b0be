//! Data that is fetched more often than it need be: broadcast, reuse, local memory.

use propp_criteria::cost::Work;
use propp_model::counters::*;

use super::Finding;
use crate::change::{Context, Pair};
use crate::facts::{Facts, evidence};

const SECTOR: f64 = 32.0;

/// The threads of a warp ask for the same words.
pub(super) fn broadcast(facts: &Facts<'_>) -> Option<Finding> {
    let (loads, bytes) = (facts.count(GLOBAL_LOADS)?, facts.count(GLOBAL_LOAD_BYTES)?);
    let sectors = facts.count(GLOBAL_LOAD_SECTORS)?;
    let shared_by = bytes / (SECTOR * sectors).max(1.0);
    let share = loads / facts.count(INST_EXECUTED)?.max(1.0);
    if shared_by < 2.0 || share < 0.05 {
        return None;
    }
    Some(Finding {
        evidence: vec![
            evidence(
                "threads that ask for each byte that a request touches",
                shared_by,
                [GLOBAL_LOAD_BYTES, GLOBAL_LOAD_SECTORS],
            ),
            evidence("loads among all instructions", share, [GLOBAL_LOADS, INST_EXECUTED]),
        ],
        causes: vec![
            "the address does not depend on the thread: parameters, coefficients or a row that all \
             threads of a warp use"
                .to_owned(),
        ],
        remedy: "put what all threads of a warp read at one address into __constant__ memory or a \
                 kernel parameter (different addresses within a warp are served there one after \
                 the other), or let one thread load it and pass it on by __shfl_sync or shared \
                 memory"
            .to_owned(),
    })
}

/// Loads of the same bytes cost no load.
pub(super) fn broadcast_once(work: &Work, _: &Context) -> Pair {
    Pair::edited(work, |edit| {
        let bytes = edit.get(GLOBAL_LOAD_BYTES);
        let shared_by = (bytes / (SECTOR * edit.get(GLOBAL_LOAD_SECTORS)).max(1.0)).max(1.0);
        let loads = edit.get(GLOBAL_LOADS);
        let saved = loads * (1.0 - 1.0 / shared_by);
        edit.scale(&[GLOBAL_LOADS, GLOBAL_LOAD_SECTORS], 1.0 / shared_by);
        for name in [GLOBAL_TAGS, DATA_WAVEFRONTS, INST_EXECUTED, INST_ISSUED, PIPE_LSU] {
            let now = edit.get(name);
            edit.lower(name, now - saved);
        }
    })
}

/// The most sectors that local memory moves between L1 and L2: its counter counts 4 bytes
/// for each warp instruction (`docs/criteria.md`), whose 32 threads touch 4 sectors. The
/// slow path of `sinf` keeps an array there: of the 31 million sectors of app.cu's
/// `diverge`, 29 million are of it, and none of what other blocks have read.
fn of_local_memory(bytes: f64) -> f64 {
    const SECTORS: f64 = 4.0;
    SECTORS * bytes / 4.0
}

/// L2 delivers what was loaded from memory many times over.
pub(super) fn from_l2(facts: &Facts<'_>) -> Option<Finding> {
    let others = facts.or_0(GLOBAL_STORE_SECTORS) + of_local_memory(facts.or_0(LOCAL_BYTES));
    // At least so much, and no more than the loads touch: L1 may keep what they touch.
    let sectors = (facts.count(L2_SECTORS_FROM_L1)? - others).max(0.0);
    let loaded = SECTOR * sectors.min(facts.count(GLOBAL_LOAD_SECTORS)?);
    let read = facts.count(DRAM_READ)?;
    let asked = facts.count(GLOBAL_LOAD_BYTES)?;
    let times = loaded / read.max(1.0);
    // What fits into L2 from the start is read from nowhere: no sign of reuse.
    let is_large = read > 1e6;
    if !(times >= 4.0 && is_large && asked >= 2.0 * read) {
        return None;
    }
    let shared: f64 = super::shared::accesses(facts).iter().sum();
    let cause = if shared > 0.0 {
        "tiles in shared memory are small, or hold other data than what is read again"
    } else {
        "blocks read what others have read, or threads of a block each read the same rows"
    };
    Some(Finding {
        evidence: vec![
            evidence(
                "how often L2 delivers a byte that memory delivered once",
                times,
                [
                    L2_SECTORS_FROM_L1,
                    GLOBAL_LOAD_SECTORS,
                    GLOBAL_STORE_SECTORS,
                    LOCAL_BYTES,
                    DRAM_READ,
                ],
            ),
            evidence(
                "bytes asked for over bytes read from memory",
                asked / read,
                [GLOBAL_LOAD_BYTES, DRAM_READ],
            ),
        ],
        causes: vec![cause.to_owned()],
        remedy: "load a tile once into shared memory (or registers), let all threads of the block \
                 use it, and only then go on to the next; it pays where each element is used \
                 several times"
            .to_owned(),
    })
}

/// L2 delivers each byte once.
pub(super) fn staged(work: &Work, _: &Context) -> Pair {
    Pair::edited(work, |edit| {
        let stored = edit.get(GLOBAL_STORE_SECTORS);
        let now = edit.get(L2_SECTORS_FROM_L1);
        let others = stored + of_local_memory(edit.get(LOCAL_BYTES));
        let ideal = (edit.get(DRAM_READ) / SECTOR + others).min(now);
        let factor = if now > 0.0 { ideal / now } else { 1.0 };
        edit.scale(&[L2_SECTORS_FROM_L1, L2_REQUESTS], factor);
    })
}

/// Local memory in a share of the instructions that matters. The counter counts 4 bytes
/// for each warp instruction (`docs/criteria.md`).
pub(super) fn local_memory(facts: &Facts<'_>) -> Option<Finding> {
    let bytes = facts.count(LOCAL_BYTES)?;
    let share = bytes / 4.0 / facts.count(INST_EXECUTED)?.max(1.0);
    if share < 0.03 {
        return None;
    }
    let registers = facts.configuration.registers;
    let causes = if registers >= 128 {
        vec![
            format!("{registers} registers a thread: those that are lacking are spilled"),
            "an array that is indexed at run time".to_owned(),
        ]
    } else {
        vec![format!(
            "an array that is indexed at run time: {registers} registers a thread are not so \
                 many that others would be spilled, unless __launch_bounds__ or -maxrregcount asks \
                 for no more"
        )]
    };
    Some(Finding {
        evidence: vec![
            evidence("local accesses among all instructions", share, [LOCAL_BYTES, INST_EXECUTED]),
            evidence("registers a thread", f64::from(registers), ["registers"]),
        ],
        causes,
        remedy: "make the array small and its indices known to the compiler (unrolled loops, \
                 constant bounds, one loop in place of nested ones), so that it goes into \
                 registers; else put it into shared memory, a column for each thread; `nvcc \
                 -Xptxas -v` tells spills from arrays"
            .to_owned(),
    })
}

/// No local memory, neither its instructions nor its traffic.
pub(super) fn in_registers(work: &Work, _: &Context) -> Pair {
    Pair::edited(work, |edit| {
        let accesses = edit.get(LOCAL_BYTES) / 4.0;
        edit.set(LOCAL_BYTES, 0.0);
        for name in [INST_EXECUTED, INST_ISSUED, PIPE_LSU, DATA_WAVEFRONTS] {
            let now = edit.get(name);
            edit.lower(name, now - accesses);
        }
        let own = edit.get(GLOBAL_LOAD_SECTORS)
            + edit.get(GLOBAL_STORE_SECTORS)
            + edit.get(GLOBAL_ATOMIC_SECTORS)
            + edit.get(GLOBAL_REDUCTION_SECTORS);
        let now = edit.get(L2_SECTORS_FROM_L1);
        let factor = if now > own { own / now } else { 1.0 };
        edit.scale(&[L2_SECTORS_FROM_L1, L2_REQUESTS], factor);
        let (loaded, stored) = (edit.get(GLOBAL_LOAD_BYTES), edit.get(GLOBAL_STORE_BYTES));
        edit.lower(DRAM_READ, loaded);
        edit.lower(DRAM_WRITTEN, stored);
    })
}
