//! Which kernels a report lists, and in which order.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use propp_code_lines::KernelLines;
use propp_judge_cost::quality::{QualityMetric, Weights, quality_metric};

use super::model::{by_name, values};
use super::{Analysis, KernelReport};

/// The order of the kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    Time,
    /// The worst quality first; without one, last.
    Quality,
    Name,
}

/// The kernels of an analysis that a report is about, in its order. Shares of time stay those of the
/// whole program.
#[derive(Clone, Debug)]
pub struct Listing<'a> {
    pub analysis: &'a Analysis,
    /// All that were asked for.
    pub kernels: Vec<&'a KernelReport>,
    /// How many of them the report lists; the others count in what it says of the run.
    most: usize,
    /// By their numbers, kernels of which it cannot be told whether the one before or after is the
    /// better, in an order by quality.
    tied: BTreeSet<usize>,
}

impl<'a> Listing<'a> {
    /// All kernels, the most time first.
    pub fn whole(analysis: &'a Analysis) -> Self {
        Self::new(analysis, Sort::Time, |_| true, None)
    }

    /// The kernels that are wanted; of these the report lists `top`.
    pub fn new(
        analysis: &'a Analysis,
        sort: Sort,
        wanted: impl Fn(&KernelReport) -> bool,
        top: Option<usize>,
    ) -> Self {
        let mut kernels: Vec<&KernelReport> =
            analysis.kernels.iter().filter(|kernel| wanted(kernel)).collect();
        let mut tied = BTreeSet::new();
        match sort {
            // The analysis has them in this order.
            Sort::Time => {}
            Sort::Quality => {
                kernels.sort_by(|a, b| by_quality(a, b));
                tied = ties(&kernels, &analysis.weights);
            }
            Sort::Name => kernels.sort_by(|a, b| {
                by_name(
                    (&a.name, &a.nvtx, &a.configurations),
                    (&b.name, &b.nvtx, &b.configurations),
                )
            }),
        }
        Self { analysis, kernels, most: top.unwrap_or(usize::MAX), tied }
    }

    pub fn listed(&self) -> &[&'a KernelReport] {
        &self.kernels[..self.most.min(self.kernels.len())]
    }

    /// How many kernels of the program it does not list.
    pub fn unlisted(&self) -> usize {
        self.analysis.kernels.len() - self.listed().len()
    }

    /// How many kernels it lists at most.
    pub const fn most(&self) -> usize {
        self.most
    }

    /// What line runs counted of its kernels.
    pub fn lines(&self) -> impl Iterator<Item = &'a KernelLines> {
        self.kernels.iter().filter_map(|kernel| kernel.lines.as_deref())
    }

    /// Whether all kernels of the program were asked for.
    pub fn is_whole(&self) -> bool {
        self.kernels.len() == self.analysis.kernels.len()
    }

    /// Whether it cannot be told if the kernel before or after this one is the better.
    pub fn is_tied(&self, kernel: &KernelReport) -> bool {
        self.tied.contains(&kernel.number)
    }
}

/// The numbers of kernels whose order beside the next one cannot be told.
fn ties(kernels: &[&KernelReport], weights: &Weights) -> BTreeSet<usize> {
    let quality = |kernel: &&KernelReport| quality_metric(weights, &values(&kernel.criteria));
    let qualities: Vec<QualityMetric> = kernels.iter().map(quality).collect();
    (kernels.windows(2).zip(qualities.windows(2)))
        .filter(|(_, two)| two[0].is_tied_with(&two[1]))
        .flat_map(|(two, _)| [two[0].number, two[1].number])
        .collect()
}

fn by_quality(a: &KernelReport, b: &KernelReport) -> Ordering {
    let quality = |kernel: &KernelReport| kernel.quality.value.measured().map(|value| value.get());
    let order = match (quality(a), quality(b)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    };
    order.then_with(|| a.number.cmp(&b.number))
}
