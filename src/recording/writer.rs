//! Writing a recording while the program runs.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use propp_wire::{Frame, Job, Notice};
use rusqlite::{Connection, params};

use super::RecordingError;
use super::facts::{Ending, Facts, utc};
use super::schema;
use super::store::{Put, Store};

/// What may be lost when propp is killed: rows of this time, or so many.
const COMMIT_EVERY: Duration = Duration::from_millis(250);
const COMMIT_ROWS: usize = 50_000;

/// A run of the program in a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunId(i64);

/// A process of a run in a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessId {
    row: i64,
    ordinal: u32,
    job: Job,
}

/// An open recording.
///
/// Rows are committed at least every quarter of a second as long as frames
/// come or [`Writer::commit_if_due`] is called. Between two commits nothing
/// touches the file, so that a propp that is killed leaves one whole file
/// behind, without companions; only a kill in the middle of a commit leaves
/// SQLite's rollback journal beside it, and the next reader puts that back.
/// (A write-ahead log would leave its companions after every kill, and does
/// not work on the network file systems of clusters.)
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    store: Store,
    uncommitted: Option<Uncommitted>,
    closed: bool,
}

#[derive(Debug)]
struct Uncommitted {
    since: Instant,
    rows: usize,
}

impl Writer {
    /// Makes the file, so that a name that is taken, a directory that cannot
    /// be written and a full disk are known before the program starts.
    ///
    /// # Errors
    /// When the file exists and `force` is not given, or cannot be made.
    pub fn create(path: &Path, force: bool, facts: &Facts) -> Result<Self, RecordingError> {
        claim(path, force)?;
        Self::open_empty(path, facts).map_err(|error| {
            // The name was free before, or given up by `force`.
            let _ = std::fs::remove_file(path);
            match error {
                RecordingError::Write { path, source } => {
                    RecordingError::Create { path, source: io::Error::other(source) }
                }
                other => other,
            }
        })
    }

    fn open_empty(path: &Path, facts: &Facts) -> Result<Self, RecordingError> {
        let failed = |source| RecordingError::Write { path: path.to_owned(), source };
        let connection = Connection::open(path).map_err(failed)?;
        settle(&connection).map_err(failed)?;
        let mut writer = Self {
            path: path.to_owned(),
            store: Store::new(connection),
            uncommitted: None,
            closed: false,
        };
        writer.write(|store| {
            schema::lay_out(&store.connection)?;
            put_facts(&store.connection, facts)?;
            Ok(1)
        })?;
        writer.commit()?;
        Ok(writer)
    }

    /// Begins a run of the program.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn begin_run(&mut self, job: Job) -> Result<RunId, RecordingError> {
        let mut id = 0;
        self.write(|store| {
            let name = match job {
                Job::Trace => "trace",
                Job::Count => "count",
            };
            store.connection.execute("INSERT INTO run (job) VALUES (?)", [name])?;
            id = store.connection.last_insert_rowid();
            Ok(1)
        })?;
        Ok(RunId(id))
    }

    /// Begins a process; `ordinal` is its place in the order in which the
    /// processes of the run said hello, from 0.
    ///
    /// # Errors
    /// When the run has such a process, or the file cannot be written.
    pub fn process(&mut self, run: RunId, ordinal: u32) -> Result<ProcessId, RecordingError> {
        let mut process = ProcessId { row: 0, ordinal, job: Job::Trace };
        self.write(|store| {
            let sql = "INSERT INTO process (run, ordinal) VALUES (?, ?)";
            store.connection.execute(sql, params![run.0, ordinal])?;
            process.row = store.connection.last_insert_rowid();
            let sql = "SELECT job = 'count' FROM run WHERE id = ?";
            if store.connection.query_row(sql, [run.0], |row| row.get(0))? {
                process.job = Job::Count;
            }
            Ok(1)
        })?;
        Ok(process)
    }

    /// Stores what a process sent.
    ///
    /// # Errors
    /// When the frame contradicts earlier ones (it is then left out, and the
    /// recording can go on), or when the file cannot be written (it cannot).
    pub fn frame(&mut self, process: ProcessId, frame: &Frame) -> Result<(), RecordingError> {
        if let Err(what) = self.store.check(process.row, process.job, frame) {
            return Err(RecordingError::Frame { process: process.ordinal, what });
        }
        self.write(|store| store.put(process.row, frame))?;
        self.commit_if_due()
    }

    /// Stores something that propp itself has to say.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn notice(
        &mut self,
        process: Option<ProcessId>,
        notice: &Notice,
    ) -> Result<(), RecordingError> {
        self.write(|store| store.put_notice(process.map(|process| process.row), notice))
    }

    /// Stores how a run ended.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn end_run(
        &mut self,
        run: RunId,
        duration: Duration,
        ending: Ending,
    ) -> Result<(), RecordingError> {
        let (code, signal) = match ending {
            Ending::Exited(code) => (Some(code), None),
            Ending::Killed(signal) => (None, Some(signal)),
        };
        let nanoseconds = i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX);
        self.write(|store| {
            let sql = "UPDATE run SET duration_ns = ?, exit_code = ?, signal = ? WHERE id = ?";
            store.connection.execute(sql, params![nanoseconds, code, signal, run.0])
        })?;
        self.commit()
    }

    /// Commits what has waited long enough. To be called while no frames come.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn commit_if_due(&mut self) -> Result<(), RecordingError> {
        match &self.uncommitted {
            Some(open) if open.rows >= COMMIT_ROWS || open.since.elapsed() >= COMMIT_EVERY => {
                self.commit()
            }
            _ => Ok(()),
        }
    }

    /// Marks the recording as whole, brings it to the disk and closes it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(mut self) -> Result<(), RecordingError> {
        self.commit()?;
        let failed = |source| RecordingError::Write { path: self.path.clone(), source };
        self.store.connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
        self.write(|store| {
            put_meta(&store.connection, "finished_utc", &utc(SystemTime::now()))?;
            Ok(1)
        })?;
        self.commit()?;
        let path = self.path;
        let Store { connection, .. } = self.store;
        connection.close().map_err(|(_, source)| RecordingError::Write { path, source })
    }

    /// Runs statements inside the open transaction.
    fn write(
        &mut self,
        put: impl FnOnce(&mut Store) -> rusqlite::Result<Put>,
    ) -> Result<(), RecordingError> {
        if self.closed {
            return Err(RecordingError::Closed { path: self.path.clone() });
        }
        if self.uncommitted.is_none() {
            self.run("BEGIN")?;
            self.uncommitted = Some(Uncommitted { since: Instant::now(), rows: 0 });
        }
        let rows = put(&mut self.store).map_err(|source| self.fail(source))?;
        if let Some(open) = &mut self.uncommitted {
            open.rows += rows;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), RecordingError> {
        if self.uncommitted.is_some() {
            self.run("COMMIT")?;
            self.uncommitted = None;
        }
        Ok(())
    }

    fn run(&mut self, statement: &str) -> Result<(), RecordingError> {
        self.store.connection.execute_batch(statement).map_err(|source| self.fail(source))
    }

    /// After a failed write the rows that others refer to may be gone.
    fn fail(&mut self, source: rusqlite::Error) -> RecordingError {
        self.closed = true;
        self.uncommitted = None;
        RecordingError::Write { path: self.path.clone(), source }
    }
}

/// Makes an empty file that was not there before, in one step.
fn claim(path: &Path, force: bool) -> Result<(), RecordingError> {
    let failed = |source| RecordingError::Create { path: path.to_owned(), source };
    if force {
        // `-f -o /dev/null` must not replace the device.
        if std::fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(failed(io::Error::other("it is not a file that could be replaced")));
        }
        remove(path).map_err(failed)?;
    }
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(RecordingError::Exists { path: path.to_owned() });
        }
        Err(error) => return Err(failed(error)),
    }
    // A journal of a file that is gone would be played back into this one.
    for companion in ["-journal", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(companion);
        remove(Path::new(&name)).map_err(failed)?;
    }
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Not waiting for the disk is what a killed propp can afford; [`Writer::finish`]
/// waits. Without spilling, uncommitted rows stay out of the file.
fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    connection.pragma_update(None, "cache_spill", "OFF")?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    // The references are made here, row by row, from ids that were just given.
    connection.pragma_update(None, "foreign_keys", "OFF")?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

fn put_facts(connection: &Connection, facts: &Facts) -> rusqlite::Result<()> {
    let command = serde_json::Value::from(facts.command.clone()).to_string();
    put_meta(connection, "propp_version", env!("CARGO_PKG_VERSION"))?;
    put_meta(connection, "command", &command)?;
    put_meta(connection, "created_utc", &utc(facts.created))?;
    put_meta(connection, "host", &facts.host)?;
    for (name, value) in &facts.options {
        put_meta(connection, &format!("option.{name}"), value)?;
    }
    Ok(())
}

fn put_meta(connection: &Connection, key: &str, value: &str) -> rusqlite::Result<()> {
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, value])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use propp_wire::Name;

    use super::*;

    #[test]
    fn after_a_failed_write_nothing_more_is_written_and_the_rest_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.propp");
        let mut writer = Writer::create(&path, false, &Facts::now(&[])).unwrap();
        let run = writer.begin_run(Job::Trace).unwrap();
        let process = writer.process(run, 0).unwrap();
        writer.commit().unwrap();
        // What a full disk looks like from here.
        let pages: i64 =
            writer.store.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        writer.store.connection.pragma_update(None, "max_page_count", pages).unwrap();
        let long = Frame::Name(Name { id: 1, text: "x".repeat(100_000) });
        let full = writer.frame(process, &long).unwrap_err();
        assert!(full.to_string().contains("full; what was written before is kept"), "{full}");
        let next = writer.frame(process, &Frame::Name(Name { id: 2, text: String::new() }));
        assert!(matches!(next, Err(RecordingError::Closed { .. })));
        drop(writer);
        assert_eq!(super::super::read(&path).unwrap().processes.len(), 1);
    }
}
