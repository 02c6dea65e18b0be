//! The verdict on one quantity of one kernel, and the correction for many comparisons.

use propp_base_statistics::median::median_of_sorted;
use propp_base_statistics::rank_sum::RankSum;

use super::noise;
use super::policy::{Limit, Strictness};
use super::profile::Samples;
use super::quantity::{Kind, Quantity};
use super::reason::{Change, Evidence, Reason, Shift};
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
    finding(comparison, [before, now, worse_by, allowed], verdict, None, Evidence::Means)
}

fn rank_test(comparison: Comparison<'_>, level: f64) -> Finding {
    let (before, now) = (comparison.before.pooled(), comparison.now.pooled());
    let test = RankSum::of(&before, &now);
    let shift = test.shift();
    let middle = |sorted: &[f64]| median_of_sorted(sorted).unwrap_or(0.0);
    let (before, now) = (middle(&before), middle(&now));
    let worse_by = worsening(comparison.quantity, shift);
    let limit = comparison.limit.absolute_at(before);
    let within = |allowed: f64| {
        let numbers = [before, now, worse_by, allowed];
        finding(comparison, numbers, Verdict::Pass, None, Evidence::Means)
    };
    if worse_by.abs() <= limit {
        return within(limit);
    }
    let range = comparison.before.range().max(comparison.now.range());
    let verdict = if worse_by > 0.0 { Verdict::Regressed } else { Verdict::Improved };
    // Where the GPU waits for the host, whole runs differ, however alike their steps are.
    let is_of_host =
        comparison.quantity == Quantity::StepTime && comparison.before.0.len() < noise::MANY_RUNS;
    if test.least_p_value() > level || is_of_host {
        return few_launches(comparison, [before, now, worse_by, limit], range, verdict);
    }
    // Launches of one run share its clock and its caches, so a rank test over launches
    // reports any difference between runs. A shift within the range of one side's runs is
    // such a difference.
    let range = match comparison.quantity {
        Quantity::StepTime => noise::least_change(Quantity::StepTime, range, 0.0),
        _ => range,
    };
    if worse_by.abs() <= range {
        return within(range);
    }
    let p = if shift > 0.0 { test.p_value_of_rise() } else { test.p_value_of_fall() };
    let (against, values) = test.sizes();
    let evidence = Evidence::RankTest { values, against, p, needed: None };
    finding(comparison, [before, now, worse_by, limit], verdict, Some(p), evidence)
}

/// With too few launches for a rank test, a change counts if it exceeds all noise that was
/// seen.
fn few_launches(
    comparison: Comparison<'_>,
    numbers @ [before, now, worse_by, limit]: [f64; 4],
    range: f64,
    beyond: Verdict,
) -> Finding {
    let at_ns =
        if comparison.quantity == Quantity::StepTime { before } else { comparison.launch_ns };
    let least_change = noise::least_change(comparison.quantity, range, at_ns);
    let allowed = limit.max(least_change);
    if worse_by.abs() > allowed {
        let evidence = Evidence::BeyondNoise { limit };
        return finding(comparison, [before, now, worse_by, allowed], beyond, None, evidence);
    }
    let verdict = if worse_by > 0.0 { Verdict::NoVerdict } else { Verdict::Pass };
    finding(comparison, numbers, verdict, None, Evidence::MaybeNoise { noise: allowed })
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
            finding.miss(level);
        }
    }
}

fn finding(
    comparison: Comparison<'_>,
    [before, now, worse_by, allowed]: [f64; 4],
    verdict: Verdict,
    p_value: Option<f64>,
    evidence: Evidence,
) -> Finding {
    let quantity = comparison.quantity;
    let reason = (verdict != Verdict::Pass).then(|| {
        let shift = Shift { quantity, before, now };
        Reason::Changed(Change { shift, worse_by, allowed, evidence, excused_by: None })
    });
    Finding { quantity, verdict, before, now: Some(now), worse_by, allowed, p_value, reason }
}

/// The shift with its sign turned so that positive is worse.
pub(super) fn worsening(quantity: Quantity, shift: f64) -> f64 {
    if quantity.more_is_better() { -shift } else { shift }
}
