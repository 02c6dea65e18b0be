//! What of a change is the GPU's and what the program's, where two sides ran on different GPUs.

use propp_base_text::times;
use propp_judge_analysis::OnTarget;
use schemars::JsonSchema;
use serde::Serialize;

use super::time::Change;

/// A speedup in two factors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "SharesJson")]
pub struct Shares {
    /// How many times as fast the other GPU should run the same program.
    pub gpu: f64,
    /// How many times as fast the program is beside that.
    pub program: f64,
    /// Where that lies, by the interval of the change and the range of the GPU's factor.
    pub program_range: [f64; 2],
    /// The GPU's factor is right within this one in 80 % of cases.
    pub within: f64,
    /// Whether somebody measured how good that is: both GPUs have the same chip.
    pub validated: bool,
}

impl Shares {
    /// Of a launch of the baseline's kernel at this place.
    pub(super) fn of_kernel(on: &OnTarget, place: usize, change: &Change) -> Option<Self> {
        let one = on.kernels.get(place)?;
        let there = one.there.as_ref().ok()?;
        Some(Self::new(one.here_ns? / there.ns, there.within, on, change))
    }

    /// Of all kernels.
    pub(super) fn of_run(on: &OnTarget, change: &Change) -> Option<Self> {
        // What cannot be told must not be much.
        const MOST_UNTOLD: f64 = 0.05;
        let is_told = on.untold_ns <= MOST_UNTOLD * (on.here_ns + on.untold_ns);
        let within = on.most_ns / on.there_ns;
        (is_told && on.there_ns > 0.0)
            .then(|| Self::new(on.here_ns / on.there_ns, within, on, change))
    }

    fn new(gpu: f64, within: f64, on: &OnTarget, change: &Change) -> Self {
        Self {
            gpu,
            program: change.speedup / gpu,
            program_range: [change.low / gpu / within, change.high / gpu * within],
            within,
            validated: on.is_validated,
        }
    }

    /// Such as `the GPU alone: 1.27 times as fast; the program: no difference that can be told`.
    pub(super) fn words(&self) -> String {
        let [low, high] = self.program_range;
        let program = match self.program {
            _ if low <= 1.0 && high >= 1.0 => "no difference that can be told".to_owned(),
            faster if faster > 1.0 => format!("{} faster", times(faster)),
            slower => format!("{} slower", times(1.0 / slower)),
        };
        let doubt = if self.validated { "" } else { " (not validated)" };
        format!("the GPU alone: {:.2} times as fast{doubt}; the program: {program}", self.gpu)
    }
}
