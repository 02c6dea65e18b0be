//! QM, the weighted mean of the criteria (paper, 4.11).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::criteria::{Criterion, Fraction, Value};

use super::{Draw, Model, Weights};

/// The least that counts as a criterion's value in a logarithm.
pub const LEAST: f64 = 1e-3;

/// The quality metric of a kernel or a run, and what it is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QualityMetric {
    /// The weighted mean of the criteria that have a number.
    #[serde(flatten)]
    pub value: Value,
    /// What went in, in the paper's order.
    pub terms: Vec<Term>,
    /// What has a weight and no number.
    pub left_out: Vec<LeftOut>,
    /// The weight that went in over the weight of all criteria: how much of
    /// the metric this number is.
    pub weight_covered: Fraction,
    /// Where the number lies in 95 % of the draws of the weights; of weights without
    /// draws nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
}

/// One criterion's part in the metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// Which criterion.
    pub criterion: Criterion,
    /// Its value.
    pub value: Fraction,
    /// Its weight.
    pub weight: f64,
}

/// One criterion that takes no part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Which criterion.
    pub criterion: Criterion,
    /// Its weight, which the others share.
    pub weight: f64,
    /// Why it has no number.
    #[serde(flatten)]
    pub because: Value,
}

/// The weighted mean over the criteria that have a number, or of their logarithms.
///
/// A criterion without one takes its weight with it, on both sides of the
/// quotient; it is listed, and so is one that `values` does not mention.
#[must_use]
pub fn quality_metric(weights: &Weights, values: &BTreeMap<Criterion, Value>) -> QualityMetric {
    let (mut terms, mut left_out) = (Vec::new(), Vec::new());
    for criterion in Criterion::ALL {
        let weight = weights.of(criterion);
        if weight == 0.0 {
            continue;
        }
        let value = values.get(&criterion).cloned().unwrap_or_else(not_assessed);
        match value.measured() {
            Some(value) => terms.push(Term { criterion, value, weight }),
            None => left_out.push(LeftOut { criterion, weight, because: value }),
        }
    }
    // Relative to the largest, so that no weight that a file may hold makes a
    // sum overflow.
    let largest = Criterion::ALL.into_iter().map(|c| weights.of(c)).fold(0.0, f64::max);
    let left: f64 = left_out.iter().map(|l| l.weight / largest).sum();
    let covered: f64 = terms.iter().map(|t| t.weight / largest).sum();
    let own: Vec<(f64, Fraction)> = terms.iter().map(|term| (term.weight, term.value)).collect();
    let value = together(weights.model(), &own, largest);
    let interval = interval(weights, values, value);
    let value =
        Fraction::clamped(value).map_or_else(nothing_measured, |value| Value::Measured { value });
    let weight_covered = Fraction::clamped(covered / (covered + left)).unwrap_or(Fraction::ZERO);
    QualityMetric { value, terms, left_out, weight_covered, interval }
}

/// Weighted values put together; not a number without any.
fn together(model: Model, weighted: &[(f64, Fraction)], largest: f64) -> f64 {
    let all = || weighted.iter().map(|(weight, value)| (*weight, value.get()));
    match model {
        Model::CriteriaLinear => {
            let covered: f64 = all().map(|(weight, _)| weight / largest).sum();
            all().map(|(weight, value)| weight / largest * value).sum::<f64>() / covered
        }
        // Each criterion takes away its factor; one that does not apply takes nothing.
        Model::CriteriaLog if weighted.is_empty() => f64::NAN,
        Model::CriteriaLog => {
            all().map(|(weight, value)| weight * value.max(LEAST).ln()).sum::<f64>().exp()
        }
    }
}

/// Where the metric lies in 95 % of the draws; it holds the metric itself. A criterion
/// of weight 0 takes part, since it has a weight in some draws.
fn interval(
    weights: &Weights,
    values: &BTreeMap<Criterion, Value>,
    value: f64,
) -> Option<[f64; 2]> {
    let measured = |criterion: &Criterion| values.get(criterion).and_then(Value::measured);
    let of_draw = |draw: &Draw| {
        let known = Criterion::ALL.iter().zip(draw).filter_map(|(c, w)| Some((*w, measured(c)?)));
        let largest = draw.iter().copied().fold(0.0, f64::max);
        together(weights.model(), &known.collect::<Vec<_>>(), largest)
    };
    let drawn = weights.draws().iter().map(of_draw).filter(|value| value.is_finite());
    let mut drawn: Vec<f64> = drawn.collect();
    drawn.sort_by(f64::total_cmp);
    let at = |share: f64| drawn.get((share * (drawn.len() as f64 - 1.0)).round() as usize);
    let (low, high) = (at(0.025)?, at(0.975)?);
    value.is_finite().then(|| [low.min(value).max(0.0), high.max(value).min(1.0)])
}

fn not_assessed() -> Value {
    Value::Unavailable { reason: "it was not assessed".to_owned() }
}

fn nothing_measured() -> Value {
    Value::Unavailable { reason: "no criterion that has a weight was measured".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(value: f64) -> Value {
        Value::Measured { value: Fraction::try_from(value).unwrap() }
    }

    fn paper() -> Weights {
        Weights::bundled("paper").unwrap()
    }

    #[test]
    fn it_is_the_weighted_mean() {
        let mut values: BTreeMap<_, _> = Criterion::ALL.map(|c| (c, measured(1.0))).into();
        assert_eq!(quality_metric(&paper(), &values).value, measured(1.0));
        values.insert(Criterion::Ci, measured(0.0));
        values.insert(Criterion::Dt, measured(0.5));
        let qm = quality_metric(&paper(), &values);
        let expected = (585.0 - 100.0 - 25.0) / 585.0;
        assert!((qm.value.measured().unwrap().get() - expected).abs() < 1e-12);
        assert_eq!((qm.terms.len(), qm.left_out.len()), (11, 0));
    }

    #[test]
    fn a_criterion_without_a_number_takes_its_weight_with_it() {
        let reason = "no load or store of this kernel touches shared memory".to_owned();
        let values = BTreeMap::from([
            (Criterion::GranL1, measured(0.5)),
            (Criterion::Occ, measured(1.0)),
            (Criterion::SmemEff, Value::NotApplicable { reason }),
        ]);
        let qm = quality_metric(&paper(), &values);
        assert!((qm.value.measured().unwrap().get() - 80.0 / 130.0).abs() < 1e-12);
        assert!((qm.weight_covered.get() - 130.0 / 585.0).abs() < 1e-12);
        assert_eq!(qm.left_out.len(), 9);
        let of = |c| qm.left_out.iter().find(|l| l.criterion == c).unwrap().because.reason();
        assert_eq!(of(Criterion::Ci), Some("it was not assessed"));
        assert!(of(Criterion::SmemEff).unwrap().starts_with("no load or store"));
    }

    #[test]
    fn with_nothing_measured_there_is_no_metric() {
        let qm = quality_metric(&paper(), &BTreeMap::new());
        assert_eq!(qm.value.reason(), Some("no criterion that has a weight was measured"));
        assert_eq!(qm.weight_covered, Fraction::ZERO);
    }

    #[test]
    fn the_interval_is_that_of_the_draws() {
        let draws = "[draws]\ncriteria = [\"OCC\", \"HSync\", \"DSync\", \"TDiv\", \"LB_W\", \
                     \"LB_SM\", \"Gran_L1\", \"Gran_L2\", \"SMem_eff\", \"CI\", \"DT\"]\n\
                     weights = [[1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]]";
        let text = format!("{}\n{draws}", paper().to_toml().unwrap());
        let drawn = Weights::from_toml(&text).unwrap();
        let values =
            BTreeMap::from([(Criterion::Occ, measured(0.8)), (Criterion::TDiv, measured(0.0))]);
        let [low, high] = quality_metric(&drawn, &values).interval.unwrap();
        // The paper's own weights give 0.8 * 30 / 70, which is below both.
        assert!((low - 24.0 / 70.0).abs() < 1e-12 && (high - 0.6).abs() < 1e-12, "{low} {high}");
        assert_eq!(quality_metric(&paper(), &values).interval, None);
        assert_eq!(quality_metric(&drawn, &BTreeMap::new()).interval, None);
    }

    #[test]
    fn the_serialised_form_is_stable() {
        let values = BTreeMap::from([(Criterion::Occ, measured(0.5))]);
        let json = serde_json::to_value(quality_metric(&paper(), &values)).unwrap();
        assert_eq!(json["state"], "measured");
        assert_eq!(json["value"], 0.5);
        assert_eq!(json["terms"][0]["criterion"], "OCC");
        assert_eq!(json["left_out"][0]["criterion"], "HSync");
        assert_eq!(json["left_out"][0]["state"], "unavailable");
        assert_eq!(json["left_out"][0]["weight"], 40.0);
    }
}
