//! Compares two profiles under a policy.

use std::collections::BTreeSet;

use propp_base_names::KernelFilter;

use super::pairing::{Pairs, pair};
use super::policy::{Policy, any_matches};
use super::profile::{Kernel, Measures, Profile, Samples};
use super::quantity::Quantity;
use super::reason::{Reason, Shift};
use super::renamed::{Rename, between, suspects};
use super::scope::{Allowed, Scope};
use super::secondary::add_secondary_changes;
use super::subject::{Subject, unpaired};
use super::verdict::{GateResult, KernelOutcome, Verdict};

/// How many times more launches a step may have to be the same step.
const MOST_OF_A_STEP: f64 = 1.5;

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
    let untimed = [before, now].iter().all(|side| side.is_emulated()).then(|| policy.untimed());
    let policy = untimed.as_ref().unwrap_or(policy);
    match Scope::new(before, now, policy, allowed, &mut result.notes) {
        Ok(scope) => compare_within(&scope, before, now, policy, &mut result),
        Err(refusal) => {
            result.verdict = Verdict::NoVerdict;
            result.refusal = Some(refusal);
        }
    }
    result
}

/// Adds the outcomes of the application and of the kernels, and what they come to.
fn compare_within(
    scope: &Scope<'_>,
    before: &Profile,
    now: &Profile,
    policy: &Policy,
    result: &mut GateResult,
) {
    let pairs = pair(before, now);
    let renamed = suspects(before, now, &pairs.gone, &pairs.new);
    let pairs = select(pairs, policy);
    let (relaxed_before, relaxed_now): (Vec<&Kernel>, Vec<&Kernel>) = pairs
        .both
        .iter()
        .copied()
        .filter(|(kernel, _)| policy.is_relaxed(Quantity::Time, &kernel.name))
        .unzip();
    let mut whole = [
        without(&before.application, &pairs.excluded.0, &relaxed_before),
        without(&now.application, &pairs.excluded.1, &relaxed_now),
    ];
    let is_whole = pairs.excluded.0.is_empty() && pairs.excluded.1.is_empty();
    result.notes.extend(steps_left_out(&mut whole, is_whole && relaxed_before.is_empty()));
    let kernels: Vec<Subject<'_>> =
        pairs.both.iter().map(|(before, now)| Subject::kernel(before, now)).collect();
    let have_same_criteria = kernels.iter().all(Subject::has_same_criteria);
    let mut subjects = vec![Subject::application(&whole, have_same_criteria)];
    subjects.extend(kernels);
    let judged = scope.judge(&subjects);
    result.comparisons = judged.comparisons;
    let mut outcomes = subjects.iter().zip(judged.findings).map(|(subject, findings)| {
        let mut outcome = subject.outcome(findings, policy, &scope.quantities, now.is_emulated());
        add_secondary_changes(&mut outcome, subject, |quantity| scope.may_list(quantity));
        outcome
    });
    result.application = outcomes.next();
    result.kernels = outcomes.collect();
    let kernels_ns: f64 = result.kernels.iter().map(|kernel| kernel.total_ns).sum();
    for outcome in result.application.iter_mut().chain(&mut result.kernels) {
        outcome.reasons.extend(cost(outcome, kernels_ns));
    }
    result.notes.extend(relaxed_words(&relaxed_before));
    result.notes.extend(wider_words(&result.kernels, result.application.as_ref()));
    let (shown, allowed): (Vec<_>, Vec<_>) = renamed.into_iter().partition(|(old, new)| {
        let is_among = |all: &[&Kernel], name: &str| all.iter().any(|kernel| kernel.name == name);
        is_among(&pairs.gone, old) || is_among(&pairs.new, new)
    });
    let of = |is_it: &dyn Fn(&(&str, &str)) -> bool| {
        shown.iter().find(|pair| is_it(pair)).map(|(old, new)| between(old, new))
    };
    let gone = |kernel: &&Kernel| unpaired(kernel, Reason::Gone(of(&|pair| pair.0 == kernel.name)));
    let new = |kernel: &&Kernel| unpaired(kernel, Reason::New(of(&|pair| pair.1 == kernel.name)));
    result.kernels.extend(pairs.gone.iter().map(gone));
    result.kernels.extend(pairs.new.iter().map(new));
    let allowed = allowed.iter().filter(|(old, new)| policy.includes(old) && policy.includes(new));
    result.notes.extend(allowed.map(|(old, new)| allowed_words(&between(old, new))));
    result
        .kernels
        .sort_by(|a, b| b.verdict.cmp(&a.verdict).then_with(|| b.total_ns.total_cmp(&a.total_ns)));
    if pairs.both.is_empty() && result.kernels.is_empty() {
        result.notes.push("no kernel was compared".to_owned());
        result.verdict = Verdict::NoVerdict;
    }
    let worst = result.all().map(|kernel| kernel.verdict).max().unwrap_or(Verdict::Pass);
    result.verdict = result.verdict.max(worst);
}

/// Leaves the steps out if both sides do not have the same, and says so. It is not known which
/// launches of a step are of kernels that are not judged.
fn steps_left_out(both: &mut [Measures; 2], is_whole: bool) -> Option<String> {
    const OF_STEPS: [Quantity; 2] = [Quantity::StepLaunches, Quantity::StepTime];
    let [before, now] = &*both;
    let launches = |side: &Measures| side.get(&Quantity::StepLaunches).map(Samples::mean);
    let why = match (launches(before)?, launches(now)) {
        _ if !is_whole => "the policy leaves kernels out, or lets them become slower",
        (_, None) => "today's run has none",
        (before, Some(now)) => {
            let is_other = before.max(now) > MOST_OF_A_STEP * before.min(now);
            is_other.then_some("they are others than in the baseline")?
        }
    };
    for side in both {
        OF_STEPS.iter().for_each(|quantity| _ = side.remove(quantity));
    }
    Some(format!("the steps of the program were not compared: {why}"))
}

/// A note on kernels that may take longer than the application.
fn relaxed_words(relaxed: &[&Kernel]) -> Option<String> {
    let names = relaxed.iter().map(|kernel| propp_base_names::shorten(&kernel.name, 40));
    let names = names.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ");
    (!relaxed.is_empty()).then(|| {
        format!("the application's time is without {names}, for which the policy has a wider limit")
    })
}

/// A note on changes of which more than their limit is allowed.
fn wider_words(kernels: &[KernelOutcome], application: Option<&KernelOutcome>) -> Option<String> {
    let findings = application.into_iter().chain(kernels).flat_map(|row| &row.findings);
    let mut reasons = findings.filter_map(|finding| finding.reason.as_ref());
    let is_wider = |reason: &Reason| matches!(reason, Reason::Changed(change) if change.is_wider());
    reasons.any(is_wider).then(|| {
        "where more is allowed than the limit, noise at so few launches or runs may reach it"
            .to_owned()
    })
}

/// A note on kernels that the policy lets come and go.
fn allowed_words(rename: &Rename) -> String {
    let Rename { old, new } = rename;
    format!(
        "{new} is new and {old} is gone, which the policy allows: perhaps renamed, and not compared; \
         {rename} compares the two"
    )
}

/// The time that a regression costs.
fn cost(outcome: &KernelOutcome, kernels_ns: f64) -> Option<Reason> {
    let ns = outcome.costs_ns?;
    let time = outcome.findings.iter().find(|finding| finding.quantity == Quantity::Time);
    Some(match time.filter(|_| ns <= 0.0) {
        Some(time) => Reason::CostsNothingYet(Shift {
            quantity: Quantity::Time,
            before: time.before,
            now: time.now.unwrap_or(0.0),
        }),
        None => Reason::Costs { ns, kernels_ns },
    })
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
    let split = |kernels: Vec<&'a Kernel>, allowed: &[KernelFilter]| -> (Vec<_>, Vec<_>) {
        let may_be = |k: &&Kernel| !policy.includes(&k.name) || any_matches(allowed, &k.name);
        kernels.into_iter().partition(may_be)
    };
    let (allowed, gone) = split(pairs.gone, &policy.allow_gone);
    excluded.0.extend(allowed);
    let (allowed, new) = split(pairs.new, &policy.allow_new);
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
