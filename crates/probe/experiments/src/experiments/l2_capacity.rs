//! Analyses the latency over the footprint past L1: the capacities of the parts of L2.

use propp_base_model::{Finding, Sample};
use propp_base_statistics::median::median;

use super::flat::{MIN_POINTS, TOLERANCE, cycles, is_flat};
use super::ids::L2_SIZE;
use crate::view::{Place, curve_of, measured, series};

/// The next plateau is higher by at least this share. A smaller rise is a transition: a cache
/// of many slices does not fill up everywhere at once.
const MIN_RISE: f64 = 0.1;

/// A flat part of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plateau {
    /// The first and the last footprint.
    bytes: [f64; 2],
    cycles: f64,
}

/// The plateaus of a curve, each higher than the one before.
fn plateaus(curve: &[Place]) -> Vec<Plateau> {
    let mut found: Vec<Plateau> = Vec::new();
    let mut from = 0;
    while from + MIN_POINTS <= curve.len() {
        let until = (from + MIN_POINTS..=curve.len())
            .take_while(|until| is_flat(&curve[from..*until]))
            .last();
        let Some(until) = until else {
            from += 1;
            continue;
        };
        let ys: Vec<f64> = curve[from..until].iter().map(|place| place.y).collect();
        let cycles = median(&ys).unwrap_or(f64::NAN);
        let bytes = [curve[from].x, curve[until - 1].x];
        match found.last_mut() {
            // A bump does not end a plateau.
            Some(last) if (cycles / last.cycles - 1.0).abs() < TOLERANCE => {
                last.bytes[1] = bytes[1]
            }
            Some(last) if cycles < (1.0 + MIN_RISE) * last.cycles => {}
            _ => found.push(Plateau { bytes, cycles }),
        }
        from = until;
    }
    found
}

/// The footprint at which a curve is halfway between two plateaus, by linear interpolation.
fn halfway(curve: &[Place], from: &Plateau, to: &Plateau) -> Option<f64> {
    let level = f64::midpoint(from.cycles, to.cycles);
    let between: Vec<&Place> =
        curve.iter().filter(|p| p.x >= from.bytes[1] && p.x <= to.bytes[0]).collect();
    between.windows(2).find(|pair| pair[0].y < level && pair[1].y >= level).map(|pair| {
        let share = (level - pair[0].y) / (pair[1].y - pair[0].y);
        pair[0].x + share * (pair[1].x - pair[0].x)
    })
}

pub(super) fn analyse(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    const METHOD: &str =
        "latency over the footprint: halfway between plateaus; the interval is between their ends";
    let curve = curve_of(samples, L2_SIZE, "average", "bytes", &[], cycles);
    let plateaus = plateaus(&curve);
    let count = curve.len() as u64;
    let edge = |id: &str, pair: Option<&[Plateau]>, why: &str| match pair {
        Some([from, to]) => match halfway(&curve, from, to) {
            Some(at) => {
                Finding::bracketed(id, "bytes", at, [from.bytes[1], to.bytes[0]], METHOD, count)
            }
            None => Finding::unknown(id, "the curve does not cross between the plateaus", METHOD),
        },
        _ => Finding::unknown(id, why, METHOD),
    };
    let mut findings = match plateaus.len() {
        3 => vec![
            edge("l2.near_capacity", plateaus.get(0..2), ""),
            edge("l2.capacity", plateaus.get(1..3), ""),
        ],
        2 => vec![
            Finding::absent("l2.near_capacity", "there is one plateau before DRAM", METHOD),
            edge("l2.capacity", plateaus.get(0..2), ""),
        ],
        found => {
            let why = format!("{found} plateaus in the curve, where two or three are expected");
            vec![
                Finding::unknown("l2.near_capacity", &why, METHOD),
                Finding::unknown("l2.capacity", &why, METHOD),
            ]
        }
    };
    for (plateau, id) in plateaus.iter().zip(["l2.plateau_1", "l2.plateau_2", "l2.plateau_3"]) {
        let method = "median latency of the plateau's samples";
        let on_it: Vec<f64> = series(samples, L2_SIZE, "average")
            .filter(|sample| {
                let bytes = sample.get("bytes").unwrap_or(f64::NAN);
                (plateau.bytes[0]..=plateau.bytes[1]).contains(&bytes)
            })
            .filter_map(|sample| cycles(&sample.values))
            .collect();
        findings.push(measured(id, "cycles", &on_it, method));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::flat::curve;
    use super::*;

    #[test]
    fn three_plateaus_and_the_ramps_between_them() {
        let level = |x: f64| match x {
            x if x <= 24.0 => 281.0,
            x if x < 32.0 => 281.0 + (x - 24.0) * 29.0,
            x if x <= 50.0 => 512.0,
            x if x < 60.0 => 512.0 + (x - 50.0) * 14.6,
            _ => 658.0,
        };
        let points: Vec<(f64, f64)> =
            (1..90).map(|x| (f64::from(x), level(f64::from(x)) + f64::from(x % 3))).collect();
        let found = plateaus(&curve(&points));
        let levels: Vec<f64> = found.iter().map(|plateau| plateau.cycles.round()).collect();
        assert_eq!(levels, [282.0, 513.0, 659.0]);
        let middle = halfway(&curve(&points), &found[0], &found[1]).unwrap();
        assert!((27.0..29.0).contains(&middle), "{middle}");
    }
}
