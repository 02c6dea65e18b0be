//! What a warp's load depends on: a model of three terms, fitted to loads whose lines,
//! sectors and bank conflicts vary independently of each other.

use propp_model::Finding;
use propp_model::Sample;
use propp_numbers::Random;
use propp_numbers::least_squares::least_squares;
use propp_numbers::median::median;

use super::paths;
use super::shared::ways;
use super::warp::{ALIGNED, sectors};
use crate::chase::Path;
use crate::view::series;

/// Lines of a pattern are anywhere among so many, which a stretch of the probe `warp` has.
const LINES: u64 = 512;
const LINE: u64 = 128;
const WORD: u64 = 4;

/// What tells a warp's load from another, for its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape {
    /// Lines of 128 bytes, and sectors of 32, that its words lie in.
    pub(super) lines: u64,
    pub(super) sectors: u64,
    /// The most distinct words of one bank of four bytes.
    pub(super) ways: u64,
}

impl Shape {
    pub(super) fn of(places: &[u64]) -> Self {
        let mut lines: Vec<u64> = places.iter().map(|place| place / LINE).collect();
        lines.sort_unstable();
        lines.dedup();
        Self { lines: lines.len() as u64, sectors: sectors(places), ways: ways(places, WORD) }
    }
}

/// How words are laid: into so many lines, so many sectors of each, and so many words that
/// would lie side by side moved into one bank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    lines: u64,
    per_line: u64,
    same_bank: u64,
}

impl Pattern {
    /// All that 32 words can do, but for those that two of them would do alike.
    pub(super) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for lines in [1, 2, 4, 8, 16, 32] {
            for per_line in [1, 2, 4].into_iter().filter(|per_line| lines * per_line <= 32) {
                let mut known = Vec::new();
                for same_bank in [1, 2, 4, 8, 32] {
                    let pattern = Self { lines, per_line, same_bank };
                    let shape = Shape::of(&pattern.places(0));
                    let is_asked = shape.sectors == lines * per_line && shape.lines == lines;
                    if is_asked && !known.contains(&shape) {
                        known.push(shape);
                        all.push(pattern);
                    }
                }
            }
        }
        all
    }

    /// The places of the 32 lanes; where the lines are, the seed says.
    pub(super) fn places(&self, seed: u64) -> Vec<u64> {
        let mut lines: Vec<u64> = (0..LINES).collect();
        Random::of_seed(seed).shuffle(&mut lines);
        // A word's number is its bank, and every 8 of them a sector. Lanes beyond the words
        // that there are read those again.
        let words = (8 * self.lines * self.per_line).min(32);
        let turn = words / self.per_line;
        (0..32)
            .map(|lane| lane % words)
            .map(|word| {
                let line = word % turn / (turn / self.lines);
                lines[line as usize] * LINE + (word - word % self.same_bank) * WORD
            })
            .collect()
    }
}

/// Of each shape of load the mean latency, among those that touch as many sectors as 32
/// words need at least: fewer take lanes that read the same word.
fn loads(samples: &[Sample], path: Path) -> Vec<(Shape, f64)> {
    let of = |kind: &str| -> Vec<(Shape, f64)> {
        series(samples, ALIGNED.id, &format!("{}_{kind}", paths::name(path)))
            .filter_map(|sample| shape_of(sample).zip(median(&sample.values)))
            .filter(|(shape, _)| shape.sectors >= 4)
            .collect()
    };
    let mut all = of("gather");
    // What was measured before there were such patterns has others, less apart.
    if all.is_empty() {
        all = [of("stride"), of("offset")].concat();
    }
    all.sort_by_key(|(shape, _)| *shape);
    all.chunk_by(|a, b| a.0 == b.0)
        .map(|same| (same[0].0, same.iter().map(|(_, y)| y).sum::<f64>() / same.len() as f64))
        .collect()
}

/// The shape of a sample's loads, by what it says of them.
fn shape_of(sample: &Sample) -> Option<Shape> {
    let count = |name: &str| sample.get(name).map(|value| value as u64);
    if let (Some(lines), Some(ways)) = (count("lines"), count("ways")) {
        return Some(Shape { lines, sectors: count("sectors")?, ways });
    }
    let (apart, begin) = (count("stride_words").unwrap_or(1), count("offset_bytes").unwrap_or(0));
    let place = |lane: u64| lane.checked_mul(WORD)?.checked_mul(apart)?.checked_add(begin);
    let places: Option<Vec<u64>> = (0..32).map(place).collect();
    Some(Shape::of(&places?))
}

/// The share of the variance that the terms have to explain, and the part of the range of
/// latencies that no load may be off by, for their prices to be told.
const EXPLAINED: f64 = 0.9;
const OFF: f64 = 0.25;

/// What a further line, sector and way of a bank conflict add to a warp's load.
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
    let told = format!(
        "R² {:.3}, at most {:.1} of {range:.1} cycles off",
        fit.r_squared, fit.largest_residual
    );
    if fit.r_squared < EXPLAINED || fit.largest_residual > OFF * range {
        return unknown(&format!("lines, sectors and ways do not explain it: {told}"));
    }
    let count = loads.len() as u64;
    let most = |of: fn(&Shape) -> u64| loads.iter().map(|(shape, _)| of(shape)).max().unwrap_or(1);
    let price = |name: &str, cycles: f64, span: f64, what: &str| {
        // A load that is off by the most, at the far end of the term, would turn it so far.
        let room = fit.largest_residual / span;
        let method = format!("{METHOD}; {what} ({told})");
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
    use super::*;

    #[test]
    fn patterns_have_the_lines_and_sectors_that_they_are_asked_for() {
        let all = Pattern::all();
        assert!(all.len() > 30, "{}", all.len());
        for pattern in &all {
            for seed in 0..4 {
                let places = pattern.places(seed);
                let shape = Shape::of(&places);
                assert_eq!(shape.lines, pattern.lines, "{pattern:?}");
                assert_eq!(shape.sectors, pattern.lines * pattern.per_line, "{pattern:?}");
                assert_eq!(shape.ways, Shape::of(&pattern.places(0)).ways, "{pattern:?}");
                assert!(places.iter().all(|place| place + 4 <= 64 * 1024));
            }
        }
        let conflicts = all.iter().map(|one| Shape::of(&one.places(0)).ways).max();
        assert_eq!(conflicts, Some(32));
    }

    /// Samples of loads that take what a function says.
    fn samples(cycles: impl Fn(Shape) -> f64) -> Vec<Sample> {
        let of = |pattern: &Pattern| {
            let shape = Shape::of(&pattern.places(0));
            let setting =
                [("lines", shape.lines), ("sectors", shape.sectors), ("ways", shape.ways)];
            Sample {
                experiment: ALIGNED.id.to_owned(),
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
    fn prices_are_found_again() {
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
    fn what_the_terms_do_not_explain_has_no_price() {
        let other = |of: Shape| 300.0 + 40.0 * f64::from(of.lines == 8);
        let found = prices(&samples(other), Path::L2);
        assert!(found.iter().all(|one| one.value.number().is_none()), "{found:?}");
        assert_eq!(prices(&[], Path::L2).len(), 3);
    }
}
