//! Compares steps by normal equations with the same steps by orthogonal factorisation.

use std::path::Path;

use propp_base_solve::nnls;
use propp_judge_cost::quality::Weights;
use propp_recording_store::read;
use propp_suite_cases::dataset::Dataset;

use super::super::NORMS;
use super::super::fit_tests::samples;
use super::*;

/// The system whose normal equations [`Search::step`] solves: the linearised problem, then
/// the rows of the damping and of the ridge.
fn stacked(search: &Search<'_>, now: &State, damping: f64) -> (DMatrix<f64>, DVector<f64>) {
    let rows = search.samples.len();
    let mut a = DMatrix::zeros(rows + 2 * COLUMNS, COLUMNS);
    let mut b = DVector::zeros(rows + 2 * COLUMNS);
    for place in 0..rows {
        let mut row = vec![0.0; COLUMNS];
        b[place] = search.row(now, place, &mut row);
        a.row_mut(place).copy_from_slice(&row);
    }
    for column in 0..COLUMNS {
        let hold = (damping * a.column(column).norm_squared().max(1e-18)).sqrt();
        a[(rows + column, column)] = hold;
        b[rows + column] = hold * now.x[column];
        a[(rows + COLUMNS + column, column)] = RIDGE;
    }
    (a, b)
}

/// The largest relative excess of the residual of a step by normal equations over the
/// residual of a step by orthogonal factorisation.
fn worst(samples: &[&Sample], norm: f64) -> f64 {
    let mut worst = 0.0_f64;
    let form = Form { norm, cycle_ns: 0.0 };
    let prices = Prices::fit(samples, form, None).unwrap();
    for from in [None, Some(&prices)] {
        let search = Search::new(samples, form, from).unwrap();
        let now = search.state();
        for damping in [1e-6, 1e-3, 0.1, 10.0] {
            let step = DVector::from_vec(search.step(&now, damping).unwrap());
            assert!(step.iter().all(|x| *x >= 0.0));
            let (a, b) = stacked(&search, &now, damping);
            let exact = (&a * nnls(&a, &b).unwrap() - &b).norm();
            worst = worst.max((&a * step - &b).norm() / exact - 1.0);
        }
    }
    worst
}

/// Normal equations square the condition number of the data. The damping keeps that harmless.
#[test]
fn a_step_by_normal_equations_is_one_by_orthogonal_factors() {
    let made = samples(25, 2.0, 0.1);
    let file = "tests/fixtures/recordings/h200_suite_part.propp";
    let recording =
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(file)).unwrap();
    let paper = Weights::bundled("paper").unwrap();
    let dataset = Dataset::from_recordings(&[(file.to_owned(), recording)], &paper).unwrap();
    // 64 cases for 46 prices: columns depend on each other.
    let few = Sample::from_dataset(&dataset);
    for (name, all) in [("made", &made), ("recorded", &few)] {
        let all: Vec<&Sample> = all.iter().collect();
        for norm in NORMS {
            let worst = worst(&all, norm);
            println!("{name}, norm {norm}: {worst:.1e}");
            assert!(worst < 1e-8, "{name}, norm {norm}: {worst}");
        }
    }
}
