//! The terms of the cost model, a row each.

use propp_base_model::counters::*;

use super::resource::Resource;
use super::scale::Scale;
use super::shape::Shape;

/// Bytes of a sector.
const SECTOR: f64 = 32.0;

/// Threads of a warp.
const WARP: f64 = 32.0;

/// Sub-partitions of an SM, each with its own issue slot.
const SUB_PARTITIONS: f64 = 4.0;

/// To start a block takes at least as long as to start so many warps.
const LEAST_WARPS: f64 = 8.0;

/// Cycles until a load that hits L1 is there.
const L1_LATENCY: f64 = 33.0;

/// Wavefronts that an instruction takes as long as that reads a texture: the texture units of an SM
/// read four threads a cycle.
const TEXTURE: f64 = 8.0;

/// Instructions of an SM in a cycle, on a GH100. Chips for graphics are 32 times slower in double
/// precision, and their predicted times are too short for it.
const ALU_RATE: f64 = 2.0;
const FMA_RATE: f64 = 4.0;
const XU_RATE: f64 = 0.5;
const FP64_RATE: f64 = 2.0;

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
    /// The counters that the demand is made of.
    pub counters: &'static [&'static str],
    demand: fn(&[f64], &Shape) -> f64,
}

impl Term {
    /// Whether a launch without this counter has no known demand.
    pub fn needs(&self, counter: &str) -> bool {
        !OR_NONE.contains(&(self.name, counter)) && self.instead_of(counter).is_none()
    }

    /// What stands for this counter in recordings from before there was this one: another, and the
    /// share of it.
    pub fn instead_of(&self, counter: &str) -> Option<(&'static str, f64)> {
        let own = |(term, missing, ..): &&(&str, &str, &str, f64)| {
            (*term, *missing) == (self.name, counter)
        };
        INSTEAD.iter().find(own).map(|(_, _, instead, share)| (*instead, *share))
    }

    /// The demand of a launch; `counts` are the values of `counters`.
    pub fn amount(&self, counts: &[f64], shape: &Shape) -> f64 {
        let amount = (self.demand)(counts, shape);
        if amount.is_finite() { amount.max(0.0) } else { 0.0 }
    }
}

/// `a / b`, and 0 if `b` is 0.
fn ratio(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 0.0 }
}

fn per_sm(count: f64, shape: &Shape) -> f64 {
    ratio(count, shape.busy_sms)
}

/// Instructions that the warps in one warp slot execute one after the other.
fn per_warp(count: f64, shape: &Shape) -> f64 {
    ratio(count, shape.resident_warps)
}

/// How much longer waves of blocks take if the last one is not full: it takes as long as a full one.
fn of_whole_waves(shape: &Shape) -> f64 {
    ratio(shape.waves * shape.resident_warps, shape.warps).max(1.0)
}

/// Cycles until the warps of a quarter of an SM have issued their instructions: one a cycle, and each
/// pipe at its own rate. What is nearly as busy as the busiest adds to it, since not every cycle finds a
/// warp that is ready for just this pipe. Or until its tensor core is done.
fn issue_cycles(issued: f64, pipes: [[f64; 2]; 4], tensor: f64, shape: &Shape) -> f64 {
    let quarters = SUB_PARTITIONS * shape.busy_sms;
    let of_pipes = pipes.map(|[instructions, rate]| ratio(per_sm(instructions, shape), rate));
    let cycles = of_pipes.into_iter().chain([issued, tensor].map(|count| ratio(count, quarters)));
    cycles.map(|cycles| cycles.powi(3)).sum::<f64>().cbrt()
}

/// Of rounds of loads the share in which a sector misses, of these misses for each load.
fn rounds_that_miss(share: f64, loads: f64, rounds: f64) -> f64 {
    1.0 - (1.0 - share).powf(ratio(loads, rounds).max(1.0))
}

/// The share of the sectors of global loads that miss L1: all of asynchronous copies, which the
/// counter of loaded sectors leaves out.
fn share_from_l2(of_l2: f64, stored: f64, others: f64, loaded: f64) -> f64 {
    let missed = of_l2 - stored - others;
    ratio(missed, if loaded > 0.0 { loaded } else { missed }).clamp(0.0, 1.0)
}

/// The sectors that loads ask for: of asynchronous copies those of L2.
fn all_loaded(loaded: f64, of_l2: f64, stored: f64) -> f64 {
    if loaded > 0.0 { loaded } else { (of_l2 - stored).max(0.0) }
}

/// The share of the sectors of global loads that come from device memory.
fn share_from_memory(read: f64, loaded: f64) -> f64 {
    ratio(read / SECTOR, loaded).min(1.0)
}

/// Stored sectors that are written in part.
fn partial(stored: f64, bytes: f64) -> f64 {
    (stored - bytes / SECTOR).max(0.0)
}

/// Sectors of atomics that the busiest slice takes one after the other, as if all were the same one.
fn of_one_slice(most: f64, requests: f64, sectors: f64) -> f64 {
    let same = (ratio(most, requests) / ALL_OF_ONE).min(1.0);
    most * ratio(sectors, requests) * (DIFFERENT + (1.0 - DIFFERENT) * same)
}

/// Bytes over the host link: by kernels that access host memory, and by copies.
pub(super) const HOST_LINK: &str = "host_link";

pub(super) const LAUNCHES: &str = "launches";

/// Sectors of reductions that slices of GH100 count for each that an SM asks for: both partitions count half.
const BY_BOTH_PARTITIONS: f64 = 1.5;

/// The share that one slice has of reductions that all add to the same sector, for the same reason.
const ALL_OF_ONE: f64 = 1.0 / BY_BOTH_PARTITIONS;

/// Reductions of different sectors take a slice this share of the time of those that add to the same one.
const DIFFERENT: f64 = 0.7;

const L2_ATOMIC_SECTORS: &str = "l2_atomic_sectors";
const L2_REDUCTION_SECTORS: &str = "l2_reduction_sectors";
const BUSIEST_SLICE: &str = "l2_busiest_slice";
const ISSUE_CYCLES: &str = "issue_cycles";
const ROUNDS_FROM_L2: &str = "code_rounds_from_l2";
const ROUNDS_FROM_MEMORY: &str = "code_rounds_from_memory";
const WARP_CYCLES: &str = "warp_cycles";
const L1_WAVEFRONTS: &str = "l1_wavefronts";
const SHARED_WAVEFRONTS: &str = "shared_wavefronts";

/// The first counts, as many as are named.
fn named<const N: usize>(counts: &[f64]) -> [f64; N] {
    std::array::from_fn(|place| counts.get(place).copied().unwrap_or(0.0))
}

/// A row: the name, the resource, the unit, what the price follows, the counts by names of their
/// own, and the demand that they make.
macro_rules! terms {
    (|$shape:ident| $(
        $name:expr, $resource:ident, $unit:literal, $scale:ident,
        [$($count:ident = $counter:ident),*] => $demand:expr;
    )*) => {
        pub const TERMS: &[Term] = &[$(Term {
            name: $name,
            resource: Resource::$resource,
            unit: $unit,
            scale: Scale::$scale,
            counters: &[$($counter),*],
            demand: |counts, $shape| {
                let _ = $shape;
                let [$($count),*] = named(counts);
                $demand
            },
        }),*];
    };
}

terms! {
    |shape|
    "dram_read", Memory, "byte", Bandwidth, [read = DRAM_READ] => read;
    "dram_written", Memory, "byte", Bandwidth, [written = DRAM_WRITTEN] => written;
    // Device memory loses time when its bus turns around between reads and writes.
    "dram_both_ways", Memory, "byte", Bandwidth,
        [read = DRAM_READ, written = DRAM_WRITTEN] => read.min(written);
    "dram_read_requests", Memory, "request", Channels,
        [read = DRAM_READ, requests = L2_REQUESTS, sectors = L2_SECTORS_FROM_L1]
        => read / SECTOR * ratio(requests, sectors).min(1.0);
    // Sectors that reach device memory less than a quarter full: scattered words. One with a word of
    // four bytes counts half; fuller ones meet their neighbours in L2.
    "dram_partial_writes", Memory, "sector", Channels,
        [written = DRAM_WRITTEN, stored = GLOBAL_STORE_SECTORS, bytes = GLOBAL_STORE_BYTES]
        => (written / SECTOR).min(stored) - 4.0 * bytes / SECTOR;
    HOST_LINK, Memory, "byte", Fixed, [sectors = HOST_SECTORS] => sectors * SECTOR;

    "l2_sectors", L2, "sector", Slices, [sectors = L2_SECTORS_FROM_L1] => sectors;
    "l2_requests", L2, "request", Slices, [requests = L2_REQUESTS] => requests;
    "l2_partial_stores", L2, "sector", Slices,
        [stored = GLOBAL_STORE_SECTORS, bytes = GLOBAL_STORE_BYTES] => partial(stored, bytes);
    // Where no counter tells the slices' requests, as in emulated recordings.
    L2_ATOMIC_SECTORS, L2, "sector", Slices,
        [sectors = L2_ATOMICS, requests = L2_ATOMIC_REQUESTS]
        => if requests > 0.0 { 0.0 } else { sectors };
    L2_REDUCTION_SECTORS, L2, "sector", Slices,
        [sectors = L2_REDUCTIONS, requests = L2_REDUCTION_REQUESTS]
        => if requests > 0.0 { 0.0 } else { sectors };
    // Atomics of one slice are carried out one after the other.
    BUSIEST_SLICE, Slice, "sector of a slice", SmClock,
        [
            most_reductions = L2_REDUCTION_REQUESTS_MAX,
            reductions = L2_REDUCTION_REQUESTS,
            reduction_sectors = L2_REDUCTIONS,
            most_atomics = L2_ATOMIC_REQUESTS_MAX,
            atomics = L2_ATOMIC_REQUESTS,
            atomic_sectors = L2_ATOMICS
        ]
        => of_one_slice(most_reductions, reductions, reduction_sectors)
            + of_one_slice(most_atomics, atomics, atomic_sectors);

    "l1_requests", L1, "request of an SM", SmClock,
        [requests = L2_REQUESTS] => per_sm(requests, shape);
    // Lanes of a warp that add to the same address: an SM sends them one after the other.
    "repeated_reductions", L1, "sector of an SM", SmClock,
        [sectors = L2_REDUCTIONS, asked = GLOBAL_REDUCTION_SECTORS]
        => per_sm((sectors - BY_BOTH_PARTITIONS * asked).max(0.0), shape);
    L1_WAVEFRONTS, L1, "wavefront of an SM", SmClock,
        [wavefronts = DATA_WAVEFRONTS, textures = CODE_TEXTURES]
        => per_sm(wavefronts + TEXTURE * textures, shape);
    SHARED_WAVEFRONTS, L1, "wavefront of an SM", SmClock,
        [
            loads = EXACT_LOAD_WAVEFRONTS, stores = EXACT_STORE_WAVEFRONTS,
            all = DATA_WAVEFRONTS, global = GLOBAL_TAGS, copies = ASYNC_COPIES,
            matrices = CODE_MATRIX_WAVEFRONTS,
            matrix_loads = MATRIX_LOAD_WAVEFRONTS, matrix_stores = MATRIX_STORE_WAVEFRONTS
        ]
        => {
            // As fitted: of copies and, in old recordings, of matrices no counter counts them.
            let is_counted = copies + matrices == 0.0;
            let rest = if is_counted { 0.0 } else { (all - loads - stores - global).max(0.0) };
            per_sm(loads + stores + rest.max(matrix_loads + matrix_stores), shape)
        };
    "l1_store_sectors", L1, "sector of an SM", SmClock,
        [stored = GLOBAL_STORE_SECTORS] => per_sm(stored, shape);
    "l1_atomic_sectors", L1, "sector of an SM", SmClock,
        [atomics = GLOBAL_ATOMIC_SECTORS, reductions = GLOBAL_REDUCTION_SECTORS]
        => per_sm(atomics + reductions, shape);

    "single_precision", Issue, "instruction of an SM", SmClock,
        [instructions = PIPE_FMA] => per_sm(instructions, shape);
    "exchanges", Issue, "instruction of an SM", SmClock,
        [threads = EXCHANGES] => per_sm(threads, shape) / WARP;
    "branches", Issue, "instruction of an SM", SmClock,
        [branches = BRANCHES] => per_sm(branches, shape);
    "miscellaneous", Issue, "instruction of an SM", SmClock,
        [threads = MISCELLANEOUS] => per_sm(threads, shape) / WARP;
    ISSUE_CYCLES, Issue, "cycle of a quarter of an SM", SmClock,
        [
            issued = INST_ISSUED,
            alu = PIPE_ALU,
            fma = PIPE_FMA,
            xu = PIPE_XU,
            fp64 = PIPE_FP64,
            tensor = CODE_TENSOR_DELAYS
        ]
        => {
            let pipes = [[alu, ALU_RATE], [fma, FMA_RATE], [xu, XU_RATE], [fp64, FP64_RATE]];
            issue_cycles(issued, pipes, tensor, shape)
        };
    // Instructions of the busiest sub-partition above the mean.
    "uneven_instructions", Issue, "instruction of a quarter of an SM", SmClock,
        [most = INST_EXECUTED_MAX, all = INST_EXECUTED]
        => most - ratio(all, SUB_PARTITIONS * shape.busy_sms);
    "warps", Blocks, "warp of an SM", SmClock,
        [] => ratio(shape.warps.max(LEAST_WARPS * shape.blocks), shape.busy_sms);

    "load_chain", Latency, "load of a warp", Fixed,
        [loads = GLOBAL_LOADS, copies = ASYNC_COPIES] => per_warp(loads + copies, shape);
    "load_chain_from_l2", Latency, "load of a warp", Fixed,
        [
            loads = GLOBAL_LOADS,
            of_l2 = L2_SECTORS_FROM_L1,
            stored = GLOBAL_STORE_SECTORS,
            atomics = GLOBAL_ATOMIC_SECTORS,
            reductions = GLOBAL_REDUCTION_SECTORS,
            loaded = GLOBAL_LOAD_SECTORS
        ]
        => per_warp(loads, shape) * share_from_l2(of_l2, stored, atomics + reductions, loaded);
    "load_chain_from_memory", Latency, "load of a warp", Fixed,
        [loads = GLOBAL_LOADS, read = DRAM_READ, loaded = GLOBAL_LOAD_SECTORS]
        => per_warp(loads, shape) * share_from_memory(read, loaded);
    // Loads between two branches overlap; the loads after the next branch wait for them.
    "load_rounds_from_memory", Latency, "round of loads of a warp", Fixed,
        [
            loads = GLOBAL_LOADS,
            read = DRAM_READ,
            loaded = GLOBAL_LOAD_SECTORS,
            copies = ASYNC_COPIES,
            branches = BRANCHES
        ]
        => {
            let rounds = (loads + copies).min(branches + shape.warps);
            per_warp(rounds, shape) * share_from_memory(read, loaded)
        };
    // Loads of the busiest SM above the mean.
    "uneven_loads", Latency, "load of a warp", Fixed,
        [most = GLOBAL_LOADS_MAX, all = GLOBAL_LOADS]
        => per_warp(most * shape.busy_sms - all, shape);
    "atomic_chain", Latency, "atomic of a warp", Fixed,
        [atomics = GLOBAL_ATOMICS] => per_warp(atomics, shape);
    "reduction_chain", Latency, "reduction of a warp", Fixed,
        [reductions = GLOBAL_REDUCTIONS] => per_warp(reductions, shape);
    "branch_chain", Latency, "branch of a warp", SmClock,
        [branches = BRANCHES] => per_warp(branches, shape);
    "local_chain", Latency, "128 bytes of a warp", Fixed,
        [bytes = LOCAL_BYTES] => per_warp(bytes, shape) / 128.0;
    ROUNDS_FROM_L2, Latency, "round of loads of a warp", Fixed,
        [
            rounds = CODE_LOAD_ROUNDS,
            loads = GLOBAL_LOADS,
            copies = ASYNC_COPIES,
            of_l2 = L2_SECTORS_FROM_L1,
            stored = GLOBAL_STORE_SECTORS,
            atomics = GLOBAL_ATOMIC_SECTORS,
            reductions = GLOBAL_REDUCTION_SECTORS,
            loaded = GLOBAL_LOAD_SECTORS,
            read = DRAM_READ
        ]
        => {
            let of_memory = share_from_memory(read, all_loaded(loaded, of_l2, stored));
            let share = share_from_l2(of_l2, stored, atomics + reductions, loaded).max(of_memory);
            per_warp(rounds, shape)
                * rounds_that_miss(share, loads + copies, rounds)
                * of_whole_waves(shape)
        };
    ROUNDS_FROM_MEMORY, Latency, "round of loads of a warp", Fixed,
        [
            rounds = CODE_LOAD_ROUNDS,
            loads = GLOBAL_LOADS,
            copies = ASYNC_COPIES,
            read = DRAM_READ,
            loaded = GLOBAL_LOAD_SECTORS,
            of_l2 = L2_SECTORS_FROM_L1,
            stored = GLOBAL_STORE_SECTORS
        ]
        => {
            let share = share_from_memory(read, all_loaded(loaded, of_l2, stored));
            per_warp(rounds, shape)
                * rounds_that_miss(share, loads + copies, rounds)
                * of_whole_waves(shape)
        };
    // Of a warp by itself: what the compiler puts between its instructions, and what it waits for
    // near by.
    WARP_CYCLES, Latency, "cycle of a warp", SmClock,
        [
            delays = CODE_ISSUE_DELAYS,
            waits = CODE_OTHER_WAITS,
            rounds = CODE_LOAD_ROUNDS,
            loads = GLOBAL_LOADS,
            copies = ASYNC_COPIES,
            of_l2 = L2_SECTORS_FROM_L1,
            stored = GLOBAL_STORE_SECTORS,
            atomics = GLOBAL_ATOMIC_SECTORS,
            reductions = GLOBAL_REDUCTION_SECTORS,
            loaded = GLOBAL_LOAD_SECTORS,
            read = DRAM_READ
        ]
        => {
            let of_memory = share_from_memory(read, all_loaded(loaded, of_l2, stored));
            let share = share_from_l2(of_l2, stored, atomics + reductions, loaded).max(of_memory);
            let hits = rounds * (1.0 - rounds_that_miss(share, loads + copies, rounds));
            per_warp(delays + waits + L1_LATENCY * hits, shape)
        };
    "polling_blocks", Latency, "block", SmClock, [polls = CODE_POLLS] => polls * shape.blocks;
    "polling_waves", Latency, "wave", Fixed, [polls = CODE_POLLS] => polls * shape.waves;

    LAUNCHES, Launch, "launch", Fixed, [] => 1.0;
}

/// Counters of terms that count as 0 where they were not read: of code that is not known, of
/// recordings that were thinned before there were these, and of emulation.
const OR_NONE: &[(&str, &str)] = &[
    (L2_ATOMIC_SECTORS, L2_ATOMIC_REQUESTS),
    (L2_REDUCTION_SECTORS, L2_REDUCTION_REQUESTS),
    (ROUNDS_FROM_L2, DRAM_READ),
    (ROUNDS_FROM_L2, ASYNC_COPIES),
    (ROUNDS_FROM_MEMORY, ASYNC_COPIES),
    (WARP_CYCLES, ASYNC_COPIES),
    (WARP_CYCLES, DRAM_READ),
    (ISSUE_CYCLES, PIPE_ALU),
    (ISSUE_CYCLES, PIPE_FMA),
    (ISSUE_CYCLES, PIPE_XU),
    (ISSUE_CYCLES, PIPE_FP64),
    (L1_WAVEFRONTS, CODE_TEXTURES),
    (SHARED_WAVEFRONTS, CODE_MATRIX_WAVEFRONTS),
    (SHARED_WAVEFRONTS, MATRIX_LOAD_WAVEFRONTS),
    (SHARED_WAVEFRONTS, MATRIX_STORE_WAVEFRONTS),
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
    ROUNDS_FROM_L2,
    ROUNDS_FROM_MEMORY,
    ISSUE_CYCLES,
    WARP_CYCLES,
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
    "single_precision",
    "local_chain",
    "miscellaneous",
    "l2_sectors",
    "exchanges",
    "branches",
];

/// Terms whose unit takes a cycle of an SM at least, whatever the suite says: it has few kernels that
/// do nothing else.
pub const OF_A_CYCLE: &[&str] = &[L1_WAVEFRONTS];

#[cfg(test)]
#[path = "terms_tests.rs"]
mod tests;
