//! The result in five formats.

pub mod annotations;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod table;

use std::collections::BTreeMap;

use propp_base_names::own_name;
use propp_base_text::{count, duration, per_cent, significant};
use propp_gate_runs::Verdict;
use propp_gate_runs::report::{counts, shell_word};

use crate::earlier::Weight;
use crate::result::{CodeResult, KernelOutcome, Prediction, Reason};

/// How the gate was called: what its reports list, and what they tell the user to do next.
#[derive(Clone, Debug)]
pub struct Call {
    pub files: Vec<String>,
    /// The baseline's file; `None` where it is no file of `propp baseline` but a build itself.
    pub baseline: Option<String>,
    /// The file of the policy; `None` where the default limits hold.
    pub policy: Option<String>,
    /// Whether kernels that pass are listed, too.
    pub all: bool,
    /// Where source files are in the checkout, by their names.
    pub sources: BTreeMap<String, String>,
}

impl Call {
    /// What to do if the gate did not pass: in words, and the command.
    fn next_steps(&self, result: &CodeResult) -> Vec<(&'static str, String)> {
        let files: Vec<String> = self.files.iter().map(|file| shell_word(file)).collect();
        let files = files.join(" ");
        let mut steps = Vec::new();
        let first = result.kernels.iter().find(|kernel| kernel.verdict == Verdict::Regressed);
        if let Some(kernel) = first {
            let name = shell_word(own_name(&kernel.name));
            let architecture = kernel.decisive().find_map(|reason| reason.architectures.first());
            let architecture = architecture.map(|name| format!(" --arch {name}"));
            let architecture = architecture.unwrap_or_default();
            let command = format!("propp inspect {files} -k {name}{architecture}");
            steps.push(("the kernel in full", command));
        }
        if let Some(baseline) = &self.baseline
            && result.exit_code() != 0
        {
            let command = format!("propp baseline -f -o {} {files}", shell_word(baseline));
            steps.push(("if it is meant", command));
        }
        steps
    }

    fn is_listed(&self, kernel: &KernelOutcome) -> bool {
        self.all || kernel.verdict != Verdict::Pass
    }
}

/// The word for a verdict on code.
pub const fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Regressed => "worse",
        Verdict::Improved => "better",
        Verdict::NoVerdict => "no verdict",
        Verdict::Pass | Verdict::Excused => "as before",
    }
}

/// The whole result in one line.
pub fn headline(result: &CodeResult) -> String {
    if let Some(refusal) = &result.refusal {
        return format!("no verdict: {refusal}");
    }
    let verdict = match result.verdict {
        Verdict::Regressed => "worse in the code",
        _ => "passed",
    };
    let parts = [Verdict::Regressed, Verdict::Improved, Verdict::Pass]
        .map(|verdict| (result.count(verdict), words(verdict)));
    let kernels = count(result.kernels.len() as u64, "kernel", "kernels");
    format!("{verdict}; {kernels} for {}{}", result.architectures.join(", "), counts(&parts))
}

/// What the predictions come to, what the verdict is and is not, and notes.
fn basis(result: &CodeResult) -> Vec<String> {
    let is_told = result.refusal.is_none() && result.verdict == Verdict::Regressed;
    let words = "Judged by the compiled code alone: nothing was run or measured. Worse code may \
                 cost no time.";
    let words = is_told.then(|| words.to_owned());
    outlook(result).into_iter().chain(words).chain(result.notes.iter().cloned()).collect()
}

/// `3.1 % of the time in kernels (12 launches, 1.32 ms)`.
fn weight_words(weight: &Weight) -> String {
    format!(
        "{} % of the time in kernels ({} a run, {})",
        per_cent(weight.share),
        if weight.launches == 1.0 {
            "1 launch".to_owned()
        } else {
            format!("{} launches", significant(weight.launches, 3))
        },
        duration(weight.ns.max(0.0).round() as u64),
    )
}

/// `predicted 21 % longer (-2 to +60 %; 0.6 % of the time in kernels)`.
fn prediction_words(kernel: &KernelOutcome) -> Option<String> {
    let prediction = kernel.prediction.as_ref()?;
    let Prediction { change, low, high, .. } = prediction;
    let all = kernel.weight.map(|weight| {
        format!("; {} % of the time in kernels", per_cent(weight.share * change.abs()))
    });
    Some(format!(
        "predicted {} % {} ({} to {} %{})",
        signed(change.abs()).trim_start_matches('+'),
        if *change < 0.0 { "shorter" } else { "longer" },
        signed(*low),
        signed(*high),
        all.unwrap_or_default()
    ))
}

/// A change in per cent: `+16`, `-0.3`, `0`.
fn signed(share: f64) -> String {
    let per_cent = 100.0 * share;
    let decimals = usize::from(per_cent.abs() < 1.0);
    match format!("{per_cent:+.decimals$}") {
        nothing if ["+0.0", "-0.0"].contains(&nothing.as_str()) => "0".to_owned(),
        changed => changed,
    }
}

/// What the predictions come to for the application, as shares of the time of all kernels. The ends
/// of the intervals are added up, as if all were off to the same side.
fn outlook(result: &CodeResult) -> Option<String> {
    let of = |kernel: &KernelOutcome| {
        let Prediction { change, low, high, .. } = kernel.prediction.as_ref()?;
        let share = kernel.weight?.share;
        Some([share * low, share * change, share * high])
    };
    let add = |a: [f64; 3], b: [f64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
    let [low, change, high] = result.kernels.iter().filter_map(of).reduce(add)?.map(signed);
    Some(format!("Predicted for the time in all kernels: {change} % ({low} to {high} %)."))
}

/// The change, and the architectures where these are not all.
fn reason_words(reason: &Reason, result: &CodeResult) -> String {
    let text = &reason.change.text;
    let line = reason.change.line.as_ref().map_or_else(String::new, |line| format!(" ({line})"));
    if reason.architectures.len() == result.architectures.len() {
        format!("{text}{line}")
    } else {
        format!("{}: {text}{line}", reason.architectures.join(", "))
    }
}

/// The topics of what became worse, or better.
fn topics(kernel: &KernelOutcome) -> String {
    let mut topics: Vec<&str> =
        kernel.decisive().map(|reason| reason.change.topic.name()).collect();
    // They are in order.
    topics.dedup();
    topics.join(", ")
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn changes_have_their_sign_and_no_false_digits() {
        let words = [0.163, -0.07, 0.003, -0.0099, -0.0004, 0.0, 28.4].map(signed);
        assert_eq!(words, ["+16", "-7", "+0.3", "-1.0", "0", "0", "+2840"]);
    }
}
