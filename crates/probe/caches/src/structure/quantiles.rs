//! Medians and quantiles of latencies; not a number where there is none.

use propp_base_statistics::median::{self, Between};

/// The value below which a share of sorted latencies lies: one that was seen.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    median::quantile_of_sorted(sorted, share, Between::Nearest).unwrap_or(f64::NAN)
}

/// A copy in ascending order.
pub(super) fn sorted(values: &[f64]) -> Vec<f64> {
    median::sorted(values).unwrap_or_default()
}

pub(super) fn median(values: &[f64]) -> f64 {
    median::median(values).unwrap_or(f64::NAN)
}
