//! Which launches the line run measures. Pure.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use propp_schedule::TracedKind;
use propp_wire::{CodeWanted, Planned, Selection, Thinning};

/// The share of the kernels' time whose functions are measured.
const SHARE: f64 = 0.99;

/// Functions that are measured at most.
const MOST: usize = 64;

/// What a measured launch takes besides its own time, and how many times its own time: patched
/// code is slow.
const OF_A_LAUNCH: Duration = Duration::from_millis(5);
const TIMES_SLOWER: f64 = 30.0;

/// The launches of the line run: one of each function that matters.
#[derive(Clone, Debug, Default)]
pub(super) struct LinePlan {
    planned: Vec<Planned>,
    /// Time that measuring is expected to add to the run.
    pub(super) seconds: f64,
    /// Mangled names of the functions that matter and do not fit into the budget.
    pub(super) over_budget: Vec<String>,
}

impl LinePlan {
    /// Of the functions that `is_wanted`, those that together take most
    /// of their time; of each the kind of launch that takes most. What goes beyond the budget is
    /// left out.
    pub(super) fn new(
        traced: &[TracedKind],
        budget: Option<f64>,
        is_wanted: impl Fn(&TracedKind) -> bool,
    ) -> Self {
        let mut functions: BTreeMap<&str, (u64, &TracedKind)> = BTreeMap::new();
        for kind in traced.iter().filter(|kind| is_wanted(kind)) {
            let (total, longest) = functions.entry(&kind.key.function).or_insert((0, kind));
            *total += kind.total_ns;
            if kind.total_ns > longest.total_ns {
                *longest = kind;
            }
        }
        let mut functions: Vec<(u64, &TracedKind)> = functions.into_values().collect();
        functions.sort_by_key(|(total, _)| Reverse(*total));
        let all: u64 = functions.iter().map(|(total, _)| total).sum();
        let enough = all as f64 * SHARE;
        let mut taken = 0;
        let is_needed = |(total, _): &&(u64, &TracedKind)| {
            let needed = (taken as f64) < enough || taken == 0;
            taken += total;
            needed
        };
        let mut plan = Self::default();
        for (_, kind) in functions.iter().take_while(is_needed).take(MOST) {
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

    pub(super) fn functions(&self) -> usize {
        self.planned.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.planned.is_empty()
    }

    /// Leaves out a kernel, by its mangled name.
    pub(super) fn leave_out(&mut self, kernel: &str) {
        self.planned.retain(|planned| planned.name != kernel);
    }

    pub(super) fn selection(&self) -> Selection {
        Selection {
            kernels: self.names(),
            graphs: false,
            planned: self.planned.clone(),
            thinning: Thinning { most: 1, skip: 0 },
            planned_only: true,
            ..Selection::nothing()
        }
    }

    pub(super) fn code(&self) -> CodeWanted {
        CodeWanted { is_wanted: true, kernels: self.names(), small: 0, others: 0 }
    }

    fn names(&self) -> Vec<String> {
        self.planned.iter().map(|planned| planned.name.clone()).collect()
    }
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
    }
}

#[cfg(test)]
mod tests {
    use propp_wire::LaunchKey;

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
    fn functions_that_take_nearly_all_the_time_are_measured_once_each() {
        let kinds = vec![
            kind("small", 1, 9, 5),
            kind("a", 1, 5, 400),
            kind("b", 1, 1, 300),
            kind("unwanted", 1, 1, 9_000),
            kind("a", 2, 5, 250),
        ];
        assert_eq!(plan(kinds), [("a".to_owned(), 1, 1), ("b".to_owned(), 1, 0)]);
    }

    #[test]
    fn many_alike_are_cut_and_none_is_none() {
        let alike = (0..100).map(|n| kind(&format!("k{n}"), 1, 1, 10)).collect();
        assert_eq!(plan(alike).len(), MOST);
        assert_eq!(plan(Vec::new()), []);
        assert_eq!(plan(vec![kind("timeless", 1, 1, 0)]).len(), 1);
    }

    #[test]
    fn the_budget_is_for_the_functions_that_take_most() {
        // A launch of a second is expected to take thirty.
        let kinds = [kind("long", 1, 1, 1_000_000_000), kind("short", 1, 10, 100_000_000)];
        let plan = |budget| LinePlan::new(&kinds, budget, |_| true);
        assert_eq!((plan(None).functions(), plan(None).seconds.round()), (2, 30.0));
        let cut = plan(Some(10.0));
        assert_eq!((cut.functions(), cut.over_budget), (1, vec!["long".to_owned()]));
        assert!((cut.seconds - 0.305).abs() < 1e-9);
    }

    #[test]
    fn a_kernel_that_goes_wrong_is_left_out() {
        let mut plan = LinePlan::new(&[kind("a", 1, 1, 1)], None, |_| true);
        assert!(!plan.is_empty());
        plan.leave_out("a");
        assert!(plan.is_empty());
    }
}
