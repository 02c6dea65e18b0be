//! Non-negative least squares of many columns, by an interior point.
//!
//! The search for which columns are zero takes one step for each that changes, which is long with
//! hundreds of columns that nearly depend on each other; exchanging many at once need not end.
//! An interior point comes to all of them together, in some twenty steps of one factorisation
//! each (Mehrotra, On the implementation of a primal-dual interior point method, 1992).

use nalgebra::DVector;

use crate::normal::{Normal, Row};

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

/// A damped least-squares problem, row by row.
#[derive(Clone, Debug)]
pub struct Rows {
    unknowns: usize,
    rows: Vec<Row>,
    wanted: Vec<f64>,
}

impl Rows {
    pub fn new(unknowns: usize) -> Self {
        Self { unknowns, rows: Vec::new(), wanted: Vec::new() }
    }

    /// Adds a row: unknowns with their factors, each once, and what their sum should be.
    pub fn add(&mut self, row: impl IntoIterator<Item = (usize, f64)>, wanted: f64) {
        self.rows.push(row.into_iter().collect());
        self.wanted.push(wanted);
    }

    /// Finds `x >= 0` with the least sum of squares of `A x - b` and of each unknown times its pull.
    ///
    /// `None` if a number is not finite, an unknown has neither a factor nor a pull, or the search
    /// does not end.
    pub fn non_negative(&self, pulls: &[f64]) -> Option<Vec<f64>> {
        let mut squares: Vec<f64> = pulls.iter().map(|pull| pull * pull).collect();
        let mut slopes = vec![0.0; self.unknowns];
        for (row, wanted) in self.rows.iter().zip(&self.wanted) {
            for (unknown, factor) in row {
                squares[*unknown] += factor * factor;
                slopes[*unknown] += factor * wanted;
            }
        }
        let norms: Vec<f64> = squares.into_iter().map(f64::sqrt).collect();
        if norms.iter().any(|norm| !norm.is_finite() || *norm <= 0.0) {
            return None;
        }
        let scaled = slopes.iter().zip(&norms).map(|(slope, norm)| slope / norm);
        let target = DVector::from_iterator(self.unknowns, scaled);
        let size = target.iter().fold(0.0_f64, |most, slope| most.max(slope.abs()));
        if size == 0.0 {
            return Some(vec![0.0; self.unknowns]);
        }
        let scaled =
            |row: &Row| row.iter().map(|(one, factor)| (*one, factor / norms[*one])).collect();
        let rows = self.rows.iter().map(scaled).collect();
        let pulls: Vec<f64> =
            pulls.iter().zip(&norms).map(|(pull, norm)| (pull / norm).powi(2)).collect();
        let x = Search { unit: Normal::new(rows, &pulls), target: target / size }.run()?;
        Some(x.iter().zip(&norms).map(|(x, norm)| x * size / norm).collect())
    }
}

/// Half of `x unit x` less `target x`, which is to become least over `x >= 0`.
struct Search {
    unit: Normal,
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
            let error = self.unit.times(&now.x) - &self.target - &now.rise;
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
        let factor = self.unit.factor(&now.rise.component_div(&now.x))?;
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
    use nalgebra::DMatrix;
    use propp_base_statistics::Random;

    /// A least-squares problem: rows, and the pull of all unknowns.
    struct Problem {
        rows: Rows,
        pull: f64,
    }

    impl Problem {
        /// Random columns that nearly depend on each other.
        fn dense(columns: usize, seed: u64, pull: f64) -> Self {
            let mut random = Random::new(seed, 0);
            let mut a = DMatrix::from_fn(columns / 2 + 5, columns, |_, _| random.unit().powi(3));
            for column in (1..columns).step_by(3) {
                let near = a.column(column - 1) * (1.0 + 1e-6 * random.unit());
                a.column_mut(column).copy_from(&near);
            }
            let mut rows = Rows::new(columns);
            for row in a.row_iter() {
                rows.add(row.iter().copied().enumerate(), random.unit() - 0.3);
            }
            Self { rows, pull }
        }

        /// Loops and branches: what goes in goes out, to some share, and few sums over all are known.
        fn sparse(columns: usize, seed: u64, pull: f64) -> Self {
            let mut random = Random::new(seed, 0);
            let truth: Vec<f64> =
                (0..columns).map(|_| (100.0 * random.unit() - 50.0).max(0.0)).collect();
            let mut rows = Rows::new(columns);
            for (one, runs) in truth.iter().enumerate().take(columns - 2) {
                let far = (one + 2 + (random.unit() * 20.0) as usize) % columns;
                let mut row = std::collections::BTreeMap::from([(one, 1.0), (one + 1, -1.0)]);
                row.insert(far, -0.5);
                let weight = 20.0 / (1.0 + runs);
                rows.add(row.into_iter().map(|(at, factor)| (at, weight * factor)), 0.0);
            }
            for _ in 0..12 {
                let of: Vec<f64> = (0..columns).map(|_| (8.0 * random.unit()).floor()).collect();
                let sum: f64 = of.iter().zip(&truth).map(|(n, runs)| n * runs).sum();
                rows.add(of.iter().map(|n| n * 100.0 / sum).enumerate(), 100.0);
            }
            Self { rows, pull }
        }

        /// With the pulls as rows.
        fn matrix(&self) -> (DMatrix<f64>, DVector<f64>) {
            let Rows { unknowns, rows, wanted } = &self.rows;
            let mut a = DMatrix::zeros(rows.len() + unknowns, *unknowns);
            for (number, row) in rows.iter().enumerate() {
                row.iter().for_each(|(unknown, factor)| a[(number, *unknown)] = *factor);
            }
            (0..*unknowns).for_each(|one| a[(rows.len() + one, one)] = self.pull);
            (a, DVector::from_vec(wanted.clone()).resize_vertically(rows.len() + unknowns, 0.0))
        }

        fn solved(&self) -> Option<Vec<f64>> {
            self.rows.non_negative(&vec![self.pull; self.rows.unknowns])
        }
    }

    #[test]
    fn it_finds_what_the_active_set_finds() {
        for (seed, columns) in [1, 2, 3, 10, 30, 60].into_iter().enumerate() {
            let problem = Problem::dense(columns, seed as u64, 0.1);
            let (a, b) = problem.matrix();
            let found = problem.solved().unwrap();
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
            let problem = Problem::dense(90, seed, 1e-3);
            let (a, b) = problem.matrix();
            let off = kkt(&a, &b, &DVector::from_vec(problem.solved().unwrap()));
            assert!(off < 1e-6, "seed {seed}: {off}");
        }
    }

    #[test]
    fn it_ends_where_rows_are_short() {
        for (seed, columns) in [150, 300].into_iter().enumerate() {
            let problem = Problem::sparse(columns, seed as u64, 0.02);
            let (a, b) = problem.matrix();
            let off = kkt(&a, &b, &DVector::from_vec(problem.solved().unwrap()));
            assert!(off < 1e-6, "{columns} columns: {off}");
        }
    }

    #[test]
    fn what_is_no_system_has_no_solution() {
        let one = |factor, wanted, pull| {
            let mut rows = Rows::new(1);
            rows.add([(0, factor)], wanted);
            rows.non_negative(&[pull])
        };
        assert_eq!(one(0.0, 1.0, 0.0), None);
        assert_eq!(one(f64::NAN, 1.0, 1.0), None);
        assert_eq!(one(1.0, -1.0, 0.0), Some(vec![0.0]));
        assert_eq!(Rows::new(0).non_negative(&[]), Some(Vec::new()));
    }
}
