//! What a kernel's time is made of: counted work times prices.
//!
//! Demands ([`TERMS`]) are counts of what a launch did and facts of how it was
//! launched. No time, cycle, stall or utilisation is among them, so a prediction
//! says what the time should be, and can be held against the time that was
//! measured. Prices are fitted ([`propp_fit`]). Pure.

mod host;
mod model;
mod resource;
mod terms;
mod work;

pub use host::{HOST_TERMS, HostTerm, HostWork};
pub use model::Sums;
pub use model::{CostModel, Part, Predicted, Price};
pub use resource::Resource;
pub use terms::{TERMS, Term};
pub use work::{Shape, Unknown, Work, demands_of_copies};
