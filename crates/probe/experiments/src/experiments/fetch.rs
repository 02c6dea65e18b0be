//! The fetch granularity: two loads at a distance, after a flush.

use propp_base_model::Finding;
use propp_base_model::Sample;
use propp_base_statistics::Random;
use propp_base_statistics::median::median;
use propp_probe_caches::Path;

use super::paths;
use crate::ask::{Ask, BEHIND, loads};
use crate::bench::{Bench, Point};
use crate::experiment::Experiment;
use crate::machine::MachineError;
use crate::view::series;

pub(super) const FETCH: Experiment = Experiment {
    id: "chase.fetch",
    title: "what one miss brings into L1 and L2",
    seconds: 0.5,
    run,
    analyse,
};

/// Distances between the two loads of a pair, in bytes.
const DISTANCES: [u64; 12] = [8, 16, 24, 32, 64, 96, 128, 256, 512, 1024, 2048, 4096];

/// Pairs per launch, and their distance.
const PAIRS: u64 = 512;
const APART: u64 = 64 * 1024;

/// Pairs in random order; both places of a pair follow each other.
fn pairs(distance: u64) -> Vec<u64> {
    let mut first: Vec<u64> = (0..PAIRS).map(|pair| pair * APART).collect();
    Random::of_seed(distance).shuffle(&mut first);
    first.into_iter().flat_map(|place| [place, place + distance]).collect()
}

fn run(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    for path in [Path::Cached, Path::L2] {
        for distance in DISTANCES {
            let lap = pairs(distance);
            let setting = [("distance_bytes", distance as f64)];
            let series = paths::name(path);
            let point = Point { series, setting: &setting, unit: "cycles" };
            let settings = Ask::new(path, &lap).flushed().settings(lap.len());
            bench.take(&point, "chase", &settings, lap.len() + BEHIND)?;
        }
    }
    Ok(())
}

/// The median latency of the first and of the second loads.
fn halves(samples: &[Sample], path: Path, distance: u64) -> Option<[f64; 2]> {
    let mut both = [Vec::new(), Vec::new()];
    for sample in series(samples, FETCH.id, paths::name(path)) {
        if sample.get("distance_bytes") == Some(distance as f64) {
            for (i, cycles) in loads(&sample.values).into_iter().enumerate() {
                both[i % 2].push(cycles);
            }
        }
    }
    Some([median(&both[0])?, median(&both[1])?])
}

fn analyse(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    vec![
        brought(samples, "fetch.into_l1", Path::Cached, 0.25),
        brought(samples, "fetch.into_l2", Path::L2, 0.75),
    ]
}

/// The largest power of two whose second half is fetched with the first. A second load counts
/// as a hit if it takes less than `share` of the first: L1 hits take 10 % of a DRAM load, L2
/// hits 40 %.
fn brought(samples: &[Sample], id: &str, path: Path, share: f64) -> Finding {
    const METHOD: &str = "second load of cold pairs over their distance";
    let mut known = Vec::new();
    for distance in DISTANCES {
        let Some([first, second]) = halves(samples, path, distance) else { continue };
        known.push((distance, second < share * first));
    }
    let came = known.iter().take_while(|(_, came)| *came).last().map(|known| known.0);
    let stayed = known.iter().find(|(_, came)| !came).map(|known| known.0);
    // Pairs begin at multiples of their distance, so fetches are aligned.
    match (came, stayed) {
        (Some(came), Some(stayed)) => {
            let interval = [came as f64 + 8.0, stayed as f64];
            let samples = known.len() as u64 * PAIRS;
            Finding::bracketed(id, "bytes", stayed as f64, interval, METHOD, samples)
        }
        (_, None) => Finding::unknown(id, "no distance missed", METHOD),
        (None, _) => Finding::unknown(id, "no distance hit", METHOD),
    }
}
