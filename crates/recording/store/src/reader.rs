//! Reading a recording.

use std::path::Path;

use propp_recording::Recording;

use super::load::Load;
use super::opened::open;
use super::schema::VERSION;
use super::source::LoadError;
use super::{RecordingError, Result};

/// Reads a whole recording, finished or not, compressed with gzip or not.
/// Fails when there is no such file, it is no recording, has another layout, or is damaged.
pub fn read(path: &Path) -> Result<Recording> {
    let connection = open(path)?;
    let load = Load::begin(&connection).map_err(|error| error.of(path))?;
    load.everything().map_err(|error| error.of(path))
}

impl LoadError {
    pub(super) fn of(self, path: &Path) -> RecordingError {
        let path = path.to_owned();
        match self {
            Self::Sql(source) => RecordingError::Read { path, source },
            Self::Damaged(damage) => RecordingError::Damaged { path, damage },
            Self::Other(found) => RecordingError::NotARecording { path, found },
            Self::OtherLayout(found, by) if found > VERSION => {
                RecordingError::Newer { path, found, by }
            }
            Self::OtherLayout(found, by) => RecordingError::Older { path, found, by },
        }
    }
}
