//! From samples to the series of plots.

use propp_base_model::{DeviceProfile, Sample};
use propp_base_statistics::median::median;
use propp_probe_experiments::view::{curve_of, series};

use crate::svg::{Mark, Series};

/// A curve of samples: which, over what, of which of their observations.
#[derive(Clone, Copy)]
pub(super) struct Of<'a> {
    pub(super) samples: &'a [Sample],
    pub(super) experiment: &'a str,
    pub(super) series: &'a str,
    /// The setting that x is.
    pub(super) x: &'a str,
}

impl Of<'_> {
    /// The median over repetitions of a summary of each.
    pub(super) fn points(
        &self,
        fixed: &[(&str, f64)],
        summary: impl Fn(&[f64]) -> Option<f64>,
    ) -> Vec<(f64, f64)> {
        let places = curve_of(self.samples, self.experiment, self.series, self.x, fixed, summary);
        places.iter().map(|place| (place.x, place.y)).collect()
    }

    /// The same with a name.
    pub(super) fn named(
        &self,
        name: &str,
        fixed: &[(&str, f64)],
        summary: impl Fn(&[f64]) -> Option<f64>,
    ) -> Series {
        Series { name: name.to_owned(), points: self.points(fixed, summary) }
    }

    /// The different values of a setting, ascending.
    pub(super) fn values_of(&self, setting: &str) -> Vec<f64> {
        let mut values: Vec<f64> = series(self.samples, self.experiment, self.series)
            .filter_map(|sample| sample.get(setting))
            .collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        values
    }
}

pub(super) fn first(values: &[f64]) -> Option<f64> {
    values.first().copied()
}

/// The mean of the observations.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The median of the loads of a fine-grained chase, less the empty bracket behind them.
pub(super) fn median_load(values: &[f64]) -> Option<f64> {
    median(&propp_probe_experiments::loads(values))
}

/// No more than so many points, evenly over all.
pub(super) fn thinned(values: &[f64], most: usize) -> Vec<(f64, f64)> {
    let every = values.len().div_ceil(most).max(1);
    values.iter().enumerate().step_by(every).map(|(i, value)| (i as f64, *value)).collect()
}

/// Places of note on an axis of bytes: findings in bytes of a group.
pub(super) fn bytes_of(profile: &DeviceProfile, named: impl Fn(&str) -> bool) -> Vec<Mark> {
    profile
        .findings
        .iter()
        .filter(|finding| finding.unit == "bytes" && named(&finding.id))
        .filter_map(|finding| Some(Mark { x: finding.value.number()?, name: finding.id.clone() }))
        .collect()
}
