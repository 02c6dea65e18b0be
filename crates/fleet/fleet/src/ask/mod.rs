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

/// From where on a difference is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Share of the time by which a rank's is longer than the median of the ranks.
    pub time: f64,
    /// Share of the time of all kernels by which a rank waits less in a collective.
    pub late: f64,
    /// Standard deviations of the ranks from where on one is an outlier, if its distance is not by
    /// chance.
    pub outlier: f64,
    /// Share by which ranks may be apart and count as like each other.
    pub near: f64,
    /// Chance that noise of a normal distribution is told, of all comparisons of a job together.
    pub chance: f64,
    /// Steps in which a rank that is not slow in the whole recording is slow.
    pub steps: usize,
    /// Share by which a count differs.
    pub count: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: 0.05,
            late: 0.02,
            outlier: 3.0,
            near: 0.02,
            chance: 0.01,
            steps: 3,
            count: 0.02,
        }
    }
}

impl Limits {
    /// The logarithm of the chance that one of `compared` values is told for noise.
    fn nats(self, compared: usize) -> f64 {
        (compared as f64 / (2.0 * self.chance)).ln()
    }

    /// Standard deviations from where on one of `compared` values is told. The tail of the normal
    /// distribution beyond z is less than exp(-z²/2)/2.
    fn sigmas(self, compared: usize) -> f64 {
        (2.0 * self.nats(compared)).sqrt()
    }
}

/// A standard deviation of a normal distribution, in median absolute deviations.
const SIGMA: f64 = 1.4826;

/// The answer, a row a finding, the most important first.
pub fn ask(fleet: &Fleet, question: Question, limits: Limits) -> Result<Table, TableError> {
    match question {
        Question::Stragglers => stragglers::answer(fleet, limits),
        Question::Differs => differs::answer(fleet, limits),
        Question::Since => since::answer(fleet, limits),
        Question::Worst => worst::answer(fleet),
        Question::Lost => lost::answer(fleet),
    }
}
