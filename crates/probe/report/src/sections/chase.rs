//! Chases of L1, of the other caches of an SM, and of L2.

use maud::Markup;
use propp_base_model::{DeviceProfile, Sample};
use propp_base_statistics::median::median;
use propp_probe_experiments::loads;
use propp_probe_experiments::view::series;

use super::curves::{Of, bytes_of, first, mean, thinned};
use crate::svg::{Axis, Plot, Scale, Series};
use crate::words::{bytes, group_title};

/// Dots of a series: enough to see modes, few enough to load.
const DOTS: usize = 500;

fn footprint() -> Axis {
    Axis::new("footprint", "bytes", Scale::Log2)
}

fn cycles() -> Axis {
    Axis::new("a load", "cycles", Scale::Linear)
}

pub(super) fn draw(samples: &[Sample], profile: &DeviceProfile) -> Vec<Markup> {
    let mut plots = vec![by_size(samples, profile), by_stride(samples)];
    for level in levels(samples) {
        plots.push(capacity(samples, profile, level));
        plots.push(traces(samples, level));
    }
    plots.push(fetch(samples));
    plots.into_iter().filter_map(Plot::html).collect()
}

fn by_size(samples: &[Sample], profile: &DeviceProfile) -> Plot {
    let of = Of { samples, experiment: "chase.average", series: "by_size", x: "bytes" };
    let series = vec![of.named("stride 128 B", &[], first)];
    let marks = bytes_of(profile, |id| id == "l1.capacity" || id == "classic.l1_capacity");
    Plot::new("Average over the size of the array", footprint(), cycles(), series).marked(marks)
}

fn by_stride(samples: &[Sample]) -> Plot {
    let of = Of { samples, experiment: "chase.average", series: "by_stride", x: "stride_bytes" };
    let series = of
        .values_of("bytes")
        .into_iter()
        .map(|size| of.named(&format!("array of {}", bytes(size)), &[("bytes", size)], first))
        .collect();
    let stride = Axis::new("stride", "bytes", Scale::Log2);
    Plot::new("Average over the stride", stride, cycles(), series)
}

/// The caches whose structure was looked for: those whose experiment noted its options.
fn levels(samples: &[Sample]) -> Vec<&str> {
    let mut levels: Vec<&str> = Vec::new();
    for sample in samples.iter().filter(|sample| sample.series == "options") {
        if let Some(level) = sample.experiment.strip_prefix("chase.")
            && !levels.contains(&level)
        {
            levels.push(level);
        }
    }
    levels
}

/// The mean of each lap whose footprint was tried when looking for the capacity.
fn capacity(samples: &[Sample], profile: &DeviceProfile, level: &str) -> Plot {
    let experiment = format!("chase.{level}");
    let of = Of { samples, experiment: &experiment, series: "capacity", x: "bytes" };
    let series = vec![of.named("mean of a lap", &[], mean)];
    let marks = bytes_of(profile, |id| id == format!("{level}.capacity"));
    let title = format!("{}: latency over the footprint", group_title(level));
    Plot::new(&title, footprint(), cycles(), series).marked(marks)
}

/// Single loads in the order in which they were made.
fn traces(samples: &[Sample], level: &str) -> Plot {
    let experiment = format!("chase.{level}");
    let named = [
        ("hit", "a footprint that fits"),
        ("miss", "one that does not"),
        ("in_turn", "the lines of a set and one more, in turn"),
    ];
    let all = named
        .iter()
        .filter_map(|(name, words)| {
            let sample = series(samples, &experiment, name).max_by_key(|s| s.values.len())?;
            Some(Series { name: (*words).to_owned(), points: thinned(&sample.values, DOTS) })
        })
        .collect();
    let title = format!("{}: single loads", group_title(level));
    Plot::new(&title, order(), cycles(), all).dots()
}

fn order() -> Axis {
    Axis::new("load", "count", Scale::Linear)
}

/// The second loads of cold pairs.
fn fetch(samples: &[Sample]) -> Plot {
    let second = |values: &[f64]| {
        let of: Vec<f64> = loads(values).into_iter().skip(1).step_by(2).collect();
        median(&of)
    };
    let named = [("cached", "through L1"), ("l2", "past L1")];
    let all = named
        .iter()
        .map(|(series, name)| {
            let of = Of { samples, experiment: "chase.fetch", series, x: "distance_bytes" };
            of.named(name, &[], second)
        })
        .collect();
    let distance = Axis::new("distance to a line read just before", "bytes", Scale::Log2);
    Plot::new("What one miss brings: the second load of cold pairs", distance, cycles(), all)
}

pub(super) fn draw_l2(samples: &[Sample], profile: &DeviceProfile) -> Vec<Markup> {
    let of = Of { samples, experiment: "chase.l2", series: "average", x: "bytes" };
    let marks =
        bytes_of(profile, |id| ["device.l2_size", "l2.near_capacity", "l2.capacity"].contains(&id));
    let average = Plot::new(
        "Average over the footprint",
        footprint(),
        cycles(),
        vec![of.named("stride 128 B", &[], first)],
    )
    .marked(marks);
    [average, l2_traces(samples)].into_iter().filter_map(Plot::html).collect()
}

/// Single loads of a few of the footprints, from the smallest to the largest.
fn l2_traces(samples: &[Sample]) -> Plot {
    const FEW: usize = 4;
    let of = Of { samples, experiment: "chase.l2", series: "each", x: "bytes" };
    let sizes = of.values_of("bytes");
    let every = sizes.len().div_ceil(FEW).max(1);
    let all = sizes
        .iter()
        .step_by(every)
        .filter_map(|size| {
            let sample =
                series(samples, "chase.l2", "each").find(|s| s.get("bytes") == Some(*size))?;
            Some(Series { name: bytes(*size), points: thinned(&loads(&sample.values), DOTS) })
        })
        .collect();
    Plot::new("Single loads of some footprints", order(), cycles(), all).dots()
}
