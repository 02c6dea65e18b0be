//! How sure coefficients are: what they become when other cases are drawn.

use nalgebra::{DMatrix, DVector};

use crate::active_set::{in_use, search};
use crate::case_products::CaseProducts;
use crate::error::FitError;
use crate::nnls::in_units;
use propp_base_statistics::Random;
use propp_base_statistics::parallel;

/// Rounds that are summed up together. Fixed, so that the order in which numbers are
/// added depends on the round alone.
const BLOCK: usize = 32;

/// How to resample: on all threads; the results do not depend on how many there are.
#[derive(Clone, Copy, Debug)]
pub struct Bootstrap {
    pub rounds: usize,
    /// Where the random numbers begin: the same seed, the same draws.
    pub seed: u64,
}

/// Non-negative least squares of as many cases as there are, drawn with replacement,
/// again and again: the coefficients, a row for each round. The rows of a case, which `cases` names row by row, come and go
/// together.
///
/// Of each case the products of its columns are summed up once, and a round adds up those of the
/// cases that it drew. That takes `4 (columns + 1)^2` bytes a case, about.
/// Fails as [`crate::nnls()`], and when `cases` is not as long as the matrix is high.
pub fn resample(
    a: &DMatrix<f64>,
    b: &DVector<f64>,
    cases: &[usize],
    bootstrap: &Bootstrap,
) -> Result<DMatrix<f64>, FitError> {
    let products = CaseProducts::new(a, b, cases)?;
    let columns = a.ncols();
    let once = DMatrix::from_element(products.cases(), 1, 1.0);
    let whole = products.triangle(products.sums(&once).as_slice());
    let start = in_use(&search(&whole, &[]));
    let firsts: Vec<usize> = (0..bootstrap.rounds).step_by(BLOCK).collect();
    let blocks = parallel::each(&firsts, |first| {
        let rounds = *first..bootstrap.rounds.min(first + BLOCK);
        rounds_of(&products, &start, rounds.map(|round| (bootstrap.seed, round)))
    });
    let mut solutions = Vec::with_capacity(bootstrap.rounds * columns);
    for block in blocks {
        solutions.extend(block?.into_iter().flatten());
    }
    Ok(DMatrix::from_row_iterator(bootstrap.rounds, columns, solutions))
}

/// The coefficients of these rounds.
fn rounds_of(
    products: &CaseProducts,
    start: &[usize],
    rounds: impl Iterator<Item = (u64, usize)>,
) -> Result<Vec<Vec<f64>>, FitError> {
    let mut counts = DMatrix::zeros(products.cases(), BLOCK);
    let mut made = 0;
    for ((seed, round), mut column) in rounds.zip(counts.column_iter_mut()) {
        let drawn = Random::new(seed, round as u64).draw(products.cases());
        column.iter_mut().zip(drawn).for_each(|(count, drawn)| *count = f64::from(drawn));
        made += 1;
    }
    let sums = products.sums(&counts);
    let solved = |sum: &[f64]| {
        let triangle = products.triangle(sum);
        in_units(&triangle, &search(&triangle, start))
    };
    sums.column_iter().take(made).map(|sum| solved(sum.as_slice())).collect()
}

#[cfg(test)]
#[path = "resample_tests.rs"]
mod tests;
