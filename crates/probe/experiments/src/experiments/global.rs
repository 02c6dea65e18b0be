//! Bandwidth of global memory over blocks, block size and elements in flight, and by element
//! type.

use propp_base_model::Finding;
use propp_base_model::Sample;
use propp_base_statistics::median::median;

use crate::bench::{Bench, Point};
use crate::experiment::{Experiment, known};
use crate::machine::MachineError;
use crate::view::measured;

pub(super) const GLOBAL: Experiment = Experiment {
    id: "bandwidth.global",
    title: "copy, read and write over blocks, block size and elements under way",
    seconds: 3.5,
    run: run_surface,
    analyse: analyse_surface,
};

pub(super) const TYPES: Experiment = Experiment {
    id: "types.bandwidth",
    title: "read, write and copy by element type",
    seconds: 6.0,
    run: run_types,
    analyse: analyse_types,
};

/// The operations in the probe's order, and how often each byte moves.
const KINDS: [(&str, f64); 3] = [("read", 1.0), ("write", 1.0), ("copy", 2.0)];

/// The element types in the probe's order, with their bytes.
pub const TYPE_NAMES: [(&str, u64); 8] = [
    ("char", 1),
    ("short", 2),
    ("int", 4),
    ("float", 4),
    ("double", 8),
    ("char4", 4),
    ("int2", 8),
    ("int4", 16),
];
const INT: u64 = 2;
const INT4: u64 = 7;

/// The array size: many times the L2, and a small part of memory.
fn array_bytes(bench: &mut Bench<'_>) -> u64 {
    let facts = bench.machine().facts();
    (1_u64 << 30).min(facts.free_bytes / 8).max(1 << 20)
}

const PIECE_THREADS: u64 = 256;

const LAUNCHES: usize = 5;

fn take(bench: &mut Bench<'_>, name: &str, of: [u64; 5], bytes: u64) -> Result<(), MachineError> {
    let [kind, element, ilp, blocks, threads] = of;
    let setting = [
        ("type", element as f64),
        ("ilp", ilp as f64),
        ("blocks", blocks as f64),
        ("threads", threads as f64),
        ("bytes", bytes as f64),
    ];
    let point = Point { series: name, setting: &setting, unit: "ns" };
    let settings = [kind, element, ilp, blocks, threads, bytes, 0];
    bench.take(&point, "global_stream", &settings, LAUNCHES).map(drop)
}

/// The number of blocks if each moves one piece of the array.
const fn pieces(bytes: u64, element: u64, ilp: u64, threads: u64) -> u64 {
    bytes / (TYPE_NAMES[element as usize].1 * ilp * threads)
}

fn run_surface(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    let (sms, bytes) = (u64::from(bench.machine().facts().sms), array_bytes(bench));
    for ilp in [1, 2, 4, 8] {
        for threads in [64, 128, 256, 512, 1024] {
            for per_sm in [1, 2, 4, 8, 16] {
                take(bench, "copy", [2, INT, ilp, per_sm * sms, threads], bytes)?;
            }
        }
    }
    for (kind, (name, _)) in KINDS.iter().enumerate() {
        for (ilp, threads, per_sm) in [(1, 256, 8), (4, 256, 8), (4, 1024, 2), (8, 512, 4)] {
            let series = format!("{name}_wide");
            take(bench, &series, [kind as u64, INT4, ilp, per_sm * sms, threads], bytes)?;
        }
        let series = format!("{name}_pieces");
        for element in [INT, INT4] {
            for ilp in [1, 2, 4, 8] {
                let blocks = pieces(bytes, element, ilp, PIECE_THREADS);
                take(bench, &series, [kind as u64, element, ilp, blocks, PIECE_THREADS], bytes)?;
            }
        }
    }
    let setting = [("bytes", bytes as f64)];
    let point = Point { series: "driver_copy", setting: &setting, unit: "ns" };
    bench.take(&point, "driver_copy", &[bytes], LAUNCHES).map(drop)
}

/// The bandwidth of each sample in GB/s, the best first.
fn rates<'a>(
    samples: &'a [Sample],
    id: &'a str,
    name: &'a str,
    times: f64,
) -> Vec<(f64, &'a Sample)> {
    let mut rates: Vec<(f64, &Sample)> = crate::view::series(samples, id, name)
        .filter_map(|sample| {
            let ns = median(&sample.values)?;
            Some((times * sample.get("bytes")? / ns, sample))
        })
        .collect();
    rates.sort_by(|a, b| b.0.total_cmp(&a.0));
    rates
}

/// The bandwidths of all launches with the best setting.
fn peak(samples: &[Sample], id: &str, name: &str, times: f64) -> Vec<f64> {
    let rates = rates(samples, id, name, times);
    let Some((_, best)) = rates.first() else { return Vec::new() };
    launches(&rates, best, times)
}

/// The bandwidths of all launches with a sample's setting.
fn launches(rates: &[(f64, &Sample)], of: &Sample, times: f64) -> Vec<f64> {
    let same = rates.iter().filter(|(_, sample)| sample.setting == of.setting);
    let bytes = times * of.get("bytes").unwrap_or(f64::NAN);
    let mut all: Vec<f64> =
        same.flat_map(|(_, sample)| sample.values.iter().map(|ns| bytes / ns)).collect();
    all.sort_by(|a, b| b.total_cmp(a));
    all
}

fn analyse_surface(samples: &[Sample], findings: &[Finding]) -> Vec<Finding> {
    let mut found = Vec::new();
    let theory = known(findings, "device.peak_memory_bandwidth");
    for (name, times) in KINDS {
        let all = [format!("{name}_wide"), format!("{name}_pieces"), name.to_owned()];
        let best = all
            .iter()
            .map(|series| peak(samples, GLOBAL.id, series, times))
            .max_by(|a, b| best_of(a).total_cmp(&best_of(b)))
            .unwrap_or_default();
        let id = format!("bandwidth.{name}");
        let method = "best of the settings that were tried";
        found.push(measured(&id, "GB/s", &best, method));
        if let Some(theory) = theory {
            let shares: Vec<f64> = best.iter().map(|rate| rate / theory).collect();
            let method = "the best against the theoretical peak";
            found.push(measured(&format!("{id}.efficiency"), "share", &shares, method));
        }
    }
    let copied = peak(samples, GLOBAL.id, "driver_copy", 2.0);
    found.push(measured("bandwidth.driver_copy", "GB/s", &copied, "the driver's copy"));
    found.extend(saturation(samples, findings));
    found
}

fn best_of(rates: &[f64]) -> f64 {
    median(rates).unwrap_or(0.0)
}

/// The fewest bytes in flight per SM that reach 95 % of the best copy bandwidth of words, and
/// the number by Little's law.
fn saturation(samples: &[Sample], findings: &[Finding]) -> Vec<Finding> {
    const ID: &str = "bandwidth.copy.bytes_in_flight";
    const METHOD: &str = "fewest bytes under way an SM that reach 95 % of the best copy of words";
    let of_words = |series| {
        let all = rates(samples, GLOBAL.id, series, 2.0);
        all.into_iter().filter(|(_, sample)| sample.get("type") == Some(INT as f64))
    };
    let mut rates: Vec<_> = of_words("copy").chain(of_words("copy_pieces")).collect();
    rates.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (Some((best, _)), Some(sms)) = (rates.first().copied(), known(findings, "device.sms"))
    else {
        return vec![Finding::unknown(ID, "no copy was stable", METHOD)];
    };
    let threads = known(findings, "device.threads_per_sm").unwrap_or(2048.0);
    let under_way = |sample: &Sample| -> Option<f64> {
        let there = (sample.get("blocks")? / sms * sample.get("threads")?).min(threads);
        Some(there * sample.get("ilp")? * 4.0)
    };
    let mut enough: Vec<f64> =
        rates.iter().filter(|r| r.0 >= 0.95 * best).filter_map(|r| under_way(r.1)).collect();
    enough.sort_by(f64::total_cmp);
    let mut found = Vec::new();
    if let Some(least) = enough.first() {
        // Settings double the bytes in flight.
        let samples = rates.len() as u64;
        found.push(Finding::bracketed(ID, "bytes", *least, [least / 2.0, *least], METHOD, samples));
    }
    let read = peak(samples, GLOBAL.id, "read_wide", 1.0);
    if let (Some(ns), rate) = (known(findings, "latency.dram.ns"), best_of(&read)) {
        let bytes = rate * ns / sms;
        let method = "Little's law: best read rate x DRAM latency / SMs";
        let id = "bandwidth.bytes_in_flight_needed";
        found.push(Finding::calculated(id, "bytes", bytes, method));
    }
    found
}

/// The elements in flight per thread, and the blocks per SM, that each type is tried with.
const TYPE_ILP: [u64; 4] = [1, 2, 4, 8];
const TYPE_BLOCKS: [u64; 3] = [4, 8, 16];

fn run_types(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    let (sms, bytes) = (u64::from(bench.machine().facts().sms), array_bytes(bench));
    for (kind, (name, _)) in KINDS.iter().enumerate() {
        for element in 0..TYPE_NAMES.len() as u64 {
            for ilp in TYPE_ILP {
                let all = pieces(bytes, element, ilp, PIECE_THREADS);
                for blocks in TYPE_BLOCKS.map(|per_sm| per_sm * sms).into_iter().chain([all]) {
                    take(bench, name, [kind as u64, element, ilp, blocks, PIECE_THREADS], bytes)?;
                }
            }
        }
    }
    let setting = [("bytes", bytes as f64)];
    let point = Point { series: "driver_copy", setting: &setting, unit: "ns" };
    bench.take(&point, "driver_copy", &[bytes], LAUNCHES).map(drop)
}

fn analyse_types(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let driver = best_of(&peak(samples, TYPES.id, "driver_copy", 2.0));
    if driver == 0.0 {
        let why = "no copy of the driver's was stable, which the rates are shares of";
        return vec![Finding::unknown("types", why, "best rates against the driver's copy")];
    }
    let mut found = Vec::new();
    for (name, times) in KINDS {
        let rates = rates(samples, TYPES.id, name, times);
        for (at, (element, _)) in TYPE_NAMES.iter().enumerate() {
            for (most, suffix, how) in [
                (1.0, "", "one element a thread"),
                (8.0, ".unrolled", "up to eight elements a thread"),
            ] {
                let of = |sample: &Sample| {
                    sample.get("type") == Some(at as f64)
                        && sample.get("ilp").is_some_and(|ilp| ilp <= most)
                };
                let Some((_, best)) = rates.iter().find(|(_, sample)| of(sample)) else { continue };
                let all = launches(&rates, best, times);
                let shares: Vec<f64> = all.iter().map(|rate| rate / driver).collect();
                let id = format!("types.{name}.{element}{suffix}");
                let method = format!("best rate of {how}, against the driver's copy");
                found.push(measured(&id, "share", &shares, &method));
            }
        }
    }
    found
}
