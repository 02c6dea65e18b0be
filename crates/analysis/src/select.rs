//! Which kernels a report lists, and in which order.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use propp_cost::quality::{QualityMetric, Weights, quality_metric};

use super::{Analysis, KernelReport};

/// The order of the kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// The most time first.
    #[default]
    Time,
    /// The worst quality first; without one, last.
    Quality,
    /// By full name.
    Name,
}

/// Sorts the kernels and keeps those that are wanted; of these the report lists `top`. Shares of
/// time stay those of the whole program.
pub fn select(
    analysis: &mut Analysis,
    sort: Sort,
    wanted: impl Fn(&KernelReport) -> bool,
    top: Option<usize>,
) {
    let kernels = &mut analysis.kernels;
    let before = kernels.len();
    kernels.retain(wanted);
    kernels.sort_by(match sort {
        Sort::Time => by_time,
        Sort::Quality => by_quality,
        Sort::Name => by_name,
    });
    mark_ties(kernels, &analysis.weights, sort);
    analysis.most = top.unwrap_or(usize::MAX);
    analysis.left_out += before - kernels.len();
}

/// Marks kernels whose order beside the next one cannot be told.
fn mark_ties(kernels: &mut [KernelReport], weights: &Weights, sort: Sort) {
    let mut before: Option<QualityMetric> = None;
    for place in 0..kernels.len() {
        kernels[place].tied = false;
        if sort == Sort::Quality {
            let criteria = kernels[place].criteria.iter();
            let values: BTreeMap<_, _> =
                criteria.map(|(&c, report)| (c, report.aggregate.value.clone())).collect();
            let own = quality_metric(weights, &values);
            if before.is_some_and(|before| before.is_tied_with(&own)) {
                kernels[place - 1].tied = true;
                kernels[place].tied = true;
            }
            before = Some(own);
        }
    }
}

/// No two kernels are equal in everything that [`by_name`] compares, so every
/// order is the same each time.
pub(super) fn by_time(a: &KernelReport, b: &KernelReport) -> Ordering {
    // What has no times has its place in the predicted order, or none.
    let predicted = |kernel: &KernelReport| {
        kernel.order.as_ref().map_or(0.0, |order| order.launch.ns * kernel.launches())
    };
    let by_order = || predicted(b).total_cmp(&predicted(a));
    b.total_ns().cmp(&a.total_ns()).then_with(by_order).then_with(|| by_name(a, b))
}

fn by_quality(a: &KernelReport, b: &KernelReport) -> Ordering {
    let quality = |kernel: &KernelReport| kernel.quality.value.measured().map(|value| value.get());
    let order = match (quality(a), quality(b)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    };
    order.then_with(|| by_time(a, b))
}

fn by_name(a: &KernelReport, b: &KernelReport) -> Ordering {
    let names = a.name.full.cmp(&b.name.full).then_with(|| a.name.symbol.cmp(&b.name.symbol));
    let all = names.then_with(|| a.nvtx.cmp(&b.nvtx));
    all.then_with(|| a.configurations.cmp(&b.configurations))
}
