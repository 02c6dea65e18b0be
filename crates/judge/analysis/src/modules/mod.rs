//! Whose kernels are: the time of the trace run by the modules of PyTorch that launched its
//! kernels (`propp profile --pytorch modules`).
//!
//! [`ModuleTimes`] divides the time: each launch is of one module and phase, or outside of all. The
//! parts add up to the whole. [`Node`] has the modules within modules.

mod parts;
mod tree;

pub use parts::{ModuleKernel, ModuleTime, ModuleTimes};
pub use tree::{Node, title};
