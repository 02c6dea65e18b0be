//! Least squares over some of the columns of a small matrix, taken in one by one.

use nalgebra::DVector;

use crate::triangle::Triangle;

/// A column depends on others when, of its norm, less than this is left beside
/// their span. Data are known to fewer digits, and rounding takes about six of the
/// sixteen that numbers have from a coefficient that hangs on the rest.
pub(crate) const DEPENDENT: f64 = 1e-10;

/// A Householder factorisation of the columns that are in use, in the order in
/// which they came. A column that depends on those before it is not let in.
#[derive(Clone, Debug)]
pub(crate) struct Passive<'a> {
    triangle: &'a Triangle,
    order: Vec<usize>,
    /// The k-th has unit norm and stands for places from k on.
    reflectors: Vec<DVector<f64>>,
    /// The k-th column of the triangular factor: places 0 to k.
    upper: Vec<DVector<f64>>,
    /// The right-hand side, reflected.
    target: DVector<f64>,
}

impl<'a> Passive<'a> {
    /// With the columns in this order, but for those that depend on earlier ones.
    pub(crate) fn new(triangle: &'a Triangle, order: &[usize]) -> Self {
        let mut passive = Self {
            triangle,
            order: Vec::new(),
            reflectors: Vec::new(),
            upper: Vec::new(),
            target: triangle.target.clone(),
        };
        for column in order {
            passive.push(*column);
        }
        passive
    }

    /// The columns in use, in the order in which they came.
    pub(crate) fn order(&self) -> &[usize] {
        &self.order
    }

    /// Takes a column in; `false` when it depends on those in use.
    pub(crate) fn push(&mut self, column: usize) -> bool {
        let place = self.order.len();
        let mut values = self.reflected(column);
        let left = values.rows_range(place..).norm();
        if left <= DEPENDENT {
            return false;
        }
        // The sign by which nothing cancels.
        let head = if values[place] > 0.0 { -left } else { left };
        let mut reflector = values.rows_range(place..).into_owned();
        reflector[0] -= head;
        reflector.normalize_mut();
        reflect(&reflector, place, &mut self.target);
        values[place] = head;
        self.upper.push(values.rows_range(..place + 1).into_owned());
        self.reflectors.push(reflector);
        self.order.push(column);
        true
    }

    /// How steeply the residual falls along a column; `None` for one that lies in the
    /// span of those in use, and where rounding could have made all of it.
    ///
    /// From what is left of the column and of the target beside the span, which are
    /// exact to a part of 1e-16 of 1. The difference `b - A x` would not do: what is
    /// left may both be small, and the slope with it.
    pub(crate) fn slope(&self, column: usize) -> Option<f64> {
        let beside = self.beside(column);
        let left = beside.norm();
        let slope = beside.dot(&self.target.rows_range(self.order.len()..));
        let is_sure = slope > self.rounding() * (left + self.residual());
        (left > DEPENDENT && is_sure).then_some(slope)
    }

    /// What rounding makes of zero, for columns and a target of norm 1.
    pub(crate) fn rounding(&self) -> f64 {
        4.0 * f64::EPSILON * self.target.len() as f64
    }

    /// What a column has beside the span of those in use.
    fn beside(&self, column: usize) -> DVector<f64> {
        self.reflected(column).rows_range(self.order.len()..).into_owned()
    }

    fn reflected(&self, column: usize) -> DVector<f64> {
        let mut values = self.triangle.columns.column(column).into_owned();
        for (place, reflector) in self.reflectors.iter().enumerate() {
            reflect(reflector, place, &mut values);
        }
        values
    }

    /// The coefficients of the columns in use that come nearest to the target.
    pub(crate) fn solve(&self) -> Vec<f64> {
        let mut left = self.target.clone();
        for (place, upper) in self.upper.iter().enumerate().rev() {
            left[place] /= upper[place];
            let value = left[place];
            left.rows_range_mut(..place).axpy(-value, &upper.rows_range(..place), 1.0);
        }
        left.as_slice()[..self.order.len()].to_vec()
    }

    /// How far from the target that is.
    pub(crate) fn residual(&self) -> f64 {
        self.target.rows_range(self.order.len()..).norm()
    }
}

fn reflect(reflector: &DVector<f64>, place: usize, values: &mut DVector<f64>) {
    let mut part = values.rows_range_mut(place..);
    let along = 2.0 * part.dot(reflector);
    part.axpy(-along, reflector, 1.0);
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::*;

    fn triangle(columns: DMatrix<f64>, target: &[f64]) -> Triangle {
        let count = columns.ncols();
        let mut both = columns.resize_horizontally(count + 1, 0.0);
        both.set_column(count, &DVector::from_column_slice(target));
        Triangle::of_factor(both, &vec![1.0; count + 1])
    }

    #[test]
    fn it_solves_what_can_be_solved() {
        let columns = DMatrix::from_row_slice(3, 2, &[0.6, 0.0, 0.8, 1.0, 0.0, 0.0]);
        let triangle = triangle(columns, &[0.36, 0.48, 0.8]);
        let mut passive = Passive::new(&triangle, &[]);
        assert!((passive.residual() - 1.0).abs() < 1e-15);
        assert!(passive.push(1) && passive.push(0));
        assert_eq!(passive.order(), [1, 0]);
        let x = passive.solve();
        assert!(x[0].abs() < 1e-15 && (x[1] - 0.6).abs() < 1e-15, "{x:?}");
        assert!((passive.residual() - 0.8).abs() < 1e-15);
    }

    #[test]
    fn what_depends_is_not_let_in() {
        let columns =
            DMatrix::from_row_slice(2, 5, &[1.0, 1.0, 1.0, 0.0, 0.6, 0.0, 1e-11, 1e-9, 0.0, 0.8]);
        let triangle = triangle(columns, &[0.6, 0.8]);
        let mut passive = Passive::new(&triangle, &[0, 1]);
        assert_eq!(passive.order(), [0]);
        assert!(!passive.push(3), "zero");
        assert!(!passive.push(1), "all but equal");
        assert!(passive.push(2), "a billionth is something");
        assert!(!passive.push(4), "more columns than rows");
        assert_eq!(passive.residual(), 0.0);
    }
}
