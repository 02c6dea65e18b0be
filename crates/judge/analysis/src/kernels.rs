//! The rows of the report.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use propp_judge_cost::CostModel;
use propp_judge_criteria::Criterion;

use super::draft::{Basis, Draft};
use super::launches::{Key, SameLaunches};
use super::model::by_name;
use super::{CriterionReport, Grouping, KernelReport, Ordered, order};

/// Every kernel, the one that took most time first.
pub(super) fn report(
    basis: &Basis<'_, '_>,
    of_run: &BTreeMap<Criterion, CriterionReport>,
) -> Vec<KernelReport> {
    let mut groups: BTreeMap<Key<'_>, Vec<&SameLaunches<'_>>> = BTreeMap::new();
    for part in &basis.launches.parts {
        groups.entry(group(part.key, basis.grouping)).or_default().push(part);
    }
    let drafts: Vec<Draft<'_, '_>> =
        groups.into_values().map(|parts| Draft::of(parts, basis)).collect();
    let orders = match basis.weights.order().filter(|own| basis.devices.has(&own.from.gpu)) {
        Some(prices) => order::of(&drafts, prices),
        None => vec![None; drafts.len()],
    };
    let whole_ns = drafts.iter().fold(0, |sum: u64, draft| sum.saturating_add(draft.total_ns()));
    let prices = basis.weights.cost().map(CostModel::of_kernels);
    let mut rows: Vec<Placed<'_, '_>> = drafts.into_iter().zip(orders).collect();
    rows.sort_by(by_time);
    (1..)
        .zip(rows)
        .map(|(number, (draft, order))| {
            draft.finished(number, whole_ns, order, basis, of_run, prices.as_ref())
        })
        .collect()
}

/// A kernel with its predicted place.
type Placed<'p, 'a> = (Draft<'p, 'a>, Option<Ordered>);

/// The most time first. What has no times has its place in the predicted order, or none. No two
/// kernels are equal in everything that is compared, so every order is the same each time.
fn by_time((a, of_a): &Placed<'_, '_>, (b, of_b): &Placed<'_, '_>) -> Ordering {
    let predicted = |order: &Option<Ordered>, draft: &Draft<'_, '_>| {
        order.as_ref().map_or(0.0, |order| order.launch.ns * draft.launches())
    };
    let by_order = || predicted(of_b, b).total_cmp(&predicted(of_a, a));
    let by_name =
        || by_name((&a.name, &a.nvtx, &a.configurations), (&b.name, &b.nvtx, &b.configurations));
    b.total_ns().cmp(&a.total_ns()).then_with(by_order).then_with(by_name)
}

/// What parts of one row have in common.
fn group(key: Key<'_>, grouping: Grouping) -> Key<'_> {
    match grouping {
        Grouping::Signature => key,
        Grouping::Function => Key { grid: [0; 3], block: [0; 3], dynamic_shared_bytes: 0, ..key },
    }
}
