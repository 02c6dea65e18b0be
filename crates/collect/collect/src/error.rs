//! Errors of collecting, each with its cure.

use std::io;
use std::path::PathBuf;

use propp_recording::Ending;
use propp_recording_store::RecordingError;

use super::signals::Interrupted;

pub(crate) type Result<T, E = CollectError> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum CollectError {
    #[error(transparent)]
    Recording(#[from] RecordingError),
    #[error(
        "cannot put the injected library into place: {0}; set PROPP_INJECT_LIB to a copy of it, \
         or XDG_CACHE_HOME to a folder that can be written, and from which code may be loaded"
    )]
    Library(io::Error),
    /// The recording of `--like`.
    #[error("{file} has no trace run to plan from; make one with `propp profile`")]
    NothingTraced { file: String },
    #[error("{file} has another --{name}, so it cannot plan this run (--like); give the same")]
    OtherWindow { file: String, name: String },
    #[error(
        "{program}: no such program; a path begins with / or ./, and other names are looked up in PATH"
    )]
    NotFound { program: String },
    #[error("{program} {cure}")]
    Source { program: String, cure: String },
    #[error("{program} cannot be run: {interpreter} is missing; install it, or {cure}")]
    NoInterpreter {
        program: String,
        /// The interpreter or loader, as far as the file tells.
        interpreter: String,
        cure: &'static str,
    },
    #[error("{program} cannot be run: {source}; is it a program, and executable (chmod +x)?")]
    CannotRun { program: String, source: io::Error },
    #[error(
        "{program} contains NVIDIA's CUDA runtime, so its kernels cannot be emulated; link it \
         with the shared one: NVCC_APPEND_FLAGS=\"-cudart shared\" (CMake: \
         CMAKE_CUDA_RUNTIME_LIBRARY=Shared), nothing else changes"
    )]
    StaticRuntime { program: String },
    #[error("{program} uses {library}; propp emulates the runtime of CUDA 13, libcudart.so.13")]
    OtherRuntime { program: String, library: String },
    #[error("{0}")]
    NoCupti(String),
    #[error("cannot write {file}: {source}")]
    CannotWrite { file: String, source: io::Error },
    #[error("no GPU named '{name}' is described; there are: {known}")]
    UnknownGpu { name: String, known: String },
    #[error("interrupted by signal {signal} before the program was started")]
    Interrupted { signal: i32 },
    /// A temporary file or folder could not be made.
    #[error("cannot make a temporary file in {}: {source}; set TMPDIR to a folder that exists and \
             has room", folder.display())]
    Temporary { folder: PathBuf, source: io::Error },
    /// The program ran to its end, and what it did could not be kept.
    #[error("{source}; the program {ending}")]
    After { ending: Ending, source: Box<CollectError> },
    #[error("cannot collect: {0}")]
    Io(#[from] io::Error),
}

impl CollectError {
    pub(super) fn temporary(source: io::Error) -> Self {
        Self::Temporary { folder: std::env::temp_dir(), source }
    }

    /// The same, after the program has ended.
    pub(super) fn after(self, ending: Ending) -> Self {
        match self {
            Self::After { .. } => self,
            other => Self::After { ending, source: Box::new(other) },
        }
    }
}

impl From<Interrupted> for CollectError {
    fn from(Interrupted { signal }: Interrupted) -> Self {
        Self::Interrupted { signal }
    }
}
