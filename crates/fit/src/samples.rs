//! Rows of a dataset as a fit needs them.

use std::collections::BTreeMap;

use propp_cases::dataset::{Dataset, Row};
use propp_criteria::Criterion;
use propp_criteria::cost::{HOST_TERMS, TERMS, Unknown};
use propp_model::Value;
use propp_numbers::median::median;

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
    /// The problem's time on the CPU over its own.
    pub speedup: f64,
    /// The criteria; `None` for one that does not apply.
    pub criteria: Vec<Option<f64>>,
    /// Whether a criterion applies and could not be measured, so that nothing can be
    /// learnt from the others.
    pub is_partial: bool,
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
        // Implementations have the same CPU to beat, however often it was timed.
        let mut cpu: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for (row, case) in dataset.rows.iter().zip(&cases) {
            cpu.entry(*case).or_default().push(row.cpu_ns as f64);
        }
        let cpu: BTreeMap<usize, f64> =
            cpu.into_iter().map(|(case, all)| (case, median(&all).unwrap_or(0.0))).collect();
        let without = dataset.without();
        let of = |(row, case)| Self {
            kernels: Row::demands(row, &without),
            ..Self::of(row, case, best[&case], cpu[&case])
        };
        dataset.rows.iter().zip(cases).map(of).collect()
    }

    fn of(row: &Row, case: usize, best: f64, cpu: f64) -> Self {
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
            speedup: cpu / time(row),
            is_partial: Criterion::ALL
                .into_iter()
                .any(|c| !matches!(row.criteria.get(&c), Some(value) if is_known(value))),
            criteria: Criterion::ALL
                .into_iter()
                .map(|c| row.criteria.get(&c).and_then(Value::measured).map(f64::from))
                .collect(),
            kernels: Ok(Vec::new()),
            host: HOST_TERMS.iter().map(|term| term.amount(&row.host)).collect(),
        }
    }

    /// Whether it is known what its kernels do, and it has some.
    #[must_use]
    pub fn has_work(&self) -> bool {
        self.kernels.as_ref().is_ok_and(|kernels| !kernels.is_empty())
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

/// Whether it has a value, or cannot have one.
fn is_known(value: &Value) -> bool {
    !matches!(value, Value::Unavailable { .. })
}

fn time(row: &Row) -> f64 {
    row.time.median_ns.max(1) as f64
}
