//! Writing a recording while the program runs.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use propp_recording::{Ending, Facts, utc};
use propp_recording_wire::{Frame, Instructions, Job, Notice};
use rusqlite::params;
use rusqlite::types::Null;

use super::database::Database;
use super::opened::connect_to_write;
use super::place::Place;
use super::store::{Put, Store};
use super::tables::Table;
use super::{RecordingError, Result};

/// What may be lost when propp is killed: rows of this time, or so many.
const COMMIT_EVERY: Duration = Duration::from_millis(250);
const COMMIT_ROWS: usize = 50_000;

/// A run of the program in a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunId {
    row: i64,
    job: Job,
}

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
/// come or [`Writer::commit_if_due`] is called. A propp that is killed leaves
/// the file as it was at the last commit, and SQLite's rollback journal beside
/// it when rows were waiting; readers need that only after a kill in the
/// middle of a commit. (A write-ahead log would hold rows that the file lacks,
/// and does not work on the network file systems of clusters.) Until a
/// recording that replaces another is finished, the other stays, and the file
/// is the `NAME.part` beside it. While somebody reads the file, rows wait.
///
/// A transaction is open all the time, with SQLite's lock of those who write:
/// by it another propp knows that the file has a writer.
#[derive(Debug)]
pub struct Writer {
    // SQLite closes the file before its place may be given up.
    store: Store,
    place: Place,
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
    pub fn create(path: &Path, force: bool, facts: &Facts) -> Result<Self> {
        let place = Place::claim(path, force)?;
        let begun = open_empty(place.file(), facts)
            .and_then(|database| database.begin().map(|()| Store::new(database)));
        let store = begun.map_err(|source| {
            let source = io::Error::other(source);
            RecordingError::Create { path: path.to_owned(), source }
        })?;
        Ok(Self { store, place, uncommitted: None, closed: false })
    }

    /// Makes a recording with no rows but its facts, for those who add to one.
    pub fn create_empty(path: &Path, force: bool, facts: &Facts) -> Result<()> {
        Self::create(path, force, facts)?.close()
    }

    /// Removes the recording, in which there is nothing of worth yet. What it
    /// was to replace stays.
    pub fn discard(self) {
        drop(self.store);
        self.place.give_up();
    }

    pub fn begin_run(&mut self, job: Job) -> Result<RunId> {
        let mut id = 0;
        self.write(|store| {
            let name = match job {
                Job::Trace => "trace",
                Job::Count => "count",
                Job::Lines => "lines",
                Job::Waits => "waits",
                Job::Capture => "capture",
            };
            id = store.database.add(Table::Run, params![Null, name, Null, Null, Null])?;
            Ok(1)
        })?;
        Ok(RunId { row: id, job })
    }

    /// Notes how long the program took alone, without propp.
    pub fn alone(&mut self, duration: Duration) -> Result<()> {
        let nanoseconds = duration.as_nanos().to_string();
        self.write(|store| {
            store.database.put_meta("alone_ns", &nanoseconds)?;
            Ok(1)
        })
    }

    /// Begins a process; `ordinal` is its place in the order in which the
    /// processes of the run said hello, from 0.
    pub fn process(&mut self, run: RunId, ordinal: u32) -> Result<ProcessId> {
        let mut process = ProcessId { row: 0, ordinal, job: run.job };
        self.write(|store| {
            let sql = "INSERT INTO process (run, ordinal) VALUES (?, ?)";
            let connection = store.database.changing(Table::Process);
            connection.execute(sql, params![run.row, ordinal])?;
            process.row = connection.last_insert_rowid();
            Ok(1)
        })?;
        Ok(process)
    }

    /// Stores what a process sent.
    /// Fails when the frame contradicts earlier ones (it is then left out, and the recording can go
    /// on), or when the file cannot be written (it cannot).
    pub fn frame(&mut self, process: ProcessId, frame: &Frame) -> Result<()> {
        if let Err(what) = self.store.check(process.row, process.job, frame) {
            return Err(RecordingError::Frame { process: process.ordinal, what });
        }
        self.write(|store| store.put(process.row, frame))?;
        self.commit_if_due()
    }

    /// Stores the code of a function that a process ran: a cubin with this kernel. Gives the
    /// bytes that it takes in the file if it is new.
    pub fn code(
        &mut self,
        process: ProcessId,
        function: &str,
        architecture: Option<u32>,
        cubin: &[u8],
    ) -> Result<Option<u64>> {
        let mut stored = None;
        self.write(|store| {
            stored = store.put_code(process.row, function, architecture, cubin)?;
            Ok(1)
        })?;
        Ok(stored)
    }

    /// Stores what was counted of the instructions of a launch, and which code that was:
    /// architecture and cubin.
    /// Fails when the frame refers to something that was not sent, or the file cannot be written.
    pub fn instructions(
        &mut self,
        process: ProcessId,
        counted: &Instructions,
        code: Option<(Option<u32>, &[u8])>,
    ) -> Result<()> {
        let frame = Frame::Instructions(counted.clone());
        if let Err(what) = self.store.check(process.row, process.job, &frame) {
            return Err(RecordingError::Frame { process: process.ordinal, what });
        }
        self.write(|store| store.put_instructions(process.row, counted, code))
    }

    /// Stores something that propp itself has to say.
    pub fn notice(&mut self, process: Option<ProcessId>, notice: &Notice) -> Result<()> {
        self.write(|store| store.put_notice(process.map(|process| process.row), notice))
    }

    /// Stores how a run ended.
    pub fn end_run(&mut self, run: RunId, duration: Duration, ending: Ending) -> Result<()> {
        let (code, signal) = match ending {
            Ending::Exited(code) => (Some(code), None),
            Ending::Killed(signal) => (None, Some(signal)),
        };
        let nanoseconds = i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX);
        self.write(|store| {
            let sql = "UPDATE run SET duration_ns = ?, exit_code = ?, signal = ? WHERE id = ?";
            store
                .database
                .changing(Table::Run)
                .execute(sql, params![nanoseconds, code, signal, run.row])
        })?;
        self.commit()
    }

    /// Commits what has waited long enough. To be called while no frames come.
    pub fn commit_if_due(&mut self) -> Result<()> {
        match &self.uncommitted {
            Some(open) if open.rows >= COMMIT_ROWS || open.since.elapsed() >= COMMIT_EVERY => {
                self.commit()
            }
            _ => Ok(()),
        }
    }

    /// Marks the recording as whole, brings it to the disk, closes it and puts
    /// it into the place of one that it replaces.
    pub fn finish(mut self) -> Result<()> {
        self.commit()?;
        if self.closed {
            return Err(self.is_closed());
        }
        let finished = finish(&self.store.database);
        finished.map_err(|source| self.fail(source))?;
        self.close()
    }

    /// Closes the file, and puts it into the place of one that it replaces.
    fn close(self) -> Result<()> {
        let Self { place, store: Store { database, .. }, .. } = self;
        // As long as it is open, its inode is not another file's.
        let is_there = place.is_there();
        let path = place.file().to_owned();
        database.close().map_err(|source| RecordingError::Write { path: path.clone(), source })?;
        if is_there { place.complete() } else { Err(RecordingError::Moved { path }) }
    }

    /// Runs statements inside the open transaction.
    fn write(&mut self, put: impl FnOnce(&mut Store) -> rusqlite::Result<Put>) -> Result<()> {
        if self.closed {
            return Err(self.is_closed());
        }
        let rows = put(&mut self.store).map_err(|source| self.fail(source))?;
        let now = || Uncommitted { since: Instant::now(), rows: 0 };
        self.uncommitted.get_or_insert_with(now).rows += rows;
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        if self.uncommitted.is_none() {
            return Ok(());
        }
        let database = &self.store.database;
        let committed = database.commit_beside_readers();
        let begun = committed.and_then(|is_done| {
            if is_done {
                database.begin()?;
            }
            Ok(is_done)
        });
        if begun.map_err(|source| self.fail(source))? {
            self.uncommitted = None;
            self.place.keep();
        }
        Ok(())
    }

    fn is_closed(&self) -> RecordingError {
        RecordingError::Closed { path: self.place.file().to_owned() }
    }

    /// After a failed write the rows that others refer to may be gone.
    fn fail(&mut self, source: rusqlite::Error) -> RecordingError {
        self.closed = true;
        self.uncommitted = None;
        self.place.keep();
        let path = self.place.file().to_owned();
        match self.place.is_there() {
            true => RecordingError::Write { path, source },
            false => RecordingError::Moved { path },
        }
    }
}

/// Notes that the recording is whole, and waits until it is on the disk.
fn finish(database: &Database) -> rusqlite::Result<()> {
    // Inside of a transaction it cannot be changed whether SQLite waits.
    database.commit()?;
    database.connection().pragma_update(None, "synchronous", "FULL")?;
    database.begin()?;
    database.put_meta("finished_utc", &utc(SystemTime::now()))?;
    database.commit()
}

/// A database that holds the schema and the facts of the recording.
fn open_empty(file: &Path, facts: &Facts) -> rusqlite::Result<Database> {
    let database = Database::create(connect_to_write(file)?)?;
    put_facts(&database, facts)?;
    database.commit()?;
    Ok(database)
}

fn put_facts(database: &Database, facts: &Facts) -> rusqlite::Result<()> {
    let command = serde_json::Value::from(facts.command.clone()).to_string();
    database.put_meta("propp_version", env!("CARGO_PKG_VERSION"))?;
    database.put_meta("command", &command)?;
    database.put_meta("created_utc", &utc(facts.created))?;
    database.put_meta("host", &facts.host)?;
    for (name, value) in &facts.options {
        database.put_meta(&format!("option.{name}"), value)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use propp_recording_wire::Name;

    use super::super::atomic::tests::names;
    use super::*;

    #[test]
    fn one_that_is_dropped_before_its_first_commit_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.propp");
        let begun = |force| {
            let mut writer = Writer::create(&path, force, &Facts::now(&[])).unwrap();
            writer.begin_run(Job::Trace).unwrap();
            writer
        };
        drop(begun(false));
        assert_eq!(names(dir.path()), [""; 0]);
        begun(false).commit().unwrap();
        drop(begun(true));
        assert_eq!(names(dir.path()), ["r.propp"]);
        begun(true).commit().unwrap();
        assert_eq!(names(dir.path()), ["r.propp", "r.propp.part"]);
    }

    #[test]
    fn what_another_wrote_meanwhile_is_not_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.propp");
        std::fs::write(&path, "old").unwrap();
        let writer = Writer::create(&path, true, &Facts::now(&[])).unwrap();
        std::fs::write(&path, "new").unwrap();
        let refused = writer.finish().unwrap_err().to_string();
        assert!(refused.contains("has written it meanwhile; the new one is"), "{refused}");
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert!(super::super::read(&dir.path().join("r.propp.part")).unwrap().is_finished());
        // What was removed leaves its name.
        let writer = Writer::create(&path, true, &Facts::now(&[])).unwrap();
        std::fs::remove_file(&path).unwrap();
        writer.finish().unwrap();
        assert_eq!(names(dir.path()), ["r.propp", "r.propp.part"]);
    }

    #[test]
    fn who_reads_for_long_neither_ends_a_recording_nor_holds_it_up() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.propp");
        let mut writer = Writer::create(&path, false, &Facts::now(&[])).unwrap();
        writer.begin_run(Job::Trace).unwrap();
        let reader = rusqlite::Connection::open(&path).unwrap();
        reader.execute_batch("BEGIN; SELECT * FROM meta").unwrap();
        let begun = Instant::now();
        writer.commit().unwrap();
        writer.begin_run(Job::Count).unwrap();
        writer.commit().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(2));
        reader.close().unwrap();
        writer.finish().unwrap();
        assert_eq!(super::super::read(&path).unwrap().runs.len(), 2);
    }

    #[test]
    fn one_whose_file_is_gone_says_so() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.propp");
        for writes in [false, true] {
            let mut writer = Writer::create(&path, false, &Facts::now(&[])).unwrap();
            writer.begin_run(Job::Trace).unwrap();
            if writes {
                writer.commit().unwrap();
            }
            std::fs::rename(&path, dir.path().join("elsewhere")).unwrap();
            let lost = writer.finish().unwrap_err();
            assert!(matches!(lost, RecordingError::Moved { .. }), "{lost}");
        }
    }

    #[test]
    fn after_a_failed_write_nothing_more_is_written_and_the_rest_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.propp");
        let mut writer = Writer::create(&path, false, &Facts::now(&[])).unwrap();
        let run = writer.begin_run(Job::Trace).unwrap();
        let process = writer.process(run, 0).unwrap();
        writer.commit().unwrap();
        // What a full disk looks like from here.
        let pages: i64 = writer
            .store
            .database
            .connection()
            .query_row("PRAGMA page_count", [], |row| row.get(0))
            .unwrap();
        writer.store.database.connection().pragma_update(None, "max_page_count", pages).unwrap();
        let long = Frame::Name(Name { id: 1, text: "x".repeat(100_000) });
        let full = writer.frame(process, &long).unwrap_err();
        assert!(full.to_string().contains("full; what was written before is kept"), "{full}");
        let next = writer.frame(process, &Frame::Name(Name { id: 2, text: String::new() }));
        assert!(matches!(next, Err(RecordingError::Closed { .. })));
        drop(writer);
        assert_eq!(super::super::read(&path).unwrap().processes.len(), 1);
    }
}
