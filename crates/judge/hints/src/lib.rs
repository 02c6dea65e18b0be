//! What to change in a kernel, and what it should bring.
//!
//! Pure. A rule ([`Rule`]) looks at criteria, counters and the launch's own numbers,
//! never at names, and finds its defect or nothing. What it finds is priced by the
//! fitted cost model: the counts of work that the defect multiplies are set to what
//! they would be without it, both are predicted, and the quotient is applied to the
//! measured time. How far such estimates were off is in `lab/hints.md`
//! (`propp hints calibrate` makes its table), and the margins in `margins.toml` are from
//! there.
//!
//! Where the device profile of the recorded GPU is known ([`OwnProfile`]), what it
//! measured joins the evidence ([`Measured`]).
//!
//! The rules speak of code. Where the code is a library's ([`Libraries`]), the hint says what
//! to change in the call, or there is none.
//!
//! To add a rule: its row in `rule.rs`, and the functions that the row names: one that finds the
//! defect and one that changes the work, in the file of its family in `rules/` (a rule of the run is
//! one function in `run.rs`); where single instructions tell more, one in `instructions.rs`. A test
//! has a kernel that shows it and one that does not. `propp hints calibrate --margins` writes the
//! margin once there are pairs; until then the range is that of all rules together.

mod advise;
mod at;
mod change;
mod effect;
mod facts;
mod instructions;
mod library;
mod limit;
mod margin;
mod measured;
mod place;
mod profile;
mod rule;
mod rules;
mod run;
pub mod words;

pub use advise::{Advised, advise, advise_kernel, advise_run};
pub use at::At;
pub use effect::{Expected, Gain, SHORTEST_NS, promise};
pub use library::Libraries;
pub use limit::Nothing;
pub use margin::Margin;
pub use measured::Measured;
pub use place::{Behind, amounts, behind, time_share};
pub use profile::OwnProfile;
pub use rule::Rule;

use propp_judge_criteria::Criterion;
use schemars::JsonSchema;
use serde::Serialize;

/// A number that a hint rests on.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "EvidenceJson")]
pub struct Evidence {
    pub what: String,
    pub value: f64,
    /// Counters, or facts of the launch.
    pub from: Vec<&'static str>,
    /// How it is known, where it is a price from the profile of the GPU; then `what` is a
    /// whole sentence with the number in it. Absent for what the recording says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Reading>,
}

/// How a price is known.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReadingJson")]
pub struct Reading {
    /// What the value counts.
    pub unit: &'static str,
    /// The value lies between this
    pub low: f64,
    /// and this.
    pub high: f64,
    /// The findings of the device profile that it is from.
    pub findings: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The rule that found it.
    pub rule: Rule,
    /// The library whose kernel it is: the call is to be changed, not the code.
    pub library: Option<String>,
    /// The criterion that it is about, with its value.
    pub criterion: Option<(Criterion, f64)>,
    pub evidence: Vec<Evidence>,
    /// Why it is so, the likeliest first.
    pub causes: Vec<String>,
    pub remedy: String,
    pub expected: Expected,
    /// The line that it is about, where a line run counted instructions or the rule reads the code.
    pub at: Option<At>,
}

impl Hint {
    /// What hints of a kernel, or of the run, are ordered by.
    fn rank(&self) -> f64 {
        self.expected.rank()
    }
}

/// What there is to say of a kernel, or of the run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Advice {
    /// What to change, by the gain and how often the rule was right.
    pub hints: Vec<Hint>,
    /// Why nothing is worth changing, where nothing is.
    pub nothing: Option<Nothing>,
    /// Share of what device memory can move that was moved, as measured; `None` where
    /// the bytes, the time or what it can move is not known.
    pub memory_share: Option<f64>,
}

/// How many hints of a kernel a report shows.
pub const SHOWN: usize = 3;

impl Advice {
    pub fn shown(&self) -> &[Hint] {
        &self.hints[..self.hints.len().min(SHOWN)]
    }
}
