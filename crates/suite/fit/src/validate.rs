//! Cross-validation: how well a model predicts held-out samples.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_solve::FitError;
use propp_base_statistics::kendall::kendall_tau_b;
use propp_base_statistics::median::{Between, quantile};
use propp_base_statistics::parallel;
use propp_base_statistics::summary::{r_squared, rmse};
use propp_judge_cost::Composition;
use propp_suite_problems::kin;
use serde::Serialize;

use super::quality::{Kind, Response, score, weights};
use super::samples::most_asked;
use super::{Form, Prediction, Prices, RatioBin, Sample, Scores, by_ratio, ordering};

/// Pairs count if their times differ by more than this factor.
pub const THRESHOLD: f64 = 1.05;

/// The groups that are held out of the fit, one at a time, and predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HeldOut {
    /// In sample: the fit sees what it predicts.
    Nothing,
    Primitive,
    Family,
    Size,
    /// A primitive and all its relatives ([`kin`]).
    Relatives,
}

impl HeldOut {
    pub const ALL: [Self; 5] =
        [Self::Nothing, Self::Primitive, Self::Family, Self::Size, Self::Relatives];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Primitive => "primitive",
            Self::Family => "family",
            Self::Size => "size",
            Self::Relatives => "relatives",
        }
    }

    fn group(self, sample: &Sample) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Primitive => sample.primitive.clone(),
            Self::Family => sample.family.clone(),
            Self::Size => sample.n.to_string(),
            Self::Relatives => kin(&sample.primitive).to_owned(),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    Criteria(Kind, Response),
    Fixed(Vec<f64>),
    Cost(Form),
}

/// How good the predictions of a model are. Errors of times exist for the cost model only.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    pub left_out: HeldOut,
    /// Pairs within a problem, in total and by primitive.
    pub ordering: Scores,
    /// The same pairs by the ratio of their times; empty without predicted times.
    pub apart: Vec<RatioBin>,
    /// Kendall's tau-b of predicted and measured time within a problem; the mean.
    pub tau: Option<f64>,
    /// Of predicted and measured relative speed.
    pub r_squared: Option<f64>,
    /// Of predicted and measured relative speed.
    pub rmse: Option<f64>,
    /// The median relative error of predicted times.
    pub median_error: Option<f64>,
    /// The same by primitive.
    pub median_errors: BTreeMap<String, f64>,
    /// The 90th percentile of the relative error.
    pub p90_error: Option<f64>,
    /// 95 % of the predicted times are right within this factor.
    pub spread: Option<f64>,
    /// The number of predicted samples.
    pub predicted: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct JudgedModel {
    pub name: String,
    /// In the order of [`HeldOut::ALL`].
    pub figures: Vec<Figures>,
}

/// What a model says of a sample.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The time, or for the criteria a number that orders like the time.
    pub value: f64,
    /// What a time is made of.
    pub parts: Option<Composition>,
}

type Predictor<'m> = Box<dyn Fn(&Sample) -> Option<Estimate> + 'm>;

/// Predictions by the index of their sample.
type Indexed = Vec<(usize, Option<Estimate>)>;

/// The prediction for each sample from a fit without the sample's group.
/// Fails if a fit fails.
pub fn predict(
    model: &Model,
    samples: &[Sample],
    held_out: HeldOut,
) -> Result<Vec<Option<Estimate>>, FitError> {
    let all: Vec<&Sample> = samples.iter().collect();
    let whole = match model {
        Model::Cost(form) => Some(Prices::fit(&all, *form, None)?),
        _ => None,
    };
    let groups: BTreeSet<String> = samples.iter().map(|s| held_out.group(s)).collect();
    let groups: Vec<String> = groups.into_iter().collect();
    let predict_group = |group: &String| -> Result<Indexed, FitError> {
        let is_out = |sample: &Sample| held_out.group(sample) == *group;
        let is_in = |sample: &&Sample| held_out == HeldOut::Nothing || !is_out(sample);
        let rest: Vec<&Sample> = all.iter().copied().filter(is_in).collect();
        let predictor = fitted(model, &rest, whole.as_ref())?;
        let places = samples.iter().enumerate().filter(|(_, sample)| is_out(sample));
        Ok(places.map(|(place, sample)| (place, predictor(sample))).collect())
    };
    let mut predicted = vec![None; samples.len()];
    if held_out != HeldOut::Nothing && groups.len() < 2 {
        return Ok(predicted); // Nothing would be left to fit to.
    }
    let predicted_groups: Result<Vec<Indexed>, FitError> =
        parallel::each(&groups, predict_group).into_iter().collect();
    for (place, time) in predicted_groups?.into_iter().flatten() {
        predicted[place] = time;
    }
    Ok(predicted)
}

/// The predictions for samples that were held out, and their figures.
pub(super) struct Validated {
    pub(super) figures: Figures,
    pub(super) predicted: Vec<Option<Estimate>>,
}

/// Fails if a fit fails.
pub(super) fn validated(
    samples: &[Sample],
    model: &Model,
    held_out: HeldOut,
) -> Result<Validated, FitError> {
    let predicted = predict(model, samples, held_out)?;
    let figures = judge(samples, &predicted, held_out, matches!(model, Model::Cost(_)));
    Ok(Validated { figures, predicted })
}

/// Fits the model to the samples; the search for prices starts at `from`.
fn fitted<'m>(
    model: &'m Model,
    samples: &[&Sample],
    from: Option<&Prices>,
) -> Result<Predictor<'m>, FitError> {
    let slowness = |score: f64| Estimate { value: 1.0 / score.max(1e-9), parts: None };
    Ok(match model {
        Model::Criteria(kind, response) => {
            let weights = weights(*kind, *response, samples)?;
            Box::new(move |sample| score(*kind, &weights, sample).map(slowness))
        }
        Model::Fixed(weights) => {
            Box::new(move |sample| score(Kind::CriteriaLinear, weights, sample).map(slowness))
        }
        Model::Cost(form) => {
            let prices = Prices::fit(samples, *form, from)?;
            let most = most_asked(samples);
            Box::new(move |sample| {
                let value = prices.time(sample).filter(|_| prices.reach(sample, &most))?;
                Some(Estimate { value, parts: Some(prices.composition(sample)) })
            })
        }
    })
}

/// The predicted samples with both times, in groups that are held out together: relatives, or
/// primitives.
pub fn predictions<'s>(
    samples: &'s [Sample],
    predicted: &'s [Option<Estimate>],
    held_out: HeldOut,
) -> Vec<Prediction<'s>> {
    let both = samples.iter().zip(predicted);
    both.filter_map(|(sample, predicted)| {
        let predicted = predicted.as_ref()?;
        Some(Prediction {
            group: match held_out {
                HeldOut::Relatives => kin(&sample.primitive),
                _ => &sample.primitive,
            },
            case: &sample.problem,
            measured: sample.time,
            predicted: predicted.value,
            parts: predicted.parts.as_ref(),
        })
    })
    .collect()
}

/// The figures of the predictions; samples without a prediction are skipped.
pub fn judge(
    samples: &[Sample],
    predicted: &[Option<Estimate>],
    held_out: HeldOut,
    are_times: bool,
) -> Figures {
    let known: Vec<(&Sample, f64)> =
        samples.iter().zip(predicted).filter_map(|(s, p)| Some((s, p.as_ref()?.value))).collect();
    let predictions = predictions(samples, predicted, HeldOut::Primitive);
    let mut by_case: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
    for (sample, time) in &known {
        by_case.entry(sample.case).or_default().push((sample.time, *time));
    }
    let taus: Vec<f64> = by_case.values().filter_map(|pairs| tau(pairs)).collect();
    let (mut measured, mut relative) = (Vec::new(), Vec::new());
    for pairs in by_case.values().filter(|pairs| pairs.len() > 1) {
        let best = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).fold(f64::INFINITY, f64::min);
        let (best_measured, best_predicted) = (best(|p| p.0), best(|p| p.1));
        measured.extend(pairs.iter().map(|pair| best_measured / pair.0));
        relative.extend(pairs.iter().map(|pair| best_predicted / pair.1));
    }
    let errors: Vec<f64> = known.iter().map(|(s, time)| (time / s.time).ln().abs()).collect();
    let error =
        |share| quantile(&errors, share, Between::Line).filter(|_| are_times).map(f64::exp_m1);
    Figures {
        left_out: held_out,
        ordering: ordering(&predictions, THRESHOLD),
        apart: if are_times { by_ratio(&predictions, THRESHOLD) } else { Vec::new() },
        tau: (!taus.is_empty()).then(|| taus.iter().sum::<f64>() / taus.len() as f64),
        r_squared: r_squared(&measured, &relative),
        rmse: rmse(&measured, &relative),
        median_error: error(0.5),
        median_errors: if are_times { median_errors(&known) } else { BTreeMap::new() },
        p90_error: error(0.9),
        spread: error(0.95).map(|error| 1.0 + error),
        predicted: known.len(),
    }
}

/// The median relative error by primitive.
fn median_errors(known: &[(&Sample, f64)]) -> BTreeMap<String, f64> {
    let mut errors: BTreeMap<&String, Vec<f64>> = BTreeMap::new();
    for (sample, time) in known {
        errors.entry(&sample.primitive).or_default().push((time / sample.time).ln().abs());
    }
    let median = |(primitive, errors): (&String, Vec<f64>)| {
        Some((primitive.clone(), quantile(&errors, 0.5, Between::Line)?.exp_m1()))
    };
    errors.into_iter().filter_map(median).collect()
}

fn tau(pairs: &[(f64, f64)]) -> Option<f64> {
    let (measured, predicted): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    if pairs.len() < 2 { None } else { kendall_tau_b(&measured, &predicted) }
}
