//! What makes kernels of several recordings the same, and what their launches add up to.

use std::collections::{BTreeMap, HashMap};

use propp_base_model::counters::{DRAM_READ, DRAM_WRITTEN, INST_EXECUTED};
use propp_base_names::KernelName;
use propp_recording::{KernelTimes, Recording, cubin_hash};
use propp_recording_wire::LaunchKey;

type Key<'a> = LaunchKey<Option<&'a str>>;

/// A kernel of a recording.
pub(crate) struct Identified<'a> {
    pub key: Key<'a>,
    pub name: KernelName,
    /// The hash of its code, where a count run read it; of several processes with other code
    /// all hashes.
    pub code: Option<String>,
    /// Unprofiled durations of its launches, in the order of the launches.
    pub durations_ns: Vec<u64>,
    pub measured: u64,
    /// Sums of the counters and of how many launches.
    pub counters: BTreeMap<&'a str, (f64, u64)>,
}

impl Identified<'_> {
    pub(crate) fn id(&self) -> String {
        let Key { function, nvtx, grid, block, dynamic_shared_bytes } = self.key;
        let text = format!(
            "{function:?} {nvtx:?} {grid:?} {block:?} {dynamic_shared_bytes} {:?}",
            self.code
        );
        format!("{:016x}", cubin_hash(text.as_bytes()))
    }

    /// The mean of a counter over the measured launches.
    pub(crate) fn mean(&self, counter: &str) -> Option<f64> {
        self.counters.get(counter).map(|(sum, launches)| sum / *launches as f64)
    }

    pub(crate) fn instructions(&self) -> Option<f64> {
        self.mean(INST_EXECUTED)
    }

    pub(crate) fn dram_bytes(&self) -> Option<f64> {
        Some(self.mean(DRAM_READ)? + self.mean(DRAM_WRITTEN)?)
    }

    pub(crate) fn total_ns(&self) -> u64 {
        self.durations_ns.iter().sum()
    }

    pub(crate) fn blocks(&self) -> u64 {
        self.key.grid.iter().map(|&blocks| u64::from(blocks)).product()
    }
}

/// The hash of function and range: what ranks are compared by, since more work is another grid.
pub(crate) fn name_id(of: &Identified<'_>) -> String {
    let text = format!("{:?} {:?}", of.name.full, of.key.nvtx.unwrap_or_default());
    format!("{:016x}", cubin_hash(text.as_bytes()))
}

/// The kernels of a recording, in the order of their keys, and for each launch of the trace run
/// its kernel and its place among the launches of the kernel.
pub(crate) fn kernels<'a>(recording: &'a Recording) -> (Vec<Identified<'a>>, Vec<(usize, usize)>) {
    let codes = codes(recording);
    let mut found: HashMap<Key<'a>, usize> = HashMap::new();
    let mut all: Vec<Identified<'a>> = Vec::new();
    let mut place = |all: &mut Vec<Identified<'a>>, signature: usize, nvtx: Option<usize>| {
        let key = recording.launch_key(signature, nvtx);
        *found.entry(key).or_insert_with(|| {
            all.push(Identified {
                key,
                name: KernelName::from_symbol(key.function.unwrap_or_default()),
                code: key.function.and_then(|function| codes.get(function).cloned()),
                durations_ns: Vec::new(),
                measured: 0,
                counters: BTreeMap::new(),
            });
            all.len() - 1
        })
    };
    let mut by_number: HashMap<(usize, Option<usize>), usize> = HashMap::new();
    let times = KernelTimes::of(recording);
    let mut launches = Vec::with_capacity(recording.kernels.len());
    for row in &recording.kernels {
        let numbers = (row.signature, row.nvtx);
        let kernel =
            *by_number.entry(numbers).or_insert_with(|| place(&mut all, numbers.0, numbers.1));
        launches.push((kernel, all[kernel].durations_ns.len()));
        all[kernel].durations_ns.push(times.usual(row));
    }
    for row in &recording.measurements {
        let kernel = place(&mut all, row.signature, row.nvtx);
        let kernel = &mut all[kernel];
        kernel.measured += 1;
        let names = &recording.counter_sets[row.counter_set].counters;
        for (name, value) in names.iter().zip(&row.values) {
            if let Some(value) = value {
                let sum = kernel.counters.entry(name).or_default();
                *sum = (sum.0 + value, sum.1 + 1);
            }
        }
    }
    (all, launches)
}

/// The hashes of the code of each function.
fn codes(recording: &Recording) -> HashMap<&str, String> {
    let mut hashes: HashMap<&str, Vec<&str>> = HashMap::new();
    for row in &recording.code {
        let of = hashes.entry(recording.names[row.function].as_str()).or_default();
        of.push(&recording.cubins[row.cubin].hash);
    }
    let joined = |(function, mut all): (_, Vec<&str>)| {
        all.sort_unstable();
        all.dedup();
        (function, all.join(" "))
    };
    hashes.into_iter().map(joined).collect()
}
