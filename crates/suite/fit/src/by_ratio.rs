//! How often a prediction orders two implementations correctly, by the ratio of their times.

use serde::Serialize;

use super::ordering::by_case;
use super::{Prediction, Score};

/// The lower bounds of the bins.
const BOUNDS: [f64; 6] = [1.0, 1.05, 1.1, 1.25, 1.5, 2.0];

/// Pairs within a case, by the time of the slower one over the time of the faster one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatioBin {
    /// The ratio is above this,
    pub from: f64,
    /// and at most this; `None` in the last bin.
    pub to: Option<f64>,
    /// The pairs whose measured ratio is in the bin.
    pub measured: Score,
    /// The pairs whose predicted ratio is in the bin.
    pub predicted: Score,
}

/// Bins all pairs within a case whose measured times differ by more than the factor
/// `threshold`. A pair with a prediction that is not a number is in no bin.
pub fn by_ratio(predictions: &[Prediction], threshold: f64) -> Vec<RatioBin> {
    let cases = by_case(predictions);
    let mut bins: Vec<RatioBin> = BOUNDS
        .iter()
        .enumerate()
        .map(|(place, from)| RatioBin {
            from: *from,
            to: BOUNDS.get(place + 1).copied(),
            measured: Score::default(),
            predicted: Score::default(),
        })
        .collect();
    let pairs = cases.values().flat_map(|case| {
        case.iter().enumerate().flat_map(|(place, one)| case[..place].iter().map(move |o| (one, o)))
    });
    for (one, other) in pairs {
        let (slow, fast) = if one.measured > other.measured { (one, other) } else { (other, one) };
        let measured = slow.measured / fast.measured;
        let predicted = slow.predicted / fast.predicted;
        if slow.measured > fast.measured * threshold && !predicted.is_nan() {
            let score = Score::of_pair(fast.predicted, slow.predicted);
            bin(&mut bins, measured).measured.add(score);
            bin(&mut bins, predicted.max(1.0 / predicted)).predicted.add(score);
        }
    }
    bins
}

fn bin(bins: &mut [RatioBin], ratio: f64) -> &mut RatioBin {
    let place = BOUNDS.iter().rposition(|bound| ratio > *bound).unwrap_or(0);
    &mut bins[place]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_binned_by_measured_and_by_predicted_ratio() {
        let one = |case, measured, predicted| Prediction {
            group: "",
            case,
            measured,
            predicted,
            parts: None,
        };
        let bins = by_ratio(
            &[
                one("right", 10.0, 1.0),
                one("right", 10.7, 2.5),
                one("wrong", 10.0, 1.3),
                one("wrong", 30.0, 1.0),
                one("tied", 30.0, 7.0),
                one("tied", 10.0, 7.0),
                one("alike", 10.0, 1.0),
                one("alike", 10.2, 1.0),
                one("unknown", 10.0, f64::NAN),
                one("unknown", 30.0, 1.0),
                one("never", 10.0, 1.0),
                one("never", 30.0, f64::INFINITY),
                one("alone", 1.0, 1.0),
            ],
            1.05,
        );
        let score = |pairs, right| Score { pairs, right };
        let measured: Vec<Score> = bins.iter().map(|bin| bin.measured).collect();
        let none = Score::default();
        assert_eq!(measured, [none, score(1, 1.0), none, none, none, score(3, 1.5)]);
        let predicted: Vec<Score> = bins.iter().map(|bin| bin.predicted).collect();
        assert_eq!(predicted, [score(1, 0.5), none, none, score(1, 0.0), none, score(2, 2.0)]);
        assert_eq!((bins[0].from, bins[0].to, bins[5].to), (1.0, Some(1.05), None));
    }
}
