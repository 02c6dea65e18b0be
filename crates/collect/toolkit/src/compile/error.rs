//! Errors of compiling, each with its cure.

use std::io;
use std::path::PathBuf;

use crate::list_paths;

/// The PyPI packages that can compile the sources.
pub const INSTALL: &str = "pip install \"nvidia-cuda-nvcc==13.*\" \"nvidia-cuda-cccl==13.*\" \
     \"nvidia-cuda-runtime==13.*\" \"nvidia-cuda-crt==13.*\" \"nvidia-nvvm==13.*\"";

#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("no nvcc found, which compiles the suite and the probes: looked for {}; {}", list_paths(.0), cure())]
    NoNvcc(Vec<PathBuf>),
    #[error("{nvcc} does not work: {what}; name another with PROPP_NVCC", nvcc = .nvcc.display())]
    Unusable { nvcc: PathBuf, what: String },
    #[error("{what} does not compile:\n  {command}\n{words}")]
    Compile {
        /// The source, or the library when it was linked.
        what: String,
        /// The command, to try by hand.
        command: String,
        words: String,
    },
    #[error(
        "{nvcc} does not know the architecture {architecture}; name a newer compiler with \
         PROPP_NVCC, or an architecture that it knows (`{nvcc} --list-gpu-arch`) with --arch",
        nvcc = .nvcc.display()
    )]
    Architecture { nvcc: PathBuf, architecture: String },
    #[error("cannot start {jobs} compilers at a time: {error}; ask for fewer with --jobs")]
    Threads { jobs: usize, error: String },
    #[error("cannot write to {folder}: {source}; name another place with PROPP_SUITE_CACHE", folder = .folder.display())]
    Cache { folder: PathBuf, source: io::Error },
    #[error("nowhere to keep what is compiled: set HOME, XDG_CACHE_HOME or PROPP_SUITE_CACHE")]
    NoCache,
}

fn cure() -> String {
    format!(
        "install a CUDA toolkit (on Debian and Ubuntu the package cuda-toolkit-13-0 of NVIDIA's \
         repository, or {INSTALL}), or name the compiler with PROPP_NVCC"
    )
}
