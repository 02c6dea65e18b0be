//! What a gate comes to.

use propp_text::printable;
use schemars::JsonSchema;
use serde::Serialize;

use super::profile::Key;
use super::quantity::Quantity;

/// Of one quantity, a kernel, or the whole gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As good as it was.
    Pass,
    /// Worse, of a kernel that became faster; it counts as a pass. Of quantities only.
    Excused,
    /// Better than it was.
    Improved,
    /// It cannot be told.
    NoVerdict,
    /// Worse than it was.
    Regressed,
}

impl Verdict {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Excused => "excused",
            Self::Improved => "improved",
            Self::NoVerdict => "no verdict",
            Self::Regressed => "regressed",
        }
    }
}

/// One quantity. Criteria and QM are from 0 to 1, time is in ns.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "QuantityJson")]
pub struct Finding {
    /// Its name in policies and baselines.
    #[serde(rename = "name")]
    #[schemars(with = "String")]
    pub quantity: Quantity,
    /// What it comes to.
    pub verdict: Verdict,
    /// The baseline's value.
    pub before: f64,
    /// Today's; null if it was not measured.
    pub now: Option<f64>,
    /// How much worse it became; below 0 it is better.
    pub worse_by: f64,
    /// How much worse it might become.
    pub allowed: f64,
    /// The chance of such a change if nothing had changed, where a rank test told.
    pub chance: Option<f64>,
    /// The verdict in words.
    pub reason: String,
}

/// A kernel, or the application.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Row")]
pub struct KernelOutcome {
    /// Its name as the programmer wrote it.
    pub name: String,
    // Which kernel it is in the baseline and today; `None` of the whole, and of one that
    // only one side has.
    #[serde(skip)]
    pub keys: Option<[Key; 2]>,
    /// Grid, block and NVTX range in words.
    pub launched: String,
    /// What it comes to; never `excused`.
    pub verdict: Verdict,
    /// Why, in words.
    pub reason: String,
    /// What its launches take in a run, in ns.
    pub total_ns: f64,
    /// Of one that regressed: what else became worse, beyond noise though not beyond its
    /// limit, in words.
    pub with_it: Vec<String>,
    /// What was compared.
    #[serde(rename = "quantities")]
    pub findings: Vec<Finding>,
}

/// A gate run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What it comes to: the worst of all.
    pub verdict: Verdict,
    /// Why nothing was compared, if nothing was.
    pub refusal: Option<String>,
    /// The application as a whole.
    pub application: Option<KernelOutcome>,
    /// The kernels: the worst first, and of equal ones those that take most time.
    pub kernels: Vec<KernelOutcome>,
    /// What the reader should know besides.
    pub notes: Vec<String>,
    /// How many measures of cycles and time were tested together.
    pub comparisons: usize,
    /// The chance of a false alarm that they share.
    pub false_alarms: f64,
    /// Runs in the baseline, and runs held against it.
    pub runs: (usize, usize),
}

impl KernelOutcome {
    fn printable(mut self) -> Self {
        for text in [&mut self.name, &mut self.launched, &mut self.reason] {
            *text = printable(text).into_owned();
        }
        for text in self.findings.iter_mut().map(|f| &mut f.reason).chain(&mut self.with_it) {
            *text = printable(text).into_owned();
        }
        self
    }
}

impl Outcome {
    /// The outcome for reports that people read: what the program called things can give
    /// no orders to a terminal.
    #[must_use]
    pub fn printable(self) -> Self {
        let safe = |text: String| printable(&text).into_owned();
        Self {
            refusal: self.refusal.map(safe),
            application: self.application.map(KernelOutcome::printable),
            kernels: self.kernels.into_iter().map(KernelOutcome::printable).collect(),
            notes: self.notes.into_iter().map(safe).collect(),
            ..self
        }
    }

    /// 0 passed, 1 regressed, 3 no verdict.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        match self.verdict {
            Verdict::Pass | Verdict::Excused | Verdict::Improved => 0,
            Verdict::Regressed => 1,
            Verdict::NoVerdict => 3,
        }
    }

    /// The application and the kernels.
    pub fn all(&self) -> impl Iterator<Item = &KernelOutcome> {
        self.application.iter().chain(&self.kernels)
    }

    /// How many kernels came to this.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.kernels.iter().filter(|kernel| kernel.verdict == verdict).count()
    }

    /// How many quantities of kernels that have a verdict had none.
    #[must_use]
    pub fn undecided(&self) -> usize {
        let findings = self.all().flat_map(|kernel| &kernel.findings);
        findings.filter(|finding| finding.verdict == Verdict::NoVerdict).count()
    }
}
