//! How far a vector is from a solution.

use nalgebra::{DMatrix, DVector};

/// How far `x` is from solving `|A x - b|` over `x >= 0`, by the conditions of
/// Karush, Kuhn and Tucker: 0 is a solution, and rounding leaves about 1e-15.
///
/// It is the worst of: a negative coefficient, a residual that falls along a column
/// at zero, and one that has a slope along a column in use; each for columns and
/// right-hand side of norm 1, the slopes relative to the sum of what is added up in
/// the residual. NaN when a value is not finite; the lengths must agree.
pub(crate) fn kkt(a: &DMatrix<f64>, b: &DVector<f64>, x: &DVector<f64>) -> f64 {
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
