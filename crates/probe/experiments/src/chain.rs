//! Random orders of the places that a chase visits.

use propp_base_statistics::Random;

/// Every multiple of `stride` below `bytes` once, in random order that no prefetcher predicts.
pub fn shuffled(bytes: u64, stride: u64, seed: u64) -> Vec<u64> {
    let mut places: Vec<u64> = (0..bytes / stride).map(|i| i * stride).collect();
    Random::of_seed(seed).shuffle(&mut places);
    places
}
