//! From a kernel to its hints.

use propp_base_model::{DeviceProfile, Fraction, Machine, OccupancyLimit, Value};
use propp_judge_analysis::{KernelReport, Listing, RunReport, values};
use propp_judge_cost::quality::{Weights, quality_value};
use propp_judge_cost::{CostModel, Unknown};
use propp_judge_criteria::Criterion;

use super::change::{Change, Context, Pair};
use super::effect::{self, Expected, Gain};
use super::facts::Facts;
use super::limit::Nothing;
use super::place;
use super::rule::Seeks;
use super::rules::{self, Finding};
use super::run::RunFinding;
use super::{Advice, Hint, Libraries, Margin, Measured, OwnProfile, Rule, limit};

/// A priced gain below this is not worth a hint.
const LEAST_GAIN: f64 = 1.05;

/// The same for a kernel that moves nearly what device memory can.
const LEAST_GAIN_NEAR_LIMIT: f64 = 1.15;

/// Kernels and their run with what to change.
#[derive(Clone, Debug)]
pub struct Advised<'a> {
    pub listing: Listing<'a>,
    /// For each kernel of the listing, in its order; `None` where the GPU is not known.
    pub kernel_advice: Vec<Option<Advice>>,
    pub run_advice: Advice,
    /// The profile whose prices the hints name.
    pub device_profile: Option<&'a DeviceProfile>,
}

impl Advised<'_> {
    /// The kernels that the report lists, each with its advice.
    pub fn kernels(&self) -> impl Iterator<Item = (&KernelReport, Option<&Advice>)> {
        self.all_kernels().take(self.listing.listed().len())
    }

    /// All kernels, each with its advice.
    pub fn all_kernels(&self) -> impl Iterator<Item = (&KernelReport, Option<&Advice>)> {
        self.listing.kernels.iter().copied().zip(self.kernel_advice.iter().map(Option::as_ref))
    }
}

/// Looks for defects in all kernels and in the run; what they cost on the GPU is from
/// its profile, where there is one. Kernels of libraries get hints on their call.
pub fn advise<'a>(
    listing: Listing<'a>,
    profile: Option<&'a OwnProfile>,
    libraries: &Libraries,
) -> Advised<'a> {
    let analysis = listing.analysis;
    let traffic = &analysis.run.traffic;
    let measured = profile.map(|profile| Measured::new(profile, traffic.allocated_bytes));
    let of_kernel = |kernel: &KernelReport| {
        let machine = analysis.machine?;
        let (weights, footprint) = (&analysis.weights, traffic.footprint_bytes);
        let advice = advise_kernel(kernel, weights, machine, footprint, measured.as_ref());
        Some(libraries.adapt(advice, &kernel.name.full))
    };
    Advised {
        kernel_advice: listing.kernels.iter().copied().map(of_kernel).collect(),
        listing,
        run_advice: advise_run(&analysis.run),
        device_profile: profile.map(OwnProfile::get),
    }
}

/// What to change in a kernel's code. Its data takes `footprint` bytes at most.
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
    if let Some(reason) = &kernel.after_refusal {
        let nothing = Some(Nothing::AfterRefusal { because: reason.clone() });
        return Advice { hints: Vec::new(), nothing, memory_share };
    }
    if Nothing::is_only_launched(&facts) {
        let nothing = Some(Nothing::of(&facts));
        return Advice { hints: Vec::new(), nothing, memory_share };
    }
    let mut hints: Vec<Hint> =
        Rule::ALL.into_iter().filter_map(|rule| hint(rule, &facts, weights)).collect();
    for hint in &mut hints {
        let costs = hint.rule.definition().costs.zip(measured);
        hint.evidence.extend(costs.into_iter().flat_map(|(of, measured)| of(&facts, measured)));
    }
    let is_of_size = |hint: &Hint| is_of_size(hint.rule, &facts);
    hints.sort_by(|a, b| is_of_size(a).cmp(&is_of_size(b)).then(b.rank().total_cmp(&a.rank())));
    let nothing = hints.is_empty().then(|| Nothing::of(&facts));
    Advice { hints, nothing, memory_share }
}

/// Whether a rule found what may be so for the emulated problem alone: people emulate small problems, which
/// have few blocks and short launches. A handful of blocks is a choice rather than a size; where the handful
/// ends was chosen with the kernels of `benches/agents`.
fn is_of_size(rule: Rule, facts: &Facts<'_>) -> bool {
    const HANDFUL: f64 = 8.0;
    facts.is_emulated() && rule == Rule::FewBlocks && facts.blocks() > HANDFUL
}

/// What to change in how the host drives the GPU.
pub fn advise_run(run: &RunReport) -> Advice {
    let hint = |rule: Rule| {
        let Seeks::InRun(find) = rule.definition().seeks else { return None };
        let RunFinding { finding, value, now_ns, most } = find(run)?;
        let Finding { evidence, causes, remedy, .. } = finding;
        let criterion = rule.criterion().map(|criterion| (criterion, value));
        let expected = of_run(rule, now_ns, most);
        Some(Hint { rule, library: None, criterion, evidence, causes, remedy, expected, at: None })
    };
    let mut hints: Vec<Hint> = Rule::ALL.into_iter().filter_map(hint).collect();
    hints.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
    Advice { hints, nothing: None, memory_share: None }
}

/// What a rule finds in a kernel; `None` where it would bring too little.
fn hint(rule: Rule, facts: &Facts<'_>, weights: &Weights) -> Option<Hint> {
    let Seeks::InKernel { find, change } = rule.definition().seeks else { return None };
    let Finding { evidence, causes, remedy, lacks, at } = find(facts)?;
    let criterion = criterion_of(rule, facts);
    let quality = || quality(facts.kernel, weights, criterion?.0);
    let deficit = criterion.map_or(0.0, |(_, value)| 1.0 - value);
    let deficit = lacks.map_or(deficit, |own| own.min(deficit)).max(idle_sms(rule, facts));
    let expected = match priced(rule, change, facts, weights) {
        Ok(priced) if priced.gain.priced >= least_gain(facts) => {
            let Priced { now_ns, gain, calibrated, beyond } = priced;
            Expected::Time { now_ns, gain, quality: quality(), calibrated, beyond }
        }
        Ok(_) => return None,
        Err(because) => {
            let order = weights.order().filter(|_| facts.kernel.order.is_some());
            let likely = order.and_then(|order| emulated_gain(rule, &order.model, change, facts));
            let kept = Margin::of(rule).map_or(1.0, |margin| margin.kept);
            Expected::Unpriced { deficit, quality: quality(), because, likely, kept }
        }
    };
    let at = at.or_else(|| place::of(rule, facts.kernel));
    Some(Hint { rule, library: None, criterion, evidence, causes, remedy, expected, at })
}

/// The likely gain by emulated counts. Of a defect that no count shows, the most that it may cost is
/// known: the middle between nothing and that.
fn emulated_gain(rule: Rule, model: &CostModel, change: Change, facts: &Facts<'_>) -> Option<f64> {
    let pairs = pairs(change, facts);
    let most = rule.definition().uncounted.and_then(|most| most(facts));
    match most.filter(|_| pairs.iter().all(|pair| pair.slower <= 1.0)) {
        Some(most) => Some(effect::gain_uncounted(model, &pairs, f64::INFINITY, most)?.sqrt()),
        None => effect::gain(model, &pairs),
    }
}

/// The share of the SMs that get no block, which the criterion of few blocks may not have: without
/// prices, no other defect comes before most of a GPU. A launch with little work has none for them.
pub(crate) fn idle_sms(rule: Rule, facts: &Facts<'_>) -> f64 {
    let sms = facts.machine.sms.max(1.0);
    let has_work = rule == Rule::FewBlocks && !rules::launch::has_little(facts.work);
    if has_work { 1.0 - facts.blocks().min(sms) / sms } else { 0.0 }
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
fn priced(
    rule: Rule,
    change: Change,
    facts: &Facts<'_>,
    weights: &Weights,
) -> Result<Priced, String> {
    let model = weights.cost().ok_or_else(|| match weights.order() {
        Some(_) => "emulated, not timed",
        None => "these weights have no prices (`propp fit` and `propp calibrate` make them)",
    })?;
    let uncounted = rule.definition().uncounted;
    let beyond = match &facts.kernel.predicted {
        // What makes it so is the defect.
        Some(Ok(_)) if rule == Rule::Lock => None,
        Some(Ok(predicted)) => predicted.outside.clone(),
        Some(Err(because)) => return Err(because.to_string()),
        None => return Err(Unknown::Shape.to_string()),
    };
    let now_ns = facts.median_ns().ok_or("the recording has no time for it")?;
    let pairs = pairs(change, facts);
    let is_told = pairs.iter().any(|pair| pair.slower > 1.0);
    let likely = match uncounted.filter(|_| !is_told) {
        None => effect::gain(model, &pairs),
        Some(most) => {
            let most = facts.now_ns().zip(most(facts));
            most.and_then(|(now, most)| effect::gain_uncounted(model, &pairs, now, most))
        }
    };
    let likely = likely.ok_or("the cost model gives no time for it")?;
    let passes = rule.definition().passes;
    let by_sms = if passes.is_finite() { effect::most_by_sms(&pairs) } else { f64::INFINITY };
    let most = effect::most(model, &pairs, &facts.machine, now_ns, passes * by_sms);
    let is_fused = pairs.iter().any(|pair| pair.with.launches != pair.without.launches);
    let margin = if is_fused { Margin::pooled()? } else { Margin::of(rule)? };
    let doubt = weights.prices_from().widening_of_gains();
    let margin = margin.widened(if beyond.is_some() { doubt.max(BEYOND) } else { doubt });
    let gain = Gain::ranged(likely.min(by_sms), margin, most);
    let calibrated = margin.calibrated && beyond.is_none();
    Ok(Priced { now_ns, gain, calibrated, beyond })
}

fn pairs(change: Change, facts: &Facts<'_>) -> Vec<Pair> {
    let value = |criterion| facts.criterion(criterion).unwrap_or(1.0);
    let limits = rules::launch::limits(facts);
    let lacks_shared = limits.is_some_and(|(by, _)| by.contains(&OccupancyLimit::SharedMemory));
    let works = facts.kernel.work.iter().enumerate();
    works
        .map(|(place, work)| {
            let context = Context {
                machine: facts.machine,
                lb_sm: value(Criterion::LbSm),
                lb_w: value(Criterion::LbW),
                t_div: value(Criterion::TDiv),
                launches: work.launches.max(1) as f64,
                threads: facts.threads_per_block(),
                lacks_shared,
                registers: f64::from(facts.configuration.registers),
                footprint: facts.footprint,
                warp_cycles: facts.warp_cycles_of(work),
                sites: facts.all_sites.get(place).map_or(&[][..], Vec::as_slice),
            };
            change(work, &context)
        })
        .collect()
}

/// QM now, and with the criterion at 1.
fn quality(kernel: &KernelReport, weights: &Weights, criterion: Criterion) -> Option<[f64; 2]> {
    let mut values = values(&kernel.criteria);
    values.insert(criterion, Value::Measured { value: Fraction::ONE });
    let after = quality_value(weights, &values).measured()?;
    Some([kernel.quality.value.measured()?.get(), after.get()])
}

/// The largest priced gain of a pair of the suite (docs/hints.md, host-gaps). Beyond it there is
/// only a bound.
const MOST_CHECKED: f64 = 2.5;

/// The span could at best shrink by `most`.
fn of_run(rule: Rule, span: f64, most: f64) -> Expected {
    let margin = match Margin::of(rule) {
        Ok(margin) => margin,
        Err(because) => {
            let deficit = 1.0 - 1.0 / most;
            return Expected::Unpriced { deficit, quality: None, because, likely: None, kept: 1.0 };
        }
    };
    // What lies between nothing and the best is not known: the middle, as far as pairs had it right.
    let likely = most.sqrt();
    if likely > MOST_CHECKED {
        return Expected::AtMost { now_ns: span, most };
    }
    Expected::Time {
        now_ns: span,
        gain: Gain::ranged(likely, margin, most),
        quality: None,
        calibrated: margin.calibrated,
        beyond: None,
    }
}

#[cfg(test)]
#[path = "advise_tests.rs"]
mod tests;
