//! Secondary changes of a regressed kernel.
//!
//! An extra barrier costs time and lowers DSync by less than its limit. The verdict is for
//! the time; the drop of DSync and the new barrier point to the cause. Secondary changes
//! never decide a verdict, so they raise no false alarm.

use super::judge::worsening;
use super::noise;
use super::quantity::{Kind, Quantity};
use super::reason::{Reason, Shift};
use super::subject::Subject;
use super::verdict::{Finding, KernelOutcome, Verdict};

/// Lists what else became worse beyond noise, if the kernel regressed.
pub(super) fn add_secondary_changes(
    outcome: &mut KernelOutcome,
    subject: &Subject<'_>,
    may_list: impl Fn(Quantity) -> bool,
) {
    if outcome.verdict != Verdict::Regressed {
        return;
    }
    outcome.secondary = subject
        .before
        .keys()
        .filter(|quantity| may_list(**quantity) && !is_listed(&outcome.findings, **quantity))
        .filter_map(|quantity| change_beyond_noise(subject, *quantity))
        .collect();
    if !outcome.secondary.is_empty() {
        outcome.reasons.push(Reason::Along(outcome.secondary.clone()));
    }
}

fn is_listed(findings: &[Finding], quantity: Quantity) -> bool {
    findings.iter().any(|found| found.quantity == quantity && found.verdict != Verdict::Pass)
}

fn change_beyond_noise(subject: &Subject<'_>, quantity: Quantity) -> Option<Shift> {
    let (before, now) = (subject.before.get(&quantity)?, subject.now.get(&quantity)?);
    let (old, new) = (before.mean(), now.mean());
    let (range, runs) = (before.range(), before.0.len());
    let noise = match quantity.kind() {
        // QM is computed from the criteria, which are listed themselves.
        _ if quantity == Quantity::Quality => return None,
        Kind::Count => noise::count_noise(quantity, old, range, runs, subject.launch_ns),
        Kind::Measure => noise::measure_noise(quantity, range, runs, subject.launch_ns),
    };
    (worsening(quantity, new - old) > noise).then_some(Shift { quantity, before: old, now: new })
}
