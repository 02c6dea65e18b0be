//! Random numbers from a seed, the same on every machine and for any number of
//! threads: whoever needs some takes a stream of its own.

/// What splitmix64 counts by (Steele, Lea and Flood, OOPSLA 2014).
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// One of many streams of a seed.
    #[must_use]
    pub const fn new(seed: u64, stream: u64) -> Self {
        // Mixed twice, so that streams do not run along one another a few steps apart.
        Self { state: mix(mix(seed.wrapping_add(STEP)) ^ stream.wrapping_mul(STEP)) }
    }

    /// 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number below `below`, each as likely as the others; 0 if there is none.
    ///
    /// The upper half of bits times `below` would come up with some numbers once
    /// more often than with others; the products at which that happens are known by
    /// their lower half and drawn anew (Lemire, ACM TOMACS 29, 2019).
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
    pub const fn unit(&mut self) -> f64 {
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
}

/// The finaliser of splitmix64.
const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The numbers of Vigna's reference implementation for the state 1234567.
    #[test]
    fn it_is_splitmix() {
        let mut random = Random { state: 1_234_567 };
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
    }
}
