//! Loads of whole warps, after Fang and others: do lanes that read one word share an access
//! (broadcast), are lanes served in parallel, and does latency depend on alignment, stride and
//! order of the addresses?

use propp_base_statistics::Random;
use propp_probe_caches::Path;

use super::paths::{self, MEMORIES, has_sectors};
use super::pattern::{Pattern, Shape, sectors};
use super::{ids, properties};
use crate::ask_warp::AskWarp;
use crate::bench::{Bench, Point};
use crate::experiment::Experiment;
use crate::machine::MachineError;

pub(super) const BROADCAST: Experiment = Experiment {
    id: ids::BROADCAST,
    title: "1 to 32 distinct words a warp, on every memory",
    seconds: 0.2,
    run: run_broadcast,
    analyse: properties::broadcast,
};

pub(super) const PARALLEL: Experiment = Experiment {
    id: ids::PARALLEL,
    title: "1 to 32 lanes, and more warps and blocks, side by side and scattered",
    seconds: 0.3,
    run: run_parallel,
    analyse: properties::parallel,
};

pub(super) const ALIGNED: Experiment = Experiment {
    id: ids::ALIGNED,
    title: "places that are not aligned, not consecutive, not in order",
    seconds: 0.8,
    run: run_aligned,
    analyse: properties::aligned,
};

/// The numbers of distinct words in a warp.
const DISTINCT: [u64; 6] = [1, 2, 4, 8, 16, 32];

/// Loads from L2 are tried at this many places, because the distances of its slices differ by
/// more than the effects of interest.
const SEATS: u64 = 16;

fn take(
    bench: &mut Bench<'_>,
    path: Path,
    kind: &str,
    setting: &[(&str, f64)],
    ask: &AskWarp<'_>,
) -> Result<(), MachineError> {
    let series = format!("{}_{kind}", paths::name(path));
    for seat in 0..if path == Path::L2 { SEATS } else { 1 } {
        let setting: Vec<(&str, f64)> =
            setting.iter().copied().chain([("seat", seat as f64)]).collect();
        let point = Point { series: &series, setting: &setting, unit: "cycles" };
        bench.take(&point, "warp", &ask.clone().seated(seat).settings(), ask.warps())?;
    }
    Ok(())
}

fn run_broadcast(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    for path in MEMORIES {
        for words in DISTINCT {
            // Adjacent words, and words in a line of their own.
            for (kind, apart) in [("words", 4), ("lines", 128)] {
                let places: Vec<u64> = (0..32).map(|lane| lane % words * apart).collect();
                let setting = [("distinct", words as f64)];
                take(bench, path, kind, &setting, &AskWarp::new(path, &places))?;
            }
        }
    }
    Ok(())
}

fn run_parallel(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    let places: Vec<u64> = (0..32).map(|lane| lane * 4).collect();
    let sms = u64::from(bench.machine().facts().sms);
    // Each lane reads its own line.
    let scattered: Vec<u64> = (0..32).map(|lane| lane * 128).collect();
    for path in [Path::Cached, Path::L2] {
        for warps in [1, 2, 4, 8, 16] {
            let setting = [("warps", warps as f64)];
            let ask = AskWarp::new(path, &scattered).grid(1, 32 * warps, 4096);
            take(bench, path, "scattered_warps", &setting, &ask)?;
        }
        for blocks in [1, sms / 4, sms / 2, sms] {
            let setting = [("blocks", blocks as f64)];
            let ask = AskWarp::new(path, &scattered).grid(blocks.max(1), 32, 0);
            take(bench, path, "scattered_blocks", &setting, &ask)?;
        }
    }
    for path in MEMORIES {
        for lanes in 1..=32 {
            let setting = [("lanes", f64::from(lanes))];
            take(bench, path, "lanes", &setting, &AskWarp::new(path, &places).lanes(lanes))?;
        }
        for warps in [1, 2, 4, 8, 16, 32] {
            let setting = [("warps", warps as f64)];
            let ask = AskWarp::new(path, &places).grid(1, 32 * warps, 128);
            take(bench, path, "warps", &setting, &ask)?;
        }
        for blocks in [1, sms, 2 * sms, 4 * sms, 8 * sms] {
            let setting = [("blocks", blocks as f64)];
            let ask = AskWarp::new(path, &places).grid(blocks, 128, 128);
            take(bench, path, "blocks", &setting, &ask)?;
        }
    }
    Ok(())
}

fn run_aligned(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    for path in MEMORIES {
        let mut one = |kind: &str, name: &str, x: u64, places: &[u64]| {
            let setting = [(name, x as f64), ("sectors", sectors(places) as f64)];
            take(bench, path, kind, &setting, &AskWarp::new(path, places))
        };
        for offset in (0..128).step_by(4) {
            let places: Vec<u64> = (0..32).map(|lane| lane * 4 + offset).collect();
            one("offset", "offset_bytes", offset, &places)?;
        }
        for stride in [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 33, 48, 64] {
            let places: Vec<u64> = (0..32).map(|lane| lane * 4 * stride).collect();
            one("stride", "stride_words", stride, &places)?;
        }
        for seed in 0..8 {
            let mut places: Vec<u64> = (0..32).map(|lane| lane * 4).collect();
            if seed > 0 {
                Random::of_seed(seed).shuffle(&mut places);
            }
            one("permuted", "seed", seed, &places)?;
        }
        if has_sectors(path) {
            run_gather(bench, path)?;
        }
    }
    Ok(())
}

/// Measures every pattern at several places, because the latency depends on the place, most of
/// all in L2.
fn run_gather(bench: &mut Bench<'_>, path: Path) -> Result<(), MachineError> {
    let placings = if path == Path::L2 { 2 * SEATS } else { 4 };
    let series = format!("{}_gather", paths::name(path));
    for pattern in Pattern::all() {
        for seat in 0..placings {
            let places = pattern.places(seat);
            let shape = Shape::from_places(&places);
            let setting = [
                ("lines", shape.lines as f64),
                ("sectors", shape.sectors as f64),
                ("ways", shape.ways as f64),
                ("seat", seat as f64),
            ];
            let point = Point { series: &series, setting: &setting, unit: "cycles" };
            let ask = AskWarp::new(path, &places).seated(seat);
            bench.take(&point, "warp", &ask.settings(), ask.warps())?;
        }
    }
    Ok(())
}
