//! Non-negative least squares.

use nalgebra::{DMatrix, DVector};

use crate::active_set::search;
use crate::error::FitError;
use crate::triangle::{Triangle, scaled};

/// Finds `x >= 0` with the least `|A x - b|`: by the active set, on the triangular
/// factor of `[A b]`.
///
/// Columns may be of any size: they are divided by their norms first. There may be
/// more columns than rows, and columns that depend on others: then there is more
/// than one solution, and it is always the same one that is found, with columns in
/// use of which none depends on others.
/// Fails without rows or columns, when the lengths do not agree, for values that are not
/// finite, and when a coefficient would be too large to be written down.
pub fn nnls(a: &DMatrix<f64>, b: &DVector<f64>) -> Result<DVector<f64>, FitError> {
    let (both, norms) = scaled(a, b)?;
    let triangle = Triangle::of_scaled(both, &norms);
    in_units(&triangle, &search(&triangle, &[])).map(DVector::from_vec)
}

/// The non-negative least squares of a system whose columns' `products` with each other
/// and with the right-hand side (`slopes`) are known, and not its rows. The search begins
/// with the columns of `start`.
///
/// Products square the condition of the data, so they are for systems that are damped:
/// with something added to each of their diagonal.
/// Fails when the products have no Cholesky factor, and when a coefficient would be too large to be
/// written down.
pub fn nnls_of_products(
    products: &DMatrix<f64>,
    slopes: &DVector<f64>,
    start: &[usize],
) -> Result<Vec<f64>, FitError> {
    let columns = products.ncols();
    let norms: Vec<f64> = products.diagonal().iter().map(|square| square.sqrt()).collect();
    let unit = DMatrix::from_fn(columns, columns, |row, column| {
        products[(row, column)] / (norms[row] * norms[column])
    });
    let scaled = DVector::from_fn(columns, |row, _| slopes[row] / norms[row]);
    let factored = unit.cholesky().map(|root| root.unpack());
    let target = factored.as_ref().and_then(|root| root.solve_lower_triangular(&scaled));
    let (Some(root), Some(target)) = (factored, target) else {
        return Err(FitError::OutOfRange { column: 0 });
    };
    let mut both = root.transpose().resize_horizontally(columns + 1, 0.0);
    both.set_column(columns, &target);
    let norms = [norms, vec![1.0]].concat();
    let triangle = Triangle::of_factor(both, &norms);
    in_units(&triangle, &search(&triangle, start))
}

/// The coefficients of columns with their own norms.
pub(crate) fn in_units(triangle: &Triangle, found: &[f64]) -> Result<Vec<f64>, FitError> {
    let target = triangle.norms[found.len()];
    let in_unit = |(column, (x, norm)): (usize, (&f64, &f64))| {
        let value = if *x > 0.0 { x * (target / norm) } else { 0.0 };
        if value.is_finite() { Ok(value) } else { Err(FitError::OutOfRange { column }) }
    };
    found.iter().zip(&triangle.norms).enumerate().map(in_unit).collect()
}

#[cfg(test)]
#[path = "nnls_tests.rs"]
pub(crate) mod tests;
