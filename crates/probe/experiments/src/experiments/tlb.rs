//! Address translation: latency over the footprint, reading one line per page.

use propp_base_statistics::Random;
use propp_probe_caches::Path;

use super::{ids, tlb_reach};
use crate::ask::{Ask, BEHIND};
use crate::bench::{Bench, Point};
use crate::experiment::Experiment;
use crate::machine::MachineError;

pub(super) const TLB: Experiment = Experiment {
    id: ids::TLB,
    title: "address translation over footprints up to all of memory",
    seconds: 2.0,
    run,
    analyse: tlb_reach::analyse,
};

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// The largest page size of driver allocations.
const PAGE: u64 = 2 * MIB;

/// One place per stride in random order, each at another line of its page so that they do not
/// compete for the same cache sets.
fn spread(bytes: u64, stride: u64) -> Vec<u64> {
    const STEP: u64 = 4224;
    let within = |i: u64| i * STEP % PAGE / 128 * 128;
    let mut places: Vec<u64> = (0..bytes / stride).map(|i| i * stride + within(i)).collect();
    Random::of_seed(bytes ^ stride).shuffle(&mut places);
    places
}

/// The largest footprint: nine tenths of the free memory.
fn most(free: u64) -> u64 {
    free / 10 * 9 / PAGE * PAGE
}

fn run(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    let most = most(bench.machine().facts().free_bytes);
    // The largest first, so that memory is allocated once.
    let mut footprints: Vec<u64> = (0..12).map(|power| (8 * MIB) << power).collect();
    let gib = (20..256).step_by(4).chain((57..72).filter(|gib| gib % 4 != 0));
    footprints.extend(gib.map(|gib| gib * GIB));
    footprints.retain(|bytes| *bytes <= most);
    footprints.push(most);
    footprints.sort_unstable();
    footprints.dedup();
    footprints.reverse();
    for bytes in footprints {
        take(bench, "warm", bytes)?;
    }
    // Fewer and fewer pages scattered over one footprint: with at most as many pages as TLB
    // entries there are no misses, whatever an entry covers.
    for pages in [256, 512, 768, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 4096, 6144, 8192, 16_384]
    {
        if pages * PAGE < most {
            take_lap(bench, "scattered", most, &scattered(most, pages))?;
        }
    }
    for bytes in [
        64 * MIB,
        256 * MIB,
        GIB,
        2 * GIB,
        3 * GIB,
        4 * GIB,
        8 * GIB,
        16 * GIB,
        32 * GIB,
        64 * GIB,
        most,
    ] {
        if bytes <= most {
            take_cold(bench, bytes)?;
        }
    }
    Ok(())
}

/// Random pages of a footprint. Equidistant pages could compete for the same TLB sets.
fn scattered(bytes: u64, pages: u64) -> Vec<u64> {
    let mut all = spread(bytes, PAGE);
    all.truncate(pages as usize);
    all
}

/// Loads that hit in L2; only their translation can miss.
fn take(bench: &mut Bench<'_>, series: &str, bytes: u64) -> Result<(), MachineError> {
    take_lap(bench, series, bytes, &spread(bytes, PAGE))
}

fn take_lap(
    bench: &mut Bench<'_>,
    series: &str,
    bytes: u64,
    lap: &[u64],
) -> Result<(), MachineError> {
    let count = lap.len() as u64;
    // A whole lap or 16,384 loads, in multiples of 16.
    let recorded = (count.clamp(1024, 16_384) / 16 * 16) as usize;
    let ask = Ask::new(Path::L2, lap).touched(1).warmed(count.min(16_384).next_multiple_of(16));
    let setting = [("bytes", bytes as f64), ("places", count as f64)];
    let point = Point { series, setting: &setting, unit: "cycles, ns, SM" };
    bench.take(&point, "chase_average", &ask.settings(recorded), 3).map(drop)
}

/// Loads from DRAM, at random places of a footprint.
fn take_cold(bench: &mut Bench<'_>, bytes: u64) -> Result<(), MachineError> {
    const PLACES: u64 = 2048;
    let mut random = Random::of_seed(bytes);
    let mut lap: Vec<u64> = (0..PLACES).map(|_| random.below(bytes / 128) * 128).collect();
    lap.sort_unstable();
    lap.dedup();
    random.shuffle(&mut lap);
    let setting = [("bytes", bytes as f64), ("places", lap.len() as f64)];
    let point = Point { series: "cold", setting: &setting, unit: "cycles" };
    let ask = Ask::new(Path::L2, &lap).flushed();
    bench.take(&point, "chase", &ask.settings(lap.len()), lap.len() + BEHIND).map(drop)
}
