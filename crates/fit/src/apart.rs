//! How often a prediction puts two implementations into the right order, by how far
//! apart they are.

use serde::Serialize;

use super::ordering::by_case;
use super::{Prediction, Score};

/// Where ranges begin: the slower one takes more than so many times as long.
const FROM: [f64; 6] = [1.0, 1.05, 1.1, 1.25, 1.5, 2.0];

/// Pairs of a case of which one takes so much longer than the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Apart {
    /// More than so many times as long,
    pub from: f64,
    /// and at most so many; `None` for any.
    pub to: Option<f64>,
    /// Those whose measured times are so far apart.
    pub measured: Score,
    /// Those whose predicted times are; their measured times may be any that are told apart.
    pub predicted: Score,
}

/// Pairs within a case whose measured times differ by more than `threshold`, by how far
/// apart they were measured and predicted. A pair of which a prediction is no number is in
/// no range.
#[must_use]
pub fn by_distance(predictions: &[Prediction], threshold: f64) -> Vec<Apart> {
    let cases = by_case(predictions);
    let mut ranges: Vec<Apart> = FROM
        .iter()
        .enumerate()
        .map(|(place, from)| Apart {
            from: *from,
            to: FROM.get(place + 1).copied(),
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
            range(&mut ranges, measured).measured.add(score);
            range(&mut ranges, predicted.max(1.0 / predicted)).predicted.add(score);
        }
    }
    ranges
}

/// The range that a ratio is in, which is 1 at least.
fn range(ranges: &mut [Apart], ratio: f64) -> &mut Apart {
    let place = FROM.iter().rposition(|from| ratio > *from).unwrap_or(0);
    &mut ranges[place]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_where_they_were_measured_and_where_they_were_predicted() {
        let one = |case, measured, predicted| Prediction { group: "", case, measured, predicted };
        let ranges = by_distance(
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
        let measured: Vec<Score> = ranges.iter().map(|range| range.measured).collect();
        let none = Score::default();
        assert_eq!(measured, [none, score(1, 1.0), none, none, none, score(3, 1.5)]);
        let predicted: Vec<Score> = ranges.iter().map(|range| range.predicted).collect();
        assert_eq!(predicted, [score(1, 0.5), none, none, score(1, 0.0), none, score(2, 2.0)]);
        assert_eq!((ranges[0].from, ranges[0].to, ranges[5].to), (1.0, Some(1.05), None));
    }
}
