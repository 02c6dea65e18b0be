//! How much memory this machine has left.

pub use propp_base_guest::free_memory as free;
pub(crate) use propp_base_guest::kilobytes;
