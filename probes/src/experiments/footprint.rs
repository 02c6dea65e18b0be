//! What curves over the footprint tell: the parts of L2, and how far translation reaches.

use crate::finding::Finding;
use crate::sample::Sample;
use crate::statistics::median;
use crate::view::{Place, curve_of};

use super::{l2, tlb};

/// Points that a plateau has at least.
const POINTS: usize = 4;

/// By how much the latency may differ on a plateau, as a share.
const FLAT: f64 = 0.02;

/// By how much a plateau is higher than the one before, at least; less is a stop on the way
/// up, since a cache of many slices is not full everywhere at once.
const APART: f64 = 0.1;

/// A stretch of a curve on which the latency stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plateau {
    /// The first and the last footprint.
    pub(super) bytes: [f64; 2],
    /// The median latency.
    pub(super) cycles: f64,
}

/// The plateaus of a curve, each higher than the one before: the longest stretches whose
/// points lie close around their median.
pub(super) fn plateaus(curve: &[Place]) -> Vec<Plateau> {
    let mut found: Vec<Plateau> = Vec::new();
    let mut from = 0;
    while from + POINTS <= curve.len() {
        let until =
            (from + POINTS..=curve.len()).take_while(|until| is_flat(&curve[from..*until])).last();
        let Some(until) = until else {
            from += 1;
            continue;
        };
        let ys: Vec<f64> = curve[from..until].iter().map(|place| place.y).collect();
        let cycles = median(&ys).unwrap_or(f64::NAN);
        let bytes = [curve[from].x, curve[until - 1].x];
        match found.last_mut() {
            // A plateau with a bump in it is one.
            Some(last) if (cycles / last.cycles - 1.0).abs() < FLAT => last.bytes[1] = bytes[1],
            Some(last) if cycles < (1.0 + APART) * last.cycles => {}
            _ => found.push(Plateau { bytes, cycles }),
        }
        from = until;
    }
    found
}

fn is_flat(places: &[Place]) -> bool {
    let ys: Vec<f64> = places.iter().map(|place| place.y).collect();
    let Some(middle) = median(&ys) else { return false };
    ys.iter().all(|y| (y / middle - 1.0).abs() < FLAT)
}

/// Where a curve is halfway from one plateau to the next, by a straight line between the
/// points around it.
fn halfway(curve: &[Place], from: &Plateau, to: &Plateau) -> Option<f64> {
    let level = f64::midpoint(from.cycles, to.cycles);
    let between: Vec<&Place> =
        curve.iter().filter(|p| p.x >= from.bytes[1] && p.x <= to.bytes[0]).collect();
    between.windows(2).find(|pair| pair[0].y < level && pair[1].y >= level).map(|pair| {
        let share = (level - pair[0].y) / (pair[1].y - pair[0].y);
        pair[0].x + share * (pair[1].x - pair[0].x)
    })
}

/// Cycles of a load of the amortised chase.
fn cycles(values: &[f64]) -> Option<f64> {
    values.first().copied()
}

pub(super) fn analyse_l2(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    const METHOD: &str =
        "latency over the footprint: halfway between plateaus; the interval is between their ends";
    let curve = curve_of(samples, l2::SIZE.id, "average", "bytes", &[], cycles);
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
        let method = "median latency of the plateau; the interval is 2 % around it";
        let room = [plateau.cycles * (1.0 - FLAT), plateau.cycles * (1.0 + FLAT)];
        findings.push(Finding::bracketed(id, "cycles", plateau.cycles, room, method, count));
    }
    findings
}

pub(super) fn analyse_tlb(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    const METHOD: &str = "one line a page, in L2: the last footprint before the latency rises";
    let warm = curve_of(samples, tlb::TLB.id, "warm", "bytes", &[], cycles);
    let count = warm.len() as u64;
    let Some((floor, last, first)) = rise(&warm) else {
        let why = match warm.last() {
            Some(most) => format!("no rise up to {:.0} GiB", most.x / f64::from(1 << 30)),
            None => "no footprint was stable".to_owned(),
        };
        return ["tlb.reach", "tlb.coverage", "tlb.entries", "tlb.penalty"]
            .map(|id| Finding::unknown(id, &why, METHOD))
            .to_vec();
    };
    let mut findings =
        vec![Finding::bracketed("tlb.reach", "bytes", last.x, [last.x, first.x], METHOD, count)];
    findings.extend(entries(samples, floor, last.x));
    findings.push(cold(samples));
    findings
}

/// The median before the curve rises for good by more than a fiftieth, the last place before
/// and the first behind.
fn rise(curve: &[Place]) -> Option<(f64, Place, Place)> {
    let highest = curve.iter().map(|place| place.y).fold(0.0, f64::max);
    // Most of the sweep is before the rise, or there is none to be seen.
    let ys: Vec<f64> = curve.iter().map(|place| place.y).collect();
    let floor = median(&ys)?;
    if highest < 1.05 * floor {
        return None;
    }
    let last = curve.iter().rposition(|place| place.y <= (1.0 + FLAT) * floor)?;
    Some((floor, *curve.get(last)?, *curve.get(last + 1)?))
}

/// Pages further and further apart over the same footprint: with fewer places than entries
/// the rise is gone, and with more it is there. So an entry covers the widest stride that
/// still misses, if coverage is a power of two.
fn entries(samples: &[Sample], floor: f64, reach: f64) -> Vec<Finding> {
    const METHOD: &str = "the largest footprint read at wider and wider strides: the widest that \
                          still takes longer";
    let strides = curve_of(samples, tlb::TLB.id, "by_stride", "stride_bytes", &[], cycles);
    let misses = |place: &&Place| place.y > 1.05 * floor;
    let widest = strides.iter().rfind(misses);
    let fits = widest.and_then(|widest| strides.iter().find(|place| place.x > widest.x));
    let (Some(widest), Some(fits)) = (widest, fits) else {
        let why = "the rise stays, or is gone, at every stride";
        return ["tlb.coverage", "tlb.entries"]
            .map(|id| Finding::unknown(id, why, METHOD))
            .to_vec();
    };
    let count = strides.len() as u64;
    let most = strides.iter().map(|place| place.y).fold(0.0, f64::max);
    vec![
        Finding::bracketed("tlb.coverage", "bytes", widest.x, [widest.x, fits.x], METHOD, count),
        Finding::bracketed(
            "tlb.entries",
            "count",
            (reach / widest.x).round(),
            [(reach / fits.x).floor(), (reach / widest.x).ceil()],
            "reach over coverage",
            count,
        ),
        Finding::bracketed(
            "tlb.penalty",
            "cycles",
            most - floor,
            [most - floor, 2.0 * (most - floor)],
            "highest mean less the floor; at most twice that, since about half of the loads miss",
            count,
        ),
    ]
}

/// Whether DRAM takes longer the larger the footprint.
fn cold(samples: &[Sample]) -> Finding {
    const ID: &str = "tlb.cold_rise";
    const METHOD: &str = "loads from DRAM over the footprint: the largest against the smallest";
    let mean = |values: &[f64]| {
        let loads = crate::ask::loads(values);
        (!loads.is_empty()).then(|| loads.iter().sum::<f64>() / loads.len() as f64)
    };
    let curve = curve_of(samples, tlb::TLB.id, "cold", "bytes", &[], mean);
    let (Some(first), Some(last)) = (curve.first(), curve.last()) else {
        return Finding::unknown(ID, "no footprint was stable", METHOD);
    };
    let interval = [last.range[0] - first.range[1], last.range[1] - first.range[0]];
    Finding::bracketed(ID, "cycles", last.y - first.y, interval, METHOD, curve.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: &[(f64, f64)]) -> Vec<Place> {
        points.iter().map(|(x, y)| Place { x: *x, y: *y, range: [*y, *y], repeats: 3 }).collect()
    }

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

    #[test]
    fn a_rise_at_the_end_is_found_and_a_flat_curve_has_none() {
        let mut points: Vec<(f64, f64)> = (1..=20).map(|x| (f64::from(x), 290.0)).collect();
        assert_eq!(rise(&curve(&points)), None);
        points.extend([(21.0, 303.0), (22.0, 312.0), (23.0, 330.0)]);
        let (floor, last, first) = rise(&curve(&points)).unwrap();
        assert_eq!((floor, last.x, first.x), (290.0, 20.0, 21.0));
    }
}
