//! The problems of the primitive suite: cases, input data, reference results, and the
//! minimum of bytes and operations. Pure.

pub mod cases;
mod choice;
pub mod compare;
pub mod data;
mod drawn;
pub mod estimate;
mod kin;
mod layout;
pub mod matrix;
pub mod primitive;
mod problem;
pub mod recipe;
pub mod reference;
pub mod selection;
pub mod sizes;
pub mod value;
pub mod words;
pub mod work;

pub use choice::{NothingSelected, likeliest, meant, primitives};
pub use kin::kin;
pub use matrix::Matrix;
pub use problem::{Case, Distribution, Element, EntryFacts, MARKER};
