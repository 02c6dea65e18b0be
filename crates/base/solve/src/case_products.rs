//! Data split into cases, from which the triangle of any mixture of cases can be had
//! without going through the rows.
//!
//! Products square the condition of the data, so a round is exact to fewer digits than the
//! solution of its rows. On the suites of an H100 and an H200 all intervals are the same to six
//! digits, but for columns that are equal: which of those is used, rounding decides either way.

use nalgebra::{DMatrix, DVector};

use crate::error::FitError;
use crate::triangle::{Triangle, scaled};

/// A column of norm 1 depends on others where less than this is left of the square of its norm:
/// sums of products are exact to about 1e-15. What is dropped changes a residual by up to the
/// root of it, 1e-7.
const NOTHING: f64 = 1e-14;

/// Of each case the products of the columns of `[A b]` with each other.
pub(crate) struct CaseProducts {
    norms: Vec<f64>,
    /// A column for each case: the lower triangle of the sum of `r r^T` over its rows, column by
    /// column, for columns of norm 1.
    products: DMatrix<f64>,
}

impl CaseProducts {
    /// Of rows whose cases are named one by one.
    pub(crate) fn new(
        a: &DMatrix<f64>,
        b: &DVector<f64>,
        cases: &[usize],
    ) -> Result<Self, FitError> {
        let (rows, norms) = scaled(a, b)?;
        if cases.len() != a.nrows() {
            let (found, needed) = (cases.len(), a.nrows());
            return Err(FitError::Length { what: "names of cases", found, needed });
        }
        let mut names = cases.to_vec();
        names.sort_unstable();
        names.dedup();
        let mut rows_of = vec![Vec::new(); names.len()];
        for (row, name) in cases.iter().enumerate() {
            rows_of[names.partition_point(|known| known < name)].push(row);
        }
        Ok(Self { norms, products: products(&rows, &rows_of) })
    }

    pub(crate) fn cases(&self) -> usize {
        self.products.ncols()
    }

    /// The summed products of mixtures, each a column of counts.
    pub(crate) fn sums(&self, counts: &DMatrix<f64>) -> DMatrix<f64> {
        &self.products * counts
    }

    /// The triangle of a mixture, by its summed products.
    pub(crate) fn triangle(&self, sum: &[f64]) -> Triangle {
        let size = self.norms.len();
        let mut whole = unpacked(sum, size);
        // Of a mixture, a column may be far smaller than of all data.
        let own: Vec<f64> = whole.diagonal().iter().map(|square| square.sqrt()).collect();
        for (column, norm) in own.iter().enumerate().filter(|(_, norm)| **norm > 0.0) {
            whole.row_mut(column).unscale_mut(*norm);
            whole.column_mut(column).unscale_mut(*norm);
        }
        let norms: Vec<f64> = self.norms.iter().zip(&own).map(|(all, own)| all * own).collect();
        Triangle::of_factor(root(whole), &norms)
    }
}

/// For each case the lower triangle of the sum of `r r^T` over its rows.
fn products(rows: &DMatrix<f64>, rows_of: &[Vec<usize>]) -> DMatrix<f64> {
    let size = rows.ncols();
    let by_row = rows.transpose();
    let mut products = DMatrix::zeros(size * (size + 1) / 2, rows_of.len());
    for (mut packed, rows) in products.column_iter_mut().zip(rows_of) {
        for row in rows {
            let values = by_row.column(*row);
            let mut place = 0;
            for column in 0..size {
                let length = size - column;
                packed.rows_mut(place, length).axpy(
                    values[column],
                    &values.rows_range(column..),
                    1.0,
                );
                place += length;
            }
        }
    }
    products
}

fn unpacked(sum: &[f64], size: usize) -> DMatrix<f64> {
    let mut whole = DMatrix::zeros(size, size);
    let mut values = sum.iter();
    for column in 0..size {
        for (row, value) in (column..size).zip(&mut values) {
            whole[(row, column)] = *value;
            whole[(column, row)] = *value;
        }
    }
    whole
}

/// `T` of a symmetric matrix `T^T T` with ones on its diagonal, by Cholesky's factorisation with
/// the greatest pivot first, until nothing is left.
fn root(mut left: DMatrix<f64>) -> DMatrix<f64> {
    let size = left.nrows();
    let mut root = DMatrix::zeros(size, size);
    for step in 0..size {
        let (place, pivot) = left.diagonal().argmax();
        if pivot < NOTHING {
            break;
        }
        let row = left.row(place).transpose() / pivot.sqrt();
        left.ger(-1.0, &row, &row, 1.0);
        // Exactly, so that it is not chosen again.
        left.row_mut(place).fill(0.0);
        left.column_mut(place).fill(0.0);
        root.row_mut(step).tr_copy_from(&row);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_multiplies_to_what_it_is_of() {
        let t = DMatrix::from_row_slice(2, 3, &[1.0, 0.6, 0.8, 0.0, 0.8, 0.6]);
        let whole = t.transpose() * &t;
        let root = root(whole.clone());
        assert!((root.transpose() * &root - &whole).amax() < 1e-15);
        assert_eq!(root.row(2).amax(), 0.0, "a third column depends on two");
    }

    #[test]
    fn a_mixture_has_the_triangle_of_its_rows() {
        let a = DMatrix::from_row_slice(4, 2, &[1.0, 0.0, 2.0, 1e-6, 0.0, 3.0, 5.0, 1.0]);
        let b = DVector::from_vec(vec![1.0, 2.0, 0.5, 4.0]);
        let of_cases = CaseProducts::new(&a, &b, &[7, 7, 9, 3]).unwrap();
        // Case 7 twice, 9 and 3 never: in the order of their names.
        let counts = DMatrix::from_column_slice(3, 1, &[0.0, 2.0, 0.0]);
        let found = of_cases.triangle(of_cases.sums(&counts).as_slice());
        for (norm, wanted) in found.norms.iter().zip([10.0_f64.sqrt(), 2e-12_f64.sqrt()]) {
            assert!((norm / wanted - 1.0).abs() < 1e-12, "{norm} for {wanted}");
        }
        let cosine = found.columns.column(0).dot(&found.columns.column(1));
        assert!((cosine - 2.0 / 5.0_f64.sqrt()).abs() < 1e-12, "{cosine}");
    }
}
