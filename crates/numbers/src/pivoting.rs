//! Non-negative least squares of many columns, by block principal pivoting.
//!
//! Columns that turned negative and columns along which the residual falls change sides all at
//! once (Júdice and Pires, A block principal pivoting algorithm for large-scale strictly monotone
//! linear complementarity problems, 1994). Where that does not lessen their number three times in
//! a row, only the last of them changes sides (Murty's rule), which ends for every positive
//! definite system. Searches that take in one column after another take a hundred times as long
//! with hundreds of columns.

use nalgebra::{DMatrix, DVector};

/// What rounding makes of zero, for columns and a target of norm 1.
const ROUNDING: f64 = 1e-11;

/// How often all change sides without becoming fewer, before single ones do.
const PATIENCE: usize = 3;

/// Finds `x >= 0` with the least `|A x - b|` from the products of the columns with each other and
/// with `b` (`slopes`). The system must be damped: with something added to each of the diagonal.
///
/// `None` if the products are not positive definite, or the search does not end.
#[must_use]
pub fn nnls_pivoting(products: &DMatrix<f64>, slopes: &DVector<f64>) -> Option<Vec<f64>> {
    let columns = products.ncols();
    let norms: Vec<f64> = products.diagonal().iter().map(|square| square.sqrt()).collect();
    if norms.iter().any(|norm| !norm.is_finite() || *norm <= 0.0) {
        return None;
    }
    let unit = DMatrix::from_fn(columns, columns, |row, column| {
        products[(row, column)] / (norms[row] * norms[column])
    });
    let scaled = DVector::from_fn(columns, |row, _| slopes[row] / norms[row]);
    let size = scaled.amax();
    if size == 0.0 {
        return Some(vec![0.0; columns]);
    }
    let x = search(&unit, &(scaled / size))?;
    Some(x.iter().zip(&norms).map(|(x, norm)| (x * size / norm).max(0.0)).collect())
}

fn search(unit: &DMatrix<f64>, scaled: &DVector<f64>) -> Option<DVector<f64>> {
    let columns = unit.ncols();
    let mut is_used = vec![true; columns];
    let (mut fewest, mut patience) = (columns + 1, PATIENCE);
    for _ in 0..20 * columns + 100 {
        let x = least_squares(unit, scaled, &is_used)?;
        let falls = scaled - unit * &x;
        let scale = x.amax().max(1.0);
        let is_wrong = |column: &usize| match is_used[*column] {
            true => x[*column] < -ROUNDING * scale,
            false => falls[*column] > ROUNDING * scale,
        };
        let wrong: Vec<usize> = (0..columns).filter(is_wrong).collect();
        let Some(last) = wrong.last() else { return Some(x) };
        if wrong.len() < fewest {
            (fewest, patience) = (wrong.len(), PATIENCE);
        } else if patience > 0 {
            patience -= 1;
        } else {
            is_used[*last] = !is_used[*last];
            continue;
        }
        wrong.iter().for_each(|column| is_used[*column] = !is_used[*column]);
    }
    None
}

/// The least squares over the columns in use; the others are zero.
fn least_squares(
    unit: &DMatrix<f64>,
    scaled: &DVector<f64>,
    is_used: &[bool],
) -> Option<DVector<f64>> {
    let used: Vec<usize> = (0..is_used.len()).filter(|column| is_used[*column]).collect();
    let part = DMatrix::from_fn(used.len(), used.len(), |row, column| {
        unit[(used[row], used[column])]
    });
    let target = DVector::from_fn(used.len(), |row, _| scaled[used[row]]);
    let found = part.cholesky()?.solve(&target);
    let mut x = DVector::zeros(is_used.len());
    used.iter().zip(found.iter()).for_each(|(column, value)| x[*column] = *value);
    Some(x)
}
