//! Thread-latency plots with the variance of three points, and copies over L2.

use maud::Markup;
use propp_base_model::{DeviceProfile, Sample};
use propp_base_statistics::median::median;
use propp_probe_experiments::variances;

use super::curves::Of;
use crate::svg::{Axis, Mark, Plot, Scale, Series};
use crate::words::several;

const LATENCY: &str = "requests.latency";
const COPY: &str = "requests.l2_copy";

/// Threads of a block at most.
const ONE_BLOCK: f64 = 1024.0;

pub(super) fn draw(samples: &[Sample], profile: &DeviceProfile) -> Vec<Markup> {
    let shapes = shapes(samples);
    let mut loads: Vec<u32> = shapes.iter().map(|(loads, _)| *loads).collect();
    loads.dedup();
    let mut figures: Vec<Markup> = Vec::new();
    for loads in loads {
        let curves: Vec<Series> = shapes
            .iter()
            .filter(|(of, _)| *of == loads)
            .map(|(_, merged)| curve(samples, loads, *merged))
            .collect();
        let variances = curves.iter().map(varying).collect();
        let threads = || Axis::new("threads", "count", Scale::Linear);
        let title =
            |what: &str| format!("{what}, {} of a thread", several(f64::from(loads), "load"));
        let latency = Axis::new("all loads", "cycles", Scale::Linear);
        let variance = Axis::new("variance", "cycles squared", Scale::Log10);
        figures.extend(Plot::new(&title("Latency"), threads(), latency, curves).html());
        figures.extend(
            Plot::new(&title("Variance of three points"), threads(), variance, variances)
                .dots()
                .html(),
        );
    }
    figures.extend(copies(samples, profile).html());
    figures
}

/// Loads of a thread and threads of a line, as the names of series have them; in order.
fn shapes(samples: &[Sample]) -> Vec<(u32, u32)> {
    let mut shapes: Vec<(u32, u32)> = samples
        .iter()
        .filter(|sample| sample.experiment == LATENCY)
        .filter_map(|sample| {
            let (loads, merged) = sample.series.strip_prefix("loads_")?.split_once("_merged_")?;
            Some((loads.parse().ok()?, merged.parse().ok()?))
        })
        .collect();
    shapes.sort_unstable();
    shapes.dedup();
    shapes
}

fn curve(samples: &[Sample], loads: u32, merged: u32) -> Series {
    let series = format!("loads_{loads}_merged_{merged}");
    let of = Of { samples, experiment: LATENCY, series: &series, x: "threads" };
    let name = match merged {
        1 => "each its own line".to_owned(),
        merged => format!("{merged} threads a line"),
    };
    let mut curve = of.named(&name, &[], median);
    curve.points.retain(|(threads, _)| *threads <= ONE_BLOCK);
    curve
}

/// The variance of each point and its two neighbours (Section 3.2 of Lashgar and others). Three
/// that are alike have none, which a logarithmic axis leaves out, as it does the ends.
fn varying(curve: &Series) -> Series {
    let cycles: Vec<f64> = curve.points.iter().map(|point| point.1).collect();
    let threads = curve.points.iter().map(|point| point.0);
    Series { name: curve.name.clone(), points: threads.zip(variances(&cycles)).collect() }
}

/// Copies of data that is in L2 and that was flushed from it, over both arrays together.
fn copies(samples: &[Sample], profile: &DeviceProfile) -> Plot {
    let lines = [("unflushed", "in L2 before"), ("flushed", "flushed before")]
        .iter()
        .map(|(series, name)| {
            let of = Of { samples, experiment: COPY, series, x: "bytes" };
            let rate = |(bytes, ns): (f64, f64)| (2.0 * bytes, 2.0 * bytes / ns);
            let points = of.points(&[], median).into_iter().map(rate).collect();
            Series { name: (*name).to_owned(), points }
        })
        .collect();
    let marks: Vec<Mark> =
        super::curves::bytes_of(profile, |id| ["device.l2_size", "l2.copy_knee"].contains(&id));
    let both = Axis::new("both arrays", "bytes", Scale::Log2);
    Plot::new("Copy over the size", both, Axis::new("moved", "GB/s", Scale::Linear), lines)
        .marked(marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variance_of_a_step_is_the_papers() {
        let points = vec![(1.0, 10.0), (2.0, 10.0), (3.0, 40.0), (4.0, 40.0)];
        let varying = varying(&Series { name: String::new(), points });
        assert_eq!(varying.points, [(1.0, 0.0), (2.0, 300.0), (3.0, 300.0), (4.0, 0.0)]);
    }
}
