//! The five questions. `docs/fleet/*.sql` has the same in SQL, and a test compares the answers.

mod differs;
mod lost;
mod since;
mod stragglers;
mod totals;
mod worst;

use propp_columns::{Table, TableError};

use crate::Fleet;

/// A question about a fleet.
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
    /// Median absolute deviations from the median.
    pub deviations: f64,
    /// Share by which a count differs.
    pub count: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: 0.05, deviations: 5.0, count: 0.02 }
    }
}

/// The answer, a row a finding, the most important first.
///
/// # Errors
/// Never, since no two columns are called the same.
pub fn ask(fleet: &Fleet, question: Question, limits: Limits) -> Result<Table, TableError> {
    match question {
        Question::Stragglers => stragglers::answer(fleet, limits),
        Question::Differs => differs::answer(fleet, limits),
        Question::Since => since::answer(fleet, limits),
        Question::Worst => worst::answer(fleet),
        Question::Lost => lost::answer(fleet),
    }
}
