//! Which latencies are hits and which are misses.

use super::quantiles::{quantile, sorted};

/// Bounds of the latencies of hits and misses, in cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Levels {
    /// Up to this a load was a hit.
    pub hit_most: f64,
    /// From this on it was a miss.
    pub miss_least: f64,
    /// Above this something else delayed it.
    pub miss_most: f64,
}

/// What a load was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// It was there.
    Hit,
    /// It was not.
    Miss,
    /// Its latency is that of neither.
    Neither,
}

impl Levels {
    /// What a load of so many cycles was.
    #[must_use]
    pub fn load(&self, cycles: f64) -> Load {
        if cycles <= self.hit_most {
            Load::Hit
        } else if cycles >= self.miss_least && cycles <= self.miss_most {
            Load::Miss
        } else {
            Load::Neither
        }
    }
}

/// Finds the bounds from latencies of loads that hit, and of loads of which many miss.
/// `None` if the two are alike: there is one level only.
///
/// The bounds lie where 1 in 50 of either would be outside, and then as far again, so
/// that rare delays of either do not move them.
#[must_use]
pub fn levels(hits: &[f64], mixed: &[f64]) -> Option<Levels> {
    let hits = sorted(hits);
    let hit_edge = quantile(&hits, 0.98);
    let hit_room = 3.0_f64.max(2.0 * (hit_edge - quantile(&hits, 0.5)));
    let above: Vec<f64> = mixed.iter().copied().filter(|v| *v > hit_edge + hit_room).collect();
    if hits.is_empty() || above.len() < 16 || above.len() * 5 < mixed.len() {
        return None;
    }
    let above = sorted(&above);
    let [low, high] = [quantile(&above, 0.02), quantile(&above, 0.97)];
    let room = 4.0_f64.max(quantile(&above, 0.25) - low);
    // Two clouds that touch are no two levels.
    if low - hit_edge < 2.0 {
        return None;
    }
    let middle = f64::midpoint(hit_edge, low);
    Some(Levels {
        hit_most: (hit_edge + hit_room).min(middle),
        miss_least: (low - room).max(middle),
        miss_most: high + room,
    })
}
