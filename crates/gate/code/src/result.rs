//! What a comparison of two builds comes to.

use propp_base_text::printable;
use propp_gate_runs::Verdict;
use schemars::JsonSchema;
use serde::Serialize;

use crate::earlier::Weight;
use crate::worse::Change;

/// A change, and the architectures that have it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Reason {
    /// Such as `sm_90`.
    pub architectures: Vec<String>,
    #[serde(flatten)]
    pub change: Change,
}

/// The predicted change of a kernel's time, as a share of the recorded time.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Prediction {
    /// The code that was recorded and compared, such as `sm_90`.
    pub architecture: String,
    /// 0.2 is a fifth more.
    pub change: f64,
    /// The ends of its interval, which held 34 of 40 measured changes.
    pub low: f64,
    pub high: f64,
}

/// A kernel in both builds.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct KernelOutcome {
    /// Its name as the programmer wrote it.
    pub name: String,
    /// What it was called, where it was found by its instructions under another name.
    pub before: Option<String>,
    /// `regressed` if something became worse.
    pub verdict: Verdict,
    /// How much of the application it is, where a recording tells it.
    pub weight: Option<Weight>,
    /// How its time should change, where a recording has its code and counts.
    pub prediction: Option<Prediction>,
    /// What changed beyond its limit.
    pub reasons: Vec<Reason>,
}

/// A build against a baseline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CodeResult {
    pub verdict: Verdict,
    /// Why nothing was compared, if nothing was.
    pub refusal: Option<String>,
    /// Those that both builds have code for.
    pub architectures: Vec<String>,
    /// The worst first.
    pub kernels: Vec<KernelOutcome>,
    pub new: Vec<String>,
    pub gone: Vec<String>,
    pub notes: Vec<String>,
}

impl CodeResult {
    /// 0 passed, 1 regressed, 3 no verdict.
    pub const fn exit_code(&self) -> u8 {
        match self.verdict {
            Verdict::Regressed => 1,
            Verdict::NoVerdict => 3,
            _ => 0,
        }
    }

    /// The number of kernels with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.kernels.iter().filter(|kernel| kernel.verdict == verdict).count()
    }

    /// The result for reports that people read: names cannot control a terminal.
    pub fn printable(mut self) -> Self {
        let clean = |text: &mut String| *text = printable(text).into_owned();
        self.refusal.iter_mut().for_each(clean);
        self.architectures.iter_mut().chain(&mut self.new).for_each(clean);
        self.gone.iter_mut().chain(&mut self.notes).for_each(clean);
        for kernel in &mut self.kernels {
            clean(&mut kernel.name);
            kernel.before.iter_mut().for_each(clean);
            for reason in &mut kernel.reasons {
                clean(&mut reason.change.text);
                reason.change.line.iter_mut().for_each(clean);
                reason.architectures.iter_mut().for_each(clean);
            }
        }
        self
    }
}

impl KernelOutcome {
    /// Whether something became worse for an architecture, or better; `None` if neither.
    pub fn of_architecture(&self, name: &str) -> Option<Verdict> {
        let own = |worse: bool| {
            self.reasons.iter().any(|reason| {
                reason.change.is_worse == worse && reason.architectures.iter().any(|a| a == name)
            })
        };
        match (own(true), own(false)) {
            (true, _) => Some(Verdict::Regressed),
            (false, true) => Some(Verdict::Improved),
            (false, false) => None,
        }
    }

    /// What became worse, or better where nothing did.
    pub fn decisive(&self) -> impl Iterator<Item = &Reason> {
        let is_worse = self.verdict == Verdict::Regressed;
        self.reasons.iter().filter(move |reason| reason.change.is_worse == is_worse)
    }
}
