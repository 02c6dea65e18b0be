//! A function within a range, rank by rank: all its configurations together, since more work is
//! another grid.

use std::collections::BTreeMap;

use propp_base_statistics::median::median;

use super::work::Work;
use crate::{Fleet, Kernel};

/// With fewer ranks no median tells which of them is the odd one, but in a job of two.
const FEWEST_RANKS: usize = 3;

/// What the functions of NCCL's kernels begin with.
const COLLECTIVE: &str = "nccl";

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Total {
    pub run: usize,
    pub total_ns: f64,
    pub(super) work: Work,
}

impl Total {
    fn add(&mut self, kernel: &Kernel) {
        let launches = kernel.launches as f64;
        self.total_ns += kernel.total_ns as f64;
        self.work.add(Work {
            launches,
            blocks: launches * kernel.blocks as f64,
            instructions: launches * kernel.instructions.unwrap_or(f64::NAN),
        });
    }
}

/// The function and its range.
pub(crate) type Name<'f> = (&'f str, &'f str);

/// A kernel by its job and name.
pub(crate) type JobName<'f> = (&'f str, Name<'f>);

pub(crate) fn is_collective(name: Name<'_>) -> bool {
    name.0.starts_with(COLLECTIVE)
}

/// What is usual in a job: the medians of its runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Usual {
    pub ranks: usize,
    pub steps: f64,
    pub total_ns: f64,
}

impl Usual {
    /// Of two ranks the slower one is told by how their steps vary beside each other.
    pub(super) fn is_pair(self) -> bool {
        self.ranks == 2
    }

    /// Ranks that are compared in a kernel.
    pub(super) fn fewest(self) -> usize {
        if self.is_pair() { 2 } else { FEWEST_RANKS }
    }

    /// The distance of ranks from the median, where it should be that from another rank: the median
    /// of two is in the middle between them.
    pub(super) fn share(self) -> f64 {
        if self.is_pair() { 0.5 } else { 1.0 }
    }
}

pub(super) fn usual(fleet: &Fleet) -> BTreeMap<&str, Usual> {
    let mut totals: Vec<Option<f64>> = vec![None; fleet.runs.len()];
    for kernel in fleet.kernels.iter().filter(|kernel| kernel.launches > 0) {
        *totals[kernel.run].get_or_insert_default() += kernel.total_ns as f64;
    }
    let mut jobs: BTreeMap<&str, [Vec<f64>; 2]> = BTreeMap::new();
    for (run, total) in fleet.runs.iter().zip(totals) {
        let [steps, totals] = jobs.entry(&run.job).or_default();
        steps.push(run.steps as f64);
        totals.extend(total);
    }
    let median = |values: &[f64]| median(values).unwrap_or_default();
    let of_job = |[steps, totals]: [Vec<f64>; 2]| Usual {
        ranks: steps.len(),
        steps: median(&steps),
        total_ns: median(&totals),
    };
    jobs.into_iter().map(|(job, runs)| (job, of_job(runs))).collect()
}

/// The totals of all jobs, a list by function, each in the order of the runs. A kernel that the
/// trace run did not see is in none.
pub(crate) fn by_job(fleet: &Fleet) -> BTreeMap<(&str, Name<'_>), Vec<Total>> {
    let mut sums: BTreeMap<(&str, Name<'_>), BTreeMap<usize, Total>> = BTreeMap::new();
    for kernel in fleet.kernels.iter().filter(|kernel| kernel.launches > 0) {
        let name = (kernel.function.as_str(), kernel.range.as_str());
        let of_job = sums.entry((fleet.runs[kernel.run].job.as_str(), name)).or_default();
        let none = Total { run: kernel.run, total_ns: 0.0, work: Work::NONE };
        of_job.entry(kernel.run).or_insert(none).add(kernel);
    }
    sums.into_iter().map(|(key, totals)| (key, totals.into_values().collect())).collect()
}
