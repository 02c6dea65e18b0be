//! Compares several runs, or several implementations of one run.
//!
//! A side is an [`Analysis`](propp_judge_analysis::Analysis). Each is compared with the first (the baseline): `align` pairs
//! the kernels, `time` compares their times and intervals, `expected` the times that
//! the cost model predicts, `predicted` the order of emulated kernels, and `explain` looks for criteria
//! and counts of work that explain a difference, `doubts` for work that is left out. `comparison` puts it
//! together, and `decision` makes one word of it, by the `ratio` of the times of several runs.

mod align;
mod comparison;
mod decision;
mod doubts;
mod emulated;
mod expected;
mod explain;
mod json;
mod markdown;
mod no_price;
mod outcome;
mod predicted;
mod ratio;
mod shares;
mod table;
mod time;
mod whole_step;

pub use align::{How, Pair, align};
pub use comparison::{Against, Comparison, PairedKernel, PairedKernels, Side, compare};
pub use decision::{Decision, Runs, decide};
pub use doubts::{Doubt, doubts_between};
pub use expected::Expected;
pub use explain::{Moved, Reasons};
pub use json::{json, schema};
pub use markdown::markdown;
pub use outcome::Outcome;
pub use predicted::Predicted;
pub use shares::Shares;
pub use table::table;
pub use time::{Change, Estimate, Verdict};
