//! The problems of the primitive suite: what there is to measure, the data, the results
//! that are right, and what any implementation has to move and compute. Pure.

pub mod cases;
mod choice;
pub mod compare;
pub mod data;
mod drawn;
mod layout;
pub mod matrix;
pub mod primitive;
mod problem;
pub mod recipe;
pub mod reference;
pub mod value;
pub mod words;
pub mod work;

pub use choice::{NothingSelected, likeliest};
pub use matrix::Matrix;
pub use problem::{Case, Distribution, Element, EntryFacts, MARKER};
