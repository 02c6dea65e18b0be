//! From a kernel to its hints.

use propp_analysis::{Analysis, KernelReport};
use propp_cost::Unknown;
use propp_cost::quality::{Weights, quality_value};
use propp_criteria::Criterion;
use propp_model::DeviceProfile;
use propp_model::Machine;
use propp_model::{Fraction, Value};

use super::change::{Context, Pair};
use super::effect;
use super::effect::{Expected, Gain};
use super::facts::Facts;
use super::limit::Nothing;
use super::place;
use super::rules::{Finding, OF_A_KERNEL, Row};
use super::{
    Advice, Hint, Libraries, Margin, Measured, OwnProfile, Rule, advise_run, limit, measured,
};

/// A priced gain below this is not worth a hint.
const LEAST_GAIN: f64 = 1.05;

/// The same for a kernel that moves nearly what device memory can.
const LEAST_GAIN_NEAR_LIMIT: f64 = 1.15;

/// An analysis with what to change.
#[derive(Clone, Debug)]
pub struct Advised<'a> {
    pub analysis: &'a Analysis,
    /// For each kernel of the analysis, in its order; `None` where the GPU is not known.
    pub kernel_advice: Vec<Option<Advice>>,
    pub run_advice: Advice,
    /// The profile whose prices the hints name.
    pub device_profile: Option<&'a DeviceProfile>,
}

impl Advised<'_> {
    /// The kernels that the report lists, each with its advice.
    pub fn kernels(&self) -> impl Iterator<Item = (&KernelReport, Option<&Advice>)> {
        self.all_kernels().take(self.analysis.listed().len())
    }

    /// All kernels, each with its advice.
    pub fn all_kernels(&self) -> impl Iterator<Item = (&KernelReport, Option<&Advice>)> {
        self.analysis.kernels.iter().zip(self.kernel_advice.iter().map(Option::as_ref))
    }
}

/// Looks for defects in all kernels and in the run; what they cost on the GPU is from
/// its profile, where there is one. Kernels of libraries get hints on their call.
#[must_use]
pub fn advise<'a>(
    analysis: &'a Analysis,
    profile: Option<&'a OwnProfile>,
    libraries: &Libraries,
) -> Advised<'a> {
    let traffic = &analysis.run.traffic;
    let measured = profile.map(|profile| Measured::new(profile, traffic.allocated_bytes));
    let of_kernel = |kernel: &KernelReport| {
        let machine = analysis.machine?;
        let (weights, footprint) = (&analysis.weights, traffic.footprint_bytes);
        let advice = advise_kernel(kernel, weights, machine, footprint, measured.as_ref());
        Some(libraries.adapt(advice, &kernel.name.full))
    };
    Advised {
        analysis,
        kernel_advice: analysis.kernels.iter().map(of_kernel).collect(),
        run_advice: advise_run(&analysis.run),
        device_profile: profile.map(OwnProfile::get),
    }
}

/// What to change in a kernel's code. Its data takes `footprint` bytes at most.
#[must_use]
pub fn advise_kernel(
    kernel: &KernelReport,
    weights: &Weights,
    machine: Machine,
    footprint: Option<u64>,
    measured: Option<&Measured<'_>>,
) -> Advice {
    let footprint = footprint.map(|bytes| bytes as f64);
    let Some(facts) = Facts::of(kernel, machine, footprint) else {
        return Advice { nothing: Some(Nothing::NotMeasured), ..Advice::default() };
    };
    let memory_share = facts.memory_share();
    if Nothing::is_only_launched(&facts) {
        let nothing = Some(Nothing::of(&facts));
        return Advice { hints: Vec::new(), nothing, memory_share };
    }
    let found = OF_A_KERNEL.iter().filter_map(|row| Some((row, (row.find)(&facts)?)));
    let mut hints: Vec<Hint> =
        found.filter_map(|(row, finding)| hint(row, finding, &facts, weights)).collect();
    if let Some(measured) = measured {
        for hint in &mut hints {
            hint.evidence.extend(measured::of(hint.rule, &facts, measured));
        }
    }
    hints.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
    let nothing = hints.is_empty().then(|| Nothing::of(&facts));
    Advice { hints, nothing, memory_share }
}

/// `None` for what would bring too little.
fn hint(row: &Row, finding: Finding, facts: &Facts<'_>, weights: &Weights) -> Option<Hint> {
    let criterion = criterion_of(row.rule, facts);
    let quality = || quality(facts.kernel, weights, criterion?.0);
    let deficit = criterion.map_or(0.0, |(_, value)| 1.0 - value);
    let expected = match priced(row, facts, weights) {
        Ok(priced) if priced.gain.priced >= least_gain(facts) => {
            let Priced { now_ns, gain, calibrated, beyond } = priced;
            Expected::Time { now_ns, gain, quality: quality(), calibrated, beyond }
        }
        Ok(_) => return None,
        Err(because) => {
            let order = weights.order().filter(|_| facts.kernel.order.is_some());
            let likely = order.and_then(|order| effect::gain(&order.model, &pairs(row, facts)));
            Expected::Unpriced { deficit, quality: quality(), because, likely }
        }
    };
    let Finding { evidence, causes, remedy } = finding;
    let at = place::of(row.rule, facts.kernel);
    Some(Hint { rule: row.rule, library: None, criterion, evidence, causes, remedy, expected, at })
}

/// The rule's criterion; of few blocks the one that shows them.
fn criterion_of(rule: Rule, facts: &Facts<'_>) -> Option<(Criterion, f64)> {
    let value = |criterion| Some((criterion, facts.criterion(criterion)?));
    let own = rule.criterion().and_then(value);
    // One that is whole has nothing to do with it.
    const WHOLE: f64 = 0.995;
    match own.filter(|(_, value)| *value < WHOLE || rule == Rule::FewBlocks) {
        Some((_, balance)) if rule == Rule::FewBlocks && balance > 0.9 => value(Criterion::Occ),
        own => own,
    }
}

fn least_gain(facts: &Facts<'_>) -> f64 {
    match facts.memory_share() {
        Some(share) if share >= limit::NEAR => LEAST_GAIN_NEAR_LIMIT,
        _ => LEAST_GAIN,
    }
}

/// What the cost model says of a remedy.
struct Priced {
    /// The measured time of a launch.
    now_ns: f64,
    gain: Gain,
    /// Whether pairs stand behind the range; none is of launches that were joined.
    calibrated: bool,
    /// See [`Expected::Time::beyond`].
    beyond: Option<String>,
}

/// Prices outside the fitted range are as doubtful as those of another chip.
const BEYOND: f64 = 1.96;

/// The gain of a remedy, or why there is none.
fn priced(row: &Row, facts: &Facts<'_>, weights: &Weights) -> Result<Priced, String> {
    let model = weights.cost().ok_or_else(|| match weights.order() {
        Some(_) => "emulated counts tell which is faster, and not by how much",
        None => "these weights have no prices (`propp fit` and `propp calibrate` make them)",
    })?;
    let beyond = match &facts.kernel.predicted {
        Some(Ok(predicted)) => predicted.outside.clone(),
        Some(Err(because)) => return Err(because.to_string()),
        None => return Err(Unknown::Shape.to_string()),
    };
    let now_ns = facts.median_ns().ok_or("the recording has no time of it")?;
    let pairs = pairs(row, facts);
    let likely = effect::gain(model, &pairs).ok_or("the cost model gives no time for it")?;
    let most = effect::most(&pairs, &facts.machine, now_ns);
    let is_fused = pairs.iter().any(|pair| pair.with.launches != pair.without.launches);
    let margin = if is_fused { Margin::pooled() } else { Margin::of(row.rule) };
    let margin = margin.map_err(|error| error.to_string())?;
    let doubt = weights.prices_from().widening_of_gains();
    let margin = margin.widened(if beyond.is_some() { doubt.max(BEYOND) } else { doubt });
    let gain = Gain::ranged(likely.min(effect::most_by_sms(&pairs)), margin, most);
    let calibrated = margin.calibrated && beyond.is_none();
    Ok(Priced { now_ns, gain, calibrated, beyond })
}

fn pairs(row: &Row, facts: &Facts<'_>) -> Vec<Pair> {
    let value = |criterion| facts.criterion(criterion).unwrap_or(1.0);
    let works = facts.kernel.work.iter();
    works
        .map(|work| {
            let context = Context {
                machine: facts.machine,
                lb_sm: value(Criterion::LbSm),
                lb_w: value(Criterion::LbW),
                t_div: value(Criterion::TDiv),
                launches: work.launches.max(1) as f64,
                registers: f64::from(facts.configuration.registers),
                footprint: facts.footprint,
            };
            (row.change)(work, &context)
        })
        .collect()
}

/// QM now, and with the criterion at 1.
fn quality(kernel: &KernelReport, weights: &Weights, criterion: Criterion) -> Option<[f64; 2]> {
    let values = kernel.criteria.iter();
    let mut values: std::collections::BTreeMap<Criterion, Value> =
        values.map(|(&c, report)| (c, report.aggregate.value.clone())).collect();
    values.insert(criterion, Value::Measured { value: Fraction::ONE });
    let after = quality_value(weights, &values).measured()?;
    Some([kernel.quality.value.measured()?.get(), after.get()])
}
