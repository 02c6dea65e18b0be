//! Why something could not be compiled.

use std::io;
use std::path::PathBuf;

use crate::list;

/// The packages of a toolkit from PyPI that can compile them.
pub const INSTALL: &str = "pip install \"nvidia-cuda-nvcc==13.*\" \"nvidia-cuda-cccl==13.*\" \
     \"nvidia-cuda-runtime==13.*\" \"nvidia-cuda-crt==13.*\" \"nvidia-nvvm==13.*\"";

/// Why the libraries could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// No compiler.
    #[error("no nvcc found, which compiles the suite and the probes: looked for {}; {}", list(.0), cure())]
    NoNvcc(Vec<PathBuf>),
    /// A compiler that does not work.
    #[error("{nvcc} does not work: {what}; name another with PROPP_NVCC", nvcc = .nvcc.display())]
    Unusable {
        /// The compiler.
        nvcc: PathBuf,
        /// What it said.
        what: String,
    },
    /// The compiler refused a source.
    #[error("{what} does not compile:\n  {command}\n{words}")]
    Compile {
        /// The source, or the library when it was linked.
        what: String,
        /// The command, to try by hand.
        command: String,
        /// The compiler's words.
        words: String,
    },
    /// The compiler does not know the GPU's architecture.
    #[error(
        "{nvcc} does not know the architecture {architecture}; name a newer compiler with \
         PROPP_NVCC, or an architecture that it knows (`{nvcc} --list-gpu-arch`) with --arch",
        nvcc = .nvcc.display()
    )]
    Architecture {
        /// The compiler.
        nvcc: PathBuf,
        /// As it was named.
        architecture: String,
    },
    /// The system gives no more threads.
    #[error("cannot start {jobs} compilers at a time: {error}; ask for fewer with --jobs")]
    Threads {
        jobs: usize,
        /// The system's words.
        error: String,
    },
    /// The cache folder.
    #[error("cannot write to {folder}: {source}; name another place with PROPP_SUITE_CACHE", folder = .folder.display())]
    Cache {
        /// The folder.
        folder: PathBuf,
        /// The system's words.
        source: io::Error,
    },
    /// There is no place to keep anything.
    #[error("nowhere to keep what is compiled: set HOME, XDG_CACHE_HOME or PROPP_SUITE_CACHE")]
    NoCache,
}

fn cure() -> String {
    format!(
        "install a CUDA toolkit (on Debian and Ubuntu the package cuda-toolkit-13-0 of NVIDIA's \
         repository, or {INSTALL}), or name the compiler with PROPP_NVCC"
    )
}
