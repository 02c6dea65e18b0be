//! Which launches the line run and the wait run measure. Pure.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Duration;

use propp_collect_schedule::TracedKind;
use propp_recording_wire::{CodeWanted, Planned, Selection, Thinning};

/// The share of the kernels' time whose kinds of launch are measured.
const SHARE: f64 = 0.99;

/// Kinds that are measured at most.
const MOST: usize = 128;

/// What a measured launch takes besides its own time, and how many times its own time: patched
/// code is slow.
const OF_A_LAUNCH: Duration = Duration::from_millis(5);
const TIMES_SLOWER: f64 = 30.0;

/// Samples of a kind of launch that show shares to half a percent.
const SAMPLES: f64 = 10_000.0;

/// Launches of a kind that are sampled at most.
const MOST_SAMPLED: u64 = 16;

/// Binary logarithms of cycles between samples, the preferred first: CUPTI takes 0.1 s to change it.
/// Every 64 cycles, GPUs lose many samples.
const PERIODS: [u32; 7] = [10, 7, 14, 18, 22, 26, 30];

/// Samples of a launch at most, and samples of a kind that still tell something.
const MOST_OF_A_LAUNCH: f64 = 300_000.0;
const FEWEST: f64 = 2000.0;

/// What GPUs have about: it is only for the number of samples.
const CYCLES_PER_NS: f64 = 1.7;
const MOST_SMS: u64 = 132;

/// A launch whose instructions were counted: its function, grid and block.
pub(super) type Counted = (String, [u32; 3], [u32; 3]);

/// The launches of the line run: one of each kind that matters.
#[derive(Clone, Debug, Default)]
pub(super) struct LinePlan {
    planned: Vec<Planned>,
    /// Time that measuring is expected to add to the run.
    pub(super) seconds: f64,
    /// Mangled names of the kernels that matter and do not fit into the budget.
    pub(super) over_budget: Vec<String>,
}

impl LinePlan {
    /// Of the kinds of launch that are wanted, those that together take most of their time. What
    /// does not fit into the budget is left out, the first by time go first.
    pub(super) fn new(
        traced: &[TracedKind],
        budget: Option<f64>,
        is_wanted: impl Fn(&TracedKind) -> bool,
    ) -> Self {
        let mut kinds: Vec<&TracedKind> = traced.iter().filter(|kind| is_wanted(kind)).collect();
        kinds.sort_by_key(|kind| Reverse(kind.total_ns));
        let all: u64 = kinds.iter().map(|kind| kind.total_ns).sum();
        let enough = all as f64 * SHARE;
        let mut taken = 0;
        let is_needed = |kind: &&&TracedKind| {
            let needed = (taken as f64) < enough || taken == 0;
            taken += kind.total_ns;
            needed
        };
        let mut plan = Self::default();
        for kind in kinds.iter().take_while(is_needed).take(MOST) {
            let of_launch = kind.total_ns as f64 / kind.launches.max(1) as f64 / 1e9;
            let with_it = plan.seconds + OF_A_LAUNCH.as_secs_f64() + TIMES_SLOWER * of_launch;
            if budget.is_some_and(|budget| with_it > budget) {
                plan.over_budget.push(kind.key.function.clone());
            } else {
                plan.seconds = with_it;
                plan.planned.push(one_launch(kind));
            }
        }
        plan
    }

    /// The same kinds of launch for the wait run: as many launches of each, and as often a sample, as
    /// gives the samples that are wanted.
    pub(super) fn sampled(&self, traced: &[TracedKind]) -> Self {
        let mut plan = self.clone();
        for planned in &mut plan.planned {
            let key = planned.key();
            let kind = traced.iter().find(|kind| {
                kind.device == planned.device
                    && (kind.key.function.as_str(), kind.key.nvtx.as_str())
                        == (key.function, key.nvtx)
                    && (kind.key.grid, kind.key.block) == (key.grid, key.block)
                    && kind.key.dynamic_shared_bytes == key.dynamic_shared_bytes
            });
            let Some(kind) = kind else { continue };
            let launches = kind.launches.max(1);
            let blocks: u64 = planned.grid.iter().map(|size| u64::from(*size)).product();
            let cycles = kind.total_ns as f64 / launches as f64 * CYCLES_PER_NS;
            let of_sms = cycles * blocks.min(MOST_SMS) as f64;
            // The first may load code.
            let rest = launches.saturating_sub(1).max(1);
            let first = launches - rest;
            planned.period = period(of_sms, MOST_SAMPLED.min(rest));
            let wanted = (SAMPLES / each(of_sms, planned.period).max(1.0)).ceil() as u64;
            let taken = wanted.clamp(1, MOST_SAMPLED.min(rest));
            planned.launches = (first..first + taken).map(|number| (number, 0)).collect();
        }
        plan
    }

    pub(super) fn kinds(&self) -> usize {
        self.planned.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.planned.is_empty()
    }

    /// Leaves out a kernel, by its mangled name.
    #[must_use]
    pub(super) fn without(mut self, kernel: &str) -> Self {
        self.planned.retain(|planned| planned.name != kernel);
        self
    }

    /// Leaves out what was counted, by the function, grid and block of its launches.
    #[must_use]
    pub(super) fn without_counted(mut self, counted: &BTreeSet<Counted>) -> Self {
        let is_counted = |planned: &Planned| {
            counted.iter().any(|(name, grid, block)| {
                (name, grid, block) == (&planned.name, &planned.grid, &planned.block)
            })
        };
        self.planned.retain(|planned| !is_counted(planned));
        self
    }

    pub(super) fn selection(&self) -> Selection {
        Selection {
            kernels: self.names(),
            graphs: false,
            planned: self.planned.clone(),
            thinning: Thinning { most: 1, skip: 0, spares_second: false },
            planned_only: true,
            ..Selection::nothing()
        }
    }

    pub(super) fn code(&self) -> CodeWanted {
        CodeWanted { is_wanted: true, kernels: self.names(), small: 0, others: 0 }
    }

    fn names(&self) -> Vec<String> {
        let names: BTreeSet<&String> = self.planned.iter().map(|planned| &planned.name).collect();
        names.into_iter().cloned().collect()
    }
}

/// Samples of a launch with so many cycles on all its SMs together.
fn each(of_sms: f64, period: u32) -> f64 {
    of_sms / f64::from(period).exp2()
}

/// The period that gives enough samples of up to `launches` launches, and not too many.
fn period(of_sms: f64, launches: u64) -> u32 {
    let is_enough = |period: &u32| each(of_sms, *period) * launches as f64 >= FEWEST;
    let is_bearable = |period: &u32| each(of_sms, *period) <= MOST_OF_A_LAUNCH;
    let all = PERIODS.into_iter();
    let fitting = all.clone().find(|period| is_enough(period) && is_bearable(period));
    // Too short a kernel for any, else too long a one.
    let shortest = all.clone().min().filter(is_bearable);
    fitting.or(shortest).or(all.max()).unwrap_or_default()
}

/// The second launch, since the first may load code; the first if there is no other.
fn one_launch(kind: &TracedKind) -> Planned {
    Planned {
        name: kind.key.function.clone(),
        device: kind.device,
        grid: kind.key.grid,
        block: kind.key.block,
        dynamic_shared_bytes: kind.key.dynamic_shared_bytes,
        nvtx: kind.key.nvtx.clone(),
        launches: vec![(u64::from(kind.launches > 1), 0)],
        period: 0,
    }
}

#[cfg(test)]
mod tests {
    use propp_recording_wire::LaunchKey;

    use super::*;

    fn kind(function: &str, grid: u32, launches: u64, total_ns: u64) -> TracedKind {
        TracedKind {
            key: LaunchKey {
                function: function.to_owned(),
                grid: [grid, 1, 1],
                block: [128, 1, 1],
                dynamic_shared_bytes: 0,
                nvtx: String::new(),
            },
            launches,
            total_ns,
            ..TracedKind::default()
        }
    }

    fn plan(kinds: Vec<TracedKind>) -> Vec<(String, u32, u64)> {
        let plan = LinePlan::new(&kinds, None, |kind| kind.key.function != "unwanted");
        let what = |p: Planned| (p.name, p.grid[0], p.launches[0].0);
        plan.planned.into_iter().map(what).collect()
    }

    #[test]
    fn kinds_that_take_nearly_all_the_time_are_measured_once_each() {
        let kinds = vec![
            kind("small", 1, 9, 5),
            kind("a", 1, 5, 400),
            kind("b", 1, 1, 300),
            kind("unwanted", 1, 1, 9_000),
            kind("a", 2, 5, 250),
        ];
        let expected = [("a", 1, 1), ("b", 1, 0), ("a", 2, 1)];
        assert_eq!(
            plan(kinds),
            expected.map(|(name, grid, launch)| (name.to_owned(), grid, launch))
        );
    }

    #[test]
    fn many_alike_are_cut_and_none_is_none() {
        let alike = (0..200).map(|n| kind(&format!("k{n}"), 1, 1, 10)).collect();
        assert_eq!(plan(alike).len(), MOST);
        assert_eq!(plan(Vec::new()), []);
        assert_eq!(plan(vec![kind("timeless", 1, 1, 0)]).len(), 1);
    }

    #[test]
    fn what_does_not_fit_into_the_budget_is_left_out() {
        // A launch of a second is expected to take thirty.
        let kinds = [kind("long", 1, 1, 1_000_000_000), kind("short", 1, 10, 100_000_000)];
        let plan = |budget| LinePlan::new(&kinds, budget, |_| true);
        assert_eq!((plan(None).kinds(), plan(None).seconds.round()), (2, 30.0));
        let cut = plan(Some(10.0));
        assert_eq!((cut.kinds(), cut.over_budget), (1, vec!["long".to_owned()]));
        assert!((cut.seconds - 0.305).abs() < 1e-9);
    }

    #[test]
    fn short_kernels_are_sampled_often_and_in_several_launches() {
        let kinds = [
            kind("long", 1000, 5, 5_000_000_000),
            kind("middle", 1000, 5, 250_000),
            kind("short", 1, 40, 80_000),
            kind("once", 1, 1, 2_000),
        ];
        let launches = |numbers: std::ops::Range<u64>| -> Vec<(u64, u32)> {
            numbers.map(|number| (number, 0)).collect()
        };
        let sampled = kinds.each_ref().map(|kind| {
            let plan = LinePlan::new(std::slice::from_ref(kind), None, |_| true).sampled(&kinds);
            (plan.planned[0].period, plan.planned[0].launches.clone())
        });
        // A second on all SMs, 50 us, 2 us on one, and the same without another launch.
        let expected = [(22, 1..2), (10, 1..2), (7, 1..17), (7, 0..1)];
        assert_eq!(sampled, expected.map(|(period, numbers)| (period, launches(numbers))));
    }

    #[test]
    fn a_kernel_that_goes_wrong_is_left_out() {
        let plan = LinePlan::new(&[kind("a", 1, 1, 1)], None, |_| true);
        assert!(!plan.is_empty());
        assert!(plan.without("a").is_empty());
    }
}
