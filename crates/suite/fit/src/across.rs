//! Two GPUs that ran the same cases: how well prices of one hold on the other, and how well times of
//! one tell those of the other. The primitive of a case is left out of the fit that judges it.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_model::GpuRates;
use propp_base_solve::FitError;
use propp_base_statistics::median::{Between, quantile};
use propp_base_statistics::parallel;
use propp_judge_cost::{Resource, TERMS, Term, carried_over, within};
use propp_suite_cases::dataset::{Dataset, TimedKernel};
use serde::Serialize;

use super::validate::{Estimate, Figures, HeldOut, judge};
use super::{Form, Prices, Sample};

/// Kernels that are shorter, in ns, are not in the tables: they are mostly launching.
pub const SHORT: f64 = 3_000.0;

/// The cases of a GPU.
#[derive(Clone, Copy)]
pub struct Side<'d> {
    pub dataset: &'d Dataset,
    /// What prices of the GPU follow.
    pub rates: &'d GpuRates,
}

/// How good the prices and times of one GPU are for another.
#[derive(Clone, Debug, Serialize)]
pub struct Direction {
    pub from: String,
    pub to: String,
    /// Cases that both GPUs ran.
    pub cases: usize,
    /// Prices, judged by the times of the other GPU.
    pub prices: Vec<(&'static str, Figures)>,
    /// Times of kernels of [`SHORT`] or more, by several rules.
    pub kernels: Vec<(&'static str, Errors)>,
    /// Times of whole cases, by the same rules.
    pub whole: Vec<(&'static str, Errors)>,
    /// Of the first rule, by what takes most of the time here.
    pub by_resource: BTreeMap<Resource, Errors>,
    /// The share of kernels whose 80 % range holds.
    pub held: f64,
}

/// How far predicted times are off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Errors {
    pub count: usize,
    /// The median of predicted over measured.
    pub bias: f64,
    /// Of the factor by which a time is off, in either direction.
    pub median: f64,
    pub eighty: f64,
    pub ninety: f64,
    pub ninety_five: f64,
}

impl Errors {
    /// Of the logarithms of predicted over measured.
    pub fn new(logs: &[f64]) -> Option<Self> {
        let sizes: Vec<f64> = logs.iter().map(|log| log.abs()).collect();
        let of = |values: &[f64], share| Some(quantile(values, share, Between::Line)?.exp());
        Some(Self {
            count: logs.len(),
            bias: of(logs, 0.5)?,
            median: of(&sizes, 0.5)?,
            eighty: of(&sizes, 0.8)?,
            ninety: of(&sizes, 0.9)?,
            ninety_five: of(&sizes, 0.95)?,
        })
    }
}

/// A kernel that both GPUs ran, by its place in the case's demands on each side.
struct Pair {
    /// The primitive, which its prices have not seen.
    group: usize,
    measured: [f64; 2],
    /// What it asks for on the GPU that is known.
    demands: Vec<f64>,
}

/// A case that both GPUs ran.
struct WholePair<'s> {
    group: usize,
    measured: [f64; 2],
    sample: &'s Sample,
}

/// Judges what one GPU says of another.
/// Fails if a fit fails.
pub fn direction(from: Side<'_>, to: Side<'_>, norm: f64) -> Result<Direction, FitError> {
    let samples = |side: Side<'_>| -> Vec<Sample> {
        Sample::from_dataset(side.dataset).iter().map(Sample::by_code).collect()
    };
    let (here, there) = (samples(from), samples(to));
    let groups: BTreeSet<&str> =
        here.iter().chain(&there).map(|sample| sample.primitive.as_str()).collect();
    let groups: Vec<&str> = groups.into_iter().collect();
    let form = |side: Side<'_>| Form { norm, cycle_ns: side.rates.cycle_ns() };
    let own = left_out(&here, &groups, form(from))?;
    let others = left_out(&there, &groups, form(to))?;
    let to_there = |prices: &Prices| prices.scaled(from.rates, to.rates);
    let scaled: Vec<Prices> = own.iter().map(to_there).collect();
    let references: Vec<&Sample> = here.iter().collect();
    // A kernel by itself does not take what passes between launches.
    let alone = |prices: &Prices| prices.alone(prices.between(&references, from.dataset.empty_ns));
    let alone: Vec<Prices> = own.iter().map(alone).collect();
    let alone_there: Vec<Prices> = alone.iter().map(to_there).collect();
    let judged = |prices: &[Prices]| {
        let one = |sample: &Sample| {
            let prices = &prices[place(&groups, &sample.primitive)?];
            let value = prices.time(sample)?;
            Some(Estimate { value, parts: Some(prices.composition(sample)) })
        };
        let predicted: Vec<Option<Estimate>> = there.iter().map(one).collect();
        judge(&there, &predicted, HeldOut::Primitive, true)
    };
    let (kernels, whole) = pairs(from, to, &here, &there, &groups);
    let empty = from.dataset.empty_ns.zip(to.dataset.empty_ns).map(|(here, there)| [here, there]);
    let rule = |pair: &Pair| {
        let launch = |prices: &[Prices]| prices[pair.group].sums(&pair.demands).whole;
        let ratio = launch(&alone_there) / launch(&alone);
        carried_over(pair.measured[0], ratio, empty)
    };
    let bandwidth = from.rates.bandwidth() / to.rates.bandwidth();
    let clock = from.rates.sm_clock_khz / to.rates.sm_clock_khz;
    let roofline = |pair: &Pair| {
        let peak = 2e3 * from.rates.bandwidth() / 8.0;
        let bytes = of(&pair.demands, "dram_read") + of(&pair.demands, "dram_written");
        // Memory is what limits a kernel that moves half of what it can.
        let is_memory = bytes / peak * 1e9 > 0.5 * pair.measured[0];
        pair.measured[0] * if is_memory { bandwidth } else { clock }
    };
    let rules: [Rule<'_>; 4] = [
        (RATIO, Box::new(rule)),
        ("the same time", Box::new(|pair: &Pair| pair.measured[0])),
        ("by bandwidth", Box::new(|pair: &Pair| pair.measured[0] * bandwidth)),
        ("by the roofline", Box::new(roofline)),
    ];
    let long: Vec<&Pair> = kernels.iter().filter(|pair| pair.measured[0] >= SHORT).collect();
    let log = |pair: &Pair, rule: &dyn Fn(&Pair) -> f64| (rule(pair) / pair.measured[1]).ln();
    let of_kernels = rules.iter().filter_map(|(name, rule)| {
        let logs: Vec<f64> = long.iter().map(|pair| log(pair, rule)).collect();
        Some((*name, Errors::new(&logs)?))
    });
    let of_kernels = of_kernels.collect();
    let of_whole = whole_rules(&whole, &own, &scaled, bandwidth);
    let mut by_resource: BTreeMap<Resource, Vec<f64>> = BTreeMap::new();
    let mut held = 0;
    for pair in &long {
        let parts = alone[pair.group].parts(&pair.demands);
        let error = log(pair, &rules[0].1);
        let range = within(parts.iter().copied()).ln();
        held += usize::from(error.abs() <= range);
        by_resource.entry(largest(&parts)).or_default().push(error);
    }
    Ok(Direction {
        from: from.dataset.gpu.clone(),
        to: to.dataset.gpu.clone(),
        cases: whole.len(),
        prices: vec![
            ("unchanged", judged(&own)),
            ("scaled by the data sheet", judged(&scaled)),
            ("fitted there", judged(&others)),
        ],
        kernels: of_kernels,
        whole: of_whole,
        by_resource: by_resource
            .into_iter()
            .filter_map(|(resource, logs)| Some((resource, Errors::new(&logs)?)))
            .collect(),
        held: held as f64 / long.len().max(1) as f64,
    })
}

/// A rule by its name: the time of a kernel on the other GPU.
type Rule<'r> = (&'static str, Box<dyn Fn(&Pair) -> f64 + 'r>);

/// The rule of `propp show --on`.
const RATIO: &str = "by the ratio of predicted times";

fn whole_rules(
    whole: &[WholePair<'_>],
    own: &[Prices],
    scaled: &[Prices],
    bandwidth: f64,
) -> Vec<(&'static str, Errors)> {
    let ratio = |pair: &WholePair<'_>| {
        let time = |prices: &[Prices]| prices[pair.group].time(pair.sample);
        Some(time(scaled)? / time(own)?)
    };
    let errors = |name, rule: &dyn Fn(&WholePair<'_>) -> Option<f64>| {
        let log =
            |pair: &WholePair<'_>| Some((pair.measured[0] * rule(pair)? / pair.measured[1]).ln());
        let logs: Vec<f64> = whole.iter().filter_map(log).collect();
        Some((name, Errors::new(&logs)?))
    };
    let all = [
        errors(RATIO, &ratio),
        errors("the same time", &|_| Some(1.0)),
        errors("by bandwidth", &|_| Some(bandwidth)),
    ];
    all.into_iter().flatten().collect()
}

/// For each primitive the prices of a fit without it.
fn left_out(samples: &[Sample], groups: &[&str], form: Form) -> Result<Vec<Prices>, FitError> {
    let all: Vec<&Sample> = samples.iter().collect();
    let whole = Prices::fit(&all, form, None)?;
    let without = |group: &&str| {
        let rest: Vec<&Sample> =
            all.iter().copied().filter(|sample| sample.primitive != **group).collect();
        Prices::fit(&rest, form, Some(&whole))
    };
    parallel::each(groups, without).into_iter().collect()
}

/// Kernels and cases that both GPUs ran.
fn pairs<'s>(
    from: Side<'_>,
    to: Side<'_>,
    here: &'s [Sample],
    there: &[Sample],
    groups: &[&str],
) -> (Vec<Pair>, Vec<WholePair<'s>>) {
    let (mut kernels, mut whole) = (Vec::new(), Vec::new());
    let places: BTreeMap<_, usize> =
        to.dataset.rows.iter().enumerate().map(|(place, row)| (row.key(), place)).collect();
    for (row, sample) in from.dataset.rows.iter().zip(here) {
        let Some(&place_there) = places.get(&row.key()) else { continue };
        let other = &to.dataset.rows[place_there];
        let Some(group) = place(groups, &sample.primitive) else { continue };
        if !sample.has_work() {
            continue;
        }
        whole.push(WholePair { group, measured: [sample.time, there[place_there].time], sample });
        // Several of one name and shape cannot be told apart.
        let counted = |timed: &[TimedKernel], one: &TimedKernel| {
            timed.iter().filter(|known| key(known) == key(one)).count()
        };
        for (one, (_, demands)) in row.timed.iter().zip(sample.kernels.iter().flatten()) {
            let is_only = counted(&row.timed, one) == 1 && counted(&other.timed, one) == 1;
            let same = other.timed.iter().find(|known| key(known) == key(one));
            let times = one.ns.zip(same.and_then(|same| same.ns)).filter(|_| is_only);
            kernels.extend(times.map(|(here, there)| Pair {
                group,
                measured: [here as f64, there as f64],
                demands: demands.clone(),
            }));
        }
    }
    (kernels, whole)
}

fn key(kernel: &TimedKernel) -> (&str, [[u32; 3]; 2]) {
    (&kernel.name, kernel.shape)
}

fn place(groups: &[&str], primitive: &str) -> Option<usize> {
    groups.binary_search(&primitive).ok()
}

fn of(demands: &[f64], term: &str) -> f64 {
    TERMS.iter().zip(demands).find(|(one, _)| one.name == term).map_or(0.0, |(_, demand)| *demand)
}

/// The resource that takes most of the time.
pub(super) fn largest(parts: &[(&'static str, Resource, f64)]) -> Resource {
    let share = |resource: Resource| -> f64 {
        parts.iter().filter(|part| part.1 == resource).map(|part| part.2).sum()
    };
    let all = Resource::ALL.into_iter();
    all.max_by(|a, b| share(*a).total_cmp(&share(*b))).unwrap_or(Resource::Launch)
}

impl Prices {
    /// The same on another GPU, by the data sheets of both.
    pub fn scaled(&self, from: &GpuRates, to: &GpuRates) -> Self {
        let prices = self.kernel.iter().zip(TERMS);
        let kernel = prices.map(|(price, term)| price * term.scale.factor(from, to)).collect();
        Self { kernel, ..self.clone() }
    }

    /// What the time of a launch with these demands is made of.
    pub(super) fn parts(&self, demands: &[f64]) -> Vec<(&'static str, Resource, f64)> {
        let sums = self.sums(demands);
        let part = |((term, demand), price): ((&Term, &f64), &f64)| {
            let share = demand * price * sums.slope(term.resource) / sums.whole.max(1e-9);
            (term.name, term.resource, share)
        };
        TERMS.iter().zip(demands).zip(&self.kernel).map(part).collect()
    }
}
