//! Smaller recordings made of other recordings.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use propp_recording::{Computed, Kept};
use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, Value};

use super::atomic::{Existing, fill};
use super::computed::Added;
use super::database::{Database, Rows};
use super::error::Damage;
use super::gzip::compress;
use super::opened::{connect_to_write, open};
use super::place::{refuse_what_is_being_written, remove_companions};
use super::private;
use super::source::{LoadError, Record, Source};
use super::tables::Table;
use super::{RecordingError, Result};

/// What of a recording stays, asked row by row in the order in which it is read.
struct Choice {
    measurements: HashSet<usize>,
    copies: HashSet<usize>,
    sets: HashSet<usize>,
    syncs: HashSet<usize>,
    cases: HashSet<usize>,
    /// The table of the row before and how many rows of it there were.
    at: (Table, usize),
    /// Ids of the measurements and of the cases that stay.
    measured: HashSet<i64>,
    sampled: HashSet<i64>,
}

impl Choice {
    fn new(kept: &Kept) -> Self {
        let set = |places: &[usize]| places.iter().copied().collect();
        Self {
            measurements: set(&kept.measurements),
            copies: set(&kept.copies),
            sets: set(&kept.sets),
            syncs: set(&kept.syncs),
            cases: set(&kept.cases),
            at: (Table::Meta, 0),
            measured: HashSet::new(),
            sampled: HashSet::new(),
        }
    }

    fn keeps(&mut self, record: &Record<'_>) -> bool {
        let place = if self.at.0 == record.table { self.at.1 } else { 0 };
        self.at = (record.table, place + 1);
        match record.table {
            // In no report on a suite; for recordings without a trace run; for probes.
            Table::Memory | Table::Seen | Table::ProbeSample => false,
            // The suite's sources are at hand, and what the code says is kept.
            Table::Cubin | Table::Code | Table::LineLaunch | Table::InstructionValue => false,
            Table::Copy => self.copies.contains(&place),
            Table::Memset => self.sets.contains(&place),
            Table::Sync => self.syncs.contains(&place),
            Table::Measurement => {
                self.measurements.contains(&place) && self.measured.insert(record.id)
            }
            Table::CounterValue => self.measured.contains(&record.id),
            Table::SuiteCase => self.cases.contains(&place) && self.sampled.insert(record.id),
            Table::SuiteSample => self.sampled.contains(&record.id),
            _ => true,
        }
    }
}

/// Writes what is kept of a recording into a new one, compressed, with what was computed of its
/// launches and a fact that says so.
pub fn write_thinned(
    from: &Path,
    to: &Path,
    force: bool,
    (kept, computed): (&Kept, &Computed),
    fact: (&str, &str),
) -> Result<()> {
    let connection = open(from)?;
    let source = Source::begin(&connection).map_err(|error| error.of(from))?;
    let added = Added::new(&source, computed).map_err(|error| error.of(from))?;
    let mut choice = Choice::new(kept);
    Copy { from, source, added, fact }.write(to, force, |record| choice.keeps(record))
}

/// A recording that is copied, and a fact that the copy says of itself.
struct Copy<'a> {
    from: &'a Path,
    source: Source<'a>,
    added: Added,
    fact: (&'a str, &'a str),
}

enum CopyError {
    Read(LoadError),
    Write(rusqlite::Error),
}

impl From<LoadError> for CopyError {
    fn from(error: LoadError) -> Self {
        Self::Read(error)
    }
}

impl Copy<'_> {
    fn write(self, to: &Path, force: bool, keeps: impl FnMut(&Record<'_>) -> bool) -> Result<()> {
        let failed = |source: io::Error| match source.kind() {
            io::ErrorKind::AlreadyExists => RecordingError::Exists { path: to.to_owned() },
            _ => RecordingError::Create { path: to.to_owned(), source },
        };
        let existing = if force { Existing::Replace } else { Existing::Keep };
        if !force && to.symlink_metadata().is_ok() {
            return Err(RecordingError::Exists { path: to.to_owned() });
        }
        let folder = private::temporary().map_err(failed)?;
        let file = folder.path().join("copy.propp");
        self.fill(&file, keeps).map_err(|error| match error {
            CopyError::Read(error) => error.of(self.from),
            CopyError::Write(source) => failed(io::Error::other(source)),
        })?;
        refuse_what_is_being_written(to)?;
        // What lies beside the old recording would be put back into the new one.
        remove_companions(to)
            .and_then(|()| fill(to, existing, &mut |to| compress(&file, to)))
            .map_err(failed)
    }

    fn fill(
        &self,
        file: &Path,
        mut keeps: impl FnMut(&Record<'_>) -> bool,
    ) -> Result<(), CopyError> {
        let create = || Database::create(connect_to_write(file)?);
        let database = create().map_err(CopyError::Write)?;
        for table in Table::ALL {
            self.copy(&database, table, &mut keeps)?;
        }
        let finish = || {
            database.put_meta(self.fact.0, self.fact.1)?;
            database.commit()?;
            database.connection().execute_batch("VACUUM")
        };
        finish().map_err(CopyError::Write)?;
        database.close().map_err(CopyError::Write)
    }

    fn copy(
        &self,
        database: &Database,
        table: Table,
        keeps: &mut impl FnMut(&Record<'_>) -> bool,
    ) -> Result<(), CopyError> {
        let columns = database.columns(table).map_err(CopyError::Write)?;
        let mut rows = database.rows(table).map_err(CopyError::Write)?;
        // Of whom the row before is, if it was copied.
        let mut last = None;
        let copied = self.source.each(table, |record| {
            if !keeps(record) {
                return Ok(());
            }
            if last.is_some() && last != Some(record.id) {
                self.add(table, last, &columns, &mut rows)?;
            }
            last = Some(record.id);
            let value = |column: &String| {
                let value = record.find(column).map(ToSqlOutput::Borrowed);
                value.ok_or(LoadError::Damaged(Damage::Columns(table.name())))
            };
            let row = columns.iter().map(value).collect::<Result<Vec<_>, _>>()?;
            let row: Vec<&dyn ToSql> = row.iter().map(|value| value as &dyn ToSql).collect();
            rows.add(&row).map(drop).map_err(CopyError::Write)
        });
        copied?;
        if last.is_some() {
            self.add(table, last, &columns, &mut rows)?;
        }
        self.add(table, None, &columns, &mut rows)
    }

    /// Adds the rows that follow those of a set or a measurement, or the table.
    fn add(
        &self,
        table: Table,
        last: Option<i64>,
        columns: &[String],
        rows: &mut Rows<'_>,
    ) -> Result<(), CopyError> {
        for row in self.added.after(table, last) {
            let value = |column: &String| {
                let named = row.iter().find(|(name, _)| name == column);
                named.map_or(&Value::Null, |(_, value)| value) as &dyn ToSql
            };
            let row: Vec<&dyn ToSql> = columns.iter().map(value).collect();
            rows.add(&row).map_err(CopyError::Write)?;
        }
        Ok(())
    }
}
