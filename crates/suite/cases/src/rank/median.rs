//! The median of samples with its confidence interval.

use propp_base_statistics::median::{self, middle_two};
use serde::Serialize;

/// A median and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Median {
    pub median_ns: u64,
    pub low_ns: u64,
    pub high_ns: u64,
    /// The number of samples. Fewer than six have no 95 % interval; the ends are then the
    /// minimum and the maximum.
    pub samples: usize,
}

impl Median {
    /// `None` without samples.
    pub fn from_samples(samples: &[u64]) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_unstable();
        let (first, last) = (*sorted.first()?, *sorted.last()?);
        let [below, above] = middle_two(&sorted)?;
        let interval = median::Median::of_sorted(&sorted);
        let (low_ns, high_ns) = interval.map_or((first, last), |known| (known.low, known.high));
        let median_ns = below.midpoint(above);
        Some(Self { median_ns, low_ns, high_ns, samples: sorted.len() })
    }

    /// Half of the interval, over the median.
    pub(super) fn relative_half(&self) -> f64 {
        (self.high_ns - self.low_ns) as f64 / 2.0 / self.median_ns.max(1) as f64
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.low_ns <= other.high_ns && other.low_ns <= self.high_ns
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn few_samples_reach_from_the_least_to_the_greatest() {
        assert_eq!(Median::from_samples(&[]), None);
        let one = Median { median_ns: 7, low_ns: 7, high_ns: 7, samples: 1 };
        assert_eq!(Median::from_samples(&[7]), Some(one));
        let five = Median { median_ns: 3, low_ns: 1, high_ns: 9, samples: 5 };
        assert_eq!(Median::from_samples(&[9, 3, 1, 2, 4]), Some(five));
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_median_and_lies_within_the_samples(
            samples in prop::collection::vec(0_u64..1_000_000, 1..2000),
        ) {
            let median = Median::from_samples(&samples).unwrap();
            prop_assert!(median.low_ns <= median.median_ns && median.median_ns <= median.high_ns);
            prop_assert!(samples.contains(&median.low_ns) && samples.contains(&median.high_ns));
            prop_assert!(median.overlaps(&median));
        }
    }
}
