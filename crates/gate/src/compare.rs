//! Compares two profiles under a policy.

use std::collections::{BTreeMap, BTreeSet};

use propp_model::Fraction;
use propp_text::{duration, per_cent};

use super::judge::{Comparison, holm_bonferroni, judge};
use super::pairing::{Pairs, pair};
use super::policy::{Policy, any_matches};
use super::profile::{Gpu, Kernel, Measures, Profile};
use super::quantity::{Kind, Quantity};
use super::secondary::add_secondary_changes;
use super::subject::{Subject, unpaired};
use super::verdict::{Finding, GateResult, KernelOutcome, Verdict};

/// Which differences between the machines are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Another GPU. Only quantities that do not depend on the GPU are compared.
    pub device_change: bool,
    /// Another driver or CUPTI. All quantities are compared.
    pub driver_change: bool,
}

/// Judges today's runs against a baseline.
pub fn compare(before: &Profile, now: &Profile, policy: &Policy, allowed: Allowed) -> GateResult {
    let mut result = GateResult {
        verdict: Verdict::Pass,
        refusal: None,
        application: None,
        kernels: Vec::new(),
        notes: Vec::new(),
        comparisons: 0,
        false_alarms: policy.false_alarms,
        runs: (before.origins.len(), now.origins.len()),
    };
    let scope = match Scope::new(before, now, policy, allowed, &mut result.notes) {
        Ok(scope) => scope,
        Err(refusal) => {
            result.verdict = Verdict::NoVerdict;
            result.refusal = Some(refusal);
            return result;
        }
    };
    let pairs = select(pair(before, now), policy);
    let relaxed: Vec<(&Kernel, &Kernel)> = pairs
        .both
        .iter()
        .copied()
        .filter(|(kernel, _)| policy.is_relaxed(Quantity::Time, &kernel.name))
        .collect();
    let [relaxed_before, relaxed_now]: [Vec<&Kernel>; 2] = [
        relaxed.iter().map(|(before, _)| *before).collect(),
        relaxed.iter().map(|(_, now)| *now).collect(),
    ];
    let whole = [
        without(&before.application, &pairs.excluded.0, &relaxed_before),
        without(&now.application, &pairs.excluded.1, &relaxed_now),
    ];
    let kernels: Vec<Subject<'_>> =
        pairs.both.iter().map(|(before, now)| Subject::kernel(before, now)).collect();
    let have_same_criteria = kernels.iter().all(Subject::has_same_criteria);
    let mut subjects = vec![Subject::application(&whole, have_same_criteria)];
    subjects.extend(kernels);
    let judged = scope.judge(&subjects);
    result.comparisons = judged.comparisons;
    let mut outcomes = subjects.iter().zip(judged.findings).map(|(subject, findings)| {
        let mut outcome = subject.outcome(findings, policy, &scope.quantities);
        add_secondary_changes(&mut outcome, subject, |quantity| scope.may_list(quantity));
        outcome
    });
    result.application = outcomes.next();
    result.kernels = outcomes.collect();
    let kernels_ns: f64 = result.kernels.iter().map(|kernel| kernel.total_ns).sum();
    for outcome in result.application.iter_mut().chain(&mut result.kernels) {
        outcome.reason += &cost_words(outcome, kernels_ns);
    }
    if !relaxed.is_empty() {
        let names = relaxed.iter().map(|(kernel, _)| propp_names::shorten(&kernel.name, 40));
        let names = names.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ");
        result.notes.push(format!(
            "the application's time is without {names}, for which the policy has a wider limit"
        ));
    }
    result.kernels.extend(
        pairs.gone.iter().map(|k| unpaired(k, "it is gone; allow-gone in the policy lets it go")),
    );
    result.kernels.extend(
        pairs
            .new
            .iter()
            .map(|k| unpaired(k, "it is new and has no baseline; allow-new lets it in")),
    );
    result
        .kernels
        .sort_by(|a, b| b.verdict.cmp(&a.verdict).then_with(|| b.total_ns.total_cmp(&a.total_ns)));
    if pairs.both.is_empty() && result.kernels.is_empty() {
        result.notes.push("no kernel was compared".to_owned());
        result.verdict = Verdict::NoVerdict;
    }
    let worst = result.all().map(|kernel| kernel.verdict).max().unwrap_or(Verdict::Pass);
    result.verdict = result.verdict.max(worst);
    result
}

/// What a regression costs, in words.
fn cost_words(outcome: &KernelOutcome, kernels_ns: f64) -> String {
    let Some(ns) = outcome.costs_ns else { return String::new() };
    let time = outcome.findings.iter().find(|finding| finding.quantity == Quantity::Time);
    match time {
        Some(time) if ns <= 0.0 => {
            let [before, now] = Quantity::Time.both_shown(time.before, time.now.unwrap_or(0.0));
            format!("; it costs no time yet: {before} before, {now} now, within the limit")
        }
        _ => {
            let share = Fraction::clamped(ns / kernels_ns.max(1.0)).map(per_cent);
            let share = share.unwrap_or_default();
            let cost = duration(ns.round() as u64);
            format!("; costs {cost} a run, {share} % of the time in kernels")
        }
    }
}

/// The pairs that the policy includes.
struct Selection<'a> {
    both: Vec<(&'a Kernel, &'a Kernel)>,
    gone: Vec<&'a Kernel>,
    new: Vec<&'a Kernel>,
    /// The kernels that are not judged, before and now.
    excluded: (Vec<&'a Kernel>, Vec<&'a Kernel>),
}

fn select<'a>(pairs: Pairs<'a>, policy: &Policy) -> Selection<'a> {
    let (both, not): (Vec<_>, Vec<_>) =
        pairs.both.into_iter().partition(|(kernel, _)| policy.includes(&kernel.name));
    let mut excluded: (Vec<&Kernel>, Vec<&Kernel>) = not.into_iter().unzip();
    let may_go =
        |k: &&Kernel| !policy.includes(&k.name) || any_matches(&policy.allow_gone, &k.name);
    let may_be_new =
        |k: &&Kernel| !policy.includes(&k.name) || any_matches(&policy.allow_new, &k.name);
    let (allowed, gone): (Vec<_>, Vec<_>) = pairs.gone.into_iter().partition(may_go);
    excluded.0.extend(allowed);
    let (allowed, new): (Vec<_>, Vec<_>) = pairs.new.into_iter().partition(may_be_new);
    excluded.1.extend(allowed);
    Selection { both, gone, new, excluded }
}

/// The application without the launches and the time of excluded kernels, and without the time
/// of those that the policy lets become slower.
fn without(whole: &Measures, excluded: &[&Kernel], relaxed: &[&Kernel]) -> Measures {
    let mut rest = whole.clone();
    let launches = |k: &&Kernel| k.measures.get(&Quantity::Launches).map_or(0.0, |l| l.mean());
    let less = [
        (Quantity::Launches, excluded.iter().map(launches).sum::<f64>()),
        (Quantity::Time, excluded.iter().chain(relaxed).map(|kernel| kernel.total_ns()).sum()),
    ];
    for (quantity, less) in less {
        for value in rest.get_mut(&quantity).into_iter().flat_map(|all| all.0.iter_mut().flatten())
        {
            *value = (*value - less).max(0.0);
        }
    }
    rest
}

struct Judged {
    /// Of each subject.
    findings: Vec<Vec<Finding>>,
    /// The number of rank tests that share the false-alarm rate.
    comparisons: usize,
}

/// Rank tests that are corrected together.
#[derive(Default)]
struct Family<'a> {
    comparisons: usize,
    findings: Vec<&'a mut Finding>,
}

/// Which quantities are compared.
struct Scope<'a> {
    policy: &'a Policy,
    quantities: BTreeSet<Quantity>,
    is_same_gpu: bool,
}

impl<'a> Scope<'a> {
    fn new(
        before: &Profile,
        now: &Profile,
        policy: &'a Policy,
        allowed: Allowed,
        notes: &mut Vec<String>,
    ) -> Result<Self, String> {
        let options =
            |p: &Profile| p.origins.iter().map(|o| o.options.clone()).collect::<BTreeSet<_>>();
        if let Some(name) = differing_option(&options(before), &options(now)) {
            return Err(format!(
                "recorded with another --{name} than the baseline: other launches are measured, \
                 and their means are no longer comparable. Record both alike"
            ));
        }
        let commands = |p: &Profile| {
            let all: BTreeSet<String> = p.origins.iter().map(|o| o.command.join(" ")).collect();
            all.into_iter().collect::<Vec<_>>().join(", ")
        };
        if commands(before) != commands(now) {
            let (old, new) = (commands(before), commands(now));
            notes.push(format!("another command: {new}; the baseline: {old}"));
        }
        let words = |p: &Profile| p.gpus.iter().map(Gpu::words).collect::<Vec<_>>().join(", ");
        let mut quantities = policy.quantities();
        let list = |quantities: &BTreeSet<Quantity>| {
            quantities.iter().map(|quantity| quantity.name()).collect::<Vec<_>>().join(", ")
        };
        if before.same_gpus(now) {
            let software = |p: &Profile| p.gpus.iter().map(Gpu::software).collect::<BTreeSet<_>>();
            let [old, new] = [before, now].map(software);
            if old != new {
                let words = |of: BTreeSet<String>| of.into_iter().collect::<Vec<_>>().join(" and ");
                let text = format!("another driver: {}; the baseline: {}", words(new), words(old));
                if !allowed.driver_change {
                    return Err(format!("{text}. --allow-driver-change compares all the same"));
                }
                notes.push(text);
            }
        } else {
            let text = format!("another GPU: {}; the baseline: {}", words(now), words(before));
            if !allowed.device_change {
                return Err(format!(
                    "{text}. --allow-device-change compares what does not depend on it"
                ));
            }
            let left: BTreeSet<Quantity> = quantities
                .iter()
                .copied()
                .filter(|quantity| quantity.survives_another_gpu())
                .collect();
            let dropped = quantities.difference(&left).copied().collect();
            notes.push(format!(
                "{text}. Compared: {}. Not compared: {}",
                list(&left),
                list(&dropped)
            ));
            quantities = left;
        }
        if before.weights != now.weights && quantities.remove(&Quantity::Quality) {
            notes.push(format!(
                "QM is not compared: the baseline's is by the weights \"{}\", today's by \"{}\"",
                before.weights, now.weights
            ));
        }
        Ok(Self { policy, quantities, is_same_gpu: before.same_gpus(now) })
    }

    /// Whether a secondary change of this quantity is listed.
    fn may_list(&self, quantity: Quantity) -> bool {
        quantity.explains() && self.is_same_gpu || self.quantities.contains(&quantity)
    }

    /// Judges all subjects. All rank tests share the false-alarm rate of the policy. Kernels
    /// whose instructions changed are few, and they are the likely regressions: where there
    /// are any, they form a family of their own with half of the rate.
    fn judge(&self, subjects: &[Subject<'_>]) -> Judged {
        let all: Vec<Vec<Comparison<'_>>> =
            subjects.iter().map(|subject| self.comparisons(subject)).collect();
        let mut families = [Family::default(), Family::default()];
        let family_of = |subject: &Subject<'_>| usize::from(subject.instructions_changed());
        for (subject, comparisons) in subjects.iter().zip(&all) {
            let measures = comparisons.iter().filter(|c| c.quantity.kind() == Kind::Measure);
            families[family_of(subject)].comparisons += measures.count();
        }
        let share = if families.iter().all(|family| family.comparisons > 0) { 0.5 } else { 1.0 };
        let false_alarms = share * self.policy.false_alarms;
        let mut findings: Vec<Vec<Finding>> = Vec::new();
        for (subject, comparisons) in subjects.iter().zip(&all) {
            let level = false_alarms / families[family_of(subject)].comparisons.max(1) as f64;
            let strictness = self.policy.strictness;
            findings.push(comparisons.iter().map(|c| judge(*c, strictness, level)).collect());
        }
        for (subject, own) in subjects.iter().zip(&mut findings) {
            families[family_of(subject)].findings.extend(own);
        }
        let comparisons = families.iter().map(|family| family.comparisons).sum();
        for family in families {
            holm_bonferroni(family.findings, false_alarms, family.comparisons);
        }
        Judged { findings, comparisons }
    }

    /// The quantities that the subject has before and now.
    fn comparisons<'s>(&self, subject: &Subject<'s>) -> Vec<Comparison<'s>> {
        let both = subject.before.iter().filter_map(|(quantity, before)| {
            let limit = self.policy.limit(*quantity, subject.name())?;
            let now = subject.now.get(quantity).filter(|_| self.quantities.contains(quantity))?;
            if *quantity == Quantity::Quality && !subject.has_same_criteria() {
                return None;
            }
            let launch_ns = subject.launch_ns;
            Some(Comparison { quantity: *quantity, before, now, limit, launch_ns })
        });
        both.collect()
    }
}

/// The first option that does not have the same value in all runs.
fn differing_option(
    before: &BTreeSet<BTreeMap<String, String>>,
    now: &BTreeSet<BTreeMap<String, String>>,
) -> Option<String> {
    let all: Vec<&BTreeMap<String, String>> = before.iter().chain(now).collect();
    let names: BTreeSet<&String> = all.iter().flat_map(|options| options.keys()).collect();
    let differs = |name: &&&String| {
        let values: BTreeSet<_> = all.iter().map(|options| options.get(**name)).collect();
        values.len() > 1
    };
    names.iter().find(differs).map(|name| (**name).clone())
}
