//! Private arrays: where they are, and what they cost; and what padding brings.

use maud::Markup;
use propp_base_model::{DeviceProfile, Sample};
use propp_base_statistics::median::median;
use propp_probe_experiments::view::series;

use super::curves::Of;
use crate::svg::{Axis, Bars, Group, Plot, Scale};

/// The ways of using the array, as series name them and in words.
const PATTERNS: [(&str, &str); 3] =
    [("vectors", "sum of vectors"), ("product", "product, nested"), ("sort", "sort, by the data")];

/// The observations of a sample in their order.
const COLUMNS: [(&str, &str, &str, Scale); 3] = [
    ("Registers of a thread", "registers", "count", Scale::Linear),
    ("Local memory of a thread", "local memory", "bytes", Scale::Linear),
    ("Cycles of a round", "a round", "cycles", Scale::Log10),
];

pub(super) fn draw(samples: &[Sample], _: &DeviceProfile) -> Vec<Markup> {
    let arrays = COLUMNS.iter().enumerate().filter_map(|(at, (title, label, unit, scale))| {
        let lines = PATTERNS
            .iter()
            .map(|(series, name)| {
                let of = Of { samples, experiment: "local.arrays", series, x: "words" };
                of.named(name, &[], |values| values.get(at).copied())
            })
            .collect();
        let words = Axis::new("words of the array", "count", Scale::Log2);
        Plot::new(title, words, Axis::new(label, unit, *scale), lines).html()
    });
    arrays.chain(padding(samples)).collect()
}

/// A transpose through tiles of 32 and of 33 words a row. The last observation is of
/// another kind.
fn padding(samples: &[Sample]) -> Option<Markup> {
    let rows = |pitch: f64| {
        let times: Vec<f64> = series(samples, "local.padding", "transpose")
            .filter(|sample| sample.get("pitch_words") == Some(pitch))
            .filter_map(|sample| sample.values.split_last())
            .flat_map(|(_, times)| times.iter().copied())
            .collect();
        Group { name: format!("rows of {pitch} words"), values: vec![median(&times)] }
    };
    let bars = Bars {
        title: "Time of a transpose through shared memory".to_owned(),
        unit: "ns",
        keys: vec!["time".to_owned()],
        groups: vec![rows(32.0), rows(33.0)],
    };
    bars.html()
}
