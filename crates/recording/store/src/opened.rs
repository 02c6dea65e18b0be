//! Opening a recording to read it. Whatever lies beside it, the file stays as it is.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, ffi};

use super::error::LARGEST;
use super::file::open_file;
use super::gzip::unpacked;
use super::place::with_ending;
use super::private;
use super::source::{LoadError, Loaded, Source};
use super::{RecordingError, Result};

/// How long one waits for somebody who reads or writes the file: longer than reading a gigabyte
/// takes.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// What a connection may do to a file.
const READS: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY;
const WRITES: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE;

/// What may be left beside a file that was not closed.
const LEFT: [&str; 2] = ["-journal", "-wal"];

/// How often a file is looked at that looks as if its writer was killed.
const TRIES: usize = 3;
const BETWEEN_TRIES: Duration = Duration::from_millis(10);

/// Opens a recording for reading.
pub(super) fn open(path: &Path) -> Result<Connection> {
    let open_failed = |source| RecordingError::Open { path: path.to_owned(), source };
    open_file(path).map_err(open_failed)?;
    let unpacked = unpacked(path)?;
    let file = unpacked.as_ref().map_or(path, |file| file.path());
    let connection = match connect_if_closed(file).map_err(|error| error.of(path))? {
        Some(connection) => connection,
        None => repaired(file)?,
    };
    // Open, an unpacked one needs no name any more: nothing is left behind if propp is
    // killed now.
    Ok(connection)
}

fn connect(path: &Path, access: OpenFlags) -> rusqlite::Result<Connection> {
    let is_uri = access.contains(OpenFlags::SQLITE_OPEN_URI);
    let path = if is_uri { path.to_owned() } else { named(path) };
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    // What a recording from elsewhere may hold is data.
    connection.pragma_update(None, "trusted_schema", "OFF")?;
    connection.pragma_update(None, "cell_size_check", "ON")?;
    // SQLite opens a file when it is first asked something of it.
    connection.pragma_query_value(None, "application_id", |_| Ok(()))?;
    Ok(connection)
}

/// Opens a file to write to it, or makes it.
pub(super) fn connect_to_write(path: &Path) -> rusqlite::Result<Connection> {
    let access = WRITES | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(named(path), access)
}

/// A name that SQLite takes for one: to it `:memory:` is no file, and `file:x` is `x`.
fn named(path: &Path) -> PathBuf {
    if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) }
}

/// A file without what lies beside it, and without locks.
fn connect_alone(path: &Path) -> rusqlite::Result<Connection> {
    let mut uri = if path.is_absolute() { "file://" } else { "file:" }.to_owned();
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => uri.push(char::from(*byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.push_str("?immutable=1");
    connect(Path::new(&uri), READS | OpenFlags::SQLITE_OPEN_URI)
}

/// A connection to a file, if nothing lies beside it that SQLite would put into it: the journal of
/// a propp that was killed, or that of another file of this name. While somebody writes, SQLite
/// reads around it.
fn connect_if_closed(path: &Path) -> Loaded<Option<Connection>> {
    // Even to read such a file, SQLite makes others beside it.
    if has_write_ahead_log(path) {
        return Ok(None);
    }
    // One that is just being committed can look so for a moment.
    for _ in 0..TRIES {
        match connect(path, READS) {
            Ok(connection) => return Ok(Some(connection)),
            Err(error) if is_of_journal(&error) => std::thread::sleep(BETWEEN_TRIES),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(None)
}

fn is_of_journal(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    code == Some(ffi::SQLITE_READONLY_ROLLBACK)
}

/// Whether there is one, or SQLite would make one (its file format, section 1.3.3).
fn has_write_ahead_log(path: &Path) -> bool {
    let mut head = [0; 20];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    with_ending(path, "-wal").exists() || read.is_ok() && head[18..].contains(&2)
}

/// The last commit of a file that was not closed: as it is, if its checksums hold, else with what
/// lies beside it put back into a copy.
fn repaired(path: &Path) -> Result<Connection> {
    match connect_alone(path) {
        Ok(alone) if has_valid_checksums(&alone) => Ok(alone),
        _ => put_back(path),
    }
}

/// Copies a file that is one, and no longer than a recording may be.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = open_file(from)?.take(LARGEST + 1);
    if io::copy(&mut from, &mut File::create(to)?)? > LARGEST {
        return Err(io::Error::from(io::ErrorKind::FileTooLarge));
    }
    Ok(())
}

/// A copy of a file into which SQLite has put back what lies beside it.
fn put_back(path: &Path) -> Result<Connection> {
    let folder = private::temporary();
    let copied = folder.and_then(|folder| {
        let copy = folder.path().join("copy.propp");
        copy_file(path, &copy)?;
        for left in LEFT.iter().filter(|left| with_ending(path, left).exists()) {
            copy_file(&with_ending(path, left), &with_ending(&copy, left))?;
        }
        Ok((folder, copy))
    });
    let (_folder, copy) = copied.map_err(|source| RecordingError::Copy {
        path: path.to_owned(),
        folder: std::env::temp_dir(),
        source,
    })?;
    let connection = connect(&copy, WRITES).and_then(|_| connect(&copy, READS));
    connection.map_err(|error| LoadError::from(error).of(path))
}

/// Whether what is open is a recording whose checksums all hold.
fn has_valid_checksums(connection: &Connection) -> bool {
    Source::begin(connection).and_then(|source| source.check()).is_ok()
}

/// Before SQLite opens a recording that is to be added to: removes a journal that it does not
/// need, which may be that of another file.
pub(super) fn without_foreign_journal(path: &Path) -> Loaded<()> {
    if !has_write_ahead_log(path) && connect_if_closed(path)?.is_none() && is_whole(path) {
        // One that cannot be removed is told by SQLite.
        let _ = std::fs::remove_file(with_ending(path, "-journal"));
    }
    Ok(())
}

/// Whether a file alone has everything: its rows, and what SQLite finds them by.
fn is_whole(path: &Path) -> bool {
    let ok = |connection: &Connection| -> rusqlite::Result<String> {
        connection.pragma_query_value(None, "integrity_check", |row| row.get(0))
    };
    connect_alone(path).is_ok_and(|connection| {
        has_valid_checksums(&connection) && ok(&connection).is_ok_and(|found| found == "ok")
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::process::Command;

    use propp_recording::Facts;
    use tempfile::TempDir;

    use super::*;
    use crate::{SuiteFile, Writer, read};

    /// A recording that tells itself from others, and the bytes of its file.
    fn recorded(path: &Path, host: &str) -> Vec<u8> {
        let mut facts = Facts::now(&[]);
        facts.host = host.to_owned();
        // More than a page, so that the last pages of a file are rows.
        facts.options = vec![("long".to_owned(), host.repeat(20_000))];
        Writer::create(path, false, &facts).unwrap().finish().unwrap();
        std::fs::read(path).unwrap()
    }

    /// A good recording that lies where a propp was killed: beside it is the journal of another.
    fn beside_a_foreign_journal(name: &str) -> (TempDir, PathBuf, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join(name), folder.path().join("other"));
        recorded(&other, "other");
        let writer = Connection::open(&other).unwrap();
        // As from a commit in the middle: the journal is whole, and on the disk.
        let sql = "PRAGMA cache_size = 2; PRAGMA cache_spill = 2; BEGIN; DELETE FROM meta;
                   CREATE TABLE more AS WITH RECURSIVE n(x) AS
                   (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 9) SELECT randomblob(9999) FROM n";
        writer.execute_batch(sql).unwrap();
        let journal = with_ending(&path, "-journal");
        std::fs::copy(with_ending(&other, "-journal"), journal).unwrap();
        let bytes = recorded_in_place(&path);
        drop(writer);
        std::fs::remove_file(&other).unwrap();
        (folder, path, bytes)
    }

    /// [`Writer`] removes journals of files that are gone, and `cp` does not.
    fn recorded_in_place(path: &Path) -> Vec<u8> {
        let elsewhere = tempfile::tempdir().unwrap();
        let from = elsewhere.path().join("good.propp");
        let bytes = recorded(&from, "good");
        std::fs::copy(from, path).unwrap();
        bytes
    }

    #[test]
    fn a_reader_plays_no_foreign_journal_into_a_good_file() {
        for name in ["r.propp", "odd #?&%41 ä.propp"] {
            let (folder, path, bytes) = beside_a_foreign_journal(name);
            let recording = read(&path).unwrap();
            assert_eq!(recording.meta["host"], "good");
            assert!(recording.is_finished());
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
            assert_eq!(folder.path().read_dir().unwrap().count(), 2);
        }
    }

    #[test]
    fn what_is_added_to_keeps_what_it_had_beside_a_foreign_journal() {
        let (folder, path, _) = beside_a_foreign_journal("r.propp");
        let mut file = SuiteFile::open(&path).unwrap();
        file.fact("suite.state", "timing").unwrap();
        file.close().unwrap();
        let recording = read(&path).unwrap();
        let fact = |key: &str| recording.meta[key].as_str();
        assert_eq!((fact("host"), fact("suite.state")), ("good", "timing"));
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn a_reader_makes_nothing_beside_a_file_with_a_write_ahead_log() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.propp");
        recorded(&path, "good");
        let count = || folder.path().read_dir().unwrap().count();
        let other = Connection::open(&path).unwrap();
        other.pragma_update(None, "journal_mode", "WAL").unwrap();
        other.close().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(read(&path).unwrap().meta["host"], "good");
        assert_eq!((std::fs::read(&path).unwrap(), count()), (bytes, 1));
        // Also what only the log holds is read.
        let other = Connection::open(&path).unwrap();
        other.execute_batch("BEGIN; DELETE FROM checksum; COMMIT").unwrap();
        assert!(count() > 1);
        let _ = read(&path);
        assert!(other.execute_batch("SELECT * FROM meta").is_ok());
    }

    #[test]
    fn a_pipe_is_refused_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let refused = read(&path).unwrap_err().to_string();
        assert!(refused.contains("write what comes from it to a file first"), "{refused}");
        assert!(SuiteFile::open(&path).is_err());
    }
}
