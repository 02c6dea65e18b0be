//! Two profiles under a policy.

use std::collections::{BTreeMap, BTreeSet};

use super::alongside::tell;
use super::judge::{Case, How, judge, settle};
use super::pairing::{Pairs, pair};
use super::policy::{Policy, any};
use super::profile::{Gpu, Kernel, Measures, Profile};
use super::quantity::{Kind, Quantity};
use super::row::{Row, alone};
use super::verdict::{Finding, Outcome, Verdict};

/// What may differ between the machines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// The GPU: then only what does not depend on it is compared.
    pub device_change: bool,
    /// The driver or CUPTI: everything is compared.
    pub driver_change: bool,
}

/// Judges today's runs by a baseline.
#[must_use]
pub fn compare(before: &Profile, now: &Profile, policy: &Policy, allowed: Allowed) -> Outcome {
    let mut outcome = Outcome {
        verdict: Verdict::Pass,
        refusal: None,
        application: None,
        kernels: Vec::new(),
        notes: Vec::new(),
        comparisons: 0,
        false_alarms: policy.false_alarms,
        runs: (before.origins.len(), now.origins.len()),
    };
    let scope = match Scope::of(before, now, policy, allowed, &mut outcome.notes) {
        Ok(scope) => scope,
        Err(refusal) => {
            outcome.verdict = Verdict::NoVerdict;
            outcome.refusal = Some(refusal);
            return outcome;
        }
    };
    let pairs = sifted(pair(before, now), policy);
    let whole =
        [without(&before.application, &pairs.aside.0), without(&now.application, &pairs.aside.1)];
    let of_kernels: Vec<Row<'_>> =
        pairs.both.iter().map(|(before, now)| Row::kernel(before, now)).collect();
    let alike = of_kernels.iter().all(Row::has_same_criteria);
    let mut rows: Vec<Row<'_>> = vec![Row::application(&whole, alike)];
    rows.extend(of_kernels);
    let judged = scope.judge(&rows);
    outcome.comparisons = judged.comparisons;
    let mut outcomes = rows.iter().zip(judged.findings).map(|(row, found)| {
        let mut outcome = row.outcome(found, policy, &scope.quantities);
        tell(&mut outcome, row, |quantity| scope.may_tell(quantity));
        outcome
    });
    outcome.application = outcomes.next();
    outcome.kernels = outcomes.collect();
    outcome.kernels.extend(
        pairs.gone.iter().map(|k| alone(k, "it is gone; allow-gone in the policy lets it go")),
    );
    outcome.kernels.extend(
        pairs.new.iter().map(|k| alone(k, "it is new and has no baseline; allow-new lets it in")),
    );
    outcome
        .kernels
        .sort_by(|a, b| b.verdict.cmp(&a.verdict).then_with(|| b.total_ns.total_cmp(&a.total_ns)));
    if pairs.both.is_empty() && outcome.kernels.is_empty() {
        outcome.notes.push("no kernel was compared".to_owned());
        outcome.verdict = Verdict::NoVerdict;
    }
    let worst = outcome.all().map(|kernel| kernel.verdict).max().unwrap_or(Verdict::Pass);
    outcome.verdict = outcome.verdict.max(worst);
    outcome
}

/// Kernels that the policy looks at, and those set aside, before and now.
struct Sifted<'a> {
    both: Vec<(&'a Kernel, &'a Kernel)>,
    gone: Vec<&'a Kernel>,
    new: Vec<&'a Kernel>,
    aside: (Vec<&'a Kernel>, Vec<&'a Kernel>),
}

fn sifted<'a>(pairs: Pairs<'a>, policy: &Policy) -> Sifted<'a> {
    let (both, not): (Vec<_>, Vec<_>) =
        pairs.both.into_iter().partition(|(kernel, _)| policy.looks_at(&kernel.name));
    let mut aside: (Vec<&Kernel>, Vec<&Kernel>) = not.into_iter().unzip();
    let may_go = |k: &&Kernel| !policy.looks_at(&k.name) || any(&policy.allow_gone, &k.name);
    let may_come = |k: &&Kernel| !policy.looks_at(&k.name) || any(&policy.allow_new, &k.name);
    let (allowed, gone): (Vec<_>, Vec<_>) = pairs.gone.into_iter().partition(may_go);
    aside.0.extend(allowed);
    let (allowed, new): (Vec<_>, Vec<_>) = pairs.new.into_iter().partition(may_come);
    aside.1.extend(allowed);
    Sifted { both, gone, new, aside }
}

/// The whole without the launches and the time of kernels that are set aside.
fn without(whole: &Measures, aside: &[&Kernel]) -> Measures {
    let mut rest = whole.clone();
    let launches = |k: &&Kernel| k.measures.get(&Quantity::Launches).map_or(0.0, |l| l.mean());
    let less = [
        (Quantity::Launches, aside.iter().map(launches).sum::<f64>()),
        (Quantity::Time, aside.iter().map(|kernel| kernel.total_ns()).sum()),
    ];
    for (quantity, less) in less {
        for value in rest.get_mut(&quantity).into_iter().flat_map(|all| all.0.iter_mut().flatten())
        {
            *value = (*value - less).max(0.0);
        }
    }
    rest
}

/// The findings of each row.
struct Judged {
    findings: Vec<Vec<Finding>>,
    /// How many measures share the chance of a false alarm.
    comparisons: usize,
}

/// What shares a chance of a false alarm.
#[derive(Default)]
struct Family<'a> {
    comparisons: usize,
    findings: Vec<&'a mut Finding>,
}

/// What is compared at all.
struct Scope<'a> {
    policy: &'a Policy,
    quantities: BTreeSet<Quantity>,
    is_same_gpu: bool,
}

impl<'a> Scope<'a> {
    fn of(
        before: &Profile,
        now: &Profile,
        policy: &'a Policy,
        allowed: Allowed,
        notes: &mut Vec<String>,
    ) -> Result<Self, String> {
        let options =
            |p: &Profile| p.origins.iter().map(|o| o.options.clone()).collect::<BTreeSet<_>>();
        if let Some(name) = different(&options(before), &options(now)) {
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
        let mut quantities: BTreeSet<Quantity> = policy.limits.keys().copied().collect();
        let list = |of: &BTreeSet<Quantity>| {
            of.iter().map(|quantity| quantity.name()).collect::<Vec<_>>().join(", ")
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

    /// What is looked at, and what explains it.
    fn may_tell(&self, quantity: Quantity) -> bool {
        quantity.explains() && self.is_same_gpu || self.quantities.contains(&quantity)
    }

    /// Judges all rows. Of many numbers some move by chance, so all comparisons share the
    /// chance of a false alarm. A kernel whose instructions are others is another kernel,
    /// unless its data decide them, and whether it is slower is asked of few: where there
    /// are such, they have half of the chance for themselves.
    fn judge(&self, rows: &[Row<'_>]) -> Judged {
        let cases: Vec<Vec<Case<'_>>> = rows.iter().map(|row| self.cases(row)).collect();
        let mut families = [Family::default(), Family::default()];
        let family_of = |row: &Row<'_>| usize::from(row.executes_others());
        for (row, cases) in rows.iter().zip(&cases) {
            let measures = cases.iter().filter(|case| case.quantity.kind() == Kind::Measure);
            families[family_of(row)].comparisons += measures.count();
        }
        let share = if families.iter().all(|family| family.comparisons > 0) { 0.5 } else { 1.0 };
        let false_alarms = share * self.policy.false_alarms;
        let mut findings: Vec<Vec<Finding>> = Vec::new();
        for (row, cases) in rows.iter().zip(&cases) {
            let level = false_alarms / families[family_of(row)].comparisons.max(1) as f64;
            let how = How { strictness: self.policy.strictness, level };
            findings.push(cases.iter().map(|case| judge(*case, how)).collect());
        }
        for (row, found) in rows.iter().zip(&mut findings) {
            families[family_of(row)].findings.extend(found);
        }
        let comparisons = families.iter().map(|family| family.comparisons).sum();
        for family in families {
            settle(family.findings, false_alarms, family.comparisons);
        }
        Judged { findings, comparisons }
    }

    /// What both sides have of a row.
    fn cases<'r>(&self, row: &Row<'r>) -> Vec<Case<'r>> {
        let both = row.before.iter().filter_map(|(quantity, before)| {
            let limit = *self.policy.limits.get(quantity)?;
            let now = row.now.get(quantity).filter(|_| self.quantities.contains(quantity))?;
            if *quantity == Quantity::Quality && !row.has_same_criteria() {
                return None;
            }
            let launch_ns = row.launch_ns;
            Some(Case { quantity: *quantity, before, now, limit, launch_ns })
        });
        both.collect()
    }
}

/// The first option of which some run has another value.
fn different(
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
