//! The terms of the cost model.

use propp_model::counters::{
    ASYNC_COPIES, BRANCHES, CODE_ISSUE_DELAYS, CODE_LOAD_ROUNDS, CODE_MATRIX_WAVEFRONTS,
    CODE_OTHER_WAITS, CODE_POLLS, CODE_TENSOR_DELAYS, DATA_WAVEFRONTS, DRAM_READ, DRAM_WRITTEN,
    EXACT_ATOMIC_WAVEFRONTS, EXACT_LOAD_WAVEFRONTS, EXACT_STORE_WAVEFRONTS, EXCHANGES,
    GLOBAL_ATOMIC_SECTORS, GLOBAL_ATOMICS, GLOBAL_LOAD_SECTORS, GLOBAL_LOADS, GLOBAL_LOADS_MAX,
    GLOBAL_REDUCTION_SECTORS, GLOBAL_REDUCTIONS, GLOBAL_STORE_BYTES, GLOBAL_STORE_SECTORS,
    GLOBAL_TAGS, HOST_SECTORS, INST_EXECUTED, INST_EXECUTED_MAX, INST_ISSUED, L2_ATOMIC_REQUESTS,
    L2_ATOMIC_REQUESTS_MAX, L2_ATOMICS, L2_REDUCTION_REQUESTS, L2_REDUCTION_REQUESTS_MAX,
    L2_REDUCTIONS, L2_REQUESTS, L2_SECTORS_FROM_L1, LOCAL_BYTES, MISCELLANEOUS, PIPE_ALU, PIPE_FMA,
    PIPE_FP64, PIPE_LSU, PIPE_XU,
};

use super::resource::Resource;
use super::scale::Scale;
use super::shape::Shape;

/// Bytes of a sector, and threads of a warp.
const SECTOR: f64 = 32.0;

/// Sub-partitions of an SM, each with its own issue slot.
const SUB_PARTITIONS: f64 = 4.0;

/// To start a block takes at least as long as to start so many warps: `propp probe launch.blocks`
/// measures one rate for blocks of up to 512 threads.
const LEAST_WARPS: f64 = 16.0;

/// A kind of work that takes time.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The name in weights files and datasets.
    pub name: &'static str,
    pub resource: Resource,
    /// The price is in nanoseconds per this unit.
    pub unit: &'static str,
    /// What of a GPU the price follows.
    pub scale: Scale,
    /// The counters that `demand` gets.
    pub counters: &'static [&'static str],
    demand: fn(&[f64], &Shape) -> f64,
}

impl Term {
    /// Whether a launch without this counter has no known demand.
    #[must_use]
    pub fn needs(&self, counter: &str) -> bool {
        !OR_NONE.contains(&(self.name, counter)) && self.instead_of(counter).is_none()
    }

    /// What stands for this counter in recordings from before there was this one: another, and the
    /// share of it.
    #[must_use]
    pub fn instead_of(&self, counter: &str) -> Option<(&'static str, f64)> {
        let own = |(term, missing, ..): &&(&str, &str, &str, f64)| {
            (*term, *missing) == (self.name, counter)
        };
        INSTEAD.iter().find(own).map(|(_, _, instead, share)| (*instead, *share))
    }

    /// The demand of a launch; `counts` are the values of `counters`.
    #[must_use]
    pub fn amount(&self, counts: &[f64], shape: &Shape) -> f64 {
        let amount = (self.demand)(counts, shape);
        if amount.is_finite() { amount.max(0.0) } else { 0.0 }
    }
}

/// `a / b`, and 0 if `b` is 0.
fn ratio(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 0.0 }
}

fn sum(counts: &[f64], _: &Shape) -> f64 {
    counts.iter().sum()
}

fn per_sm(counts: &[f64], shape: &Shape) -> f64 {
    ratio(counts.iter().sum(), shape.busy_sms)
}

/// Instructions that the warps in one warp slot execute one after the other.
fn per_warp(counts: &[f64], shape: &Shape) -> f64 {
    ratio(counts.iter().sum(), shape.resident_warps)
}

/// How much longer waves of blocks take if the last one is not full: it takes as long as a full one.
fn of_whole_waves(shape: &Shape) -> f64 {
    ratio(shape.waves * shape.resident_warps, shape.warps).max(1.0)
}

/// Cycles until the warps of a quarter of an SM have issued their instructions. A lone warp takes its
/// `delays` and `waits`. Among others that issue in between it takes up to twice as long, and where the
/// issue slot is full as long as the instructions of all take one after the other, but no longer than
/// its waits and four times its delays. Or until its tensor core is done, if that takes longer.
fn issue_cycles([delays, waits]: [f64; 2], instructions: f64, tensor: f64, shape: &Shape) -> f64 {
    /// With this and the twice, orders are surest, and the fit finds that a cycle takes 0.5 ns, as it
    /// does at the highest clock (lab/quality-metric.md).
    const STRETCHED: f64 = 4.0;
    let quarters = SUB_PARTITIONS * shape.busy_sms;
    let [delays, waits] = [delays, waits].map(|cycles| per_warp(&[cycles], shape));
    let others = 1.0 - ratio(quarters, shape.resident_warps).min(1.0);
    let among_others = (1.0 + others) * (delays + waits);
    let issued = ratio(instructions, quarters).max(among_others).min(STRETCHED * delays + waits);
    issued.max(ratio(tensor, quarters))
}

fn threads_per_sm(counts: &[f64], shape: &Shape) -> f64 {
    per_sm(counts, shape) / SECTOR
}

/// The share of the sectors of global loads that miss L1: all of asynchronous copies, which the
/// counter of loaded sectors leaves out.
fn share_from_l2(of_l2: f64, stored: f64, others: f64, loaded: f64) -> f64 {
    let missed = of_l2 - stored - others;
    ratio(missed, if loaded > 0.0 { loaded } else { missed }).clamp(0.0, 1.0)
}

/// The share of the sectors of global loads that come from device memory.
fn share_from_memory(read: f64, loaded: f64) -> f64 {
    ratio(read / SECTOR, loaded).min(1.0)
}

/// What warps wait for, as far as it comes from L2: its count, sectors of L2, stored ones, those of
/// atomics and reductions, loaded ones.
fn from_l2(counts: &[f64], shape: &Shape) -> f64 {
    let others = counts[3] + counts[4];
    per_warp(&counts[..1], shape) * share_from_l2(counts[1], counts[2], others, counts[5])
}

/// The same from device memory: its count, bytes read there, loaded sectors.
fn from_memory(counts: &[f64], shape: &Shape) -> f64 {
    per_warp(&counts[..1], shape) * share_from_memory(counts[1], counts[2])
}

/// Stored sectors that are written in part.
fn partial(stored: f64, bytes: f64) -> f64 {
    (stored - bytes / SECTOR).max(0.0)
}

const fn term(
    name: &'static str,
    resource: Resource,
    unit: &'static str,
    scale: Scale,
    counters: &'static [&'static str],
    demand: fn(&[f64], &Shape) -> f64,
) -> Term {
    Term { name, resource, unit, scale, counters, demand }
}

use Resource::{Issue, L1, L2, Latency, Launch, Memory};
use Scale::{Bandwidth, Channels, Fixed, Slices, SmClock};

/// Bytes over the host link: by kernels that access host memory, and by copies.
pub(super) const HOST_LINK: &str = "host_link";

pub(super) const LAUNCHES: &str = "launches";

const BUSIEST_SLICE: &str = "l2_busiest_slice";
const ISSUE_CYCLES: &str = "issue_cycles";
const SHARED_WAVEFRONTS: &str = "shared_wavefronts";

pub const TERMS: &[Term] = &[
    term("dram_read", Memory, "byte", Bandwidth, &[DRAM_READ], sum),
    term("dram_written", Memory, "byte", Bandwidth, &[DRAM_WRITTEN], sum),
    // Device memory loses time when its bus turns around between reads and writes.
    term("dram_both_ways", Memory, "byte", Bandwidth, &[DRAM_READ, DRAM_WRITTEN], |c, _| {
        c[0].min(c[1])
    }),
    term(
        "dram_read_requests",
        Memory,
        "request",
        Channels,
        &[DRAM_READ, L2_REQUESTS, L2_SECTORS_FROM_L1],
        |c, _| c[0] / SECTOR * ratio(c[1], c[2]).min(1.0),
    ),
    // Sectors that reach device memory less than a quarter full: scattered words. One with a word of
    // four bytes counts half; fuller ones meet their neighbours in L2.
    term(
        "dram_partial_writes",
        Memory,
        "sector",
        Channels,
        &[DRAM_WRITTEN, GLOBAL_STORE_SECTORS, GLOBAL_STORE_BYTES],
        |c, _| (c[0] / SECTOR).min(c[1]) - 4.0 * c[2] / SECTOR,
    ),
    term(HOST_LINK, Memory, "byte", Fixed, &[HOST_SECTORS], |c, _| c[0] * SECTOR),
    term("l2_sectors", L2, "sector", Slices, &[L2_SECTORS_FROM_L1], sum),
    term("l2_requests", L2, "request", Slices, &[L2_REQUESTS], sum),
    term(
        "l2_partial_stores",
        L2,
        "sector",
        Slices,
        &[GLOBAL_STORE_SECTORS, GLOBAL_STORE_BYTES],
        |c, _| partial(c[0], c[1]),
    ),
    term("l2_reductions", L2, "request", Slices, &[L2_REDUCTION_REQUESTS], sum),
    term("l2_reduction_sectors", L2, "sector", Slices, &[L2_REDUCTIONS], sum),
    term("l2_atomics", L2, "request", Slices, &[L2_ATOMIC_REQUESTS], sum),
    term("l2_atomic_sectors", L2, "sector", Slices, &[L2_ATOMICS], sum),
    // Atomics of one sector are carried out one after the other.
    term(
        BUSIEST_SLICE,
        L2,
        "sector of a slice",
        SmClock,
        &[
            L2_REDUCTION_REQUESTS_MAX,
            L2_REDUCTION_REQUESTS,
            L2_REDUCTIONS,
            L2_ATOMIC_REQUESTS_MAX,
            L2_ATOMIC_REQUESTS,
            L2_ATOMICS,
        ],
        |c, _| c[0] * ratio(c[2], c[1]) + c[3] * ratio(c[5], c[4]),
    ),
    term("l1_requests", L1, "request of an SM", SmClock, &[L2_REQUESTS], per_sm),
    term("l1_wavefronts", L1, "wavefront of an SM", SmClock, &[DATA_WAVEFRONTS], per_sm),
    term(
        SHARED_WAVEFRONTS,
        L1,
        "wavefront of an SM",
        SmClock,
        &[
            EXACT_LOAD_WAVEFRONTS,
            EXACT_STORE_WAVEFRONTS,
            DATA_WAVEFRONTS,
            GLOBAL_TAGS,
            ASYNC_COPIES,
            CODE_MATRIX_WAVEFRONTS,
        ],
        |c, shape| {
            // Of asynchronous copies and of matrices no counter counts them.
            let is_all = c[4] + c[5] == 0.0;
            let rest = if is_all { 0.0 } else { (c[2] - c[0] - c[1] - c[3]).max(0.0) };
            per_sm(&[c[0], c[1], rest], shape)
        },
    ),
    term(
        "shared_atomic_wavefronts",
        L1,
        "wavefront of an SM",
        SmClock,
        &[EXACT_ATOMIC_WAVEFRONTS],
        per_sm,
    ),
    term("load_store_instructions", L1, "instruction of an SM", SmClock, &[PIPE_LSU], per_sm),
    term("l1_store_sectors", L1, "sector of an SM", SmClock, &[GLOBAL_STORE_SECTORS], per_sm),
    term(
        "l1_atomic_sectors",
        L1,
        "sector of an SM",
        SmClock,
        &[GLOBAL_ATOMIC_SECTORS, GLOBAL_REDUCTION_SECTORS],
        per_sm,
    ),
    term("issued", Issue, "instruction of an SM", SmClock, &[INST_ISSUED], per_sm),
    term("integer", Issue, "instruction of an SM", SmClock, &[PIPE_ALU], per_sm),
    term("single_precision", Issue, "instruction of an SM", SmClock, &[PIPE_FMA], per_sm),
    term("double_precision", Issue, "instruction of an SM", SmClock, &[PIPE_FP64], per_sm),
    term("special_functions", Issue, "instruction of an SM", SmClock, &[PIPE_XU], per_sm),
    term("exchanges", Issue, "instruction of an SM", SmClock, &[EXCHANGES], threads_per_sm),
    term("branches", Issue, "instruction of an SM", SmClock, &[BRANCHES], per_sm),
    term("miscellaneous", Issue, "instruction of an SM", SmClock, &[MISCELLANEOUS], threads_per_sm),
    // Instructions of the busiest sub-partition above the mean.
    term(
        "uneven_instructions",
        Issue,
        "instruction of a quarter of an SM",
        SmClock,
        &[INST_EXECUTED_MAX, INST_EXECUTED],
        |c, shape| c[0] - ratio(c[1], SUB_PARTITIONS * shape.busy_sms),
    ),
    term("warps", Issue, "warp of an SM", SmClock, &[], |_, shape| {
        ratio(shape.warps.max(LEAST_WARPS * shape.blocks), shape.busy_sms)
    }),
    term("load_chain", Latency, "load of a warp", Fixed, &[GLOBAL_LOADS, ASYNC_COPIES], per_warp),
    term(
        "load_chain_from_l2",
        Latency,
        "load of a warp",
        Fixed,
        &[
            GLOBAL_LOADS,
            L2_SECTORS_FROM_L1,
            GLOBAL_STORE_SECTORS,
            GLOBAL_ATOMIC_SECTORS,
            GLOBAL_REDUCTION_SECTORS,
            GLOBAL_LOAD_SECTORS,
        ],
        from_l2,
    ),
    term(
        "load_chain_from_memory",
        Latency,
        "load of a warp",
        Fixed,
        &[GLOBAL_LOADS, DRAM_READ, GLOBAL_LOAD_SECTORS],
        from_memory,
    ),
    // Loads between two branches overlap; the loads after the next branch wait for them.
    term(
        "load_rounds_from_memory",
        Latency,
        "round of loads of a warp",
        Fixed,
        &[GLOBAL_LOADS, DRAM_READ, GLOBAL_LOAD_SECTORS, ASYNC_COPIES, BRANCHES],
        |c, shape| {
            let rounds = (c[0] + c[3]).min(c[4] + shape.warps);
            per_warp(&[rounds], shape) * share_from_memory(c[1], c[2])
        },
    ),
    // Loads of the busiest SM above the mean.
    term(
        "uneven_loads",
        Latency,
        "load of a warp",
        Fixed,
        &[GLOBAL_LOADS_MAX, GLOBAL_LOADS],
        |c, shape| per_warp(&[c[0] * shape.busy_sms - c[1]], shape),
    ),
    term("atomic_chain", Latency, "atomic of a warp", Fixed, &[GLOBAL_ATOMICS], per_warp),
    term("reduction_chain", Latency, "reduction of a warp", Fixed, &[GLOBAL_REDUCTIONS], per_warp),
    term("branch_chain", Latency, "branch of a warp", SmClock, &[BRANCHES], per_warp),
    term("local_chain", Latency, "128 bytes of a warp", Fixed, &[LOCAL_BYTES], |c, shape| {
        per_warp(c, shape) / 128.0
    }),
    term(
        "code_rounds_from_l2",
        Latency,
        "round of loads of a warp",
        Fixed,
        &[
            CODE_LOAD_ROUNDS,
            L2_SECTORS_FROM_L1,
            GLOBAL_STORE_SECTORS,
            GLOBAL_ATOMIC_SECTORS,
            GLOBAL_REDUCTION_SECTORS,
            GLOBAL_LOAD_SECTORS,
        ],
        |c, shape| from_l2(c, shape) * of_whole_waves(shape),
    ),
    term(
        "code_rounds_from_memory",
        Latency,
        "round of loads of a warp",
        Fixed,
        &[
            CODE_LOAD_ROUNDS,
            DRAM_READ,
            GLOBAL_LOAD_SECTORS,
            L2_SECTORS_FROM_L1,
            GLOBAL_STORE_SECTORS,
        ],
        |c, shape| {
            // Loads of asynchronous copies are those of L2.
            let loaded = if c[2] > 0.0 { c[2] } else { (c[3] - c[4]).max(0.0) };
            from_memory(&[c[0], c[1], loaded], shape) * of_whole_waves(shape)
        },
    ),
    term(
        ISSUE_CYCLES,
        Latency,
        "cycle of a quarter of an SM",
        SmClock,
        &[CODE_ISSUE_DELAYS, CODE_OTHER_WAITS, INST_ISSUED, CODE_TENSOR_DELAYS],
        |c, shape| issue_cycles([c[0], c[1]], c[2], c[3], shape),
    ),
    term("polling_blocks", Latency, "block", SmClock, &[CODE_POLLS], |c, shape| {
        c[0] * shape.blocks
    }),
    term("polling_waves", Latency, "wave", Fixed, &[CODE_POLLS], |c, shape| c[0] * shape.waves),
    term(LAUNCHES, Launch, "launch", Fixed, &[], |_, _| 1.0),
];

/// Counters of terms that count as 0 where they were not read: of code that is not known, of
/// recordings that were thinned before there were these, and of emulation.
const OR_NONE: &[(&str, &str)] = &[
    (ISSUE_CYCLES, CODE_TENSOR_DELAYS),
    (SHARED_WAVEFRONTS, CODE_MATRIX_WAVEFRONTS),
    (SHARED_WAVEFRONTS, DATA_WAVEFRONTS),
    (SHARED_WAVEFRONTS, GLOBAL_TAGS),
    (SHARED_WAVEFRONTS, ASYNC_COPIES),
];

/// Where it is not known how reductions and atomics spread over the slices of L2, a third goes to
/// one, as of a histogram's. Of a counter's it is two thirds, of a scatter's a hundredth.
const INSTEAD: &[(&str, &str, &str, f64)] = &[
    (BUSIEST_SLICE, L2_REDUCTION_REQUESTS_MAX, L2_REDUCTION_REQUESTS, 1.0 / 3.0),
    (BUSIEST_SLICE, L2_ATOMIC_REQUESTS_MAX, L2_ATOMIC_REQUESTS, 1.0 / 3.0),
];

/// Terms that only the code of a kernel tells. Without them the coarse prices predict.
pub const OF_THE_CODE: &[&str] = &[
    "code_rounds_from_l2",
    "code_rounds_from_memory",
    "issue_cycles",
    "polling_blocks",
    "polling_waves",
];

/// Terms of the coarse prices only: they guess what the code says (such as how long instructions
/// take from how many there are), or say nothing more where it is known.
pub const GUESSED: &[&str] = &[
    "load_chain",
    "load_chain_from_l2",
    "load_chain_from_memory",
    "load_rounds_from_memory",
    "branch_chain",
    "l1_requests",
    "l1_atomic_sectors",
    "reduction_chain",
    "issued",
    "integer",
    "single_precision",
    "double_precision",
    "special_functions",
    "local_chain",
    "l2_reduction_sectors",
    "l1_store_sectors",
    "miscellaneous",
    "l2_sectors",
    "shared_atomic_wavefronts",
    "load_store_instructions",
    "exchanges",
    "branches",
];

#[cfg(test)]
#[path = "terms_tests.rs"]
mod tests;
