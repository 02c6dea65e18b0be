//! Work beside the median of the ranks, and what a longer time comes from.

use propp_base_statistics::median::median;

use super::COUNT;

/// What the kernels of one function within one range add up to in one recording, or in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Work {
    pub launches: f64,
    pub blocks: f64,
    /// Warp instructions; not a number if they are not known of each configuration.
    pub instructions: f64,
}

impl Work {
    pub(super) const NONE: Self = Self { launches: 0.0, blocks: 0.0, instructions: 0.0 };

    pub(super) fn add(&mut self, other: Self) {
        self.launches += other.launches;
        self.blocks += other.blocks;
        self.instructions += other.instructions;
    }

    /// The median of each count, over the ranks that know it.
    pub(super) fn median(ranks: &[Self]) -> Self {
        let of = |count: fn(&Self) -> f64| {
            let known = ranks.iter().map(count).filter(|count| !count.is_nan());
            median(&known.collect::<Vec<_>>()).unwrap_or(f64::NAN)
        };
        Self {
            launches: of(|w| w.launches),
            blocks: of(|w| w.blocks),
            instructions: of(|w| w.instructions),
        }
    }

    /// The greatest of the ratios that are known.
    pub(super) fn ratio(self, usual: Self) -> Option<f64> {
        let pairs = [
            (self.instructions, usual.instructions),
            (self.blocks, usual.blocks),
            (self.launches, usual.launches),
        ];
        let known = pairs.into_iter().filter(|(own, usual)| *usual > 0.0 && !own.is_nan());
        known.map(|(own, usual)| own / usual).reduce(f64::max)
    }
}

/// Why the kernels of a name take longer than the median, or in a collective shorter.
pub(super) fn cause(is_collective: bool, own: Work, usual: Work, excess: f64) -> &'static str {
    // Work counts as the cause if it explains half of the time.
    let enough = COUNT.max(0.5 * excess);
    match own.ratio(usual) {
        _ if is_collective => "late",
        Some(ratio) if ratio - 1.0 > enough => "more work",
        Some(_) if !own.instructions.is_nan() => "slower hardware",
        _ => "unknown",
    }
}
