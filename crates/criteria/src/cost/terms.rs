//! The terms of the cost model.

use propp_model::counters::{
    ASYNC_COPIES, BRANCHES, DATA_WAVEFRONTS, DRAM_READ, DRAM_WRITTEN, EXACT_ATOMIC_WAVEFRONTS,
    EXACT_LOAD_WAVEFRONTS, EXACT_STORE_WAVEFRONTS, EXCHANGES, GLOBAL_ATOMIC_SECTORS,
    GLOBAL_ATOMICS, GLOBAL_LOAD_SECTORS, GLOBAL_LOADS, GLOBAL_LOADS_MAX, GLOBAL_REDUCTION_SECTORS,
    GLOBAL_REDUCTIONS, GLOBAL_STORE_BYTES, GLOBAL_STORE_SECTORS, HOST_SECTORS, INST_EXECUTED,
    INST_EXECUTED_MAX, INST_ISSUED, L2_ATOMIC_REQUESTS, L2_ATOMICS, L2_REDUCTION_REQUESTS,
    L2_REDUCTIONS, L2_REQUESTS, L2_SECTORS_FROM_L1, LOCAL_BYTES, MISCELLANEOUS, PIPE_ALU, PIPE_FMA,
    PIPE_FP64, PIPE_LSU, PIPE_XU,
};

use super::{Resource, Shape};

/// Bytes of a sector, and threads of a warp.
const SECTOR: f64 = 32.0;

/// Quarters of an SM, each with an issue slot of its own.
const QUARTERS: f64 = 4.0;

/// Something that a launch can ask for, and that takes time.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Its name in weights files and datasets.
    pub name: &'static str,
    /// What it keeps busy.
    pub resource: Resource,
    /// What its price is for: nanoseconds for each of these.
    pub unit: &'static str,
    /// The counters that it is made of, and no others.
    pub counters: &'static [&'static str],
    of: fn(&[f64], &Shape) -> f64,
}

impl Term {
    /// How much of it a launch asks for, where `counts` are its counters' values.
    #[must_use]
    pub fn amount(&self, counts: &[f64], shape: &Shape) -> f64 {
        let amount = (self.of)(counts, shape);
        if amount.is_finite() { amount.max(0.0) } else { 0.0 }
    }
}

/// `a / b`, and 0 where there is no `b`.
fn ratio(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 0.0 }
}

fn first(counts: &[f64], _: &Shape) -> f64 {
    counts.iter().sum()
}

fn per_sm(counts: &[f64], shape: &Shape) -> f64 {
    ratio(counts.iter().sum(), shape.busy_sms)
}

/// Each warp's share of warp instructions, times how often it is replaced.
fn per_warp(counts: &[f64], shape: &Shape) -> f64 {
    ratio(counts.iter().sum(), shape.resident_warps)
}

fn threads_per_sm(counts: &[f64], shape: &Shape) -> f64 {
    per_sm(counts, shape) / SECTOR
}

/// Share of the sectors that global loads touch which L2 is asked for.
fn share_from_l2(of_l2: f64, stored: f64, others: f64, loaded: f64) -> f64 {
    ratio(of_l2 - stored - others, loaded).clamp(0.0, 1.0)
}

/// Share of the sectors that global loads touch which device memory is asked for.
fn share_from_memory(read: f64, loaded: f64) -> f64 {
    ratio(read / SECTOR, loaded).min(1.0)
}

/// Sectors stored of which not all bytes are written.
fn partial(stored: f64, bytes: f64) -> f64 {
    (stored - bytes / SECTOR).max(0.0)
}

const fn term(
    name: &'static str,
    resource: Resource,
    unit: &'static str,
    counters: &'static [&'static str],
    of: fn(&[f64], &Shape) -> f64,
) -> Term {
    Term { name, resource, unit, counters, of }
}

use Resource::{Issue, L1, L2, Latency, Launch, Memory};

/// The term that copies between host and device ask for as kernels do that use host
/// memory: bytes over the link between the two.
pub(super) const HOST_LINK: &str = "host_link";

/// All terms.
pub const TERMS: &[Term] = &[
    term("dram_read", Memory, "byte", &[DRAM_READ], first),
    term("dram_written", Memory, "byte", &[DRAM_WRITTEN], first),
    // The bus of device memory has to be turned round between reading and writing.
    term("dram_both_ways", Memory, "byte", &[DRAM_READ, DRAM_WRITTEN], |c, _| c[0].min(c[1])),
    term(
        "dram_read_requests",
        Memory,
        "request",
        &[DRAM_READ, L2_REQUESTS, L2_SECTORS_FROM_L1],
        |c, _| c[0] / SECTOR * ratio(c[1], c[2]).min(1.0),
    ),
    term(
        "dram_partial_writes",
        Memory,
        "sector",
        &[DRAM_WRITTEN, GLOBAL_STORE_SECTORS, GLOBAL_STORE_BYTES],
        |c, _| c[0] / SECTOR * ratio(partial(c[1], c[2]), c[1]),
    ),
    term(HOST_LINK, Memory, "byte", &[HOST_SECTORS], |c, _| c[0] * SECTOR),
    term("l2_sectors", L2, "sector", &[L2_SECTORS_FROM_L1], first),
    term("l2_requests", L2, "request", &[L2_REQUESTS], first),
    term("l2_partial_stores", L2, "sector", &[GLOBAL_STORE_SECTORS, GLOBAL_STORE_BYTES], |c, _| {
        partial(c[0], c[1])
    }),
    term("l2_reductions", L2, "request", &[L2_REDUCTION_REQUESTS], first),
    term("l2_reduction_sectors", L2, "sector", &[L2_REDUCTIONS], first),
    term("l2_atomics", L2, "request", &[L2_ATOMIC_REQUESTS], first),
    term("l2_atomic_sectors", L2, "sector", &[L2_ATOMICS], first),
    term("l1_requests", L1, "request of an SM", &[L2_REQUESTS], per_sm),
    term("l1_wavefronts", L1, "wavefront of an SM", &[DATA_WAVEFRONTS], per_sm),
    term(
        "shared_wavefronts",
        L1,
        "wavefront of an SM",
        &[EXACT_LOAD_WAVEFRONTS, EXACT_STORE_WAVEFRONTS],
        per_sm,
    ),
    term("shared_atomic_wavefronts", L1, "wavefront of an SM", &[EXACT_ATOMIC_WAVEFRONTS], per_sm),
    term("load_store_instructions", L1, "instruction of an SM", &[PIPE_LSU], per_sm),
    term("l1_store_sectors", L1, "sector of an SM", &[GLOBAL_STORE_SECTORS], per_sm),
    term(
        "l1_atomic_sectors",
        L1,
        "sector of an SM",
        &[GLOBAL_ATOMIC_SECTORS, GLOBAL_REDUCTION_SECTORS],
        per_sm,
    ),
    term("issued", Issue, "instruction of an SM", &[INST_ISSUED], per_sm),
    term("integer", Issue, "instruction of an SM", &[PIPE_ALU], per_sm),
    term("single_precision", Issue, "instruction of an SM", &[PIPE_FMA], per_sm),
    term("double_precision", Issue, "instruction of an SM", &[PIPE_FP64], per_sm),
    term("special_functions", Issue, "instruction of an SM", &[PIPE_XU], per_sm),
    term("exchanges", Issue, "instruction of an SM", &[EXCHANGES], threads_per_sm),
    term("branches", Issue, "instruction of an SM", &[BRANCHES], per_sm),
    term("miscellaneous", Issue, "instruction of an SM", &[MISCELLANEOUS], threads_per_sm),
    // How much more the busiest quarter of an SM has to do than the mean one.
    term(
        "uneven_instructions",
        Issue,
        "instruction of a quarter of an SM",
        &[INST_EXECUTED_MAX, INST_EXECUTED],
        |c, shape| c[0] - ratio(c[1], QUARTERS * shape.busy_sms),
    ),
    term("warps", Issue, "warp of an SM", &[], |_, shape| ratio(shape.warps, shape.busy_sms)),
    term("load_chain", Latency, "load of a warp", &[GLOBAL_LOADS, ASYNC_COPIES], per_warp),
    term(
        "load_chain_from_l2",
        Latency,
        "load of a warp",
        &[
            GLOBAL_LOADS,
            L2_SECTORS_FROM_L1,
            GLOBAL_STORE_SECTORS,
            GLOBAL_ATOMIC_SECTORS,
            GLOBAL_REDUCTION_SECTORS,
            GLOBAL_LOAD_SECTORS,
        ],
        |c, shape| per_warp(&c[..1], shape) * share_from_l2(c[1], c[2], c[3] + c[4], c[5]),
    ),
    term(
        "load_chain_from_memory",
        Latency,
        "load of a warp",
        &[GLOBAL_LOADS, DRAM_READ, GLOBAL_LOAD_SECTORS],
        |c, shape| per_warp(&c[..1], shape) * share_from_memory(c[1], c[2]),
    ),
    // Loads between two branches can go out together; the next round has to wait.
    term(
        "load_rounds_from_memory",
        Latency,
        "round of loads of a warp",
        &[GLOBAL_LOADS, DRAM_READ, GLOBAL_LOAD_SECTORS, ASYNC_COPIES, BRANCHES],
        |c, shape| {
            let rounds = (c[0] + c[3]).min(c[4] + shape.warps);
            per_warp(&[rounds], shape) * share_from_memory(c[1], c[2])
        },
    ),
    // How many more loads the busiest SM has than the mean one.
    term(
        "uneven_loads",
        Latency,
        "load of a warp",
        &[GLOBAL_LOADS_MAX, GLOBAL_LOADS],
        |c, shape| per_warp(&[c[0] * shape.busy_sms - c[1]], shape),
    ),
    term("atomic_chain", Latency, "atomic of a warp", &[GLOBAL_ATOMICS], per_warp),
    term("reduction_chain", Latency, "reduction of a warp", &[GLOBAL_REDUCTIONS], per_warp),
    term("branch_chain", Latency, "branch of a warp", &[BRANCHES], per_warp),
    term("local_chain", Latency, "128 bytes of a warp", &[LOCAL_BYTES], |c, shape| {
        per_warp(c, shape) / 128.0
    }),
    term("launches", Launch, "launch", &[], |_, _| 1.0),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::counters::catalogue::{Unit, counter};

    /// What a prediction may know. A time among it would make it no prediction.
    #[test]
    fn terms_are_made_of_counts_of_work_alone() {
        for term in TERMS {
            for name in term.counters {
                let unit = counter(name).unwrap().unit;
                let is_time = matches!(unit, Unit::Cycles | Unit::WarpCycles);
                assert!(!is_time, "{}: {name} is a time", term.name);
                for word in ["cycles", "stalled", "duration", "throughput", "active", "pct"] {
                    assert!(!name.contains(word), "{}: {name}", term.name);
                }
            }
        }
    }

    #[test]
    fn names_are_unique() {
        let names: BTreeSet<&str> = TERMS.iter().map(|term| term.name).collect();
        assert_eq!(names.len(), TERMS.len());
    }

    #[test]
    fn amounts_are_never_negative_nor_infinite() {
        let shapes = [Shape::default(), Shape { blocks: 1.0, ..Shape::default() }];
        for term in TERMS {
            for shape in shapes {
                for counts in [vec![0.0; 6], vec![1e18; 6], vec![1.0, 1e18, 0.0, 0.0, 0.0, 0.0]] {
                    let amount = term.amount(&counts[..term.counters.len()], &shape);
                    assert!(amount.is_finite() && amount >= 0.0, "{}: {amount}", term.name);
                }
            }
        }
    }
}
