//! Fits the prices of the cost model to the times of cases.
//!
//! The fit minimises a pseudo-Huber loss of the error of the logarithm of the time. The
//! logarithm, because times span five orders of magnitude; pseudo-Huber, so that outliers
//! that the model cannot explain (waiting, imbalance) do not distort the prices. The method
//! is Levenberg–Marquardt with iteratively reweighted non-negative least squares: each step
//! solves the problem linearised at the current prices.

use nalgebra::{DMatrix, DVector};
use propp_base_solve::{FitError, nnls_of_products};
use propp_base_statistics::median::median;
use propp_judge_cost::{
    Composition, HOST_TERMS, OF_A_CYCLE, Resource, ResourceTimes, TERMS, is_outside,
};

use super::Sample;

/// The error at which the loss turns from quadratic to linear.
const HUBER_WIDTH: f64 = 0.15;

/// Pulls prices that the data do not determine to 0.
const RIDGE: f64 = 1e-3;

/// The nanoseconds of a short run.
const SHORT: f64 = 20_000.0;

const MAX_STEPS: usize = 60;

/// The search ends when a step improves the loss by less than this share.
const MIN_IMPROVEMENT: f64 = 1e-6;

/// Rows that are multiplied at a time.
const BLOCK: usize = 128;

/// Terms of kernels, then terms of the host.
pub(super) const COLUMNS: usize = TERMS.len() + HOST_TERMS.len();

/// What is known of prices before they are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Form {
    /// How far resources overlap: 1 adds their times up, infinity takes the longest.
    pub norm: f64,
    /// A cycle of an SM in ns, which prices of [`OF_A_CYCLE`] are not below; 0 if it is not known.
    pub cycle_ns: f64,
}

impl Form {
    /// The least price of each term.
    fn least(self) -> impl Iterator<Item = f64> {
        let of_term = move |name| if OF_A_CYCLE.contains(&name) { self.cycle_ns } else { 0.0 };
        let kernel = TERMS.iter().map(move |term| of_term(term.name));
        kernel.chain(HOST_TERMS.iter().map(|_| 0.0))
    }
}

/// Fitted prices in nanoseconds per unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    pub form: Form,
    /// Of [`TERMS`].
    pub kernel: Vec<f64>,
    /// Of [`HOST_TERMS`].
    pub host: Vec<f64>,
}

/// The problem linearised at the fitted prices. Its non-negative least-squares solution is
/// these prices less the least ones; resampling its rows gives their intervals.
#[derive(Clone, Debug)]
pub struct LinearProblem {
    /// A row per sample, a column per term, in units of `scale`.
    pub a: DMatrix<f64>,
    pub b: DVector<f64>,
    /// The price that a coefficient of 1 stands for.
    pub scale: Vec<f64>,
    /// The price that a coefficient of 0 stands for.
    pub least: Vec<f64>,
}

impl Prices {
    /// Fits prices to the samples with known work, starting at `from`.
    /// Fails if no sample has known work.
    pub fn fit(samples: &[&Sample], form: Form, from: Option<&Self>) -> Result<Self, FitError> {
        let mut search = Search::new(samples, form, from)?;
        let mut damping = 0.1;
        let mut now = search.state();
        for _ in 0..MAX_STEPS {
            let next = search.step(&now, damping)?;
            let next = search.evaluate(next);
            if next.loss < now.loss {
                let is_enough = now.loss - next.loss < MIN_IMPROVEMENT * now.loss;
                now = next;
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

    /// The predicted time of a sample; `None` if its work is not known.
    pub fn time(&self, sample: &Sample) -> Option<f64> {
        let kernels = sample.kernels.as_ref().ok()?;
        let kernel_times =
            kernels.iter().map(|(launches, demands)| launches * self.sums(demands).whole);
        Some(kernel_times.sum::<f64>() + self.host_time(sample))
    }

    /// What that time is made of.
    pub fn composition(&self, sample: &Sample) -> Composition {
        let mut composition = Composition::default();
        for (launches, demands) in sample.kernels.iter().flatten() {
            let sums = self.sums(demands);
            for ((term, demand), price) in TERMS.iter().zip(demands).zip(&self.kernel) {
                composition.add(term.name, launches * demand * price * sums.slope(term.resource));
            }
        }
        for ((term, demand), price) in HOST_TERMS.iter().zip(&sample.host).zip(&self.host) {
            composition.add(term.name, demand * price);
        }
        composition
    }

    /// Prices of kernels by themselves, without what passes between launches.
    pub fn alone(&self, between_ns: f64) -> Self {
        let mut own = self.clone();
        for (term, price) in TERMS.iter().zip(&mut own.kernel) {
            if term.resource == Resource::Launch {
                *price = (*price - between_ns).max(0.0);
            }
        }
        own
    }

    /// Of the price of a launch, what passes between launches: all but what an empty kernel takes,
    /// where that is known.
    pub fn between(&self, samples: &[&Sample], empty_ns: Option<f64>) -> f64 {
        let launches = TERMS.iter().zip(&self.kernel);
        let launch: f64 = launches
            .filter(|(term, _)| term.resource == Resource::Launch)
            .map(|(_, price)| price)
            .sum();
        match empty_ns {
            Some(empty) => (launch - empty).max(0.0),
            None => self.between_launches(samples),
        }
    }

    /// What a run takes for a launch beside its kernels and the host's other work: the median of
    /// short runs, in which it is no small difference of long times.
    pub fn between_launches(&self, samples: &[&Sample]) -> f64 {
        let of_launch = |sample: &&Sample| {
            let launches: f64 = sample.kernels.as_ref().ok()?.iter().map(|one| one.0).sum();
            let is_short = sample.kernel_time > 0.0 && sample.time < SHORT;
            let rest = sample.time - sample.kernel_time - self.host_time(sample);
            (is_short && launches > 0.0).then(|| rest / launches)
        };
        let all: Vec<f64> = samples.iter().filter_map(of_launch).collect();
        median(&all).unwrap_or(0.0).max(0.0)
    }

    /// Whether reports would predict a time of the sample: its kernels and copies ask for no term far
    /// beyond the largest demand that was fitted. Held-out prices have no interval, whose upper end
    /// reports take.
    pub fn reach(&self, sample: &Sample, most: &[f64]) -> bool {
        sample.kernels.iter().flatten().all(|(_, demands)| {
            let whole = self.sums(demands).whole;
            let mut terms = demands.iter().zip(most).zip(&self.kernel);
            !terms.any(|((demand, most), price)| is_outside(*demand, *most, *price, whole))
        })
    }

    /// The times of the resources in a launch.
    pub(super) fn sums(&self, demands: &[f64]) -> ResourceTimes {
        let mut times = [0.0; TERMS.len()];
        let both = demands.iter().zip(&self.kernel);
        times.iter_mut().zip(both).for_each(|(time, (d, p))| *time = d * p);
        ResourceTimes::new(&times, self.form.norm)
    }

    fn host_time(&self, sample: &Sample) -> f64 {
        sample.host.iter().zip(&self.host).map(|(d, p)| d * p).sum()
    }

    /// The problem linearised at these prices.
    /// Fails if no sample has known work.
    pub fn linearised(&self, samples: &[&Sample]) -> Result<LinearProblem, FitError> {
        let search = Search::new(samples, self.form, Some(self))?;
        let now = search.state();
        let rows = search.samples.len();
        let mut a = DMatrix::zeros(rows, COLUMNS);
        let mut b = DVector::zeros(rows);
        let least = DVector::from_column_slice(&search.least);
        for place in 0..rows {
            let mut row = vec![0.0; COLUMNS];
            b[place] = search.row(&now, place, &mut row);
            a.row_mut(place).copy_from_slice(&row);
        }
        b -= &a * least;
        let least = search.least.iter().zip(&search.scale).map(|(x, scale)| x * scale).collect();
        Ok(LinearProblem { a, b, scale: search.scale, least })
    }
}

/// Coefficients and the predictions that follow from them.
struct State {
    x: Vec<f64>,
    /// The predicted time of each sample.
    times: Vec<f64>,
    /// For each kernel of each sample, in one list.
    sums: Vec<ResourceTimes>,
    /// The index of each sample's first entry in `sums`.
    firsts: Vec<usize>,
    loss: f64,
}

struct Search<'s> {
    form: Form,
    samples: Vec<&'s Sample>,
    /// The largest possible price of each term: a higher one would predict more than the
    /// whole time of some sample. Coefficients in these units are comparable.
    scale: Vec<f64>,
    /// The coefficients of the least prices.
    least: Vec<f64>,
    x: Vec<f64>,
}

impl<'s> Search<'s> {
    fn new(samples: &[&'s Sample], form: Form, from: Option<&Prices>) -> Result<Self, FitError> {
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
        let x: Vec<f64> = match known {
            Some(prices) => prices
                .zip(&scale)
                .map(|(price, scale)| if scale.is_finite() { price / scale } else { 0.0 })
                .collect(),
            None => scale.iter().map(|scale| if scale.is_finite() { 0.2 } else { 0.0 }).collect(),
        };
        let least: Vec<f64> =
            form.least().zip(&scale).map(|(price, scale)| price / scale).collect();
        let x = x.into_iter().zip(&least).map(|(x, least)| x.max(*least)).collect();
        for scale in &mut scale {
            if !scale.is_finite() {
                *scale = 0.0; // No sample has this term, so it gets no price.
            }
        }
        Ok(Self { form, samples, scale, least, x })
    }

    fn state(&self) -> State {
        self.evaluate(self.x.clone())
    }

    fn evaluate(&self, x: Vec<f64>) -> State {
        let prices = self.prices_of(&x);
        let (mut times, mut sums, mut firsts) = (Vec::new(), Vec::new(), Vec::new());
        for sample in &self.samples {
            let first = sums.len();
            firsts.push(first);
            let kernels = || sample.kernels.iter().flatten();
            sums.extend(kernels().map(|(_, demands)| prices.sums(demands)));
            let kernel_times =
                kernels().zip(&sums[first..]).map(|((launches, _), s)| launches * s.whole);
            let time = kernel_times.sum::<f64>() + prices.host_time(sample);
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
        Prices { form: self.form, kernel, host }
    }

    /// Adds a sample's row of the linearised problem to `row` and returns the right-hand
    /// side. For any norm, the predicted time is the sum of its slopes times the prices.
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

    /// One damped step: the least-squares solution of the linearised problem near the
    /// current prices.
    fn step(&self, now: &State, damping: f64) -> Result<Vec<f64>, FitError> {
        let (mut products, mut slopes) = self.products(now);
        for column in 0..COLUMNS {
            let hold = damping * products[(column, column)].max(1e-18);
            products[(column, column)] += hold + RIDGE.powi(2);
            slopes[column] += hold * now.x[column];
        }
        // What coefficients are above the least is not negative.
        slopes -= &products * DVector::from_column_slice(&self.least);
        let is_above = |column: &usize| now.x[*column] > self.least[*column];
        let in_use: Vec<usize> = (0..COLUMNS).filter(is_above).collect();
        let above = nnls_of_products(&products, &slopes, &in_use)?;
        Ok(above.iter().zip(&self.least).map(|(above, least)| above + least).collect())
    }

    /// The normal equations of the linearised problem. Their loss of digits affects only the
    /// steps: at the solution the slopes vanish all the same.
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

fn loss(error: f64) -> f64 {
    2.0 * HUBER_WIDTH.powi(2) * ((1.0 + (error / HUBER_WIDTH).powi(2)).sqrt() - 1.0)
}

/// The weight that turns a squared error into the pseudo-Huber loss.
fn weight(error: f64) -> f64 {
    1.0 / (1.0 + (error / HUBER_WIDTH).powi(2)).sqrt()
}

#[cfg(test)]
#[path = "prices_tests.rs"]
mod tests;
