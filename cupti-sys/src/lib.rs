//! CUPTI 13 from Rust, resolved at run time.
//!
//! A program that uses this crate builds and starts without CUDA. [`Library::open`]
//! loads `libcupti` from a directory. Every failure is an [`Error`] with CUPTI's
//! status and a cure.
//!
//! - [`raw`]: bindings of CUPTI's headers, generated (`cargo xtask bindings`).
//! - [`Library`]: a loaded CUPTI and its functions.
//! - [`Host`]: the profiler host interface: metrics, passes, evaluation. It needs
//!   neither a GPU nor a driver.
//! - [`device`]: chip and permissions of a GPU of this machine.
//! - [`image`]: checks counter images before NVIDIA's library reads them.

pub mod device;
mod error;
mod host;
pub mod image;
mod library;

#[allow(
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unsafe_op_in_unsafe_fn,
    reason = "generated from C headers"
)]
#[rustfmt::skip]
#[path = "bindings.rs"]
pub mod raw;

pub use error::{Error, Status};
pub use host::{ConfigImage, Evaluator, Host, Metric};
pub use library::{FILE_NAMES, HOST_LIBRARY, Library};

/// A parameter structure with its own size.
///
/// CUPTI expects the end of the last field that the caller knows, which is less than
/// `size_of` if the structure ends in padding.
pub trait Params: Default {
    /// Where the last field ends.
    const STRUCT_SIZE: usize;

    /// All zero, but for the size.
    fn sized() -> Self;
}
