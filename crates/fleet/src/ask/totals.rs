//! A function within a range, rank by rank: all its configurations together, since more work is
//! another grid.

use std::collections::BTreeMap;

use crate::{Fleet, Kernel};

/// What the kernels of one function within one range add up to in one recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Total {
    /// Index of the run.
    pub run: usize,
    pub launches: i64,
    pub total_ns: f64,
    /// Blocks of all launches.
    pub blocks: f64,
    /// Warp instructions of all launches; `None` if they are not known of each configuration.
    pub instructions: Option<f64>,
}

impl Total {
    fn add(&mut self, kernel: &Kernel) {
        let launches = kernel.launches as f64;
        self.launches += kernel.launches;
        self.total_ns += kernel.total_ns as f64;
        self.blocks += launches * kernel.blocks as f64;
        let own = kernel.instructions.map(|of_launch| of_launch * launches);
        self.instructions = self.instructions.zip(own).map(|(sum, own)| sum + own);
    }
}

/// The function and its range.
pub(super) type Name<'f> = (&'f str, &'f str);

/// The totals of all jobs, a list by function, each in the order of the runs. A kernel that the
/// trace run did not see is in none.
pub(super) fn by_job(fleet: &Fleet) -> BTreeMap<(&str, Name<'_>), Vec<Total>> {
    let mut sums: BTreeMap<(&str, Name<'_>), BTreeMap<usize, Total>> = BTreeMap::new();
    for kernel in fleet.kernels.iter().filter(|kernel| kernel.launches > 0) {
        let name = (kernel.function.as_str(), kernel.range.as_str());
        let of_job = sums.entry((fleet.runs[kernel.run].job.as_str(), name)).or_default();
        let none = Total { run: kernel.run, instructions: Some(0.0), ..Total::default() };
        of_job.entry(kernel.run).or_insert(none).add(kernel);
    }
    sums.into_iter().map(|(key, totals)| (key, totals.into_values().collect())).collect()
}
