//! The counter catalogue.
//!
//! Two tables. [`COUNTERS`] says what each counter is. [`RATIOS`] says which counters must be
//! read in the same pass, because a criterion divides one by another: passes run at different
//! clocks and cache states, and cycle counts differ between them by up to 24 %. The planner
//! ([`super::plan_passes`]) turns the second table into passes for a given chip.
//!
//! The cost model uses counts of work, which any pass may hold: each has a row of its own in
//! [`RATIOS`], with one counter, and is read if it takes no extra pass.

use propp_model::counters::*;
use serde::Serialize;

use crate::Criterion;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Clock cycles, summed (`.sum`), averaged or maximal over the units.
    Cycles,
    /// Warps times cycles: each cycle adds the number of warps in that state.
    WarpCycles,
    /// Warp instructions.
    Instructions,
    /// Thread instructions (a full warp instruction is 32).
    ThreadInstructions,
    /// Bytes asked for by the program.
    Bytes,
    /// Tag lookups of 128-byte cache lines.
    Tags,
    /// 32-byte sectors.
    Sectors,
    /// Transfers of up to 128 bytes through the shared memory data path.
    Wavefronts,
    /// Requests to L2 of up to four sectors each.
    Requests,
}

/// How a counter is obtained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Counted by the hardware while the kernel runs unchanged.
    Hardware,
    /// Counted by patched machine code. Exact and repeatable, but on no chip in one pass with
    /// hardware counters.
    Patched,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counter {
    /// The full metric name with its roll-up; values are stored and passed under it.
    pub name: &'static str,
    pub unit: Unit,
    pub source: Source,
    pub meaning: &'static str,
}

/// Counters that must be read in one pass, because a quantity divides them.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    pub purpose: Purpose,
    /// A part of the criterion, or the counted work.
    pub quantity: &'static str,
    /// Alternative sets of counters for the quantity, the preferred one first.
    pub spellings: &'static [&'static [&'static str]],
    pub need: Need,
}

/// What counters are read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Criterion(Criterion),
    /// The cost model.
    Work,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// Without it the criterion is unavailable.
    Required,
    /// Extra information; read if it takes no extra pass.
    IfFree,
}

const fn hw(name: &'static str, unit: Unit, meaning: &'static str) -> Counter {
    Counter { name, unit, source: Source::Hardware, meaning }
}

const fn patched(name: &'static str, unit: Unit, meaning: &'static str) -> Counter {
    Counter { name, unit, source: Source::Patched, meaning }
}

/// Counters that kernel replay leaves out. It sets up the GPU's counters for every launch,
/// which takes 24 ms more for each of the first two and 17 ms for the last, of 98 ms for all
/// counters (measured on an H200 with `tests/device/bench/range_profiler.cu`). Application
/// replay sets up once per run, so there they cost nothing.
pub const NOT_REPLAYED: &[&str] = &[TMA_READ_SECTORS, TMA_WRITE_SECTORS, L2_MISSES];

/// Every counter propp may ask for.
pub const COUNTERS: &[Counter] = &[
    hw(CYCLES_ELAPSED, Unit::Cycles, "cycles from start to end of the kernel, over all SMs"),
    hw(CYCLES_ACTIVE_AVG, Unit::Cycles, "cycles with at least one resident warp, average SM"),
    hw(CYCLES_ACTIVE_MAX, Unit::Cycles, "cycles with at least one resident warp, busiest SM"),
    hw(WARPS_ACTIVE, Unit::WarpCycles, "resident warps, added up each cycle"),
    hw(STALLED_BARRIER, Unit::WarpCycles, "warps waiting at a block barrier, added up each cycle"),
    hw(INST_ISSUED, Unit::Instructions, "instructions issued, replays included"),
    hw(INST_EXECUTED, Unit::Instructions, "warp instructions executed"),
    hw(THREAD_INST_EXECUTED, Unit::ThreadInstructions, "thread instructions executed"),
    hw(SHARED_LOAD_WAVEFRONTS, Unit::Wavefronts, "wavefronts of shared-memory loads"),
    hw(SHARED_STORE_WAVEFRONTS, Unit::Wavefronts, "wavefronts of shared-memory stores"),
    hw(SHARED_LOADS, Unit::Instructions, "shared-memory load instructions"),
    hw(SHARED_STORES, Unit::Instructions, "shared-memory store instructions"),
    hw(L2_SECTORS_FROM_L1, Unit::Sectors, "32-byte sectors exchanged between L1 and L2"),
    hw(PIPE_ALU, Unit::Instructions, "instructions of the integer and logic pipe"),
    hw(PIPE_FMA, Unit::Instructions, "instructions of the single-precision pipe"),
    hw(PIPE_FP64, Unit::Instructions, "instructions of the double-precision pipe"),
    hw(PIPE_FP64_CYCLES, Unit::Cycles, "cycles in which the double-precision pipe was active"),
    hw(PIPE_XU, Unit::Instructions, "instructions of the special-function pipe"),
    hw(PIPE_LSU, Unit::Instructions, "instructions of the load/store pipe"),
    hw(PIPE_TENSOR_CYCLES, Unit::Cycles, "cycles in which the tensor pipe was active"),
    patched(GLOBAL_BYTES, Unit::Bytes, "bytes that threads asked of global memory"),
    patched(GLOBAL_TAGS, Unit::Tags, "cache lines that global accesses touched in L1"),
    patched(SHARED_BYTES, Unit::Bytes, "bytes that threads asked of shared memory"),
    patched(LOCAL_BYTES, Unit::Bytes, "bytes that threads asked of local memory"),
    hw(TMA_READ_SECTORS, Unit::Sectors, "32-byte sectors brought in by bulk copies (TMA)"),
    hw(TMA_WRITE_SECTORS, Unit::Sectors, "32-byte sectors sent out by bulk copies (TMA)"),
    hw(
        THREAD_INST_PREDICATED_ON,
        Unit::ThreadInstructions,
        "thread instructions executed and not switched off by a predicate",
    ),
    hw(SHARED_ATOMIC_WAVEFRONTS, Unit::Wavefronts, "wavefronts of shared-memory atomics"),
    hw(SHARED_ATOMICS, Unit::Instructions, "shared-memory atomic instructions"),
    hw(DRAM_READ, Unit::Bytes, "bytes read from device memory"),
    hw(DRAM_WRITTEN, Unit::Bytes, "bytes written to device memory"),
    hw(L2_MISSES, Unit::Sectors, "32-byte sectors that L2 did not hold"),
    hw(L2_REQUESTS, Unit::Requests, "requests from L1 to L2"),
    hw(L2_REDUCTIONS, Unit::Sectors, "32-byte sectors of reductions carried out in L2"),
    hw(L2_ATOMICS, Unit::Sectors, "32-byte sectors of atomics carried out in L2"),
    hw(L2_REDUCTION_REQUESTS, Unit::Requests, "reductions that L2 was sent"),
    hw(L2_ATOMIC_REQUESTS, Unit::Requests, "atomics that L2 was sent"),
    hw(DATA_WAVEFRONTS, Unit::Wavefronts, "wavefronts of the L1 and shared-memory data path"),
    patched(GLOBAL_LOADS, Unit::Instructions, "global-memory load instructions"),
    patched(GLOBAL_STORES, Unit::Instructions, "global-memory store instructions"),
    patched(GLOBAL_ATOMICS, Unit::Instructions, "global-memory atomic instructions"),
    patched(GLOBAL_REDUCTIONS, Unit::Instructions, "global-memory reduction instructions"),
    patched(ASYNC_COPIES, Unit::Instructions, "asynchronous copies from global to shared memory"),
    patched(GLOBAL_LOAD_BYTES, Unit::Bytes, "bytes that threads loaded from global memory"),
    patched(GLOBAL_STORE_BYTES, Unit::Bytes, "bytes that threads stored to global memory"),
    patched(GLOBAL_LOAD_SECTORS, Unit::Sectors, "32-byte sectors that global loads touched"),
    patched(GLOBAL_STORE_SECTORS, Unit::Sectors, "32-byte sectors that global stores touched"),
    patched(GLOBAL_ATOMIC_SECTORS, Unit::Sectors, "32-byte sectors that global atomics touched"),
    patched(
        GLOBAL_REDUCTION_SECTORS,
        Unit::Sectors,
        "32-byte sectors that global reductions touched",
    ),
    patched(EXACT_LOAD_WAVEFRONTS, Unit::Wavefronts, "wavefronts that shared-memory loads need"),
    patched(EXACT_STORE_WAVEFRONTS, Unit::Wavefronts, "wavefronts that shared-memory stores need"),
    patched(
        EXACT_ATOMIC_WAVEFRONTS,
        Unit::Wavefronts,
        "wavefronts that shared-memory atomics need",
    ),
    patched(EXACT_SHARED_LOADS, Unit::Instructions, "shared-memory load instructions"),
    patched(EXACT_SHARED_STORES, Unit::Instructions, "shared-memory store instructions"),
    patched(EXACT_SHARED_ATOMICS, Unit::Instructions, "shared-memory atomic instructions"),
    patched(BRANCHES, Unit::Instructions, "branch instructions"),
    patched(
        EXCHANGES,
        Unit::ThreadInstructions,
        "thread instructions that exchange values within a warp",
    ),
    patched(CONTROL, Unit::ThreadInstructions, "thread instructions of control flow"),
    patched(
        MISCELLANEOUS,
        Unit::ThreadInstructions,
        "thread instructions of no other class, barriers among them",
    ),
    hw(INST_EXECUTED_MAX, Unit::Instructions, "warp instructions of the busiest quarter of an SM"),
    hw(DATA_WAVEFRONTS_MAX, Unit::Wavefronts, "wavefronts of the busiest SM's data path"),
    hw(HOST_SECTORS, Unit::Sectors, "32-byte sectors of host memory"),
    hw(
        L2_REDUCTION_REQUESTS_MAX,
        Unit::Requests,
        "reductions that the busiest slice of L2 was sent",
    ),
    hw(L2_ATOMIC_REQUESTS_MAX, Unit::Requests, "atomics that the busiest slice of L2 was sent"),
    patched(
        GLOBAL_LOADS_MAX,
        Unit::Instructions,
        "global-memory load instructions of the busiest SM",
    ),
    patched(GLOBAL_TAGS_MAX, Unit::Tags, "cache lines touched by the busiest SM"),
    patched(BULK_COPIES, Unit::Instructions, "bulk-copy (TMA) instructions"),
];

const fn ratio(
    criterion: Criterion,
    quantity: &'static str,
    spellings: &'static [&'static [&'static str]],
) -> Ratio {
    Ratio { purpose: Purpose::Criterion(criterion), quantity, spellings, need: Need::Required }
}

const fn if_free(
    criterion: Criterion,
    quantity: &'static str,
    spellings: &'static [&'static [&'static str]],
) -> Ratio {
    Ratio { purpose: Purpose::Criterion(criterion), quantity, spellings, need: Need::IfFree }
}

const fn work(quantity: &'static str, counter: &'static [&'static [&'static str]]) -> Ratio {
    Ratio { purpose: Purpose::Work, quantity, spellings: counter, need: Need::IfFree }
}

/// Which counters must share a pass. OCC needs no counter; HSync and DT come from the trace.
///
/// Gran_L2 divides a patched counter by a hardware counter, which no chip can read in one pass. Its
/// halves are ratios of their own: both are counts of work, which do not depend on clocks.
pub const RATIOS: &[Ratio] = &[
    ratio(
        Criterion::DSync,
        "share of warp time spent at barriers",
        &[&[WARPS_ACTIVE, CYCLES_ELAPSED, STALLED_BARRIER, INST_ISSUED]],
    ),
    ratio(
        Criterion::TDiv,
        "active threads per warp instruction",
        &[&[THREAD_INST_EXECUTED, INST_EXECUTED]],
    ),
    ratio(Criterion::LbW, "average resident warps", &[&[WARPS_ACTIVE, CYCLES_ACTIVE_AVG]]),
    ratio(Criterion::LbSm, "average over busiest SM", &[&[CYCLES_ACTIVE_AVG, CYCLES_ACTIVE_MAX]]),
    ratio(Criterion::GranL1, "useful share of touched lines", &[&[GLOBAL_BYTES, GLOBAL_TAGS]]),
    ratio(Criterion::GranL2, "useful bytes", &[&[GLOBAL_BYTES]]),
    ratio(Criterion::GranL2, "moved sectors", &[&[L2_SECTORS_FROM_L1]]),
    ratio(
        Criterion::SmemEff,
        "wavefronts per access",
        &[
            &[
                EXACT_LOAD_WAVEFRONTS,
                EXACT_STORE_WAVEFRONTS,
                EXACT_SHARED_LOADS,
                EXACT_SHARED_STORES,
            ],
            // The hardware counts instructions without an active lane, too.
            &[SHARED_LOAD_WAVEFRONTS, SHARED_STORE_WAVEFRONTS, SHARED_LOADS, SHARED_STORES],
        ],
    ),
    ratio(Criterion::SmemEff, "useful bytes", &[&[SHARED_BYTES]]),
    ratio(Criterion::Ci, "integer pipe use", &[&[PIPE_ALU, CYCLES_ACTIVE_AVG]]),
    ratio(Criterion::Ci, "single-precision pipe use", &[&[PIPE_FMA, CYCLES_ACTIVE_AVG]]),
    // On GA100 the instruction count of this pipe and the tensor counter use the same
    // hardware; with the cycle counter one pass less is needed.
    ratio(
        Criterion::Ci,
        "double-precision pipe use",
        &[&[PIPE_FP64, CYCLES_ACTIVE_AVG], &[PIPE_FP64_CYCLES, CYCLES_ACTIVE_AVG]],
    ),
    ratio(Criterion::Ci, "special-function pipe use", &[&[PIPE_XU, CYCLES_ACTIVE_AVG]]),
    ratio(Criterion::Ci, "load/store pipe use", &[&[PIPE_LSU, CYCLES_ACTIVE_AVG]]),
    ratio(Criterion::Ci, "tensor pipe use", &[&[PIPE_TENSOR_CYCLES, CYCLES_ACTIVE_AVG]]),
    if_free(Criterion::GranL2, "local-memory bytes", &[&[LOCAL_BYTES]]),
    if_free(Criterion::GranL2, "bulk-copy instructions", &[&[BULK_COPIES]]),
    if_free(Criterion::GranL2, "bulk-copy sectors read", &[&[TMA_READ_SECTORS]]),
    if_free(Criterion::GranL2, "bulk-copy sectors written", &[&[TMA_WRITE_SECTORS]]),
    if_free(
        Criterion::TDiv,
        "the same, predicated-off threads left out",
        &[&[THREAD_INST_PREDICATED_ON, INST_EXECUTED]],
    ),
    if_free(
        Criterion::SmemEff,
        "wavefronts per atomic",
        &[
            &[EXACT_ATOMIC_WAVEFRONTS, EXACT_SHARED_ATOMICS],
            &[SHARED_ATOMIC_WAVEFRONTS, SHARED_ATOMICS],
        ],
    ),
    work("bytes read from device memory", &[&[DRAM_READ]]),
    work("bytes written to device memory", &[&[DRAM_WRITTEN]]),
    work("32-byte sectors that L2 did not hold", &[&[L2_MISSES]]),
    work("requests from L1 to L2", &[&[L2_REQUESTS]]),
    work("32-byte sectors of reductions carried out in L2", &[&[L2_REDUCTIONS]]),
    work("32-byte sectors of atomics carried out in L2", &[&[L2_ATOMICS]]),
    work("reductions that L2 was sent", &[&[L2_REDUCTION_REQUESTS]]),
    work("atomics that L2 was sent", &[&[L2_ATOMIC_REQUESTS]]),
    work("wavefronts of the L1 and shared-memory data path", &[&[DATA_WAVEFRONTS]]),
    work("global-memory load instructions", &[&[GLOBAL_LOADS]]),
    work("global-memory store instructions", &[&[GLOBAL_STORES]]),
    work("global-memory atomic instructions", &[&[GLOBAL_ATOMICS]]),
    work("global-memory reduction instructions", &[&[GLOBAL_REDUCTIONS]]),
    work("asynchronous copies from global to shared memory", &[&[ASYNC_COPIES]]),
    work("bytes that threads loaded from global memory", &[&[GLOBAL_LOAD_BYTES]]),
    work("bytes that threads stored to global memory", &[&[GLOBAL_STORE_BYTES]]),
    work("32-byte sectors that global loads touched", &[&[GLOBAL_LOAD_SECTORS]]),
    work("32-byte sectors that global stores touched", &[&[GLOBAL_STORE_SECTORS]]),
    work("32-byte sectors that global atomics touched", &[&[GLOBAL_ATOMIC_SECTORS]]),
    work("32-byte sectors that global reductions touched", &[&[GLOBAL_REDUCTION_SECTORS]]),
    work("branch instructions", &[&[BRANCHES]]),
    work("thread instructions that exchange values within a warp", &[&[EXCHANGES]]),
    work("thread instructions of control flow", &[&[CONTROL]]),
    work("thread instructions of no other class, barriers among them", &[&[MISCELLANEOUS]]),
    // Imbalance, and traffic to the host.
    work("warp instructions of the busiest quarter of an SM", &[&[INST_EXECUTED_MAX]]),
    work("wavefronts of the busiest SM's data path", &[&[DATA_WAVEFRONTS_MAX]]),
    work("32-byte sectors of host memory", &[&[HOST_SECTORS]]),
    work("reductions that the busiest slice of L2 was sent", &[&[L2_REDUCTION_REQUESTS_MAX]]),
    work("atomics that the busiest slice of L2 was sent", &[&[L2_ATOMIC_REQUESTS_MAX]]),
    work("global-memory load instructions of the busiest SM", &[&[GLOBAL_LOADS_MAX]]),
    work("cache lines touched by the busiest SM", &[&[GLOBAL_TAGS_MAX]]),
];

#[must_use]
pub fn counter(name: &str) -> Option<&'static Counter> {
    COUNTERS.iter().find(|counter| counter.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_ratio_uses_described_counters_and_every_counter_is_used() {
        let used: BTreeSet<&str> =
            RATIOS.iter().flat_map(|r| r.spellings.iter().copied().flatten().copied()).collect();
        let described: BTreeSet<&str> = COUNTERS.iter().map(|c| c.name).collect();
        assert_eq!(used, described);
        assert_eq!(described.len(), COUNTERS.len(), "a counter is described twice");
    }

    #[test]
    fn no_spelling_mixes_patched_and_hardware_counters() {
        for ratio in RATIOS {
            for spelling in ratio.spellings {
                let sources: Vec<Source> =
                    spelling.iter().filter_map(|name| counter(name)).map(|c| c.source).collect();
                assert!(sources.windows(2).all(|w| w[0] == w[1]), "{}", ratio.quantity);
            }
        }
    }
}
