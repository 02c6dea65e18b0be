//! Ranks the implementations of a primitive.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use propp_base_model::{Value, peak_bytes_per_s};
use propp_judge_analysis::{Judged, KernelReport};
use propp_judge_cost::quality::{QualityMetric, Weights, quality_metric};
use propp_judge_cost::{Composition, CostModel, First, HostWork, Work, places};
use propp_judge_criteria::Criterion;
use propp_recording::{Recording, SuiteCase, SuiteMeasured, SuiteState};
use propp_suite_problems::primitive::Primitive;

use super::median::Median;
use super::pick::{self, NotRanked, Question};
use super::ranking::{LeftOut, Name, Order, Problem, Ranked, Ranking, Rate};
use super::rate::{Precision, shape, unit};
use super::split::Cases;
use super::why::Why;

/// Ranks the implementations of a primitive.
/// Fails if the recording has no such primitive or problem.
pub fn rank(
    recording: &Recording,
    weights: &Weights,
    question: &Question,
) -> Result<Ranking, NotRanked> {
    rank_cases(recording, &Cases::new(recording, weights), weights, question)
}

/// As [`rank`], with cases that several rankings share.
pub(super) fn rank_cases(
    recording: &Recording,
    cases: &Cases<'_>,
    weights: &Weights,
    question: &Question,
) -> Result<Ranking, NotRanked> {
    let picked = pick::pick(recording, question)?;
    let device = recording.devices.first();
    let machine = Rated {
        primitive: Primitive::named(&picked.primitive).ok(),
        attributes: device.map(|device| &device.attributes),
    };
    let peak = device.and_then(|device| peak_bytes_per_s(&device.attributes));
    let problems = picked.problems.into_iter().map(|(name, of_problem)| {
        let assess = |case: &SuiteCase| assess(cases, case, weights);
        problem(name, &of_problem, (peak, &machine), (question.order, weights.cost()), assess)
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
        libraries_missing: picked.libraries_missing,
    })
}

/// The results of a case's counters.
struct Assessed {
    quality: QualityMetric,
    criteria: BTreeMap<Criterion, Value>,
    /// `None` if the work of a kernel is not known.
    predicted: Option<Composition>,
    works: Vec<Work>,
    why: Why,
}

fn assess(cases: &Cases<'_>, case: &SuiteCase, weights: &Weights) -> Assessed {
    let own = |marker| Some((marker, cases.judge(marker)?));
    let Some((marker, of_case)) = case.marker.and_then(own) else {
        let reason = "the recording has no profile of this case".to_owned();
        let unavailable = |criterion| (criterion, Value::Unavailable { reason: reason.clone() });
        let criteria = Criterion::ALL.into_iter().map(unavailable).collect();
        let quality = quality_metric(weights, &criteria);
        let (works, why) = (Vec::new(), Why::default());
        return Assessed { quality, criteria, predicted: None, works, why };
    };
    let predicted = predicted(&of_case, &cases.host_work(marker), weights);
    let works = of_case.kernels.iter().flat_map(|kernel| kernel.work.iter().cloned()).collect();
    let why = Why::of(&of_case, weights, cases.machine(), case.library == "cublas");
    let criteria: BTreeMap<Criterion, Value> = of_case
        .run
        .criteria
        .into_iter()
        .map(|(criterion, report)| (criterion, report.aggregate.value))
        .collect();
    let quality = quality_metric(weights, &criteria);
    Assessed { quality, criteria, predicted, works, why }
}

/// The predicted time of a case; `None` where that of a kernel is not known.
pub(super) fn predicted(
    of_case: &Judged,
    host_work: &HostWork,
    weights: &Weights,
) -> Option<Composition> {
    // A copy inside the device has no counters and no price.
    let is_known = (!of_case.kernels.is_empty() || host_work.copies_inside == 0)
        && weights.prices().is_none_or(|model| model.reaches_copies(host_work));
    let mut predicted = Composition::default();
    let of_host = weights.prices().into_iter().flat_map(|model| model.host_parts(host_work));
    of_host.for_each(|(term, ns)| predicted.add(term, ns));
    let is_known = is_known
        && of_case.kernels.iter().all(|kernel| add_kernel(&mut predicted, kernel).is_some());
    is_known.then_some(predicted)
}

/// Adds the predicted time of all launches of a kernel; `None` if there is none.
fn add_kernel(to: &mut Composition, kernel: &KernelReport) -> Option<()> {
    let launches: u64 = kernel.work.iter().map(|work| work.launches).sum();
    to.add_launches(kernel.priced()?, launches as f64);
    Some(())
}

fn problem(
    name: Name,
    cases: &[&SuiteCase],
    (peak, rated): (Option<f64>, &Rated<'_>),
    (order, model): (Order, Option<&CostModel>),
    assess: impl Fn(&SuiteCase) -> Assessed,
) -> Problem {
    let timed: Vec<(&SuiteCase, &SuiteMeasured, Median)> = cases
        .iter()
        .filter_map(|case| {
            let measured = case.measured.as_ref()?;
            Some((*case, measured, Median::from_samples(&measured.samples_ns)?))
        })
        .collect();
    let all: Vec<Median> = timed.iter().map(|(_, _, time)| *time).collect();
    let best = all.iter().map(|time| time.median_ns).min().unwrap_or(0) as f64;
    // Each library's worker times the CPU reference. The median keeps a disturbed reference
    // from favouring an implementation; the fit uses it, too.
    let cpu: Vec<u64> = timed.iter().map(|(_, measured, _)| measured.cpu_ns).collect();
    let cpu_ns = Median::from_samples(&cpu).map_or(0, |time| time.median_ns) as f64;
    let mut all_works = Vec::new();
    let mut ranked: Vec<Ranked> = timed
        .iter()
        .map(|(case, measured, time)| {
            let seconds = time.median_ns.max(1) as f64 / 1e9;
            let bytes = measured.bytes_read.saturating_add(measured.bytes_written) as f64;
            let Assessed { quality, criteria, predicted, works, why } = assess(case);
            all_works.extend(works);
            Ranked {
                place: 1 + all.iter().filter(|other| other.high_ns < time.low_ns).count(),
                tied: all.iter().filter(|other| other.overlaps(time)).count() > 1,
                library: case.library.clone(),
                library_version: case.library_version.clone(),
                variant: case.variant.clone(),
                time: *time,
                predicted_ns: predicted.as_ref().map(|time| time.ns().round() as u64),
                predicted: predicted.unwrap_or_default(),
                certainty: None,
                relative_speed: best.max(1.0) / (seconds * 1e9),
                bytes_per_s: bytes / seconds,
                of_peak: peak.map(|peak| bytes / seconds / peak),
                rate: rated.rate(case, measured, seconds),
                cpu_speedup: cpu_ns / 1e9 / seconds,
                temp_bytes: measured.temp_bytes,
                throttled: measured.throttled,
                quality,
                criteria,
                defect: why.defect(),
                why,
            }
        })
        .collect();
    let key = |one: &Ranked| (one.time.median_ns, one.library.clone(), one.variant.clone());
    ranked.sort_by_key(key);
    let certainty = model.and_then(|model| model.for_all(&all_works).certainty);
    if order == Order::Predicted {
        ranked.sort_by_key(|one| one.predicted_ns.unwrap_or(u64::MAX));
    }
    let time = |one: &Ranked| one.predicted_ns.map(|_| one.predicted.clone());
    let times: Vec<Option<Composition>> = ranked.iter().map(time).collect();
    let by_prediction = places(&times, certainty, First::Fastest);
    for (one, by_prediction) in ranked.iter_mut().zip(by_prediction) {
        one.certainty = by_prediction.certainty;
        if order == Order::Predicted {
            (one.place, one.tied) = (by_prediction.place, by_prediction.tied);
        }
    }
    match order {
        Order::Time | Order::Predicted => {}
        Order::Quality => {
            let quality =
                |one: &Ranked| one.quality.value.measured().map_or(-1.0, |value| value.get());
            ranked.sort_by(|a, b| quality(b).total_cmp(&quality(a)));
            place_by_quality(&mut ranked);
        }
    }
    let shape =
        timed.first().and_then(|(case, measured, _)| shape(rated.primitive?, case.n, measured.m));
    Problem { name, shape, ranked, left_out: left_out(cases) }
}

/// What the rates of implementations follow from.
struct Rated<'a> {
    primitive: Option<Primitive>,
    attributes: Option<&'a BTreeMap<u32, i32>>,
}

impl Rated<'_> {
    fn rate(&self, case: &SuiteCase, measured: &SuiteMeasured, seconds: f64) -> Option<Rate> {
        let primitive = self.primitive?;
        let unit = unit(primitive, case.n, measured.m, measured.operations)?;
        let per_second = unit.count / seconds;
        let precision = Precision::of(primitive, &case.element, &case.variant);
        let peak = precision.and_then(|precision| precision.peak(self.attributes?));
        Some(Rate {
            unit: unit.name,
            value: per_second / unit.scale,
            precision: precision.map(Precision::name),
            of_peak: peak.map(|peak| per_second / peak),
        })
    }
}

/// Implementations without a QM come last.
fn place_by_quality(ranked: &mut [Ranked]) {
    let all: Vec<QualityMetric> = ranked.iter().map(|one| one.quality.clone()).collect();
    let has_number = |metric: &QualityMetric| metric.value.measured().is_some();
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
