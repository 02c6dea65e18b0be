//! Kernels that wait for each other on several GPUs, known by when they ran.
//!
//! Such kernels have no common name: NCCL's have one, XLA generates its own. But the first to begin
//! waits for the last, so the launches of one number overlap on all GPUs, and however far apart they
//! begin, they end together. Of other kernels the ends lie as far apart as the beginnings.

use std::collections::{BTreeMap, BTreeSet};

use propp_recording_wire::Kernel;

/// Launches of a kernel on a GPU that are looked at.
const KEPT: usize = 256;

/// Fewer launches prove nothing.
const FEWEST: usize = 3;

/// How far apart the ends may lie, of how far apart the beginnings lie. On two H200s it was 0.01
/// (NCCL's all-reduce, 29 launches) and 0.16 (XLA's, 10 launches), and 0.99 to 1.00 of 20 kernels that
/// do not wait.
const MOST_APART: f64 = 0.5;

/// When the launches of kernels began and ended, by kernel and GPU.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meetings {
    times: BTreeMap<String, BTreeMap<(u32, u32), Vec<Times>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Times {
    correlation: u32,
    start_ns: u64,
    end_ns: u64,
}

impl Meetings {
    pub(crate) fn add(&mut self, process: u32, function: &str, kernel: &Kernel) {
        if !self.times.contains_key(function) {
            self.times.insert(function.to_owned(), BTreeMap::new());
        }
        let Some(on) = self.times.get_mut(function) else { return };
        let launches = on.entry((process, kernel.launch.device)).or_default();
        if launches.len() < KEPT {
            let correlation = kernel.launch.correlation;
            launches.push(Times { correlation, start_ns: kernel.start_ns, end_ns: kernel.end_ns });
        }
    }

    /// Mangled names of the kernels that wait for each other.
    pub(crate) fn kernels(&self) -> BTreeSet<String> {
        let wait = self.times.iter().filter(|(_, on)| wait_for_each_other(on));
        wait.map(|(function, _)| function.clone()).collect()
    }
}

fn wait_for_each_other(on: &BTreeMap<(u32, u32), Vec<Times>>) -> bool {
    // Records come in no order.
    let mut all = on.values().map(|launches| {
        let mut launches = launches.clone();
        launches.sort_unstable();
        launches
    });
    let Some(first) = all.next() else { return false };
    let (mut starts, mut ends) = (0, 0);
    for other in all {
        let pairs = || first.iter().zip(&other);
        let overlap = |(a, b): (&Times, &Times)| a.start_ns < b.end_ns && b.start_ns < a.end_ns;
        if first.len() < FEWEST || first.len() != other.len() || !pairs().all(overlap) {
            return false;
        }
        starts += pairs().map(|(a, b)| a.start_ns.abs_diff(b.start_ns)).sum::<u64>();
        ends += pairs().map(|(a, b)| a.end_ns.abs_diff(b.end_ns)).sum::<u64>();
    }
    starts > 0 && ends as f64 <= MOST_APART * starts as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::launch;

    /// A kernel whose launches begin and end then, in microseconds, on each GPU.
    fn of(gpus: &[&[(u64, u64)]]) -> Vec<String> {
        let mut meetings = Meetings::default();
        for (device, launches) in (0..).zip(gpus) {
            let mut records: Vec<(u32, &(u64, u64))> = (1..).zip(*launches).collect();
            records.reverse(); // They come in no order.
            for (correlation, (start, end)) in records {
                let launch = propp_recording_wire::Launch { device, ..launch(1, correlation) };
                let kernel = Kernel { launch, start_ns: start * 1000, end_ns: end * 1000 };
                meetings.add(0, "k", &kernel);
            }
        }
        meetings.kernels().into_iter().collect()
    }

    #[test]
    fn kernels_that_end_together_wait_for_each_other() {
        let one: &[(u64, u64)] = &[(0, 30), (100, 125), (200, 221)];
        assert_eq!(of(&[one, &[(20, 31), (103, 125), (215, 220)]]), ["k"]);
        // In lockstep, and each for itself.
        assert!(of(&[one, &[(20, 50), (103, 128), (215, 236)]]).is_empty());
        // One after the other.
        assert!(of(&[one, &[(31, 32), (126, 127), (222, 223)]]).is_empty());
        assert!(of(&[one]).is_empty());
        assert!(of(&[&one[..2], &[(20, 31), (103, 125)]]).is_empty(), "too few");
        assert!(of(&[one, &[(20, 31), (103, 125)]]).is_empty(), "not as many");
    }

    #[test]
    fn of_three_gpus_all_have_to_end_together() {
        let gpus: [&[(u64, u64)]; 3] = [
            &[(0, 30), (100, 125), (200, 221)],
            &[(20, 31), (103, 125), (215, 220)],
            &[(25, 30), (120, 126), (205, 221)],
        ];
        assert_eq!(of(&gpus), ["k"]);
        assert!(of(&[gpus[0], gpus[1], &[(25, 90), (120, 190), (205, 290)]]).is_empty());
    }
}
