//! A whole fit: every model side by side, and the one that is kept.

use std::collections::{BTreeMap, BTreeSet};

use propp_criteria::Criterion;
use propp_criteria::cost::{CostModel, HOST_TERMS, Price, TERMS};
use propp_criteria::quality::{Draw, Weights};
use propp_numbers::diagnose::{Diagnosis, diagnose};
use propp_numbers::resample::{Bootstrap, resample};
use propp_numbers::statistics::interval;
use propp_numbers::{FitError, Interval, Random};
use serde::Serialize;

use super::quality;
use super::quality::{Kind, Response};
use super::refusal::{NoFit, check, unpriced};
use super::validate::{Figures, LeftOut, Model, judge, predict};
use super::{Prices, Sample};

/// The norms that are tried when nothing else is asked for.
pub const NORMS: [f64; 4] = [1.0, 1.5, 2.0, 3.0];

/// Draws of the weights that are kept: enough for an interval, and few enough for a file.
const DRAWS: usize = 100;

/// Samples that models are judged on, at least: of more, whole problems are drawn until
/// there are so many. Each norm is fitted a hundred times for that, and figures of so many
/// samples are known to better than a hundredth.
const JUDGED: usize = 2_000;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What the criteria are fitted to.
    pub response: Response,
    /// How the criteria are put together; `None` for what predicts better.
    pub kind: Option<Kind>,
    /// The norms that are tried for the cost model; none for no cost model.
    pub norms: &'static [f64],
    /// Rounds of the bootstrap.
    pub rounds: usize,
    /// Where its random numbers begin.
    pub seed: u64,
}

/// A model and how good it is.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// Its name.
    pub name: String,
    /// By what was left out of the fit.
    pub figures: Vec<Figures>,
}

/// A criterion's weight.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Weight {
    /// The criterion.
    pub criterion: Criterion,
    /// The weight; the largest is 100.
    pub weight: f64,
    /// Its 95 % interval.
    pub interval: Interval,
}

/// All that came of a fit.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Samples.
    pub samples: usize,
    /// Problems.
    pub problems: usize,
    /// Samples that the figures are of: all, or some problems of many.
    pub judged: usize,
    /// Samples that the criteria's models leave out, because one that applies was not
    /// measured.
    pub partial: usize,
    /// Samples that the cost model leaves out, because their work is not known.
    pub without_work: usize,
    /// How the criteria are put together.
    pub kind: Kind,
    /// Weights of the criteria.
    pub weights: Vec<Weight>,
    /// The weights of the first rounds of the bootstrap, in the criteria's order.
    pub draws: Vec<Draw>,
    /// Prices, where they were asked for and can be had.
    pub cost: Option<CostModel>,
    /// Why they could not.
    pub no_cost: Option<String>,
    /// All models, the best held-out one first.
    pub models: Vec<Judged>,
    /// What the data cannot separate, in sentences.
    pub limits: Vec<String>,
}

/// Fits all models to the samples and judges them. `told` hears what is done.
///
/// # Errors
/// When there is too little to fit to, or the numbers are none.
pub fn fit(
    samples: &[Sample],
    paper: &Weights,
    options: &Options,
    told: &mut dyn FnMut(&str),
) -> Result<Outcome, NoFit> {
    let all_samples = samples.len();
    let measured: Vec<Sample> = samples.iter().filter(|s| !s.is_partial).cloned().collect();
    let worked: Vec<Sample> = samples.iter().filter(|s| s.has_work()).cloned().collect();
    let no_cost = (!options.norms.is_empty()).then(|| unpriced(&worked)).flatten();
    let norms = if no_cost.is_none() { options.norms } else { &[] };
    let samples = measured.as_slice();
    check(samples)?;
    let drawn = some_problems(&measured, &worked, options.seed);
    let of_drawn = |all: &[Sample]| -> Vec<Sample> {
        all.iter().filter(|sample| drawn.contains(&sample.case)).cloned().collect()
    };
    let (judged, judged_by_work) = (of_drawn(samples), of_drawn(&worked));
    let is_part = judged.len() < samples.len() || judged_by_work.len() < worked.len();
    let mut models = Vec::new();
    let mut of = |name: String, model: &Model| -> Result<Figures, FitError> {
        told(&name);
        let own = if matches!(model, Model::Cost(_)) { &judged_by_work } else { &judged };
        let figures: Result<Vec<Figures>, FitError> =
            LeftOut::ALL.iter().map(|left_out| figures(own, model, *left_out)).collect();
        let figures = figures?;
        let held_out = figures[1].clone();
        models.push(Judged { name, figures });
        Ok(held_out)
    };
    let given: Vec<f64> = Criterion::ALL.iter().map(|criterion| paper.of(*criterion)).collect();
    of("paper".to_owned(), &Model::Given(given))?;
    for (place, criterion) in Criterion::ALL.iter().enumerate() {
        let alone = (0..Criterion::ALL.len()).map(|other| f64::from(u8::from(other == place)));
        of(format!("{criterion} alone"), &Model::Given(alone.collect()))?;
    }
    let linear =
        of("criteria-linear".to_owned(), &Model::Criteria(Kind::CriteriaLinear, options.response))?;
    let log = of("criteria-log".to_owned(), &Model::Criteria(Kind::CriteriaLog, options.response))?;
    let better =
        if share(&log) > share(&linear) { Kind::CriteriaLog } else { Kind::CriteriaLinear };
    let kind = options.kind.unwrap_or(better);
    let mut best: Option<(f64, Figures)> = None;
    for &norm in norms {
        let figures = of(format!("cost, norm {norm}"), &Model::Cost(norm))?;
        if best.as_ref().is_none_or(|best| is_better(&figures, &best.1)) {
            best = Some((norm, figures));
        }
    }
    told("intervals");
    let all: Vec<&Sample> = samples.iter().collect();
    let (weights, draws) = weights(&all, kind, options)?;
    let cost = match best {
        Some((norm, figures)) => {
            Some(cost(&worked.iter().collect::<Vec<_>>(), norm, &figures, options)?)
        }
        None => None,
    };
    models.sort_by(|a, b| share(&b.figures[1]).total_cmp(&share(&a.figures[1])));
    let cases: BTreeSet<usize> = samples.iter().map(|sample| sample.case).collect();
    Ok(Outcome {
        samples: all_samples,
        problems: cases.len(),
        judged: if is_part { judged.len().max(judged_by_work.len()) } else { all_samples },
        partial: all_samples - samples.len(),
        without_work: all_samples - worked.len(),
        kind,
        weights,
        draws,
        cost,
        no_cost,
        models,
        limits: limits(&all, options)?,
    })
}

/// The problems that models are judged on: all, or of many as many as it takes, drawn.
fn some_problems(measured: &[Sample], worked: &[Sample], seed: u64) -> BTreeSet<usize> {
    let mut rows: BTreeMap<usize, usize> = BTreeMap::new();
    for list in [measured, worked] {
        let mut own: BTreeMap<usize, usize> = BTreeMap::new();
        list.iter().for_each(|sample| *own.entry(sample.case).or_default() += 1);
        for (case, count) in own {
            rows.entry(case).and_modify(|most| *most = count.max(*most)).or_insert(count);
        }
    }
    // A stream that no round of the bootstrap takes.
    let mut random = Random::new(seed, u64::MAX);
    let mut cases: Vec<(f64, usize, usize)> =
        rows.into_iter().map(|(case, count)| (random.unit(), case, count)).collect();
    cases.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut taken = 0;
    let wanted = cases.into_iter().take_while(|(_, _, count)| {
        let is_wanted = taken < JUDGED;
        taken += count;
        is_wanted
    });
    wanted.map(|(_, case, _)| case).collect()
}

/// Whether predictions are better: those of times, since the order follows from them,
/// and the norms differ in that by less than can be told.
fn is_better(one: &Figures, other: &Figures) -> bool {
    let error = |figures: &Figures| figures.median_error.unwrap_or(f64::INFINITY);
    error(one) < error(other)
}

fn share(figures: &Figures) -> f64 {
    figures.ordering.total.share().unwrap_or(0.0)
}

fn figures(samples: &[Sample], model: &Model, left_out: LeftOut) -> Result<Figures, FitError> {
    let predicted = predict(model, samples, left_out)?;
    Ok(judge(samples, &predicted, left_out, matches!(model, Model::Cost(_))))
}

const fn bootstrap(options: &Options) -> Bootstrap {
    Bootstrap { rounds: options.rounds, seed: options.seed }
}

fn weights(
    all: &[&Sample],
    kind: Kind,
    options: &Options,
) -> Result<(Vec<Weight>, Vec<Draw>), FitError> {
    let (a, b) = quality::system(kind, options.response, all);
    let cases: Vec<usize> = all.iter().map(|sample| sample.case).collect();
    let x = quality::weights(kind, options.response, all)?;
    let sampled = resample(&a, &b, &cases, &bootstrap(options))?;
    let scaled = sampled.solutions.row_iter().map(|row| {
        let of_largest = match kind {
            Kind::CriteriaLinear => 100.0 / row.max().max(f64::MIN_POSITIVE),
            Kind::CriteriaLog => 1.0,
        };
        std::array::from_fn(|column| row[column] * of_largest)
    });
    let mut draws: Vec<Draw> = scaled.collect();
    let weights = Criterion::ALL.into_iter().zip(x).enumerate().map(|(place, (criterion, x))| {
        let rounds: Vec<f64> = draws.iter().map(|draw| draw[place]).collect();
        let interval = interval(&rounds, 0.95).unwrap_or(Interval { low: x, high: x });
        Weight { criterion, weight: x, interval }
    });
    let weights = weights.collect();
    draws.retain(|draw| draw.iter().any(|weight| *weight > 0.0));
    draws.truncate(DRAWS);
    Ok((weights, draws))
}

fn cost(
    all: &[&Sample],
    norm: f64,
    held_out: &Figures,
    options: &Options,
) -> Result<CostModel, FitError> {
    let prices = Prices::fit(all, norm, None)?;
    let linear = prices.linear(all)?;
    let known = all.iter().filter(|sample| sample.has_work());
    let cases: Vec<usize> = known.clone().map(|sample| sample.case).collect();
    let sampled = resample(&linear.a, &linear.b, &cases, &bootstrap(options))?;
    let intervals = sampled.intervals(0.95).unwrap_or_default();
    let price = |column: usize, term: &str, ns: f64, most: f64| {
        let scale = linear.scale[column];
        let (low, high) =
            intervals.get(column).map_or((ns, ns), |i| (i.low * scale, i.high * scale));
        Price { term: term.to_owned(), ns, low: low.min(ns), high: high.max(ns), most }
    };
    let mut most = vec![0.0_f64; TERMS.len()];
    let mut most_of_host = vec![0.0_f64; HOST_TERMS.len()];
    for sample in known {
        for (_, demands) in sample.kernels.iter().flatten() {
            most.iter_mut().zip(demands).for_each(|(most, demand)| *most = most.max(*demand));
        }
        most_of_host.iter_mut().zip(&sample.host).for_each(|(most, own)| *most = most.max(*own));
    }
    let kernel = TERMS.iter().zip(&prices.kernel).zip(most).enumerate();
    let host = HOST_TERMS.iter().zip(&prices.host).zip(most_of_host).enumerate();
    Ok(CostModel {
        norm,
        spread: held_out.spread.unwrap_or(f64::INFINITY),
        prices: kernel.map(|(i, ((term, ns), most))| price(i, term.name, *ns, most)).collect(),
        host: host
            .map(|(i, ((term, ns), most))| price(TERMS.len() + i, term.name, *ns, most))
            .collect(),
        without: Vec::new(),
    })
}

/// What the criteria of the samples do not tell apart.
fn limits(all: &[&Sample], options: &Options) -> Result<Vec<String>, FitError> {
    let (a, _) = quality::system(Kind::CriteriaLog, options.response, all);
    let names: Vec<&str> = Criterion::ALL.iter().map(|criterion| criterion.name()).collect();
    let diagnosis: Diagnosis = diagnose(&a, &names)?;
    Ok(diagnosis.sentences())
}
