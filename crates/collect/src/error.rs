//! Why nothing could be collected.

use std::io;

use propp_store::RecordingError;

use super::signals::Interrupted;

/// Why nothing could be collected.
#[derive(Debug, thiserror::Error)]
pub enum CollectError {
    /// The recording.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The injected library could not be put into place.
    #[error(
        "cannot put the injected library into place: {0}; set PROPP_INJECT_LIB to a copy of it, \
         or XDG_CACHE_HOME to a folder that can be written"
    )]
    Library(io::Error),
    /// The program was not found.
    #[error("{program}: no such program")]
    NotFound {
        /// As it was given.
        program: String,
    },
    /// The program is there, and what it needs to be started is not.
    #[error("{program} cannot be run: {interpreter} is missing; install it, or {cure}")]
    NoInterpreter {
        /// As it was given.
        program: String,
        /// What starts it, as far as the file says.
        interpreter: String,
        /// What else helps.
        cure: &'static str,
    },
    /// The program is there and cannot be run.
    #[error("{program} cannot be run: {source}")]
    CannotRun {
        /// As it was given.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// A signal asked for the end before the program was started.
    #[error("interrupted by signal {signal} before the program was started")]
    Interrupted {
        /// Its number.
        signal: i32,
    },
    /// Anything else that the operating system refused.
    #[error("cannot collect: {0}")]
    Io(#[from] io::Error),
}

impl From<Interrupted> for CollectError {
    fn from(Interrupted { signal }: Interrupted) -> Self {
        Self::Interrupted { signal }
    }
}
