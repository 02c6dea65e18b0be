//! Tests of resampling.

use proptest::prelude::*;

use super::*;
use crate::nnls::nnls;
use propp_base_statistics::Random;
use propp_base_statistics::summary::interval;

const fn bootstrap(rounds: usize) -> Bootstrap {
    Bootstrap { rounds, seed: 5 }
}

/// Rows of cases of 1 to 6 rows, with noise. Column 1 is there in the first case only.
fn data(cases: usize, columns: usize, seed: u64) -> (DMatrix<f64>, DVector<f64>, Vec<usize>) {
    let mut random = Random::new(seed, 9);
    let case_of: Vec<usize> =
        (0..cases).flat_map(|case| vec![3 * case + 1; 1 + case * 7 % 6]).collect();
    let a = DMatrix::from_fn(case_of.len(), columns, |row, column| {
        let is_there = column != 1 || case_of[row] == 1;
        if is_there { random.unit().powi(3) * 10.0_f64.powi(column as i32) } else { 0.0 }
    });
    let x = DVector::from_fn(columns, |column, _| {
        (column % 3) as f64 * 10.0_f64.powi(-(column as i32))
    });
    let noise = DVector::from_fn(case_of.len(), |_, _| random.unit() - 0.3);
    let b = &a * x + noise;
    (a, b, case_of)
}

/// The rows that a round draws, as often as it draws them.
fn materialised(
    a: &DMatrix<f64>,
    b: &DVector<f64>,
    case_of: &[usize],
    round: usize,
) -> (DMatrix<f64>, DVector<f64>) {
    let mut names = case_of.to_vec();
    names.dedup();
    let counts = Random::new(5, round as u64).draw(names.len());
    let mut rows = Vec::new();
    for (name, count) in names.iter().zip(counts) {
        for _ in 0..count {
            rows.extend((0..case_of.len()).filter(|row| case_of[*row] == *name));
        }
    }
    (a.select_rows(&rows), b.select_rows(&rows))
}

#[test]
fn a_round_is_the_solution_of_its_rows() {
    for (cases, columns) in [(200, 5), (60, 8), (40, 2), (7, 3), (4, 4), (1, 1)] {
        let (a, b, case_of) = data(cases, columns, cases as u64);
        let found = resample(&a, &b, &case_of, &bootstrap(70)).unwrap();
        for round in 0..70 {
            let (a, b) = materialised(&a, &b, &case_of, round);
            let wanted = nnls(&a, &b).unwrap();
            let row = found.row(round).transpose();
            for column in 0..columns {
                let norm = a.column(column).norm();
                // Of what the column contributes, and of the right-hand side.
                let scale = wanted[column].abs() * norm + 1e-6 * b.norm();
                let off = (row[column] - wanted[column]).abs() * norm;
                assert!(off <= 1e-9 * scale, "{cases} {round}: {row} {wanted}");
            }
        }
    }
}

#[test]
fn absent_columns_get_nothing() {
    let (a, b, case_of) = data(50, 4, 3);
    let found = resample(&a, &b, &case_of, &bootstrap(200)).unwrap();
    let without = found.column(1).iter().filter(|x| **x == 0.0).count();
    assert!(without > 50, "the first case is missing in more than a third: {without}");
}

#[test]
fn rounds_with_equal_columns_are_as_near_as_others() {
    // Two columns that differ in the last case alone.
    let (mut a, b, case_of) = data(30, 4, 4);
    let mut twin = a.column(2).into_owned();
    *twin.iter_mut().last().unwrap() += 5.0;
    a.set_column(3, &twin);
    let found = resample(&a, &b, &case_of, &bootstrap(100)).unwrap();
    for round in 0..100 {
        let (a, b) = materialised(&a, &b, &case_of, round);
        let wanted = nnls(&a, &b).unwrap();
        let residual = (&a * found.row(round).transpose() - &b).norm();
        assert!((residual - (&a * &wanted - &b).norm()).abs() <= 1e-9 * b.norm(), "{round}");
    }
}

#[test]
fn more_threads_find_the_same() {
    let (a, b, case_of) = data(100, 6, 1);
    let on_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| resample(&a, &b, &case_of, &bootstrap(100)).unwrap())
    };
    let one = on_threads(1);
    assert_eq!(one, on_threads(3));
    let fewer = resample(&a, &b, &case_of, &bootstrap(45)).unwrap();
    assert_eq!(fewer, one.rows_range(..45));
    let other = Bootstrap { seed: 6, ..bootstrap(100) };
    assert_ne!(one, resample(&a, &b, &case_of, &other).unwrap());
}

#[test]
fn intervals_hold_what_was_put_in() {
    let mut random = Random::new(2, 2);
    let a = DMatrix::from_fn(600, 2, |_, _| random.unit());
    let noise = DVector::from_fn(600, |_, _| random.unit() - 0.5);
    let b = &a * DVector::from_vec(vec![2.0, 0.0]) + noise;
    let case_of: Vec<usize> = (0..600).map(|row| row / 3).collect();
    let found = resample(&a, &b, &case_of, &bootstrap(400)).unwrap();
    let columns = found.column_iter();
    let intervals: Vec<_> =
        columns.map(|column| interval(column.as_slice(), 0.95).unwrap()).collect();
    assert!(intervals[0].low > 1.8 && intervals[0].low < 2.0, "{intervals:?}");
    assert!(intervals[0].high < 2.2 && intervals[0].high > 2.0, "{intervals:?}");
    assert!(intervals[1].low == 0.0 && intervals[1].high < 0.2, "{intervals:?}");
    let none = resample(&a, &b, &case_of, &bootstrap(0)).unwrap();
    assert_eq!(none.shape(), (0, 2));
    let error = resample(&a, &b, &case_of[..9], &bootstrap(1)).unwrap_err();
    assert_eq!(error.to_string(), "there are 9 names of cases for a matrix that needs 600");
}

proptest! {
    #[test]
    fn hard_data_are_solved_as_well_as_from_their_rows(
        rows in 1_usize..40, columns in 1_usize..8, per_case in 1_usize..5, seed: u64,
    ) {
        let (a, b) = crate::nnls::tests::made_up(rows, columns, seed);
        let case_of: Vec<usize> = (0..rows).map(|row| row / per_case).collect();
        let found = resample(&a, &b, &case_of, &bootstrap(10)).unwrap();
        for round in 0..10 {
            let (a, b) = materialised(&a, &b, &case_of, round);
            let wanted = nnls(&a, &b).unwrap();
            let residual = (&a * found.row(round).transpose() - &b).norm();
            prop_assert!((residual - (&a * &wanted - &b).norm()).abs() <= 1e-7 * b.norm());
        }
    }
}
