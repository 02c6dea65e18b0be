//! Change points of a curve, such as the knees of latency over footprint.

use propp_base_statistics::Random;

use super::quantiles::median;

/// A step of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The last point before and the first point after the step.
    pub at: [f64; 2],
    /// The median since the previous step.
    pub from: f64,
    /// The median up to the next step.
    pub to: f64,
    /// The p-value by a permutation test.
    pub p_value: f64,
}

/// The criteria of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steps {
    /// The significance level.
    pub p_value: f64,
    /// The least height relative to the lower side.
    pub share: f64,
    /// The least number of points on either side.
    pub points: usize,
}

impl Default for Steps {
    fn default() -> Self {
        Self { p_value: 0.01, share: 0.03, points: 4 }
    }
}

const TRIALS: u32 = 999;

/// Finds the steps of a curve with ascending `x` by binary segmentation.
///
/// A part of the curve is cut where the rank sums of both sides differ most, if a permutation
/// test finds the difference significant; then both parts are segmented. Ranks make the result
/// independent of outliers and of the noise's distribution. A slope gives several steps.
pub fn steps(x: &[f64], y: &[f64], options: &Steps) -> Vec<Step> {
    let number = x.len().min(y.len());
    let mut cuts = Vec::new();
    let mut random = Random::of_seed(0x57E9);
    let mut parts = vec![(0, number)];
    while let Some((from, to)) = parts.pop() {
        if let Some((cut, p_value)) = cut(&y[from..to], options, &mut random) {
            cuts.push((from + cut, p_value));
            parts.push((from, from + cut));
            parts.push((from + cut, to));
        }
    }
    cuts.sort_unstable_by_key(|(at, _)| *at);
    settle(&mut cuts, &y[..number], options);
    steps_at(x, &y[..number], cuts, options)
}

/// Moves each cut to the best place between its final neighbours.
fn settle(cuts: &mut [(usize, f64)], y: &[f64], options: &Steps) {
    for _ in 0..3 {
        for i in 0..cuts.len() {
            let from = i.checked_sub(1).map_or(0, |before| cuts[before].0);
            let to = cuts.get(i + 1).map_or(y.len(), |after| after.0);
            if to - from >= 2 * options.points {
                cuts[i].0 = from + parts_best(&y[from..to], options.points);
            }
        }
    }
}

/// The cut that minimises the absolute deviations from the medians of both sides.
fn parts_best(y: &[f64], points: usize) -> usize {
    let around = |side: &[f64]| -> f64 {
        let middle = median(side);
        side.iter().map(|v| (v - middle).abs()).sum()
    };
    let off = |at: &usize| around(&y[..*at]) + around(&y[*at..]);
    let cuts = points..=y.len() - points;
    cuts.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(points)
}

/// The steps at the cuts, without steps that are too small.
fn steps_at(x: &[f64], y: &[f64], mut cuts: Vec<(usize, f64)>, options: &Steps) -> Vec<Step> {
    loop {
        let edge =
            |i: Option<usize>, none: usize| i.and_then(|i| cuts.get(i)).map_or(none, |(at, _)| *at);
        let step = |(i, (at, p_value)): (usize, &(usize, f64))| Step {
            at: [x[at - 1], x[*at]],
            from: median(&y[edge(i.checked_sub(1), 0)..*at]),
            to: median(&y[*at..edge(Some(i + 1), y.len())]),
            p_value: *p_value,
        };
        let found: Vec<Step> = cuts.iter().enumerate().map(step).collect();
        let size = |step: &Step| (step.to - step.from).abs() / step.from.min(step.to).abs();
        let small = found.iter().enumerate().filter(|(_, step)| size(step) < options.share);
        let Some((smallest, _)) = small.min_by(|a, b| size(a.1).total_cmp(&size(b.1))) else {
            return found;
        };
        cuts.remove(smallest);
    }
}

/// The best cut of a part and its p-value, if it is significant.
fn cut(y: &[f64], options: &Steps, random: &mut Random) -> Option<(usize, f64)> {
    if y.len() < 2 * options.points {
        return None;
    }
    let mut ranks = ranks(y);
    let (at, best) = best_cut(&ranks, options.points);
    let mut as_good = 0;
    for trial in 0..TRIALS {
        random.shuffle(&mut ranks);
        as_good += u32::from(best_cut(&ranks, options.points).1 >= best);
        // It can no longer become significant.
        if f64::from(as_good) > options.p_value * f64::from(TRIALS + 1) {
            return None;
        }
        debug_assert!(trial < TRIALS);
    }
    let p_value = f64::from(as_good + 1) / f64::from(TRIALS + 1);
    (p_value <= options.p_value).then_some((at, p_value))
}

/// The cut with the largest difference of rank sums, in standard deviations.
fn best_cut(ranks: &[f64], points: usize) -> (usize, f64) {
    let number = ranks.len() as f64;
    let mean = (number + 1.0) / 2.0;
    let mut sum = 0.0;
    let mut best = (0, f64::NEG_INFINITY);
    for (i, rank) in ranks.iter().enumerate() {
        let before = i as f64;
        if i >= points && i + points <= ranks.len() {
            let deviation = (before * (number - before) * (number + 1.0) / 12.0).sqrt();
            let score = (sum - before * mean).abs() / deviation;
            if score > best.1 {
                best = (i, score);
            }
        }
        sum += rank;
    }
    best
}

/// Ranks from 1; ties get their mean rank.
fn ranks(y: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..y.len()).collect();
    order.sort_by(|a, b| y[*a].total_cmp(&y[*b]));
    let mut ranks = vec![0.0; y.len()];
    for same in order.chunk_by(|a, b| y[*a].total_cmp(&y[*b]).is_eq()) {
        let first = order.partition_point(|i| y[*i].total_cmp(&y[same[0]]).is_lt());
        let rank = first as f64 + (same.len() as f64 + 1.0) / 2.0;
        for i in same {
            ranks[*i] = rank;
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A curve with steps up, with noise and one delay in twenty points.
    fn curve(seed: u64, number: usize, knees: &[(usize, f64)], noise: f64) -> (Vec<f64>, Vec<f64>) {
        let mut random = Random::of_seed(seed);
        let level = |i: usize| knees.iter().rev().find(|(at, _)| i >= *at).map_or(100.0, |k| k.1);
        let mut y = Vec::new();
        for i in 0..number {
            let outlier = if random.below(20) == 0 { 400.0 * random.unit() } else { 0.0 };
            y.push(level(i) + noise * (random.unit() + random.unit() - 1.0) + outlier);
        }
        ((0..number).map(|i| i as f64).collect(), y)
    }

    #[test]
    fn steps_are_where_they_were_made() {
        let mut missed = 0;
        for seed in 0..60 {
            let (x, y) = curve(seed, 80, &[(25, 150.0), (55, 230.0)], 10.0);
            let found = steps(&x, &y, &Steps::default());
            let near = |at: f64| found.iter().any(|step| (step.at[1] - at).abs() <= 2.0);
            missed += u32::from(!near(25.0)) + u32::from(!near(55.0));
            assert!(found.len() <= 3, "{found:?}");
            for step in &found {
                assert!(step.p_value <= 0.01);
            }
        }
        assert!(missed <= 2, "{missed} of 120");
    }

    #[test]
    fn a_level_curve_has_no_step() {
        let mut false_ones = 0;
        for seed in 0..200 {
            let (x, y) = curve(seed, 60, &[], 20.0);
            false_ones += steps(&x, &y, &Steps::default()).len();
        }
        assert!(false_ones <= 4, "{false_ones} of 200");
    }

    #[test]
    fn what_is_told_of_a_step_is_its_height() {
        let (x, y) = curve(3, 40, &[(20, 300.0)], 5.0);
        let found = steps(&x, &y, &Steps::default());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].at, [19.0, 20.0]);
        assert!((found[0].from - 100.0).abs() < 3.0 && (found[0].to - 300.0).abs() < 6.0);
    }

    #[test]
    fn too_few_points_have_no_step() {
        assert!(steps(&[1.0, 2.0], &[1.0, 9.0], &Steps::default()).is_empty());
        assert!(steps(&[], &[], &Steps::default()).is_empty());
    }
}
