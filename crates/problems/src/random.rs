//! Random numbers by counting: the number of a place depends on the place alone, so
//! that threads can make their parts of an input. Pure.

use crate::Distribution;

/// What splitmix64 counts by (Steele, Lea and Flood, OOPSLA 2014).
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of splitmix64.
pub(super) const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// `bits * below / 2^64`: a number below `below` that grows with the bits.
pub(super) const fn scaled(bits: u64, below: u64) -> u64 {
    ((bits as u128 * below as u128) >> 64) as u64
}

/// A sequence of random numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Random {
    start: u64,
}

impl Random {
    /// A sequence of its own for each seed and purpose.
    pub(super) const fn new(seed: u64, purpose: u64) -> Self {
        Self { start: mix(mix(seed.wrapping_add(STEP)) ^ purpose.wrapping_mul(STEP)) }
    }

    /// The bits at a place.
    pub(super) const fn at(self, place: u64) -> u64 {
        mix(self.start.wrapping_add(place.wrapping_add(1).wrapping_mul(STEP)))
    }

    /// A number below `below` at a place.
    pub(super) const fn below(self, place: u64, below: u64) -> u64 {
        scaled(self.at(place), below)
    }

    /// The bits at a place of `n`, distributed.
    pub(super) fn drawn(self, distribution: Distribution, place: u64, n: u64) -> u64 {
        match distribution {
            Distribution::Uniform => self.at(place),
            Distribution::Sorted => self.ascending(distribution, place, n),
            Distribution::Constant => CONSTANT,
            Distribution::Few => sixteenth(self.at(place) >> 60),
            Distribution::PowerLaw => {
                // Class k with probability 2^-(k+1), and 4^k values in it: the value of
                // rank r comes up in proportion to r^-1.5.
                let bits = self.at(place);
                let class = u64::from(bits.leading_zeros().min(31));
                let within = mix(bits) & ((1 << (2 * class)) - 1);
                mix(within ^ class.wrapping_mul(STEP))
            }
        }
    }

    /// Ascending bits at a place of `n`, with the repeats of a distribution.
    pub(super) fn ascending(self, distribution: Distribution, place: u64, n: u64) -> u64 {
        match distribution {
            Distribution::Uniform | Distribution::Sorted => {
                // Evenly spaced, shaken by less than a step.
                let step = u64::MAX / n.max(1);
                place * step + self.below(place, step)
            }
            Distribution::Constant => CONSTANT,
            Distribution::Few => sixteenth(place * 16 / n.max(1)),
            Distribution::PowerLaw => {
                // x^4 in steps of 2^-20: the first value has 1/32 of all places.
                let x = place as f64 / n.max(1) as f64;
                ((x * x * x * x * f64::from(1 << 20)) as u64) << 44
            }
        }
    }
}

/// The one value of a constant input: as a float 1/2, of which sums are exact for
/// longest.
const CONSTANT: u64 = 3 << 62;

/// One of sixteen values, evenly spaced about the middle, so that their sum is small.
const fn sixteenth(which: u64) -> u64 {
    (which << 60) | (1 << 59)
}

/// A one-to-one map of the numbers below `below` onto themselves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Permutation {
    below: u64,
    bits: u32,
    keys: [u64; 3],
}

impl Permutation {
    /// One of many for each sequence of random numbers.
    pub(super) fn new(random: Random, below: u64) -> Self {
        let bits = u64::BITS - below.saturating_sub(1).leading_zeros();
        Self { below, bits, keys: [random.at(0), random.at(1), random.at(2)] }
    }

    /// Where a number below `below` goes.
    pub(super) fn at(self, place: u64) -> u64 {
        // Walking along the cycle of a permutation of a power of two until it comes
        // back below: two steps at most, on average.
        let mut at = self.round(place);
        while at >= self.below {
            at = self.round(at);
        }
        at
    }

    /// Adding, multiplying by odd numbers, and shifted exclusive or can all be undone
    /// within `bits` bits.
    fn round(self, place: u64) -> u64 {
        let mask = (1_u64 << self.bits).wrapping_sub(1);
        let half = self.bits / 2 + 1;
        self.keys.iter().fold(place, |x, key| {
            let x = x.wrapping_add(key >> 7).wrapping_mul(key | 1) & mask;
            x ^ (x >> half)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_place_has_one_number_for_each_seed_and_purpose() {
        let one = Random::new(1, 2);
        assert_eq!(one.at(5), Random::new(1, 2).at(5));
        assert_ne!(one.at(5), Random::new(2, 2).at(5));
        assert_ne!(one.at(5), Random::new(1, 3).at(5));
        assert_ne!(one.at(5), one.at(6));
    }

    #[test]
    fn distributions_are_what_they_are_called() {
        let n = 10_000;
        let counts = |distribution| {
            let mut counts: HashMap<u64, u32> = HashMap::new();
            for i in 0..n {
                *counts.entry(Random::new(1, 1).drawn(distribution, i, n)).or_default() += 1;
            }
            let mut counts: Vec<u32> = counts.into_values().collect();
            counts.sort_unstable_by(|a, b| b.cmp(a));
            counts
        };
        assert_eq!(counts(Distribution::Constant), [10_000]);
        let few = counts(Distribution::Few);
        assert_eq!(few.len(), 16);
        assert!(few.iter().all(|count| (500..750).contains(count)), "{few:?}");
        assert!(counts(Distribution::Uniform).len() > 9_990);
        let power = counts(Distribution::PowerLaw);
        assert!(power[0] > 4_800 && power[0] < 5_200, "{power:?}");
        assert!(power[1] > 500 && power[5] < 700 && power[5] > 50, "{power:?}");
        assert!(power.iter().filter(|count| **count == 1).count() > 100);
    }

    proptest! {
        #[test]
        fn a_permutation_hits_every_number_once(seed: u64, below in 1_u64..2000) {
            let permutation = Permutation::new(Random::new(seed, 1), below);
            let mut hit: Vec<u64> = (0..below).map(|i| permutation.at(i)).collect();
            hit.sort_unstable();
            prop_assert_eq!(hit, (0..below).collect::<Vec<_>>());
        }

        #[test]
        fn ascending_bits_ascend(seed: u64, n in 1_u64..3000) {
            for distribution in Distribution::ALL {
                let random = Random::new(seed, 1);
                let bits: Vec<u64> = (0..n).map(|i| random.ascending(distribution, i, n)).collect();
                prop_assert!(bits.is_sorted(), "{:?}", distribution);
            }
        }
    }
}
