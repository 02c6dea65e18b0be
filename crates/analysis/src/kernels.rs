//! The rows of the report.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use propp_criteria::Criterion;
use propp_criteria::cost::{CostModel, Unknown, Work};
use propp_criteria::quality::{Weights, quality_metric};
use propp_model::Value;
use propp_names::KernelName;
use propp_numbers::median::median;

use super::codes::Codes;
use super::devices::Devices;
use super::evidence::{Gathered, cluster};
use super::launches::{Key, Launches, SameLaunches};
use super::lines::CountedLines;
use super::model::compared;
use super::{
    Configuration, CriterionReport, Durations, Grouping, KernelReport, Ordered, order, share, work,
};

/// What kernels are judged by.
pub(super) struct Basis<'b, 'a> {
    pub(super) launches: &'b Launches<'a>,
    pub(super) devices: &'b Devices<'a>,
    pub(super) codes: Option<&'b Codes<'a>>,
    pub(super) lines: &'b CountedLines,
    pub(super) weights: &'b Weights,
    pub(super) grouping: Grouping,
}

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
            draft.finished(PlaceByTime { number, whole_ns, order }, basis, of_run, prices.as_ref())
        })
        .collect()
}

/// A kernel's place among all.
struct PlaceByTime {
    number: usize,
    /// The time of all kernels.
    whole_ns: u64,
    order: Option<Ordered>,
}

/// What the place of a kernel among the others follows from.
pub(super) struct Draft<'p, 'a> {
    parts: Vec<&'p SameLaunches<'a>>,
    name: KernelName,
    nvtx: Option<String>,
    configurations: Vec<Configuration>,
    seen: Option<u64>,
    measured: u64,
    durations: Option<Durations>,
    pub(super) work: Vec<Work>,
}

impl<'p, 'a> Draft<'p, 'a> {
    fn of(parts: Vec<&'p SameLaunches<'a>>, basis: &Basis<'_, 'a>) -> Self {
        let durations = parts.iter().flat_map(|part| &part.durations).copied().collect();
        let usual = parts.iter().flat_map(|part| &part.usual).copied().collect();
        let seen_by_count: u64 = parts.iter().map(|part| part.seen_by_count).sum();
        let key = parts.first().map(|part| part.key);
        let name = key.and_then(|key| key.function).unwrap_or("(kernel without a name)");
        Self {
            name: KernelName::from_symbol(name),
            nvtx: key.and_then(|key| key.nvtx).map(str::to_owned),
            configurations: parts.iter().map(|part| configuration(part)).collect(),
            seen: match basis.launches.traced {
                true => Some(parts.iter().map(|part| part.traced()).sum()),
                false => (seen_by_count > 0).then_some(seen_by_count),
            },
            measured: parts.iter().map(|part| part.measured()).sum(),
            durations: Durations::of(durations, usual),
            work: (parts.iter())
                .map(|part| work::of_part(part, basis.devices, basis.codes))
                .collect(),
            parts,
        }
    }

    fn total_ns(&self) -> u64 {
        self.durations.map_or(0, |durations| durations.total_ns)
    }

    /// Its launches in the program.
    pub(super) fn launches(&self) -> f64 {
        self.seen.unwrap_or(self.measured) as f64
    }

    fn finished(
        self,
        PlaceByTime { number, whole_ns, order }: PlaceByTime,
        basis: &Basis<'_, 'a>,
        of_run: &BTreeMap<Criterion, CriterionReport>,
        prices: Option<&CostModel>,
    ) -> KernelReport {
        let Basis { devices, weights, .. } = *basis;
        let criteria = self.criteria(devices, of_run);
        let values: BTreeMap<Criterion, Value> =
            criteria.iter().map(|(&c, report)| (c, report.aggregate.value.clone())).collect();
        KernelReport {
            number,
            lines: basis.lines.of(&self.name, self.nvtx.as_deref(), &self.configurations),
            name: self.name,
            nvtx: self.nvtx,
            configurations: self.configurations,
            seen: self.seen,
            measured: self.measured,
            durations: self.durations,
            measured_ns: median(&times_of_measured(&self.parts)).map(|ns| ns.round() as u64),
            time_share: self.durations.and_then(|own| share(own.total_ns, whole_ns)),
            quality: quality_metric(weights, &values).without_draws(),
            predicted: prices.map(|model| match devices.has(&weights.provenance().gpu) {
                true => model.predict_mean(&self.work),
                false => Err(Unknown::OtherGpu),
            }),
            order,
            work: self.work,
            criteria,
        }
    }

    /// The kernel's own, and those of the run.
    fn criteria(
        &self,
        devices: &Devices<'_>,
        of_run: &BTreeMap<Criterion, CriterionReport>,
    ) -> BTreeMap<Criterion, CriterionReport> {
        let is_timed =
            self.parts.iter().any(|part| part.total_ns() > 0 || !part.durations.is_empty());
        let mut gathered = Gathered::default();
        for part in &self.parts {
            gathered.judge(part, devices);
        }
        let mut criteria = gathered.criteria(is_timed);
        criteria.extend(of_run.iter().map(|(&criterion, report)| (criterion, report.clone())));
        criteria
    }
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
    let by_name = || {
        let names = a.name.full.cmp(&b.name.full).then_with(|| a.name.symbol.cmp(&b.name.symbol));
        let all = names.then_with(|| a.nvtx.cmp(&b.nvtx));
        all.then_with(|| compared(&a.configurations, &b.configurations))
    };
    b.total_ns().cmp(&a.total_ns()).then_with(by_order).then_with(by_name)
}

/// What parts of one row have in common.
fn group(key: Key<'_>, grouping: Grouping) -> Key<'_> {
    match grouping {
        Grouping::Signature => key,
        Grouping::Function => Key { grid: [0; 3], block: [0; 3], dynamic_shared_bytes: 0, ..key },
    }
}

/// How long the launches took whose counters were read, in the trace run.
fn times_of_measured(parts: &[&SameLaunches<'_>]) -> Vec<f64> {
    let observed = parts.iter().flat_map(|part| &part.observed);
    let times = observed.filter_map(|one| Some(((one.process, one.launch), one.unprofiled_ns?)));
    // Several runs may have measured the same launch.
    let once: BTreeMap<_, u64> = times.collect();
    once.into_values().map(|ns| ns as f64).collect()
}

fn configuration(part: &SameLaunches<'_>) -> Configuration {
    let facts = part.facts.values().next();
    Configuration {
        grid: part.key.grid,
        block: part.key.block,
        cluster: facts.and_then(|facts| cluster(facts)),
        dynamic_shared_bytes: part.key.dynamic_shared_bytes,
        static_shared_bytes: facts.map_or(0, |facts| facts.static_shared_bytes),
        registers: facts.map_or(0, |facts| facts.registers),
    }
}
