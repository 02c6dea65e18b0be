//! Which of two emulated kernels, or programs, should be faster. Their counts tell no times.

use propp_judge_analysis::KernelReport;
use propp_judge_cost::{CALLED, Composition, CostModel, certainty_words};
use schemars::JsonSchema;
use serde::Serialize;

use super::time::Verdict;

/// An order that the counts of emulated runs predict.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PredictedJson")]
pub struct Predicted {
    /// A tie is less than 90 % certain.
    pub verdict: Verdict,
    /// The calibrated probability that the second one is faster.
    pub faster: f64,
    /// Whether both ask for the same work.
    pub same: bool,
    /// Whether launching takes two fifths or more of both, and as long: the order at other sizes is open, a tie.
    pub small: bool,
}

/// Of a time. The order was validated for launches of 2^20 elements and more (`docs/engine.md`); chosen so that
/// launches of 2^14 elements are not ordered.
const MOSTLY: f64 = 0.4;

impl Predicted {
    pub(super) fn of_launch(
        before: &KernelReport,
        after: &KernelReport,
        prices: &CostModel,
    ) -> Option<Self> {
        let launch = |kernel| all([kernel], |_| Some(1.0));
        Self::between(&launch(before)?, &launch(after)?, [before, after], prices)
    }

    /// Of all launches of two programs; `None` if a kernel has no prediction.
    pub(super) fn of_programs(
        before: &[&KernelReport],
        after: &[&KernelReport],
        prices: &CostModel,
    ) -> Option<Self> {
        let launches = |kernel: &KernelReport| kernel.seen.map(|seen| seen as f64);
        let (one, other) =
            (all(before.iter().copied(), launches)?, all(after.iter().copied(), launches)?);
        Self::between(&one, &other, before.iter().chain(after).copied(), prices)
    }

    fn between<'a>(
        before: &Composition,
        after: &Composition,
        kernels: impl IntoIterator<Item = &'a KernelReport>,
        prices: &CostModel,
    ) -> Option<Self> {
        let works = kernels.into_iter().flat_map(|kernel| &kernel.work);
        let certainty = prices.for_all(works).certainty?;
        let faster = certainty.faster(after.ns(), before.ns(), after.difference(before));
        // Fewer launches are faster at any size.
        let [one, other] = [before, after].map(|of| of.share("launches") * of.ns());
        let is_as_long = (one - other).abs() <= 0.1 * one.max(other);
        let is_mostly = |of: &&Composition| of.share("launches") > MOSTLY;
        let small = is_as_long && [before, after].iter().all(is_mostly);
        let verdict = if small { Verdict::Tie } else { called(faster) };
        Some(Self { verdict, faster, same: before == after, small })
    }

    /// Such as `faster: 97 %`.
    pub(super) fn words(&self) -> String {
        if self.verdict == Verdict::Tie && self.same {
            return "same work".to_owned();
        }
        if self.small { "too small to tell".to_owned() } else { called_words(self.faster) }
    }
}

/// What is said of two that one is the faster of with this probability.
fn called(faster: f64) -> Verdict {
    match faster {
        _ if faster >= CALLED => Verdict::Faster,
        _ if 1.0 - faster >= CALLED => Verdict::Slower,
        _ => Verdict::Tie,
    }
}

/// Such as `faster: 97 %`, or `cannot tell`.
pub(super) fn called_words(faster: f64) -> String {
    let word = match called(faster) {
        Verdict::Faster => "faster: ",
        Verdict::Slower => "slower: ",
        Verdict::Tie => "",
    };
    format!("{word}{}", certainty_words(faster))
}

/// What so many launches of kernels should take by prices that tell an order.
fn all<'a>(
    kernels: impl IntoIterator<Item = &'a KernelReport>,
    launches: impl Fn(&KernelReport) -> Option<f64>,
) -> Option<Composition> {
    let mut time = Composition::default();
    for kernel in kernels {
        let launch = &kernel.order.as_ref()?.launch;
        if launch.outside.is_some() {
            return None;
        }
        time.add_launches(launch, launches(kernel)?);
    }
    Some(time)
}
