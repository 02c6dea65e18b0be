//! Ranks the implementations of a primitive on a GPU, from the recording of a suite.

mod emulated;
pub mod median;
mod order;
pub mod overview;
pub mod overview_text;
mod paced;
mod pick;
mod ranking;
mod rate;
pub mod report;
pub mod split;
#[cfg(test)]
mod tests;
mod thin;
mod why;
mod why_text;

pub use emulated::{PredictedOrder, PredictedPlace, PredictedProblem, predicted_order};
pub use median::Median;
pub use order::rank;
pub use paced::paced;
pub use pick::{Filter, NotRanked, Question, main, primitives, resolve};
pub use ranking::{LeftOut, Name, Order, Problem, Ranked, Ranking};
pub use thin::{NotThinned, THINNED, thin};
