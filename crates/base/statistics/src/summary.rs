//! Numbers that sum up others. None of them is there for a value that is not a
//! number, nor without values.

use crate::median::{Between, quantile_of_sorted, sorted};
use crate::random::Random;

/// From where to where something lies.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// Whether they have a point in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// The interval between the quantiles that leave out the same share below and above,
/// so that `share` is within.
pub fn interval(values: &[f64], share: f64) -> Option<Interval> {
    let sorted = sorted(values)?;
    let outside = (1.0 - share) / 2.0;
    let at = |share| quantile_of_sorted(&sorted, share, Between::Line);
    Some(Interval { low: at(outside)?, high: at(1.0 - outside)? })
}

/// The share of the variance of what was measured that a prediction explains: 1 for
/// a perfect one, 0 for one as good as the mean, and below for a worse one. `None`
/// when all that was measured is the same.
pub fn r_squared(measured: &[f64], predicted: &[f64]) -> Option<f64> {
    let mean = measured.iter().sum::<f64>() / measured.len() as f64;
    let variance = measured.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    let error = squared_errors(measured, predicted)?;
    (variance > 0.0).then(|| 1.0 - error / variance)
}

/// The root of the mean of the squared errors.
pub fn rmse(measured: &[f64], predicted: &[f64]) -> Option<f64> {
    Some((squared_errors(measured, predicted)? / measured.len() as f64).sqrt())
}

fn squared_errors(measured: &[f64], predicted: &[f64]) -> Option<f64> {
    if measured.is_empty() || measured.len() != predicted.len() {
        return None;
    }
    let sum: f64 = measured.iter().zip(predicted).map(|(is, said)| (is - said).powi(2)).sum();
    sum.is_finite().then_some(sum)
}

/// How sure a figure over cases is: the interval that holds the given share of what
/// it becomes when as many of `cases` are drawn with replacement, `rounds` times.
/// `figure` is given how often each case was drawn; rounds in which it has no value
/// do not count.
pub fn bootstrap(
    cases: usize,
    rounds: usize,
    seed: u64,
    share: f64,
    figure: impl Fn(&[u32]) -> Option<f64>,
) -> Option<Interval> {
    let one = |round| figure(&Random::new(seed, round as u64).draw(cases));
    interval(&(0..rounds).filter_map(one).collect::<Vec<f64>>(), share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_leaves_out_the_same_share_on_both_sides() {
        let hundred: Vec<f64> = (0..=100).map(f64::from).collect();
        let inner = interval(&hundred, 0.5).unwrap();
        assert_eq!(inner, Interval { low: 25.0, high: 75.0 });
        assert!(inner.overlaps(&Interval { low: 75.0, high: 80.0 }));
        assert!(!inner.overlaps(&Interval { low: 75.5, high: 80.0 }));
    }

    #[test]
    fn predictions_are_judged() {
        let measured = [1.0, 2.0, 3.0, 6.0];
        assert_eq!(r_squared(&measured, &measured), Some(1.0));
        assert_eq!(r_squared(&measured, &[3.0; 4]), Some(0.0));
        assert_eq!(r_squared(&measured, &[1.0, 2.0, 3.0, -1.0]), Some(-2.5));
        assert_eq!(rmse(&measured, &[2.0, 3.0, 2.0, 5.0]), Some(1.0));
        assert_eq!(r_squared(&[2.0, 2.0], &[1.0, 2.0]), None);
        assert_eq!(rmse(&measured, &[1.0]), None);
        assert_eq!(rmse(&[], &[]), None);
        assert_eq!(rmse(&[f64::NAN], &[1.0]), None);
    }

    #[test]
    fn a_mean_is_as_sure_as_it_should_be() {
        let of = |counts: &[u32]| {
            let sum: f64 = counts.iter().zip(0..).map(|(count, i)| f64::from(count * i)).sum();
            Some(sum / counts.len() as f64)
        };
        let found = bootstrap(100, 2000, 1, 0.95, of).unwrap();
        // The standard deviation of 0 to 99 is 28.9, that of the mean a tenth.
        assert!((found.low - (49.5 - 1.96 * 2.89)).abs() < 0.6, "{found:?}");
        assert!((found.high - (49.5 + 1.96 * 2.89)).abs() < 0.6, "{found:?}");
        assert_eq!(Some(found), bootstrap(100, 2000, 1, 0.95, of));
        assert_eq!(bootstrap(100, 10, 1, 0.95, |_| None), None);
    }
}
