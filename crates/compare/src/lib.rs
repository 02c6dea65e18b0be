//! Which of several runs, or implementations in one run, is better. Pure.
//!
//! A side is an [`Analysis`] of its own. Each is held against the first: kernels are
//! brought together (`align`), times compared with how sure they are (`time`), and
//! criteria and counts of work looked through for what explains the difference
//! (`explain`).

mod align;
mod explain;
mod format;
mod json;
mod markdown;
mod table;
mod time;

use propp_analysis::{Analysis, KernelReport};
use propp_criteria::{Sample, aggregate};
use propp_model::Fraction;
use propp_names::KernelName;

pub use align::{How, Pair, align};
pub use explain::{Moved, Reasons};
pub use json::{json, schema};
pub use markdown::markdown;
pub use table::table;
pub use time::{Change, Estimate, Verdict};

/// One of the things compared.
#[derive(Clone, Debug)]
pub struct Side {
    /// What the user calls it.
    pub name: String,
    /// Its kernels, one for each function and configuration.
    pub analysis: Analysis,
}

impl Side {
    /// The kernels that are wanted, whose shares of time are then of each other.
    #[must_use]
    pub fn of(
        name: String,
        mut analysis: Analysis,
        wanted: impl Fn(&KernelName, Option<&str>) -> bool,
    ) -> Self {
        let before = analysis.kernels.len();
        analysis.kernels.retain(|kernel| wanted(&kernel.name, kernel.nvtx.as_deref()));
        analysis.left_out += before - analysis.kernels.len();
        let whole: u64 = analysis.kernels.iter().map(KernelReport::total_ns).sum();
        for kernel in &mut analysis.kernels {
            let total = kernel.durations.map(|durations| durations.total_ns as f64);
            kernel.time_share = total.and_then(|total| Fraction::clamped(total / whole as f64));
        }
        Self { name, analysis }
    }
}

/// A kernel of the first side and the one in its place.
#[derive(Clone, Debug)]
pub struct Row {
    /// Places in the lists of both sides, and why they belong together.
    pub pair: Pair,
    /// By how much a launch differs; `None` where there is only one of them, or no time.
    pub change: Option<Change>,
    /// What explains it.
    pub reasons: Reasons,
}

/// A side against the first.
#[derive(Clone, Debug)]
pub struct Against {
    /// Place of the side; never 0.
    pub side: usize,
    /// By how much all kernels together differ; `None` where a side has no times.
    pub change: Option<Change>,
    /// Kernel by kernel, those of most time first.
    pub rows: Vec<Row>,
    /// Place of the row whose total time changed most.
    pub mover: Option<usize>,
    /// What explains the difference in that row.
    pub reasons: Reasons,
}

/// Everything compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The sides, in the order in which they were named.
    pub sides: Vec<Side>,
    /// Time in kernels of each.
    pub totals: Vec<Option<Estimate>>,
    /// Places of the sides, the fastest first; those without times last.
    pub order: Vec<usize>,
    /// Each but the first against the first.
    pub against: Vec<Against>,
}

impl Comparison {
    /// The GPUs, each once; of several, times say nothing of the programs alone.
    #[must_use]
    pub fn gpus(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for device in self.sides.iter().flat_map(|side| &side.analysis.devices) {
            if !names.contains(&device.name) {
                names.push(device.name.clone());
            }
        }
        names
    }

    /// QM of a side: of its kernels, each counting by its time.
    #[must_use]
    pub fn quality(&self, side: usize) -> Option<f64> {
        let samples: Vec<Sample> = self.sides[side]
            .analysis
            .kernels
            .iter()
            .map(|kernel| Sample {
                value: kernel.quality.value.clone(),
                unprofiled_ns: kernel.total_ns(),
            })
            .collect();
        aggregate(&samples).value.measured().map(|value| value.get())
    }
}

/// Compares sides with the first of them.
#[must_use]
pub fn compare(sides: Vec<Side>) -> Comparison {
    let totals: Vec<Option<Estimate>> =
        sides.iter().map(|side| Estimate::of_all(&side.analysis.kernels)).collect();
    let mut order: Vec<usize> = (0..sides.len()).collect();
    let time = |place: usize| totals[place].map_or(f64::INFINITY, |total| total.ns);
    order.sort_by(|a, b| time(*a).total_cmp(&time(*b)));
    let against = (1..sides.len())
        .map(|side| against(&sides, side, Change::of(totals[0], totals[side])))
        .collect();
    Comparison { sides, totals, order, against }
}

fn against(sides: &[Side], side: usize, change: Option<Change>) -> Against {
    let (base, other) = (&sides[0].analysis.kernels, &sides[side].analysis.kernels);
    let mut rows: Vec<Row> = align(base, other)
        .into_iter()
        .map(|pair| {
            let both = pair.a.map(|a| &base[a]).zip(pair.b.map(|b| &other[b]));
            let change = both.and_then(|(a, b)| Change::of(Estimate::of(a), Estimate::of(b)));
            let reasons = both.map_or_else(Reasons::default, |(a, b)| Reasons::of(a, b, change));
            Row { pair, change, reasons }
        })
        .collect();
    let time = |kernels: &[KernelReport], place: Option<usize>| {
        place.and_then(|place| kernels.get(place)).map_or(0, KernelReport::total_ns)
    };
    let most = |row: &Row| time(base, row.pair.a).max(time(other, row.pair.b));
    rows.sort_by_key(|row| std::cmp::Reverse(most(row)));
    let moved = |place: &usize| {
        let pair = &rows[*place].pair;
        time(base, pair.a).abs_diff(time(other, pair.b))
    };
    let is_paired = |place: &usize| rows[*place].pair.a.is_some() && rows[*place].pair.b.is_some();
    let mover = (0..rows.len()).filter(is_paired).max_by_key(moved);
    let reasons = mover.map(|place| rows[place].reasons.clone()).unwrap_or_default();
    Against { side, change, rows, mover, reasons }
}
