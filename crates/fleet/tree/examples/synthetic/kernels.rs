//! The kernels of a real recording, with the times and counts of their launches.

use std::collections::BTreeMap;

use propp_recording::{KernelTimes, Recording};

/// Kernels of a synthetic program, beside its collective.
const KERNELS: usize = 74;

/// A kernel whose noise is drawn from its own launches has at least so many.
const FEWEST: usize = 5;

/// A kernel of the recording.
#[derive(Clone)]
pub(crate) struct Kernel {
    pub(crate) name: String,
    pub(crate) nvtx: Option<String>,
    pub(crate) signature: usize,
    /// Of its grid along x.
    pub(crate) blocks_x: u32,
    /// Of its launches, unprofiled.
    pub(crate) durations_ns: Vec<u64>,
    /// The values of its first launch that was measured with each set of counters.
    pub(crate) measured: BTreeMap<usize, Vec<f64>>,
}

/// As many kernels as a synthetic program has: those that take longest, in the order of their
/// first launches; where there are fewer, some of them again under other names.
pub(crate) fn of_recording(recording: &Recording) -> Result<Vec<Kernel>, String> {
    let times = KernelTimes::of(recording);
    let mut durations: BTreeMap<(usize, Option<usize>), (usize, Vec<u64>)> = BTreeMap::new();
    for (place, row) in recording.kernels.iter().enumerate() {
        let key = (row.signature, row.nvtx);
        durations.entry(key).or_insert((place, Vec::new())).1.push(times.usual(row));
    }
    let mut found = Vec::new();
    for ((signature, nvtx), (first, durations_ns)) in durations {
        let is_of = |m: &&propp_recording::Measurement| (m.signature, m.nvtx) == (signature, nvtx);
        let mut measured = BTreeMap::new();
        for of in recording.measurements.iter().filter(is_of) {
            let values = of.values.iter().map(|value| value.unwrap_or(f64::NAN)).collect();
            measured.entry(of.counter_set).or_insert(values);
        }
        let Some(function) = recording.signatures[signature].function else { continue };
        if durations_ns.len() < FEWEST || measured.is_empty() {
            continue;
        }
        let kernel = Kernel {
            name: recording.names[function].clone(),
            nvtx: nvtx.map(|range| recording.names[range].clone()),
            signature,
            blocks_x: recording.signatures[signature].grid[0],
            durations_ns,
            measured,
        };
        found.push((first, kernel));
    }
    found.sort_by_key(|(_, kernel)| std::cmp::Reverse(kernel.durations_ns.iter().sum::<u64>()));
    found.truncate(KERNELS);
    found.sort_by_key(|(first, _)| *first);
    if found.is_empty() {
        return Err(format!("no kernel of the recording is measured and launched {FEWEST} times"));
    }
    let again = |place: usize| {
        let mut kernel = found[place % found.len()].1.clone();
        if place >= found.len() {
            kernel.name = format!("again_{}_{}", place / found.len(), kernel.name);
        }
        kernel
    };
    let mut kernels: Vec<Kernel> = (0..KERNELS).map(again).collect();
    // Its times are those of the waiting; its counts are another kernel's.
    let collective = Kernel {
        name: "ncclDevKernel_AllReduce_Sum_f32_RING_LL".to_owned(),
        nvtx: None,
        durations_ns: Vec::new(),
        ..kernels[0].clone()
    };
    kernels.push(collective);
    Ok(kernels)
}
