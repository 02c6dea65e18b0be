//! What a bootstrap of a fit costs: 1,000 rounds over 100,000 rows of 20,000 cases
//! with 26 columns.
//!
//!     cargo bench --bench fit [-- ROUNDS]
//!
//! Three kinds of data: every column in every case; some columns in one case of a
//! thousand only, and one in a single case; two columns that differ in a single case
//! only. Then the prices of the cost model, with norm 2, of as many rows, and the same
//! bootstrap of them. Then all that `propp fit` does with 10^4 and 10^5 rows once it has
//! read them: every model, fitted to all and to what is left when a primitive, a family or
//! a size is left out, and the intervals.

use std::error::Error;
use std::time::Instant;

use nalgebra::{DMatrix, DVector};
use propp_base_model::counters::CODE_LOAD_ROUNDS;
use propp_base_solve::nnls;
use propp_base_solve::resample::{Bootstrap, resample};
use propp_base_statistics::Random;
use propp_judge_cost::quality::Weights;
use propp_judge_cost::{HOST_TERMS, TERMS, Unknown};
use propp_judge_criteria::Criterion;
use propp_suite_fit::quality::Response;
use propp_suite_fit::{Form, NORMS, Options, Prices, Sample, fit};

const ROWS: usize = 100_000;
const COLUMNS: usize = 26;
const ROWS_OF_CASE: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let word = std::env::args().skip(1).find(|word| word != "--bench");
    let rounds = word.map_or(Ok(1000), |word| word.parse())?;
    let cases: Vec<usize> = (0..ROWS).map(|row| row / ROWS_OF_CASE).collect();
    for (kind, a) in [("full", full()), ("rare", rare()), ("alike", alike())] {
        let b = target(&a);
        let begun = Instant::now();
        let found = nnls(&a, &b)?;
        let once = begun.elapsed();
        let bootstrap = Bootstrap { rounds, seed: 1 };
        let begun = Instant::now();
        resample(&a, &b, &cases, &bootstrap)?;
        println!(
            "{kind}: one fit {:.3} s ({} columns in use), {rounds} rounds {:.2} s",
            once.as_secs_f64(),
            found.iter().filter(|x| **x > 0.0).count(),
            begun.elapsed().as_secs_f64(),
        );
    }
    prices(rounds, &cases)?;
    for rows in [10_000, ROWS] {
        whole(rounds, &cases[..rows])?;
    }
    Ok(())
}

/// What `propp fit` does with the rows of a dataset.
fn whole(rounds: usize, cases: &[usize]) -> Result<(), Box<dyn Error>> {
    let samples = samples(cases);
    let paper = Weights::bundled("paper")?;
    let response = Response::Relative;
    let options = Options {
        response,
        kind: None,
        norms: NORMS.to_vec(),
        cycle_ns: 0.0,
        empty_ns: None,
        outside: None,
        rounds,
        seed: 1,
    };
    let begun = Instant::now();
    let outcome = fit(&samples, &paper, &options, &mut |_| ())?;
    println!(
        "propp fit: {} rows, {} models judged on {} of them, {rounds} rounds: {:.2} s",
        outcome.samples,
        outcome.models.len(),
        outcome.judged,
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

/// What `propp fit` does for the cost model, but for the validation.
fn prices(rounds: usize, cases: &[usize]) -> Result<(), Box<dyn Error>> {
    let samples = samples(cases);
    let samples: Vec<&Sample> = samples.iter().collect();
    let begun = Instant::now();
    let fitted = Prices::fit(&samples, Form { norm: 2.0, cycle_ns: 0.0 }, None)?;
    let once = begun.elapsed();
    let linear = fitted.linearised(&samples)?;
    let bootstrap = Bootstrap { rounds, seed: 1 };
    resample(&linear.a, &linear.b, cases, &bootstrap)?;
    println!(
        "prices: one fit {:.2} s ({} terms cost something), with {rounds} rounds {:.2} s",
        once.as_secs_f64(),
        fitted.kernel.iter().filter(|price| **price > 0.0).count(),
        begun.elapsed().as_secs_f64(),
    );
    Ok(())
}

/// A kernel each, of which a third of the terms cost nothing; noise of 20 %.
fn samples(cases: &[usize]) -> Vec<Sample> {
    let mut random = Random::new(3, 0);
    let host: Vec<f64> = HOST_TERMS.iter().map(|t| f64::from(u8::from(t.name == "run"))).collect();
    let of = |case: &usize| {
        let demands: Vec<f64> = (0..TERMS.len()).map(|_| random.unit().powi(4)).collect();
        let cost = |(place, demand): (usize, &f64)| (place % 3) as f64 * demand;
        let time = demands.iter().enumerate().map(cost).sum::<f64>() + 1.0;
        Sample {
            kernel_ns: Vec::new(),
            case: *case,
            problem: case.to_string(),
            primitive: format!("primitive {}", case % 46),
            family: format!("family {}", (random.unit() * 12.0) as usize),
            n: 1 << (case % 3),
            time: time * (0.8 + 0.4 * random.unit()),
            kernel_time: time,
            relative: 1.0,
            speedup: 1.0,
            criteria: Criterion::ALL.map(|_| Some(random.unit())).into(),
            is_partial: false,
            kernels: Ok(vec![(1.0, demands)]),
            with_code: Err(Unknown::Counter(CODE_LOAD_ROUNDS)),
            host: host.clone(),
        }
    };
    let mut samples: Vec<Sample> = cases.iter().map(of).collect();
    for rows in samples.chunks_mut(ROWS_OF_CASE) {
        let best = rows.iter().map(|sample| sample.time).fold(f64::INFINITY, f64::min);
        rows.iter_mut().for_each(|sample| sample.relative = best / sample.time);
    }
    samples
}

/// Columns of very different sizes that are alike within a case.
fn full() -> DMatrix<f64> {
    let mut random = Random::new(1, 0);
    let mut of_case = [0.0; COLUMNS];
    let mut a = DMatrix::zeros(ROWS, COLUMNS);
    for (row, mut values) in a.row_iter_mut().enumerate() {
        for column in 0..COLUMNS {
            if row % ROWS_OF_CASE == 0 {
                of_case[column] = random.unit().powi(4) * 10.0_f64.powi(column as i32 / 3);
            }
            values[column] = of_case[column] * (0.5 + random.unit());
        }
    }
    a
}

fn rare() -> DMatrix<f64> {
    let mut a = full();
    for column in 0..5 {
        for row in 0..ROWS {
            let case = row / ROWS_OF_CASE;
            let is_there = if column == 0 { case == 77 } else { case % 1000 == column };
            if !is_there {
                a[(row, column)] = 0.0;
            }
        }
    }
    a
}

fn alike() -> DMatrix<f64> {
    let mut a = full();
    let twin = a.column(3).into_owned();
    a.set_column(7, &twin);
    a[(500, 7)] *= 2.0;
    a
}

/// A third of the columns cost nothing; noise of 20 %.
fn target(a: &DMatrix<f64>) -> DVector<f64> {
    let mut random = Random::new(2, 0);
    let prices = DVector::from_fn(COLUMNS, |column, _| {
        (column % 3) as f64 / 10.0_f64.powi(column as i32 / 3)
    });
    (a * prices).map(|time| time * (0.8 + 0.4 * random.unit()))
}
