//! The normal equations of damped least squares, dense or sparse.
//!
//! A problem of hundreds of unknowns has few of them in most rows, as a kernel of a library has a thousand
//! branches and each of them few ways out. The products of these short rows have a sparse factor. The
//! few long rows are a correction of low rank (Woodbury), which loses digits; refinement with the
//! exact residual brings them back.

use nalgebra::{DMatrix, DVector};

use crate::factor::Factor;
use crate::sparse::{Lower, Pattern};

/// With at most this many unknowns the matrix is dense.
const FEW: usize = 128;

/// A row with more entries is long: its products would fill the factor.
const SHORT: usize = 32;

/// A sparse factor with a larger share of the entries than this is not worth it.
const MOST_FILLED: f64 = 0.1;

/// Refinements of a solution at most; they end when the residual no longer halves.
const REFINEMENTS: usize = 5;

/// A row: unknowns and their factors.
pub(crate) type Row = Vec<(usize, f64)>;

/// `A'A + D`, with a diagonal matrix `D`.
pub(crate) enum Normal {
    Dense(DMatrix<f64>),
    Sparse(Box<Sparse>),
}

impl Normal {
    pub(crate) fn new(rows: Vec<Row>, diagonal: &[f64]) -> Self {
        let unknowns = diagonal.len();
        if unknowns > FEW
            && let Some(sparse) = Sparse::new(&rows, diagonal)
        {
            return Self::Sparse(Box::new(sparse));
        }
        let mut a = DMatrix::zeros(unknowns, rows.len());
        for (number, row) in rows.iter().enumerate() {
            row.iter().for_each(|(unknown, factor)| a[(*unknown, number)] = *factor);
        }
        let mut products = &a * a.transpose();
        diagonal.iter().enumerate().for_each(|(at, value)| products[(at, at)] += value);
        Self::Dense(products)
    }

    pub(crate) fn times(&self, x: &DVector<f64>) -> DVector<f64> {
        match self {
            Self::Dense(products) => products * x,
            Self::Sparse(sparse) => sparse.times(x),
        }
    }

    /// The factor with `more` added to the diagonal. `None` if that is not positive definite.
    pub(crate) fn factor(&self, more: &DVector<f64>) -> Option<Solver<'_>> {
        match self {
            Self::Dense(products) => {
                let mut matrix = products.clone();
                more.iter().enumerate().for_each(|(at, value)| matrix[(at, at)] += value);
                Some(Solver::Dense(Factor::new(matrix)?))
            }
            Self::Sparse(sparse) => Some(Solver::Sparse(sparse.factor(more)?)),
        }
    }
}

pub(crate) enum Solver<'a> {
    Dense(Factor),
    Sparse(Corrected<'a>),
}

impl Solver<'_> {
    pub(crate) fn solve(&self, right: &DVector<f64>) -> DVector<f64> {
        match self {
            Self::Dense(factor) => factor.solve(right),
            Self::Sparse(factor) => factor.solve(right),
        }
    }
}

/// The matrix as the products of short rows and a diagonal, and long rows.
pub(crate) struct Sparse {
    pattern: Pattern,
    short: Lower,
    rows: Vec<Row>,
    diagonal: DVector<f64>,
    long: DMatrix<f64>,
}

impl Sparse {
    #[expect(clippy::cast_possible_truncation, reason = "a share of a count")]
    fn new(rows: &[Row], diagonal: &[f64]) -> Option<Self> {
        let unknowns = diagonal.len();
        let (short, long): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.len() <= SHORT);
        let most = (MOST_FILLED * (unknowns * unknowns) as f64 / 2.0) as usize;
        if long.len() * unknowns > most {
            return None;
        }
        let pattern = Pattern::new(unknowns, short.iter().map(|row| row.as_slice()), most)?;
        let mut lower = pattern.zeros();
        short.iter().for_each(|row| pattern.add_products(&mut lower, row));
        diagonal.iter().enumerate().for_each(|(at, by)| pattern.add_diagonal(&mut lower, at, *by));
        let mut matrix = DMatrix::zeros(unknowns, long.len());
        for (number, row) in long.iter().enumerate() {
            row.iter().for_each(|(unknown, factor)| matrix[(*unknown, number)] = *factor);
        }
        let diagonal = DVector::from_column_slice(diagonal);
        Some(Self { pattern, short: lower, rows: rows.to_vec(), diagonal, long: matrix })
    }

    fn times(&self, x: &DVector<f64>) -> DVector<f64> {
        let mut all = x.component_mul(&self.diagonal);
        for row in &self.rows {
            let value: f64 = row.iter().map(|(unknown, factor)| factor * x[*unknown]).sum();
            row.iter().for_each(|(unknown, factor)| all[*unknown] += factor * value);
        }
        all
    }

    fn factor(&self, more: &DVector<f64>) -> Option<Corrected<'_>> {
        let mut lower = self.short.clone();
        more.iter().enumerate().for_each(|(at, by)| self.pattern.add_diagonal(&mut lower, at, *by));
        let short = self.pattern.factor(lower)?;
        let mut across = self.long.clone();
        for mut column in across.column_iter_mut() {
            let solved = self.pattern.solve(&short, column.as_slice());
            column.copy_from_slice(&solved);
        }
        let long = self.long.ncols();
        let inner = DMatrix::identity(long, long) + self.long.tr_mul(&across);
        Some(Corrected { of: self, more: more.clone(), short, across, inner: Factor::new(inner)? })
    }
}

/// The factor of short rows with the correction for long ones.
pub(crate) struct Corrected<'a> {
    of: &'a Sparse,
    more: DVector<f64>,
    short: Lower,
    /// The solutions of the short rows for each long row.
    across: DMatrix<f64>,
    inner: Factor,
}

impl Corrected<'_> {
    fn solve(&self, right: &DVector<f64>) -> DVector<f64> {
        let mut x = self.roughly(right);
        let mut residual = self.residual(right, &x);
        for _ in 0..REFINEMENTS {
            let finer = &x + self.roughly(&residual);
            let left = self.residual(right, &finer);
            let is_done = left.norm() > 0.5 * residual.norm();
            if left.norm() < residual.norm() {
                (x, residual) = (finer, left);
            }
            if is_done {
                break;
            }
        }
        x
    }

    fn roughly(&self, right: &DVector<f64>) -> DVector<f64> {
        let mut x = DVector::from_vec(self.of.pattern.solve(&self.short, right.as_slice()));
        let by = self.inner.solve(&self.of.long.tr_mul(&x));
        x.gemv(-1.0, &self.across, &by, 1.0);
        x
    }

    fn residual(&self, right: &DVector<f64>, x: &DVector<f64>) -> DVector<f64> {
        right - self.of.times(x) - self.more.component_mul(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use propp_base_statistics::Random;

    /// Balances of few unknowns that are near each other, and `long` rows of all.
    fn rows(unknowns: usize, long: usize) -> Vec<Row> {
        let mut random = Random::new(unknowns as u64, 0);
        let mut rows = Vec::new();
        for one in 0..unknowns - 25 {
            let far = one + 2 + (random.unit() * 20.0) as usize;
            rows.push(vec![(one, 1.0), (one + 1, -random.unit()), (far, -random.unit())]);
        }
        for _ in 0..long {
            rows.push((0..unknowns).map(|one| (one, (8.0 * random.unit()).floor())).collect());
        }
        rows
    }

    #[test]
    fn short_rows_and_few_long_ones_are_solved_as_the_dense_matrix_is() {
        for (unknowns, long) in [(129, 0), (200, 3), (600, 12)] {
            let rows = rows(unknowns, long);
            let pulls = vec![1e-6; unknowns];
            let normal = Normal::new(rows.clone(), &pulls);
            assert!(matches!(normal, Normal::Sparse(_)), "{unknowns}");
            let mut dense = DMatrix::from_diagonal(&DVector::from_vec(pulls));
            for row in &rows {
                for (one, factor) in row {
                    row.iter().for_each(|(other, with)| dense[(*one, *other)] += factor * with);
                }
            }
            let mut random = Random::new(7, 0);
            let x = DVector::from_fn(unknowns, |_, _| random.unit());
            let right = &dense * &x;
            assert!((normal.times(&x) - &right).amax() < 1e-9 * right.amax(), "{unknowns}");
            let more =
                DVector::from_fn(unknowns, |one, _| 1e-3 * f64::from(u8::from(one % 3 == 0)));
            let exact = dense + DMatrix::from_diagonal(&more);
            let found = normal.factor(&more).unwrap().solve(&right);
            let off = (&exact * &found - &right).norm() / right.norm();
            assert!(off < 1e-13, "{unknowns}: {off}");
        }
    }

    #[test]
    fn rows_that_fill_the_factor_are_taken_as_dense() {
        let of = |rows: Vec<Row>| matches!(Normal::new(rows, &[1.0; 200]), Normal::Sparse(_));
        assert!(of(rows(200, 9)));
        assert!(!of(rows(200, 11)));
        let mut random = Random::new(1, 0);
        let mut other = |one| ((one + 1 + (random.unit() * 199.0) as usize) % 200, 1.0);
        assert!(!of((0..1000).map(|row| vec![(row % 200, 1.0), other(row)]).collect()));
        assert!(!matches!(Normal::new(rows(128, 0), &[1.0; 128]), Normal::Sparse(_)));
    }
}
