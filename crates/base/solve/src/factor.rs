//! The Cholesky factor of large matrices, block by block.
//!
//! nalgebra's goes column by column and is bound by memory: with a thousand columns, as large kernels of
//! libraries have, it takes ten times as long as products of blocks.

use nalgebra::{DMatrix, DVector};

/// Columns that are factored together; smaller matrices are not split.
const BLOCK: usize = 64;

/// The lower triangle `l` with `l l' = a`.
pub(crate) struct Factor {
    /// What is above the diagonal has no meaning.
    lower: DMatrix<f64>,
}

impl Factor {
    /// `None` if the matrix is not positive definite.
    pub(crate) fn new(mut a: DMatrix<f64>) -> Option<Self> {
        let count = a.nrows();
        if count <= 2 * BLOCK {
            return Some(Self { lower: a.cholesky()?.unpack() });
        }
        for start in (0..count).step_by(BLOCK) {
            let size = BLOCK.min(count - start);
            let (end, rest) = (start + size, count - start - size);
            let mut own = a.view_mut((start, start), (size, size));
            let lower = own.clone_owned().cholesky()?.unpack();
            own.copy_from(&lower);
            // Products are faster than solving with each row.
            let inverse = lower.solve_lower_triangular(&DMatrix::identity(size, size))?;
            let below = a.view((end, start), (rest, size)) * inverse.transpose();
            a.view_mut((end, start), (rest, size)).copy_from(&below);
            let across = below.transpose();
            for at in (0..rest).step_by(BLOCK) {
                let (rows, width) = (rest - at, BLOCK.min(rest - at));
                let mut left = a.view_mut((end + at, end + at), (rows, width));
                left.gemm(-1.0, &below.rows(at, rows), &across.columns(at, width), 1.0);
            }
        }
        Some(Self { lower: a })
    }

    /// The solution of `a x = right`.
    pub(crate) fn solve(&self, right: &DVector<f64>) -> DVector<f64> {
        let mut x = right.clone();
        // The diagonal of a factor has no zero.
        self.lower.solve_lower_triangular_mut(&mut x);
        self.lower.tr_solve_lower_triangular_mut(&mut x);
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use propp_base_statistics::Random;

    #[test]
    fn blocks_give_what_columns_give() {
        for count in [1, 128, 129, 200, 321] {
            let mut random = Random::new(count as u64, 0);
            let half = DMatrix::from_fn(count, count, |_, _| random.unit() - 0.5);
            let a = &half * half.transpose() + DMatrix::identity(count, count) * 0.1;
            let right = DVector::from_fn(count, |_, _| random.unit());
            let x = Factor::new(a.clone()).unwrap().solve(&right);
            assert!((&a * &x - &right).amax() < 1e-9, "{count}");
            assert!((a.clone().cholesky().unwrap().solve(&right) - x).amax() < 1e-7, "{count}");
            let not = a - DMatrix::identity(count, count) * 1e4;
            assert!(Factor::new(not).is_none(), "{count}");
        }
    }
}
