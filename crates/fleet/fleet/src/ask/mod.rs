//! The five questions. `docs/fleet/*.sql` has the same in SQL, and a test compares the answers.

mod differs;
mod lost;
mod since;
mod steps;
mod stragglers;
mod totals;
mod work;
mod worst;

use propp_base_columns::{Table, TableError};

pub(crate) use totals::{JobName, Total, by_job, is_collective};

use crate::Fleet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Stragglers,
    Differs,
    Since,
    Worst,
    Lost,
}

// From where on a difference is told.

/// Share of the time by which a rank's is longer than the median of the ranks.
const LONGER: f64 = 0.05;
/// Share of the time of all kernels by which a rank waits less in a collective.
const LATE: f64 = 0.02;
/// Standard deviations of the ranks from where on one is an outlier, if its distance is not by
/// chance.
const OUTLIER: f64 = 3.0;
/// Share by which ranks may be apart and count as like each other.
const NEAR: f64 = 0.02;
/// Chance that noise of a normal distribution is told, of all comparisons of a job together.
const CHANCE: f64 = 0.01;
/// Steps in which a rank that is not slow in the whole recording is slow.
const STEPS: usize = 3;
/// Share by which a count differs.
const COUNT: f64 = 0.02;

/// The logarithm of the chance that one of `compared` values is told for noise.
fn nats(compared: usize) -> f64 {
    (compared as f64 / (2.0 * CHANCE)).ln()
}

/// Standard deviations from where on one of `compared` values is told. The tail of the normal
/// distribution beyond z is less than exp(-z²/2)/2.
fn sigmas(compared: usize) -> f64 {
    (2.0 * nats(compared)).sqrt()
}

/// A standard deviation of a normal distribution, in median absolute deviations.
const SIGMA: f64 = 1.4826;

/// The answer, a row a finding, the most important first.
pub fn ask(fleet: &Fleet, question: Question) -> Result<Table, TableError> {
    match question {
        Question::Stragglers => stragglers::answer(fleet),
        Question::Differs => differs::answer(fleet),
        Question::Since => since::answer(fleet),
        Question::Worst => worst::answer(fleet),
        Question::Lost => lost::answer(fleet),
    }
}
