//! A gate's outcome in the formats that people and their tools read. Nothing is
//! judged here.

pub mod annotations;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod table;

use super::verdict::{Finding, KernelOutcome, Outcome, Verdict};

/// One line for the whole.
#[must_use]
pub fn headline(outcome: &Outcome) -> String {
    if let Some(refusal) = &outcome.refusal {
        return format!("no verdict: {refusal}");
    }
    let count = |verdict| outcome.count(verdict);
    let verdict = match outcome.verdict {
        Verdict::Regressed => "regressed",
        Verdict::NoVerdict => "no verdict",
        _ => "passed",
    };
    let kernels = outcome.kernels.len();
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
    let whole = outcome.application.as_ref().map(whole).unwrap_or_default();
    format!("{verdict}{whole}; {kernels} {noun}{parts}")
}

/// What the application came to, where that is not told by its kernels.
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

/// How it was compared, in a line.
fn basis(outcome: &Outcome) -> String {
    let runs = |n: usize| if n == 1 { "1 run".to_owned() } else { format!("{n} runs") };
    let (before, now) = outcome.runs;
    let undecided = match outcome.undecided() {
        0 => String::new(),
        1 => "; 1 change may be noise".to_owned(),
        n => format!("; {n} changes may be noise"),
    };
    format!(
        "{} against {} of the baseline; false alarms: {} over {} noisy comparisons{undecided}",
        runs(now),
        runs(before),
        chance(outcome.false_alarms),
        outcome.comparisons
    )
}

/// A chance, with four digits that count.
fn chance(share: f64) -> String {
    let digits = format!("{:.3e}", share * 100.0);
    match digits.parse::<f64>() {
        Ok(percent) if percent >= 1e-4 => format!("{percent} %"),
        Ok(percent) => format!("{percent:e} %"),
        Err(_) => format!("{digits} %"),
    }
}

/// What became worse, or better, or has no verdict: the names of the quantities.
fn moved(kernel: &KernelOutcome, verdict: Verdict) -> String {
    let of = kernel.findings.iter().filter(|finding| finding.verdict == verdict);
    of.map(|finding| finding.quantity.name()).collect::<Vec<_>>().join(", ")
}

/// `0.914 -> 0.610` of what decided.
fn change(finding: &Finding) -> String {
    let Some(now) = finding.now else {
        return format!("{} -> ?", finding.quantity.shown(finding.before));
    };
    finding.quantity.both_shown(finding.before, now).join(" -> ")
}

#[cfg(test)]
mod tests {
    use super::chance;

    #[test]
    fn chances_are_short() {
        let told = [0.01, 0.07, 0.000_01, 0.123_456, 1e-300].map(chance);
        assert_eq!(told, ["1 %", "7 %", "0.001 %", "12.35 %", "1e-298 %"]);
    }
}
