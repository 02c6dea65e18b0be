//! The GPU that programs see.

use propp_base_gpus::Description;
use propp_base_model::attribute;

use crate::launch::Gpu;

/// Not among the constants of the model, which has those that criteria need.
const MAX_THREADS_PER_BLOCK: u32 = 1;

impl From<&Description> for Gpu {
    /// What kernels can see of it.
    fn from(gpu: &Description) -> Self {
        Self {
            multiprocessors: gpu.attribute(attribute::MULTIPROCESSOR_COUNT),
            l1_bytes: gpu.l1_bytes,
            max_threads_per_block: gpu.attribute(MAX_THREADS_PER_BLOCK),
            max_shared_bytes_per_block: gpu.attribute(attribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
            max_resident_threads: gpu.attribute(attribute::MAX_THREADS_PER_MULTIPROCESSOR),
            max_resident_blocks: gpu.attribute(attribute::MAX_BLOCKS_PER_MULTIPROCESSOR),
        }
    }
}
