//! Random bits of the distributions that inputs have. Pure.

use propp_base_statistics::random::{ByPlace, STEP, mix};

use crate::Distribution;

/// The bits at a place of `n`, distributed.
pub(crate) fn drawn(random: ByPlace, distribution: Distribution, place: u64, n: u64) -> u64 {
    match distribution {
        Distribution::Uniform => random.at(place),
        Distribution::Sorted => ascending(random, distribution, place, n),
        Distribution::Constant => CONSTANT,
        Distribution::Few => sixteenth(random.at(place) >> 60),
        Distribution::PowerLaw => {
            // Class k with probability 2^-(k+1), and 4^k values in it: the value of
            // rank r comes up in proportion to r^-1.5.
            let bits = random.at(place);
            let class = u64::from(bits.leading_zeros().min(31));
            let within = mix(bits) & ((1 << (2 * class)) - 1);
            mix(within ^ class.wrapping_mul(STEP))
        }
    }
}

/// Ascending bits at a place of `n`, with the repeats of a distribution.
pub(super) fn ascending(random: ByPlace, distribution: Distribution, place: u64, n: u64) -> u64 {
    match distribution {
        Distribution::Uniform | Distribution::Sorted => {
            // Evenly spaced, shaken by less than a step.
            let step = u64::MAX / n.max(1);
            place * step + random.below(place, step)
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

/// The one value of a constant input: as a float 1/2, of which sums are exact for
/// longest.
const CONSTANT: u64 = 3 << 62;

/// One of sixteen values, evenly spaced about the middle, so that their sum is small.
const fn sixteenth(which: u64) -> u64 {
    (which << 60) | (1 << 59)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use propp_base_statistics::random::Permutation;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn distributions_are_what_they_are_called() {
        let n = 10_000;
        let counts = |distribution| {
            let mut counts: HashMap<u64, u32> = HashMap::new();
            for i in 0..n {
                *counts.entry(drawn(ByPlace::new(1, 1), distribution, i, n)).or_default() += 1;
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

    /// Recordings and references hold what came of these bits.
    #[test]
    fn inputs_stay_what_they_are() {
        let random = ByPlace::new(7, 3);
        let wanted = [
            (Distribution::Uniform, 1_009_221_365_857_065_368),
            (Distribution::Sorted, 4_535_371_216_697_112_162),
            (Distribution::Constant, 13_835_058_055_282_163_712),
            (Distribution::Few, 576_460_752_303_423_488),
            (Distribution::PowerLaw, 9_508_830_202_318_361_406),
        ];
        for (distribution, bits) in wanted {
            assert_eq!(drawn(random, distribution, 1007, 4096), bits, "{distribution:?}");
        }
        assert_eq!(Permutation::new(random, 1000).at(77), 767);
    }

    proptest! {
        #[test]
        fn ascending_bits_ascend(seed: u64, n in 1_u64..3000) {
            for distribution in Distribution::ALL {
                let random = ByPlace::new(seed, 1);
                let bits: Vec<u64> =
                    (0..n).map(|i| ascending(random, distribution, i, n)).collect();
                prop_assert!(bits.is_sorted(), "{:?}", distribution);
            }
        }
    }
}
