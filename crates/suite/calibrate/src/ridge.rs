//! Prices that a few measured kernels correct: the most likely ones, if what is known before is off by
//! factors that prices of a resource share, and by factors of their own.
//!
//! A ridge in the logarithm of the prices, found by Gauss–Newton steps with reweighting for kernels
//! that the model cannot explain.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};
use propp_judge_cost::{ResourceTimes, TERMS};

/// How far the logarithms of prices are off before, at a strength of 1: what prices of a resource have
/// in common, and each by itself.
const SHARED: f64 = 0.4;
const OWN: f64 = 0.3;

/// By so much the model is off where all its prices are right: the logarithm. Kernels are corrected by
/// their biases, as in times on another GPU.
const NOISE: f64 = 0.06;

/// By what part of its bias a kernel may be off on another GPU.
const OF_BIAS: f64 = 0.3;

/// The variance of the logarithm of a kernel's time.
pub fn variance(bias: f64) -> f64 {
    NOISE.powi(2) + (OF_BIAS * bias.ln()).powi(2)
}

/// The error from which on a kernel counts less.
const OUTLIER: f64 = 0.25;

/// How much prices may change, from hardly to freely.
const STRENGTHS: [f64; 4] = [0.1, 0.25, 0.5, 1.0];

const STEPS: usize = 40;

/// A measured kernel in numbers.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// In the order of [`TERMS`].
    pub demands: Vec<f64>,
    /// Without the bias.
    pub ns: f64,
    pub variance: f64,
}

#[derive(Clone, Debug)]
pub(super) struct Corrections {
    /// The factor of each price, in the order of [`TERMS`].
    pub factors: Vec<f64>,
    /// How much prices were allowed to change.
    pub strength: f64,
    /// How well that explains the kernels: the logarithm of their probability, but for a constant.
    evidence: f64,
}

/// The corrections that explain the kernels best, at the strength that they call for. `None` without
/// kernels, or if they have no time.
pub(super) fn corrections(prices: &[f64], norm: f64, kernels: &[Known]) -> Option<Corrections> {
    let all = STRENGTHS.into_iter().filter_map(|strength| at(prices, norm, kernels, strength));
    all.max_by(|a, b| a.evidence.total_cmp(&b.evidence))
}

/// The time of a kernel, and the share of each term.
fn predicted(prices: &[f64], norm: f64, offsets: &DVector<f64>, kernel: &Known) -> (f64, Vec<f64>) {
    let corrected = prices.iter().zip(offsets).map(|(price, offset)| price * offset.exp());
    let times: Vec<f64> = kernel.demands.iter().zip(corrected).map(|(d, p)| d * p).collect();
    let sums = ResourceTimes::new(&times, norm);
    let share = |(term, time): (&propp_judge_cost::Term, &f64)| {
        time * sums.slope(term.resource) / sums.whole.max(f64::MIN_POSITIVE)
    };
    (sums.whole, TERMS.iter().zip(&times).map(share).collect())
}

/// A state of the search.
struct State {
    /// Of each kernel: the logarithm of measured over predicted.
    errors: DVector<f64>,
    /// Of each kernel the shares of the terms.
    shares: DMatrix<f64>,
    /// Of each kernel its variance: larger for outliers.
    variances: DVector<f64>,
}

fn state(prices: &[f64], norm: f64, kernels: &[Known], offsets: &DVector<f64>) -> State {
    let mut shares = DMatrix::zeros(kernels.len(), prices.len());
    let mut errors = DVector::zeros(kernels.len());
    for (row, kernel) in kernels.iter().enumerate() {
        let (ns, own) = predicted(prices, norm, offsets, kernel);
        errors[row] = (kernel.ns / ns.max(f64::MIN_POSITIVE)).ln();
        for (column, share) in own.into_iter().enumerate() {
            shares[(row, column)] = share;
        }
    }
    let doubted = |error: f64| (1.0 + (error / OUTLIER).powi(2)).sqrt();
    let variances = DVector::from_iterator(
        kernels.len(),
        kernels.iter().zip(&errors).map(|(kernel, error)| kernel.variance * doubted(*error)),
    );
    State { errors, shares, variances }
}

/// The covariance of the logarithms of prices before.
pub fn covariance(strength: f64) -> DMatrix<f64> {
    DMatrix::from_fn(TERMS.len(), TERMS.len(), |a, b| {
        let shared = if TERMS[a].resource == TERMS[b].resource { SHARED.powi(2) } else { 0.0 };
        let own = if a == b { OWN.powi(2) } else { 0.0 };
        strength.powi(2) * (shared + own)
    })
}

fn at(prices: &[f64], norm: f64, kernels: &[Known], strength: f64) -> Option<Corrections> {
    let usable = kernels.iter().all(|kernel| kernel.ns > 0.0);
    if kernels.is_empty() || !usable {
        return None;
    }
    let before = covariance(strength);
    let mut offsets = DVector::zeros(prices.len());
    for _ in 0..STEPS {
        let now = state(prices, norm, kernels, &offsets);
        let wanted = &now.errors + &now.shares * &offsets;
        let own = solver(&now, &before)?;
        let next = &before * now.shares.transpose() * own.solve(&wanted);
        // Half a step: shares change with the prices.
        let step = 0.5 * (&next - &offsets);
        offsets += &step;
        if step.amax() < 1e-6 {
            break;
        }
    }
    let last = state(prices, norm, kernels, &offsets);
    let own = solver(&last, &before)?;
    let wanted = &last.errors + &last.shares * &offsets;
    let fit = wanted.dot(&own.solve(&wanted));
    let volume: f64 = own.l().diagonal().iter().map(|value| 2.0 * value.ln()).sum();
    Some(Corrections {
        factors: offsets.iter().map(|offset| offset.exp()).collect(),
        strength,
        evidence: -0.5 * (fit + volume),
    })
}

/// The covariance of the kernels' errors, decomposed.
fn solver(now: &State, before: &DMatrix<f64>) -> Option<Cholesky<f64, Dyn>> {
    let errors = &now.shares * before * now.shares.transpose();
    Cholesky::new(errors + DMatrix::from_diagonal(&now.variances))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kernels that ask for one term each, and for two.
    fn kernels(prices: &[f64]) -> Vec<Known> {
        let terms = ["dram_read", "l2_requests", "shared_wavefronts", "issue_cycles"];
        let place = |name: &str| TERMS.iter().position(|term| term.name == name).unwrap();
        let mut all = Vec::new();
        for (at, one) in terms.iter().enumerate() {
            for other in &terms[at..] {
                let mut demands = vec![0.0; TERMS.len()];
                demands[place(one)] += 1e5;
                demands[place(other)] += 1e5;
                let times: Vec<f64> = demands.iter().zip(prices).map(|(d, p)| d * p).collect();
                let ns = ResourceTimes::new(&times, 2.0).whole;
                all.push(Known { demands, ns, variance: variance(1.0) });
            }
        }
        all
    }

    #[test]
    fn prices_come_back_and_right_ones_stay() {
        let right = vec![2.0; TERMS.len()];
        let known = kernels(&right);
        let own = corrections(&right, 2.0, &known).unwrap();
        assert_eq!(own.strength, STRENGTHS[0]);
        assert!(own.factors.iter().all(|factor| (factor - 1.0).abs() < 1e-9));
        let spoilt: Vec<f64> = (0..TERMS.len()).map(|at| 2.0 * [1.6, 0.5, 0.8][at % 3]).collect();
        let own = corrections(&spoilt, 2.0, &known).unwrap();
        for (at, term) in TERMS.iter().enumerate() {
            if known.iter().any(|kernel| kernel.demands[at] > 0.0) {
                let price = spoilt[at] * own.factors[at];
                assert!((price / 2.0).ln().abs() < 0.08, "{}: {price}", term.name);
            }
        }
    }

    #[test]
    fn prices_of_a_resource_follow_the_ones_that_were_measured() {
        let right = vec![2.0; TERMS.len()];
        let spoilt = vec![1.0; TERMS.len()];
        let own = corrections(&spoilt, 2.0, &kernels(&right)).unwrap();
        let factor = |name| own.factors[TERMS.iter().position(|term| term.name == name).unwrap()];
        let written = factor("dram_written");
        assert!(written > 1.2 && written < factor("dram_read"), "{written}");
        assert_eq!(factor("launches"), 1.0);
    }

    #[test]
    fn nothing_follows_from_nothing() {
        let prices = vec![1.0; TERMS.len()];
        assert!(corrections(&prices, 2.0, &[]).is_none());
        let known = [Known { demands: vec![1.0; TERMS.len()], ns: 0.0, variance: 1.0 }];
        assert!(corrections(&prices, 2.0, &known).is_none());
    }
}
