//! Collinearity: which coefficients the data cannot separate.

use nalgebra::{DMatrix, DVector};

use crate::error::FitError;
use crate::svd::svd;
use crate::triangle::{Triangle, scaled};

/// A singular value of unit columns below this counts as zero. For two columns it means a
/// correlation above 0.99.
const NEAR_ZERO: f64 = 0.1;

/// Singular values below this are rounding errors of zero.
const ROUNDING: f64 = 1e-13;

/// A column belongs to a collinear set if this much of it lies in the near-null space.
const SHARE: f64 = 0.02;

/// Two columns belong to one set if the projection onto the near-null space couples them by
/// this much, relative to their shares.
const COUPLING: f64 = 0.1;

/// A set of collinear columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Inseparable {
    pub columns: Vec<String>,
    /// The correlation, if the set has two columns.
    pub correlation: Option<f64>,
    /// The condition number of these columns alone.
    pub condition: f64,
}

/// What a fit over the columns of a matrix can find out.
///
/// Columns are divided by their norms and not centred, because the fits have no constant
/// term: a correlation is the cosine of the angle between two columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    pub inseparable: Vec<Inseparable>,
    pub zero: Vec<String>,
    /// Columns with one value that is not zero.
    pub constant: Vec<String>,
}

/// Fails without rows or columns, for values that are not finite, and if the number of names
/// differs from the number of columns.
pub fn diagnose(a: &DMatrix<f64>, names: &[&str]) -> Result<Diagnosis, FitError> {
    let (both, norms) = scaled(a, &DVector::zeros(a.nrows()))?;
    let count = a.ncols();
    if names.len() != count {
        let (found, needed) = (names.len(), count);
        return Err(FitError::Length { what: "names of columns", found, needed });
    }
    let triangle = Triangle::of_scaled(both, &norms);
    let used: Vec<usize> = (0..count).filter(|column| norms[*column] > 0.0).collect();
    let columns = triangle.columns.select_columns(&used);
    let is_constant = |column: &usize| {
        let values = a.column(*column);
        norms[*column] > 0.0 && values.iter().all(|value| *value == values[0])
    };
    let named = |column: usize| names[column].to_owned();
    let sets = Spectrum::new(&columns).sets();
    Ok(Diagnosis {
        inseparable: sets
            .iter()
            .map(|set| Inseparable {
                columns: set.iter().map(|column| named(used[*column])).collect(),
                correlation: match set[..] {
                    [one, other] => Some(columns.column(one).dot(&columns.column(other))),
                    _ => None,
                },
                condition: Spectrum::new(&columns.select_columns(set)).condition(),
            })
            .collect(),
        zero: (0..count).filter(|column| norms[*column] == 0.0).map(named).collect(),
        constant: (0..count).filter(is_constant).map(named).collect(),
    })
}

/// Singular values and right singular vectors of unit columns.
struct Spectrum {
    values: DVector<f64>,
    /// A row for each value.
    vectors: DMatrix<f64>,
}

impl Spectrum {
    fn new(columns: &DMatrix<f64>) -> Self {
        let svd = svd(columns.clone());
        Self { values: svd.values, vectors: svd.right.transpose() }
    }

    fn condition(&self) -> f64 {
        let largest = self.values.iter().copied().fold(0.0, f64::max);
        let least = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        if least <= ROUNDING { f64::INFINITY } else { (largest / least).max(1.0) }
    }

    /// The sets of collinear columns.
    ///
    /// The singular vectors of the near-null space are not unique: two pairs of equal columns
    /// give two vectors that may mix all four. The projection onto the space is unique and
    /// does not couple the pairs, so the sets are the connected components of the projection.
    fn sets(&self) -> Vec<Vec<usize>> {
        let near = (0..self.values.len()).filter(|place| self.values[*place] < NEAR_ZERO);
        let near = self.vectors.select_rows(&near.collect::<Vec<_>>());
        let projection = near.tr_mul(&near);
        let share = |column: usize| projection[(column, column)];
        let are_coupled = |one: usize, other: usize| {
            projection[(one, other)].abs() > COUPLING * (share(one) * share(other)).sqrt()
        };
        let mut left: Vec<usize> =
            (0..projection.ncols()).filter(|column| share(*column) > SHARE).collect();
        let mut sets = Vec::new();
        while let Some(first) = left.first().copied() {
            let mut set = vec![first];
            left.remove(0);
            let mut seen = 0;
            while let Some(one) = set.get(seen).copied() {
                set.extend(left.extract_if(.., |other| are_coupled(one, *other)));
                seen += 1;
            }
            set.sort_unstable();
            sets.push(set);
        }
        sets.retain(|set| set.len() > 1);
        sets
    }
}

impl Diagnosis {
    /// The problems in sentences; empty without any.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<String> =
            self.inseparable.iter().map(Inseparable::sentence).collect();
        if let Some(names) = listed(&self.zero) {
            sentences.push(format!("the data have nothing of {names}: no price is known"));
        }
        if let Some(names) = listed(&self.constant) {
            sentences.push(format!("{names}: the same in all rows, as a constant term would be"));
        }
        sentences
    }
}

impl Inseparable {
    pub fn sentence(&self) -> String {
        if let ([one, other], Some(correlation)) = (&self.columns[..], self.correlation) {
            let known = if correlation > 0.0 { "sum" } else { "difference" };
            return format!(
                "the data do not separate {one} from {other} (correlation {correlation:.3}): \
                 only their {known} is known"
            );
        }
        let names = listed(&self.columns).unwrap_or_default();
        let how = if self.condition.is_finite() {
            format!("condition number {:.0}", self.condition)
        } else {
            "one is made up of the others".to_owned()
        };
        format!(
            "the data do not separate {names} ({how}): only combinations of them are \
                 known"
        )
    }
}

/// Names with commas and a last "and"; `None` without names.
fn listed(names: &[String]) -> Option<String> {
    let (last, others) = names.split_last()?;
    Some(if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) })
}

#[cfg(test)]
#[path = "diagnose_tests.rs"]
mod tests;
