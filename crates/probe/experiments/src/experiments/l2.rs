//! The L2 cache: latency over the footprint, and from each SM to each of many lines.

use std::collections::BTreeMap;

use propp_base_model::{Finding, Sample};
use propp_base_statistics::median::{Between, quantile};
use propp_probe_caches::Path;

use super::{ids, l2_capacity};
use crate::ask::{Ask, BEHIND, loads};
use crate::bench::{Bench, Point};
use crate::chain::shuffled;
use crate::experiment::Experiment;
use crate::machine::MachineError;
use crate::view::{measured, series};

pub(super) const SIZE: Experiment = Experiment {
    id: ids::L2_SIZE,
    title: "latency over the footprint, past L1: parts of L2, and DRAM",
    seconds: 5.5,
    run: run_size,
    analyse: l2_capacity::analyse,
};

pub(super) const MAP: Experiment = Experiment {
    id: "latency.map",
    title: "L2 latency of every SM to many lines",
    seconds: 1.0,
    run: run_map,
    analyse: analyse_map,
};

const MIB: u64 = 1 << 20;

/// The distance of the places: one per line.
const LINE: u64 = 128;

/// Footprints in 64ths of the L2, close together where its parts may end.
fn footprints(l2: u64) -> Vec<u64> {
    let coarse = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 70, 76, 84, 92, 100, 112, 128];
    let mut bytes: Vec<u64> = coarse
        .iter()
        .chain(&(21..68).collect::<Vec<_>>())
        .map(|part| part * l2 / 64 / MIB * MIB)
        .filter(|bytes| *bytes > 0)
        .collect();
    bytes.sort_unstable();
    bytes.dedup();
    bytes
}

fn run_size(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    let facts = bench.machine().facts().clone();
    for bytes in footprints(facts.l2_bytes) {
        let lap = shuffled(bytes, LINE, 1);
        for sm in (0..SMS).map(|i| i * facts.sms / SMS) {
            let ask = Ask::new(Path::L2, &lap).touched(3).on_sm(sm);
            let setting =
                [("bytes", bytes as f64), ("stride_bytes", LINE as f64), ("sm", f64::from(sm))];
            let average = Point { series: "average", setting: &setting, unit: "cycles, ns, SM" };
            bench.take(&average, "chase_average", &ask.settings(4096), 3)?;
            // One trace of each footprint for the report.
            if sm == 0 {
                let each = Point { series: "each", setting: &setting, unit: "cycles" };
                let recorded = 2048.min(lap.len());
                bench.take(&each, "chase", &ask.settings(recorded), recorded + BEHIND)?;
            }
        }
    }
    Ok(())
}

/// The number of SMs that measure the sweep.
const SMS: u32 = 4;

/// Lines of the map, spread over more than one page.
const LINES: usize = 96;

fn places() -> Vec<u64> {
    (0..LINES as u64).map(|i| i * 264_192 / LINE * LINE).collect()
}

fn run_map(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    let lap = places();
    for sm in 0..bench.machine().facts().sms {
        let ask = Ask::new(Path::L2, &lap).warmed(2 * LINES as u64).on_sm(sm);
        let setting = [("sm", f64::from(sm)), ("lines", LINES as f64)];
        let point = Point { series: "lines", setting: &setting, unit: "cycles" };
        bench.take(&point, "chase", &ask.settings(4 * LINES), 4 * LINES + BEHIND)?;
    }
    Ok(())
}

/// Of each SM, by number: the least latency to each line, over its laps and repetitions.
pub fn latency_map(samples: &[Sample]) -> Vec<(u32, Vec<f64>)> {
    let mut rows: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for sample in series(samples, MAP.id, "lines") {
        let (Some(sm), Some(lines)) = (sample.get("sm"), sample.get("lines")) else { continue };
        let row = rows
            .entry(sm as u32)
            .or_insert_with(|| vec![f64::INFINITY; lines.clamp(1.0, 4096.0) as usize]);
        let width = row.len();
        for (i, cycles) in loads(&sample.values).into_iter().enumerate() {
            row[i % width] = row[i % width].min(cycles);
        }
    }
    rows.retain(|_, row| row.iter().all(|cycles| cycles.is_finite()));
    rows.into_iter().collect()
}

fn analyse_map(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    const METHOD: &str = "least latency of each SM to each of 96 lines in L2";
    let rows = latency_map(samples);
    let all: Vec<f64> = rows.iter().flat_map(|(_, row)| row.iter().copied()).collect();
    let (Some(low), Some(high)) =
        (quantile(&all, 0.05, Between::Nearest), quantile(&all, 0.95, Between::Nearest))
    else {
        return vec![Finding::unknown("l2.latency_by_place", "no SM was stable", METHOD)];
    };
    let means: Vec<f64> =
        rows.iter().map(|(_, row)| row.iter().sum::<f64>() / row.len() as f64).collect();
    let (nearest, farthest) = (
        means.iter().copied().fold(f64::INFINITY, f64::min),
        means.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    );
    vec![
        Finding {
            interval: Some([low, high]),
            confidence: Some(0.9),
            ..measured("l2.latency_by_place", "cycles", &all, METHOD)
        },
        Finding::bracketed(
            "l2.latency_by_sm_spread",
            "cycles",
            farthest - nearest,
            [farthest - nearest; 2],
            "mean over the lines of the farthest SM less that of the nearest",
            all.len() as u64,
        ),
    ]
}
