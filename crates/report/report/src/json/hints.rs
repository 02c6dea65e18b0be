//! Hints as the JSON report holds them.

use propp_judge_hints::words::ONLY_A_BOUND;
use propp_judge_hints::{Advice, At, Evidence, Expected, Hint};
use schemars::JsonSchema;
use serde::Serialize;

/// What to change in a kernel or the run.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AdviceJson {
    /// All hints, the most promising first; the table shows three.
    pub(super) hints: Vec<HintJson>,
    /// Why nothing is worth changing; null where something is.
    pub(super) nothing: Option<String>,
    /// Share of what device memory can move that a kernel moved, as measured; null where
    /// that is not known.
    pub(super) memory_share: Option<f64>,
}

/// A defect, and what to change.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct HintJson {
    /// The rule that found it, such as `bank-conflicts`.
    pub(super) rule: String,
    /// The rule in words.
    pub(super) title: String,
    /// The library whose kernel it is, so that the call is to be changed and not the code;
    /// null where the code is the user's.
    pub(super) library: Option<String>,
    /// The criterion that it is about; null without one.
    pub(super) criterion: Option<String>,
    /// The criterion's value.
    pub(super) value: Option<f64>,
    /// The numbers that it rests on.
    pub(super) evidence: Vec<Evidence>,
    /// The line or instruction that has most of it; null for rules on the launch or the
    /// run, and where single instructions were not counted, but for rules that read the code.
    pub(super) at: Option<At>,
    /// Why it is so, the likeliest first.
    pub(super) causes: Vec<String>,
    /// What to change.
    pub(super) remedy: String,
    /// Where more is said.
    pub(super) further: String,
    /// What it should bring, by the cost model; null where it gives no time.
    pub(super) time: Option<TimeJson>,
    /// What nothing can pass, where that is all that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bound: Option<BoundJson>,
    /// Why there is no time.
    pub(super) unpriced: Option<String>,
    /// The quality metric now.
    pub(super) quality: Option<f64>,
    /// The quality metric with the criterion at 1.
    pub(super) quality_then: Option<f64>,
}

/// Nanoseconds of a launch (of the run, for hints of the run).
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TimeJson {
    /// As measured.
    pub(super) now_ns: f64,
    /// The least that is expected.
    pub(super) least_ns: f64,
    /// What is likely.
    pub(super) likely_ns: f64,
    /// The most; now_ns where the change may bring nothing.
    pub(super) most_ns: f64,
    /// Whether pairs of the suite stand behind the range.
    pub(super) calibrated: bool,
    /// A term of which the launch asks for far more than anything that was fitted: the times are
    /// guesses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) beyond: Option<String>,
}

/// Nanoseconds of the run, or of a step.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BoundJson {
    /// As measured.
    pub(super) now_ns: f64,
    /// No change makes it shorter than this.
    pub(super) least_ns: f64,
}

impl AdviceJson {
    pub(super) fn of(advice: &Advice) -> Self {
        Self {
            hints: advice.hints.iter().map(HintJson::of).collect(),
            nothing: advice.nothing.as_ref().map(ToString::to_string),
            memory_share: advice.memory_share,
        }
    }
}

impl HintJson {
    fn of(hint: &Hint) -> Self {
        let (time, unpriced, quality) = match &hint.expected {
            Expected::Time { now_ns, gain, quality, calibrated, beyond } => {
                let time = TimeJson {
                    now_ns: *now_ns,
                    least_ns: now_ns / gain.high,
                    likely_ns: now_ns / gain.likely,
                    most_ns: now_ns / gain.low,
                    calibrated: *calibrated,
                    beyond: beyond.clone(),
                };
                (Some(time), None, quality)
            }
            Expected::AtMost { .. } => (None, Some(ONLY_A_BOUND.to_owned()), &None),
            Expected::Unpriced { quality, because, .. } => (None, Some(because.clone()), quality),
        };
        let bound = match hint.expected {
            Expected::AtMost { now_ns, most } => {
                Some(BoundJson { now_ns, least_ns: now_ns / most })
            }
            Expected::Time { .. } | Expected::Unpriced { .. } => None,
        };
        Self {
            rule: hint.rule.name().to_owned(),
            title: hint.rule.title().to_owned(),
            library: hint.library.clone(),
            criterion: hint.criterion.map(|(criterion, _)| criterion.name().to_owned()),
            value: hint.criterion.map(|(_, value)| value),
            evidence: hint.evidence.clone(),
            at: hint.at.clone(),
            causes: hint.causes.clone(),
            remedy: hint.remedy.clone(),
            further: hint.rule.further().to_owned(),
            time,
            bound,
            unpriced,
            quality: quality.map(|[now, _]| now),
            quality_then: quality.map(|[_, then]| then),
        }
    }
}
