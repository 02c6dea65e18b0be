//! CUPTI 13 from Rust, resolved at run time.
//!
//! Nothing of CUDA is needed to build or to start a program that uses this
//! crate. [`Library::open`] loads `libcupti` from a directory, and everything
//! that can go wrong there or later is an [`Error`] that carries the number
//! CUPTI gave and what to do about it.
//!
//! - [`raw`]: everything in CUPTI's headers, generated (`cargo xtask bindings`).
//! - [`Library`]: a loaded CUPTI and its functions.
//! - [`Host`]: the profiler host interface: metrics, passes, evaluation. Needs
//!   neither a GPU nor a driver.
//! - [`device`]: chip and permissions of the GPU that is here.
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
pub use host::{ConfigImage, Evaluator, Host, Metric, MetricKind};
pub use library::{FILE_NAMES, HOST_LIBRARY, Library};

/// A parameter structure that tells CUPTI its own size.
///
/// CUPTI wants to know where the last field that the caller knows of ends,
/// which is not `size_of` when the structure has padding behind it.
pub trait Params: Default {
    /// Where the last field ends.
    const STRUCT_SIZE: usize;

    /// All zero, but for the size.
    fn sized() -> Self;
}
