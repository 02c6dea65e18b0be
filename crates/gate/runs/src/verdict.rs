//! The result of a gate run.

use propp_base_text::printable;
use schemars::JsonSchema;
use serde::Serialize;

use super::profile::Key;
use super::quantity::Quantity;
use super::reason::{self, Change, Evidence, Excuse, Reason, Shift};
use super::renamed::Rename;

/// Of one quantity, a kernel, or the whole gate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As good as it was.
    Pass,
    /// Worse, of a kernel that became faster; it counts as a pass. Of quantities only.
    Excused,
    /// Better than it was.
    Improved,
    /// It cannot be told.
    #[default]
    NoVerdict,
    /// Worse than it was.
    Regressed,
}

impl Verdict {
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
    #[serde(rename = "chance")]
    pub p_value: Option<f64>,
    /// The verdict in words.
    #[serde(serialize_with = "reason::as_words")]
    #[schemars(with = "String")]
    pub reason: Option<Reason>,
}

impl Finding {
    /// Notes that the rank test misses the p-value that many comparisons ask for.
    pub(super) fn miss(&mut self, level: f64) {
        if let Some(Reason::Changed(Change {
            evidence: Evidence::RankTest { needed, .. }, ..
        })) = &mut self.reason
        {
            *needed = Some(level);
        }
    }

    /// Excuses what became worse by what became better.
    pub(super) fn excuse(&mut self, by: Excuse) {
        self.verdict = Verdict::Excused;
        if let Some(Reason::Changed(change)) = &mut self.reason {
            change.excused_by = Some(by);
        }
    }
}

/// A kernel, or the application.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Row")]
pub struct KernelOutcome {
    /// Its name as the programmer wrote it.
    pub name: String,
    // The kernel's keys in the baseline and today; `None` for the application, and for a
    // kernel without a counterpart.
    #[serde(skip)]
    pub keys: Option<[Key; 2]>,
    /// Of a kernel that is new or gone: the kernel of the other side that is perhaps the same, by its
    /// name in a report.
    pub perhaps: Option<String>,
    /// Grid, block and NVTX range in words.
    pub launched: String,
    /// What it comes to; never `excused`.
    pub verdict: Verdict,
    /// Why, in words.
    #[serde(rename = "reason", serialize_with = "reason::as_words")]
    #[schemars(with = "String")]
    pub reasons: Vec<Reason>,
    /// What its launches take in a run, in ns.
    pub total_ns: f64,
    /// Of one that regressed: what its longer time costs in a run, in ns; 0 where the time
    /// stayed within its limit, null where it was not compared.
    pub costs_ns: Option<f64>,
    /// Of one that regressed: what else became worse, beyond noise though not beyond its
    /// limit, in words.
    #[serde(rename = "with_it")]
    #[schemars(with = "Vec<String>")]
    pub secondary: Vec<Shift>,
    /// What was compared.
    #[serde(rename = "quantities")]
    pub findings: Vec<Finding>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GateResult {
    /// The worst verdict of all.
    pub verdict: Verdict,
    /// Why nothing was compared, if nothing was.
    pub refusal: Option<String>,
    pub application: Option<KernelOutcome>,
    /// The worst verdict first, then the longest time first.
    pub kernels: Vec<KernelOutcome>,
    pub notes: Vec<String>,
    /// The number of rank tests that share the false-alarm rate.
    pub comparisons: usize,
    /// The false-alarm rate of the whole gate run.
    pub false_alarms: f64,
    /// Runs in the baseline, and runs compared with it.
    pub runs: (usize, usize),
}

impl KernelOutcome {
    fn printable(mut self) -> Self {
        for text in [&mut self.name, &mut self.launched] {
            *text = printable(text).into_owned();
        }
        let of_findings = self.findings.iter_mut().filter_map(|finding| finding.reason.as_mut());
        for reason in of_findings.chain(&mut self.reasons) {
            match reason {
                Reason::NotMeasured { why, .. } => *why = printable(why).into_owned(),
                Reason::Gone(Some(Rename { old, new }))
                | Reason::New(Some(Rename { old, new })) => {
                    for name in [old, new] {
                        *name = printable(name).into_owned();
                    }
                }
                _ => {}
            }
        }
        self
    }

    /// Why it has its verdict, in words; nothing where there is nothing to explain.
    pub fn reason(&self) -> String {
        reason::words(&self.reasons)
    }
}

impl GateResult {
    /// The result for reports that people read. Names that the program chose are escaped, so
    /// that they cannot control a terminal.
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
    pub const fn exit_code(&self) -> u8 {
        match self.verdict {
            Verdict::Pass | Verdict::Excused | Verdict::Improved => 0,
            Verdict::Regressed => 1,
            Verdict::NoVerdict => 3,
        }
    }

    /// The application, then the kernels.
    pub fn all(&self) -> impl Iterator<Item = &KernelOutcome> {
        self.application.iter().chain(&self.kernels)
    }

    /// The number of kernels with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.kernels.iter().filter(|kernel| kernel.verdict == verdict).count()
    }

    /// The number of quantities without a verdict, of kernels that have one.
    pub fn undecided(&self) -> usize {
        let findings = self.all().flat_map(|kernel| &kernel.findings);
        findings.filter(|finding| finding.verdict == Verdict::NoVerdict).count()
    }
}
