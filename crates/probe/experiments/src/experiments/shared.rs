//! Shared memory: bank conflicts and bandwidth.

use propp_base_model::Finding;
use propp_base_model::Sample;
use propp_base_statistics::least_squares::line;
use propp_base_statistics::median::median;
use propp_probe_caches::Path;

use crate::ask_warp::AskWarp;
use crate::bench::{Bench, Point};
use crate::experiment::{Experiment, known};
use crate::machine::MachineError;
use crate::view::{curve, measured, series};

pub(super) const CONFLICT: Experiment = Experiment {
    id: "shared.conflict",
    title: "latency over the stride, for loads of 4, 8 and 16 bytes",
    seconds: 0.5,
    run: run_conflict,
    analyse: analyse_conflict,
};

pub(super) const BANDWIDTH: Experiment = Experiment {
    id: "bandwidth.shared",
    title: "throughput over warps, words under way and blocks",
    seconds: 0.5,
    run: run_bandwidth,
    analyse: analyse_bandwidth,
};

const BANKS: u64 = 32;
const WORD: u64 = 4;
const WIDTHS: [u64; 3] = [4, 8, 16];

/// The wavefronts of a warp's load by the bank rule: lanes form groups of 128 bytes, and the
/// most distinct words of one bank within a group count.
pub(crate) fn ways(offsets: &[u64], width: u64) -> u64 {
    let together = (BANKS * WORD / width) as usize;
    offsets
        .chunks(together)
        .map(|group| {
            let mut words: Vec<u64> = group
                .iter()
                .flat_map(|offset| (0..width / WORD).map(move |word| offset / WORD + word))
                .collect();
            words.sort_unstable();
            words.dedup();
            let in_bank = |bank: u64| words.iter().filter(|word| *word % BANKS == bank).count();
            (0..BANKS).map(in_bank).max().unwrap_or(0) as u64
        })
        .sum()
}

fn offsets(stride: u64, width: u64) -> Vec<u64> {
    (0..32).map(|lane| lane * stride * width).collect()
}

fn run_conflict(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    for width in WIDTHS {
        for stride in 0..=64 {
            let places = offsets(stride, width);
            // The last lane of the widest load stays within the block's 32 KiB.
            if places.iter().any(|place| place + width > 32 * 1024) {
                continue;
            }
            let setting = [
                ("width_bytes", width as f64),
                ("stride_elements", stride as f64),
                ("ways", ways(&places, width) as f64),
            ];
            let point = Point { series: "latency", setting: &setting, unit: "cycles" };
            let ask = AskWarp::new(Path::Shared, &places).wide(width);
            bench.take(&point, "warp", &ask.settings(), ask.warps())?;
        }
    }
    Ok(())
}

fn analyse_conflict(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    const METHOD: &str = "latency of a warp's load over the trips that the bank rule gives";
    let mut findings = Vec::new();
    for width in WIDTHS {
        let fixed = [("width_bytes", width as f64)];
        let of = curve(samples, CONFLICT.id, "latency", "stride_elements", &fixed);
        let trips = |stride: f64| ways(&offsets(stride as u64, width), width) as f64;
        let points: Vec<(f64, f64)> = of.iter().map(|place| (trips(place.x), place.y)).collect();
        let id = format!("shared.conflict_{width}");
        let Some(fit) = line(&points) else {
            findings.push(Finding::unknown(&id, "no stride was stable", METHOD));
            continue;
        };
        let worst = points
            .iter()
            .map(|(x, y)| (y - fit.intercept - fit.slope * x).abs())
            .fold(0.0, f64::max);
        let count = points.len() as u64;
        findings.push(Finding::bracketed(
            &format!("{id}.cycles_per_way"),
            "cycles",
            fit.slope,
            [fit.slope - worst / 31.0, fit.slope + worst / 31.0],
            METHOD,
            count,
        ));
        findings.push(Finding::calculated(
            &format!("{id}.r_squared"),
            "share",
            fit.r_squared,
            METHOD,
        ));
    }
    let hit = series(samples, CONFLICT.id, "latency")
        .filter(|s| s.get("ways") == Some(1.0) && s.get("width_bytes") == Some(4.0))
        .flat_map(|sample| sample.values.iter().copied())
        .collect::<Vec<f64>>();
    let method = "warp's load of 4 bytes a lane without conflicts";
    findings.push(measured("shared.hit", "cycles", &hit, method));
    findings.push(Finding::absent(
        "shared.eight_byte_banks",
        "the width of banks could be chosen on Kepler only",
        "the driver ignores the setting since",
    ));
    findings
}

/// Words in flight per thread.
const ILP: [u64; 5] = [1, 2, 4, 6, 8];
const ROUNDS: u64 = 512;

fn run_bandwidth(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    let sms = bench.machine().facts().sms as usize;
    let room = bench.machine().facts().shared_bytes_per_sm;
    for width in [4, 16] {
        for ilp in ILP {
            for threads in [32, 64, 128, 256, 512, 1024] {
                for blocks in [1, 2, 4] {
                    // Each block also reserves 1 KiB.
                    let fits = blocks * (2 * ilp * threads * width + 1024) <= room;
                    if blocks * threads > 2048 || !fits {
                        continue;
                    }
                    let setting = [
                        ("width_bytes", width as f64),
                        ("ilp", ilp as f64),
                        ("threads", threads as f64),
                        ("blocks_per_sm", blocks as f64),
                        ("warps", (blocks * threads / 32) as f64),
                    ];
                    let point = Point { series: "copy", setting: &setting, unit: "bytes/cycle" };
                    let settings = [width, ilp, threads, blocks, ROUNDS];
                    bench.take(&point, "shared_copy", &settings, sms)?;
                }
            }
        }
    }
    Ok(())
}

fn analyse_bandwidth(samples: &[Sample], findings: &[Finding]) -> Vec<Finding> {
    const METHOD: &str = "bytes read and written a cycle by an SM, best setting";
    let medians: Vec<(f64, &Sample)> = series(samples, BANDWIDTH.id, "copy")
        .filter_map(|sample| Some((median(&sample.values)?, sample)))
        .collect();
    let Some((_, best)) = medians.iter().max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return vec![Finding::unknown("bandwidth.shared", "no setting was stable", METHOD)];
    };
    let all: Vec<f64> = medians
        .iter()
        .filter(|(_, sample)| sample.setting == best.setting)
        .flat_map(|(_, sample)| sample.values.iter().copied().filter(|rate| *rate > 0.0))
        .collect();
    let peak = measured("bandwidth.shared", "bytes/cycle", &all, METHOD);
    let rate = peak.value.number().unwrap_or(0.0);
    let shares: Vec<f64> = all.iter().map(|rate| rate / (BANKS * WORD) as f64).collect();
    let method = "the best against 32 banks x 4 bytes";
    let efficiency = measured("bandwidth.shared.efficiency", "share", &shares, method);
    let mut found = vec![peak, efficiency];
    // Warps times words in flight of the settings that reach 95 % of the best.
    let enough = medians
        .iter()
        .filter(|(median, s)| *median >= 0.95 * rate && s.get("width_bytes") == Some(4.0))
        .filter_map(|(_, sample)| Some(sample.get("warps")? * sample.get("ilp")?))
        .fold(f64::INFINITY, f64::min);
    if enough.is_finite() {
        found.push(Finding::bracketed(
            "bandwidth.shared.warps_times_ilp",
            "count",
            enough,
            [enough / 2.0, enough],
            "fewest warps x words under way that reach 95 % of the best",
            medians.len() as u64,
        ));
    }
    if let Some(latency) = known(findings, "shared.hit") {
        let bytes = rate * latency;
        let method = "Little's law: best rate x latency of a load without conflicts";
        found.push(Finding::calculated("bandwidth.shared.little", "bytes", bytes, method));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trips_are_the_greatest_common_divisor_for_words() {
        let divisor = |a: u64, mut b: u64| {
            let mut a = a;
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        assert_eq!(ways(&offsets(0, 4), 4), 1);
        for stride in 1..=64 {
            assert_eq!(ways(&offsets(stride, 4), 4), divisor(32, stride), "{stride}");
        }
    }

    #[test]
    fn wide_loads_take_a_trip_for_every_128_bytes() {
        assert_eq!(ways(&offsets(1, 8), 8), 2);
        assert_eq!(ways(&offsets(1, 16), 16), 4);
        assert_eq!(ways(&offsets(2, 8), 8), 4);
    }
}
