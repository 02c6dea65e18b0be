//! What each criterion says of itself. `table.rs` has a row for each, and says what the fields mean.

use super::evidence::NoValue;
use super::sheet::Sheet;

pub(super) struct Definition {
    pub(super) title: &'static str,
    pub(super) question: &'static str,
    pub(super) formula: &'static str,
    pub(super) source: Source,
    pub(super) varies: Varies,
    pub(super) is_portable: bool,
}

pub(super) type Evaluate = fn(&mut Sheet<'_>) -> Result<f64, NoValue>;

/// What a criterion is computed from.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// What the driver says of a launch and of the GPU.
    Launch(Evaluate),
    /// Counters of a launch, too.
    Counters(Evaluate),
    /// The activity of a whole run.
    Trace,
}

/// How a criterion varies when nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varies {
    /// It is made of counted work, which the program decides and repeats.
    ByCounts,
    /// It is made of cycles, stalls or times, of which no two runs have the same.
    ByTime,
}
