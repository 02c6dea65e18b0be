//! How sure an order by predicted times is: calibrated on held-out pairs, and judged.
//!
//! The probability that the one predicted faster is faster follows a logistic function of the
//! logarithm of the predicted ratio. It is the flatter the more the two times differ in what they are
//! made of, since errors of the same price cancel out. Its two parameters, slope and growth, maximise
//! the likelihood of the measured orders. A pair is judged by those of the other primitives.

use std::collections::BTreeSet;

use propp_base_solve::resample::Bootstrap;
use propp_base_statistics::Interval;
use propp_base_statistics::parallel;
use propp_base_statistics::summary::bootstrap;
use propp_judge_cost::{CALLED, Certainty, widening};
use serde::Serialize;

use super::Prediction;
use super::ordering::by_case;
use super::validate::THRESHOLD;

/// No ratio of predicted times is more accurate than to 1 %, however small the data.
const MAX_SLOPE: f64 = 100.0;

const MAX_STEPS: usize = 100;

/// How fast the scale may grow with the difference of two times. The likelihood is flat between
/// these.
const GROWTHS: [f64; 11] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0];

/// The lower bounds of the bins.
const BOUNDS: [f64; 7] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];

/// A figure and its 95 % interval, by resampling primitives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figure {
    pub value: f64,
    pub interval: Interval,
}

/// How many pairs are called, which means ordered with a certainty of [`CALLED`] or more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Calls {
    pub pairs: u64,
    pub called: u64,
    /// Called pairs in the right order; equal measured times count as a half.
    pub right: f64,
    /// Of the pairs.
    pub called_share: Option<Figure>,
    /// Of the called pairs.
    pub right_share: Option<Figure>,
    /// The mean negative logarithm of the probability of what was measured.
    pub log_loss: Option<Figure>,
}

/// Pairs with a certainty from `from` to below `to`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ReliabilityBin {
    pub from: f64,
    pub to: f64,
    pub pairs: u64,
    /// The mean; `None` without pairs.
    pub certainty: Option<f64>,
    /// The share of the pairs in the right order.
    pub right: Option<Figure>,
}

/// How good the certainty is: pairs of held-out primitives, judged by a calibration without
/// their primitive.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CertaintyFigures {
    /// Pairs more than 5 % apart.
    pub apart: Calls,
    pub all: Calls,
    pub bins: Vec<ReliabilityBin>,
}

/// Two implementations of a problem.
struct Pair {
    primitive: usize,
    /// The logarithm of the predicted ratio; not negative.
    log_ratio: f64,
    /// Of what the two times are made of.
    difference: f64,
    /// 1 if the one predicted faster is faster, 0.5 for a tie, 0 if it is slower.
    right: f64,
    is_apart: bool,
}

/// A pair and its certainty by the other primitives.
struct Judged<'p> {
    pair: &'p Pair,
    certainty: f64,
    loss: f64,
}

/// The certainty of an order by these held-out predictions, and how good it is. `None` if
/// fewer than two primitives have pairs, or the predictions do not tell the order.
pub fn calibrate(
    predictions: &[Prediction],
    rounds: &Bootstrap,
) -> Option<(Certainty, CertaintyFigures)> {
    let names: BTreeSet<&str> = predictions.iter().map(|one| one.group).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let mut pairs = Vec::new();
    for ((group, _), case) in by_case(predictions) {
        let primitive = names.binary_search(&group).ok()?;
        for (place, one) in case.iter().enumerate() {
            pairs.extend(case[..place].iter().filter_map(|other| pair(primitive, one, other)));
        }
    }
    let groups: BTreeSet<usize> = pairs.iter().map(|pair| pair.primitive).collect();
    let of_all = Curve::fitted(pairs.iter());
    if groups.len() < 2 || of_all.slope <= 0.0 {
        return None;
    }
    let primitives: Vec<usize> = (0..names.len()).collect();
    let curves = parallel::each(&primitives, |primitive| {
        Curve::fitted(pairs.iter().filter(|pair| pair.primitive != *primitive))
    });
    let judged: Vec<Judged<'_>> = pairs.iter().map(|p| p.judged(curves[p.primitive])).collect();
    let certainty = Certainty {
        scale: 1.0 / of_all.slope,
        growth: of_all.growth,
        pairs: pairs.len() as u64,
        primitives: groups.len() as u64,
    };
    let all = || judged.iter();
    let figures = CertaintyFigures {
        apart: calls(all().filter(|one| one.pair.is_apart), rounds),
        all: calls(all(), rounds),
        bins: (0..BOUNDS.len()).map(|bin| reliability(all(), bin, rounds)).collect(),
    };
    Some((certainty, figures))
}

/// The mean negative logarithm of the probability of the measured orders, as [`calibrate`] judges
/// them.
pub(super) fn log_loss(predictions: &[Prediction]) -> Option<f64> {
    // Its interval is not asked for.
    let (_, figures) = calibrate(predictions, &Bootstrap { rounds: 2, seed: 0 })?;
    Some(figures.all.log_loss?.value)
}

/// `None` if a prediction is no time.
fn pair(primitive: usize, one: &Prediction, other: &Prediction) -> Option<Pair> {
    let log_ratio = (other.predicted / one.predicted).ln();
    let (fast, slow) = if log_ratio < 0.0 { (other, one) } else { (one, other) };
    log_ratio.is_finite().then(|| Pair {
        primitive,
        log_ratio: log_ratio.abs(),
        difference: one.parts.zip(other.parts).map_or(0.0, |(one, other)| one.difference(other)),
        right: match fast.measured.total_cmp(&slow.measured) {
            _ if log_ratio == 0.0 => 0.5,
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        },
        is_apart: one.measured.max(other.measured) > one.measured.min(other.measured) * THRESHOLD,
    })
}

/// The probability that a pair is in the predicted order.
#[derive(Clone, Copy)]
struct Curve {
    /// By the logarithm of the predicted ratio, for times that are made up alike.
    slope: f64,
    growth: f64,
}

impl Curve {
    /// The curve of the greatest likelihood, of those with a growth in [`GROWTHS`].
    fn fitted<'p>(pairs: impl Iterator<Item = &'p Pair> + Clone) -> Self {
        let curves = GROWTHS.map(|growth| {
            let curve = Self { slope: slope(pairs.clone(), growth), growth };
            (pairs.clone().map(|pair| pair.judged(curve).loss).sum::<f64>(), curve)
        });
        // Of the same likelihood the first.
        let likelier =
            |one: (f64, Self), other: (f64, Self)| if other.0 < one.0 { other } else { one };
        curves.into_iter().reduce(likelier).map_or(Self { slope: 0.0, growth: 0.0 }, |best| best.1)
    }
}

impl Pair {
    /// The logarithm of the ratio, in the scale of pairs that are made up alike.
    fn distance(&self, growth: f64) -> f64 {
        self.log_ratio / widening(growth, self.difference)
    }

    fn judged(&self, curve: Curve) -> Judged<'_> {
        let log_odds = curve.slope * self.distance(curve.growth);
        let loss = (-log_odds).exp().ln_1p() + (1.0 - self.right) * log_odds;
        Judged { pair: self, certainty: logistic(log_odds), loss }
    }
}

fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The slope of the greatest likelihood with this growth, by Newton's method from 0. The derivative
/// of the likelihood falls and is convex, so no step goes too far.
fn slope<'p>(pairs: impl Iterator<Item = &'p Pair> + Clone, growth: f64) -> f64 {
    let distances: Vec<(f64, f64)> =
        pairs.map(|pair| (pair.distance(growth), pair.right)).collect();
    let mut slope = 0.0;
    for _ in 0..MAX_STEPS {
        let (mut gradient, mut curvature) = (0.0, 0.0);
        for (distance, right) in &distances {
            let certainty = logistic(slope * distance);
            gradient += distance * (right - certainty);
            curvature += distance.powi(2) * certainty * (1.0 - certainty);
        }
        if gradient <= 0.0 || curvature <= 0.0 {
            break;
        }
        let step = gradient / curvature;
        slope = (slope + step).min(MAX_SLOPE);
        if step < 1e-9 * slope || slope >= MAX_SLOPE {
            break;
        }
    }
    slope
}

fn calls<'p>(pairs: impl Iterator<Item = &'p Judged<'p>> + Clone, rounds: &Bootstrap) -> Calls {
    let called = || pairs.clone().filter(|one| one.certainty >= CALLED);
    let is_called = |one: &Judged<'_>| f64::from(u8::from(one.certainty >= CALLED));
    Calls {
        pairs: pairs.clone().count() as u64,
        called: called().count() as u64,
        right: called().map(|one| one.pair.right).sum(),
        called_share: mean(pairs.clone(), is_called, rounds),
        right_share: mean(called(), |one| one.pair.right, rounds),
        log_loss: mean(pairs.clone(), |one| one.loss, rounds),
    }
}

fn reliability<'p>(
    pairs: impl Iterator<Item = &'p Judged<'p>> + Clone,
    bin: usize,
    rounds: &Bootstrap,
) -> ReliabilityBin {
    let next = BOUNDS.get(bin + 1).copied();
    let is_inside = |one: &&Judged<'_>| {
        one.certainty >= BOUNDS[bin] && next.is_none_or(|next| one.certainty < next)
    };
    let inside = pairs.filter(is_inside);
    let count = inside.clone().count();
    let sum: f64 = inside.clone().map(|one| one.certainty).sum();
    ReliabilityBin {
        from: BOUNDS[bin],
        to: next.unwrap_or(1.0),
        pairs: count as u64,
        certainty: (count > 0).then(|| sum / count as f64),
        right: mean(inside, |one| one.pair.right, rounds),
    }
}

/// The mean over the pairs, and its interval if all pairs of a primitive are drawn together.
fn mean<'p>(
    pairs: impl Iterator<Item = &'p Judged<'p>>,
    value: impl Fn(&Judged<'_>) -> f64,
    rounds: &Bootstrap,
) -> Option<Figure> {
    // Of each primitive the sum and the number of its pairs.
    let mut sums: Vec<(f64, f64)> = Vec::new();
    for one in pairs {
        let place = one.pair.primitive;
        sums.resize(sums.len().max(place + 1), (0.0, 0.0));
        sums[place].0 += value(one);
        sums[place].1 += 1.0;
    }
    sums.retain(|(_, count)| *count > 0.0);
    let drawn = |times: &[u32]| {
        let weighted = |of: fn(&(f64, f64)) -> f64| {
            sums.iter().zip(times).map(|(sum, times)| of(sum) * f64::from(*times)).sum::<f64>()
        };
        Some(weighted(|sum| sum.0) / weighted(|sum| sum.1))
    };
    let value = drawn(&vec![1; sums.len()]).filter(|mean| mean.is_finite())?;
    let interval = bootstrap(sums.len(), rounds.rounds, rounds.seed, 0.95, drawn)?;
    Some(Figure { value, interval })
}

#[cfg(test)]
mod tests {
    use propp_base_statistics::Random;
    use propp_judge_cost::Composition;

    use super::*;

    const ROUNDS: Bootstrap = Bootstrap { rounds: 200, seed: 1 };

    /// Pairs whose predicted ratio is off by a logistic error of this scale.
    fn predictions(cases: &[String], scale: f64) -> Vec<Prediction<'_>> {
        let mut random = Random::new(5, 0);
        let groups = ["copy", "reduce", "scan", "sort"];
        let two = |(place, case)| {
            let odds = random.unit();
            let error = scale * (odds / (1.0 - odds)).ln();
            let predicted = 2.4 * (random.unit() - 0.5);
            let one = |measured: f64, predicted: f64| Prediction {
                group: groups[place % groups.len()],
                case,
                measured: measured.exp(),
                predicted: predicted.exp(),
                parts: None,
            };
            [one(1.0, 1.0), one(1.0 + predicted + error, 1.0 + predicted)]
        };
        cases.iter().map(String::as_str).enumerate().flat_map(two).collect()
    }

    fn cases(count: usize) -> Vec<String> {
        (0..count).map(|case| case.to_string()).collect()
    }

    #[test]
    fn a_planted_scale_is_found_and_what_is_said_is_true() {
        let cases = cases(20_000);
        for scale in [0.1, 0.2] {
            let (certainty, figures) = calibrate(&predictions(&cases, scale), &ROUNDS).unwrap();
            assert!((certainty.scale / scale - 1.0).abs() < 0.03, "{certainty:?} for {scale}");
            assert_eq!((certainty.pairs, certainty.primitives), (20_000, 4));
            for bin in &figures.bins {
                let (said, right) = (bin.certainty.unwrap(), bin.right.unwrap());
                assert!((said - right.value).abs() < 0.06, "{bin:?}");
                assert!((bin.from..=bin.to).contains(&said), "{bin:?}");
                assert!(right.interval.low <= right.value && right.value <= right.interval.high);
            }
            let pairs: u64 = figures.bins.iter().map(|bin| bin.pairs).sum();
            assert_eq!((pairs, figures.all.pairs), (20_000, 20_000));
            let called: u64 = figures.bins[4..].iter().map(|bin| bin.pairs).sum();
            assert_eq!(called, figures.all.called);
            assert!(figures.apart.pairs < figures.all.pairs);
        }
        let loss = |scale| {
            calibrate(&predictions(&cases, scale), &ROUNDS).unwrap().1.all.log_loss.unwrap().value
        };
        assert!(loss(0.1) < loss(0.2) && loss(0.2) < 2f64.ln());
    }

    #[test]
    fn times_that_are_made_up_differently_are_told_apart_less() {
        let made = [("dram_read", 1.0), ("single_precision", 1.0)].map(|(term, ns)| {
            let mut parts = Composition::default();
            parts.add(term, ns);
            parts
        });
        let cases = cases(20_000);
        for growth in [0.0, 2.0] {
            let (alike, unlike) = (0.1, 0.1 * widening(growth, 1.0));
            let mut all: Vec<Prediction<'_>> = Vec::new();
            for (from, scale) in [(0, alike), (1, unlike)] {
                let of_half = predictions(&cases[from * 10_000..][..10_000], scale);
                let parts = of_half.into_iter().enumerate().map(|(place, one)| Prediction {
                    parts: Some(&made[from * (place % 2)]),
                    ..one
                });
                all.extend(parts);
            }
            let (certainty, figures) = calibrate(&all, &ROUNDS).unwrap();
            assert_eq!(certainty.growth, growth);
            assert!((certainty.scale / alike - 1.0).abs() < 0.05, "{certainty:?}");
            for bin in &figures.bins {
                let (said, right) = (bin.certainty.unwrap(), bin.right.unwrap());
                assert!((said - right.value).abs() < 0.06, "{bin:?}");
            }
        }
    }

    #[test]
    fn a_pair_is_judged_without_its_primitive() {
        // One primitive is predicted wrongly whenever the others are right.
        let cases = cases(400);
        let mut all = predictions(&cases, 0.01);
        for one in all.iter_mut().filter(|one| one.group == "sort") {
            one.predicted = 1.0 / one.predicted;
        }
        let (_, figures) = calibrate(&all, &ROUNDS).unwrap();
        let sure = figures.bins.last().unwrap();
        assert!(sure.right.unwrap().interval.low < 0.5, "the others know nothing of it: {sure:?}");
    }

    #[test]
    fn without_an_order_there_is_no_certainty() {
        let one = |group, case, measured, predicted| Prediction {
            group,
            case,
            measured,
            predicted,
            parts: None,
        };
        let right = [one("a", "", 1.0, 1.0), one("a", "", 2.0, 1.1)];
        let wrong = [one("b", "", 1.0, 1.1), one("b", "", 2.0, 1.0)];
        assert_eq!(calibrate(&right, &ROUNDS), None, "one primitive judges no other");
        assert_eq!(calibrate(&[right, wrong].concat(), &ROUNDS), None, "as often wrong");
        let other = [one("b", "", 1.0, 1.0), one("b", "", 2.0, 1.1)];
        let (certainty, _) = calibrate(&[right, other].concat(), &ROUNDS).unwrap();
        assert_eq!(certainty.scale, 1.0 / MAX_SLOPE, "never wrong");
        let unknown = [one("b", "", 1.0, 0.0), one("b", "", 2.0, f64::NAN)];
        assert_eq!(calibrate(&[right, unknown].concat(), &ROUNDS), None, "no times");
    }
}
