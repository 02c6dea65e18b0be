//! What curves over the footprint tell: the parts of L2, and how far translation reaches.

use propp_model::Finding;
use propp_model::Sample;
use propp_numbers::least_squares::line;
use propp_numbers::median::median;

use super::{l2, tlb};
use crate::view::{Place, curve_of, series};

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
        let method = "median latency of the plateau's samples";
        let on_it: Vec<f64> = series(samples, l2::SIZE.id, "average")
            .filter(|sample| {
                let bytes = sample.get("bytes").unwrap_or(f64::NAN);
                (plateau.bytes[0]..=plateau.bytes[1]).contains(&bytes)
            })
            .filter_map(|sample| cycles(&sample.values))
            .collect();
        findings.push(crate::view::measured(id, "cycles", &on_it, method));
    }
    findings
}

pub(super) fn analyse_tlb(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    const METHOD: &str = "one line a page, in L2, over the footprint: a floor, and behind it the share that \
                          misses";
    let warm = curve_of(samples, tlb::TLB.id, "warm", "bytes", &[], cycles);
    let count = warm.len() as u64;
    let Some(knee) = knee(&warm) else {
        let why = match warm.last() {
            Some(most) => format!("no clear rise up to {:.0} GiB", most.x / f64::from(1 << 30)),
            None => "no footprint was stable".to_owned(),
        };
        return ["tlb.reach", "tlb.penalty", "tlb.coverage", "tlb.entries"]
            .map(|id| Finding::unknown(id, &why, METHOD))
            .to_vec();
    };
    let mut findings = vec![
        Finding::bracketed("tlb.reach", "bytes", knee.reach[1], knee.interval(), METHOD, count),
        Finding::bracketed(
            "tlb.penalty",
            "cycles",
            knee.penalty[1],
            [knee.penalty[0], knee.penalty[2]],
            METHOD,
            count,
        ),
    ];
    findings.extend(entries(samples, &knee));
    findings.push(cold(samples));
    findings
}

/// Where the latency begins to rise, and by how much in the end.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Knee {
    /// The latency before.
    floor: f64,
    /// The footprint, by the points behind it: the least, the median and the most of what
    /// they give when each is left out once.
    reach: [f64; 3],
    /// What a miss adds, alike.
    penalty: [f64; 3],
}

impl Knee {
    fn interval(&self) -> [f64; 2] {
        [self.reach[0], self.reach[2]]
    }
}

/// The latency of the longest stretch on which it stays.
fn longest_flat(curve: &[Place]) -> Option<f64> {
    let until = |from: usize| {
        let ends = from + POINTS..=curve.len();
        ends.take_while(|until| is_flat(&curve[from..*until])).last().unwrap_or(from)
    };
    let longest = (0..curve.len()).map(|from| (from, until(from))).max_by_key(|(a, b)| b - a)?;
    let ys: Vec<f64> = curve[longest.0..longest.1].iter().map(|place| place.y).collect();
    median(&ys)
}

/// Fits the rise. Of a footprint `x` of which `r` is reached, in random order, a share of
/// `1 - r / x` misses, and so the latency is a line over `1 / x` from `r` on. `None` when
/// there is no rise, or when it is not that line.
fn knee(curve: &[Place]) -> Option<Knee> {
    let floor = longest_flat(curve)?;
    let risen: Vec<(f64, f64)> = curve
        .iter()
        .rev()
        .take_while(|place| place.y > 1.03 * floor)
        .map(|place| (1.0 / place.x, place.y))
        .collect();
    if risen.len() < 4 {
        return None;
    }
    let mut fits = Vec::new();
    for left_out in 0..risen.len() {
        let mut others = risen.clone();
        others.remove(left_out);
        let fit = line(&others).filter(|fit| fit.slope < 0.0 && fit.r_squared > 0.98)?;
        let penalty = fit.intercept - floor;
        fits.push((-fit.slope / penalty, penalty));
    }
    let three = |of: fn(&(f64, f64)) -> f64| -> Option<[f64; 3]> {
        let mut values: Vec<f64> = fits.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        Some([*values.first()?, median(&values)?, *values.last()?])
    };
    Some(Knee { floor, reach: three(|fit| fit.0)?, penalty: three(|fit| fit.1)? })
}

/// What an entry covers, by pages of the largest footprint that are scattered over it. With
/// a coverage of `c` there are `reach / c` entries, and so many pages lie in so many stretches
/// of `c`; behind as many stretches as entries the rest misses. Of the powers of two the one
/// is told that comes closest to the curve, if no other comes near it.
fn entries(samples: &[Sample], knee: &Knee) -> Vec<Finding> {
    const METHOD: &str = "pages scattered over the largest footprint, fewer and fewer: the \
                          coverage whose number of entries gives the curve";
    let curve = curve_of(samples, tlb::TLB.id, "scattered", "places", &[], cycles);
    let footprint = series(samples, tlb::TLB.id, "scattered").find_map(|s| s.get("bytes"));
    let unknown = |why: &str| {
        ["tlb.coverage", "tlb.entries"].map(|id| Finding::unknown(id, why, METHOD)).to_vec()
    };
    let Some(footprint) = footprint.filter(|_| curve.len() >= POINTS) else {
        return unknown("too few points were stable");
    };
    let mut fits: Vec<(f64, f64)> = (0..10)
        .map(|power| f64::from(2_u32 << 20) * f64::from(1 << power))
        .map(|coverage| (misfit(&curve, knee, footprint, coverage), coverage))
        .collect();
    fits.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [(best, coverage), (second, _), ..] = fits[..] else { return unknown("") };
    if second < 2.0 * best {
        return unknown("two coverages give the curve about as well");
    }
    let count = curve.len() as u64;
    let [least, middle, most] = knee.reach.map(|reach| reach / coverage);
    let room = [least.floor(), most.ceil()];
    vec![
        Finding::bracketed("tlb.coverage", "bytes", coverage, [coverage; 2], METHOD, count),
        Finding::bracketed(
            "tlb.entries",
            "count",
            middle.round(),
            room,
            "reach over coverage",
            count,
        ),
    ]
}

/// How far a coverage's curve is from the one that was measured: root of the mean square, in
/// cycles.
fn misfit(curve: &[Place], knee: &Knee, footprint: f64, coverage: f64) -> f64 {
    let (stretches, entries) = (footprint / coverage, knee.reach[1] / coverage);
    let off = |place: &Place| {
        let touched = stretches * (1.0 - (1.0 - 1.0 / stretches).powf(place.x));
        let misses = (1.0 - entries / touched).max(0.0);
        place.y - knee.floor - misses * knee.penalty[1]
    };
    let squares: f64 = curve.iter().map(|place| off(place).powi(2)).sum();
    (squares / curve.len() as f64).sqrt()
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
    fn the_knee_is_where_random_places_begin_to_miss() {
        let level = |x: f64| if x <= 63.5 { 291.0 } else { 291.0 + 96.0 * (1.0 - 63.5 / x) };
        let point = |x: u32| (f64::from(x), level(f64::from(x)) + 0.2 * f64::from(x % 3));
        let found = knee(&curve(&(1..126).map(point).collect::<Vec<_>>())).unwrap();
        assert!((found.reach[1] - 63.5).abs() < 1.0, "{found:?}");
        assert!((found.penalty[1] - 96.0).abs() < 3.0, "{found:?}");
        assert!(found.reach[0] <= 63.5 && found.reach[2] >= 63.0, "{found:?}");
        assert_eq!(knee(&curve(&(1..60).map(point).collect::<Vec<_>>())), None);
    }

    #[test]
    fn what_an_entry_covers_is_what_gives_the_curve() {
        const MIB: f64 = 1_048_576.0;
        let knee = Knee { floor: 291.0, reach: [64.0 * 1024.0 * MIB; 3], penalty: [97.0; 3] };
        let footprint = 125.0 * 1024.0 * MIB;
        let level = |pages: f64, coverage: f64| {
            let stretches = footprint / coverage;
            let touched = stretches * (1.0 - (1.0 - 1.0 / stretches).powf(pages));
            291.0 + 97.0 * (1.0 - knee.reach[1] / coverage / touched).max(0.0)
        };
        for coverage in [16.0 * MIB, 32.0 * MIB, 128.0 * MIB] {
            let points: Vec<(f64, f64)> = (1..40)
                .map(|i| f64::from(i * 256))
                .map(|pages| (pages, level(pages, coverage) + pages % 3.0))
                .collect();
            let off = |coverage: f64| misfit(&curve(&points), &knee, footprint, coverage);
            assert!(2.0 * off(coverage) < off(coverage / 2.0), "{coverage}");
            assert!(2.0 * off(coverage) < off(coverage * 2.0), "{coverage}");
        }
    }
}
