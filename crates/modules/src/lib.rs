//! Whose kernels are: the time of the trace run by the modules of PyTorch that launched its
//! kernels (`propp profile --pytorch modules`). Pure.
//!
//! [`Parts`] divides the time: each launch is of one module and phase, or outside of all. The
//! parts add up to the whole. Its text, its HTML and its JSON show them.

mod html;
mod json;
mod parts;
mod text;
mod tree;

pub use html::section;
pub use json::{ModuleJson, json};
pub use parts::{Part, PartKernel, Parts};
pub use text::{most, text};
