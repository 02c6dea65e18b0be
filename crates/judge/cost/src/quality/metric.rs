//! QM, the weighted mean of the criteria (paper, 4.11).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use propp_base_model::{Fraction, Value};
use propp_base_statistics::median::{Between, quantile_of_sorted, sorted};
use serde::{Deserialize, Serialize};

use super::weights::{Draw, Model, Weights};
use propp_judge_criteria::Criterion;

/// In a logarithm, smaller values of a criterion count as this.
pub const MIN_IN_LOG: f64 = 1e-3;

/// The quality metric of a kernel or a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QualityMetric {
    /// The weighted mean of the criteria that have a number.
    #[serde(flatten)]
    pub value: Value,
    /// The criteria with a number, in the paper's order.
    pub terms: Vec<Term>,
    /// The criteria with a weight and without a number.
    pub left_out: Vec<LeftOut>,
    /// The weight of `terms` over the weight of all criteria.
    pub weight_covered: Fraction,
    /// The 95 % bootstrap interval; `None` for weights without bootstrap draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// The metric by each bootstrap draw of the weights, until [`Self::without_draws`].
    #[serde(skip)]
    pub drawn: Vec<Option<f64>>,
}

/// The share of the bootstrap draws that must agree on an order.
const AGREED: f64 = 0.95;

impl QualityMetric {
    /// The same without what only comparisons need: the draws take far more memory than the rest.
    #[must_use]
    pub fn without_draws(self) -> Self {
        Self { drawn: Vec::new(), ..self }
    }

    /// Which of two is greater; `None` for a tie, if the bootstrap draws of the weights
    /// disagree. Overlapping intervals do not mean a tie: the same draw can move both in the
    /// same direction. Weights without draws give no ties.
    pub fn against(&self, other: &Self) -> Option<Ordering> {
        let (own, others) = (self.value.measured()?.get(), other.value.measured()?.get());
        let order = Some(own.total_cmp(&others)).filter(|order| order.is_ne())?;
        let pairs = self.drawn.iter().zip(&other.drawn);
        let both: Vec<(f64, f64)> = pairs.filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect();
        let agree = both.iter().filter(|(a, b)| a.total_cmp(b) == order).count();
        (agree as f64 >= AGREED * both.len() as f64).then_some(order)
    }

    /// Whether both have a number, and neither is greater.
    pub fn is_tied_with(&self, other: &Self) -> bool {
        let has_number = |metric: &Self| metric.value.measured().is_some();
        has_number(self) && has_number(other) && self.against(other).is_none()
    }

    /// The distance from the metric to the farther end of its interval.
    pub fn reach(&self) -> Option<f64> {
        let (value, [low, high]) = (self.value.measured()?.get(), self.interval?);
        Some((value - low).max(high - value))
    }
}

/// A criterion's part in the metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    pub criterion: Criterion,
    pub value: Fraction,
    pub weight: f64,
}

/// A criterion without a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeftOut {
    pub criterion: Criterion,
    pub weight: f64,
    #[serde(flatten)]
    pub because: Value,
}

/// The value of [`quality_metric`] without its parts and interval, for those who need it for very
/// many kernels.
pub fn quality_value(weights: &Weights, values: &BTreeMap<Criterion, Value>) -> Value {
    let largest = Criterion::ALL.into_iter().map(|c| weights.weight(c)).fold(0.0, f64::max);
    let model = weights.model();
    let known = Criterion::ALL.into_iter().filter_map(|criterion| {
        let weight = Some(weights.weight(criterion)).filter(|weight| *weight > 0.0)?;
        Some((weight, summand(model, values.get(&criterion)?.measured()?)))
    });
    let value = weighted_mean(model, known, largest);
    Fraction::clamped(value).map_or_else(nothing_measured, |value| Value::Measured { value })
}

/// The weighted mean of the criteria, or of their logarithms.
///
/// A criterion without a number, or missing in `values`, is left out of numerator and
/// denominator and listed in `left_out`.
pub fn quality_metric(weights: &Weights, values: &BTreeMap<Criterion, Value>) -> QualityMetric {
    let (mut terms, mut left_out) = (Vec::new(), Vec::new());
    for criterion in Criterion::ALL {
        let weight = weights.weight(criterion);
        if weight == 0.0 {
            continue;
        }
        let value = values.get(&criterion).cloned().unwrap_or_else(not_assessed);
        match value.measured() {
            Some(value) => terms.push(Term { criterion, value, weight }),
            None => left_out.push(LeftOut { criterion, weight, because: value }),
        }
    }
    // Relative to the largest, so that no weights in a file make a sum overflow.
    let largest = Criterion::ALL.into_iter().map(|c| weights.weight(c)).fold(0.0, f64::max);
    let left: f64 = left_out.iter().map(|l| l.weight / largest).sum();
    let covered: f64 = terms.iter().map(|t| t.weight / largest).sum();
    let model = weights.model();
    let own = terms.iter().map(|term| (term.weight, summand(model, term.value)));
    let value = weighted_mean(model, own, largest);
    let drawn = drawn(weights, values);
    let interval = interval(&drawn, value);
    let value =
        Fraction::clamped(value).map_or_else(nothing_measured, |value| Value::Measured { value });
    let weight_covered = Fraction::clamped(covered / (covered + left)).unwrap_or(Fraction::ZERO);
    QualityMetric { value, terms, left_out, weight_covered, interval, drawn }
}

/// What the weight of a criterion is multiplied by.
fn summand(model: Model, value: Fraction) -> f64 {
    match model {
        Model::CriteriaLinear => value.get(),
        Model::CriteriaLog => value.get().max(MIN_IN_LOG).ln(),
    }
}

/// Of weights and their summands; NaN without any.
fn weighted_mean(
    model: Model,
    weighted: impl Iterator<Item = (f64, f64)> + Clone,
    largest: f64,
) -> f64 {
    let all = || weighted.clone();
    match model {
        Model::CriteriaLinear => {
            let covered: f64 = all().map(|(weight, _)| weight / largest).sum();
            all().map(|(weight, value)| weight / largest * value).sum::<f64>() / covered
        }
        // A product of powers: a criterion that does not apply counts as a factor of 1.
        Model::CriteriaLog if all().next().is_none() => f64::NAN,
        Model::CriteriaLog => all().map(|(weight, log)| weight * log).sum::<f64>().exp(),
    }
}

/// The metric by each draw. A criterion of weight 0 counts, too: it has a weight in some draws.
fn drawn(weights: &Weights, values: &BTreeMap<Criterion, Value>) -> Vec<Option<f64>> {
    let model = weights.model();
    let measured = |criterion: &Criterion| values.get(criterion).and_then(Value::measured);
    // Once for all draws: there are hundreds.
    let summands = Criterion::ALL.map(|c| measured(&c).map(|value| summand(model, value)));
    let metric = |draw: &Draw| {
        let known = draw.iter().zip(&summands).filter_map(|(w, summand)| Some((*w, (*summand)?)));
        let largest = draw.iter().copied().fold(0.0, f64::max);
        let value = weighted_mean(model, known, largest);
        Some(value).filter(|value| value.is_finite())
    };
    weights.draws().iter().map(metric).collect()
}

/// The 95 % bootstrap interval, extended to contain the metric itself.
fn interval(drawn: &[Option<f64>], value: f64) -> Option<[f64; 2]> {
    let drawn = sorted(&drawn.iter().copied().flatten().collect::<Vec<f64>>())?;
    let at = |share| quantile_of_sorted(&drawn, share, Between::Nearest);
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
    use proptest::prelude::*;

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
        assert_eq!(quality_value(&paper(), &values), qm.value);
        assert_eq!(quality_value(&paper(), &BTreeMap::new()), nothing_measured());
    }

    #[test]
    fn the_reach_is_to_the_farther_end_of_the_interval() {
        let values: BTreeMap<_, _> = Criterion::ALL.map(|c| (c, measured(0.5))).into();
        let of = |interval| QualityMetric { interval, ..quality_metric(&paper(), &values) }.reach();
        assert_eq!(of(Some([0.25, 0.625])), Some(0.25));
        assert_eq!(of(Some([0.375, 1.0])), Some(0.5));
        assert_eq!(of(None), None);
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
    fn the_interval_follows_from_the_draws() {
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
    fn a_tie_is_when_the_draws_disagree() {
        let criteria = Criterion::ALL.map(|criterion| format!("{:?}", criterion.name()));
        let draw = |occ: u8, tdiv: u8| format!("[{occ}, 0, 0, {tdiv}, 0, 0, 0, 0, 0, 0, 0]");
        let weights = |for_occ: usize| {
            let rows: Vec<String> =
                (0..20).map(|k| if k < for_occ { draw(3, 1) } else { draw(1, 3) }).collect();
            let (criteria, rows) = (criteria.join(", "), rows.join(", "));
            let draws = format!("[draws]\ncriteria = [{criteria}]\nweights = [{rows}]");
            Weights::from_toml(&format!("{}\n{draws}", paper().to_toml().unwrap())).unwrap()
        };
        let metric = |weights: &Weights, occ: f64, tdiv: f64| {
            let values = BTreeMap::from([
                (Criterion::Occ, measured(occ)),
                (Criterion::TDiv, measured(tdiv)),
            ]);
            quality_metric(weights, &values)
        };
        // The paper gives TDiv 40 and OCC 30: the second is the better by those.
        for (for_occ, order) in [(0, Some(Ordering::Less)), (1, Some(Ordering::Less)), (2, None)] {
            let weights = weights(for_occ);
            let (one, other) = (metric(&weights, 0.9, 0.5), metric(&weights, 0.5, 0.9));
            assert_eq!(one.against(&other), order, "{for_occ}");
            assert_eq!(other.against(&one), order.map(Ordering::reverse));
            assert_eq!((one.is_tied_with(&other), one.is_tied_with(&one)), (order.is_none(), true));
            // The intervals overlap, but one is better by every draw.
            let worse = metric(&weights, 0.85, 0.5);
            assert!(worse.interval.unwrap()[1] >= one.interval.unwrap()[0]);
            assert_eq!(worse.against(&one), Some(Ordering::Less));
        }
        let (one, other) = (metric(&paper(), 0.9, 0.5), metric(&paper(), 0.5, 0.9));
        assert_eq!(one.against(&other), Some(Ordering::Less));
        assert!(!one.is_tied_with(&quality_metric(&paper(), &BTreeMap::new())));
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

    /// A value or a reason for each criterion, or neither.
    fn values() -> impl Strategy<Value = BTreeMap<Criterion, Value>> {
        let reason = || "it has none".to_owned();
        let one = prop_oneof![
            6 => (0.0..=1.0_f64).prop_map(|value| Some(measured(value))),
            1 => Just(Some(Value::NotApplicable { reason: reason() })),
            1 => Just(Some(Value::Unavailable { reason: reason() })),
            1 => Just(None),
        ];
        proptest::collection::vec(one, Criterion::ALL.len()).prop_map(|all| {
            let both = Criterion::ALL.into_iter().zip(all);
            both.filter_map(|(criterion, value)| Some((criterion, value?))).collect()
        })
    }

    proptest! {
        #[test]
        fn it_lies_between_its_least_and_its_greatest_term(values in values()) {
            let qm = quality_metric(&paper(), &values);
            prop_assert_eq!(qm.terms.len() + qm.left_out.len(), 11);
            prop_assert_eq!(qm.value.measured().is_some(), !qm.terms.is_empty());
            if let Some(value) = qm.value.measured() {
                let terms = || qm.terms.iter().map(|t| t.value.get());
                let (least, most) = (terms().fold(1.0, f64::min), terms().fold(0.0, f64::max));
                prop_assert!((least - 1e-12..=most + 1e-12).contains(&value.get()));
            }
        }
    }
}
