//! A ranking of the implementations of a primitive.

use std::collections::BTreeMap;

use propp_base_model::Value;
use propp_judge_cost::Composition;
use propp_judge_cost::quality::QualityMetric;
use propp_judge_criteria::Criterion;
use serde::Serialize;

use super::median::Median;
use super::why::{Defect, Why};

/// Implementations of a primitive, problem by problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    pub primitive: String,
    /// Other primitives of its family.
    pub relatives: Vec<String>,
    /// `None` if the recording has no profile.
    pub gpu: Option<String>,
    /// The source of the weights of QM and the prices of predicted times.
    pub weights: String,
    /// Peak bandwidth of device memory by clock and bus width.
    pub peak_bytes_per_s: Option<f64>,
    /// The CPU of the speedups.
    pub cpu: String,
    pub order: Order,
    pub problems: Vec<Problem>,
    /// Other problems of this primitive in the recording.
    pub others: Vec<Name>,
    /// Bundled libraries with implementations for these problems of which the recording has none.
    pub libraries_missing: Vec<String>,
}

/// The problem of a ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Name {
    pub element: String,
    pub n: u64,
    /// The distribution of the input.
    pub distribution: String,
}

/// The implementations on one problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    #[serde(flatten)]
    pub name: Name,
    /// Its sides in words, where its number of elements does not say them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// The correct implementations in the chosen order.
    pub ranked: Vec<Ranked>,
    pub left_out: Vec<LeftOut>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranked {
    /// 1 + the number of implementations that are significantly faster, by quality better, or by
    /// prediction faster with 90 % certainty.
    pub place: usize,
    /// Whether the 95 % interval overlaps with another one; by quality, whether the bootstrap
    /// draws of the weights disagree on the order; by prediction, whether its order is less
    /// than 90 % certain.
    pub tied: bool,
    pub library: String,
    pub library_version: String,
    pub variant: String,
    #[serde(flatten)]
    pub time: Median,
    /// By the cost model; `None` if unknown or outside the fitted range.
    pub predicted_ns: Option<u64>,
    /// What that is made of.
    #[serde(skip)]
    pub predicted: Composition,
    /// The probability that the implementation with the shortest predicted time of the problem
    /// is faster; `None` for that one, and where a prediction or the calibration is missing.
    pub certainty: Option<f64>,
    /// The best median of the problem over this median.
    pub relative_speed: f64,
    /// Effective bandwidth: compulsory bytes over the median time.
    pub bytes_per_s: f64,
    /// Effective over peak bandwidth.
    pub of_peak: Option<f64>,
    /// What it does in a second, if it computes more than it moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<Rate>,
    /// The time of the sequential CPU reference (the median over the problem's cases) over
    /// the median time.
    pub cpu_speedup: f64,
    pub temp_bytes: u64,
    /// Runs left out because the GPU throttled its clock.
    pub throttled: u32,
    pub quality: QualityMetric,
    /// Over the kernels of the case, weighted by time.
    pub criteria: BTreeMap<Criterion, Value>,
    /// The first hint on the kernel that takes most of the time.
    pub defect: Option<Defect>,
    #[serde(skip)]
    pub why: Why,
}

/// How fast an implementation is in the unit of its primitive.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// Such as `TFLOP/s`.
    pub unit: &'static str,
    pub value: f64,
    /// What a matrix product is computed in, such as `TF32`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<&'static str>,
    /// The share of the peak of the units of that precision; null if it is not known.
    pub of_peak: Option<f64>,
}

impl Ranked {
    /// Such as `own vec_u4`.
    pub fn name(&self) -> String {
        format!("{} {}", self.library, self.variant)
    }

    /// Whether a user means it: `vec_u4`, `own vec_u4` or `own/vec_u4`.
    pub fn is_called(&self, typed: &str) -> bool {
        typed == self.variant || typed.replacen('/', " ", 1) == self.name()
    }
}

impl Ranking {
    pub fn document(&self, bundled: bool) -> Document<'_, Self> {
        Document { schema: "propp.rank/1", bundled, content: self }
    }
}

/// The contents of a file of JSON.
#[derive(Debug, Serialize)]
pub struct Document<'a, T> {
    pub(super) schema: &'static str,
    /// Whether a recording that comes with propp answers.
    pub(super) bundled: bool,
    #[serde(flatten)]
    pub(super) content: &'a T,
}

/// An implementation without a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    pub library: String,
    pub variant: String,
    /// `wrong`, `skipped` or `failed`.
    pub state: &'static str,
    pub reason: String,
}

/// The order of the implementations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    #[default]
    Time,
    #[serde(rename = "qm")]
    Quality,
    /// The shortest predicted time first.
    Predicted,
}
