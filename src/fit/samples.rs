//! Rows of a dataset as a fit needs them.

use std::collections::BTreeMap;

use crate::cost::{HOST_TERMS, TERMS, Unknown};
use crate::criteria::{Criterion, Value};
use crate::dataset::{Dataset, Row};

/// An implementation on a problem, in numbers.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Number of the problem.
    pub case: usize,
    /// The problem in words.
    pub problem: String,
    /// Its primitive.
    pub primitive: String,
    /// What kind of implementation it is: the library, and of ours the first word
    /// of the variant.
    pub family: String,
    /// Elements.
    pub n: u64,
    /// Time of a run, nanoseconds.
    pub time: f64,
    /// The best time of the problem over its own.
    pub relative: f64,
    /// Time of the CPU over its own.
    pub speedup: f64,
    /// The criteria; `None` for one that does not apply.
    pub criteria: Vec<Option<f64>>,
    /// Launches and demands of each kind of kernel, where they are known.
    pub kernels: Result<Vec<(f64, Vec<f64>)>, Unknown>,
    /// What the host does.
    pub host: Vec<f64>,
}

impl Sample {
    /// All rows of a dataset; none is left out.
    #[must_use]
    pub fn all(dataset: &Dataset) -> Vec<Self> {
        let cases = dataset.cases();
        let mut best: BTreeMap<usize, f64> = BTreeMap::new();
        for (row, case) in dataset.rows.iter().zip(&cases) {
            let time = time(row);
            best.entry(*case).and_modify(|best| *best = best.min(time)).or_insert(time);
        }
        let rows = dataset.rows.iter().zip(cases);
        rows.map(|(row, case)| Self::of(row, case, best[&case])).collect()
    }

    fn of(row: &Row, case: usize, best: f64) -> Self {
        let problem = &row.problem;
        let own = row.variant.split('_').next().unwrap_or_default();
        Self {
            case,
            problem: format!(
                "{} {} {} {} {}",
                problem.primitive, problem.element, problem.n, problem.m, problem.distribution
            ),
            primitive: problem.primitive.clone(),
            family: if row.library == "own" { format!("own {own}") } else { row.library.clone() },
            n: problem.n,
            time: time(row),
            relative: best / time(row),
            speedup: row.cpu_ns as f64 / time(row),
            criteria: Criterion::ALL
                .into_iter()
                .map(|c| row.criteria.get(&c).and_then(Value::measured).map(f64::from))
                .collect(),
            kernels: row.demands(),
            host: HOST_TERMS.iter().map(|term| term.amount(&row.host)).collect(),
        }
    }

    /// The sum of each term's demand over all launches, and what the host does.
    #[must_use]
    pub fn totals(&self) -> Option<Vec<f64>> {
        let mut totals = vec![0.0; TERMS.len()];
        for (launches, demands) in self.kernels.as_ref().ok()? {
            for (total, demand) in totals.iter_mut().zip(demands) {
                *total += launches * demand;
            }
        }
        totals.extend(&self.host);
        Some(totals)
    }
}

fn time(row: &Row) -> f64 {
    row.time.median_ns.max(1) as f64
}
