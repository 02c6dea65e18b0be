//! How often a warp runs each block: the non-negative least squares of counts and control flow.

use nalgebra::{DMatrix, DVector};
use propp_base_solve::nnls_interior;

use crate::graph::{Graph, Linear};

/// A count of a warp, and how much a run of each block adds to it.
pub(crate) struct Counted {
    pub(crate) count: f64,
    pub(crate) trust: f64,
    pub(crate) in_blocks: Vec<f64>,
    /// What of it the counter may leave out: instructions whose predicates are off, and bytes of threads
    /// that do not take part.
    pub(crate) left_out: Vec<f64>,
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

/// That something was left out is less likely than that counts are wrong.
const OFF: f64 = 2.0;

/// Pulls what counts do not tell to nothing.
const RIDGE: f64 = 0.02;

/// `None` if the search for them does not end. `instructions` is how many instructions a warp
/// executes for each that the code has: the first guess of how often blocks run.
pub(crate) fn frequencies(
    graph: &Graph,
    counted: &[Counted],
    instructions: f64,
) -> Option<Frequencies> {
    let columns = graph.unknowns + counted.len();
    let rows: Vec<Row> =
        (graph.unknowns..).zip(counted).map(|(off, one)| Row::new(graph, one, off)).collect();
    let left_out: Vec<Linear> = counted.iter().map(|one| graph.sum(&one.left_out)).collect();
    let mut found = vec![0.0; columns];
    for round in 0..ROUNDS {
        let guess = |runs: f64| if round == 0 { instructions } else { runs };
        let mut system = System::new(columns);
        for row in &rows {
            system.add(&row.sum, row.count, row.weight);
        }
        for (block, entered) in &graph.entered {
            let mut balance = entered.clone();
            balance.add(&graph.runs[*block], -1.0);
            let runs = guess(graph.runs[*block].at(&found));
            system.add(&balance, 0.0, 1.0 / (FLOW_ERROR * (1.0 + runs)));
        }
        let pulls = found[..graph.unknowns].iter().map(|runs| RIDGE / (1.0 + guess(*runs)));
        let off = left_out.iter().map(|all| match round {
            0 => off_pull(instructions * all.size()),
            _ => off_pull(all.at(&found)),
        });
        found = system.solve(&pulls.chain(off).collect::<Vec<_>>())?;
    }
    let misfit = rows.iter().map(|row| (row.weight * (row.sum.at(&found) - row.count)).powi(2));
    let misfit = misfit.sum();
    let blocks = graph.runs.iter().map(|runs| runs.at(&found).max(0.0)).collect();
    Some(Frequencies { blocks, misfit })
}

/// How strongly what was left out is pulled to nothing, of so much that could be.
fn off_pull(left_out: f64) -> f64 {
    OFF / (COUNT_ERROR[1] + left_out.max(0.0))
}

/// A count as a sum over blocks, less what was left out.
struct Row {
    sum: Linear,
    count: f64,
    weight: f64,
}

impl Row {
    fn new(graph: &Graph, counted: &Counted, off: usize) -> Self {
        let mut sum = graph.sum(&counted.in_blocks);
        if counted.left_out.iter().any(|count| *count > 0.0) {
            sum.factors.insert(off, -1.0);
        }
        let [share, least] = COUNT_ERROR;
        let weight = counted.trust / (share * counted.count + least);
        Self { sum, count: counted.count, weight }
    }
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
