//! Flat parts of a latency curve over the footprint.

use propp_base_statistics::median::median;

use crate::view::Place;

/// The least number of points of a flat part.
pub(super) const MIN_POINTS: usize = 4;

/// The largest relative deviation from the median of a flat part.
pub(super) const TOLERANCE: f64 = 0.02;

pub(super) fn is_flat(places: &[Place]) -> bool {
    let ys: Vec<f64> = places.iter().map(|place| place.y).collect();
    let Some(middle) = median(&ys) else { return false };
    ys.iter().all(|y| (y / middle - 1.0).abs() < TOLERANCE)
}

/// The cycles per load of a sample of the amortised chase.
pub(super) fn cycles(values: &[f64]) -> Option<f64> {
    values.first().copied()
}

#[cfg(test)]
pub(super) fn curve(points: &[(f64, f64)]) -> Vec<Place> {
    points.iter().map(|(x, y)| Place { x: *x, y: *y, range: [*y, *y], repeats: 3 }).collect()
}
