//! One quantity, before and now.

use propp_numbers::median::median_of_sorted;
use propp_numbers::rank_sum::RankSum;

use super::noise;
use super::policy::{Limit, Strictness};
use super::profile::Samples;
use super::quantity::{Kind, Quantity};
use super::verdict::{Finding, Verdict};

/// What is to be judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case<'a> {
    pub(super) quantity: Quantity,
    pub(super) before: &'a Samples,
    pub(super) now: &'a Samples,
    pub(super) limit: Limit,
    /// A typical launch; noise depends on it.
    pub(super) launch_ns: f64,
}

/// How it is to be judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    pub(super) strictness: Strictness,
    /// The chance of a false alarm that one comparison has to itself.
    pub(super) level: f64,
}

/// Judges one quantity. A finding with a chance is a rise or fall that a rank test has
/// still to be held against its level; see [`settle`].
pub(super) fn judge(case: Case<'_>, how: How) -> Finding {
    match (how.strictness, case.quantity.kind()) {
        (Strictness::Strict, _) => of_means(case, None),
        (Strictness::NoiseAware, Kind::Count) => of_means(case, Some(case.before.range())),
        (Strictness::NoiseAware, Kind::Measure) => of_measure(case, how.level),
    }
}

/// Means against each other, with what a count may vary, if that counts.
fn of_means(case: Case<'_>, range: Option<f64>) -> Finding {
    let (before, now) = (case.before.mean(), case.now.mean());
    let runs = case.before.0.len();
    let noise = range.map_or(1e-5 * before.abs(), |range| {
        noise::of_count(case.quantity, before, range, runs, case.launch_ns)
    });
    let allowed = case.limit.of(before).max(noise);
    let worse_by = worse(case.quantity, now - before);
    let verdict = match worse_by {
        worse if worse > allowed => Verdict::Regressed,
        worse if -worse > allowed => Verdict::Improved,
        _ => Verdict::Pass,
    };
    finding(case, [before, now, worse_by, allowed], verdict, None, "")
}

fn of_measure(case: Case<'_>, level: f64) -> Finding {
    let (before, now) = (case.before.pooled(), case.now.pooled());
    let test = RankSum::of(&before, &now);
    let shift = test.shift();
    let middle = |sorted: &[f64]| median_of_sorted(sorted).unwrap_or(0.0);
    let (before, now) = (middle(&before), middle(&now));
    let worse_by = worse(case.quantity, shift);
    let limit = case.limit.of(before);
    if worse_by.abs() <= limit {
        return finding(case, [before, now, worse_by, limit], Verdict::Pass, None, "");
    }
    let range = case.before.range().max(case.now.range());
    let (n, m) = test.sizes();
    let verdict = if worse_by > 0.0 { Verdict::Regressed } else { Verdict::Improved };
    if test.least_p_value() > level {
        return too_few(case, [before, now, worse_by, limit], range, verdict);
    }
    // Launches of one run share its clock and its caches, so that a rank test of
    // launches takes any difference of runs for a change. One that is no larger than
    // those between the runs of a side is none.
    if worse_by.abs() <= range {
        let numbers = [before, now, worse_by, range];
        return finding(case, numbers, Verdict::Pass, None, "");
    }
    let chance = if shift > 0.0 { test.p_value_of_rise() } else { test.p_value_of_fall() };
    let detail = format!("; {m} values against {n}, chance {}", shown_chance(chance));
    finding(case, [before, now, worse_by, limit], verdict, Some(chance), &detail)
}

/// With too few launches for a rank test only a change that is larger than any that was
/// seen without a cause counts.
fn too_few(case: Case<'_>, numbers: [f64; 4], range: f64, beyond: Verdict) -> Finding {
    let [before, now, worse_by, limit] = numbers;
    let allowed = limit.max(noise::least_change(case.quantity, range, case.launch_ns));
    let numbers = [before, now, worse_by, allowed];
    if worse_by.abs() > allowed {
        return finding(case, numbers, beyond, None, "; more than noise, at so few launches");
    }
    let verdict = if worse_by > 0.0 { Verdict::NoVerdict } else { Verdict::Pass };
    let detail = format!(
        "; it may be noise: too few launches, and less than {}",
        amount(case.quantity, allowed, before)
    );
    finding(case, [before, now, worse_by, limit], verdict, None, &detail)
}

/// Holds the chances of what rose and of what fell against the level of the family, from
/// the least on (Holm).
pub(super) fn settle(family: Vec<&mut Finding>, false_alarms: f64, comparisons: usize) {
    let (worse, others): (Vec<_>, Vec<_>) = family
        .into_iter()
        .filter(|f| f.chance.is_some())
        .partition(|f| f.verdict == Verdict::Regressed);
    let better = others.into_iter().filter(|f| f.verdict == Verdict::Improved).collect();
    for tested in [worse, better] {
        from_the_least_on(tested, false_alarms, comparisons);
    }
}

fn from_the_least_on(mut tested: Vec<&mut Finding>, false_alarms: f64, comparisons: usize) {
    tested.sort_by(|a, b| a.chance.unwrap_or(1.0).total_cmp(&b.chance.unwrap_or(1.0)));
    let mut failed = false;
    for (place, finding) in tested.into_iter().enumerate() {
        let level = false_alarms / comparisons.saturating_sub(place).max(1) as f64;
        failed |= finding.chance.unwrap_or(1.0) > level;
        if failed {
            let worse = finding.verdict == Verdict::Regressed;
            finding.verdict = if worse { Verdict::NoVerdict } else { Verdict::Pass };
            finding.reason += &format!(": too noisy, {} is needed", shown_chance(level));
        }
    }
}

fn finding(
    case: Case<'_>,
    [before, now, worse_by, allowed]: [f64; 4],
    verdict: Verdict,
    chance: Option<f64>,
    detail: &str,
) -> Finding {
    let quantity = case.quantity;
    let reason = if verdict == Verdict::Pass {
        String::new()
    } else {
        let rose = (worse_by > 0.0) != quantity.more_is_better();
        let by = match quantity {
            Quantity::Time => format!(", by {}", per_cent(worse_by.abs(), before)),
            _ => String::new(),
        };
        let [old, new] = quantity.both_shown(before, now);
        format!(
            "{quantity} {} from {old} to {new}{by} ({} is allowed{detail})",
            if rose { "rose" } else { "fell" },
            amount(quantity, allowed, before),
        )
    };
    Finding { quantity, verdict, before, now: Some(now), worse_by, allowed, chance, reason }
}

/// A change, absolute; of times a share of the value.
pub(super) fn amount(quantity: Quantity, change: f64, before: f64) -> String {
    match quantity {
        Quantity::Time => per_cent(change, before),
        _ if change < 1e-4 * before.abs().max(1e-9) || change == 0.0 => "no change".to_owned(),
        _ => quantity.shown(change),
    }
}

fn per_cent(change: f64, before: f64) -> String {
    format!("{:.1} %", 100.0 * change / before.abs().max(f64::MIN_POSITIVE))
}

fn shown_chance(chance: f64) -> String {
    if chance < 1e-3 { format!("{chance:.0e}") } else { format!("{chance:.3}") }
}

/// How much worse a change of so much is.
pub(super) fn worse(quantity: Quantity, shift: f64) -> f64 {
    if quantity.more_is_better() { -shift } else { shift }
}
