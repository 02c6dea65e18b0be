//! Compares sides with the first of them.

use propp_base_names::KernelName;
use propp_judge_analysis::{Analysis, KernelReport, Listing, OnTarget, Sort, Target, elsewhere};
use propp_judge_criteria::{Sample, aggregate};

use super::align::{Pair, align};
use super::expected::{Expected, same_prices};
use super::explain::Reasons;
use super::predicted::Predicted;
use super::shares::Shares;
use super::time::{Change, Estimate};

#[derive(Clone, Debug)]
pub struct Side<'a> {
    /// As the user calls it.
    pub name: String,
    /// With one kernel for each function and configuration.
    pub listing: Listing<'a>,
}

impl<'a> Side<'a> {
    /// With the wanted kernels of an analysis.
    pub fn new(
        name: String,
        analysis: &'a Analysis,
        wanted: impl Fn(&KernelName, Option<&str>) -> bool,
    ) -> Self {
        let wanted = |kernel: &KernelReport| wanted(&kernel.name, kernel.nvtx.as_deref());
        Self { name, listing: Listing::new(analysis, Sort::Time, wanted, None) }
    }

    /// Its kernels, by their places in pairs.
    pub(super) fn kernels(&self) -> &[&'a KernelReport] {
        &self.listing.kernels
    }
}

/// A kernel of the baseline and its partner.
#[derive(Clone, Debug)]
pub struct PairedKernels {
    pub pair: Pair,
    /// Of the time of a launch; `None` without a partner or without times.
    pub change: Option<Change>,
    /// Of the predicted time of a launch.
    pub expected: Option<Expected>,
    /// The order of a launch of both, where both were emulated.
    pub predicted: Option<Predicted>,
    /// What of the change is the GPU's, where the sides ran on different ones.
    pub shares: Option<Shares>,
    pub reasons: Reasons,
}

/// A side compared with the baseline.
#[derive(Clone, Debug)]
pub struct Against {
    /// The index of the side; never 0.
    pub side: usize,
    /// Of the time of all kernels; `None` if a side has no times.
    pub change: Option<Change>,
    /// The order of all kernels together, where both sides were emulated.
    pub predicted: Option<Predicted>,
    /// What of the change of all kernels is the GPU's, where the sides ran on different ones.
    pub shares: Option<Shares>,
    /// The longest time first.
    pub rows: Vec<PairedKernels>,
    /// The index of the row whose total time changed most.
    pub mover: Option<usize>,
    /// The reasons of the row `mover`.
    pub reasons: Reasons,
}

#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    /// In the order of the command line; the first is the baseline.
    pub sides: Vec<Side<'a>>,
    /// The time of all kernels of each side.
    pub totals: Vec<Option<Estimate>>,
    /// Indexes of the sides, the fastest first; sides without times last.
    pub order: Vec<usize>,
    /// Each side but the first.
    pub against: Vec<Against>,
}

impl Comparison<'_> {
    /// The GPUs, each once. With several, times compare the GPUs, too.
    pub fn gpus(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for device in self.sides.iter().flat_map(|side| &side.listing.analysis.devices) {
            if !names.contains(&device.name) {
                names.push(device.name.clone());
            }
        }
        names
    }

    /// The mean QM of a side's kernels, weighted by time.
    pub fn quality(&self, side: usize) -> Option<f64> {
        let samples: Vec<Sample> = self.sides[side]
            .kernels()
            .iter()
            .map(|kernel| Sample {
                value: kernel.quality.value.clone(),
                unprofiled_ns: kernel.total_ns(),
            })
            .collect();
        aggregate(&samples).value.measured().map(|value| value.get())
    }
}

/// Compares each side with the first.
pub fn compare(sides: Vec<Side<'_>>) -> Comparison<'_> {
    let totals: Vec<Option<Estimate>> =
        sides.iter().map(|side| Estimate::for_total(side.kernels())).collect();
    let mut order: Vec<usize> = (0..sides.len()).collect();
    let time = |place: usize| totals[place].map_or(f64::INFINITY, |total| total.ns);
    order.sort_by(|a, b| time(*a).total_cmp(&time(*b)));
    let against = (1..sides.len())
        .map(|side| against(&sides, side, Change::between(totals[0], totals[side])))
        .collect();
    Comparison { sides, totals, order, against }
}

/// The baseline's run on the GPU of a side, where that is another one.
fn on_its_gpu(sides: &[Side<'_>], side: usize) -> Option<OnTarget> {
    let (base, other) = (&sides[0].listing, sides[side].listing.analysis);
    let target = Target::of(other).filter(|target| {
        base.analysis.devices.first().is_some_and(|device| device.name != target.name)
    })?;
    elsewhere(base, &target).ok()
}

fn against(sides: &[Side<'_>], side: usize, change: Option<Change>) -> Against {
    let on_its_gpu = on_its_gpu(sides, side);
    let prices = same_prices(sides[0].listing.analysis, sides[side].listing.analysis);
    let (base, other) = (sides[0].kernels(), sides[side].kernels());
    let mut rows: Vec<PairedKernels> = align(base, other)
        .into_iter()
        .map(|pair| {
            let both = pair.a.map(|a| base[a]).zip(pair.b.map(|b| other[b]));
            let change = both.and_then(|(a, b)| {
                Change::between(Estimate::for_kernel(a), Estimate::for_kernel(b))
            });
            let expected = both.and_then(|(a, b)| Expected::between(a, b, prices));
            let predicted = both.zip(prices);
            let predicted =
                predicted.and_then(|((a, b), prices)| Predicted::of_launch(a, b, prices));
            let verdict =
                change.map(|change| change.verdict).or(predicted.map(|order| order.verdict));
            let shares = pair.a.zip(change).zip(on_its_gpu.as_ref());
            let shares = shares.and_then(|((a, change), on)| Shares::of_kernel(on, a, &change));
            let reasons = both
                .map_or_else(Reasons::default, |(a, b)| Reasons::for_pair(a, b, verdict, expected));
            PairedKernels { pair, change, expected, predicted, shares, reasons }
        })
        .collect();
    let time = |kernels: &[&KernelReport], place: Option<usize>| {
        place.and_then(|place| kernels.get(place)).map_or(0, |kernel| kernel.total_ns())
    };
    let most = |row: &PairedKernels| time(base, row.pair.a).max(time(other, row.pair.b));
    rows.sort_by_key(|row| std::cmp::Reverse(most(row)));
    let moved = |place: &usize| {
        let pair = &rows[*place].pair;
        time(base, pair.a).abs_diff(time(other, pair.b))
    };
    let has_times = |place: &usize| rows[*place].change.is_some();
    let mover = (0..rows.len()).filter(has_times).max_by_key(moved);
    let reasons = mover.map(|place| rows[place].reasons.clone()).unwrap_or_default();
    let predicted = prices.and_then(|prices| Predicted::of_programs(base, other, prices));
    let shares = on_its_gpu.zip(change).and_then(|(on, change)| Shares::of_run(&on, &change));
    Against { side, change, predicted, shares, rows, mover, reasons }
}
