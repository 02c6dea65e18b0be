//! Which implementation of a primitive is the best on a GPU: from the recording
//! of a suite to a ranking. Pure.

pub mod median;
pub mod overview;
pub mod overview_text;
mod pick;
pub mod report;
pub mod split;
#[cfg(test)]
mod tests;
mod thin;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use propp_analysis::KernelReport;
use propp_criteria::Criterion;
use propp_criteria::quality::{QualityMetric, Weights, quality_metric};
use propp_model::Value;
use propp_model::peak_bytes_per_s;
use propp_recording::{Recording, SuiteCase, SuiteMeasured, SuiteState};
use serde::Serialize;

pub use median::Median;
pub use pick::{Filter, NotRanked, Question, primitives, resolve};
use split::Cases;
pub use thin::{THINNED, thin};

/// Implementations of a primitive, problem by problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    /// The primitive.
    pub primitive: String,
    /// Others of its family.
    pub relatives: Vec<String>,
    /// The GPU; `None` when the recording has no profile that describes it.
    pub gpu: Option<String>,
    /// The weights of the QM, and the prices of the predicted times.
    pub weights: String,
    /// What its memory can move in a second, from its clock and width.
    pub peak_bytes_per_s: Option<f64>,
    /// The CPU that the speedup refers to.
    pub cpu: String,
    /// The order of the implementations.
    pub order: Order,
    /// The problems that were asked for.
    pub problems: Vec<Problem>,
    /// Other problems of this primitive that the recording has.
    pub others: Vec<Name>,
}

/// What tells one problem from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Name {
    /// Element type.
    pub element: String,
    /// Elements.
    pub n: u64,
    /// Distribution of the input.
    pub distribution: String,
}

/// The implementations on one problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    /// The problem.
    #[serde(flatten)]
    pub name: Name,
    /// Those that were right, in the order that was asked for.
    pub ranked: Vec<Ranked>,
    /// The others.
    pub left_out: Vec<LeftOut>,
}

/// An implementation that was right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranked {
    /// 1 and the number of those that are certainly faster, or better in an order by
    /// quality.
    pub place: usize,
    /// Whether another one's interval overlaps with its own; by quality, whether weights
    /// as they might have come out do not agree on the order of the two.
    pub tied: bool,
    /// The library.
    pub library: String,
    /// Its version.
    pub library_version: String,
    /// The implementation.
    pub variant: String,
    /// Median time of a run, and its 95 % interval.
    #[serde(flatten)]
    pub time: Median,
    /// What a run should take by the prices of the weights; `None` where that is not
    /// known, or outside what they were fitted to.
    pub predicted_ns: Option<u64>,
    /// The best median of the problem over its own.
    pub relative_speed: f64,
    /// Bytes that any implementation has to move, over the median time.
    pub bytes_per_s: f64,
    /// The same over what the memory can move.
    pub of_peak: Option<f64>,
    /// Time of the sequential CPU reference, the median of the problem's cases, over the
    /// median time.
    pub cpu_speedup: f64,
    /// Temporary device memory.
    pub temp_bytes: u64,
    /// Runs left out because the clock was held down.
    pub throttled: u32,
    /// The criteria as one number.
    pub quality: QualityMetric,
    /// The criteria of the case: over its kernels, weighted by time.
    pub criteria: BTreeMap<Criterion, Value>,
}

/// An implementation without a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The library.
    pub library: String,
    /// The implementation.
    pub variant: String,
    /// `wrong`, `skipped` or `failed`.
    pub state: &'static str,
    /// Why.
    pub reason: String,
}

/// The order of the implementations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The fastest first.
    #[default]
    Time,
    /// The best quality first.
    #[serde(rename = "qm")]
    Quality,
}

/// Ranks the implementations of a primitive.
///
/// # Errors
/// When the recording has nothing of what is asked for.
pub fn rank(
    recording: &Recording,
    weights: &Weights,
    question: &Question,
) -> Result<Ranking, NotRanked> {
    rank_cases(recording, &Cases::of(recording, weights), weights, question)
}

/// As [`rank`], for who ranks more than one primitive.
fn rank_cases(
    recording: &Recording,
    cases: &Cases<'_>,
    weights: &Weights,
    question: &Question,
) -> Result<Ranking, NotRanked> {
    let picked = pick::pick(recording, question)?;
    let device = recording.devices.first();
    let peak = device.and_then(|device| peak_bytes_per_s(&device.attributes));
    let problems = picked.problems.into_iter().map(|(name, of_problem)| {
        let judge = |case: &SuiteCase| judge(cases, case, weights);
        problem(name, &of_problem, peak, question.order, judge)
    });
    let fact = |key: &str| recording.meta.get(key).filter(|text| !text.is_empty()).cloned();
    Ok(Ranking {
        primitive: picked.primitive,
        relatives: picked.relatives,
        gpu: device.map(|device| device.name.clone()).or_else(|| fact("suite.gpu")),
        weights: weights.provenance().source.clone(),
        peak_bytes_per_s: peak,
        cpu: fact("suite.cpu").unwrap_or_else(|| "an unknown CPU".to_owned()),
        order: question.order,
        problems: problems.collect(),
        others: picked.others,
    })
}

/// What the counters of a case say.
struct Judged {
    quality: QualityMetric,
    criteria: BTreeMap<Criterion, Value>,
    predicted_ns: Option<u64>,
}

/// Judges a case by its counters.
fn judge(cases: &Cases<'_>, case: &SuiteCase, weights: &Weights) -> Judged {
    let own = |marker| Some((marker, cases.judge(marker)?));
    let Some((marker, of_case)) = case.marker.and_then(own) else {
        let reason = "the recording has no profile of this case".to_owned();
        let unavailable = |criterion| (criterion, Value::Unavailable { reason: reason.clone() });
        let criteria = Criterion::ALL.into_iter().map(unavailable).collect();
        let quality = quality_metric(weights, &criteria);
        return Judged { quality, criteria, predicted_ns: None };
    };
    let host_ns = weights.cost().map_or(0.0, |model| model.host_ns(&cases.host_work(marker)));
    let kernels_ns: Option<f64> = of_case.kernels.iter().map(predicted_ns).sum();
    let predicted_ns = kernels_ns.map(|ns| (ns + host_ns).round() as u64);
    let criteria: BTreeMap<Criterion, Value> = of_case
        .run
        .criteria
        .into_iter()
        .map(|(criterion, report)| (criterion, report.aggregate.value))
        .collect();
    Judged { quality: quality_metric(weights, &criteria), criteria, predicted_ns }
}

/// The predicted time of all launches of a kernel.
fn predicted_ns(kernel: &KernelReport) -> Option<f64> {
    let predicted = kernel.predicted.as_ref()?.as_ref().ok()?;
    let launches: u64 = kernel.work.iter().map(|work| work.launches).sum();
    predicted.outside.is_none().then_some(predicted.ns * launches as f64)
}

fn problem(
    name: Name,
    cases: &[&SuiteCase],
    peak: Option<f64>,
    order: Order,
    judge: impl Fn(&SuiteCase) -> Judged,
) -> Problem {
    let timed: Vec<(&SuiteCase, &SuiteMeasured, Median)> = cases
        .iter()
        .filter_map(|case| {
            let measured = case.measured.as_ref()?;
            Some((*case, measured, Median::of(&measured.samples_ns)?))
        })
        .collect();
    let all: Vec<Median> = timed.iter().map(|(_, _, time)| *time).collect();
    let best = all.iter().map(|time| time.median_ns).min().unwrap_or(0) as f64;
    // Every library's worker times the reference anew: what disturbed it is no merit of
    // the implementation's. The fit takes the median, too.
    let cpu: Vec<u64> = timed.iter().map(|(_, measured, _)| measured.cpu_ns).collect();
    let cpu_ns = Median::of(&cpu).map_or(0, |time| time.median_ns) as f64;
    let mut ranked: Vec<Ranked> = timed
        .iter()
        .map(|(case, measured, time)| {
            let seconds = time.median_ns.max(1) as f64 / 1e9;
            let bytes = measured.bytes_read.saturating_add(measured.bytes_written) as f64;
            let Judged { quality, criteria, predicted_ns } = judge(case);
            Ranked {
                place: 1 + all.iter().filter(|other| other.high_ns < time.low_ns).count(),
                tied: all.iter().filter(|other| other.overlaps(time)).count() > 1,
                library: case.library.clone(),
                library_version: case.library_version.clone(),
                variant: case.variant.clone(),
                time: *time,
                predicted_ns,
                relative_speed: best.max(1.0) / (seconds * 1e9),
                bytes_per_s: bytes / seconds,
                of_peak: peak.map(|peak| bytes / seconds / peak),
                cpu_speedup: cpu_ns / 1e9 / seconds,
                temp_bytes: measured.temp_bytes,
                throttled: measured.throttled,
                quality,
                criteria,
            }
        })
        .collect();
    let key = |one: &Ranked| (one.time.median_ns, one.library.clone(), one.variant.clone());
    ranked.sort_by_key(key);
    if order == Order::Quality {
        let quality = |one: &Ranked| one.quality.value.measured().map_or(-1.0, |value| value.get());
        ranked.sort_by(|a, b| quality(b).total_cmp(&quality(a)));
        place_by_quality(&mut ranked);
    }
    Problem { name, ranked, left_out: left_out(cases) }
}

/// One without a QM comes after all that have one.
fn place_by_quality(ranked: &mut [Ranked]) {
    let all: Vec<QualityMetric> = ranked.iter().map(|one| one.quality.clone()).collect();
    let has_number = |of: &QualityMetric| of.value.measured().is_some();
    for (own, one) in ranked.iter_mut().enumerate() {
        let is_better = |other: &&QualityMetric| match has_number(&one.quality) {
            true => other.against(&one.quality) == Some(Ordering::Greater),
            false => has_number(other),
        };
        one.place = 1 + all.iter().filter(is_better).count();
        let mut others = all.iter().enumerate().filter(|(place, _)| *place != own);
        one.tied = others.any(|(_, other)| other.is_tied_with(&one.quality));
    }
}

fn left_out(cases: &[&SuiteCase]) -> Vec<LeftOut> {
    let without_time = |case: &&&SuiteCase| {
        case.state != SuiteState::Ok
            || case.measured.as_ref().is_none_or(|m| m.samples_ns.is_empty())
    };
    cases
        .iter()
        .filter(without_time)
        .map(|case| LeftOut {
            library: case.library.clone(),
            variant: case.variant.clone(),
            state: if case.state == SuiteState::Ok { "skipped" } else { case.state.name() },
            reason: case.reason.clone().unwrap_or_else(|| "it has no sample".to_owned()),
        })
        .collect()
}
