//! Classifies latencies as hits and misses.

use super::quantiles::{quantile, sorted};

/// Bounds of the latencies of hits and misses, in cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Levels {
    /// The largest latency of a hit.
    pub hit_most: f64,
    /// The smallest latency of a miss.
    pub miss_least: f64,
    /// The largest latency of a miss; longer loads were delayed by something else.
    pub miss_most: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    Hit,
    Miss,
    /// Neither a hit nor a miss by its latency.
    Neither,
}

impl Levels {
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

/// The bounds by loads that hit and by loads that mostly miss. `None` if they do not differ,
/// so that there is one level only.
///
/// The bounds exceed the 98 % quantile by as much again, so that rare delays do not move them.
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
    // Overlapping latencies are one level.
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
