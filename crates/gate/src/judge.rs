//! The verdict on one quantity of one kernel, and the correction for many comparisons.

use propp_statistics::median::median_of_sorted;
use propp_statistics::rank_sum::RankSum;

use super::noise;
use super::policy::{Limit, Strictness};
use super::profile::Samples;
use super::quantity::{Kind, Quantity};
use super::verdict::{Finding, Verdict};

#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison<'a> {
    pub(super) quantity: Quantity,
    pub(super) before: &'a Samples,
    pub(super) now: &'a Samples,
    pub(super) limit: Limit,
    /// The time of a typical launch, on which the noise depends.
    pub(super) launch_ns: f64,
}

/// Judges one quantity. `level` is the significance level of one comparison by itself. The
/// verdict of a finding with a p-value is preliminary until [`holm_bonferroni`] has run.
pub(super) fn judge(comparison: Comparison<'_>, strictness: Strictness, level: f64) -> Finding {
    match (strictness, comparison.quantity.kind()) {
        (Strictness::Strict, _) => compare_means(comparison, None),
        (Strictness::NoiseAware, Kind::Count) => {
            compare_means(comparison, Some(comparison.before.range()))
        }
        (Strictness::NoiseAware, Kind::Measure) => rank_test(comparison, level),
    }
}

/// Compares means. With the range of the baseline's runs, noise of a count is allowed.
fn compare_means(comparison: Comparison<'_>, range: Option<f64>) -> Finding {
    let (before, now) = (comparison.before.mean(), comparison.now.mean());
    let runs = comparison.before.0.len();
    let noise = range.map_or(1e-5 * before.abs(), |range| {
        noise::count_noise(comparison.quantity, before, range, runs, comparison.launch_ns)
    });
    let allowed = comparison.limit.absolute_at(before).max(noise);
    let worse_by = worsening(comparison.quantity, now - before);
    let verdict = match worse_by {
        worse if worse > allowed => Verdict::Regressed,
        worse if -worse > allowed => Verdict::Improved,
        _ => Verdict::Pass,
    };
    finding(comparison, [before, now, worse_by, allowed], verdict, None, "")
}

fn rank_test(comparison: Comparison<'_>, level: f64) -> Finding {
    let (before, now) = (comparison.before.pooled(), comparison.now.pooled());
    let test = RankSum::of(&before, &now);
    let shift = test.shift();
    let middle = |sorted: &[f64]| median_of_sorted(sorted).unwrap_or(0.0);
    let (before, now) = (middle(&before), middle(&now));
    let worse_by = worsening(comparison.quantity, shift);
    let limit = comparison.limit.absolute_at(before);
    if worse_by.abs() <= limit {
        return finding(comparison, [before, now, worse_by, limit], Verdict::Pass, None, "");
    }
    let range = comparison.before.range().max(comparison.now.range());
    let (n, m) = test.sizes();
    let verdict = if worse_by > 0.0 { Verdict::Regressed } else { Verdict::Improved };
    if test.least_p_value() > level {
        return few_launches(comparison, [before, now, worse_by, limit], range, verdict);
    }
    // Launches of one run share its clock and its caches, so a rank test over launches
    // reports any difference between runs. A shift within the range of one side's runs is
    // such a difference.
    if worse_by.abs() <= range {
        let numbers = [before, now, worse_by, range];
        return finding(comparison, numbers, Verdict::Pass, None, "");
    }
    let p_value = if shift > 0.0 { test.p_value_of_rise() } else { test.p_value_of_fall() };
    let detail = format!("; rank test of {m} values against {n}: p = {}", shown_p_value(p_value));
    finding(comparison, [before, now, worse_by, limit], verdict, Some(p_value), &detail)
}

/// With too few launches for a rank test, a change counts if it exceeds all noise that was
/// seen.
fn few_launches(
    comparison: Comparison<'_>,
    numbers: [f64; 4],
    range: f64,
    beyond: Verdict,
) -> Finding {
    let [before, now, worse_by, limit] = numbers;
    let least_change = noise::least_change(comparison.quantity, range, comparison.launch_ns);
    let allowed = limit.max(least_change);
    let numbers = [before, now, worse_by, allowed];
    if worse_by.abs() > allowed {
        let detail = format!(
            "; its limit is {}, and noise at so few launches may reach this",
            shown_change(comparison.quantity, limit, before)
        );
        return finding(comparison, numbers, beyond, None, &detail);
    }
    let verdict = if worse_by > 0.0 { Verdict::NoVerdict } else { Verdict::Pass };
    let detail = format!(
        "; it may be noise: too few launches, and less than {}",
        shown_change(comparison.quantity, allowed, before)
    );
    finding(comparison, [before, now, worse_by, limit], verdict, None, &detail)
}

/// Corrects the verdicts of a family of rank tests for their number, by the Holm–Bonferroni
/// step-down; regressions and improvements each by themselves.
pub(super) fn holm_bonferroni(family: Vec<&mut Finding>, false_alarms: f64, comparisons: usize) {
    let (worse, others): (Vec<_>, Vec<_>) = family
        .into_iter()
        .filter(|f| f.p_value.is_some())
        .partition(|f| f.verdict == Verdict::Regressed);
    let better = others.into_iter().filter(|f| f.verdict == Verdict::Improved).collect();
    for tested in [worse, better] {
        step_down(tested, false_alarms, comparisons);
    }
}

fn step_down(mut tested: Vec<&mut Finding>, false_alarms: f64, comparisons: usize) {
    tested.sort_by(|a, b| a.p_value.unwrap_or(1.0).total_cmp(&b.p_value.unwrap_or(1.0)));
    let mut failed = false;
    for (place, finding) in tested.into_iter().enumerate() {
        let level = false_alarms / comparisons.saturating_sub(place).max(1) as f64;
        failed |= finding.p_value.unwrap_or(1.0) > level;
        if failed {
            let worse = finding.verdict == Verdict::Regressed;
            finding.verdict = if worse { Verdict::NoVerdict } else { Verdict::Pass };
            finding.reason += &format!(": too noisy, {} is needed", shown_p_value(level));
        }
    }
}

fn finding(
    comparison: Comparison<'_>,
    [before, now, worse_by, allowed]: [f64; 4],
    verdict: Verdict,
    p_value: Option<f64>,
    detail: &str,
) -> Finding {
    let quantity = comparison.quantity;
    let reason = if verdict == Verdict::Pass {
        String::new()
    } else {
        let rose = (worse_by > 0.0) != quantity.more_is_better();
        let by = match quantity {
            // Of all differences between launches the median, which is not that of the medians.
            Quantity::Time
                if per_cent(worse_by.abs(), before) != per_cent((now - before).abs(), before) =>
            {
                format!(", by {} (median of all differences)", per_cent(worse_by.abs(), before))
            }
            Quantity::Time => format!(", by {}", per_cent(worse_by.abs(), before)),
            _ => String::new(),
        };
        let [old, new] = quantity.both_shown(before, now);
        format!(
            "{quantity} {} from {old} to {new}{by} ({} is allowed{detail})",
            if rose { "rose" } else { "fell" },
            shown_change(quantity, allowed, before),
        )
    };
    Finding { quantity, verdict, before, now: Some(now), worse_by, allowed, p_value, reason }
}

/// A change in words: of times in percent of `before`, else absolute.
pub(super) fn shown_change(quantity: Quantity, change: f64, before: f64) -> String {
    match quantity {
        Quantity::Time => per_cent(change, before),
        _ if change < 1e-4 * before.abs().max(1e-9) || change == 0.0 => "no change".to_owned(),
        _ => quantity.shown(change),
    }
}

fn per_cent(change: f64, before: f64) -> String {
    format!("{:.1} %", 100.0 * change / before.abs().max(f64::MIN_POSITIVE))
}

fn shown_p_value(p: f64) -> String {
    if p < 1e-3 { format!("{p:.0e}") } else { format!("{p:.3}") }
}

/// The shift with its sign turned so that positive is worse.
pub(super) fn worsening(quantity: Quantity, shift: f64) -> f64 {
    if quantity.more_is_better() { -shift } else { shift }
}
