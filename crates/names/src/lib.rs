//! Kernel names as people read them.
//!
//! Compilers mangle names, and what a C++ template demangles to can fill
//! pages. [`KernelName`] holds a name in full; [`labels`] cuts a list of names
//! to a width such that each keeps its function and no two look alike.

mod called;
mod demangle;
mod distinguish;
mod filter;
mod path;
mod shorten;

pub use called::{is_called, without_signature};
pub use demangle::{KernelName, demangle};
pub use distinguish::labels;
pub use filter::KernelFilter;
pub use shorten::shorten;
