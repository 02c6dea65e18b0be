//! Non-negative least squares of many columns, by an interior point.
//!
//! The search for which columns are zero takes one step for each that changes, which is long with
//! hundreds of columns that nearly depend on each other; exchanging many at once need not end.
//! An interior point comes to all of them together, in some twenty steps of one factorisation
//! each (Mehrotra, On the implementation of a primal-dual interior point method, 1992).

use nalgebra::{DMatrix, DVector};

use crate::factor::Factor;

/// The search ends when the products of coefficients and slopes are below this, for columns and a
/// target of norm 1, and the error of the slopes, which rounding keeps above zero, is below the
/// other.
const GAP: f64 = 1e-13;
const ERROR: f64 = 1e-11;

/// Steps until it gives up; 40 were the most in any kernel of the suite.
const MOST_STEPS: usize = 100;

/// A correction that lessens the products less than to this is none: a plain step is made.
const ENOUGH_FALL: f64 = 0.5;

/// How much of the way to the nearest bound a step goes.
const SHARE_OF_WAY: f64 = 0.995;

/// Finds `x >= 0` with the least `|A x - b|` from the products of the columns with each other and
/// with `b` (`slopes`). The system must be damped: with something added to each of the diagonal.
///
/// `None` if a number is not finite, the products are not positive definite, or the search does
/// not end.
pub fn nnls_interior(products: &DMatrix<f64>, slopes: &DVector<f64>) -> Option<Vec<f64>> {
    let columns = products.ncols();
    let norms: Vec<f64> = products.diagonal().iter().map(|square| square.sqrt()).collect();
    if norms.iter().any(|norm| !norm.is_finite() || *norm <= 0.0) {
        return None;
    }
    let unit = DMatrix::from_fn(columns, columns, |row, column| {
        products[(row, column)] / (norms[row] * norms[column])
    });
    let scaled = DVector::from_fn(columns, |row, _| slopes[row] / norms[row]);
    let size = scaled.iter().fold(0.0_f64, |most, slope| most.max(slope.abs()));
    if columns == 0 || size == 0.0 {
        return Some(vec![0.0; columns]);
    }
    let x = Search { unit, target: scaled / size }.run()?;
    Some(x.iter().zip(&norms).map(|(x, norm)| x * size / norm).collect())
}

/// Half of `x unit x` less `target x`, which is to become least over `x >= 0`.
struct Search {
    unit: DMatrix<f64>,
    target: DVector<f64>,
}

/// Coefficients, and how steeply the sum rises along each: one of the two is zero in the end.
struct Point {
    x: DVector<f64>,
    rise: DVector<f64>,
}

impl Search {
    fn run(&self) -> Option<DVector<f64>> {
        let columns = self.target.len();
        let ones = DVector::from_element(columns, 1.0);
        let mut now = Point { x: ones.clone(), rise: ones };
        for _ in 0..MOST_STEPS {
            let error = &self.unit * &now.x - &self.target - &now.rise;
            let gap = now.gap();
            let scale = now.x.amax().max(1.0);
            if gap < GAP * scale && error.amax() < ERROR * scale {
                return Some(now.x.zip_map(&now.rise, |x, rise| if x > rise { x } else { 0.0 }));
            }
            now = self.step(&now, &error, gap)?;
        }
        None
    }

    /// A step straight to the end says how far one gets; the step that is made stays away from the
    /// bounds by as much as that fell short, and corrects what it left out.
    fn step(&self, now: &Point, error: &DVector<f64>, gap: f64) -> Option<Point> {
        let mut matrix = self.unit.clone();
        for place in 0..now.x.len() {
            matrix[(place, place)] += now.rise[place] / now.x[place];
        }
        let factor = Factor::new(matrix)?;
        let way = |wanted: &DVector<f64>| -> Point {
            let right = wanted.component_div(&now.x) - error - &now.rise;
            let x = factor.solve(&right);
            let rise = (wanted - now.rise.component_mul(&x)).component_div(&now.x) - &now.rise;
            Point { x, rise }
        };
        let moved = |way: &Point| now.moved(way, (SHARE_OF_WAY * now.length(way)).min(1.0));
        let straight = way(&DVector::zeros(now.x.len()));
        let reached = now.moved(&straight, now.length(&straight).min(1.0));
        let aim = gap * (reached.gap() / gap).powi(3);
        let mut next = moved(&way(&straight.x.zip_map(&straight.rise, |x, rise| aim - x * rise)));
        if next.gap() > ENOUGH_FALL * gap {
            next = moved(&way(&DVector::from_element(now.x.len(), ENOUGH_FALL / 2.0 * gap)));
        }
        next.x.iter().chain(&next.rise).all(|value| value.is_finite()).then_some(next)
    }
}

impl Point {
    /// The mean product of a coefficient and its slope, which is zero in the end.
    fn gap(&self) -> f64 {
        self.x.dot(&self.rise) / self.x.len() as f64
    }

    /// How much of a way keeps everything above zero, at most all.
    fn length(&self, way: &Self) -> f64 {
        let values = self.x.iter().chain(&self.rise).zip(way.x.iter().chain(&way.rise));
        let bounds = values.filter(|(_, by)| **by < 0.0).map(|(value, by)| -value / by);
        bounds.fold(1.0 / SHARE_OF_WAY, f64::min)
    }

    fn moved(&self, way: &Self, length: f64) -> Self {
        Self { x: &self.x + &way.x * length, rise: &self.rise + &way.rise * length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnls;
    use crate::nnls::tests::kkt::kkt;
    use propp_base_statistics::Random;

    /// Random columns that nearly depend on each other, and rows that damp them.
    fn system(columns: usize, seed: u64, damping: f64) -> (DMatrix<f64>, DVector<f64>) {
        let mut random = Random::new(seed, 0);
        let rows = columns / 2 + 5;
        let mut a = DMatrix::from_fn(rows + columns, columns, |row, column| {
            if row < rows {
                random.unit().powi(3)
            } else {
                f64::from(u8::from(row - rows == column)) * damping
            }
        });
        for column in (1..columns).step_by(3) {
            let near = a.column(column - 1).rows_range(..rows) * (1.0 + 1e-6 * random.unit());
            a.column_mut(column).rows_range_mut(..rows).copy_from(&near);
        }
        let b =
            DVector::from_fn(
                rows + columns,
                |row, _| {
                    if row < rows { random.unit() - 0.3 } else { 0.0 }
                },
            );
        (a, b)
    }

    #[test]
    fn it_finds_what_the_active_set_finds() {
        for (seed, columns) in [1, 2, 3, 10, 30, 60].into_iter().enumerate() {
            let (a, b) = system(columns, seed as u64, 0.1);
            let slopes = a.transpose() * &b;
            let found = nnls_interior(&(a.transpose() * &a), &slopes).unwrap();
            let exact = nnls(&a, &b).unwrap();
            let residual = (&a * DVector::from_column_slice(&found) - &b).norm();
            assert!(found.iter().all(|x| *x >= 0.0));
            assert!(residual <= (&a * &exact - &b).norm() * (1.0 + 1e-9), "{columns} columns");
            assert!((DVector::from_vec(found) - exact).amax() < 1e-5, "{columns} columns");
        }
    }

    #[test]
    fn it_ends_where_columns_hardly_differ() {
        for seed in 0..20 {
            let (a, b) = system(90, seed, 1e-3);
            let found = nnls_interior(&(a.transpose() * &a), &(a.transpose() * &b)).unwrap();
            let off = kkt(&a, &b, &DVector::from_vec(found));
            assert!(off < 1e-6, "seed {seed}: {off}");
        }
    }

    #[test]
    fn what_is_no_system_has_no_solution() {
        let ones = DMatrix::from_element(2, 2, 1.0);
        let slopes = DVector::from_element(2, 1.0);
        assert_eq!(nnls_interior(&DMatrix::zeros(2, 2), &slopes), None);
        assert_eq!(nnls_interior(&(ones.clone() * f64::NAN), &slopes), None);
        assert_eq!(nnls_interior(&(ones - DMatrix::identity(2, 2) * 3.0), &slopes), None);
        assert_eq!(nnls_interior(&DMatrix::identity(2, 2), &(-slopes)), Some(vec![0.0; 2]));
        assert_eq!(nnls_interior(&DMatrix::zeros(0, 0), &DVector::zeros(0)), Some(Vec::new()));
    }
}
