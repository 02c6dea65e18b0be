//! A kernel before its place among the others is known.

use std::collections::BTreeMap;

use propp_base_names::KernelName;
use propp_base_statistics::median::median;
use propp_code_pace::Ran;
use propp_judge_cost::quality::{Weights, quality_metric};
use propp_judge_cost::{CostModel, Unknown, Work};
use propp_judge_criteria::Criterion;

use super::codes::Codes;
use super::devices::Devices;
use super::evidence::{Gathered, cluster};
use super::launches::{Launches, SameLaunches};
use super::lines::CountedLines;
use super::model::values;
use super::{
    Configuration, CriterionReport, Durations, Grouping, KernelReport, Ordered, share, work,
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

/// What the place of a kernel among the others follows from.
pub(super) struct Draft<'p, 'a> {
    parts: Vec<&'p SameLaunches<'a>>,
    pub(super) name: KernelName,
    pub(super) nvtx: Option<String>,
    pub(super) configurations: Vec<Configuration>,
    seen: Option<u64>,
    measured: u64,
    durations: Option<Durations>,
    pub(super) work: Vec<Work>,
    sites: Vec<Option<Vec<Ran>>>,
}

impl<'p, 'a> Draft<'p, 'a> {
    pub(super) fn of(parts: Vec<&'p SameLaunches<'a>>, basis: &Basis<'_, 'a>) -> Self {
        let durations = parts.iter().flat_map(|part| &part.durations).copied().collect();
        let usual = parts.iter().flat_map(|part| &part.usual).copied().collect();
        let seen_by_count: u64 = parts.iter().map(|part| part.seen_by_count).sum();
        let key = parts.first().map(|part| part.key);
        let works = parts.iter().map(|part| work::of_part(part, basis.devices, basis.codes));
        let (work, sites) = works.unzip();
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
            work,
            sites,
            parts,
        }
    }

    pub(super) fn total_ns(&self) -> u64 {
        self.durations.map_or(0, |durations| durations.total_ns)
    }

    /// Its launches in the program.
    pub(super) fn launches(&self) -> f64 {
        self.seen.unwrap_or(self.measured) as f64
    }

    /// With its place by time among all kernels, the time of all, and its predicted place.
    pub(super) fn finished(
        self,
        number: usize,
        whole_ns: u64,
        order: Option<Ordered>,
        basis: &Basis<'_, 'a>,
        of_run: &BTreeMap<Criterion, CriterionReport>,
        prices: Option<&CostModel>,
    ) -> KernelReport {
        let Basis { devices, weights, .. } = *basis;
        let criteria = self.criteria(devices, of_run);
        let values = values(&criteria);
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
            floor: None,
            after_refusal: None,
            work: self.work,
            sites: self.sites,
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
