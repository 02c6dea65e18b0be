//! Analyses latency under address translation: the reach of the TLB and its entries.

use propp_base_model::{Finding, Sample};
use propp_base_statistics::least_squares::line;
use propp_base_statistics::median::median;

use super::flat::{MIN_POINTS, cycles, is_flat};
use super::ids::TLB;
use crate::view::{Place, curve_of, series};

pub(super) fn analyse(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    const METHOD: &str = "one line a page, in L2, over the footprint: a floor, and behind it the share that \
                          misses";
    let warm = curve_of(samples, TLB, "warm", "bytes", &[], cycles);
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

/// The footprint at which the latency begins to rise, and the cost of a miss.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Knee {
    floor: f64,
    /// Minimum, median and maximum over the leave-one-out fits.
    reach: [f64; 3],
    /// Likewise for the cycles that a miss adds.
    penalty: [f64; 3],
}

impl Knee {
    fn interval(&self) -> [f64; 2] {
        [self.reach[0], self.reach[2]]
    }
}

/// The median latency of the longest flat part.
fn longest_flat(curve: &[Place]) -> Option<f64> {
    let until = |from: usize| {
        let ends = from + MIN_POINTS..=curve.len();
        ends.take_while(|until| is_flat(&curve[from..*until])).last().unwrap_or(from)
    };
    let longest = (0..curve.len()).map(|from| (from, until(from))).max_by_key(|(a, b)| b - a)?;
    let ys: Vec<f64> = curve[longest.0..longest.1].iter().map(|place| place.y).collect();
    median(&ys)
}

/// Fits the rise. With random accesses to a footprint `x` and a reach `r`, the share
/// `1 - r / x` misses, so the latency is linear in `1 / x` from `r` on. `None` without a rise,
/// or if it is not linear.
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

/// The bytes that a TLB entry covers, from pages scattered over the largest footprint. With a
/// coverage `c` there are `reach / c` entries, and accesses miss as soon as the pages lie in
/// more stretches of `c` bytes than there are entries. The result is the power of two that fits
/// the curve best, if no other fits nearly as well.
fn entries(samples: &[Sample], knee: &Knee) -> Vec<Finding> {
    const METHOD: &str = "pages scattered over the largest footprint, fewer and fewer: the \
                          coverage whose number of entries gives the curve";
    let curve = curve_of(samples, TLB, "scattered", "places", &[], cycles);
    let footprint = series(samples, TLB, "scattered").find_map(|s| s.get("bytes"));
    let unknown = |why: &str| {
        ["tlb.coverage", "tlb.entries"].map(|id| Finding::unknown(id, why, METHOD)).to_vec()
    };
    let Some(footprint) = footprint.filter(|_| curve.len() >= MIN_POINTS) else {
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

/// The RMS error of the curve predicted for a coverage, in cycles.
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

/// The rise of the DRAM latency with the footprint.
fn cold(samples: &[Sample]) -> Finding {
    const ID: &str = "tlb.cold_rise";
    const METHOD: &str = "loads from DRAM over the footprint: the largest against the smallest";
    let mean = |values: &[f64]| {
        let loads = crate::ask::loads(values);
        (!loads.is_empty()).then(|| loads.iter().sum::<f64>() / loads.len() as f64)
    };
    let curve = curve_of(samples, TLB, "cold", "bytes", &[], mean);
    let (Some(first), Some(last)) = (curve.first(), curve.last()) else {
        return Finding::unknown(ID, "no footprint was stable", METHOD);
    };
    let interval = [last.range[0] - first.range[1], last.range[1] - first.range[0]];
    Finding::bracketed(ID, "cycles", last.y - first.y, interval, METHOD, curve.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::super::flat::curve;
    use super::*;

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
