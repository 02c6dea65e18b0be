//! What data cannot tell apart.

use nalgebra::{DMatrix, DVector};

use crate::error::FitError;
use crate::svd::svd;
use crate::triangle::{Triangle, scaled};

/// A combination of columns of norm 1, itself with coefficients of norm 1, is near
/// nothing when it has a smaller norm: 1 % of the sum of squares. Of two columns
/// that is a correlation above 0.99.
const NEAR_NOTHING: f64 = 0.1;

/// Singular values below this are what rounding left of zero.
const ROUNDING: f64 = 1e-13;

/// How much of a column's direction must be near nothing for it to belong to a set.
const SHARE: f64 = 0.02;

/// How strongly, relative to their shares, two columns of a set hang together.
const TIE: f64 = 0.1;

/// Columns that the data do not keep apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Inseparable {
    /// Their names, in the order of the columns.
    pub columns: Vec<String>,
    /// Of two columns, their correlation.
    pub correlation: Option<f64>,
    /// The condition number of these columns alone.
    pub condition: f64,
}

/// What the columns of a matrix let a fit find out.
///
/// All of it is for columns divided by their norms and not centred, as a fit without
/// a constant term sees them: a correlation is the cosine of the angle between two.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The condition number of the columns that are not zero; infinite when one
    /// depends on others.
    pub condition: f64,
    /// By how much the variance of each coefficient is larger than if its column
    /// were orthogonal to the others; infinite for one that depends on others,
    /// `None` for a zero column.
    pub variance_inflation: Vec<(String, Option<f64>)>,
    /// Sets of columns whose coefficients trade against one another.
    pub inseparable: Vec<Inseparable>,
    /// Columns of zeros.
    pub zero: Vec<String>,
    /// Columns of one value, not zero.
    pub constant: Vec<String>,
}

/// Looks for what a fit over these columns cannot find out.
///
/// # Errors
/// Without rows or columns, for values that are not finite, and when there are not
/// as many names as columns.
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
    let spectrum = Spectrum::of(&columns);
    let mut inflation = vec![None; count];
    for (column, value) in used.iter().zip(spectrum.variance_inflation()) {
        inflation[*column] = Some(value);
    }
    let is_constant = |column: &usize| {
        let values = a.column(*column);
        norms[*column] > 0.0 && values.iter().all(|value| *value == values[0])
    };
    let named = |column: usize| names[column].to_owned();
    let sets = spectrum.sets();
    Ok(Diagnosis {
        condition: spectrum.condition(),
        variance_inflation: (0..count).map(named).zip(inflation).collect(),
        inseparable: sets
            .iter()
            .map(|set| Inseparable {
                columns: set.iter().map(|column| named(used[*column])).collect(),
                correlation: match set[..] {
                    [one, other] => Some(columns.column(one).dot(&columns.column(other))),
                    _ => None,
                },
                condition: Spectrum::of(&columns.select_columns(set)).condition(),
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
    fn of(columns: &DMatrix<f64>) -> Self {
        let svd = svd(columns.clone());
        Self { values: svd.values, vectors: svd.right.transpose() }
    }

    fn condition(&self) -> f64 {
        let largest = self.values.iter().copied().fold(0.0, f64::max);
        let least = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        if least <= ROUNDING { f64::INFINITY } else { (largest / least).max(1.0) }
    }

    /// The diagonal of the inverse of the columns' products.
    fn variance_inflation(&self) -> Vec<f64> {
        let of = |vectors: &[f64]| {
            let terms = vectors.iter().zip(&self.values).map(|(part, value)| {
                if *value > ROUNDING {
                    (part / value).powi(2)
                } else if part.powi(2) > ROUNDING {
                    f64::INFINITY
                } else {
                    0.0
                }
            });
            // Rounding may leave a little less.
            terms.sum::<f64>().max(1.0)
        };
        self.vectors.column_iter().map(|vectors| of(vectors.as_slice())).collect()
    }

    /// Sets of columns that a combination near nothing ties together.
    ///
    /// What several such combinations span is known, and not each by itself: two
    /// pairs of equal columns give two vectors that may mix all four. So columns are
    /// tied by the projection onto the span, in which the pairs have nothing to do
    /// with one another.
    fn sets(&self) -> Vec<Vec<usize>> {
        let near = (0..self.values.len()).filter(|place| self.values[*place] < NEAR_NOTHING);
        let near = self.vectors.select_rows(&near.collect::<Vec<_>>());
        let projection = near.tr_mul(&near);
        let share = |column: usize| projection[(column, column)];
        let is_tied = |one: usize, other: usize| {
            projection[(one, other)].abs() > TIE * (share(one) * share(other)).sqrt()
        };
        let mut left: Vec<usize> =
            (0..projection.ncols()).filter(|column| share(*column) > SHARE).collect();
        let mut sets = Vec::new();
        while let Some(first) = left.first().copied() {
            let mut set = vec![first];
            left.remove(0);
            let mut seen = 0;
            while let Some(one) = set.get(seen).copied() {
                set.extend(left.extract_if(.., |other| is_tied(one, *other)));
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
    /// What is to be told, a sentence each; none when all is well.
    #[must_use]
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
    /// What cannot be told apart, and how far.
    #[must_use]
    pub fn sentence(&self) -> String {
        if let ([one, other], Some(correlation)) = (&self.columns[..], self.correlation) {
            let known = if correlation > 0.0 { "sum" } else { "difference" };
            return format!(
                "the data cannot tell {one} from {other} (correlation {correlation:.3}): only \
                 their {known} is known"
            );
        }
        let names = listed(&self.columns).unwrap_or_default();
        let how = if self.condition.is_finite() {
            format!("condition number {:.0}", self.condition)
        } else {
            "one is made up of the others".to_owned()
        };
        format!("the data cannot tell {names} apart ({how}): only combinations of them are known")
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
