//! Compares sides with the first of them.

use propp_base_names::KernelName;
use propp_judge_analysis::{
    Analysis, KernelReport, Listing, OnTarget, Sort, Steps, Target, elsewhere, program,
};
use propp_judge_criteria::{Sample, aggregate};
use propp_judge_hints::Libraries;
use schemars::JsonSchema;
use serde::Serialize;

use super::align::{How, Pair, align};
use super::doubts::{Doubt, doubts};
use super::expected::{Expected, same_prices};
use super::explain::Reasons;
use super::no_price::NoPrice;
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

    /// The program that all its kernels are of; `None` for a choice of kernels, and where the program is not
    /// known.
    fn whole_program(&self) -> Option<String> {
        let analysis = self.listing.analysis;
        let is_whole = self.kernels().len() == analysis.kernels.len();
        analysis.sources.first().filter(|_| is_whole).and_then(|source| program(&source.command))
    }

    /// The steps that it is about; `None` for the whole run.
    pub(super) fn steps(&self) -> Option<&Steps> {
        self.listing.analysis.run.steps.as_ref()
    }

    /// How many steps its times are of.
    pub(super) fn parts(&self) -> f64 {
        self.steps().map_or(1.0, |steps| steps.reported as f64)
    }

    /// Launches of a kernel in a step, or in the run.
    pub(super) fn launches(&self, kernel: &KernelReport) -> Option<u64> {
        let in_one = |seen: u64| (seen as f64 / self.parts()).round() as u64;
        // What runs in some of the steps is not nothing.
        kernel.seen.map(|seen| in_one(seen).max(seen.min(1)))
    }

    /// The time of a kernel in a step, or in the run.
    pub(super) fn total_ns(&self, kernel: &KernelReport) -> u64 {
        (kernel.total_ns() as f64 / self.parts()).round() as u64
    }

    /// Its kernels, by their places in pairs.
    pub(super) fn kernels(&self) -> &[&'a KernelReport] {
        &self.listing.kernels
    }
}

/// A kernel of the first side and the one in its place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "RowJson")]
pub struct PairedKernels<'a> {
    // Their places among the kernels of both sides.
    #[serde(skip)]
    pub pair: Pair,
    /// The first side's; null for one that is new.
    pub before: Option<PairedKernel<'a>>,
    /// The other's; null for one that is gone.
    pub after: Option<PairedKernel<'a>>,
    /// Why they belong together.
    pub aligned_by: How,
    /// Of a launch; null without times of both.
    pub change: Option<Change>,
    /// By the cost model, without times; null where it covers not both.
    pub expected: Option<Expected>,
    /// Of a launch, and only of kernels that both were emulated: which should be faster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicted: Option<Predicted>,
    /// Why counts give no order of two kernels without times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_order: Option<String>,
    /// What of the change is the GPU's; only of sides that ran on different GPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<Shares>,
    pub reasons: Reasons,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "KernelJson")]
pub struct PairedKernel<'a> {
    /// The full name as the programmer wrote it.
    pub name: &'a str,
    /// The NVTX range around the launches, where ranges were asked for.
    pub nvtx: Option<&'a str>,
    /// Launches in the trace run, or in a step; null without a trace run.
    pub launches: Option<u64>,
    /// All of them, in nanoseconds.
    pub total_ns: u64,
}

/// A side against the first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "AgainstJson")]
pub struct Against<'a> {
    // The index of the side; never 0.
    #[serde(skip)]
    pub place: usize,
    /// Name of the first side.
    pub base: String,
    /// Name of this side.
    pub side: String,
    /// Whether both are whole runs of different programs without a common kernel, except for a library's:
    /// their times are of different work, and not ordered.
    pub unrelated: bool,
    /// All kernels together; null where one of both has no times, and of unrelated programs.
    #[serde(rename = "total")]
    pub change: Option<Change>,
    /// All kernels together; only of two emulated programs, and null where a kernel has no prediction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicted: Option<Predicted>,
    /// What of the change is the GPU's; only of sides that ran on different GPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<Shares>,
    /// Place of the kernel whose total time changed most, among `kernels`; null without times.
    pub mover: Option<usize>,
    /// What explains the difference in that kernel.
    pub reasons: Reasons,
    /// Why it may not be the same work; empty unless both programs were emulated.
    pub doubts: Vec<Doubt>,
    /// Kernel by kernel, those of most time first.
    #[serde(rename = "kernels")]
    pub rows: Vec<PairedKernels<'a>>,
}

#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    /// In the order of the command line; the first is the baseline.
    pub sides: Vec<Side<'a>>,
    /// The time of all kernels of each side.
    pub totals: Vec<Option<Estimate>>,
    /// Indexes of the sides, the fastest first; sides without times and unrelated programs last.
    pub order: Vec<usize>,
    /// Each side but the first.
    pub against: Vec<Against<'a>>,
}

impl<'a> PairedKernel<'a> {
    fn of(side: &Side<'a>, place: usize) -> Self {
        let report = side.kernels()[place];
        Self {
            name: &report.name.full,
            nvtx: report.nvtx.as_deref(),
            launches: side.launches(report),
            total_ns: side.total_ns(report),
        }
    }
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

    /// Whether it is known what of a difference is the GPU's.
    pub fn has_shares(&self) -> bool {
        let any = |one: &Against<'_>| {
            one.shares.is_some() || one.rows.iter().any(|row| row.shares.is_some())
        };
        self.against.iter().any(any)
    }

    /// Whether a side has a place among the others: it does the same work as the first one.
    pub(super) fn is_ordered(&self, side: usize) -> bool {
        !self.against.iter().any(|one| one.place == side && one.unrelated)
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
        sides.iter().map(|side| Estimate::for_total(side.kernels(), side.parts())).collect();
    let against: Vec<Against<'_>> = (1..sides.len())
        .map(|side| against(&sides, side, Change::between(totals[0], totals[side])))
        .collect();
    let mut order: Vec<usize> = (0..sides.len()).collect();
    let is_unrelated = |place: usize| place > 0 && against[place - 1].unrelated;
    let time = |place: usize| match totals[place] {
        Some(total) if !is_unrelated(place) => total.ns,
        _ => f64::INFINITY,
    };
    order.sort_by(|a, b| time(*a).total_cmp(&time(*b)));
    Comparison { sides, totals, order, against }
}

/// Whether two whole runs are of different programs, whose kernels have nothing in common. Names that are
/// alike may be chance where they are of less than half of the time, and so may be kernels of a library,
/// which any program calls: they are alike if the full names are the same.
fn are_unrelated(one: &Side<'_>, other: &Side<'_>, rows: &[PairedKernels<'_>]) -> bool {
    let programs = [one, other].map(|side| side.whole_program());
    let [Some(before), Some(after)] = programs else { return false };
    if before == after {
        return false;
    }
    // Without the list of libraries, every kernel is the program's own.
    let libraries = Libraries::bundled().unwrap_or_default();
    let is_library = |row: &PairedKernels<'_>| {
        let of = |kernel: &Option<PairedKernel<'_>>| {
            kernel.as_ref().is_some_and(|kernel| libraries.have(kernel.name))
        };
        of(&row.before) && of(&row.after)
    };
    let is_alike = |row: &PairedKernels<'_>| match row.aligned_by {
        How::Signature | How::Name => true,
        How::Function | How::Place => !is_library(row),
        How::Alone => false,
    };
    let is_named = |row: &PairedKernels<'_>| {
        matches!(row.aligned_by, How::Signature | How::Name | How::Function) && !is_library(row)
    };
    let total =
        |of: &dyn Fn(&PairedKernels<'_>) -> Option<u64>| rows.iter().filter_map(of).sum::<u64>();
    let mostly_alike = |of: fn(&PairedKernels<'_>) -> Option<u64>| {
        2 * total(&|row| of(row).filter(|_| is_alike(row))) >= total(&of).max(1)
    };
    let is_related = rows.iter().any(is_named)
        || mostly_alike(|row| Some(row.before.as_ref()?.total_ns))
            && mostly_alike(|row| Some(row.after.as_ref()?.total_ns));
    !is_related
}

/// The baseline's run on the GPU of a side, where that is another one.
fn on_its_gpu(sides: &[Side<'_>], side: usize) -> Option<OnTarget> {
    let (base, other) = (&sides[0].listing, sides[side].listing.analysis);
    let target = Target::of(other).filter(|target| {
        base.analysis.devices.first().is_some_and(|device| device.name != target.name)
    })?;
    elsewhere(base, &target).ok()
}

fn against<'a>(sides: &[Side<'a>], place: usize, change: Option<Change>) -> Against<'a> {
    let on_its_gpu = on_its_gpu(sides, place);
    let prices = same_prices(sides[0].listing.analysis, sides[place].listing.analysis);
    let (base, other) = (sides[0].kernels(), sides[place].kernels());
    let mut rows: Vec<PairedKernels<'_>> = align(base, other)
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
            let without_order = both.filter(|_| verdict.is_none() && expected.is_none());
            let without_order = without_order
                .and_then(|(a, b)| NoPrice::of(a).or_else(|| NoPrice::of(b)))
                .map(|why| why.words(""));
            let shares = pair.a.zip(change).zip(on_its_gpu.as_ref());
            let shares = shares.and_then(|((a, change), on)| Shares::of_kernel(on, a, &change));
            let reasons = both
                .map_or_else(Reasons::default, |(a, b)| Reasons::for_pair(a, b, verdict, expected));
            PairedKernels {
                pair,
                before: pair.a.map(|a| PairedKernel::of(&sides[0], a)),
                after: pair.b.map(|b| PairedKernel::of(&sides[place], b)),
                aligned_by: pair.how,
                change,
                expected,
                predicted,
                without_order,
                shares,
                reasons,
            }
        })
        .collect();
    let time = |side: &Side<'_>, place: Option<usize>| {
        let kernel = place.and_then(|place| side.kernels().get(place).copied());
        kernel.map_or(0, |kernel| side.total_ns(kernel))
    };
    let [one, two] = [&sides[0], &sides[place]];
    let most = |row: &PairedKernels<'_>| time(one, row.pair.a).max(time(two, row.pair.b));
    rows.sort_by_key(|row| std::cmp::Reverse(most(row)));
    let moved = |place: &usize| {
        let pair = &rows[*place].pair;
        time(one, pair.a).abs_diff(time(two, pair.b))
    };
    let has_times = |place: &usize| rows[*place].change.is_some();
    let mover = (0..rows.len()).filter(has_times).max_by_key(moved);
    let reasons = mover.map(|place| rows[place].reasons.clone()).unwrap_or_default();
    let predicted = prices.and_then(|prices| Predicted::of_programs(base, other, prices));
    let shares = on_its_gpu.zip(change).and_then(|(on, change)| Shares::of_run(&on, &change));
    let pairs: Vec<&Pair> = rows.iter().map(|row| &row.pair).collect();
    let doubts = doubts(&one.listing, &two.listing, &pairs);
    let [base, side] = [0, place].map(|place| sides[place].name.clone());
    let unrelated = are_unrelated(one, two, &rows);
    let (change, predicted, shares) =
        if unrelated { (None, None, None) } else { (change, predicted, shares) };
    Against {
        place,
        base,
        side,
        unrelated,
        change,
        predicted,
        shares,
        mover,
        reasons,
        doubts,
        rows,
    }
}
