//! How long kernels ran, where a run that counted, too, did not time all of them.

use std::collections::HashMap;

use propp_base_model::counters::TIME;
use propp_recording_wire::LaunchKey;

use super::{KernelRow, Recording};

/// The times of a recording's kernels.
#[derive(Debug)]
pub struct KernelTimes<'a> {
    recording: &'a Recording,
    is_one_run: bool,
    /// The mean time of the launches that were timed, in a recording of one run; of those that were
    /// measured where none was.
    usual: HashMap<LaunchKey<Option<&'a str>>, u64>,
}

#[derive(Default)]
struct Mean {
    sum: f64,
    count: u32,
}

impl<'a> KernelTimes<'a> {
    pub fn of(recording: &'a Recording) -> Self {
        let is_one_run = recording.is_one_run();
        let mut times = Self { recording, is_one_run, usual: HashMap::new() };
        if is_one_run {
            let timed = recording.kernels.iter().filter(|row| row.end_ns > row.start_ns);
            times.add(
                timed.map(|row| (row.signature, row.nvtx, (row.end_ns - row.start_ns) as f64)),
            );
            let measured = recording.measurements.iter().filter_map(|one| {
                let counters = &recording.counter_sets[one.counter_set].counters;
                let place = counters.iter().position(|counter| counter == TIME)?;
                let ns = one.values.get(place).copied().flatten()?;
                Some((one.signature, one.nvtx, ns))
            });
            times.add(measured);
        }
        times
    }

    /// Adds the means of the kinds that have none yet.
    fn add(&mut self, times: impl Iterator<Item = (usize, Option<usize>, f64)>) {
        let mut means: HashMap<LaunchKey<Option<&'a str>>, Mean> = HashMap::new();
        for (signature, nvtx, ns) in times.filter(|(_, _, ns)| ns.is_finite() && *ns > 0.0) {
            let mean = means.entry(self.recording.launch_key(signature, nvtx)).or_default();
            mean.sum += ns;
            mean.count += 1;
        }
        for (kind, mean) in means {
            let mean_ns = (mean.sum / f64::from(mean.count)).round() as u64;
            self.usual.entry(kind).or_insert(mean_ns);
        }
    }

    /// How long it ran; `None` if its counters were read meanwhile, so that CUPTI did not time it.
    pub fn measured(&self, row: &KernelRow) -> Option<u64> {
        let is_timed = !self.is_one_run || row.end_ns > row.start_ns;
        is_timed.then(|| row.end_ns.saturating_sub(row.start_ns))
    }

    /// The same, or how long others of its kind ran; 0 if that is not known either.
    pub fn usual(&self, row: &KernelRow) -> u64 {
        let usual = || {
            let kind = self.recording.launch_key(row.signature, row.nvtx);
            self.usual.get(&kind).copied().unwrap_or(0)
        };
        self.measured(row).unwrap_or_else(usual)
    }
}

#[cfg(test)]
mod tests {
    use propp_recording_wire::Job;

    use super::super::{CounterSet, Measurement, Run, Signature};
    use super::*;

    fn row(signature: usize, end_ns: u64) -> KernelRow {
        let (start_ns, nvtx) = (10, None);
        KernelRow { stream: 0, signature, start_ns, end_ns, correlation: 0, graph: 0, nvtx }
    }

    fn measurement(signature: usize, ns: f64) -> Measurement {
        Measurement {
            stream: 0,
            signature,
            counter_set: 0,
            ordinal: 0,
            ordinal_in_signature: 0,
            correlation: 0,
            graph: 0,
            nvtx: None,
            took_ns: 0,
            values: vec![Some(1.0), Some(ns)],
        }
    }

    fn signature(function: usize) -> Signature {
        Signature { function: Some(function), grid: [1; 3], block: [1; 3], ..Signature::default() }
    }

    #[test]
    fn what_was_not_timed_has_the_time_of_its_kind() {
        let counters = vec!["other".to_owned(), TIME.to_owned()];
        let set = CounterSet { process: 0, device_index: 0, runs: 1, counters, passes: vec![1, 1] };
        let kernels = vec![row(0, 10), row(0, 30), row(0, 20), row(1, 10), row(2, 10)];
        let run = Run { job: Job::Count, duration_ns: None, ending: None };
        let two_runs = Recording {
            runs: vec![run],
            names: ["a", "b", "c"].map(str::to_owned).to_vec(),
            signatures: [0, 1, 2].map(signature).to_vec(),
            counter_sets: vec![set],
            measurements: vec![measurement(0, 99.0), measurement(1, 40.0), measurement(1, 50.0)],
            kernels: kernels.clone(),
            ..Recording::default()
        };
        let option = ("option.runs".to_owned(), "one".to_owned());
        let one_run = Recording { meta: [option].into(), ..two_runs.clone() };
        let without_counters = Recording { runs: Vec::new(), ..one_run.clone() };
        assert!(one_run.is_one_run() && !without_counters.is_one_run());
        let of = |recording: &Recording| -> Vec<(Option<u64>, u64)> {
            let times = KernelTimes::of(recording);
            kernels.iter().map(|row| (times.measured(row), times.usual(row))).collect()
        };
        assert_eq!(of(&two_runs)[0], (Some(0), 0));
        let expected = [(None, 15), (Some(20), 20), (Some(10), 10), (None, 45), (None, 0)];
        assert_eq!(of(&one_run), expected);
    }
}
