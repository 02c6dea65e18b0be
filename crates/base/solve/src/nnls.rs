//! Non-negative least squares.

use nalgebra::{DMatrix, DVector};

use crate::active_set::{Found, in_use, search};
use crate::error::FitError;
use crate::triangle::{Triangle, scaled};

/// The non-negative coefficients that come nearest to a right-hand side.
#[derive(Clone, Debug, PartialEq)]
pub struct Nnls {
    /// The coefficients, a column each.
    pub x: DVector<f64>,
    /// `|A x - b|`.
    pub residual_norm: f64,
    /// The columns with positive coefficients, ascending.
    pub positive: Vec<usize>,
    /// The columns with coefficient zero that are, to [`crate::DEPENDENT`] of their
    /// norm, made up of those with positive ones, ascending: they could have been
    /// used instead, and the residual would have been the same. Zero columns are
    /// among them.
    pub dependent: Vec<usize>,
    /// How many columns were taken in or tried.
    pub iterations: usize,
}

/// Finds `x >= 0` with the least `|A x - b|`: by the active set, on the triangular
/// factor of `[A b]`.
///
/// Columns may be of any size: they are divided by their norms first. There may be
/// more columns than rows, and columns that depend on others: then there is more
/// than one solution, and it is always the same one that is found, with columns in
/// use of which none depends on others.
///
/// # Errors
/// Without rows or columns, when the lengths do not agree, for values that are not
/// finite, and when a coefficient would be too large to be written down.
pub fn nnls(a: &DMatrix<f64>, b: &DVector<f64>) -> Result<Nnls, FitError> {
    let (both, norms) = scaled(a, b)?;
    let triangle = Triangle::of_scaled(both, &norms);
    let found = search(&triangle, &[]);
    let is_dependent = |column: &usize| found.x[*column] == 0.0 && found.passive.spans(*column);
    Ok(Nnls {
        x: DVector::from_vec(in_units(&triangle, &found)?),
        residual_norm: found.passive.residual() * triangle.norms[found.x.len()],
        positive: in_use(&found.x),
        dependent: (0..found.x.len()).filter(is_dependent).collect(),
        iterations: found.iterations,
    })
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
pub(crate) fn in_units(triangle: &Triangle, found: &Found) -> Result<Vec<f64>, FitError> {
    let target = triangle.norms[found.x.len()];
    let mut all = Vec::with_capacity(found.x.len());
    for (column, (x, norm)) in found.x.iter().zip(&triangle.norms).enumerate() {
        let value = if *x > 0.0 { x * (target / norm) } else { 0.0 };
        if !value.is_finite() {
            return Err(FitError::OutOfRange { column });
        }
        all.push(value);
    }
    Ok(all)
}

/// How far `x` is from solving `|A x - b|` over `x >= 0`, by the conditions of
/// Karush, Kuhn and Tucker: 0 is a solution, and rounding leaves about 1e-15.
///
/// It is the worst of: a negative coefficient, a residual that falls along a column
/// at zero, and one that has a slope along a column in use; each for columns and
/// right-hand side of norm 1, the slopes relative to the sum of what is added up in
/// the residual. NaN when a value is not finite; the lengths must agree.
pub fn kkt(a: &DMatrix<f64>, b: &DVector<f64>, x: &DVector<f64>) -> f64 {
    let norms: Vec<f64> = a.column_iter().map(|column| column.norm()).collect();
    let target = b.norm();
    let residual = b - a * x;
    let size = norms.iter().zip(x).fold(target, |size, (norm, x)| size + norm * x.abs());
    if size == 0.0 {
        return 0.0;
    }
    let mut worst = 0.0_f64;
    for ((column, norm), x) in a.column_iter().zip(norms).zip(x) {
        let slope = if norm > 0.0 { column.dot(&residual) / norm / size } else { 0.0 };
        let violation = if *x > 0.0 { slope.abs() } else { slope.max(-x * norm / size) };
        if violation.is_nan() {
            return f64::NAN;
        }
        worst = worst.max(violation);
    }
    worst
}

#[cfg(test)]
#[path = "nnls_tests.rs"]
pub(crate) mod tests;
