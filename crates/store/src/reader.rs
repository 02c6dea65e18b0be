//! Reading a recording.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use propp_recording::Recording;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use tempfile::NamedTempFile;

use super::RecordingError;
use super::load::{Load, LoadError};
use super::schema;
use super::schema::Kind;

/// The first bytes of what gzip made.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The first bytes of every recording.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// Reads a whole recording, finished or not, compressed with gzip or not.
///
/// # Errors
/// When there is no such file, it is no recording, was written by a later
/// propp, or is damaged.
pub fn read(path: &Path) -> Result<Recording, RecordingError> {
    let open_failed = |source| RecordingError::Open { path: path.to_owned(), source };
    let file = File::open(path).map_err(open_failed)?;
    if file.metadata().map_err(open_failed)?.is_dir() {
        return Err(open_failed(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    let unpacked = unpacked(path)?;
    let file = unpacked.as_ref().map_or(path, |file| file.path());
    let connection = open(file).map_err(|source| unreadable(path, source))?;
    recognise(path, &connection)?;
    // Open, it needs no name any more: nothing is left behind if propp is killed now.
    drop(unpacked);
    let load = Load::begin(&connection).map_err(|source| unreadable(path, source))?;
    load.everything().map_err(|error| match error {
        LoadError::Sql(source) => unreadable(path, source),
        LoadError::Dangling { table, row, wanted, id } => {
            RecordingError::Dangling { path: path.to_owned(), table, row, wanted, id }
        }
    })
}

/// What gzip made a smaller file of, unpacked: SQLite reads whole files.
pub(super) fn unpacked(path: &Path) -> Result<Option<NamedTempFile>, RecordingError> {
    let unpack = || {
        let mut file = File::open(path)?;
        let mut head = Vec::new();
        Read::by_ref(&mut file).take(GZIP.len() as u64).read_to_end(&mut head)?;
        if head != GZIP {
            return Ok(None);
        }
        let mut content = MultiGzDecoder::new(head.chain(file));
        let mut begin = Vec::new();
        Read::by_ref(&mut content).take(SQLITE.len() as u64).read_to_end(&mut begin)?;
        if begin != SQLITE {
            return Err(io::Error::other("it is compressed, and what is in it is no recording"));
        }
        let mut unpacked = NamedTempFile::new().map_err(|error| {
            io::Error::other(format!("no temporary file to unpack it into (TMPDIR): {error}"))
        })?;
        io::copy(&mut begin.chain(content), &mut unpacked)?;
        Ok(Some(unpacked))
    };
    unpack().map_err(|source| RecordingError::Open { path: path.to_owned(), source })
}

/// A propp that was killed in mid-commit left its rollback journal; putting
/// that back is a write.
fn open(path: &Path) -> rusqlite::Result<Connection> {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    let access = if Path::new(&journal).exists() {
        OpenFlags::SQLITE_OPEN_READ_WRITE
    } else {
        OpenFlags::SQLITE_OPEN_READ_ONLY
    };
    Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)
}

fn recognise(path: &Path, connection: &Connection) -> Result<(), RecordingError> {
    match schema::kind(connection).map_err(|source| unreadable(path, source))? {
        Kind::Recording => Ok(()),
        Kind::Other(found) => Err(RecordingError::NotARecording { path: path.to_owned(), found }),
        Kind::Newer(found) => {
            let (path, by) = (path.to_owned(), made_by(connection));
            Err(RecordingError::Newer { path, found, by })
        }
        Kind::Layout1 => {
            schema::read_layout_1(connection).map_err(|source| unreadable(path, source))
        }
    }
}

/// The version of propp that made a recording, in brackets, if it says so.
fn made_by(connection: &Connection) -> String {
    let sql = "SELECT value FROM meta WHERE key = 'propp_version'";
    let version = connection.query_row(sql, [], |row| row.get::<_, String>(0));
    version.map_or_else(|_| String::new(), |version| format!(" ({version})"))
}

fn unreadable(path: &Path, source: rusqlite::Error) -> RecordingError {
    let path = path.to_owned();
    if source.sqlite_error_code() == Some(ErrorCode::NotADatabase) {
        return RecordingError::NotARecording { path, found: "no SQLite database".to_owned() };
    }
    RecordingError::Read { path, source }
}
