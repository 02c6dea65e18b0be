//! The least change that is noticed: what the gate makes of a change that is put into one quantity
//! of one kernel of an unchanged program.

use std::collections::BTreeMap;

use propp_base_statistics::parallel;
use propp_base_text::launch;

use crate::certificate::{KernelPower, LeastChange};
use crate::judge::{Comparison, judge};
use crate::policy::Policy;
use crate::profile::{Key, Measures, Profile, Samples};
use crate::quantity::{Kind, Quantity};
use crate::verdict::Verdict;

/// So many of the comparisons must notice it.
pub(super) const POWER: f64 = 0.9;

/// Comparisons that a change is put into.
pub(super) const SPLITS: usize = 40;

/// Changes that are tried: each is a tenth larger than the one before, from 0.1 % to 500 %.
const LEAST: f64 = 1e-3;
const STEP: f64 = 1.1;
const STEPS: u32 = 90;

/// An unchanged program twice.
pub(super) struct SelfComparison {
    pub(super) before: Profile,
    pub(super) now: Profile,
}

/// Quantities whose change is told in shares of themselves: those without an upper end.
const fn is_relative(quantity: Quantity) -> bool {
    !quantity.more_is_better()
}

/// The least changes of all kernels and of the application, those with the most time first.
pub(super) fn kernels(selves: &[SelfComparison], policy: &Policy) -> Vec<KernelPower> {
    let Some(first) = selves.first() else { return Vec::new() };
    let total: f64 = first.before.kernels.iter().map(|kernel| kernel.total_ns()).sum();
    let mut subjects: Vec<(Option<Key>, String, f64)> = vec![(None, "application".to_owned(), 1.0)];
    for kernel in first.before.kernels.iter().filter(|kernel| policy.includes(&kernel.name)) {
        let share = kernel.total_ns() / total.max(1.0);
        subjects.push((Some(kernel.key.clone()), kernel.name.clone(), share));
    }
    let levels = levels(selves, policy);
    let mut all = parallel::each(&subjects, |(key, name, share)| {
        let quantities = Quantity::ALL.into_iter().filter_map(|quantity| {
            let change = least_change(selves, &levels, policy, (key.as_ref(), name), quantity)?;
            let is_relative = is_relative(quantity);
            let change = Some(change).filter(|change| change.is_finite());
            Some(LeastChange { quantity: quantity.name().to_owned(), change, is_relative })
        });
        let share: f64 = format!("{share:.4}").parse().unwrap_or(*share);
        KernelPower {
            name: name.clone(),
            launched: key.as_ref().map(|key| launch(key.grid, key.block, key.dynamic_shared_bytes)),
            share,
            least: quantities.collect(),
        }
    });
    all.sort_by(|a, b| b.share.total_cmp(&a.share));
    all
}

/// The median least change of the kernels' times, weighted by their time.
pub(super) fn median_time(selves: &[SelfComparison], policy: &Policy) -> Option<f64> {
    let first = selves.first()?;
    let levels = levels(selves, policy);
    let kernels: Vec<_> = first.before.kernels.iter().collect();
    let mut least = parallel::each(&kernels, |kernel| {
        let subject = (Some(&kernel.key), kernel.name.as_str());
        let change = least_change(selves, &levels, policy, subject, Quantity::Time)?;
        Some((change, kernel.total_ns()))
    })
    .into_iter()
    .flatten()
    .collect::<Vec<_>>();
    least.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = least.iter().map(|(_, ns)| ns).sum::<f64>() / 2.0;
    let mut before = 0.0;
    let median = least.into_iter().find(|(_, ns)| {
        before += ns;
        before >= half
    });
    median.map(|(change, _)| change).filter(|change| change.is_finite())
}

/// The significance level of one rank test in each comparison: that of the first step of Holm and
/// Bonferroni, which is the one that a single change meets.
fn levels(selves: &[SelfComparison], policy: &Policy) -> Vec<f64> {
    let level = |one: &SelfComparison| {
        let is_tested = |measures: &Measures, now: &Measures, name: Option<&str>| {
            let tested = measures.keys().filter(|quantity| {
                quantity.kind() == Kind::Measure
                    && now.contains_key(quantity)
                    && policy.limit(**quantity, name).is_some()
            });
            tested.count()
        };
        let now: BTreeMap<&Key, &Measures> =
            one.now.kernels.iter().map(|kernel| (&kernel.key, &kernel.measures)).collect();
        let of_kernels = one.before.kernels.iter().filter_map(|kernel| {
            Some(is_tested(&kernel.measures, now.get(&kernel.key)?, Some(&kernel.name)))
        });
        let whole = is_tested(&one.before.application, &one.now.application, None);
        policy.false_alarms / (of_kernels.sum::<usize>() + whole).max(1) as f64
    };
    selves.iter().map(level).collect()
}

/// The least change of a quantity that enough comparisons notice, infinite if that is none of those
/// that are tried. `None` if it is not judged.
fn least_change(
    selves: &[SelfComparison],
    levels: &[f64],
    policy: &Policy,
    (key, name): (Option<&Key>, &str),
    quantity: Quantity,
) -> Option<f64> {
    let limit = policy.limit(quantity, key.map(|_| name))?;
    let of = |profile: &Profile| -> Option<(Samples, f64)> {
        let (measures, launch_ns) = match key {
            None => {
                let time = profile.application.get(&Quantity::Time).map_or(1.0, Samples::mean);
                (&profile.application, time)
            }
            Some(key) => {
                let place = profile.kernels.binary_search_by(|kernel| kernel.key.cmp(key)).ok()?;
                let kernel = &profile.kernels[place];
                (&kernel.measures, kernel.typical_ns().unwrap_or(1.0))
            }
        };
        Some((measures.get(&quantity)?.clone(), launch_ns))
    };
    let pairs: Vec<(Samples, Samples, f64, f64)> = selves
        .iter()
        .zip(levels)
        .filter_map(|(one, level)| {
            let (before, launch_ns) = of(&one.before)?;
            Some((before, of(&one.now)?.0, launch_ns, *level))
        })
        .collect();
    if pairs.len() < selves.len().div_ceil(2) {
        return None;
    }
    let notices = |step: u32| {
        let change = LEAST * STEP.powi(step.cast_signed());
        let noticed = pairs.iter().filter(|(before, now, launch_ns, level)| {
            let now = &worse(now, quantity, change);
            let comparison = Comparison { quantity, before, now, limit, launch_ns: *launch_ns };
            let finding = judge(comparison, policy.strictness, *level);
            let is_significant = finding.p_value.is_none_or(|p| p <= *level);
            finding.verdict == Verdict::Regressed && is_significant
        });
        noticed.count() as f64 >= POWER * pairs.len() as f64
    };
    if !notices(STEPS) {
        return Some(f64::INFINITY);
    }
    let (mut below, mut from) = (0, STEPS);
    while below < from {
        let middle = u32::midpoint(below, from);
        if notices(middle) {
            from = middle;
        } else {
            below = middle + 1;
        }
    }
    let change = LEAST * STEP.powi(from.cast_signed());
    // Files keep four digits.
    Some(format!("{change:.3e}").parse().unwrap_or(change))
}

/// The samples with a change for the worse.
fn worse(samples: &Samples, quantity: Quantity, change: f64) -> Samples {
    let value = |value: &f64| {
        if is_relative(quantity) { value * (1.0 + change) } else { (value - change).max(0.0) }
    };
    Samples(samples.0.iter().map(|run| run.iter().map(value).collect()).collect())
}
