//! Kernel names as people read them.
//!
//! A demangled C++ template name can fill pages. [`KernelName`] holds the full name;
//! [`labels`] shortens a list of names to a width so that each label keeps its function and
//! no two are equal.

#[cfg(test)]
fn recorded_names() -> Vec<KernelName> {
    let lines = include_str!("h200_symbols.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(KernelName::from_symbol).collect()
}

mod called;
mod demangle;
mod distinguish;
mod filter;
mod fused;
mod path;
mod shorten;

pub use called::{is_called, path, without_signature};
pub use demangle::{KernelName, demangle};
pub use distinguish::labels;
pub use filter::{KernelFilter, nearest_first, own_name, words};
pub use fused::fused;
pub use shorten::shorten;
