//! The Cholesky factor of a matrix with few entries.
//!
//! The pattern of the factor depends on the order in which unknowns are eliminated: the one with the
//! fewest neighbours goes first. Pattern and order are found once, numbers are factored often.

use std::collections::BTreeSet;

/// Where the factor has entries. Positions count in the order of elimination.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// The position of each unknown.
    place: Vec<usize>,
    /// The positions below the diagonal in each column, ascending.
    columns: Vec<Vec<usize>>,
    /// For each row its columns left of the diagonal, and the row's index in them.
    rows: Vec<Vec<(usize, usize)>>,
}

/// The lower triangle of a matrix, or of its factor.
#[derive(Clone, Debug)]
pub(crate) struct Lower {
    diagonal: Vec<f64>,
    /// The value at each position of [`Pattern::columns`].
    below: Vec<Vec<f64>>,
}

impl Pattern {
    /// The pattern for products of rows with these unknowns. `None` if the factor has more than
    /// `most` entries.
    pub(crate) fn new<'a>(
        unknowns: usize,
        rows: impl Iterator<Item = &'a [(usize, f64)]>,
        most: usize,
    ) -> Option<Self> {
        let mut neighbours = vec![BTreeSet::new(); unknowns];
        for row in rows {
            for (one, _) in row {
                neighbours[*one].extend(row.iter().map(|(other, _)| *other).filter(|o| o != one));
            }
        }
        let mut waiting: BTreeSet<(usize, usize)> =
            neighbours.iter().enumerate().map(|(one, all)| (all.len(), one)).collect();
        let mut place = vec![0; unknowns];
        let (mut below, mut entries) = (Vec::with_capacity(unknowns), 0);
        while let Some((_, next)) = waiting.pop_first() {
            place[next] = below.len();
            let ahead = std::mem::take(&mut neighbours[next]);
            entries += ahead.len();
            if entries > most {
                return None;
            }
            for one in &ahead {
                let own = &mut neighbours[*one];
                waiting.remove(&(own.len(), *one));
                own.extend(ahead.iter().filter(|other| *other != one));
                own.remove(&next);
                waiting.insert((own.len(), *one));
            }
            below.push(ahead);
        }
        let columns: Vec<Vec<usize>> = below
            .into_iter()
            .map(|ahead| ahead.iter().map(|one| place[*one]).collect::<BTreeSet<_>>())
            .map(|ahead| ahead.into_iter().collect())
            .collect();
        let mut rows = vec![Vec::new(); unknowns];
        for (column, below) in columns.iter().enumerate() {
            below.iter().enumerate().for_each(|(index, row)| rows[*row].push((column, index)));
        }
        Some(Self { place, columns, rows })
    }

    pub(crate) fn zeros(&self) -> Lower {
        let below = self.columns.iter().map(|column| vec![0.0; column.len()]);
        Lower { diagonal: vec![0.0; self.place.len()], below: below.collect() }
    }

    /// Adds the products of a row's values with each other.
    pub(crate) fn add_products(&self, to: &mut Lower, row: &[(usize, f64)]) {
        for (one, value) in row {
            self.add_diagonal(to, *one, value * value);
            for (other, with) in row {
                let (column, row) = (self.place[*one], self.place[*other]);
                if let Ok(index) = self.columns[column].binary_search(&row) {
                    to.below[column][index] += value * with;
                }
            }
        }
    }

    pub(crate) fn add_diagonal(&self, to: &mut Lower, unknown: usize, value: f64) {
        to.diagonal[self.place[unknown]] += value;
    }

    /// The factor `l` with `l l' = a`. `None` if the matrix is not positive definite.
    pub(crate) fn factor(&self, mut a: Lower) -> Option<Lower> {
        let mut index_of = vec![0; self.columns.len()];
        for (column, below) in self.columns.iter().enumerate() {
            below.iter().enumerate().for_each(|(index, row)| index_of[*row] = index);
            let mut own = std::mem::take(&mut a.below[column]);
            let mut pivot = a.diagonal[column];
            for (left, index) in &self.rows[column] {
                let (rows, values) = (&self.columns[*left][*index..], &a.below[*left][*index..]);
                let by = values[0];
                pivot -= by * by;
                for (row, value) in rows.iter().zip(values).skip(1) {
                    own[index_of[*row]] -= by * value;
                }
            }
            if !(pivot > 0.0 && pivot.is_finite()) {
                return None;
            }
            let root = pivot.sqrt();
            own.iter_mut().for_each(|value| *value /= root);
            a.diagonal[column] = root;
            a.below[column] = own;
        }
        Some(a)
    }

    /// The solution of `a x = right` by the factor of `a`.
    pub(crate) fn solve(&self, factor: &Lower, right: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; right.len()];
        for (place, value) in self.place.iter().zip(right) {
            x[*place] = *value;
        }
        let columns = || self.columns.iter().zip(&factor.below).enumerate();
        for (column, (rows, values)) in columns() {
            x[column] /= factor.diagonal[column];
            let by = x[column];
            rows.iter().zip(values).for_each(|(row, value)| x[*row] -= by * value);
        }
        for (column, (rows, values)) in columns().rev() {
            let below: f64 = rows.iter().zip(values).map(|(row, value)| x[*row] * value).sum();
            x[column] = (x[column] - below) / factor.diagonal[column];
        }
        self.place.iter().map(|place| x[*place]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};
    use propp_base_statistics::Random;

    /// Rows of three unknowns, two of them neighbours.
    fn rows(unknowns: usize, random: &mut Random) -> Vec<Vec<(usize, f64)>> {
        let any = |random: &mut Random| (random.unit() * unknowns as f64) as usize;
        (0..unknowns)
            .map(|one| {
                let all = BTreeSet::from([one, (one + 1) % unknowns, any(random)]);
                all.into_iter().map(|unknown| (unknown, random.unit() - 0.5)).collect()
            })
            .collect()
    }

    #[test]
    fn it_solves_what_a_dense_factor_solves() {
        for unknowns in [1, 2, 5, 40, 200] {
            let mut random = Random::new(unknowns as u64, 0);
            let rows = rows(unknowns, &mut random);
            let pattern =
                Pattern::new(unknowns, rows.iter().map(Vec::as_slice), usize::MAX).unwrap();
            let mut lower = pattern.zeros();
            let mut dense = DMatrix::identity(unknowns, unknowns) * 0.1;
            (0..unknowns).for_each(|one| pattern.add_diagonal(&mut lower, one, 0.1));
            for row in &rows {
                pattern.add_products(&mut lower, row);
                for (one, value) in row {
                    row.iter().for_each(|(other, with)| dense[(*one, *other)] += value * with);
                }
            }
            let right: Vec<f64> = (0..unknowns).map(|_| random.unit()).collect();
            let found = pattern.solve(&pattern.factor(lower).unwrap(), &right);
            let wanted = dense.cholesky().unwrap().solve(&DVector::from_vec(right));
            assert!((DVector::from_vec(found) - wanted).amax() < 1e-11, "{unknowns}");
        }
    }

    #[test]
    fn a_chain_has_as_many_entries_as_links() {
        let links: Vec<_> = (1..100).map(|one| [(one - 1, 1.0), (one, 1.0)]).collect();
        let of = |most| Pattern::new(100, links.iter().map(<[_; 2]>::as_slice), most);
        let entries: usize = of(99).unwrap().columns.iter().map(Vec::len).sum();
        assert_eq!(entries, 99);
        assert!(of(98).is_none());
    }

    #[test]
    fn what_is_not_positive_definite_has_no_factor() {
        let pattern = Pattern::new(2, [[(0, 1.0), (1, 1.0)].as_slice()].into_iter(), 1).unwrap();
        let mut lower = pattern.zeros();
        pattern.add_products(&mut lower, &[(0, 1.0), (1, 1.0)]);
        assert!(pattern.factor(lower.clone()).is_none());
        pattern.add_diagonal(&mut lower, 1, 1e-9);
        assert!(pattern.factor(lower).is_some());
    }
}
