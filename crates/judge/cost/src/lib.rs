//! The cost model: a kernel's time is counted work times prices.
//!
//! Demands ([`TERMS`]) are counts of a launch's work and facts of the launch. They contain no
//! time, cycle, stall or utilisation, so a prediction says how long the work should take and
//! can be compared with the measured time. `crates/suite/fit` fits the prices.

mod certainty;
mod composition;
mod elsewhere;
mod host;
mod model;
mod place;
pub mod quality;
mod resource;
mod scale;
mod scaling;
mod shape;
mod source;
mod terms;
mod unseen;
mod work;

pub use certainty::{CALLED, Certainty, certainty_words, widening};
pub use composition::Composition;
pub use elsewhere::{Elsewhere, SHORT_NS, carried_over, within};
pub use host::{HOST_TERMS, HostTerm, HostWork};
pub use model::{CostModel, Part, Predicted, Price, ResourceTimes, is_outside};
pub use place::{First, Place, places};
pub use resource::Resource;
pub use scale::Scale;
pub use shape::Shape;
pub use source::PriceSource;
pub use terms::{GUESSED, OF_A_CYCLE, OF_THE_CODE, TERMS, Term};
pub use unseen::{Unseen, Within};
pub use work::{Unknown, Work, demands_of_copies};
