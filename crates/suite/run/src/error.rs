//! Why a suite could not be made.

use std::io;
use std::path::PathBuf;

use propp_collect::CollectError;
use propp_recording_store::RecordingError;
use propp_suite_problems::NothingSelected;

use super::supervise::Lost;

#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    #[error(transparent)]
    Nothing(#[from] NothingSelected),
    #[error(transparent)]
    Recording(#[from] RecordingError),
    #[error("{0}; the times are kept, and the same command goes on from there")]
    Collect(#[from] CollectError),
    #[error("no library can be used: {0}")]
    NoLibrary(String),
    #[error(
        "{path} holds this suite already, complete; give -f to make it again, or another name \
         with -o",
        path = .path.display()
    )]
    Complete { path: PathBuf },
    #[error(
        "{path} holds an unfinished suite of other cases, libraries or another GPU; give -f to \
         replace it, or another name with -o",
        path = .path.display()
    )]
    Another { path: PathBuf },
    #[error(transparent)]
    Worker(#[from] Lost),
    #[error("cannot make the suite: {0}")]
    Io(#[from] io::Error),
}
