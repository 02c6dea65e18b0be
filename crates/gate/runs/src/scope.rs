//! Which quantities of two profiles are compared, and their verdicts.

use std::collections::{BTreeMap, BTreeSet};

use super::judge::{Comparison, holm_bonferroni, judge};
use super::options::RUNS;
use super::policy::Policy;
use super::profile::{Ended, Gpu, Profile};
use super::quantity::{Kind, Quantity};
use super::subject::Subject;
use super::verdict::Finding;

/// Which differences between the machines are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Another GPU. Only quantities that do not depend on the GPU are compared.
    pub device_change: bool,
    /// Another driver or CUPTI. All quantities are compared.
    pub driver_change: bool,
}

pub(super) struct Judged {
    pub(super) findings: Vec<Vec<Finding>>,
    /// The number of rank tests that share the false-alarm rate.
    pub(super) comparisons: usize,
}

/// Rank tests that are corrected together.
#[derive(Default)]
struct Family<'a> {
    comparisons: usize,
    findings: Vec<&'a mut Finding>,
}

pub(super) struct Scope<'a> {
    policy: &'a Policy,
    pub(super) quantities: BTreeSet<Quantity>,
    is_same_gpu: bool,
}

impl<'a> Scope<'a> {
    /// Fails with the reason why nothing can be compared; what the reader should know besides goes to
    /// the notes.
    pub(super) fn new(
        before: &Profile,
        now: &Profile,
        policy: &'a Policy,
        allowed: Allowed,
        notes: &mut Vec<String>,
    ) -> Result<Self, String> {
        if let [true, false] | [false, true] = [before, now].map(Profile::is_emulated) {
            let sides =
                if now.is_emulated() { ["measured", "emulated"] } else { ["emulated", "measured"] };
            return Err(format!(
                "the baseline was {}, and this run was {}; record both alike",
                sides[0], sides[1]
            ));
        }
        notes.extend(failed(before, now)?);
        let options =
            |p: &Profile| p.origins.iter().map(|o| o.options.clone()).collect::<BTreeSet<_>>();
        if let Some(name) = differing_option(&options(before), &options(now)) {
            if name == RUNS {
                return Err(other_runs(before, now));
            }
            return Err(format!(
                "recorded with another --{name} than the baseline: other launches are measured, \
                 and their means are no longer comparable. Record both alike"
            ));
        }
        let [old, new] = [before, now].map(commands);
        if old != new {
            notes.push(format!("another command: {new}; the baseline: {old}"));
        }
        let is_same_gpu = before.same_gpus(now);
        let mut quantities = policy.quantities();
        if is_same_gpu {
            notes.extend(other_software(before, now, allowed)?);
        } else {
            let note;
            (quantities, note) = on_another_gpu(before, now, &quantities, allowed)?;
            notes.push(note);
        }
        if before.weights != now.weights && quantities.remove(&Quantity::Quality) {
            notes.push(format!(
                "QM is not compared: the baseline's is by the weights \"{}\", today's by \"{}\"",
                before.weights, now.weights
            ));
        }
        Ok(Self { policy, quantities, is_same_gpu })
    }

    /// Whether a secondary change of this quantity is listed.
    pub(super) fn may_list(&self, quantity: Quantity) -> bool {
        quantity.explains() && self.is_same_gpu || self.quantities.contains(&quantity)
    }

    /// Judges all subjects. All rank tests share the false-alarm rate of the policy. Kernels
    /// whose instructions changed are few, and they are the likely regressions: where there
    /// are any, they form a family of their own with half of the rate.
    pub(super) fn judge(&self, subjects: &[Subject<'_>]) -> Judged {
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

/// The commands of all runs, each once.
fn commands(profile: &Profile) -> String {
    let all: BTreeSet<String> = profile.origins.iter().map(|o| o.command.join(" ")).collect();
    all.into_iter().collect::<Vec<_>>().join(", ")
}

/// A note on another driver or CUPTI. Fails if none is allowed.
fn other_software(
    before: &Profile,
    now: &Profile,
    allowed: Allowed,
) -> Result<Option<String>, String> {
    let software = |p: &Profile| p.gpus.iter().map(Gpu::software).collect::<BTreeSet<_>>();
    let [old, new] = [before, now].map(software);
    if old == new {
        return Ok(None);
    }
    let words = |of: BTreeSet<String>| of.into_iter().collect::<Vec<_>>().join(" and ");
    let text = format!("another driver: {}; the baseline: {}", words(new), words(old));
    if allowed.driver_change {
        return Ok(Some(text));
    }
    Err(format!("{text}. --allow-driver-change compares all the same"))
}

/// The quantities that do not depend on the GPU, and a note on the others. Fails if no other GPU is
/// allowed.
fn on_another_gpu(
    before: &Profile,
    now: &Profile,
    quantities: &BTreeSet<Quantity>,
    allowed: Allowed,
) -> Result<(BTreeSet<Quantity>, String), String> {
    let [old, new] = [before, now].map(Profile::gpu_words);
    let text = format!("another GPU: {new}; the baseline: {old}");
    if !allowed.device_change {
        return Err(format!("{text}. --allow-device-change compares what does not depend on it"));
    }
    let (left, dropped): (BTreeSet<Quantity>, BTreeSet<Quantity>) =
        quantities.iter().copied().partition(|quantity| quantity.survives_another_gpu());
    let list = |quantities: &BTreeSet<Quantity>| {
        quantities.iter().map(|quantity| quantity.name()).collect::<Vec<_>>().join(", ")
    };
    let note = format!("{text}. Compared: {}. Not compared: {}", list(&left), list(&dropped));
    Ok((left, note))
}

/// A note on programs that failed alike. Fails if they did not: a run that ended early has launched
/// less.
fn failed(before: &Profile, now: &Profile) -> Result<Option<String>, String> {
    let endings = |profile: &Profile| -> BTreeSet<Ended> {
        profile.origins.iter().map(|origin| origin.failed.clone()).collect()
    };
    let words = |endings: &BTreeSet<Ended>| {
        let all: Vec<&str> =
            endings.iter().map(|end| end.failed().unwrap_or("without a failure")).collect();
        all.join(" and ")
    };
    let [old, new] = [before, now].map(endings);
    // A baseline of an older propp says nothing of runs that ended well.
    if is_older(before) && !old.iter().any(|end| end.failed().is_some()) {
        let text = "the baseline is of an older propp and does not say whether its program failed";
        return match new.iter().find_map(Ended::failed) {
            None => Ok(Some(format!(
                "{text}, nor whether it was recorded with --runs one; `propp baseline` makes a new one"
            ))),
            Some(_) => Err(format!(
                "the program ended {} in today's runs, and {text}. Make a new baseline from runs that end \
                 alike",
                words(&new)
            )),
        };
    }
    // Runs that ended in several ways launched different amounts, on either side.
    if old == new && old.len() == 1 {
        let note = || {
            format!(
                "the program failed in the baseline and in today's runs (it ended {}); what it \
                 did not reach was not compared",
                words(&old)
            )
        };
        return Ok(old.iter().any(|end| end.failed().is_some()).then(note));
    }
    let cure = if new.iter().any(|end| end.failed().is_some()) {
        "Run the program without propp, mend it and record it again"
    } else {
        "Make a new baseline from runs that do not fail"
    };
    Err(format!(
        "the program ended {} in today's runs, and {} in the baseline: a run that fails may have \
         launched less. {cure}",
        words(&new),
        words(&old)
    ))
}

/// Whether a baseline was written before baselines said how programs ended and how they were run.
fn is_older(before: &Profile) -> bool {
    before.origins.iter().any(|origin| origin.failed.is_unknown())
}

/// Why times and counters of one run are not compared with those of two.
fn other_runs(before: &Profile, now: &Profile) -> String {
    if is_older(before) {
        return "today's runs were recorded with --runs one, and the baseline is of an older propp and does \
                not say whether it was. Make a new baseline from such runs"
            .to_owned();
    }
    let how = |profile: &Profile| {
        let mut values = profile.origins.iter().map(|origin| origin.options.contains_key(RUNS));
        let first = values.next();
        match (first, values.all(|value| Some(value) == first)) {
            (_, false) => "in part with --runs one and in part with --runs both",
            (Some(true), true) => "with --runs one",
            _ => "with --runs both (the default)",
        }
    };
    format!(
        "the baseline was recorded {}, and today's runs {}. With --runs one the launches that are \
         measured have no times of their own, and HSync and DT are unknown. Record both alike, or \
         make a new baseline",
        how(before),
        how(now)
    )
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
