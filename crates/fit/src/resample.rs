//! How sure coefficients are: what they become when other cases are drawn.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use nalgebra::{DMatrix, DVector};

use super::active_set::{in_use, search};
use super::error::FitError;
use super::moments::Moments;
use super::nnls::in_units;
use super::random::Random;
use super::statistics::{Interval, interval};
use super::triangle::Triangle;

/// Rounds that are summed up together. Fixed, so that the order in which numbers are
/// added depends on the round alone.
const BLOCK: usize = 32;

/// How to resample.
#[derive(Clone, Copy, Debug)]
pub struct Bootstrap {
    /// How often.
    pub rounds: usize,
    /// Where the random numbers begin: the same seed, the same draws.
    pub seed: u64,
    /// On how many threads; the results do not depend on it.
    pub threads: NonZeroUsize,
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
    #[must_use]
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
/// As [`super::nnls()`], and when `cases` is not as long as the matrix is high.
pub fn resample(
    a: &DMatrix<f64>,
    b: &DVector<f64>,
    cases: &[usize],
    bootstrap: &Bootstrap,
) -> Result<Resampled, FitError> {
    let moments = Moments::new(a, b, cases)?;
    let columns = a.ncols();
    let start = in_use(&search(&moments.whole(), &[]).x);
    let firsts = (0..bootstrap.rounds).step_by(BLOCK);
    let mut blocks: Vec<Block> = firsts.map(|first| Block { first, found: Ok(vec![]) }).collect();
    let queue = Mutex::new(blocks.iter_mut());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    std::thread::scope(|scope| {
        for _ in 0..bootstrap.threads.get().min(bootstrap.rounds.div_ceil(BLOCK)) {
            scope.spawn(|| {
                while let Some(block) = next() {
                    let rounds = block.first..bootstrap.rounds.min(block.first + BLOCK);
                    let seed = bootstrap.seed;
                    block.found = rounds_of(&moments, &start, rounds.map(|round| (seed, round)));
                }
            });
        }
    });
    let mut solutions = Vec::with_capacity(bootstrap.rounds * columns);
    let mut from_rows = 0;
    for block in blocks {
        for round in block.found? {
            solutions.extend(round.x);
            from_rows += usize::from(round.is_from_rows);
        }
    }
    let solutions = DMatrix::from_row_iterator(bootstrap.rounds, columns, solutions);
    Ok(Resampled { solutions, from_rows })
}

/// Rounds that are made together.
struct Block {
    first: usize,
    found: Result<Vec<Round>, FitError>,
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
