//! Prices of the cost model, fitted to the times of cases.
//!
//! The error that is made small is that of the logarithm of the time, since times
//! span five orders of magnitude; large errors count by their size and not by its
//! square, so that what the model cannot know (waiting, imbalance) does not bend
//! the prices of the rest. With a norm of 1 that is a linear problem; with any, each
//! step solves the problem made linear around the prices so far by non-negative
//! least squares, and is shortened until it brings an improvement.

use nalgebra::{DMatrix, DVector};
use propp_criteria::cost::{HOST_TERMS, Resource, Sums, TERMS};
use propp_numbers::{FitError, nnls_of_products};

use super::Sample;

/// Where an error begins to count by its size alone.
const TOLERATED: f64 = 0.15;

/// Pulls prices that the data say nothing about to 0.
const RIDGE: f64 = 1e-3;

/// Steps at most, and the improvement below which no further one is made.
const STEPS: usize = 60;
const ENOUGH: f64 = 1e-6;

/// Rows whose products are summed up together.
const BLOCK: usize = 128;

/// The number of columns: terms of kernels, then of the host.
pub(super) const COLUMNS: usize = TERMS.len() + HOST_TERMS.len();

/// Fitted prices, nanoseconds for a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// How resources work side by side.
    pub norm: f64,
    /// Of [`TERMS`].
    pub kernel: Vec<f64>,
    /// Of [`HOST_TERMS`].
    pub host: Vec<f64>,
}

/// The problem made linear around prices: non-negative least squares of it gives
/// these prices again, and of some of its rows says how sure they are.
#[derive(Clone, Debug)]
pub struct Linear {
    /// A row a sample, a column a term; in units of `scale`.
    pub a: DMatrix<f64>,
    /// What the rows should give.
    pub b: DVector<f64>,
    /// The price of a coefficient of 1.
    pub scale: Vec<f64>,
}

impl Prices {
    /// Fits them to samples whose work is known; the others are passed over.
    /// `from` is where the search begins, if not anywhere.
    ///
    /// # Errors
    /// Without samples of which work is known.
    pub fn fit(samples: &[&Sample], norm: f64, from: Option<&Self>) -> Result<Self, FitError> {
        let mut search = Search::new(samples, norm, from)?;
        let mut damping = 0.1;
        let mut now = search.state();
        for _ in 0..STEPS {
            let next = search.step(&now, damping)?;
            let then = search.at(next);
            if then.loss < now.loss {
                let is_enough = now.loss - then.loss < ENOUGH * now.loss;
                now = then;
                damping = (damping / 4.0_f64).max(1e-6);
                if is_enough {
                    break;
                }
            } else if damping > 1e6 {
                break;
            } else {
                damping *= 8.0;
            }
        }
        search.x = now.x;
        Ok(search.prices())
    }

    /// The time of a sample's run; `None` where its work is not known.
    #[must_use]
    pub fn time(&self, sample: &Sample) -> Option<f64> {
        let kernels = sample.kernels.as_ref().ok()?;
        let of_kernels =
            kernels.iter().map(|(launches, demands)| launches * self.sums(demands).whole);
        Some(of_kernels.sum::<f64>() + self.of_host(sample))
    }

    /// What a launch takes.
    fn sums(&self, demands: &[f64]) -> Sums {
        let mut times = [0.0; TERMS.len()];
        let both = demands.iter().zip(&self.kernel);
        times.iter_mut().zip(both).for_each(|(time, (d, p))| *time = d * p);
        Sums::of(&times, self.norm)
    }

    fn of_host(&self, sample: &Sample) -> f64 {
        sample.host.iter().zip(&self.host).map(|(d, p)| d * p).sum()
    }

    /// The problem made linear around these prices.
    ///
    /// # Errors
    /// Without samples of which work is known.
    pub fn linear(&self, samples: &[&Sample]) -> Result<Linear, FitError> {
        let search = Search::new(samples, self.norm, Some(self))?;
        let now = search.state();
        let rows = search.samples.len();
        let mut a = DMatrix::zeros(rows, COLUMNS);
        let mut b = DVector::zeros(rows);
        for place in 0..rows {
            let mut row = vec![0.0; COLUMNS];
            b[place] = search.row(&now, place, &mut row);
            a.row_mut(place).copy_from_slice(&row);
        }
        Ok(Linear { a, b, scale: search.scale })
    }
}

/// Prices and what they give.
struct State {
    x: Vec<f64>,
    /// Predicted time of each sample.
    times: Vec<f64>,
    /// What it is made of: of each of its kernels, one sample after the other.
    sums: Vec<Sums>,
    /// Where the sums of each sample begin.
    firsts: Vec<usize>,
    loss: f64,
}

struct Search<'s> {
    norm: f64,
    samples: Vec<&'s Sample>,
    /// The price that would explain all the time of a sample where it is dearest:
    /// no price can be higher, so prices in these units are comparable.
    scale: Vec<f64>,
    x: Vec<f64>,
}

impl<'s> Search<'s> {
    fn new(samples: &[&'s Sample], norm: f64, from: Option<&Prices>) -> Result<Self, FitError> {
        let samples: Vec<&Sample> =
            samples.iter().copied().filter(|sample| sample.has_work()).collect();
        if samples.is_empty() {
            return Err(FitError::Empty { rows: 0, columns: COLUMNS });
        }
        let mut scale = vec![f64::INFINITY; COLUMNS];
        for sample in &samples {
            for (scale, total) in scale.iter_mut().zip(sample.totals().unwrap_or_default()) {
                if total > 0.0 {
                    *scale = scale.min(sample.time / total);
                }
            }
        }
        let known = from.map(|prices| prices.kernel.iter().chain(&prices.host));
        let x = match known {
            Some(prices) => prices
                .zip(&scale)
                .map(|(price, scale)| if scale.is_finite() { price / scale } else { 0.0 })
                .collect(),
            None => scale.iter().map(|scale| if scale.is_finite() { 0.2 } else { 0.0 }).collect(),
        };
        for scale in &mut scale {
            if !scale.is_finite() {
                *scale = 0.0; // What no sample asks for has no price.
            }
        }
        Ok(Self { norm, samples, scale, x })
    }

    fn state(&self) -> State {
        self.at(self.x.clone())
    }

    fn at(&self, x: Vec<f64>) -> State {
        let prices = self.prices_of(&x);
        let (mut times, mut sums, mut firsts) = (Vec::new(), Vec::new(), Vec::new());
        for sample in &self.samples {
            let first = sums.len();
            firsts.push(first);
            let kernels = || sample.kernels.iter().flatten();
            sums.extend(kernels().map(|(_, demands)| prices.sums(demands)));
            let of_kernels =
                kernels().zip(&sums[first..]).map(|((launches, _), s)| launches * s.whole);
            let time = of_kernels.sum::<f64>() + prices.of_host(sample);
            times.push(time.max(1e-6));
        }
        let errors = self.samples.iter().zip(&times).map(|(s, time)| loss((time / s.time).ln()));
        let ridge: f64 = x.iter().map(|x| (RIDGE * x).powi(2)).sum();
        let loss = errors.sum::<f64>() + ridge;
        State { x, times, sums, firsts, loss }
    }

    fn prices(&self) -> Prices {
        self.prices_of(&self.x)
    }

    fn prices_of(&self, x: &[f64]) -> Prices {
        let mut kernel: Vec<f64> = x.iter().zip(&self.scale).map(|(x, scale)| x * scale).collect();
        let host = kernel.split_off(TERMS.len());
        Prices { norm: self.norm, kernel, host }
    }

    /// A row of the linear problem, which is added to, and its right-hand side. A
    /// predicted time is the sum of its slopes times the prices, whatever the norm.
    fn row(&self, now: &State, place: usize, row: &mut [f64]) -> f64 {
        let (sample, time) = (self.samples[place], now.times[place]);
        let error = (time / sample.time).ln();
        let weight = weight(error).sqrt();
        let sums = &now.sums[now.firsts[place]..];
        for ((launches, demands), sums) in sample.kernels.iter().flatten().zip(sums) {
            let slopes = Resource::ALL.map(|resource| launches * sums.slope(resource));
            for ((term, demand), value) in TERMS.iter().zip(demands).zip(row.iter_mut()) {
                *value += demand * slopes[term.resource as usize];
            }
        }
        for (value, demand) in row[TERMS.len()..].iter_mut().zip(&sample.host) {
            *value += demand;
        }
        for (value, scale) in row.iter_mut().zip(&self.scale) {
            *value *= scale / time * weight;
        }
        (1.0 - error) * weight
    }

    /// The least squares of the linear problem, held near the prices so far.
    fn step(&self, now: &State, damping: f64) -> Result<Vec<f64>, FitError> {
        let (mut products, mut slopes) = self.products(now);
        for column in 0..COLUMNS {
            let hold = damping * products[(column, column)].max(1e-18);
            products[(column, column)] += hold + RIDGE.powi(2);
            slopes[column] += hold * now.x[column];
        }
        let in_use: Vec<usize> = (0..COLUMNS).filter(|column| now.x[*column] > 0.0).collect();
        nnls_of_products(&products, &slopes, &in_use)
    }

    /// Products of the columns of the linear problem with each other, and with its
    /// right-hand side. They are only for steps on the way: where these end, the
    /// slopes vanish whatever was lost in the products.
    fn products(&self, now: &State) -> (DMatrix<f64>, DVector<f64>) {
        let mut products = DMatrix::zeros(COLUMNS, COLUMNS);
        let mut slopes = DVector::zeros(COLUMNS);
        for first in (0..self.samples.len()).step_by(BLOCK) {
            let rows = BLOCK.min(self.samples.len() - first);
            let (mut a, mut b) = (DMatrix::zeros(COLUMNS, rows), DVector::zeros(rows));
            for (place, mut row) in a.column_iter_mut().enumerate() {
                b[place] = self.row(now, first + place, row.as_mut_slice());
            }
            products.gemm(1.0, &a, &a.transpose(), 1.0);
            slopes.gemv(1.0, &a, &b, 1.0);
        }
        (products, slopes)
    }
}

/// What an error costs: its square where it is small, twice its size (in units of
/// what is tolerated) where it is large.
fn loss(error: f64) -> f64 {
    2.0 * TOLERATED.powi(2) * ((1.0 + (error / TOLERATED).powi(2)).sqrt() - 1.0)
}

/// The weight of a row that gives its error that cost.
fn weight(error: f64) -> f64 {
    1.0 / (1.0 + (error / TOLERATED).powi(2)).sqrt()
}

#[cfg(test)]
#[path = "prices_tests.rs"]
mod tests;
