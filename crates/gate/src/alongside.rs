//! What became worse beside that for which a kernel regressed.
//!
//! One barrier more costs time, and DSync less than its limit: that the time rose is the
//! verdict, that DSync fell or barriers came to is the lead to the cause. It decides
//! nothing, and so raises no false alarm.

use super::judge::worse;
use super::noise;
use super::quantity::{Kind, Quantity};
use super::row::Row;
use super::verdict::{Finding, KernelOutcome, Verdict};

/// Adds to one that regressed what else is worse beyond noise.
pub(super) fn tell(
    outcome: &mut KernelOutcome,
    row: &Row<'_>,
    may_tell: impl Fn(Quantity) -> bool,
) {
    if outcome.verdict != Verdict::Regressed {
        return;
    }
    outcome.with_it = row
        .before
        .keys()
        .filter(|quantity| may_tell(**quantity) && !is_told(&outcome.findings, **quantity))
        .filter_map(|quantity| moved(row, *quantity))
        .collect();
    if !outcome.with_it.is_empty() {
        outcome.reason += &format!("; with it {}", outcome.with_it.join(", "));
    }
}

fn is_told(findings: &[Finding], quantity: Quantity) -> bool {
    findings.iter().any(|of| of.quantity == quantity && of.verdict != Verdict::Pass)
}

fn moved(row: &Row<'_>, quantity: Quantity) -> Option<String> {
    // QM is made of the others.
    let (before, now) = (row.before.get(&quantity)?, row.now.get(&quantity)?);
    let (old, new) = (before.mean(), now.mean());
    let (range, runs) = (before.range(), before.0.len());
    let noise = match quantity.kind() {
        _ if quantity == Quantity::Quality => return None,
        Kind::Count => noise::of_count(quantity, old, range, runs, row.launch_ns),
        Kind::Measure => noise::of_measure(quantity, range, runs, row.launch_ns),
    };
    let how = if new > old { "rose" } else { "fell" };
    (worse(quantity, new - old) > noise).then(|| {
        let [old, new] = quantity.both_shown(old, new);
        format!("{quantity} {how} from {old} to {new}")
    })
}
