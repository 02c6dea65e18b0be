//! Reading a recording.

use std::fs::File;
use std::io;
use std::path::Path;

use propp_recording::Recording;
use rusqlite::{Connection, OpenFlags};

use super::RecordingError;
use super::gzip::unpacked;
use super::load::Load;
use super::source::LoadError;

/// Reads a whole recording, finished or not, compressed with gzip or not.
/// Fails when there is no such file, it is no recording, was written by a later propp, or is
/// damaged.
pub fn read(path: &Path) -> Result<Recording, RecordingError> {
    let connection = open(path)?;
    let load = Load::begin(&connection).map_err(|error| error.of(path))?;
    load.everything().map_err(|error| error.of(path))
}

/// Opens a recording for reading.
pub(super) fn open(path: &Path) -> Result<Connection, RecordingError> {
    let open_failed = |source| RecordingError::Open { path: path.to_owned(), source };
    let file = File::open(path).map_err(open_failed)?;
    if file.metadata().map_err(open_failed)?.is_dir() {
        return Err(open_failed(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    let unpacked = unpacked(path)?;
    let file = unpacked.as_ref().map_or(path, |file| file.path());
    let connection = connect(file).map_err(|error| LoadError::from(error).of(path))?;
    // Open, an unpacked one needs no name any more: nothing is left behind if propp is
    // killed now.
    Ok(connection)
}

/// A propp that was killed in mid-commit left its rollback journal; putting
/// that back is a write.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    let access = if Path::new(&journal).exists() {
        OpenFlags::SQLITE_OPEN_READ_WRITE
    } else {
        OpenFlags::SQLITE_OPEN_READ_ONLY
    };
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    // What a recording from elsewhere may hold is data.
    connection.pragma_update(None, "trusted_schema", "OFF")?;
    connection.pragma_update(None, "cell_size_check", "ON")?;
    // SQLite opens a file when it is first asked something of it.
    connection.pragma_query_value(None, "application_id", |_| Ok(()))?;
    Ok(connection)
}

impl LoadError {
    /// The error of a recording.
    pub(super) fn of(self, path: &Path) -> RecordingError {
        let path = path.to_owned();
        match self {
            Self::Sql(source) => RecordingError::Read { path, source },
            Self::Damaged(damage) => RecordingError::Damaged { path, damage },
            Self::Other(found) => RecordingError::NotARecording { path, found },
            Self::Newer(found, by) => RecordingError::Newer { path, found, by },
            Self::Older(found) => RecordingError::Older { path, found },
        }
    }
}
