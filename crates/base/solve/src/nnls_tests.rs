//! Tests of non-negative least squares.

use proptest::prelude::*;

use super::*;
use crate::active_set::in_use;
use crate::passive::DEPENDENT;
use propp_base_statistics::Random;

#[path = "../tests/kkt/mod.rs"]
pub(crate) mod kkt;
use kkt::kkt;

/// What was found, how far it is from the right-hand side, and the columns in use.
#[derive(Debug)]
struct Solved {
    x: DVector<f64>,
    residual_norm: f64,
    positive: Vec<usize>,
}

fn system(rows: &[&[f64]], b: &[f64]) -> (DMatrix<f64>, DVector<f64>) {
    let columns = rows[0].len();
    let a = DMatrix::from_row_iterator(rows.len(), columns, rows.concat());
    (a, DVector::from_column_slice(b))
}

fn solve(rows: &[&[f64]], b: &[f64]) -> Solved {
    let (a, b) = system(rows, b);
    let x = nnls(&a, &b).unwrap();
    Solved { residual_norm: (&a * &x - b).norm(), positive: in_use(x.as_slice()), x }
}

fn close(is: f64, wanted: f64) -> bool {
    (is - wanted).abs() <= 1e-13 * wanted.abs().max(1.0)
}

#[test]
fn what_is_positive_anyway_is_least_squares() {
    let line = solve(&[&[1.0, 1.0], &[1.0, 2.0], &[1.0, 3.0]], &[3.0, 6.0, 6.0]);
    // The mean of b is 5 at 2, and the slope (6 - 3) / 2.
    assert!(close(line.x[0], 2.0) && close(line.x[1], 1.5), "{line:?}");
    assert_eq!(line.positive, [0, 1]);
}

#[test]
fn what_would_be_negative_is_zero() {
    let found = solve(&[&[1.0, 1.0], &[1.0, 2.0], &[1.0, 3.0]], &[3.0, 2.0, 1.0]);
    assert!(close(found.x[0], 2.0), "{found:?}");
    assert_eq!(found.x[1], 0.0);
    assert!(close(found.residual_norm, 2.0_f64.sqrt()));
    assert_eq!(found.positive, [0]);
}

#[test]
fn a_column_that_came_in_goes_out_again() {
    // The last column has the smallest angle to b, but not once the others are there.
    let found = solve(&[&[1.0, 0.0, 0.9], &[0.0, 1.0, 0.6], &[0.0, 0.0, 0.2]], &[2.0, 1.0, -0.1]);
    assert!(close(found.x[0], 2.0) && close(found.x[1], 1.0), "{found:?}");
    assert_eq!(found.positive, [0, 1]);
    assert!(close(found.residual_norm, 0.1));
}

#[test]
fn nothing_is_made_of_nothing() {
    let nothing = solve(&[&[1.0, 2.0], &[3.0, 4.0]], &[0.0, 0.0]);
    assert_eq!((nothing.x.as_slice(), nothing.residual_norm), (&[0.0, 0.0][..], 0.0));
    let zero = solve(&[&[0.0, 0.0], &[0.0, 0.0]], &[3.0, 4.0]);
    assert_eq!((zero.x.as_slice(), zero.residual_norm), (&[0.0, 0.0][..], 5.0));
    let negative = solve(&[&[1.0], &[1.0]], &[-1.0, -1.0]);
    assert_eq!(negative.x[0], 0.0);
}

#[test]
fn products_of_columns_have_the_solution_of_their_rows() {
    for start in [&[][..], &[1], &[0, 1, 2]] {
        let (a, b) = system(
            &[&[1.0, 1.0, 0.0], &[1.0, 2.0, 3.0], &[1.0, 3.0, -2.0], &[100.0, 0.0, 0.0]],
            &[3.0, 6.0, 6.0, 90.0],
        );
        let found = nnls_of_products(&a.tr_mul(&a), &a.tr_mul(&b), start).unwrap();
        let wanted = nnls(&a, &b).unwrap();
        let are_close =
            found.iter().zip(wanted.iter()).all(|(is, wanted)| (is - wanted).abs() < 1e-9);
        assert!(are_close && in_use(&found).len() > 1, "{found:?}, not {wanted:?}");
    }
    let (a, b) = system(&[&[1.0, 1.0], &[2.0, 2.0]], &[1.0, 1.0]);
    assert!(nnls_of_products(&a.tr_mul(&a), &a.tr_mul(&b), &[]).is_err());
}

#[test]
fn one_of_two_equal_columns_is_used() {
    let rows: [&[f64]; 3] = [&[1.0, 0.0, 1.0, 2.0], &[2.0, 0.0, 2.0, 4.0], &[0.0, 0.0, 0.0, 0.0]];
    let found = solve(&rows, &[1.0, 2.0, 1.0]);
    assert_eq!(found.positive, [0]);
    assert!(close(found.x[0], 1.0) && close(found.residual_norm, 1.0));
}

#[test]
fn columns_may_be_of_any_size() {
    let found = solve(&[&[1e-200, 0.0], &[0.0, 3e200], &[1e-200, 1e200]], &[2.0, 1.0, 3.0]);
    let plain = solve(&[&[1.0, 0.0], &[0.0, 3.0], &[1.0, 1.0]], &[2.0, 1.0, 3.0]);
    assert!(close(found.x[0] * 1e-200, plain.x[0]), "{found:?} {plain:?}");
    assert!(close(found.x[1] * 1e200, plain.x[1]));
    let (a, b) = system(&[&[1e-300]], &[1e300]);
    assert_eq!(nnls(&a, &b), Err(FitError::OutOfRange { column: 0 }));
}

/// The best of all sets of columns whose least squares are nowhere negative.
fn brute_force(a: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let mut best = b.norm();
    for set in 1_u32..1 << a.ncols() {
        let columns: Vec<_> = (0..a.ncols()).filter(|column| set >> column & 1 == 1).collect();
        let mut some = a.select_columns(&columns);
        let scales: Vec<f64> = some.column_iter().map(|column| column.norm()).collect();
        if scales.contains(&0.0) {
            continue;
        }
        for (mut column, scale) in some.column_iter_mut().zip(scales) {
            column /= scale;
        }
        let x = some.clone().svd(true, true).solve(b, 1e-9).unwrap();
        if x.iter().all(|x| *x >= -1e-12) {
            best = best.min((some * x - b).norm());
        }
    }
    best
}

/// Made up from a seed: some columns zero, repeated, sums of others or all but
/// repeated, of sizes from 1e-6 to 1e6; some of the values zero.
pub(crate) fn made_up(rows: usize, columns: usize, seed: u64) -> (DMatrix<f64>, DVector<f64>) {
    let mut random = Random::new(seed, 0);
    let sparse = random.below(2) == 0;
    let value = |random: &mut Random| {
        if sparse && random.below(3) > 0 { 0.0 } else { random.unit() * 2.0 - 0.7 }
    };
    let mut a = DMatrix::from_fn(rows, columns, |_, _| value(&mut random));
    for column in 1..columns {
        let other = random.below(column as u64) as usize;
        let another = random.below(column as u64) as usize;
        let made = match random.below(8) {
            0 => a.column(column) * 0.0,
            1 => a.column(other) * 2.0,
            2 => a.column(other) + a.column(another),
            3 => a.column(other) + a.column(column) * 1e-4,
            _ => a.column(column).into_owned(),
        };
        a.set_column(column, &made);
    }
    let b = match random.below(4) {
        0 => &a * DVector::from_fn(columns, |_, _| random.below(3) as f64),
        _ => DVector::from_fn(rows, |_, _| value(&mut random)),
    };
    for mut column in a.column_iter_mut() {
        column *= 10.0_f64.powi(random.below(13) as i32 - 6);
    }
    (a, b)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nothing_is_nearer(rows in 1_usize..9, columns in 1_usize..7, seed: u64) {
        let (a, b) = made_up(rows, columns, seed);
        let found = nnls(&a, &b).unwrap();
        let best = brute_force(&a, &b);
        prop_assert!((&a * &found - &b).norm() <= best + 1e-8 * b.norm(), "{found:?} {best}");
    }

    #[test]
    fn a_solution_meets_the_conditions(rows in 1_usize..60, columns in 1_usize..40, seed: u64) {
        let (a, b) = made_up(rows, columns, seed);
        let found = nnls(&a, &b).unwrap();
        prop_assert!(kkt(&a, &b, &found) < DEPENDENT, "{}", kkt(&a, &b, &found));
        prop_assert!(in_use(found.as_slice()).len() <= rows);
        prop_assert_eq!(&nnls(&a, &b).unwrap(), &found);
    }

    #[test]
    fn what_is_no_solution_does_not_meet_them(seed: u64, wrong in 0_usize..5) {
        let (mut a, b) = made_up(20, 5, seed);
        let norms: Vec<f64> = a.column_iter().map(|column| column.norm()).collect();
        if norms[wrong] == 0.0 || b.norm() == 0.0 {
            return Ok(());
        }
        a.column_mut(wrong).unscale_mut(norms[wrong]);
        let mut x = nnls(&a, &b).unwrap();
        x[wrong] += 0.1 * b.norm();
        prop_assert!(kkt(&a, &b, &x) > 1e-3, "{}", kkt(&a, &b, &x));
        x[wrong] = -0.1 * b.norm();
        prop_assert!(kkt(&a, &b, &x) > 1e-3);
    }
}
