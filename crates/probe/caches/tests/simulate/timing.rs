//! The latency of simulated loads.

use propp_base_statistics::Random;

/// Latencies and their noise, in whole cycles.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Timing {
    /// Without noise.
    pub(crate) hit: u32,
    /// Without noise. With several, the address selects one, like the near and the far half of
    /// an L2.
    pub(crate) misses: Vec<u32>,
    /// The largest deviation of a hit.
    pub(crate) hit_jitter: u32,
    /// The largest deviation of a miss.
    pub(crate) miss_jitter: u32,
    /// The share of delayed loads.
    pub(crate) outlier_share: f64,
    /// The range of the delays.
    pub(crate) outlier: [u32; 2],
}

impl Timing {
    /// The noise of a GPU: a hit is off by up to 2 cycles, a miss by up to 12, and a share
    /// of the loads is delayed by 100 to 900 cycles.
    pub(crate) fn noisy(hit: u32, misses: &[u32], outlier_share: f64) -> Self {
        Self {
            hit,
            misses: misses.to_vec(),
            hit_jitter: 2,
            miss_jitter: 12,
            outlier_share,
            outlier: [100, 900],
        }
    }

    pub(crate) fn cycles(&self, hit: bool, place: u64, random: &mut Random) -> u32 {
        let (base, jitter) =
            if hit { (self.hit, self.hit_jitter) } else { (self.miss(place), self.miss_jitter) };
        // The sum of two uniform numbers favours small deviations.
        let within = u64::from(jitter) + 1;
        let moved = base + (random.below(within) + random.below(within)) as u32;
        let cycles = moved.saturating_sub(jitter);
        if self.outlier_share > 0.0 && random.unit() < self.outlier_share {
            let [from, to] = self.outlier;
            return cycles + from + random.below(u64::from(to - from) + 1) as u32;
        }
        cycles
    }

    fn miss(&self, place: u64) -> u32 {
        if let [miss] = self.misses[..] {
            return miss;
        }
        // Blocks of 4 KiB belong to the halves of an L2 in no particular order.
        let block = Random::of_seed(place >> 12).below(self.misses.len() as u64);
        self.misses[block as usize]
    }

    pub(crate) fn mean_miss(&self) -> u64 {
        self.misses.iter().map(|cycles| u64::from(*cycles)).sum::<u64>()
            / self.misses.len().max(1) as u64
    }
}
