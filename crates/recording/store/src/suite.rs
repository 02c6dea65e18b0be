//! Cases of a primitive suite: their rows, and the file while a suite is timed.

use std::path::{Path, PathBuf};

use propp_recording::{SuiteCase, SuiteMeasured, SuiteState};
use rusqlite::params;
use rusqlite::types::Null;

use super::database::Database;
use super::source::{Loaded, Record};
use super::tables::Table;
use super::{RecordingError, Result};

/// One row of `suite_case`, without its samples.
pub(super) fn case(r: &Record<'_>) -> Loaded<SuiteCase> {
    let state: String = r.get("state")?;
    let Some(state) = SuiteState::ALL.into_iter().find(|known| known.name() == state) else {
        return r.odd("state");
    };
    let measured = match state {
        SuiteState::Ok => Some(SuiteMeasured {
            m: r.bits("m")?,
            bytes_read: r.bits("bytes_read")?,
            bytes_written: r.bits("bytes_written")?,
            operations: r.bits("operations")?,
            temp_bytes: r.bits("temp_bytes")?,
            cpu_ns: r.bits("cpu_ns")?,
            throttled: r.get("throttled")?,
            samples_ns: Vec::new(),
        }),
        _ => None,
    };
    Ok(SuiteCase {
        library: r.get("library")?,
        library_version: r.get("library_version")?,
        primitive: r.get("primitive")?,
        variant: r.get("variant")?,
        element: r.get("element")?,
        n: r.bits("n")?,
        distribution: r.get("distribution")?,
        seed: r.bits("seed")?,
        state,
        reason: r.get("reason")?,
        measured,
        marker: r.get("marker")?,
    })
}

/// A recording into which cases are written, one commit each, so that an
/// interrupted suite keeps what it has.
#[derive(Debug)]
pub struct SuiteFile {
    path: PathBuf,
    database: Database,
}

impl SuiteFile {
    /// Opens a recording that is there already.
    pub fn open(path: &Path) -> Result<Self> {
        let database = Database::open(path).map_err(|error| error.of(path))?;
        Ok(Self { path: path.to_owned(), database })
    }

    /// Adds cases, all or none.
    pub fn add(&mut self, cases: &[SuiteCase]) -> Result<()> {
        let add = |database: &Database| cases.iter().try_for_each(|case| insert(database, case));
        self.database.at_once(add).map_err(|source| self.failed(source))
    }

    /// Removes all cases, to write them anew.
    pub fn clear(&mut self) -> Result<()> {
        let cleared = self.database.at_once(|database| {
            database.changing(Table::SuiteSample).execute("DELETE FROM suite_sample", [])?;
            database.changing(Table::SuiteCase).execute("DELETE FROM suite_case", []).map(drop)
        });
        cleared.map_err(|source| self.failed(source))
    }

    /// Sets a fact of the recording.
    pub fn fact(&mut self, key: &str, value: &str) -> Result<()> {
        let set = self.database.at_once(|database| database.put_meta(key, value));
        set.map_err(|source| self.failed(source))
    }

    pub fn close(self) -> Result<()> {
        let path = self.path;
        self.database.close().map_err(|source| RecordingError::Write { path, source })
    }

    fn failed(&self, source: rusqlite::Error) -> RecordingError {
        RecordingError::Write { path: self.path.clone(), source }
    }
}

fn insert(database: &Database, case: &SuiteCase) -> rusqlite::Result<()> {
    let measured = case.measured.as_ref();
    let number = |of: fn(&SuiteMeasured) -> u64| measured.map(of).map(u64::cast_signed);
    let row = params![
        Null,
        case.library,
        case.library_version,
        case.primitive,
        case.variant,
        case.element,
        case.n.cast_signed(),
        number(|measured| measured.m),
        case.distribution,
        case.seed.cast_signed(),
        case.state.name(),
        case.reason,
        number(|measured| measured.bytes_read),
        number(|measured| measured.bytes_written),
        number(|measured| measured.operations),
        number(|measured| measured.temp_bytes),
        number(|measured| measured.cpu_ns),
        measured.map(|measured| measured.throttled),
        case.marker
    ];
    let id = database.add(Table::SuiteCase, row)?;
    let mut rows = database.rows(Table::SuiteSample)?;
    for (position, ns) in (0_i64..).zip(measured.iter().flat_map(|m| &m.samples_ns)) {
        rows.add(params![id, position, ns.cast_signed()])?;
    }
    Ok(())
}
