//! A recording's database as it is written.
//!
//! Every row goes through [`Database`], so that each commit holds the checksums of all rows
//! that it leaves in the file: one that is killed is covered as one that is whole.

use std::cell::{RefCell, RefMut};
use std::path::Path;
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection, ErrorCode, ToSql, params};

use super::checksum::{Checksum, SCHEMA, Sum, schema_checksum, sum_of};
use super::file::open_file;
use super::opened::{PATIENCE, connect_to_write, without_foreign_journal};
use super::schema;
use super::source::{LoadError, Source};
use super::tables::Table;

#[derive(Debug)]
pub(super) struct Database {
    connection: Connection,
    tables: [RefCell<Tally>; Table::ALL.len()],
}

/// A table and its checksum.
#[derive(Debug)]
struct Tally {
    insert: String,
    /// Whether the layout of the recording has it.
    exists: bool,
    checksum: Checksum,
    since_commit: Since,
}

/// What was done to a table since the last commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Since {
    Nothing,
    /// Rows were added behind all others, and to the checksum.
    Added,
    /// Rows may have changed: the checksum is made anew at the next commit.
    Changed,
}

impl Database {
    /// Lays out an empty database. Nothing is committed yet.
    pub(super) fn create(connection: Connection) -> rusqlite::Result<Self> {
        settle(&connection)?;
        connection.execute_batch("BEGIN")?;
        schema::lay_out(&connection)?;
        for table in Table::ALL.map(Table::name).iter().chain([&SCHEMA]) {
            connection.execute("INSERT INTO checksum VALUES (?, 0, 0)", [table])?;
        }
        put(&connection, SCHEMA, schema_checksum(&connection)?)?;
        Self::with(connection, Since::Changed, |_| Ok(Checksum::default()))
    }

    /// Opens a recording that is to be added to, whose checksums must hold.
    pub(super) fn open(path: &Path) -> Result<Self, LoadError> {
        open_file(path).map_err(|error| LoadError::Other(error.to_string()))?;
        without_foreign_journal(path)?;
        let connection = connect_to_write(path)?;
        settle(&connection)?;
        let checksums: Vec<Checksum> = {
            let source = Source::begin(&connection)?;
            let checksum = |table: Table| source.each::<LoadError>(table, |_| Ok(()));
            Table::ALL.into_iter().map(checksum).collect::<Result<_, _>>()?
        };
        let known = |table: Table| Ok(checksums.get(table as usize).cloned().unwrap_or_default());
        Ok(Self::with(connection, Since::Nothing, known)?)
    }

    fn with(
        connection: Connection,
        since_commit: Since,
        checksum: impl Fn(Table) -> rusqlite::Result<Checksum>,
    ) -> rusqlite::Result<Self> {
        let tally = |table: Table| {
            let columns = columns(&connection, table)?;
            let (exists, marks) = (!columns.is_empty(), vec!["?"; columns.len()].join(", "));
            let insert = format!("INSERT INTO {} VALUES ({marks})", table.name());
            Ok(RefCell::new(Tally { insert, exists, checksum: checksum(table)?, since_commit }))
        };
        let tables: Vec<_> = Table::ALL.into_iter().map(tally).collect::<rusqlite::Result<_>>()?;
        let wrong = |_| rusqlite::Error::InvalidQuery;
        Ok(Self { connection, tables: tables.try_into().map_err(wrong)? })
    }

    /// For questions: what changes rows goes through [`Database::changing`].
    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    pub(super) fn columns(&self, table: Table) -> rusqlite::Result<Vec<String>> {
        columns(&self.connection, table)
    }

    /// For statements that change rows of a table, or add some that are not the last.
    pub(super) fn changing(&self, table: Table) -> &Connection {
        self.tally(table).since_commit = Since::Changed;
        &self.connection
    }

    /// For rows that are added behind all others of a table.
    pub(super) fn rows(&self, table: Table) -> rusqlite::Result<Rows<'_>> {
        let tally = self.tally(table);
        let statement = self.connection.prepare_cached(&tally.insert)?;
        Ok(Rows { connection: &self.connection, statement, tally, has_id: table.key() == "id" })
    }

    pub(super) fn add(&self, table: Table, row: &[&dyn ToSql]) -> rusqlite::Result<i64> {
        self.rows(table)?.add(row)
    }

    pub(super) fn put_meta(&self, key: &str, value: &str) -> rusqlite::Result<()> {
        let sql = "INSERT OR REPLACE INTO meta VALUES (?, ?)";
        self.changing(Table::Meta).execute(sql, [key, value]).map(drop)
    }

    /// Begins to write: from now on nobody else does.
    pub(super) fn begin(&self) -> rusqlite::Result<()> {
        self.connection.execute_batch("BEGIN IMMEDIATE")
    }

    pub(super) fn commit(&self) -> rusqlite::Result<()> {
        for table in Table::ALL {
            let mut tally = self.tally(table);
            match tally.since_commit {
                _ if !tally.exists => continue,
                Since::Nothing => continue,
                Since::Added => {}
                Since::Changed => tally.checksum = checksum(&self.connection, table)?,
            }
            put(&self.connection, table.name(), tally.checksum.sum())?;
            tally.since_commit = Since::Nothing;
        }
        self.connection.execute_batch("COMMIT")
    }

    /// Commits unless somebody reads just now; whether it did.
    pub(super) fn commit_beside_readers(&self) -> rusqlite::Result<bool> {
        self.connection.busy_timeout(Duration::ZERO)?;
        let committed = self.commit();
        self.connection.busy_timeout(PATIENCE)?;
        match committed {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(false),
            committed => committed.map(|()| true),
        }
    }

    /// Does something as a whole or not at all.
    pub(super) fn at_once(
        &self,
        write: impl FnOnce(&Self) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        self.begin()?;
        let written = write(self).and_then(|()| self.commit());
        if written.is_err() {
            // The first error is what counts.
            let _ = self.connection.execute_batch("ROLLBACK");
            for table in Table::ALL {
                self.tally(table).since_commit = Since::Changed;
            }
        }
        written
    }

    pub(super) fn close(self) -> rusqlite::Result<()> {
        self.connection.close().map_err(|(_, error)| error)
    }

    fn tally(&self, table: Table) -> RefMut<'_, Tally> {
        self.tables[table as usize].borrow_mut()
    }
}

/// The end of a table.
pub(super) struct Rows<'a> {
    connection: &'a Connection,
    statement: CachedStatement<'a>,
    tally: RefMut<'a, Tally>,
    has_id: bool,
}

impl Rows<'_> {
    /// Adds a row; its id, where the table has one. NULL stands for the next.
    pub(super) fn add(&mut self, row: &[&dyn ToSql]) -> rusqlite::Result<i64> {
        self.statement.execute(row)?;
        let id = self.connection.last_insert_rowid();
        let Tally { checksum, since_commit, .. } = &mut *self.tally;
        if *since_commit != Since::Changed {
            *since_commit = Since::Added;
            if self.has_id {
                checksum.add_value(ValueRef::Integer(id));
            }
            for value in row.iter().skip(usize::from(self.has_id)) {
                checksum.add_value(as_stored(&value.to_sql()?)?);
            }
            checksum.end_row();
        }
        Ok(id)
    }
}

/// A value as SQLite gives it back: it knows neither NaN nor a zero with a sign.
fn as_stored<'a>(value: &'a ToSqlOutput<'a>) -> rusqlite::Result<ValueRef<'a>> {
    let value = match value {
        ToSqlOutput::Borrowed(value) => *value,
        ToSqlOutput::Owned(value) => ValueRef::from(value),
        _ => return Err(rusqlite::Error::InvalidQuery),
    };
    Ok(match value {
        ValueRef::Real(number) if number.is_nan() => ValueRef::Null,
        ValueRef::Real(number) => ValueRef::Real(number + 0.0),
        other => other,
    })
}

/// Not waiting for the disk is what a killed propp can afford; what ends a recording
/// waits. Without spilling, uncommitted rows stay out of the file.
fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    connection.pragma_update(None, "cache_spill", "OFF")?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    // The references are made here, row by row, from ids that were just given.
    connection.pragma_update(None, "foreign_keys", "OFF")?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

fn columns(connection: &Connection, table: Table) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare("SELECT name FROM pragma_table_info(?)")?;
    let names = statement.query_map([table.name()], |row| row.get(0))?;
    names.collect()
}

fn put(connection: &Connection, table: &str, sum: Sum) -> rusqlite::Result<()> {
    let sql = "UPDATE checksum SET rows = ?, crc32 = ? WHERE table_name = ?";
    connection.prepare_cached(sql)?.execute(params![sum.rows, sum.crc32, table]).map(drop)
}

/// The checksum of a table as it is in the file.
fn checksum(connection: &Connection, table: Table) -> rusqlite::Result<Checksum> {
    sum_of(connection, &format!("SELECT * FROM {} ORDER BY {}", table.name(), table.key()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_waits_for_no_reader_and_fails_where_something_else_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.propp");
        let database = Database::create(connect_to_write(&path).unwrap()).unwrap();
        database.commit().unwrap();
        let reader = Connection::open(&path).unwrap();
        reader.execute_batch("BEGIN; SELECT * FROM meta").unwrap();
        database.begin().unwrap();
        database.put_meta("key", "value").unwrap();
        assert!(!database.commit_beside_readers().unwrap());
        reader.close().unwrap();
        assert!(database.commit_beside_readers().unwrap());

        database.begin().unwrap();
        database.connection().execute_batch("DROP TABLE checksum").unwrap();
        database.put_meta("key", "other").unwrap();
        assert!(database.commit_beside_readers().is_err());
    }
}
