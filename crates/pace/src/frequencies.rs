//! How often a warp runs each block: the non-negative least squares of counts and control flow.

use nalgebra::{DMatrix, DVector};
use propp_numbers::nnls_interior;

use crate::graph::{Graph, Linear};

/// A count of a warp, and how many of the counted instructions each block has.
pub(crate) struct Counted {
    pub(crate) count: f64,
    pub(crate) trust: f64,
    pub(crate) in_blocks: Vec<f64>,
}

/// How often each block runs, and how far the counts are from it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frequencies {
    pub(crate) blocks: Vec<f64>,
    pub(crate) misfit: f64,
}

/// The weights of the second round follow from what the first found.
const ROUNDS: usize = 2;

/// A count is right to this share of it, and to this many instructions of a warp.
const COUNT_ERROR: [f64; 2] = [0.01, 0.02];

/// A block is left as often as it is entered, to this share: threads of a warp part.
const FLOW_ERROR: f64 = 0.05;

/// Pulls what counts do not tell to nothing.
const RIDGE: f64 = 0.02;

/// `None` if the search for them does not end. `instructions` is how many instructions a warp
/// executes for each that the code has: the first guess of how often blocks run.
pub(crate) fn frequencies(
    graph: &Graph,
    counted: &[Counted],
    instructions: f64,
) -> Option<Frequencies> {
    let rows: Vec<(Linear, f64, f64)> = counted.iter().map(|one| count_row(graph, one)).collect();
    let misfit = |unknowns: &[f64]| -> f64 {
        rows.iter().map(|(sum, wanted, weight)| (weight * (sum.at(unknowns) - wanted)).powi(2)).sum()
    };
    let mut unknowns = vec![0.0; graph.unknowns];
    for round in 0..ROUNDS {
        let guess = |found: f64| if round == 0 { instructions } else { found };
        let mut system = System::new(graph.unknowns);
        for (sum, wanted, weight) in &rows {
            system.add(sum, *wanted, *weight);
        }
        for (block, entered) in &graph.entered {
            let mut balance = entered.clone();
            balance.add(&graph.runs[*block], -1.0);
            let runs = guess(graph.runs[*block].at(&unknowns));
            system.add(&balance, 0.0, 1.0 / (FLOW_ERROR * (1.0 + runs)));
        }
        let pulls = unknowns.iter().map(|found| RIDGE / (1.0 + guess(*found)));
        unknowns = system.solve(&pulls.collect::<Vec<_>>())?;
    }
    let blocks = graph.runs.iter().map(|runs| runs.at(&unknowns).max(0.0)).collect();
    Some(Frequencies { blocks, misfit: misfit(&unknowns) })
}

/// The count as a sum over blocks, what it should be, and its weight.
fn count_row(graph: &Graph, counted: &Counted) -> (Linear, f64, f64) {
    let mut sum = Linear::default();
    for (runs, count) in graph.runs.iter().zip(&counted.in_blocks) {
        if *count > 0.0 {
            sum.add(runs, *count);
        }
    }
    let [share, least] = COUNT_ERROR;
    (sum, counted.count, counted.trust / (share * counted.count + least))
}

/// Rows of a least-squares problem.
struct System {
    rows: Vec<Vec<f64>>,
    wanted: Vec<f64>,
    columns: usize,
}

impl System {
    fn new(columns: usize) -> Self {
        Self { rows: Vec::new(), wanted: Vec::new(), columns }
    }

    fn add(&mut self, sum: &Linear, wanted: f64, weight: f64) {
        let mut row = vec![0.0; self.columns];
        for (unknown, factor) in &sum.factors {
            row[*unknown] = weight * factor;
        }
        self.rows.push(row);
        self.wanted.push(weight * (wanted - sum.constant));
    }

    fn solve(&self, pulls: &[f64]) -> Option<Vec<f64>> {
        if self.columns == 0 {
            return Some(Vec::new());
        }
        let transposed =
            DMatrix::from_fn(self.columns, self.rows.len(), |column, row| self.rows[row][column]);
        let mut products = &transposed * transposed.transpose();
        for (place, pull) in pulls.iter().enumerate() {
            products[(place, place)] += pull * pull;
        }
        let slopes = &transposed * DVector::from_column_slice(&self.wanted);
        nnls_interior(&products, &slopes)
    }
}
