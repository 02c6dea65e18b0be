//! Random numbers from a seed, the same on every machine and for any number of threads:
//! splitmix64 (Steele, Lea and Flood, OOPSLA 2014), of which any place of a stream can
//! be had at once.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// What splitmix64 counts by.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers, drawn one after the other.
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// The stream that begins at a seed.
    pub fn of_seed(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// One of many streams of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self::of_seed(start(seed, stream))
    }

    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `below`, each as likely as the others; 0 if there is none.
    ///
    /// The upper half of bits times `below` would come up with some numbers once
    /// more often than with others; the products at which that happens are known by
    /// their lower half and drawn anew (Lemire, ACM TOMACS 29, 2019).
    #[inline]
    pub fn below(&mut self, below: u64) -> u64 {
        loop {
            let product = u128::from(self.bits()) * u128::from(below);
            let lower = product as u64;
            // The quotient is looked at only where it can matter.
            if lower >= below || lower >= below.wrapping_neg().checked_rem(below).unwrap_or(0) {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number from 0 up to but not including 1.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        // As many bits as a number holds.
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// How often each of `count` things comes up when as many are drawn with
    /// replacement.
    pub fn draw(&mut self, count: usize) -> Vec<u32> {
        let mut counts = vec![0; count];
        for _ in 0..count {
            counts[self.below(count as u64) as usize] += 1;
        }
        counts
    }

    /// Brings values into a random order.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for i in (1..values.len()).rev() {
            values.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

/// Where a stream of a seed begins: mixed twice, so that streams do not run along one
/// another a few steps apart.
fn start(seed: u64, stream: u64) -> u64 {
    mix(mix(seed.wrapping_add(STEP)) ^ stream.wrapping_mul(STEP))
}

/// Other bits for each 64 bits, one to one: the finaliser of splitmix64.
#[inline]
pub fn mix(bits: u64) -> u64 {
    // A stream adds its step before it mixes.
    SplitMix64::seed_from_u64(bits.wrapping_sub(STEP)).next_u64()
}

/// `bits * below / 2^64`: a number below `below` that grows with the bits.
#[inline]
pub const fn scaled(bits: u64, below: u64) -> u64 {
    ((bits as u128 * below as u128) >> 64) as u64
}

/// The stream [`Random::new`] by place: the number of a place depends on the place alone,
/// so that threads can make their parts of an array.
#[derive(Clone, Copy, Debug)]
pub struct ByPlace {
    start: u64,
}

impl ByPlace {
    /// One of many streams of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self { start: start(seed, stream) }
    }

    /// The bits at a place.
    #[inline]
    pub fn at(self, place: u64) -> u64 {
        mix(self.start.wrapping_add(place.wrapping_add(1).wrapping_mul(STEP)))
    }

    /// A number below `below` at a place. A place has only one draw, so numbers are not
    /// exactly as likely as one another; with 64 bits that shows for huge bounds alone.
    #[inline]
    pub fn below(self, place: u64, below: u64) -> u64 {
        scaled(self.at(place), below)
    }
}

/// A one-to-one map of the numbers below `below` onto themselves.
#[derive(Clone, Copy, Debug)]
pub struct Permutation {
    below: u64,
    bits: u32,
    keys: [u64; 3],
}

impl Permutation {
    /// One of many for each stream of random numbers.
    pub fn new(random: ByPlace, below: u64) -> Self {
        let bits = u64::BITS - below.saturating_sub(1).leading_zeros();
        Self { below, bits, keys: [random.at(0), random.at(1), random.at(2)] }
    }

    /// Where a number below `below` goes.
    #[inline]
    pub fn at(self, place: u64) -> u64 {
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
    #[inline]
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
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_order_comes_up_equally_often() {
        let mut random = Random::new(5, 0);
        let mut unchanged = 0;
        for _ in 0..3_000 {
            let mut values = [0, 1, 2];
            random.shuffle(&mut values);
            unchanged += u32::from(values == [0, 1, 2]);
        }
        assert!((400..600).contains(&unchanged), "{unchanged} of 500 expected");
    }

    /// The numbers of Vigna's reference implementation for the state 1234567.
    #[test]
    fn it_is_splitmix() {
        let mut random = Random::of_seed(1_234_567);
        let wanted = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!([random.bits(), random.bits()], wanted);
    }

    #[test]
    fn streams_are_their_own() {
        let first = |seed, stream| Random::new(seed, stream).bits();
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(2, 1));
        assert_ne!(first(1, 2), first(1, 3));
        let mut random = Random::new(1, 2);
        random.bits();
        assert_ne!(random.bits(), first(1, 3));
    }

    #[test]
    fn numbers_are_equally_likely() {
        let mut random = Random::new(7, 0);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        // Five standard deviations.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 457), "{counts:?}");
        // Three quarters of 2^64: without drawing anew, a number divisible by three
        // would come up twice as often as another.
        let below = 3 << 62;
        let thirds = (0..60_000).filter(|_| random.below(below).is_multiple_of(3)).count();
        assert!(thirds.abs_diff(20_000) < 577, "{thirds}");
        let mean = (0..60_000).map(|_| random.unit()).sum::<f64>() / 60_000.0;
        assert!((mean - 0.5).abs() < 0.006, "{mean}");
    }

    proptest! {
        #[test]
        fn a_number_is_below(seed: u64, below in 1_u64..) {
            let mut random = Random::new(seed, 1);
            prop_assert!(random.below(below) < below);
            prop_assert_eq!(random.below(1), 0);
            prop_assert_eq!(random.below(0), 0);
            prop_assert!((0.0..1.0).contains(&random.unit()));
            let count = (below % 100) as u32;
            prop_assert_eq!(random.draw(count as usize).iter().sum::<u32>(), count);
        }

        #[test]
        fn places_are_those_of_the_stream(seed: u64, stream: u64) {
            let mut one_by_one = Random::new(seed, stream);
            let by_place = ByPlace::new(seed, stream);
            for place in 0..20 {
                prop_assert_eq!(by_place.at(place), one_by_one.bits());
                prop_assert!(by_place.below(place, 7) < 7);
            }
        }

        #[test]
        fn a_shuffle_loses_nothing(seed: u64, count in 0_usize..300) {
            let mut values: Vec<usize> = (0..count).collect();
            Random::of_seed(seed).shuffle(&mut values);
            values.sort_unstable();
            prop_assert_eq!(values, (0..count).collect::<Vec<_>>());
        }

        #[test]
        fn a_permutation_hits_every_number_once(seed: u64, below in 1_u64..2000) {
            let permutation = Permutation::new(ByPlace::new(seed, 1), below);
            let mut hit: Vec<u64> = (0..below).map(|i| permutation.at(i)).collect();
            hit.sort_unstable();
            prop_assert_eq!(hit, (0..below).collect::<Vec<_>>());
        }
    }
}
