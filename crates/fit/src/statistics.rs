//! Numbers that sum up others. None of them is there for a value that is not a
//! number, nor without values.

use super::random::Random;

/// From where to where something lies.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether they have a point in common.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// The median.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The value below which a given share of the others lies: of `n` values in order,
/// counted from 0, that at place `share (n - 1)`, and between two of them on a
/// straight line.
#[must_use]
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    at_share(&sorted(values)?, share)
}

/// The interval between the quantiles that leave out the same share below and above,
/// so that `share` is within.
#[must_use]
pub fn interval(values: &[f64], share: f64) -> Option<Interval> {
    let sorted = sorted(values)?;
    let outside = (1.0 - share) / 2.0;
    Some(Interval { low: at_share(&sorted, outside)?, high: at_share(&sorted, 1.0 - outside)? })
}

fn sorted(values: &[f64]) -> Option<Vec<f64>> {
    if values.iter().any(|value| value.is_nan()) {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Some(sorted)
}

fn at_share(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    if !(0.0..=1.0).contains(&share) {
        return None;
    }
    let place = share * last as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    // Two infinite ones have no difference.
    Some(if low == high { low } else { low + (high - low) * place.fract() })
}

/// The share of the variance of what was measured that a prediction explains: 1 for
/// a perfect one, 0 for one as good as the mean, and below for a worse one. `None`
/// when all that was measured is the same.
#[must_use]
pub fn r_squared(measured: &[f64], predicted: &[f64]) -> Option<f64> {
    let mean = measured.iter().sum::<f64>() / measured.len() as f64;
    let variance = measured.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    let error = squared_errors(measured, predicted)?;
    (variance > 0.0).then(|| 1.0 - error / variance)
}

/// The root of the mean of the squared errors.
#[must_use]
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
#[must_use]
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
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_quantile_lies_between_two_values() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(quantile(&[10.0, 20.0, 30.0, 40.0, 50.0], 0.9), Some(46.0));
        assert_eq!(quantile(&[7.0], 0.1), Some(7.0));
        assert_eq!(median(&[f64::INFINITY, f64::INFINITY]), Some(f64::INFINITY));
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[1.0, f64::NAN]), None);
        assert_eq!(quantile(&[1.0], 1.5), None);
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

    proptest! {
        #[test]
        fn quantiles_ascend(
            values in prop::collection::vec(-1e9..1e9_f64, 1..50),
            one in 0.0..1.0_f64,
            other in 0.0..1.0_f64,
        ) {
            let (low, high) = (one.min(other), one.max(other));
            prop_assert!(quantile(&values, low) <= quantile(&values, high));
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            prop_assert_eq!(quantile(&values, 0.0), Some(least));
        }
    }
}
