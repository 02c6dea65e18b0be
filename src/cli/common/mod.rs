//! What several commands have: options, files that they read and write, and the build of CUDA
//! sources.

pub(crate) mod build;
mod cuda;
pub(crate) mod destination;
pub(crate) mod device_profile;
pub(crate) mod effect;
pub(crate) mod gpu;
pub(crate) mod kept;
pub(crate) mod launches;
pub(crate) mod libraries;
pub(crate) mod numbers;
pub(crate) mod recordings;
pub(crate) mod step;
pub(crate) mod weights;

pub(crate) use cuda::Cuda;
