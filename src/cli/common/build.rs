//! What the commands share that compile CUDA sources.

use std::sync::Mutex;

use propp_base_text::progress::Progress;
use propp_collect_toolkit::compile;
use propp_collect_toolkit::compile::{BuildRequest, Built};

use super::Cuda;
use super::gpu::gpu;
use crate::cli::say::{Failure, Result};

/// The architecture to compile for: the one asked for, or that of a GPU.
pub(crate) fn architecture(asked: Option<&str>, device: u32) -> Result<String> {
    if let Some(asked) = asked {
        return Ok(asked.to_owned());
    }
    let gpu = gpu(device, "without a GPU, name an architecture: --arch sm_90")?;
    let (major, minor) = gpu.compute_capability;
    Ok(format!("sm_{major}{minor}"))
}

/// Builds what the cache lacks, telling how far it is.
pub(crate) fn libraries(order: &BuildRequest, cuda: &Cuda) -> Result<Vec<Built>> {
    let nvcc = compile::nvcc(&cuda.surroundings()).map_err(Failure::usage)?;
    let line = Mutex::new(Progress::new(false));
    let told = |done: usize, of: usize, source: &str| {
        if let Ok(mut line) = line.lock() {
            line.show(|| format!("propp: compiling {}/{of} {source}", done + 1));
        }
    };
    let built = compile::build(order, &nvcc, &told);
    drop(line);
    built.map_err(Failure::usage)
}
