//! Which kernels correct prices, and which judge them: those that tell most, for the time that they
//! take, of the cases that prices are for.

use nalgebra::{DMatrix, DVector};

use propp_suite_calibrate::{Use, covariance, variance};

/// A kernel that may be chosen.
#[derive(Clone, Debug)]
pub(crate) struct Candidate<'c> {
    /// Of one kernel, no more than three sizes are chosen.
    pub(crate) kernel: &'c str,
    /// The shares of the terms in its predicted time.
    pub(crate) shares: Vec<f64>,
    /// How many times as long as predicted it takes.
    pub(crate) bias: f64,
    /// What it takes to run and to count it.
    pub(crate) seconds: f64,
}

const FITTED: usize = 20;
const JUDGING: usize = 10;
const OF_A_KERNEL: usize = 3;

/// What each candidate is for. `wanted` are the shares of the
/// terms in the times of the cases that prices are for.
pub(crate) fn choice(candidates: &[Candidate<'_>], wanted: &[Vec<f64>]) -> Vec<Use> {
    let mut chosen = vec![Use::Spare; candidates.len()];
    let Some(terms) = wanted.first().map(Vec::len) else { return chosen };
    let wanted = DMatrix::from_fn(wanted.len(), terms, |row, column| wanted[row][column]);
    let shares: Vec<DVector<f64>> =
        candidates.iter().map(|one| DVector::from_vec(one.shares.clone())).collect();
    let mut known = covariance(1.0);
    for number in 0..FITTED + JUDGING {
        let is_open = |place: &usize| {
            let same = candidates.iter().zip(&chosen);
            let taken = same.filter(|(one, used)| {
                **used != Use::Spare && one.kernel == candidates[*place].kernel
            });
            chosen[*place] == Use::Spare && taken.count() < OF_A_KERNEL
        };
        // By how much the variance of the wanted times falls, each second.
        let gain = |place: usize| {
            let own = &known * &shares[place];
            let variance = shares[place].dot(&own) + variance(candidates[place].bias);
            (&wanted * &own).norm_squared() / variance / candidates[place].seconds
        };
        let open = (0..candidates.len()).filter(is_open);
        let best = open.max_by(|a, b| gain(*a).total_cmp(&gain(*b)));
        let Some(best) = best else { break };
        let own = &known * &shares[best];
        let variance = shares[best].dot(&own) + variance(candidates[best].bias);
        known -= &own * own.transpose() / variance;
        chosen[best] = if number < FITTED { Use::Fit } else { Use::Judge };
    }
    chosen
}
