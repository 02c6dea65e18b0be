//! Which of two implementations is faster.

use propp_base_statistics::median::{median, median_interval, sorted};
use propp_base_statistics::rank_sum::RankSum;

/// Of a difference that is called one, at most so many in a hundred are chance.
const CHANCE: f64 = 0.01;

/// Differences below this part are not worth a word, however certain they are.
const LEAST: f64 = 0.01;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    Faster,
    Slower,
    /// Not different by 1 %, or not certainly so.
    Same,
}

/// Another implementation beside the captured one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    pub speed: Speed,
    /// Time of the captured one by that of the other; more than 1 where the other is faster.
    pub ratio: f64,
    /// The chance that times of one implementation would look so different.
    pub chance: f64,
}

impl Verdict {
    pub(crate) fn of(captured: &[f64], other: &[f64]) -> Self {
        let (Some(before), Some(after)) = (sorted(captured), sorted(other)) else {
            return Self { speed: Speed::Same, ratio: 1.0, chance: 1.0 };
        };
        let both = median(&before).zip(median(&after));
        let ratio = both.map_or(1.0, |(before, after)| before / after);
        let ranks = RankSum::of(&before, &after);
        let (fall, rise) = (ranks.p_value_of_fall(), ranks.p_value_of_rise());
        let speed = match ratio {
            ratio if ratio > 1.0 + LEAST && fall < CHANCE => Speed::Faster,
            ratio if ratio < 1.0 - LEAST && rise < CHANCE => Speed::Slower,
            _ => Speed::Same,
        };
        Self { speed, ratio, chance: (2.0 * fall.min(rise)).min(1.0) }
    }
}

/// The median of times and where it lies with 95 % confidence.
pub fn typical(times: &[f64]) -> Option<(f64, [f64; 2])> {
    Some((median(times)?, median_interval(times, 0.95)?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_to_be_certain_and_large_enough() {
        let around = |middle: f64, spread: f64| -> Vec<f64> {
            (0..20).map(|n| middle + spread * (f64::from(n) - 9.5)).collect()
        };
        let speed = |a: &[f64], b: &[f64]| Verdict::of(a, b).speed;
        assert_eq!(speed(&around(100.0, 0.1), &around(90.0, 0.1)), Speed::Faster);
        assert_eq!(speed(&around(100.0, 0.1), &around(110.0, 0.1)), Speed::Slower);
        assert_eq!(speed(&around(100.0, 5.0), &around(97.0, 5.0)), Speed::Same);
        assert_eq!(speed(&around(100.0, 0.001), &around(99.8, 0.001)), Speed::Same);
        assert_eq!(speed(&[], &[]), Speed::Same);
        let verdict = Verdict::of(&around(100.0, 0.1), &around(50.0, 0.1));
        assert!((verdict.ratio - 2.0).abs() < 0.02 && verdict.chance < 1e-6);
    }
}
