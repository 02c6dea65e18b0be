//! The tables of a recording as they are read: row by row, each compared with its checksum.

use std::collections::HashMap;

use rusqlite::types::{FromSql, ValueRef};
use rusqlite::{Connection, ErrorCode, Transaction};

use super::checksum::{Checksum, SCHEMA, Sum, schema_checksum};
use super::error::Damage;
use super::schema;
use super::schema::Kind;
use super::tables::Table;

/// More than any table has.
const MOST_COLUMNS: usize = 32;

/// A row takes at least as many bytes of a file.
const SMALLEST_ROW: u64 = 4;

#[derive(Debug)]
pub(super) enum LoadError {
    Sql(rusqlite::Error),
    /// The rows are not those that were written.
    Damaged(Damage),
    /// It is no recording, but this.
    Other(String),
    /// A recording of another layout, and the propp that made it, if it says so.
    OtherLayout(i64, String),
}

impl From<rusqlite::Error> for LoadError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged(Damage::File(error)),
            Some(ErrorCode::NotADatabase) => Self::Other("no SQLite database".to_owned()),
            _ => Self::Sql(error),
        }
    }
}

impl From<Damage> for LoadError {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage)
    }
}

pub(super) type Loaded<T> = Result<T, LoadError>;

/// A recording inside one read transaction, so that one that is still being written is
/// seen as of one moment.
pub(super) struct Source<'a> {
    transaction: Transaction<'a>,
    sums: HashMap<String, Sum>,
    bytes: u64,
    version: i64,
}

impl<'a> Source<'a> {
    pub(super) fn begin(connection: &'a Connection) -> Loaded<Self> {
        let transaction = connection.unchecked_transaction()?;
        let version = match schema::kind(&transaction)? {
            Kind::Recording(version) => version,
            Kind::NoRecording(found) => return Err(LoadError::Other(found)),
            Kind::OtherLayout(found) => {
                return Err(LoadError::OtherLayout(found, made_by(&transaction)));
            }
        };
        let pragma = |name| transaction.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let bytes = pragma("page_count")?.saturating_mul(pragma("page_size")?);
        let sums = sums(&transaction)?;
        // Before anything is read by its names.
        if sums.get(SCHEMA) != Some(&schema_checksum(&transaction)?) {
            return Err(Damage::Checksum(SCHEMA).into());
        }
        Ok(Self { transaction, sums, bytes: bytes.cast_unsigned(), version })
    }

    /// Compares all rows with their checksums.
    pub(super) fn check(&self) -> Loaded<()> {
        Table::ALL.into_iter().try_for_each(|table| self.each(table, |_| Ok(())).map(drop))
    }

    /// All rows of a table in the order of its key, and their checksum. None of a table that the
    /// recording's layout does not have.
    pub(super) fn each<E: From<LoadError>>(
        &self,
        table: Table,
        mut take: impl FnMut(&Record<'_>) -> Result<(), E>,
    ) -> Result<Checksum, E> {
        if schema::lacks(self.version, table) {
            return Ok(Checksum::default());
        }
        let columns = self.columns(table)?;
        // By names that are known to be names; in brackets no word is taken for another.
        let names = columns.iter().map(|name| format!("[{name}]")).collect::<Vec<_>>().join(", ");
        let sql = format!("SELECT {names} FROM {} ORDER BY {}", table.name(), table.key());
        let mut statement = self.transaction.prepare(&sql).map_err(LoadError::from)?;
        let mut rows = statement.query([]).map_err(LoadError::from)?;
        let mut checksum = Checksum::default();
        let mut room = Room { table, rows: self.bytes / SMALLEST_ROW, bytes: self.bytes };
        while let Some(row) = rows.next().map_err(LoadError::from)? {
            let mut values = [ValueRef::Null; MOST_COLUMNS];
            for (column, value) in values.iter_mut().enumerate().take(columns.len()) {
                *value = row.get_ref(column).map_err(LoadError::from)?;
            }
            let values = &values[..columns.len()];
            room.fits(values)?;
            checksum.add_row(values.iter().copied());
            let id = match values.first() {
                Some(ValueRef::Integer(id)) => *id,
                _ => 0,
            };
            take(&Record { table, id, columns: &columns, values })?;
        }
        if self.sums.get(table.name()) != Some(&checksum.sum()) {
            return Err(LoadError::from(Damage::Checksum(table.name())).into());
        }
        Ok(checksum)
    }

    /// The names of a table's columns. They may be anything in a damaged file.
    fn columns(&self, table: Table) -> Loaded<Vec<String>> {
        let mut statement = self.transaction.prepare("SELECT name FROM pragma_table_info(?)")?;
        let mut rows = statement.query([table.name()])?;
        let mut columns = Vec::new();
        while let Some(row) = rows.next()? {
            match row.get_ref(0)?.as_str() {
                Ok(name) if is_name(name) && columns.len() < MOST_COLUMNS => {
                    columns.push(name.to_owned());
                }
                _ => return Err(Damage::Columns(table.name()).into()),
            }
        }
        if columns.is_empty() {
            return Err(Damage::Missing(table.name()).into());
        }
        Ok(columns)
    }
}

fn is_name(text: &str) -> bool {
    text.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// How much a table can hold at most in a file of this size. One whose pages refer to each
/// other in circles has more.
struct Room {
    table: Table,
    rows: u64,
    bytes: u64,
}

impl Room {
    fn fits(&mut self, row: &[ValueRef<'_>]) -> Loaded<()> {
        let size = |value: &ValueRef<'_>| match value {
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.len() as u64,
            _ => 0,
        };
        let left = self.bytes.checked_sub(row.iter().map(size).sum());
        match (self.rows.checked_sub(1), left) {
            (Some(rows), Some(bytes)) => {
                (self.rows, self.bytes) = (rows, bytes);
                Ok(())
            }
            _ => Err(Damage::Endless(self.table.name()).into()),
        }
    }
}

fn sums(connection: &Connection) -> Loaded<HashMap<String, Sum>> {
    let missing = |_| Damage::Missing("checksum");
    let sql = "SELECT table_name, rows, crc32 FROM checksum";
    let mut statement = connection.prepare(sql).map_err(missing)?;
    let mut rows = statement.query([])?;
    let mut sums = HashMap::new();
    while let Some(row) = rows.next()? {
        let (name, count, crc32) = (row.get_ref(0)?, row.get_ref(1)?, row.get_ref(2)?);
        let sum = (name.as_str(), count.as_i64(), u32::column_result(crc32));
        // Twice the same name is a circle.
        let (Ok(name), Ok(rows), Ok(crc32)) = sum else {
            return Err(Damage::Checksum("checksum").into());
        };
        if sums.insert(name.to_owned(), Sum { rows, crc32 }).is_some() {
            return Err(Damage::Checksum("checksum").into());
        }
    }
    Ok(sums)
}

/// The version of propp that made a recording, in brackets, if it says so.
fn made_by(connection: &Connection) -> String {
    let sql = "SELECT value FROM meta WHERE key = 'propp_version'";
    let version = connection.query_row(sql, [], |row| {
        Ok(row.get_ref(0)?.as_str().map(|version| format!(" ({version})")).unwrap_or_default())
    });
    version.unwrap_or_default()
}

/// One row and where it is from.
pub(super) struct Record<'a> {
    pub(super) table: Table,
    pub(super) id: i64,
    /// Names of the row's columns. SQLite would be asked for each of them for every
    /// value of every row, which is most of the time of reading a long recording.
    pub(super) columns: &'a [String],
    pub(super) values: &'a [ValueRef<'a>],
}

impl Record<'_> {
    pub(super) fn find(&self, column: &str) -> Option<ValueRef<'_>> {
        let place = self.columns.iter().position(|known| known == column)?;
        self.values.get(place).copied()
    }

    pub(super) fn get<T: FromSql>(&self, column: &'static str) -> Loaded<T> {
        let value = self.find(column).and_then(|value| T::column_result(value).ok());
        value.map_or_else(|| self.odd(column), Ok)
    }

    /// A number without a sign that was stored bit by bit.
    pub(super) fn bits(&self, column: &'static str) -> Loaded<u64> {
        Ok(self.get::<i64>(column)?.cast_unsigned())
    }

    /// A value that is none of those the column may hold.
    pub(super) fn odd<T>(&self, column: &'static str) -> Loaded<T> {
        Err(Damage::Value { table: self.table.name(), row: self.id, column }.into())
    }
}
