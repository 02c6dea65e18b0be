//! The cost of a warp's load: a linear model of lines, sectors and bank conflicts, fitted to
//! loads in which these vary independently.

use propp_base_model::{Finding, Sample};
use propp_base_statistics::least_squares::least_squares;
use propp_base_statistics::median::median;
use propp_probe_caches::Path;

use super::ids::ALIGNED;
use super::paths;
use super::pattern::Shape;
use crate::view::series;

/// The mean latency of each shape with at least 4 sectors, which 32 distinct words need.
fn loads(samples: &[Sample], path: Path) -> Vec<(Shape, f64)> {
    let gathered = format!("{}_gather", paths::name(path));
    let mut all: Vec<(Shape, f64)> = series(samples, ALIGNED, &gathered)
        .filter_map(|sample| shape_of(sample).zip(median(&sample.values)))
        .filter(|(shape, _)| shape.sectors >= 4)
        .collect();
    all.sort_by_key(|(shape, _)| *shape);
    all.chunk_by(|a, b| a.0 == b.0)
        .map(|same| (same[0].0, same.iter().map(|(_, y)| y).sum::<f64>() / same.len() as f64))
        .collect()
}

/// The shape of a sample's loads by its setting.
fn shape_of(sample: &Sample) -> Option<Shape> {
    let count = |name: &str| sample.get(name).map(|value| value as u64);
    Some(Shape { lines: count("lines")?, sectors: count("sectors")?, ways: count("ways")? })
}

/// The least R² of a fit.
const MIN_R_SQUARED: f64 = 0.9;

/// The largest residual of a fit, as a share of the range of latencies.
const MAX_RESIDUAL: f64 = 0.25;

/// The cost of an additional line, sector, and bank conflict of a warp's load.
pub(super) fn prices(samples: &[Sample], path: Path) -> Vec<Finding> {
    const METHOD: &str = "least squares over lines, sectors and ways of bank conflicts of a \
                          warp's loads";
    let id = |name: &str| format!("warp.{}.{name}", paths::name(path));
    let names = ["cycles_per_line", "cycles_per_sector", "cycles_per_way"];
    let unknown = |why: &str| names.map(|name| Finding::unknown(&id(name), why, METHOD)).to_vec();
    let loads = loads(samples, path);
    let rows: Vec<Vec<f64>> = loads
        .iter()
        .map(|(of, _)| vec![1.0, of.lines as f64, of.sectors as f64, of.ways as f64])
        .collect();
    let cycles: Vec<f64> = loads.iter().map(|(_, cycles)| *cycles).collect();
    let Some(fit) = least_squares(&rows, &cycles) else {
        return unknown("too few loads were stable, or they are too much alike");
    };
    let range = cycles.iter().copied().fold(f64::NEG_INFINITY, f64::max)
        - cycles.iter().copied().fold(f64::INFINITY, f64::min);
    let quality = format!(
        "R² {:.3}, at most {:.1} of {range:.1} cycles off",
        fit.r_squared, fit.largest_residual
    );
    if fit.r_squared < MIN_R_SQUARED || fit.largest_residual > MAX_RESIDUAL * range {
        return unknown(&format!("lines, sectors and ways do not explain it: {quality}"));
    }
    let count = loads.len() as u64;
    let most = |of: fn(&Shape) -> u64| loads.iter().map(|(shape, _)| of(shape)).max().unwrap_or(1);
    let price = |name: &str, cycles: f64, span: f64, what: &str| {
        // The largest residual at the far end of the term would change the slope by this.
        let room = fit.largest_residual / span;
        let method = format!("{METHOD}; {what} ({quality})");
        let interval = [cycles - room, cycles + room];
        Finding::bracketed(&id(name), "cycles", cycles, interval, &method, count)
    };
    let [_, line, sector, way] = fit.coefficients[..] else { return unknown("no fit") };
    let (lines, sectors) = (most(|of| of.lines) as f64, most(|of| of.sectors) as f64);
    vec![
        price(names[0], line, lines - 1.0, "a further line for the same sectors"),
        price(names[1], line + sector, sectors - 4.0, "a further sector in a line of its own"),
        price(names[2], way, most(|of| of.ways) as f64 - 1.0, "a further word in the same bank"),
        Finding::calculated(&id("model.r_squared"), "share", fit.r_squared, METHOD),
        Finding::calculated(&id("model.largest_residual"), "cycles", fit.largest_residual, METHOD),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::pattern::Pattern;
    use super::*;

    /// Samples whose latency is the given function of the shape.
    fn samples(cycles: impl Fn(Shape) -> f64) -> Vec<Sample> {
        let of = |pattern: &Pattern| {
            let shape = Shape::from_places(&pattern.places(0));
            let setting =
                [("lines", shape.lines), ("sectors", shape.sectors), ("ways", shape.ways)];
            Sample {
                experiment: ALIGNED.to_owned(),
                series: "l2_gather".to_owned(),
                setting: setting.map(|(n, v)| (n.to_owned(), v as f64)).into(),
                values: vec![cycles(shape)],
                stable: true,
                ..Sample::default()
            }
        };
        Pattern::all().iter().map(of).collect()
    }

    #[test]
    fn planted_prices_are_recovered() {
        let linear = |of: Shape| {
            280.0 + 1.25 * of.lines as f64 + 0.5 * of.sectors as f64 + 2.0 * of.ways as f64
        };
        let found = prices(&samples(linear), Path::L2);
        let of = |id: &str| found.iter().find(|one| one.id == id).unwrap().value.number().unwrap();
        assert!((of("warp.l2.cycles_per_line") - 1.25).abs() < 1e-6);
        assert!((of("warp.l2.cycles_per_sector") - 1.75).abs() < 1e-6);
        assert!((of("warp.l2.cycles_per_way") - 2.0).abs() < 1e-6);
        assert!(of("warp.l2.model.largest_residual") < 1e-6);
    }

    #[test]
    fn without_a_good_fit_there_is_no_price() {
        let other = |of: Shape| 300.0 + 40.0 * f64::from(of.lines == 8);
        let found = prices(&samples(other), Path::L2);
        assert!(found.iter().all(|one| one.value.number().is_none()), "{found:?}");
        assert_eq!(prices(&[], Path::L2).len(), 3);
    }
}
