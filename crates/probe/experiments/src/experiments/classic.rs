//! The two classic methods with average latencies: over the array size with a fixed stride
//! (Wong and others), and over the stride with a fixed size (Saavedra). Both assume LRU and
//! plain index bits; where they disagree with the fine-grained chase, they show why it is
//! needed.

use propp_base_model::Finding;
use propp_base_model::Sample;
use propp_probe_caches::Path;

use super::flat::cycles;
use crate::ask::Ask;
use crate::bench::{Bench, Point};
use crate::experiment::Experiment;
use crate::machine::MachineError;
use crate::view::{Place, curve_of};

pub(super) const AVERAGE: Experiment = Experiment {
    id: "chase.average",
    title: "average chase of L1, over the size and over the stride",
    seconds: 2.0,
    run,
    analyse,
};

const KIB: u64 = 1024;

/// The stride of the sweep over sizes.
const STRIDE: u64 = 128;

/// The sizes of the sweeps over strides.
const SIZES: [u64; 3] = [128 * KIB, 512 * KIB, 1024 * KIB];

const LOADS: u64 = 4096;

fn in_order(bytes: u64, stride: u64) -> Vec<u64> {
    (0..bytes / stride).map(|i| i * stride).collect()
}

fn take(bench: &mut Bench<'_>, series: &str, bytes: u64, stride: u64) -> Result<(), MachineError> {
    let lap = in_order(bytes, stride);
    let ask = Ask::new(Path::Cached, &lap).warmed(3 * lap.len() as u64);
    let setting = [("bytes", bytes as f64), ("stride_bytes", stride as f64)];
    let point = Point { series, setting: &setting, unit: "cycles, ns, SM" };
    bench.take(&point, "chase_average", &ask.settings(LOADS as usize), 3).map(drop)
}

fn run(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    for kib in (16..160).step_by(16).chain((160..288).step_by(4)).chain((288..=512).step_by(32)) {
        take(bench, "by_size", kib * KIB, STRIDE)?;
    }
    for bytes in SIZES {
        for power in 3..bytes.ilog2() {
            take(bench, "by_stride", bytes, 1 << power)?;
        }
    }
    Ok(())
}

fn analyse(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let sizes = curve_of(samples, AVERAGE.id, "by_size", "bytes", &[], cycles);
    let mut findings = vec![capacity(&sizes)];
    let fixed = [("bytes", SIZES[2] as f64)];
    let strides = curve_of(samples, AVERAGE.id, "by_stride", "stride_bytes", &fixed, cycles);
    findings.push(line(&strides));
    findings.push(ways(&strides));
    findings
}

/// The largest size before the average rises by 5 %.
fn capacity(sizes: &[Place]) -> Finding {
    const ID: &str = "classic.l1_capacity";
    const METHOD: &str = "average latency over the size, stride 128: where it leaves its floor";
    let floor = sizes.first().map_or(0.0, |first| first.y);
    let over = sizes.iter().position(|place| place.y > 1.05 * floor);
    match over {
        Some(at) if at > 0 => {
            let interval = [sizes[at - 1].x, sizes[at].x];
            Finding::bracketed(ID, "bytes", interval[0], interval, METHOD, sizes.len() as u64)
        }
        _ => Finding::unknown(ID, "the average does not leave its floor in the sweep", METHOD),
    }
}

/// The smallest stride at which the average of a large array no longer grows.
fn line(strides: &[Place]) -> Finding {
    const ID: &str = "classic.l1_line";
    const METHOD: &str = "average latency over the stride, array of 1 MiB: where it stops rising";
    let ceiling = strides.iter().map(|place| place.y).fold(0.0, f64::max);
    match strides.iter().find(|place| place.y > 0.95 * ceiling) {
        Some(at) => {
            let interval = [at.x / 2.0, at.x];
            Finding::bracketed(ID, "bytes", at.x, interval, METHOD, strides.len() as u64)
        }
        None => Finding::unknown(ID, "there is no stable sample", METHOD),
    }
}

/// The loads per lap at the stride where the average falls back to its floor, which is the
/// number of ways for plain index bits.
fn ways(strides: &[Place]) -> Finding {
    const ID: &str = "classic.l1_ways";
    const METHOD: &str = "average latency over the stride, array of 1 MiB: where it falls back";
    let ceiling = strides.iter().map(|place| place.y).fold(0.0, f64::max);
    let floor = strides.iter().map(|place| place.y).fold(f64::INFINITY, f64::min);
    let top = strides.iter().rposition(|place| place.y > 0.95 * ceiling);
    let fallen = top.and_then(|top| strides[top..].iter().find(|p| p.y < 1.05 * floor));
    match fallen {
        Some(at) => {
            let ways = SIZES[2] as f64 / at.x;
            Finding::bracketed(ID, "count", ways, [ways, 2.0 * ways], METHOD, strides.len() as u64)
        }
        None => Finding::unknown(ID, "the average does not fall back in the sweep", METHOD),
    }
}
