//! Pairwise ordering accuracy: how often a prediction orders two implementations of a problem
//! correctly.

use std::collections::BTreeMap;

use propp_judge_cost::Composition;
use serde::Serialize;

/// The times of an implementation on a problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction<'a> {
    /// The primitive; scores are given per group.
    pub group: &'a str,
    /// Type, size and distribution. Pairs are formed within a case of a group.
    pub case: &'a str,
    /// In any unit.
    pub measured: f64,
    /// In any unit that is the same within a case.
    pub predicted: f64,
    /// What a predicted time is made of, if that is known.
    pub parts: Option<&'a Composition>,
}

/// How many pairs were ordered correctly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// Pairs whose times differ by more than the threshold.
    pub pairs: u64,
    /// Pairs in the correct order; a predicted tie counts as a half.
    pub right: f64,
}

impl Score {
    /// The share of pairs in the correct order; `None` without pairs.
    pub fn share(&self) -> Option<f64> {
        (self.pairs > 0).then(|| self.right / self.pairs as f64)
    }

    /// The score of one pair from the predictions for the faster and the slower one.
    pub(super) fn of_pair(fast: f64, slow: f64) -> Self {
        let right = match fast.partial_cmp(&slow) {
            Some(std::cmp::Ordering::Less) => 1.0,
            Some(std::cmp::Ordering::Equal) => 0.5,
            Some(std::cmp::Ordering::Greater) | None => 0.0,
        };
        Self { pairs: 1, right }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.right += other.right;
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scores {
    pub total: Score,
    pub groups: BTreeMap<String, Score>,
    pub cases: Vec<CaseScore>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaseScore {
    pub group: String,
    pub case: String,
    pub score: Score,
}

/// Scores all pairs within a case whose measured times differ by more than the factor
/// `threshold` (1.05 for 5 %). A prediction that is not a number is never correct.
pub fn ordering(predictions: &[Prediction], threshold: f64) -> Scores {
    let mut scores = Scores::default();
    for ((group, case), predictions) in by_case(predictions) {
        let score = case_score(predictions, threshold);
        scores.total.add(score);
        scores.groups.entry(group.to_owned()).or_default().add(score);
        let (group, case) = (group.to_owned(), case.to_owned());
        scores.cases.push(CaseScore { group, case, score });
    }
    scores
}

/// Predictions by group and case.
pub(super) fn by_case<'p>(
    predictions: &'p [Prediction<'p>],
) -> BTreeMap<(&'p str, &'p str), Vec<&'p Prediction<'p>>> {
    let mut cases: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for prediction in predictions {
        cases.entry((prediction.group, prediction.case)).or_default().push(prediction);
    }
    cases
}

fn case_score(mut predictions: Vec<&Prediction>, threshold: f64) -> Score {
    predictions.sort_by(|a, b| a.measured.total_cmp(&b.measured));
    let mut score = Score::default();
    for (place, slow) in predictions.iter().enumerate() {
        for fast in &predictions[..place] {
            if slow.measured > fast.measured * threshold {
                score.add(Score::of_pair(fast.predicted, slow.predicted));
            }
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn one<'a>(
        group: &'a str,
        case: &'a str,
        measured: f64,
        predicted: f64,
    ) -> Prediction<'a> {
        Prediction { group, case, measured, predicted, parts: None }
    }

    #[test]
    fn pairs_count_within_a_case() {
        let scores = ordering(
            &[
                one("scan", "small", 3.0, 30.0),
                one("scan", "small", 1.0, 20.0),
                one("scan", "small", 2.0, 20.0),
                one("scan", "large", 9.0, 1.0),
                one("sort", "small", 5.0, 2.0),
                one("sort", "small", 6.0, 1.0),
                one("copy", "small", 1.0, 1.0),
            ],
            1.05,
        );
        assert_eq!(scores.total, Score { pairs: 4, right: 2.5 });
        assert_eq!(scores.groups["scan"], Score { pairs: 3, right: 2.5 });
        assert_eq!(scores.groups["sort"], Score { pairs: 1, right: 0.0 });
        assert_eq!(scores.groups["copy"].share(), None);
        assert_eq!(scores.total.share(), Some(0.625));
        assert_eq!(scores.cases.len(), 4);
        assert_eq!((scores.cases[1].case.as_str(), scores.cases[1].score.pairs), ("large", 0));
    }

    #[test]
    fn what_is_nearly_the_same_has_no_order() {
        let of = |slow| ordering(&[one("", "", 100.0, 1.0), one("", "", slow, 2.0)], 1.05).total;
        assert_eq!(of(105.0).pairs, 0);
        assert_eq!(of(105.1), Score { pairs: 1, right: 1.0 });
        assert_eq!(of(95.0), Score { pairs: 1, right: 0.0 });
    }

    #[test]
    fn what_is_not_a_number_is_not_right() {
        let of = |predicted| {
            ordering(&[one("", "", 1.0, predicted), one("", "", 2.0, 2.0)], 1.05).total.right
        };
        assert_eq!((of(1.0), of(f64::NAN), of(f64::NEG_INFINITY)), (1.0, 0.0, 1.0));
    }
}
