//! The rows of the report.

use std::collections::BTreeMap;

use propp_cost::quality::{OrderPrices, Weights, quality_metric};
use propp_cost::{Composition, CostModel, First, Predicted, Unknown, Work, places};
use propp_criteria::Criterion;
use propp_model::Value;
use propp_model::counters::{
    GLOBAL_ATOMIC_SECTORS, GLOBAL_LOAD_SECTORS, GLOBAL_REDUCTION_SECTORS, GLOBAL_STORE_SECTORS,
    L2_SECTORS_FROM_L1,
};
use propp_names::KernelName;
use propp_statistics::median::median;

use super::codes::Codes;
use super::devices::Devices;
use super::evidence::{Gathered, cluster};
use super::launches::{Key, Launches, Part};
use super::select::by_time;
use super::{
    Configuration, CriterionReport, Durations, Grouping, KernelReport, Ordered, share, work,
};

/// Every kernel, the one that took most time first.
pub(super) fn report(
    launches: &Launches<'_>,
    devices: &Devices<'_>,
    codes: Option<&Codes<'_>>,
    of_run: &BTreeMap<Criterion, CriterionReport>,
    weights: &Weights,
    grouping: Grouping,
) -> Vec<KernelReport> {
    let prices = weights.cost().map(CostModel::of_kernels);
    let mut groups: BTreeMap<Key<'_>, Vec<&Part<'_>>> = BTreeMap::new();
    for part in &launches.parts {
        groups.entry(group(part.key, grouping)).or_default().push(part);
    }
    let mut kernels: Vec<KernelReport> = groups
        .into_values()
        .map(|parts| kernel(&parts, launches, devices, codes, of_run, (weights, prices.as_ref())))
        .collect();
    let whole: u64 = kernels.iter().fold(0, |sum, kernel| sum.saturating_add(kernel.total_ns()));
    for kernel in &mut kernels {
        kernel.time_share = kernel.durations.and_then(|own| share(own.total_ns, whole));
    }
    if let Some(prices) = weights.order().filter(|prices| devices.has(&prices.from.gpu)) {
        set_order(&mut kernels, prices);
    }
    kernels.sort_by(by_time);
    for (number, kernel) in (1..).zip(&mut kernels) {
        kernel.number = number;
    }
    kernels
}

/// The order of kernels by what all their launches should take, at prices that tell no time.
fn set_order(kernels: &mut [KernelReport], prices: &OrderPrices) {
    let works = kernels.iter().flat_map(|kernel| &kernel.work);
    let model = prices.model.of_kernels();
    let certainty = model.for_all(works).certainty;
    // Time is linear in the work: what is larger than all that was fitted has its place, too, unless it
    // is work without a price.
    let is_priced = |term: &String| model.price_of(term).is_some_and(|price| price > 0.0);
    let launch = |kernel: &KernelReport| {
        let mut launch = model.predict_mean(&kernel.work).ok()?;
        launch.ns += repeated_atomics_ns(&kernel.work, &model);
        launch.outside.iter().all(is_priced).then_some(launch)
    };
    let all: Vec<Option<Predicted>> = kernels.iter().map(launch).collect();
    let times: Vec<Option<Composition>> = (kernels.iter().zip(&all))
        .map(|(kernel, launch)| {
            let mut time = Composition::default();
            time.add_launches(launch.as_ref()?, kernel.launches());
            Some(time)
        })
        .collect();
    let places = places(&times, certainty, First::Longest);
    let is_first_known = (all.iter().zip(&places))
        .filter(|(_, place)| place.certainty.is_none())
        .filter_map(|(launch, _)| launch.as_ref())
        .all(|launch| launch.outside.is_none());
    for ((kernel, launch), mut place) in kernels.iter_mut().zip(all).zip(places) {
        kernel.order = launch.map(|launch| {
            // How certain extrapolated prices are was not calibrated.
            let is_known = is_first_known && launch.outside.is_none();
            place.certainty = place.certainty.filter(|_| is_known);
            place.tied &= is_known;
            Ordered { launch, place }
        });
    }
}

/// What a launch takes longer because lanes with the same address go one after the other: each asks L2
/// for the sector again. The prices were fitted to counts of different sectors, which most atomics of
/// the suite ask for, and stay those of `rank` and `compare`.
fn repeated_atomics_ns(works: &[Work], model: &CostModel) -> f64 {
    let launches: f64 = works.iter().map(|work| work.launches.max(1) as f64).sum();
    let again = |work: &Work| {
        let count = |name: &str| work.counts.get(name).copied().unwrap_or(0.0);
        let different = [
            GLOBAL_LOAD_SECTORS,
            GLOBAL_STORE_SECTORS,
            GLOBAL_ATOMIC_SECTORS,
            GLOBAL_REDUCTION_SECTORS,
        ];
        let different: f64 = different.map(count).iter().sum();
        (count(L2_SECTORS_FROM_L1) - different).max(0.0) * work.launches.max(1) as f64
    };
    let again: f64 = works.iter().map(again).sum();
    again / launches.max(1.0) * model.price_of("l2_atomic_sectors").unwrap_or(0.0)
}

/// What parts of one row have in common.
fn group(key: Key<'_>, grouping: Grouping) -> Key<'_> {
    match grouping {
        Grouping::Signature => key,
        Grouping::Function => Key { grid: [0; 3], block: [0; 3], dynamic_shared_bytes: 0, ..key },
    }
}

fn kernel(
    parts: &[&Part<'_>],
    launches: &Launches<'_>,
    devices: &Devices<'_>,
    codes: Option<&Codes<'_>>,
    of_run: &BTreeMap<Criterion, CriterionReport>,
    (weights, prices): (&Weights, Option<&CostModel>),
) -> KernelReport {
    let durations: Vec<u64> =
        parts.iter().flat_map(|part| part.durations.iter().copied()).collect();
    let usual: Vec<u64> = parts.iter().flat_map(|part| part.usual.iter().copied()).collect();
    let total_ns: u64 = parts.iter().map(|part| part.total_ns()).sum();
    let is_timed = total_ns > 0 || !durations.is_empty();
    let seen_by_count: u64 = parts.iter().map(|part| part.seen_by_count).sum();
    let seen = match launches.traced {
        true => Some(parts.iter().map(|part| part.traced()).sum()),
        false => (seen_by_count > 0).then_some(seen_by_count),
    };
    let mut gathered = Gathered::default();
    for part in parts {
        gathered.judge(part, devices);
    }
    let mut criteria = gathered.criteria(is_timed);
    criteria.extend(of_run.iter().map(|(&criterion, report)| (criterion, report.clone())));
    let values: BTreeMap<Criterion, Value> =
        criteria.iter().map(|(&c, report)| (c, report.aggregate.value.clone())).collect();
    let work: Vec<Work> = parts.iter().map(|part| work::of_part(part, devices, codes)).collect();
    let key = parts.first().map(|part| part.key);
    let name = key.and_then(|key| key.function).unwrap_or("(kernel without a name)");
    KernelReport {
        number: 0,
        name: KernelName::from_symbol(name),
        nvtx: key.and_then(|key| key.nvtx).map(str::to_owned),
        configurations: parts.iter().map(|part| configuration(part)).collect(),
        seen,
        measured: parts.iter().map(|part| part.measured()).sum(),
        durations: Durations::of(durations, usual),
        measured_ns: median(&times_of_measured(parts)).map(|ns| ns.round() as u64),
        time_share: None,
        quality: quality_metric(weights, &values).without_draws(),
        predicted: prices.map(|model| match devices.has(&weights.provenance().gpu) {
            true => model.predict_mean(&work),
            false => Err(Unknown::OtherGpu),
        }),
        order: None,
        work,
        criteria,
        tied: false,
        lines: None,
    }
}

/// How long the launches took whose counters were read, in the trace run.
fn times_of_measured(parts: &[&Part<'_>]) -> Vec<f64> {
    let observed = parts.iter().flat_map(|part| &part.observed);
    let times = observed.filter_map(|one| Some(((one.process, one.launch), one.unprofiled_ns?)));
    // Several runs may have measured the same launch.
    let once: BTreeMap<_, u64> = times.collect();
    once.into_values().map(|ns| ns as f64).collect()
}

fn configuration(part: &Part<'_>) -> Configuration {
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
