//! Which launches the line run measures. Pure.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use propp_schedule::TracedKind;
use propp_wire::{CodeWanted, Planned, Selection, Thinning};

/// The share of the kernels' time whose functions are measured.
const SHARE: f64 = 0.99;

/// Functions that are measured at most.
const MOST: usize = 64;

/// The launches of the line run: one of each function that matters.
#[derive(Clone, Debug, Default)]
pub(super) struct LinePlan {
    planned: Vec<Planned>,
}

impl LinePlan {
    /// Of the functions that `is_wanted`, those that together take most
    /// of their time; of each the kind of launch that takes most.
    pub(super) fn new(traced: &[TracedKind], is_wanted: impl Fn(&TracedKind) -> bool) -> Self {
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
        let planned = functions.iter().take_while(is_needed).take(MOST);
        Self { planned: planned.map(|(_, kind)| one_launch(kind)).collect() }
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
        CodeWanted { is_wanted: true, kernels: self.names() }
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
        let plan = LinePlan::new(&kinds, |kind| kind.key.function != "unwanted");
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
    fn a_kernel_that_goes_wrong_is_left_out() {
        let mut plan = LinePlan::new(&[kind("a", 1, 1, 1)], |_| true);
        assert!(!plan.is_empty());
        plan.leave_out("a");
        assert!(plan.is_empty());
    }
}
