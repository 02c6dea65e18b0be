//! What a gate is worth on one runner: how often it fails though nothing changed, and how small a
//! change it notices. From runs of an unchanged program, compared with each other in the ways that
//! the gate would.

use std::fmt;

use propp_base_text::count;
use serde::{Deserialize, Serialize};

/// The GPUs of a runner and its software.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Runner {
    /// Identifiers of the GPUs, sorted; empty where the recordings do not tell them.
    pub gpus: Vec<String>,
    /// Names, drivers and CUPTI in words.
    pub software: Vec<String>,
}

impl Runner {
    /// The runners of several runs as one.
    pub(super) fn of_all<'a>(runners: impl Iterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for runner in runners {
            all.gpus.extend(runner.gpus.iter().cloned());
            all.software.extend(runner.software.iter().cloned());
        }
        for list in [&mut all.gpus, &mut all.software] {
            list.sort();
            list.dedup();
        }
        all
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    pub runner: Runner,
    pub runs: usize,
    /// The runs of a baseline and of a gate that it holds for.
    pub shape: Shape,
    /// The false-alarm rate of the policy; the certificate is about how it came out.
    pub policy_false_alarms: f64,
    pub false_alarms: FalseAlarms,
    /// The power of the least changes.
    pub power: f64,
    pub kernels: Vec<KernelPower>,
    /// How the least change of the time falls with more runs.
    pub by_runs: Vec<RunsPower>,
}

/// Runs of a baseline, and runs that are held against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    pub baseline: usize,
    pub gate: usize,
}

impl fmt::Display for Shape {
    /// `3 runs against 5 of the baseline`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = count(self.gate as u64, "run", "runs");
        write!(f, "{runs} against {} of the baseline", self.baseline)
    }
}

/// Comparisons of the program with itself that failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FalseAlarms {
    pub comparisons: usize,
    pub alarms: usize,
    /// Between these lies the rate, with 95 %. Comparisons share runs: the interval is that of as
    /// many comparisons as have no run of the gate in common.
    pub low: f64,
    pub high: f64,
    /// The kernels that failed, with how often.
    pub kernels: Vec<(String, usize)>,
}

/// The least changes of a kernel that are noticed, or of the application.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelPower {
    pub name: String,
    /// Grid and block; none of the application.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launched: Option<String>,
    /// Of the time in kernels, from 0 to 1.
    pub share: f64,
    pub least: Vec<LeastChange>,
}

/// The least change of a quantity that is noticed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeastChange {
    pub quantity: String,
    /// As a share of the value where `is_relative`, else absolute; none if not even the largest
    /// change that was tried is noticed.
    pub change: Option<f64>,
    pub is_relative: bool,
}

/// The least change of the time with so many runs: the median of the kernels, weighted by their
/// time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunsPower {
    pub shape: Shape,
    pub time: Option<f64>,
}

impl Certificate {
    /// Why it need not hold for runs on another runner, or for other numbers of runs.
    pub fn doubts(&self, runner: &Runner, shape: Shape, false_alarms: f64) -> Vec<String> {
        let mut doubts = Vec::new();
        let is_known = !self.runner.gpus.is_empty() && !runner.gpus.is_empty();
        if is_known && !runner.gpus.iter().all(|gpu| self.runner.gpus.contains(gpu)) {
            doubts.push(format!(
                "it was made on another runner ({}; this is {})",
                self.runner.gpus.join(", "),
                runner.gpus.join(", ")
            ));
        }
        if !runner.software.is_empty() && self.runner.software != runner.software {
            doubts.push(format!(
                "it was made with other software ({}; this is {})",
                self.runner.software.join(", "),
                runner.software.join(", ")
            ));
        }
        if shape != self.shape {
            doubts.push(format!("it is for {}, not {shape}", self.shape));
        }
        if (false_alarms - self.policy_false_alarms).abs() > 1e-12 {
            doubts.push(format!(
                "it is for a policy with false-alarms = {}, not {false_alarms}",
                self.policy_false_alarms
            ));
        }
        doubts
    }
}
