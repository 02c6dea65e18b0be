//! Fits the weights of the criteria.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};
use propp_base_solve::{FitError, nnls};
use propp_judge_cost::quality::MIN_IN_LOG;
use propp_judge_criteria::Criterion;
use serde::{Deserialize, Serialize};

use super::Sample;

/// How the quality metric combines the criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The paper's weighted mean.
    CriteriaLinear,
    /// A weighted mean of their logarithms.
    CriteriaLog,
}

/// The response variable of the fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// The best time of the problem divided by the implementation's time.
    Relative,
    /// The CPU time divided by the implementation's time, as in the paper.
    Speedup,
    /// The negative logarithm of the time; criteria-log uses it for `Relative`, too.
    Time,
}

impl Response {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Relative => "relative",
            Self::Speedup => "speedup",
            Self::Time => "time",
        }
    }
}

/// The weighted score of a sample's criteria, larger for better. Criteria that do not apply
/// are left out; `None` without any.
pub fn score(kind: Kind, weights: &[f64], sample: &Sample) -> Option<f64> {
    let known = weights.iter().zip(&sample.criteria).filter_map(|(w, c)| Some((*w, (*c)?)));
    let whole: f64 = known.clone().map(|(weight, _)| weight).sum();
    if whole <= 0.0 {
        return None;
    }
    Some(match kind {
        Kind::CriteriaLinear => known.map(|(weight, value)| weight * value).sum::<f64>() / whole,
        Kind::CriteriaLog => {
            known.map(|(weight, value)| weight * value.max(MIN_IN_LOG).ln()).sum::<f64>().exp()
        }
    })
}

/// The linear system whose non-negative least-squares solution is the weights.
pub fn system(kind: Kind, response: Response, samples: &[&Sample]) -> (DMatrix<f64>, DVector<f64>) {
    let logarithm = |sample: &Sample| match response {
        Response::Relative | Response::Time => -sample.time.ln(),
        Response::Speedup => sample.speedup.ln(),
    };
    let value = |sample: &Sample| match response {
        Response::Relative => sample.relative,
        Response::Speedup => sample.speedup,
        Response::Time => -sample.time.ln(),
    };
    match kind {
        Kind::CriteriaLinear => centred_by_problem(samples, value, |criterion| criterion),
        Kind::CriteriaLog => centred_by_problem(samples, logarithm, |c| c.max(MIN_IN_LOG).ln()),
    }
}

/// The fitted weights in the order of [`Criterion::ALL`]; of a linear fit the largest is 100.
/// Fails without samples.
pub fn weights(kind: Kind, response: Response, samples: &[&Sample]) -> Result<Vec<f64>, FitError> {
    let (a, b) = system(kind, response, samples);
    let x = nnls(&a, &b)?;
    Ok(match kind {
        Kind::CriteriaLinear => {
            let largest = x.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
            x.iter().map(|x| x / largest * 100.0).collect()
        }
        Kind::CriteriaLog => x.iter().copied().collect(),
    })
}

/// Criteria and response of each sample minus their means over the problem: problems differ
/// in what a good implementation can reach. A criterion that does not apply counts as 1.
fn centred_by_problem(
    samples: &[&Sample],
    response: impl Fn(&Sample) -> f64,
    transform: impl Fn(f64) -> f64,
) -> (DMatrix<f64>, DVector<f64>) {
    let columns = Criterion::ALL.len();
    let rows: Vec<Vec<f64>> = samples
        .iter()
        .map(|sample| {
            let criteria = sample.criteria.iter().map(|c| transform(c.unwrap_or(1.0)));
            criteria.chain([response(sample)]).collect()
        })
        .collect();
    let mut means: BTreeMap<usize, (f64, Vec<f64>)> = BTreeMap::new();
    for (sample, row) in samples.iter().zip(&rows) {
        let (count, sums) =
            means.entry(sample.case).or_insert_with(|| (0.0, vec![0.0; columns + 1]));
        *count += 1.0;
        sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
    }
    let mut a = DMatrix::zeros(samples.len(), columns);
    let mut b = DVector::zeros(samples.len());
    for (place, (sample, row)) in samples.iter().zip(&rows).enumerate() {
        let (count, sums) = &means[&sample.case];
        for column in 0..columns {
            a[(place, column)] = row[column] - sums[column] / count;
        }
        b[place] = row[columns] - sums[columns] / count;
    }
    (a, b)
}
