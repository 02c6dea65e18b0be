//! The latency spectrum, and the map of L2.

use maud::Markup;
use propp_base_model::{DeviceProfile, Sample};
use propp_base_statistics::median::median;
use propp_probe_experiments::latency_map;
use propp_probe_experiments::view::series;

use crate::svg::{Bars, Group, Heat};

const SPECTRUM: &str = "latency.spectrum";

pub(super) fn draw(samples: &[Sample], profile: &DeviceProfile) -> Vec<Markup> {
    let mut patterns: Vec<&str> = Vec::new();
    for sample in samples.iter().filter(|sample| sample.experiment == SPECTRUM) {
        if let Some(pattern) = sample.series.strip_suffix("_average")
            && !patterns.contains(&pattern)
        {
            patterns.push(pattern);
        }
    }
    [("Latency of a load, cycles", "cycles", 0), ("Latency of a load, nanoseconds", "ns", 1)]
        .into_iter()
        .filter_map(|(title, unit, column)| {
            let groups = patterns
                .iter()
                .map(|pattern| Group {
                    name: meaning(profile, pattern),
                    values: vec![column_of(samples, pattern, column)],
                })
                .collect();
            let keys = vec![unit.to_owned()];
            Bars { title: title.to_owned(), unit, keys, groups }.html()
        })
        .collect()
}

/// What a pattern is: the method of its finding begins with it.
fn meaning(profile: &DeviceProfile, pattern: &str) -> String {
    let finding = profile.finding(&format!("latency.{pattern}"));
    let words = finding.and_then(|finding| finding.method.split_once(';')).map(|(words, _)| words);
    words.unwrap_or(pattern).to_owned()
}

/// The median over repetitions of one of the numbers that an amortised chase gives.
fn column_of(samples: &[Sample], pattern: &str, column: usize) -> Option<f64> {
    let name = format!("{pattern}_average");
    let values: Vec<f64> = series(samples, SPECTRUM, &name)
        .filter_map(|sample| sample.values.get(column).copied())
        .collect();
    median(&values)
}

pub(super) fn draw_map(samples: &[Sample], _: &DeviceProfile) -> Vec<Markup> {
    let heat = Heat {
        title: "Least latency of each SM to each line".to_owned(),
        across: "line".to_owned(),
        down: "SM".to_owned(),
        unit: "cycles",
        rows: latency_map(samples),
    };
    heat.html().into_iter().collect()
}
