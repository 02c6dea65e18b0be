//! When a fit is impossible.

use std::collections::BTreeSet;

use propp_base_solve::FitError;
use propp_judge_cost::{HOST_TERMS, OF_THE_CODE, TERMS};
use propp_judge_criteria::Criterion;

use super::Sample;

/// Rows that a fit needs per coefficient.
const ROWS_EACH: usize = 3;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoFit {
    #[error(
        "{rows} rows are too few for {needed}: a fit of {columns} criteria needs {ROWS_EACH} rows each"
    )]
    TooFew { rows: usize, needed: usize, columns: usize },
    #[error(
        "all rows are of the primitive {0}, so nothing can be held out; record other \
             primitives as well"
    )]
    OnePrimitive(String),
    #[error("no problem has several implementations, so there is nothing to put in order")]
    NoPairs,
    #[error(transparent)]
    Numbers(#[from] FitError),
}

/// Why prices cannot be fitted, if they cannot.
pub(super) fn why_no_prices(samples: &[Sample]) -> Option<String> {
    let primitives: BTreeSet<&str> = samples.iter().map(|s| s.primitive.as_str()).collect();
    let needed = TERMS.len() - OF_THE_CODE.len() + HOST_TERMS.len();
    if samples.len() < needed {
        let rows = samples.len();
        Some(format!("{rows} cases whose work is known are too few for {needed} prices"))
    } else if primitives.len() < 2 {
        Some("all cases whose work is known are of one primitive".to_owned())
    } else {
        None
    }
}

pub(super) fn check(samples: &[Sample]) -> Result<(), NoFit> {
    let columns = Criterion::ALL.len();
    if samples.len() < ROWS_EACH * columns {
        let (rows, needed) = (samples.len(), ROWS_EACH * columns);
        return Err(NoFit::TooFew { rows, needed, columns });
    }
    let first = &samples[0].primitive;
    if samples.iter().all(|sample| sample.primitive == *first) {
        return Err(NoFit::OnePrimitive(first.clone()));
    }
    let pairs = samples.iter().filter(|s| s.relative < 1.0).count();
    if pairs == 0 { Err(NoFit::NoPairs) } else { Ok(()) }
}
