//! Which load paths share a cache, and which hit lines that another path fetched.

use propp_base_model::Finding;
use propp_base_model::Sample;
use propp_base_statistics::median::median;
use propp_probe_caches::Path;

use super::paths;
use crate::bench::{Bench, Point};
use crate::experiment::Experiment;
use crate::machine::MachineError;
use crate::view::series;

pub(super) const SHARING: Experiment = Experiment {
    id: "chase.sharing",
    title: "which caches share storage",
    seconds: 0.3,
    run,
    analyse,
};

/// The paths that read global memory through a cache of the SM.
const PATHS: [Path; 3] = [Path::Cached, Path::ReadOnly, Path::Texture];

/// Lines of each array: between half and all of any L1.
const LINES: usize = 1400;

fn run(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    for a in PATHS {
        for b in PATHS {
            for same in [0_u64, 1] {
                let series = format!("{}_then_{}", paths::name(a), paths::name(b));
                let setting = [("same", same as f64), ("lines", LINES as f64)];
                let point = Point { series: &series, setting: &setting, unit: "cycles" };
                let settings = [a as u64, b as u64, same, LINES as u64];
                bench.take(&point, "sharing", &settings, 2 * LINES)?;
            }
        }
    }
    Ok(())
}

/// The medians of the second and of the third lap.
fn laps(samples: &[Sample], a: Path, b: Path, same: f64) -> Option<[f64; 2]> {
    let name = format!("{}_then_{}", paths::name(a), paths::name(b));
    let sample = series(samples, SHARING.id, &name).find(|s| s.get("same") == Some(same))?;
    let (second, third) = sample.values.split_at_checked(LINES)?;
    Some([median(second)?, median(third)?])
}

/// Whether a latency is closer to the latency of hits than of misses.
fn is_hit(latency: f64, hit: f64, miss: f64) -> Option<bool> {
    // Hits and misses are too close.
    (miss > 1.2 * hit).then_some(latency < f64::midpoint(hit, miss))
}

fn analyse(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (i, a) in PATHS.into_iter().enumerate() {
        for b in PATHS.into_iter().skip(i + 1) {
            findings.push(storage(samples, a, b));
            findings.push(data(samples, a, b));
        }
    }
    findings
}

/// Reads A's lines again after B has read others: they miss if both paths share a cache that
/// is too small for both.
fn storage(samples: &[Sample], a: Path, b: Path) -> Finding {
    const METHOD: &str = "lines along the first way, others along the second, the first again";
    let id = format!("sharing.{}_{}.storage", paths::name(a), paths::name(b));
    let hit = laps(samples, a, a, 1.0).map(|laps| laps[1]);
    let miss = laps(samples, a, a, 0.0).map(|laps| laps[1]);
    let seen = laps(samples, a, b, 0.0).map(|laps| laps[1]);
    verdict(&id, [hit, miss, seen], ["separate", "shared"], METHOD)
}

/// B reads the lines that A fetched: they hit if both paths use one cache.
fn data(samples: &[Sample], a: Path, b: Path) -> Finding {
    const METHOD: &str = "lines along the first way, the same along the second";
    let id = format!("sharing.{}_{}.data", paths::name(a), paths::name(b));
    let hit = laps(samples, b, b, 1.0).map(|laps| laps[0]);
    let miss = laps(samples, b, b, 0.0).map(|laps| laps[0]);
    let seen = laps(samples, a, b, 1.0).map(|laps| laps[0]);
    verdict(&id, [hit, miss, seen], ["found", "not found"], METHOD)
}

fn verdict(id: &str, of: [Option<f64>; 3], words: [&str; 2], method: &str) -> Finding {
    let [Some(hit), Some(miss), Some(seen)] = of else {
        return Finding::unknown(id, "a sample that it needs was not stable", method);
    };
    match is_hit(seen, hit, miss) {
        Some(true) => Finding::word(id, words[0], method, LINES as u64),
        Some(false) => Finding::word(id, words[1], method, LINES as u64),
        None => Finding::unknown(id, "hits and misses take alike", method),
    }
}
