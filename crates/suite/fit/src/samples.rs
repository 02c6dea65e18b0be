//! The samples of a fit, made from the rows of a dataset.

use std::collections::BTreeMap;

use propp_base_model::Value;
use propp_base_model::counters::CODE_LOAD_ROUNDS;
use propp_base_statistics::median::median;
use propp_judge_cost::{GUESSED, HOST_TERMS, OF_THE_CODE, TERMS, Unknown};
use propp_judge_criteria::Criterion;
use propp_suite_cases::dataset::{Dataset, MeasuredCase as Row};

/// For each kernel the number of launches and a launch's demand of each term.
type Kernels = Result<Vec<(f64, Vec<f64>)>, Unknown>;

/// An implementation on a problem, in numbers.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The index of the problem.
    pub case: usize,
    pub problem: String,
    pub primitive: String,
    /// The library; for the suite's own kernels also the first word of the variant.
    pub family: String,
    pub n: u64,
    /// The time of a run in ns.
    pub time: f64,
    /// The time of its kernels in a run with a trace, in ns.
    pub kernel_time: f64,
    /// The best time of the problem divided by the time.
    pub relative: f64,
    /// The problem's time on the CPU divided by the time.
    pub speedup: f64,
    /// `None` for a criterion that does not apply.
    pub criteria: Vec<Option<f64>>,
    /// Whether a criterion applies but was not measured. A fit of criteria leaves such a
    /// sample out.
    pub is_partial: bool,
    /// For each kernel the number of launches and a launch's demand of each term, 0 for terms
    /// that only the code tells.
    pub kernels: Kernels,
    /// The same with these, and 0 for the terms that guess what the code tells.
    pub with_code: Kernels,
    /// What a launch of each kernel took by itself, in ns.
    pub kernel_ns: Vec<Option<f64>>,
    /// The demand of each host term.
    pub host: Vec<f64>,
}

impl Sample {
    /// One sample per row of the dataset.
    pub fn from_dataset(dataset: &Dataset) -> Vec<Self> {
        let cases = dataset.cases();
        let mut best: BTreeMap<usize, f64> = BTreeMap::new();
        for (row, case) in dataset.rows.iter().zip(&cases) {
            let time = time(row);
            best.entry(*case).and_modify(|best| *best = best.min(time)).or_insert(time);
        }
        // All implementations of a problem are compared with one CPU time.
        let mut cpu: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for (row, case) in dataset.rows.iter().zip(&cases) {
            cpu.entry(*case).or_default().push(row.cpu_ns as f64);
        }
        let cpu: BTreeMap<usize, f64> =
            cpu.into_iter().map(|(case, all)| (case, median(&all).unwrap_or(0.0))).collect();
        let unread = dataset.without();
        let but = |terms: &[&'static str]| [&unread, terms].concat();
        let (coarse, with_code) = (but(OF_THE_CODE), but(GUESSED));
        let has_code = OF_THE_CODE.iter().any(|term| !unread.contains(term));
        let no_code = || Err(Unknown::Counter(CODE_LOAD_ROUNDS));
        let sample = |(row, case)| Self {
            kernels: Row::demands(row, &coarse),
            with_code: if has_code { Row::demands(row, &with_code) } else { no_code() },
            ..Self::without_kernels(row, case, best[&case], cpu[&case])
        };
        dataset.rows.iter().zip(cases).map(sample).collect()
    }

    fn without_kernels(row: &Row, case: usize, best: f64, cpu: f64) -> Self {
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
            kernel_time: row.kernel_ns as f64,
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
            with_code: Ok(Vec::new()),
            kernel_ns: row.timed.iter().map(|one| one.ns.map(|ns| ns as f64)).collect(),
            host: HOST_TERMS.iter().map(|term| term.amount(&row.host)).collect(),
        }
    }

    /// The sample with the demands that the code tells in place of those that guess them.
    pub fn by_code(&self) -> Self {
        Self { kernels: self.with_code.clone(), ..self.clone() }
    }

    /// Whether it has kernels with known demands.
    pub fn has_work(&self) -> bool {
        self.kernels.as_ref().is_ok_and(|kernels| !kernels.is_empty())
    }

    /// The demand of each term over all launches, then of each host term.
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

/// Whether the criterion was measured or does not apply.
fn is_known(value: &Value) -> bool {
    !matches!(value, Value::Unavailable { .. })
}

fn time(row: &Row) -> f64 {
    row.time.median_ns.max(1) as f64
}

/// The largest demand of each term by a launch of these samples.
pub(super) fn most_asked(samples: &[&Sample]) -> Vec<f64> {
    let known = samples.iter().filter(|sample| sample.has_work());
    largest(TERMS.len(), known.flat_map(|one| one.kernels.iter().flatten().map(|(_, d)| d)))
}

pub(super) fn largest<'s>(terms: usize, all: impl Iterator<Item = &'s Vec<f64>>) -> Vec<f64> {
    let mut most = vec![0.0_f64; terms];
    for demands in all {
        most.iter_mut().zip(demands).for_each(|(most, demand)| *most = most.max(*demand));
    }
    most
}
