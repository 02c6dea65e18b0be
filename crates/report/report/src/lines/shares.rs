//! What is said of a line beside its counts.

use propp_code_lines::{Counts, Instruction, KernelLines, Place};
use propp_judge_analysis::KernelReport;
use propp_judge_hints::{Advice, At, Hint, time_share};

/// A kernel's lines with its prediction and its hints.
#[derive(Clone, Copy)]
pub struct Shares<'a> {
    kernel: &'a KernelReport,
    pub lines: &'a KernelLines,
    hints: &'a [Hint],
}

impl<'a> Shares<'a> {
    /// `None` for a kernel whose instructions were not counted.
    pub fn of(kernel: &'a KernelReport, advice: Option<&'a Advice>) -> Option<Self> {
        let lines = kernel.lines.as_deref()?;
        let hints = advice.map(|advice| advice.hints.as_slice()).unwrap_or_default();
        Some(Self { kernel, lines, hints })
    }

    /// The share of the kernel's predicted time; `None` without a prediction.
    pub fn of_time(&self, counts: &Counts) -> Option<f64> {
        if self.lines.total.executed == 0 {
            return None; // Sampled, and not counted.
        }
        let predicted = self.kernel.predicted.as_ref()?.as_ref().ok()?;
        Some(time_share(predicted, counts, &self.lines.total))
    }

    /// The share of the samples of warps; `None` if nothing was sampled.
    pub fn of_samples(&self, counts: &Counts) -> Option<f64> {
        let all = self.lines.total.samples.total();
        (all > 0).then(|| counts.samples.total() as f64 / all as f64)
    }

    /// The share of the predicted time that no instruction causes: above all what a launch takes by
    /// itself. `None` without a prediction.
    pub fn outside(&self) -> Option<f64> {
        self.of_time(&self.lines.total).map(|inside| (1.0 - inside).max(0.0))
    }

    /// The hints that are about a line.
    pub fn hints_at(&self, place: &Place) -> impl Iterator<Item = &'a Hint> {
        self.hints_where(move |at| at.place.as_ref() == Some(place))
    }

    /// The hints that are about an instruction whose line is not known.
    pub fn hints_on(&self, one: &Instruction) -> impl Iterator<Item = &'a Hint> {
        self.hints_where(move |at| {
            at.place.is_none() && at.offset == one.offset && at.function == one.function
        })
    }

    fn hints_where(&self, is_it: impl Fn(&At) -> bool) -> impl Iterator<Item = &'a Hint> {
        self.hints.iter().filter(move |hint| hint.at.as_ref().is_some_and(&is_it))
    }
}
