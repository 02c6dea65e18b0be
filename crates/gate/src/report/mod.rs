//! The result of a gate run in five formats.

pub mod annotations;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod table;

use std::collections::BTreeSet;

use propp_criteria::Criterion;

use super::quantity::Quantity;
use super::verdict::{Finding, GateResult, KernelOutcome, Verdict};

/// The whole result in one line.
#[must_use]
pub fn headline(result: &GateResult) -> String {
    if let Some(refusal) = &result.refusal {
        return format!("no verdict: {refusal}");
    }
    let count = |verdict| result.count(verdict);
    let verdict = match result.verdict {
        Verdict::Regressed => "regressed",
        Verdict::NoVerdict => "no verdict",
        _ => "passed",
    };
    let kernels = result.kernels.len();
    let parts = [
        (count(Verdict::Regressed), "regressed"),
        (count(Verdict::NoVerdict), "without a verdict"),
        (count(Verdict::Improved), "improved"),
        (count(Verdict::Pass), "as good as before"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{number} {what}"))
        .collect();
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    let noun = if kernels == 1 { "kernel" } else { "kernels" };
    let whole = result.application.as_ref().map(whole).unwrap_or_default();
    format!("{verdict}{whole}; {kernels} {noun}{parts}")
}

/// The verdict on the application, unless it passed.
fn whole(application: &KernelOutcome) -> String {
    let what = moved(application, application.verdict);
    match application.verdict {
        Verdict::Regressed | Verdict::Improved => {
            format!("; the application {} ({what})", application.verdict.words())
        }
        Verdict::NoVerdict => format!("; the application without a verdict ({what})"),
        Verdict::Pass | Verdict::Excused => String::new(),
    }
}

/// How the runs were compared, in one line.
fn basis(result: &GateResult) -> String {
    let runs = |n: usize| if n == 1 { "1 run".to_owned() } else { format!("{n} runs") };
    let (before, now) = result.runs;
    let undecided = match result.undecided() {
        0 => String::new(),
        1 => "; 1 change may be noise".to_owned(),
        n => format!("; {n} changes may be noise"),
    };
    format!(
        "{} against {} of the baseline; false alarms: {} of gate runs, over {} rank tests{undecided}",
        runs(now),
        runs(before),
        percent(result.false_alarms),
        result.comparisons
    )
}

/// What the criteria ask that became worse, and where more is said.
fn criteria_words(result: &GateResult) -> Vec<String> {
    let regressed = result.all().flat_map(|outcome| &outcome.findings);
    let regressed = regressed.filter(|finding| finding.verdict == Verdict::Regressed);
    let criteria: BTreeSet<Criterion> = regressed
        .filter_map(|finding| match finding.quantity {
            Quantity::Criterion(criterion) => Some(criterion),
            _ => None,
        })
        .collect();
    let words = |criterion: Criterion| {
        format!(
            "{criterion} falls with {} (what moves it: propp explain {criterion})",
            falls_with(criterion)
        )
    };
    criteria.into_iter().map(words).collect()
}

/// What makes a criterion lower.
const fn falls_with(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Occ => "more registers, more shared memory or smaller grids",
        Criterion::HSync => "gaps between kernels, in which the GPU waits for the host",
        Criterion::DSync => "more waiting at barriers",
        Criterion::TDiv => "divergent branches and idle threads in warps",
        Criterion::LbW => "warps that end long before their SM does",
        Criterion::LbSm => "uneven load between SMs, or too few blocks",
        Criterion::GranL1 => "uncoalesced or misaligned accesses",
        Criterion::GranL2 => "uncoalesced accesses, or local memory",
        Criterion::SmemEff => "bank conflicts in shared memory",
        Criterion::Ci => "pipes that are less busy: longer waits, or fewer instructions",
        Criterion::Dt => "copies that no kernel hides",
    }
}

/// A probability in percent with four significant digits.
fn percent(share: f64) -> String {
    let digits = format!("{:.3e}", share * 100.0);
    match digits.parse::<f64>() {
        Ok(percent) if percent >= 1e-4 => format!("{percent} %"),
        Ok(percent) => format!("{percent:e} %"),
        Err(_) => format!("{digits} %"),
    }
}

/// The names of the quantities with this verdict.
fn moved(kernel: &KernelOutcome, verdict: Verdict) -> String {
    let found = kernel.findings.iter().filter(|finding| finding.verdict == verdict);
    found.map(|finding| finding.quantity.name()).collect::<Vec<_>>().join(", ")
}

/// Such as `0.914 -> 0.610`.
fn change(finding: &Finding) -> String {
    let Some(now) = finding.now else {
        return format!("{} -> ?", finding.quantity.shown(finding.before));
    };
    finding.quantity.both_shown(finding.before, now).join(" -> ")
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn probabilities_are_short() {
        let shown = [0.01, 0.07, 0.000_01, 0.123_456, 1e-300].map(percent);
        assert_eq!(shown, ["1 %", "7 %", "0.001 %", "12.35 %", "1e-298 %"]);
    }
}
