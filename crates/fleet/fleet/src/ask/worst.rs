//! Kernels of the fleet by the GPU hours that their best hints promise.

use std::collections::BTreeMap;

use propp_base_columns::{Table, TableError};

use super::totals::Name;
use crate::Fleet;
use crate::build::Columns;

const HOUR_NS: f64 = 3.6e12;

#[derive(Default)]
struct Cost<'f> {
    total_ns: f64,
    saved_ns: f64,
    /// Time by the rule that promises to save some of it.
    rules: BTreeMap<&'f str, f64>,
}

impl Cost<'_> {
    /// The rule that promises the most; of equals the first by the alphabet.
    fn rule(&self) -> Option<String> {
        let most = self.rules.iter().rev().max_by(|a, b| a.1.total_cmp(b.1))?;
        Some((*most.0).to_owned())
    }
}

pub(super) fn answer(fleet: &Fleet) -> Result<Table, TableError> {
    let mut costs: BTreeMap<Name<'_>, Cost<'_>> = BTreeMap::new();
    for kernel in &fleet.kernels {
        let cost = costs.entry((kernel.function.as_str(), kernel.range.as_str())).or_default();
        let ns = kernel.total_ns as f64;
        cost.total_ns += ns;
        if let (Some(promise), Some(rule)) = (kernel.promise, &kernel.rule) {
            cost.saved_ns += ns * promise;
            *cost.rules.entry(rule).or_default() += ns * promise;
        }
    }
    let mut rows: Vec<(Name<'_>, Cost<'_>)> = costs.into_iter().collect();
    rows.sort_by(|a, b| b.1.saved_ns.total_cmp(&a.1.saved_ns).then(a.0.cmp(&b.0)));
    let columns = Columns::of(&rows)
        .text("function", "The kernel", |r| Some(r.0.0.to_owned()))
        .text("range", "NVTX range around its launches", |r| Some(r.0.1.to_owned()))
        .real("gpu_hours", "Time of its launches in all recordings", |r| {
            Some(r.1.total_ns / HOUR_NS)
        })
        .real("saved_hours", "Savings that the best hints predict", |r| {
            Some(r.1.saved_ns / HOUR_NS)
        })
        .text("rule", "The rule of the hint that promises most", |r| r.1.rule());
    Table::new(columns.done())
}
