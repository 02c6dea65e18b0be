//! The median and how well it is known. Pure.

/// A median with the bounds of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Median {
    /// The median.
    pub value: u64,
    /// Lower bound.
    pub low: u64,
    /// Upper bound.
    pub high: u64,
}

impl Median {
    /// Of samples in ascending order, whatever their distribution: the interval from
    /// the k-th smallest to the k-th largest, with the largest k for which it holds
    /// the median of what is sampled at least 95 times in 100. `None` for fewer than
    /// six samples, of which even the whole range holds it less often.
    #[must_use]
    pub fn of_sorted(samples: &[u64]) -> Option<Self> {
        let count = samples.len();
        let rank = rank(count).checked_sub(1)?;
        Some(Self {
            value: samples[(count - 1) / 2].midpoint(samples[count / 2]),
            low: samples[rank],
            high: samples[count - 1 - rank],
        })
    }

    /// Half the width of the interval, relative to the median.
    #[must_use]
    pub fn relative_noise(self) -> f64 {
        if self.value == 0 {
            return if self.high == self.low { 0.0 } else { f64::INFINITY };
        }
        (self.high - self.low) as f64 / 2.0 / self.value as f64
    }
}

/// The largest k for which fewer than k of `count` fair coins show heads in 2.5 % of
/// all throws or less; 0 if there is none.
fn rank(count: usize) -> usize {
    /// Beyond, powers of 1/2 are too small for f64 and the normal distribution is good
    /// to less than a rank.
    const EXACT: usize = 1000;
    if count > EXACT {
        let n = count as f64;
        return (n / 2.0 - 0.98 * n.sqrt()).floor() as usize;
    }
    let mut chance = 0.5_f64.powi(count as i32);
    let mut below = 0.0;
    for heads in 0..count {
        below += chance;
        if below > 0.025 {
            return heads;
        }
        chance *= (count - heads) as f64 / (heads + 1) as f64;
    }
    0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Conover, Practical Nonparametric Statistics, and any table of the sign test.
    #[test]
    fn ranks_are_those_of_the_tables() {
        let table =
            [(5, 0), (6, 1), (8, 1), (9, 2), (12, 3), (20, 6), (25, 8), (50, 18), (100, 40)];
        for (count, wanted) in table {
            assert_eq!(rank(count), wanted, "{count}");
        }
        assert!(rank(1001).abs_diff(rank(1000)) <= 1);
    }

    #[test]
    fn few_samples_say_nothing() {
        assert_eq!(Median::of_sorted(&[]), None);
        assert_eq!(Median::of_sorted(&[1, 1, 1, 1, 1]), None);
        let six = Median::of_sorted(&[1, 2, 3, 5, 6, 9]).unwrap();
        assert_eq!(six, Median { value: 4, low: 1, high: 9 });
        assert_eq!(six.relative_noise(), 1.0);
    }

    #[test]
    fn nothing_is_not_noise() {
        assert_eq!(Median { value: 0, low: 0, high: 0 }.relative_noise(), 0.0);
        assert_eq!(Median { value: 0, low: 0, high: 1 }.relative_noise(), f64::INFINITY);
    }

    proptest! {
        #[test]
        fn the_median_lies_within(mut samples in prop::collection::vec(any::<u64>(), 6..1500)) {
            samples.sort_unstable();
            let median = Median::of_sorted(&samples).unwrap();
            prop_assert!(median.low <= median.value && median.value <= median.high);
            let inside = samples.iter().filter(|s| (median.low..=median.high).contains(s)).count();
            prop_assert!(inside >= 6);
        }
    }
}
