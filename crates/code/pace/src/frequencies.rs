//! How often a warp runs each block: the non-negative least squares of counts and control flow.

use propp_base_solve::Rows;

use crate::graph::{Graph, Linear};

/// A count of a warp, and how much a run of each block adds to it.
#[derive(Clone)]
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
    let sums: Vec<Sum> =
        (graph.unknowns..).zip(counted).map(|(off, one)| Sum::new(graph, one, off)).collect();
    let left_out: Vec<Linear> = counted.iter().map(|one| graph.sum(&one.left_out)).collect();
    let mut found = vec![0.0; columns];
    for round in 0..ROUNDS {
        let guess = |runs: f64| if round == 0 { instructions } else { runs };
        let mut rows = Rows::new(columns);
        for sum in &sums {
            add(&mut rows, &sum.of, sum.count, sum.weight);
        }
        for (block, entered) in &graph.entered {
            let mut balance = entered.clone();
            balance.add(&graph.runs[*block], -1.0);
            let runs = guess(graph.runs[*block].at(&found));
            add(&mut rows, &balance, 0.0, 1.0 / (FLOW_ERROR * (1.0 + runs)));
        }
        let pulls = found[..graph.unknowns].iter().map(|runs| RIDGE / (1.0 + guess(*runs)));
        let off = left_out.iter().map(|all| match round {
            0 => off_pull(instructions * all.size()),
            _ => off_pull(all.at(&found)),
        });
        found = rows.non_negative(&pulls.chain(off).collect::<Vec<_>>())?;
    }
    let misfit = sums.iter().map(|sum| (sum.weight * (sum.of.at(&found) - sum.count)).powi(2));
    let misfit = misfit.sum();
    let blocks = graph.runs.iter().map(|runs| runs.at(&found).max(0.0)).collect();
    Some(Frequencies { blocks, misfit })
}

/// How strongly what was left out is pulled to nothing, of so much that could be.
fn off_pull(left_out: f64) -> f64 {
    OFF / (COUNT_ERROR[1] + left_out.max(0.0))
}

/// A count as a sum over blocks, less what was left out.
struct Sum {
    of: Linear,
    count: f64,
    weight: f64,
}

impl Sum {
    fn new(graph: &Graph, counted: &Counted, off: usize) -> Self {
        let mut of = graph.sum(&counted.in_blocks);
        if counted.left_out.iter().any(|count| *count > 0.0) {
            of.factors.insert(off, -1.0);
        }
        let [share, least] = COUNT_ERROR;
        let weight = counted.trust / (share * counted.count + least);
        Self { of, count: counted.count, weight }
    }
}

fn add(rows: &mut Rows, sum: &Linear, wanted: f64, weight: f64) {
    let row = sum.factors.iter().map(|(unknown, factor)| (*unknown, weight * factor));
    rows.add(row, weight * (wanted - sum.constant));
}
