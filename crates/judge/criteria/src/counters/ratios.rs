//! Which counters are read together.
//!
//! `propp_base_model::counters` says what each counter is. [`RATIOS`] says which of them must be
//! read in the same pass, because a criterion divides one by another: passes run at different
//! clocks and cache states, and cycle counts differ between them by up to 24 %. The planner
//! ([`super::plan_passes`]) turns the table into passes for a given chip.
//!
//! The cost model uses counts of work, which any pass may hold: each has a row of its own in
//! [`RATIOS`], with one counter, and is read if it takes no extra pass.

use propp_base_model::counters::*;
use serde::Serialize;

use crate::Criterion;

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

/// Counters that kernel replay leaves out. It sets up the GPU's counters for every launch,
/// which takes 24 ms more for each of the first two and 17 ms for the last, of 98 ms for all
/// counters (measured on an H200 with `tests/device/bench/range_profiler.cu`). Application
/// replay sets up once per run, so there they cost nothing.
pub const NOT_REPLAYED: &[&str] = &[TMA_READ_SECTORS, TMA_WRITE_SECTORS, L2_MISSES];

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

/// A counter of the cost model, which any pass may hold.
macro_rules! work {
    ($counter:ident) => {
        Ratio {
            purpose: Purpose::Work,
            quantity: described::$counter.meaning,
            spellings: &[&[$counter]],
            need: Need::IfFree,
        }
    };
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
    // The second has bytes of asynchronous copies, which GPUs count in part.
    ratio(
        Criterion::SmemEff,
        "useful bytes",
        &[&[SHARED_LOAD_BYTES, SHARED_STORE_BYTES], &[SHARED_BYTES]],
    ),
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
            &[EXACT_ATOMIC_WAVEFRONTS, EXACT_SHARED_ATOMICS, SHARED_ATOMIC_BYTES],
            &[EXACT_ATOMIC_WAVEFRONTS, EXACT_SHARED_ATOMICS],
            &[SHARED_ATOMIC_WAVEFRONTS, SHARED_ATOMICS],
        ],
    ),
    if_free(
        Criterion::SmemEff,
        "wavefronts per load of matrices",
        &[&[MATRIX_LOAD_WAVEFRONTS, MATRIX_LOADS, MATRIX_LOAD_BYTES]],
    ),
    if_free(
        Criterion::SmemEff,
        "wavefronts per store of matrices",
        &[&[MATRIX_STORE_WAVEFRONTS, MATRIX_STORES, MATRIX_STORE_BYTES]],
    ),
    work!(DRAM_READ),
    work!(DRAM_WRITTEN),
    work!(L2_MISSES),
    work!(L2_REQUESTS),
    work!(L2_REDUCTIONS),
    work!(L2_ATOMICS),
    work!(L2_REDUCTION_REQUESTS),
    work!(L2_ATOMIC_REQUESTS),
    work!(DATA_WAVEFRONTS),
    work!(GLOBAL_LOADS),
    work!(GLOBAL_STORES),
    work!(GLOBAL_ATOMICS),
    work!(GLOBAL_REDUCTIONS),
    work!(ASYNC_COPIES),
    work!(GLOBAL_LOAD_BYTES),
    work!(GLOBAL_STORE_BYTES),
    work!(GLOBAL_LOAD_SECTORS),
    work!(GLOBAL_STORE_SECTORS),
    work!(GLOBAL_ATOMIC_SECTORS),
    work!(GLOBAL_REDUCTION_SECTORS),
    work!(BRANCHES),
    work!(EXCHANGES),
    work!(CONTROL),
    work!(MISCELLANEOUS),
    // Imbalance, and traffic to the host.
    work!(INST_EXECUTED_MAX),
    work!(DATA_WAVEFRONTS_MAX),
    work!(HOST_SECTORS),
    work!(L2_REDUCTION_REQUESTS_MAX),
    work!(L2_ATOMIC_REQUESTS_MAX),
    work!(GLOBAL_LOADS_MAX),
    work!(GLOBAL_TAGS_MAX),
];

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
