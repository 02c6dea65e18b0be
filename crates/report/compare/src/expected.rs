//! What the cost model expects of two kernels, whatever their times are.

use propp_judge_analysis::{Analysis, KernelReport};
use propp_judge_cost::{Composition, CostModel};
use schemars::JsonSchema;
use serde::Serialize;

use super::predicted::called_words;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ExpectedJson")]
pub struct Expected {
    /// A launch, in nanoseconds.
    pub before_ns: f64,
    /// A launch, in nanoseconds.
    pub after_ns: f64,
    /// The time before by the time after.
    pub speedup: f64,
    /// The calibrated probability that the second one is faster; null if the weights have no
    /// certainty, or the sides have different weights.
    pub faster: Option<f64>,
}

impl Expected {
    /// `None` if a kernel has no prediction, or one outside the fitted range.
    pub fn between(
        before: &KernelReport,
        after: &KernelReport,
        model: Option<&CostModel>,
    ) -> Option<Self> {
        let launch = |kernel: &KernelReport| {
            let predicted = kernel.predicted.as_ref()?.as_ref().ok()?;
            let mut parts = Composition::default();
            parts.add_launches(predicted, 1.0);
            predicted.outside.is_none().then_some((predicted.ns, parts))
        };
        let ((before_ns, before_parts), (after_ns, after_parts)) =
            (launch(before)?, launch(after)?);
        let works = before.work.iter().chain(&after.work);
        let certainty = model.and_then(|model| model.for_all(works).certainty);
        let faster = certainty.map(|certainty| {
            certainty.faster(after_ns, before_ns, after_parts.difference(&before_parts))
        });
        Some(Self { before_ns, after_ns, speedup: before_ns / after_ns.max(1.0), faster })
    }

    /// Such as `faster: 97 %`, or `cannot tell`; empty without a probability.
    pub(super) fn verdict(&self) -> String {
        self.faster.map(called_words).unwrap_or_default()
    }
}

/// The prices of two sides, if they are the same.
pub(super) fn same_prices<'a>(one: &'a Analysis, other: &Analysis) -> Option<&'a CostModel> {
    one.weights.prices().filter(|model| other.weights.prices() == Some(model))
}
