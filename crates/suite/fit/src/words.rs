//! Numbers as tables show them.

use super::Score;
use super::validate::Figures;

pub(super) fn percent(score: Score) -> String {
    score.share().map_or_else(|| "-".to_owned(), |share| format!("{:.1}", share * 100.0))
}

pub(super) fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
}

/// The median and the 90th percentile, in %.
pub(super) fn time_error(figures: &Figures) -> Option<String> {
    let (median, p90) = figures.median_error.zip(figures.p90_error)?;
    Some(format!("{:.0} / {:.0} %", median * 100.0, p90 * 100.0))
}
