//! The CUDA driver API under the names that `cust` 0.3.2 uses.
//!
//! The published `cust_raw` links `libcuda.so.1`, so that a program built on
//! it does not start on a machine without a driver. Here each function is
//! looked up when it is first called. Without a driver every function returns
//! `CUDA_ERROR_SHARED_OBJECT_INIT_FAILED`, and [`unavailable`] says why; a
//! function that an old driver lacks returns
//! `CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND`.
//!
//! Status codes that the enum does not know become `CUDA_ERROR_UNKNOWN`.

#[allow(
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unsafe_op_in_unsafe_fn,
    reason = "generated from a C header"
)]
#[rustfmt::skip]
mod driver;
mod loader;

pub use driver::*;
// The version that `cuGraphAddKernelNode` takes; cust uses the old plain name.
pub use driver::CUDA_KERNEL_NODE_PARAMS_v1 as CUDA_KERNEL_NODE_PARAMS;
pub use loader::unavailable;
