//! Which kernels a report lists, and in which order.

use std::cmp::Ordering;

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
    for place in 0..kernels.len() {
        let own = &kernels[place].quality;
        let beside = [place.checked_sub(1), Some(place + 1)].into_iter().flatten();
        let mut beside = beside.filter_map(|place| kernels.get(place));
        let tied = sort == Sort::Quality && beside.any(|other| own.is_tied_with(&other.quality));
        kernels[place].tied = tied;
    }
    analysis.most = top.unwrap_or(usize::MAX);
    analysis.left_out += before - kernels.len();
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
    let key = |kernel: &KernelReport| {
        (kernel.name.full.clone(), kernel.name.symbol.clone(), kernel.nvtx.clone())
    };
    key(a).cmp(&key(b)).then_with(|| a.configurations.cmp(&b.configurations))
}
