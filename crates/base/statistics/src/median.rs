//! Medians, quantiles, and how well a median is known.
//!
//! None of them is there without values, nor for one that is not a number. The median of
//! an even number of values is halfway between the middle two.

use std::f64::consts::LN_2;

/// The middle two of values in order, one and the same of an odd number.
pub fn middle_two<T: Copy>(sorted: &[T]) -> Option<[T; 2]> {
    let last = sorted.len().checked_sub(1)?;
    Some([sorted[last / 2], sorted[sorted.len() / 2]])
}

/// The median of values in any order.
pub fn median(values: &[f64]) -> Option<f64> {
    median_of_sorted(&sorted(values)?)
}

/// The median of values in order.
pub fn median_of_sorted(sorted: &[f64]) -> Option<f64> {
    middle_two(sorted).map(|[low, high]| f64::midpoint(low, high))
}

/// What a quantile is where its place falls between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// On the straight line between them.
    Line,
    /// The nearer one, and of both the higher: always an observation.
    Nearest,
    /// The one further from the median, so that of few values none is promised to be
    /// outside; for the median the higher one.
    Outward,
}

/// The value below which a share of the others lies: of `n` values in order, counted from
/// 0, that at place `share (n - 1)`. `None` for a share that is none.
pub fn quantile(values: &[f64], share: f64, between: Between) -> Option<f64> {
    quantile_of_sorted(&sorted(values)?, share, between)
}

/// The same of values in order.
pub fn quantile_of_sorted(sorted: &[f64], share: f64, between: Between) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    if !(0.0..=1.0).contains(&share) {
        return None;
    }
    let place = share * last as f64;
    match between {
        Between::Line => {
            let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
            // Two infinite ones have no difference.
            Some(if low == high { low } else { low + (high - low) * place.fract() })
        }
        Between::Nearest => sorted.get(place.round() as usize).copied(),
        Between::Outward if share < 0.5 => sorted.get(place.floor() as usize).copied(),
        Between::Outward => sorted.get(place.ceil() as usize).copied(),
    }
}

/// A copy in ascending order; `None` where a value is not a number.
pub fn sorted(values: &[f64]) -> Option<Vec<f64>> {
    if values.iter().any(|value| value.is_nan()) {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Some(sorted)
}

/// `most` of sorted values, evenly spaced, the least and the greatest among them.
pub fn thinned(sorted: &[f64], most: usize) -> Vec<f64> {
    if sorted.len() <= most {
        return sorted.to_vec();
    }
    let last = (most - 1).max(1);
    (0..most).map(|place| sorted[place * (sorted.len() - 1) / last]).collect()
}

/// A median with the bounds of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Median {
    pub value: u64,
    pub low: u64,
    pub high: u64,
}

impl Median {
    /// Of samples in ascending order, whatever their distribution. `None` for fewer than
    /// six samples: even their whole range holds the median less often.
    pub fn of_sorted(samples: &[u64]) -> Option<Self> {
        const CONFIDENCE: f64 = 0.95;
        let [low, high] = middle_two(samples)?;
        let (rank, coverage) = rank_around_median(samples.len(), CONFIDENCE);
        (coverage >= CONFIDENCE).then(|| Self {
            value: low.midpoint(high),
            low: samples[rank],
            high: samples[samples.len() - 1 - rank],
        })
    }

    /// Half the width of the interval, relative to the median.
    pub fn relative_noise(self) -> f64 {
        if self.value == 0 {
            return if self.high == self.low { 0.0 } else { f64::INFINITY };
        }
        (self.high - self.low) as f64 / 2.0 / self.value as f64
    }
}

/// Where the median of the population lies, and how sure that is: the narrowest pair of
/// order statistics that holds it with at least `confidence`, or the outermost with the
/// confidence that they have. No distribution is assumed.
pub fn median_interval(values: &[f64], confidence: f64) -> Option<([f64; 2], f64)> {
    let sorted = sorted(values)?;
    let last = sorted.len().checked_sub(1)?;
    let (rank, coverage) = rank_around_median(sorted.len(), confidence);
    Some(([sorted[rank], sorted[last - rank]], coverage))
}

/// The largest rank, counted from 0 from either end, of which the two order statistics
/// hold the median with at least `confidence`, and with how much they do; rank 0 with
/// less if none does.
///
/// The median lies below the k-th smallest of n samples when at most k of n fair coins
/// show heads: the binomial distribution, term by term in logarithms, since powers of 1/2
/// become too small for a number.
fn rank_around_median(count: usize, confidence: f64) -> (usize, f64) {
    let mut log_term = -(count as f64) * LN_2;
    let mut below = 0.0;
    let mut best = (0, (1.0 - 2.0 * log_term.exp()).max(0.0));
    for rank in 0..count / 2 {
        below += log_term.exp();
        let coverage = 1.0 - 2.0 * below;
        if coverage < confidence {
            break;
        }
        best = (rank, coverage);
        log_term += ((count - rank) as f64 / (rank + 1) as f64).ln();
    }
    best
}

#[cfg(test)]
#[path = "median_tests.rs"]
mod tests;
