//! The result of a gate run in five formats.

pub mod annotations;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod table;

use std::collections::BTreeSet;

use propp_base_names::own_name;
pub use propp_base_text::escape::shell_word;
use propp_judge_criteria::Criterion;

use super::quantity::Quantity;
use super::verdict::{Finding, GateResult, KernelOutcome, Verdict};

/// How the gate was called: what its reports list, and what they tell the user to do next.
#[derive(Clone, Debug)]
pub struct Call {
    pub recordings: Vec<String>,
    pub baseline: String,
    /// The file of the policy; `None` where the default limits hold.
    pub policy: Option<String>,
    /// Whether kernels that pass are listed, too.
    pub all: bool,
}

impl Call {
    /// What to do if the gate did not pass: in words, and the command.
    fn next_steps(&self, result: &GateResult) -> Vec<(&'static str, String)> {
        let is_regressed = |row: &&KernelOutcome| row.verdict == Verdict::Regressed;
        let has_come_or_gone =
            |row: &KernelOutcome| row.keys.is_none() && row.verdict == Verdict::NoVerdict;
        let mut steps = Vec::new();
        if result.all().any(|row| is_regressed(&row))
            && let Some(recording) = self.recordings.first()
        {
            let kernel = result.kernels.iter().find(is_regressed);
            let kernel = kernel.map(|row| format!(" -k {}", shell_word(own_name(&row.name))));
            let recording = shell_word(recording);
            let command = format!("propp show {recording}{}", kernel.unwrap_or_default());
            steps.push(("what to change", command));
        }
        let is_other = result.refusal.is_some() || result.kernels.iter().any(has_come_or_gone);
        if is_other || !steps.is_empty() {
            let recordings: Vec<String> = self.recordings.iter().map(|r| shell_word(r)).collect();
            let (baseline, runs) = (shell_word(&self.baseline), recordings.join(" "));
            steps.push(("if it is meant", format!("propp baseline -f -o {baseline} {runs}")));
        }
        steps
    }
}

/// The file of the policy, if there is one.
pub fn policy_words(file: Option<&str>) -> String {
    format!("policy: {}", file.unwrap_or("none found, default limits"))
}

/// `: 2 regressed, 5 improved`; nothing where all are 0.
pub fn counts(parts: &[(usize, &str)]) -> String {
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = parts.map(|(number, what)| format!("{number} {what}")).collect();
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) }
}

/// The whole result in one line.
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
    let kernels = propp_base_text::count(kernels as u64, "kernel", "kernels");
    let whole = result.application.as_ref().map(whole).unwrap_or_default();
    format!("{verdict}{whole}; {kernels}{}", counts(&parts))
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
    use super::{percent, shell_word};

    #[test]
    fn words_of_a_command_are_quoted_where_they_must_be() {
        let shown = ["run-1.propp", "a b", "{lambda", "it's"].map(shell_word);
        assert_eq!(shown, ["run-1.propp", "'a b'", "'{lambda'", r"'it'\''s'"]);
    }

    #[test]
    fn probabilities_are_short() {
        let shown = [0.01, 0.07, 0.000_01, 0.123_456, 1e-300].map(percent);
        assert_eq!(shown, ["1 %", "7 %", "0.001 %", "12.35 %", "1e-298 %"]);
    }
}
