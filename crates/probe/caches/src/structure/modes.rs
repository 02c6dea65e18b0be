//! The modes of a latency distribution, such as near and far.

use super::quantiles::{quantile, sorted};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mode {
    /// The median.
    pub center: f64,
    /// The 1 % and 99 % quantiles.
    pub bounds: [f64; 2],
    /// The share of all loads.
    pub share: f64,
}

const MOST: usize = 3;

/// A mode has at least this share of the loads.
const LEAST_SHARE: f64 = 0.04;

/// Finds up to three modes in ascending order, without outliers.
///
/// The density is smoothed by the width of the densest quarter of the loads, which does not
/// depend on the distance between modes. Two peaks are two modes if the density between them
/// falls significantly, to less than half of the lower peak.
pub fn modes(values: &[f64]) -> Vec<Mode> {
    let values = sorted(values);
    if values.len() < 16 {
        return Vec::new();
    }
    let width = (densest(&values, 0.25) / 2.0).max(1.0);
    let grid = Grid::new(&values, width);
    let mut cuts = grid.valleys();
    cuts.push(values.len());
    let mut from = 0;
    let mut found = Vec::new();
    for to in cuts {
        let part = within(&values[from..to], width);
        let share = part.len() as f64 / values.len() as f64;
        if share >= LEAST_SHARE {
            let bounds = [quantile(part, 0.01), quantile(part, 0.99)];
            found.push(Mode { center: quantile(part, 0.5), bounds, share });
        }
        from = to;
    }
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    found.truncate(MOST);
    found.sort_by(|a, b| a.center.total_cmp(&b.center));
    found
}

/// Width of the shortest interval that holds a share of sorted values.
fn densest(values: &[f64], share: f64) -> f64 {
    let step = ((values.len() as f64 * share) as usize).max(1);
    let widths = values.iter().zip(&values[step..]).map(|(from, to)| to - from);
    widths.fold(f64::INFINITY, f64::min)
}

/// The sorted values without outliers.
fn within(values: &[f64], width: f64) -> &[f64] {
    let middle = quantile(values, 0.5);
    let half = (quantile(values, 0.75) - middle).max(middle - quantile(values, 0.25));
    let reach = 4.0 * half.max(width);
    let from = values.partition_point(|v| *v < middle - reach);
    let to = values.partition_point(|v| *v <= middle + reach);
    &values[from..to]
}

/// Smoothed counts over sorted values, without the outermost ones.
struct Grid<'a> {
    values: &'a [f64],
    from: f64,
    width: f64,
    counts: Vec<f64>,
}

impl<'a> Grid<'a> {
    fn new(values: &'a [f64], width: f64) -> Self {
        let from = quantile(values, 0.0) - width;
        // Values far above the bulk are delays and form no mode.
        let bulk = quantile(values, 0.97);
        let cells = (((bulk - from) / width).ceil() as usize + 2).min(1 << 16);
        let mut counts = vec![0.0; cells + 2];
        for value in values {
            let cell = ((value - from) / width) as usize;
            if cell < cells {
                // A triangular kernel over three cells.
                counts[cell + 1] += 0.5;
                counts[cell] += 0.25;
                counts[cell + 2] += 0.25;
            }
        }
        Self { values, from, width, counts }
    }

    /// The number of values below each valley between two modes.
    fn valleys(&self) -> Vec<usize> {
        let least = LEAST_SHARE * self.values.len() as f64;
        let mut cuts = Vec::new();
        let (mut peak, mut low, mut low_at) = (0.0_f64, f64::INFINITY, 0);
        let mut since = 0.0;
        for (cell, count) in self.counts.iter().enumerate() {
            if *count < low {
                (low, low_at) = (*count, cell);
                since = 0.0;
            }
            since += count;
            // A new peak needs a deep valley before it and enough values after it.
            let rises = *count > 2.0 * low + 4.0 * (low + 1.0).sqrt();
            let fell = peak > 2.0 * low + 4.0 * (low + 1.0).sqrt();
            if fell && rises && since >= least / 2.0 {
                let value = self.from + low_at as f64 * self.width;
                cuts.push(self.values.partition_point(|v| *v < value));
                (peak, low) = (*count, *count);
                since = 0.0;
            }
            if *count > peak {
                (peak, low, low_at) = (*count, *count, cell);
            }
        }
        cuts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use propp_base_statistics::Random;

    fn cloud(random: &mut Random, center: f64, spread: f64, number: usize) -> Vec<f64> {
        let one = |random: &mut Random| {
            let sum: f64 = (0..6).map(|_| random.unit() - 0.5).sum();
            (center + spread * sum / 0.7).round()
        };
        (0..number).map(|_| one(random)).collect()
    }

    fn mix(seed: u64, parts: &[(f64, f64, usize)], outliers: usize) -> Vec<f64> {
        let mut random = Random::of_seed(seed);
        let mut all: Vec<f64> =
            parts.iter().flat_map(|(c, s, n)| cloud(&mut random, *c, *s, *n)).collect();
        all.extend((0..outliers).map(|_| 300.0 + (random.unit() * 2000.0).round()));
        all
    }

    fn assert_modes(values: &[f64], truth: &[(f64, f64)]) {
        let found = modes(values);
        assert_eq!(found.len(), truth.len(), "{found:?} against {truth:?}");
        for (mode, (center, share)) in found.iter().zip(truth) {
            assert!((mode.center - center).abs() < 4.0, "{found:?} against {truth:?}");
            assert!((mode.share - share).abs() < 0.05, "{found:?} against {truth:?}");
        }
    }

    #[test]
    fn one_to_three_modes_are_found_among_outliers() {
        for seed in 0..40 {
            assert_modes(&mix(seed, &[(33.0, 1.0, 1000)], 10), &[(33.0, 0.99)]);
            assert_modes(&mix(seed, &[(262.0, 8.0, 1500)], 0), &[(262.0, 1.0)]);
            let two = mix(seed, &[(262.0, 9.0, 900), (440.0, 20.0, 600)], 12);
            assert_modes(&two, &[(262.0, 0.6), (440.0, 0.4)]);
            let three = mix(seed, &[(33.0, 1.5, 500), (262.0, 9.0, 900), (440.0, 18.0, 600)], 15);
            assert_modes(&three, &[(33.0, 0.25), (262.0, 0.45), (440.0, 0.3)]);
        }
    }

    #[test]
    fn a_constant_is_one_mode_and_few_values_are_none() {
        assert_modes(&[33.0; 100], &[(33.0, 1.0)]);
        assert!(modes(&[1.0, 2.0]).is_empty());
    }

    #[test]
    fn an_even_spread_is_one_mode() {
        for seed in 0..20 {
            let mut random = Random::of_seed(seed);
            let values: Vec<f64> =
                (0..2000).map(|_| 200.0 + (random.unit() * 100.0).round()).collect();
            assert_eq!(modes(&values).len(), 1, "{seed}: {:?}", modes(&values));
        }
    }
}
