//! Outstanding requests, after Lashgar and others: how the time of all loads grows with their
//! number, and at which number a resource is full.

use super::ids;
use super::outstanding::{LOADS, MERGED, analyse_copy, analyse_requests};
use crate::bench::{Bench, Point};
use crate::experiment::Experiment;
use crate::machine::MachineError;

pub(super) const LATENCY: Experiment = Experiment {
    id: ids::REQUESTS,
    title: "time of 1 to 2048 threads' loads, alone on their lines or merged",
    seconds: 6.0,
    run: run_latency,
    analyse: analyse_requests,
};

pub(super) const L2_COPY: Experiment = Experiment {
    id: ids::L2_COPY,
    title: "copies of data that is in L2, and that was flushed from it",
    seconds: 2.0,
    run: run_copy,
    analyse: analyse_copy,
};

/// The distance of the points, in threads.
const STEP: u64 = 8;

fn run_latency(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    const LAUNCHES: usize = 3;
    for merged in MERGED {
        for loads in LOADS {
            let series = format!("loads_{loads}_merged_{merged}");
            for threads in (STEP..=1024).step_by(STEP as usize).chain([2048]) {
                let setting = [("threads", threads as f64)];
                let point = Point { series: &series, setting: &setting, unit: "cycles" };
                match bench.take(&point, "requests", &[threads, loads, merged], LAUNCHES) {
                    // Two blocks do not fit on an SM of every GPU.
                    Err(error) if error.lacks && threads > 1024 => {}
                    taken => drop(taken?),
                }
            }
        }
    }
    Ok(())
}

const MIB: u64 = 1 << 20;

fn run_copy(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    let l2 = bench.machine().facts().l2_bytes;
    for part in [1, 2, 4, 6, 8, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 24, 28, 32, 36, 40, 48, 64]
    {
        // Both arrays together are `part` 32nds of the L2.
        let bytes = (part * l2 / 64 / 8 * 8).max(MIB / 8);
        for (series, flushed) in [("unflushed", 0), ("flushed", 1)] {
            let setting = [("bytes", bytes as f64)];
            let point = Point { series, setting: &setting, unit: "ns" };
            bench.take(&point, "l2_copy", &[bytes, flushed], 7)?;
        }
    }
    Ok(())
}
