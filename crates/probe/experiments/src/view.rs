//! Curves and estimates from samples.

use propp_base_model::{Finding, Sample};
use propp_base_statistics::median::{median, median_interval};

/// A finding: a number estimated from observations.
pub fn measured(id: &str, unit: &str, values: &[f64], method: &str) -> Finding {
    Finding::estimated(id, unit, estimate(values), method)
}

/// The stable samples of one series of an experiment.
pub fn series<'a>(
    samples: &'a [Sample],
    experiment: &'a str,
    series: &'a str,
) -> impl Iterator<Item = &'a Sample> {
    samples.iter().filter(move |s| s.stable && s.experiment == experiment && s.series == series)
}

/// A point of a curve: the mean of a summary over the stable repetitions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub x: f64,
    pub y: f64,
    /// The minimum and maximum of the repetitions.
    pub range: [f64; 2],
    pub repeats: usize,
}

/// The curve of a series over one parameter, with other parameters fixed; sorted by x.
pub fn curve(
    samples: &[Sample],
    experiment: &str,
    name: &str,
    x: &str,
    fixed: &[(&str, f64)],
) -> Vec<Place> {
    curve_of(samples, experiment, name, x, fixed, median)
}

/// [`curve`] with another summary of a repetition's observations.
pub fn curve_of(
    samples: &[Sample],
    experiment: &str,
    name: &str,
    x: &str,
    fixed: &[(&str, f64)],
    summary: impl Fn(&[f64]) -> Option<f64>,
) -> Vec<Place> {
    let mut points: Vec<(f64, f64)> = series(samples, experiment, name)
        .filter(|sample| fixed.iter().all(|(key, value)| sample.get(key) == Some(*value)))
        .filter_map(|sample| Some((sample.get(x)?, summary(&sample.values)?)))
        .collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
        .chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq())
        .map(|same| {
            let values: Vec<f64> = same.iter().map(|(_, y)| *y).collect();
            let range = [
                values.iter().copied().fold(f64::INFINITY, f64::min),
                values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            ];
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            Place { x: same[0].0, y: mean, range, repeats: values.len() }
        })
        .collect()
}

/// All observations of the stable samples of a series with fixed parameters.
pub fn pooled(samples: &[Sample], experiment: &str, name: &str, fixed: &[(&str, f64)]) -> Vec<f64> {
    series(samples, experiment, name)
        .filter(|sample| fixed.iter().all(|(key, value)| sample.get(key) == Some(*value)))
        .flat_map(|sample| sample.values.iter().copied())
        .collect()
}

/// An estimate with its 95 % interval.
pub fn estimate(values: &[f64]) -> Option<(f64, [f64; 2], f64, u64)> {
    let middle = median(values)?;
    let (interval, chance) = median_interval(values, 0.95)?;
    Some((middle, interval, chance, values.len() as u64))
}
