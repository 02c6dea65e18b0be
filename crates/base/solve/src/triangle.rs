//! Data reduced to a small triangle that says the same about every least-squares
//! problem over its columns.

use nalgebra::{DMatrix, DVector};

use crate::error::FitError;

/// A factor of `[A b]` with unit columns: `R` of `[A b] = Q R N`, where `N` holds the
/// norms. `|A x - b|` can be had from it for every `x`, since `Q` is orthogonal.
#[derive(Clone, Debug)]
pub(crate) struct Triangle {
    /// The columns of A, each of norm 1 or, where A's is zero, zero.
    pub(crate) columns: DMatrix<f64>,
    /// The right-hand side, likewise.
    pub(crate) target: DVector<f64>,
    /// The norms of the columns of A, and of b at the end.
    pub(crate) norms: Vec<f64>,
}

impl Triangle {
    /// Of checked data, whose columns have been divided by `norms` already.
    pub(crate) fn of_factor(mut factor: DMatrix<f64>, norms: &[f64]) -> Self {
        let mut all = Vec::with_capacity(norms.len());
        for (mut column, norm) in factor.column_iter_mut().zip(norms) {
            let rest = column.norm();
            if rest > 0.0 {
                column /= rest;
            }
            all.push(norm * rest);
        }
        let last = factor.ncols() - 1;
        let target = factor.column(last).into_owned();
        Self { columns: factor.remove_column(last), target, norms: all }
    }

    /// Of data with unit columns, which are overwritten.
    pub(crate) fn of_scaled(scaled: DMatrix<f64>, norms: &[f64]) -> Self {
        if scaled.nrows() <= scaled.ncols() {
            return Self::of_factor(scaled, norms);
        }
        Self::of_factor(scaled.qr().unpack_r(), norms)
    }
}

/// `[A b]` with columns of norm 1 (or zero), and their norms.
/// Fails without rows or columns, when the lengths do not agree, and for values that are
/// not finite.
pub(crate) fn scaled(
    a: &DMatrix<f64>,
    b: &DVector<f64>,
) -> Result<(DMatrix<f64>, Vec<f64>), FitError> {
    let (rows, columns) = a.shape();
    if rows == 0 || columns == 0 {
        return Err(FitError::Empty { rows, columns });
    }
    if b.len() != rows {
        let what = "values of the right-hand side";
        return Err(FitError::Length { what, found: b.len(), needed: rows });
    }
    let mut both = a.clone().resize_horizontally(columns + 1, 0.0);
    both.set_column(columns, b);
    for (column, values) in both.column_iter().enumerate() {
        if let Some((row, value)) = values.iter().enumerate().find(|(_, v)| !v.is_finite()) {
            return Err(FitError::NotFinite { value: *value, row, column, columns });
        }
    }
    let norms = both.column_iter_mut().map(|mut column| normalise(column.as_mut_slice()));
    let norms = norms.collect();
    Ok((both, norms))
}

/// Divides by the norm, unless that is zero, and returns it. By the largest value
/// first, of which the square may be out of range.
fn normalise(values: &mut [f64]) -> f64 {
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    if largest == 0.0 {
        return 0.0;
    }
    values.iter_mut().for_each(|value| *value /= largest);
    let norm = values.iter().map(|value| value * value).sum::<f64>().sqrt();
    values.iter_mut().for_each(|value| *value /= norm);
    largest * norm
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_has_the_norms_of_its_data() {
        let a = DMatrix::from_row_slice(4, 2, &[3.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0]);
        let b = DVector::from_vec(vec![1.0, 1.0, 1.0, 1.0]);
        let (both, norms) = scaled(&a, &b).unwrap();
        assert_eq!(norms, [5.0, 0.0, 2.0]);
        let triangle = Triangle::of_scaled(both, &norms);
        assert_eq!(triangle.columns.shape(), (3, 2));
        for (is, wanted) in triangle.norms.iter().zip([5.0, 0.0, 2.0]) {
            assert!((is - wanted).abs() < 1e-14, "{is}");
        }
        let cosine = triangle.columns.column(0).dot(&triangle.target);
        assert!((cosine - 0.7).abs() < 1e-15, "{cosine}");
    }

    #[test]
    fn squares_may_be_out_of_range() {
        let mut large = [3e200, 4e200];
        assert!((normalise(&mut large) / 5e200 - 1.0).abs() < 1e-15);
        assert!((large[0] - 0.6).abs() < 1e-15 && (large[1] - 0.8).abs() < 1e-15);
        let mut small = [3e-300, -4e-300];
        assert!((normalise(&mut small) / 5e-300 - 1.0).abs() < 1e-15);
        // A reciprocal would overflow.
        let mut least = [5e-324];
        assert_eq!(normalise(&mut least), 5e-324);
        assert_eq!(least, [1.0]);
    }

    #[test]
    fn what_is_wrong_with_data_is_said() {
        let of = |rows: usize, columns: usize, b: usize| {
            let b = DVector::from_element(b, 1.0);
            scaled(&DMatrix::from_element(rows, columns, 1.0), &b).unwrap_err().to_string()
        };
        assert!(of(0, 2, 0).contains("0 rows and 2 columns"), "{}", of(0, 2, 0));
        assert!(of(2, 0, 2).contains("2 rows and 0 columns"));
        assert!(of(2, 1, 3).contains("3 values of the right-hand side"));
        let a = DMatrix::from_row_slice(2, 1, &[1.0, f64::NAN]);
        let text = scaled(&a, &DVector::zeros(2)).unwrap_err().to_string();
        assert!(text.starts_with("row 1, column 0 of the data is NaN"), "{text}");
        let b = DVector::from_vec(vec![f64::INFINITY, 1.0]);
        let error = scaled(&DMatrix::zeros(2, 1), &b).unwrap_err();
        let (value, row, column, columns) = (f64::INFINITY, 0, 1, 1);
        assert_eq!(error, FitError::NotFinite { value, row, column, columns });
    }
}
