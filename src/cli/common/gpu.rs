//! The GPU that a command uses.

use propp_collect_cuda::Gpu;

use crate::cli::say::{Failure, Result};

/// The GPU of an index. `without` is what to do where there is no GPU at all.
pub(crate) fn gpu(index: u32, without: &str) -> Result<Gpu> {
    let gpus = propp_collect_cuda::gpus()
        .map_err(|error| Failure::no_gpu(format!("{error}; {without}")))?;
    let number = gpus.len();
    let found = gpus.into_iter().find(|gpu| gpu.index == index);
    found.ok_or_else(|| Failure::usage(format!("there is no GPU {index}; there are {number}")))
}
