//! The arrays that a kernel touches, how it uses each, and what to change.
//!
//! Pure: a recording with the counts of instructions (`propp profile --lines`), its cubins and the
//! sources are all that is read. [`of_kernel`] follows the registers that addresses are computed
//! from (`origins`) to the kernel's parameters, sums up the counts of the instructions that touch
//! the same array, and joins them with the hints and their prices. What is mechanical becomes an
//! [`Edit`], and edits become a unified diff.

mod arrays;
mod bases;
mod code;
mod diff;
mod edit;
mod exchange;
mod guideline;
mod joins;
pub mod json;
mod kernel;
mod origin;
mod origins;
pub mod page;
mod patch;
mod predicates;
mod signature;
mod sorting;
mod source;
pub mod table;
mod touched;
mod words;

pub use arrays::{Access, Array, Base, Sharing, Use, Way};
pub use code::{File, Files};
pub use diff::{applied, diff};
pub use edit::{Edit, EditKind};
pub use guideline::Guideline;
pub use kernel::{Advised, all_edits, of_kernel};
pub use origin::Origin;
pub use source::Source;
