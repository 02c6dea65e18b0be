//! Throughput surfaces, as small multiples, and throughput by element type.

use std::collections::BTreeMap;

use maud::Markup;
use propp_base_model::{DeviceProfile, Sample};
use propp_base_statistics::median::median;
use propp_probe_experiments::TYPE_NAMES;
use propp_probe_experiments::view::series;

use super::curves::Of;
use crate::svg::{Axis, Bars, Group, Plot, Scale, Series};
use crate::words::{number, several};

const GLOBAL: &str = "bandwidth.global";
const SHARED: &str = "bandwidth.shared";
const TYPES: &str = "types.bandwidth";

/// How often each byte of an array moves: bytes over nanoseconds are GB/s.
const KINDS: [(&str, f64); 3] = [("read", 1.0), ("write", 1.0), ("copy", 2.0)];

pub(super) fn draw(samples: &[Sample], _: &DeviceProfile) -> Vec<Markup> {
    let mut figures = global(samples);
    figures.extend(shared(samples));
    figures
}

/// The copy of words: a plot for each number of words under way.
fn global(samples: &[Sample]) -> Vec<Markup> {
    let of = Of { samples, experiment: GLOBAL, series: "copy", x: "blocks" };
    of.values_of("ilp")
        .into_iter()
        .filter_map(|ilp| {
            let lines = of
                .values_of("threads")
                .into_iter()
                .map(|threads| {
                    let fixed = [("ilp", ilp), ("threads", threads)];
                    rates(samples, &format!("{} threads a block", number(threads)), &fixed)
                })
                .collect();
            let title =
                format!("Copy of global memory, {} of a thread at a time", several(ilp, "word"));
            let blocks = Axis::new("blocks", "count", Scale::Log2);
            Plot::new(&title, blocks, Axis::new("copied", "GB/s", Scale::Linear), lines).html()
        })
        .collect()
}

/// GB/s over blocks.
fn rates(samples: &[Sample], name: &str, fixed: &[(&str, f64)]) -> Series {
    let of = Of { samples, experiment: GLOBAL, series: "copy", x: "blocks" };
    let bytes = of.values_of("bytes").last().copied().unwrap_or(0.0);
    of.named(name, fixed, |ns| median(ns).filter(|ns| *ns > 0.0).map(|ns| 2.0 * bytes / ns))
}

/// Shared memory: a plot for each width of a word, the best shape of each number of warps.
fn shared(samples: &[Sample]) -> Vec<Markup> {
    let of = Of { samples, experiment: SHARED, series: "copy", x: "warps" };
    of.values_of("width_bytes")
        .into_iter()
        .filter_map(|width| {
            let lines = of
                .values_of("ilp")
                .into_iter()
                .map(|ilp| Series {
                    name: format!("{} at a time", several(ilp, "word")),
                    points: best_by_warps(samples, width, ilp),
                })
                .collect();
            let title = format!("Copy within shared memory, words of {} bytes", number(width));
            let warps = Axis::new("warps of an SM", "count", Scale::Log2);
            let rate = Axis::new("an SM", "bytes/cycle", Scale::Linear);
            Plot::new(&title, warps, rate, lines).html()
        })
        .collect()
}

fn best_by_warps(samples: &[Sample], width: f64, ilp: f64) -> Vec<(f64, f64)> {
    let mut best: BTreeMap<u64, f64> = BTreeMap::new();
    for sample in series(samples, SHARED, "copy") {
        if sample.get("width_bytes") != Some(width) || sample.get("ilp") != Some(ilp) {
            continue;
        }
        if let (Some(warps), Some(rate)) = (sample.get("warps"), median(&sample.values)) {
            let known = best.entry(warps as u64).or_insert(rate);
            *known = known.max(rate);
        }
    }
    best.into_iter().map(|(warps, rate)| (warps as f64, rate)).collect()
}

/// Reads, writes and copies: bars by type, one for each number of elements at a time.
pub(super) fn draw_types(samples: &[Sample], _: &DeviceProfile) -> Vec<Markup> {
    KINDS
        .iter()
        .filter_map(|(kind, times)| {
            let of = Of { samples, experiment: TYPES, series: kind, x: "bytes" };
            let at_a_time = of.values_of("ilp");
            let blocks = of.values_of("blocks");
            // The best of the grids that were tried.
            let rate = |element: f64, ilp: f64| {
                let with = |blocks: &f64| {
                    let fixed = [("type", element), ("ilp", ilp), ("blocks", *blocks)];
                    let points = of.points(&fixed, median);
                    points.last().filter(|(_, ns)| *ns > 0.0).map(|(bytes, ns)| times * bytes / ns)
                };
                blocks.iter().filter_map(with).max_by(f64::total_cmp)
            };
            let groups = of
                .values_of("type")
                .into_iter()
                .filter_map(|element| {
                    let name = TYPE_NAMES.get(element as usize)?.0.to_owned();
                    let values = at_a_time.iter().map(|ilp| rate(element, *ilp)).collect();
                    Some(Group { name, values })
                })
                .collect();
            let keys = at_a_time.iter().map(|ilp| format!("{} each", number(*ilp))).collect();
            let title = format!("Global memory, {kind}");
            Bars { title, unit: "GB/s", keys, groups }.html()
        })
        .collect()
}
