//! How sure coefficients are: what they become when other cases are drawn.

use nalgebra::{DMatrix, DVector};

use crate::active_set::{in_use, search};
use crate::error::FitError;
use crate::moments::Moments;
use crate::nnls::in_units;
use crate::triangle::Triangle;
use propp_statistics::Random;
use propp_statistics::parallel;
use propp_statistics::summary::{Interval, interval};

/// Rounds that are summed up together. Fixed, so that the order in which numbers are
/// added depends on the round alone.
const BLOCK: usize = 32;

/// How to resample: on all threads; the results do not depend on how many there are.
#[derive(Clone, Copy, Debug)]
pub struct Bootstrap {
    /// How often.
    pub rounds: usize,
    /// Where the random numbers begin: the same seed, the same draws.
    pub seed: u64,
}

/// What the rounds found.
#[derive(Clone, Debug, PartialEq)]
pub struct Resampled {
    /// The coefficients, a row for each round.
    pub solutions: DMatrix<f64>,
    /// How many rounds were too far from the data as a whole for the short way and
    /// were solved from their rows.
    pub from_rows: usize,
}

impl Resampled {
    /// The interval that holds the given share of the rounds, for each column; `None`
    /// without rounds.
    pub fn intervals(&self, share: f64) -> Option<Vec<Interval>> {
        self.solutions.column_iter().map(|column| interval(column.as_slice(), share)).collect()
    }
}

/// Non-negative least squares of as many cases as there are, drawn with replacement,
/// again and again. The rows of a case, which `cases` names row by row, come and go
/// together.
///
/// Of each case, the products of its rows in an orthonormal basis of all data are
/// summed up once. A round adds up those of the cases that it drew: nearly the unit
/// matrix, which can be factored without loss, unlike the products of the data
/// themselves. That takes `4 (columns + 1)^2` bytes a case, about.
///
/// # Errors
/// As [`crate::nnls()`], and when `cases` is not as long as the matrix is high.
pub fn resample(
    a: &DMatrix<f64>,
    b: &DVector<f64>,
    cases: &[usize],
    bootstrap: &Bootstrap,
) -> Result<Resampled, FitError> {
    let moments = Moments::new(a, b, cases)?;
    let columns = a.ncols();
    let start = in_use(&search(&moments.whole(), &[]).x);
    let firsts: Vec<usize> = (0..bootstrap.rounds).step_by(BLOCK).collect();
    let blocks = parallel::each(&firsts, |first| {
        let rounds = *first..bootstrap.rounds.min(first + BLOCK);
        rounds_of(&moments, &start, rounds.map(|round| (bootstrap.seed, round)))
    });
    let blocks: Vec<Vec<Round>> = blocks.into_iter().collect::<Result<_, FitError>>()?;
    let mut solutions = Vec::with_capacity(bootstrap.rounds * columns);
    let mut from_rows = 0;
    for round in blocks.into_iter().flatten() {
        solutions.extend(round.x);
        from_rows += usize::from(round.is_from_rows);
    }
    let solutions = DMatrix::from_row_iterator(bootstrap.rounds, columns, solutions);
    Ok(Resampled { solutions, from_rows })
}

struct Round {
    x: Vec<f64>,
    is_from_rows: bool,
}

fn rounds_of(
    moments: &Moments,
    start: &[usize],
    rounds: impl Iterator<Item = (u64, usize)>,
) -> Result<Vec<Round>, FitError> {
    let mut counts = DMatrix::zeros(moments.cases(), BLOCK);
    let mut made = 0;
    for ((seed, round), mut column) in rounds.zip(counts.column_iter_mut()) {
        let drawn = Random::new(seed, round as u64).draw(moments.cases());
        column.iter_mut().zip(drawn).for_each(|(count, drawn)| *count = f64::from(drawn));
        made += 1;
    }
    let sums = moments.sums(&counts);
    let mut found = Vec::with_capacity(made);
    for (sum, counts) in sums.column_iter().zip(counts.column_iter()).take(made) {
        let short = moments.short_way(sum.as_slice(), counts.as_slice());
        let is_from_rows = short.is_none();
        let triangle: Triangle = short.unwrap_or_else(|| moments.long_way(counts.as_slice()));
        let x = in_units(&triangle, &search(&triangle, start))?;
        found.push(Round { x, is_from_rows });
    }
    Ok(found)
}

#[cfg(test)]
#[path = "resample_tests.rs"]
mod tests;
