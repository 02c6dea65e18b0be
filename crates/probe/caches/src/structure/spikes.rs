//! Sudden rises of latency over threads, and the resource that was full.

use propp_base_statistics::tails::chi_squared_at_least;

use super::quantiles::median;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ThreadCurve {
    pub loads: u64,
    /// The number of threads that share a line.
    pub merged: u64,
    /// Ascending.
    pub threads: Vec<f64>,
    /// The time until all loads are back.
    pub cycles: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spike {
    /// The number of threads before the rise.
    pub threads: f64,
    /// The variance of three neighbouring points in cycles squared.
    pub variance: f64,
    /// The p-value of the variance, over all points of the curve.
    pub p_value: f64,
}

/// The resource that limits outstanding loads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The number of lines is limited, however many threads share one: miss status holding
    /// registers.
    MshrLike {
        /// The largest number of outstanding lines.
        entries: f64,
        /// The most threads per line that were tried without reaching another limit.
        merges: u64,
    },
    /// The number of warp load instructions is limited, whatever they touch: a pending request
    /// table.
    PrtLike {
        /// The largest number of outstanding instructions.
        entries: f64,
    },
    Unexplained,
    /// No curve has a spike.
    NoSaturation,
}

const WARP: f64 = 32.0;

/// The significance level over all points of a curve.
const CHANCE: f64 = 1e-3;

/// The unbiased variance of each point and its two neighbours; 0 at the ends.
pub fn variances(cycles: &[f64]) -> Vec<f64> {
    let mut variances = vec![0.0; cycles.len()];
    for (i, three) in cycles.windows(3).enumerate() {
        let mean = three.iter().sum::<f64>() / 3.0;
        variances[i + 1] = three.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 2.0;
    }
    variances
}

/// The spikes of a curve, in ascending order.
///
/// A curve rises with threads in any case, because loads are issued one after another. So the
/// local slope is subtracted first. Then the variance of three points is tested against the
/// noise of the whole curve: for normal noise it is chi-squared with two degrees of freedom. A
/// rise of a single point is an outlier and no spike.
pub fn spikes(curve: &ThreadCurve) -> Vec<Spike> {
    let flat = without_slope(&curve.cycles);
    let variances = variances(&flat);
    // The median of a chi-squared with 2 degrees of freedom is 2 ln 2. Rounding contributes
    // a quarter of a cycle.
    let noise = (median(&variances) / std::f64::consts::LN_2).max(0.25);
    let points = variances.len() as f64;
    let mut found: Vec<Spike> = Vec::new();
    for (i, variance) in variances.iter().copied().enumerate().skip(1) {
        let p_value = chi_squared_at_least(2.0 * variance / noise, 2) * points;
        let Some(at) = rise(&flat, i, noise.sqrt()) else { continue };
        let threads = curve.threads[at];
        if p_value < CHANCE && found.last().is_none_or(|last| last.threads < threads) {
            found.push(Spike { threads, variance, p_value });
        }
    }
    found
}

/// The curve without its local slope.
fn without_slope(cycles: &[f64]) -> Vec<f64> {
    let steps: Vec<f64> = cycles.windows(2).map(|two| two[1] - two[0]).collect();
    let around = |i: usize| {
        let from = i.saturating_sub(8);
        median(&steps[from..(i + 9).min(steps.len())])
    };
    let mut level = 0.0;
    let mut flat = vec![0.0; cycles.len().min(1)];
    for (i, step) in steps.iter().enumerate() {
        level += step - around(i);
        flat.push(level);
    }
    flat
}

/// The last point before a lasting rise next to a point.
fn rise(cycles: &[f64], point: usize, noise: f64) -> Option<usize> {
    if point + 5 > cycles.len() {
        // Too close to the end to see whether the rise lasts.
        return None;
    }
    let step = |at: usize| cycles[at + 1] - cycles[at];
    let at = if step(point) > step(point - 1) { point } else { point - 1 };
    let before = median(&cycles[at.saturating_sub(8)..=at]);
    let after = median(&cycles[at + 1..(at + 9).min(cycles.len())]);
    let stays = after - before > 6.0 * noise && after - before > 0.6 * step(at);
    stays.then_some(at)
}

/// The largest spike beyond the first warp; within it, issuing alone raises the latency.
fn main_spike(curve: &ThreadCurve) -> Option<Spike> {
    let beyond = spikes(curve).into_iter().filter(|spike| spike.threads >= WARP);
    beyond.max_by(|a, b| a.variance.total_cmp(&b.variance))
}

/// The limited resource: lines, if all curves have their largest spike at the same number of
/// outstanding lines; instructions, if at the same number of warp instructions.
pub fn verdict(curves: &[ThreadCurve]) -> Verdict {
    let spiked: Vec<(&ThreadCurve, f64)> = curves
        .iter()
        .filter_map(|curve| main_spike(curve).map(|spike| (curve, spike.threads)))
        .collect();
    if spiked.is_empty() {
        return Verdict::NoSaturation;
    }
    let lines = |(curve, threads): &(&ThreadCurve, f64)| {
        threads * curve.loads as f64 / curve.merged.max(1) as f64
    };
    let warps =
        |(curve, threads): &(&ThreadCurve, f64)| (threads / WARP).ceil() * curve.loads as f64;
    // The number of threads at a spike is accurate to one step of the curve.
    let lines_room = |(curve, _): &(&ThreadCurve, f64)| {
        step(curve) * curve.loads as f64 / curve.merged.max(1) as f64
    };
    let warps_room = |(curve, _): &(&ThreadCurve, f64)| curve.loads as f64;
    let as_lines = common(&spiked, lines, lines_room);
    let as_warps = common(&spiked, warps, warps_room);
    match (as_lines, as_warps) {
        (Some(entries), None) => Verdict::MshrLike {
            entries,
            merges: spiked.iter().map(|(curve, _)| curve.merged).max().unwrap_or(1),
        },
        (None, Some(entries)) => Verdict::PrtLike { entries },
        // With one setting, or with proportional lines and warps, the two cannot be separated.
        _ => Verdict::Unexplained,
    }
}

/// The distance of the curve's points, in threads.
fn step(curve: &ThreadCurve) -> f64 {
    curve.threads.windows(2).map(|two| two[1] - two[0]).fold(f64::INFINITY, f64::min)
}

/// The number that all curves agree on within their resolution.
fn common<T>(curves: &[T], number: impl Fn(&T) -> f64, room: impl Fn(&T) -> f64) -> Option<f64> {
    // A curve bounds the limit from below by its number, and from above by one step more.
    let most = curves.iter().map(|curve| number(curve) + room(curve)).fold(f64::INFINITY, f64::min);
    let least = curves.iter().map(&number).fold(0.0, f64::max);
    (least < most && curves.len() > 1).then_some(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use propp_base_statistics::Random;

    /// A curve with a jump where `full` says so.
    fn curve(seed: u64, loads: u64, merged: u64, full: impl Fn(f64) -> bool) -> ThreadCurve {
        let mut random = Random::of_seed(seed * 31 + loads * 7 + merged);
        let threads: Vec<f64> = (1..=512).map(|i| f64::from(2 * i)).collect();
        let cycles = |threads: &f64| {
            let issue = 3.0 * threads.min(WARP) + 0.4 * threads * loads as f64 / merged as f64;
            let delay = if random.below(100) == 0 { 200.0 * random.unit() } else { 0.0 };
            let noise = 6.0 * (random.unit() + random.unit() - 1.0);
            let jump = if full(*threads) { 380.0 } else { 0.0 };
            (500.0 + issue + jump + delay + noise).round()
        };
        let cycles = threads.iter().map(cycles).collect();
        ThreadCurve { loads, merged, threads, cycles }
    }

    fn mshr(seed: u64, entries: f64) -> Vec<ThreadCurve> {
        [(1, 1), (2, 1), (3, 1), (1, 2), (2, 4), (4, 8)]
            .map(|(loads, merged)| {
                let lines = move |threads: f64| threads * loads as f64 / merged as f64;
                curve(seed, loads, merged, move |threads| lines(threads) > entries)
            })
            .to_vec()
    }

    /// That the verdict on most curves is right, and on the others that nothing explains them.
    fn is_mostly(curves: impl Fn(u64) -> Vec<ThreadCurve>, is_right: impl Fn(&Verdict) -> bool) {
        let verdicts: Vec<Verdict> = (0..50).map(|seed| verdict(&curves(seed))).collect();
        let (right, others): (Vec<_>, Vec<_>) = verdicts.iter().partition(|one| is_right(one));
        assert!(others.iter().all(|one| matches!(one, Verdict::Unexplained)), "{others:?}");
        assert!(right.len() >= 45, "{} of 50", right.len());
    }

    #[test]
    fn lines_that_run_out_are_mshr_like() {
        is_mostly(
            |seed| mshr(seed, 128.0),
            |verdict| matches!(verdict, Verdict::MshrLike { entries, merges: 8 } if (entries - 128.0).abs() <= 2.0),
        );
    }

    #[test]
    fn instructions_that_run_out_are_prt_like() {
        let curves = |seed| {
            let of = |(loads, merged)| {
                let warps = move |threads: f64| (threads / WARP).ceil() * loads as f64;
                curve(seed, loads, merged, move |threads| warps(threads) > 44.0)
            };
            [(2, 1), (3, 1), (4, 1), (2, 8), (4, 32)].map(of).to_vec()
        };
        is_mostly(
            curves,
            |verdict| matches!(verdict, Verdict::PrtLike { entries } if (entries - 44.0).abs() <= 2.0),
        );
    }

    #[test]
    fn where_nothing_runs_out_nothing_is_seen() {
        is_mostly(
            |seed| [1, 2, 4].map(|loads| curve(seed, loads, 1, |_| false)).to_vec(),
            |verdict| matches!(verdict, Verdict::NoSaturation),
        );
    }

    #[test]
    fn the_variance_of_three_points_is_unbiased() {
        assert_eq!(variances(&[1.0, 3.0, 5.0, 4.0, 3.0]), [0.0, 4.0, 1.0, 1.0, 0.0]);
    }
}
