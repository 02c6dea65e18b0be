//! Where latency over threads rises suddenly, and what it then was that ran out.

use propp_numbers::tails::chi_squared_at_least;

use super::quantiles::median;

/// A curve of latency over threads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ThreadCurve {
    /// Loads of every thread.
    pub loads: u64,
    /// Threads of which the loads go to the same line; 1 where each has its own.
    pub merged: u64,
    /// Threads, in ascending order.
    pub threads: Vec<f64>,
    /// Latency of all loads, in cycles.
    pub cycles: Vec<f64>,
}

/// A sudden rise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spike {
    /// The last number of threads before the rise.
    pub threads: f64,
    /// Variance of three neighbouring points, in cycles squared.
    pub variance: f64,
    /// The chance of such a variance anywhere on the curve by its own noise.
    pub p_value: f64,
}

/// What runs out when many loads are on their way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// As many lines, however many threads share one: registers that hold the status of a
    /// miss each.
    MshrLike {
        /// Lines that can be on their way.
        entries: f64,
        /// The most threads that were seen to share one without another limit.
        merges: u64,
    },
    /// As many load instructions of warps, whatever they touch: a table of requests.
    PrtLike {
        /// Instructions that can be on their way.
        entries: f64,
    },
    /// Spikes that neither explains.
    Unexplained,
    /// No curve has a spike.
    NoSaturation,
}

const WARP: f64 = 32.0;

/// A spike by chance on any point of a curve is to be rarer than this.
const CHANCE: f64 = 1e-3;

/// The unbiased variance of every point and its two neighbours; of the ends, 0.
#[must_use]
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
/// A curve rises with threads even where nothing runs out, because loads are issued one
/// after another. So each step is taken against those around it, and its variance against
/// the noise of the whole curve: three normal points have a variance that is chi-squared
/// with two degrees of freedom. A step that falls back at once is a single delayed point
/// and no spike.
#[must_use]
pub fn spikes(curve: &ThreadCurve) -> Vec<Spike> {
    let flat = without_slope(&curve.cycles);
    let variances = variances(&flat);
    // The median of a chi-squared with 2 degrees of freedom is 2 ln 2; a quarter of a
    // cycle is what rounding leaves.
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

/// What is left of a curve when the slope around every point is taken away.
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

/// The last point before a rise that stays, next to a point.
fn rise(cycles: &[f64], point: usize, noise: f64) -> Option<usize> {
    if point + 5 > cycles.len() {
        // The end of the curve does not show whether it stays.
        return None;
    }
    let step = |at: usize| cycles[at + 1] - cycles[at];
    let at = if step(point) > step(point - 1) { point } else { point - 1 };
    let before = median(&cycles[at.saturating_sub(8)..=at]);
    let after = median(&cycles[at + 1..(at + 9).min(cycles.len())]);
    let stays = after - before > 6.0 * noise && after - before > 0.6 * step(at);
    stays.then_some(at)
}

/// The largest spike of a curve beyond the first warp, within which issuing alone makes
/// the latency rise.
fn main_spike(curve: &ThreadCurve) -> Option<Spike> {
    let beyond = spikes(curve).into_iter().filter(|spike| spike.threads >= WARP);
    beyond.max_by(|a, b| a.variance.total_cmp(&b.variance))
}

/// What runs out, by where the curves have their largest spikes: where the lines on their
/// way are as many in all of them, or the instructions of warps are.
#[must_use]
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
    // Threads are counted in steps, so an end is exact to a step of each curve.
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
        // With one setting, or with lines and warps in one proportion, it is not clear.
        _ => Verdict::Unexplained,
    }
}

/// The distance of threads of a curve.
fn step(curve: &ThreadCurve) -> f64 {
    curve.threads.windows(2).map(|two| two[1] - two[0]).fold(f64::INFINITY, f64::min)
}

/// The number that all curves agree on, if they do to within their room.
fn common<T>(curves: &[T], number: impl Fn(&T) -> f64, room: impl Fn(&T) -> f64) -> Option<f64> {
    // A curve tells that its number and no more fits, up to what one step more would be.
    let most = curves.iter().map(|curve| number(curve) + room(curve)).fold(f64::INFINITY, f64::min);
    let least = curves.iter().map(&number).fold(0.0, f64::max);
    (least < most && curves.len() > 1).then_some(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use propp_numbers::Random;

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

    #[test]
    fn lines_that_run_out_are_mshr_like() {
        let mut right = 0;
        for seed in 0..50 {
            match verdict(&mshr(seed, 128.0)) {
                Verdict::MshrLike { entries, merges } => {
                    assert!((entries - 128.0).abs() <= 2.0 && merges == 8, "{entries} {merges}");
                    right += 1;
                }
                Verdict::Unexplained => {}
                other => panic!("{other:?}"),
            }
        }
        assert!(right >= 45, "{right} of 50");
    }

    #[test]
    fn instructions_that_run_out_are_prt_like() {
        let mut right = 0;
        for seed in 0..50 {
            let curves: Vec<ThreadCurve> = [(2, 1), (3, 1), (4, 1), (2, 8), (4, 32)]
                .map(|(loads, merged)| {
                    let warps = move |threads: f64| (threads / WARP).ceil() * loads as f64;
                    curve(seed, loads, merged, move |threads| warps(threads) > 44.0)
                })
                .to_vec();
            match verdict(&curves) {
                Verdict::PrtLike { entries } => {
                    assert!((entries - 44.0).abs() <= 2.0, "{entries}");
                    right += 1;
                }
                Verdict::Unexplained => {}
                other => panic!("{other:?}"),
            }
        }
        assert!(right >= 45, "{right} of 50");
    }

    #[test]
    fn where_nothing_runs_out_nothing_is_seen() {
        let mut right = 0;
        for seed in 0..50 {
            let curves = [1, 2, 4].map(|loads| curve(seed, loads, 1, |_| false));
            match verdict(&curves) {
                Verdict::NoSaturation => right += 1,
                Verdict::Unexplained => {}
                other => panic!("{other:?}"),
            }
        }
        assert!(right >= 45, "{right} of 50");
    }

    #[test]
    fn the_variance_of_three_points_is_unbiased() {
        assert_eq!(variances(&[1.0, 3.0, 5.0, 4.0, 3.0]), [0.0, 4.0, 1.0, 1.0, 0.0]);
    }
}
