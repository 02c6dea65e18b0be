//! The tables of a recording as they are read: row by row, each compared with its checksum.

use std::collections::HashMap;

use rusqlite::types::{FromSql, ValueRef};
use rusqlite::{Connection, ErrorCode, Transaction};

use super::checksum::{Checksum, Origin, SCHEMA, Sum, schema_checksum};
use super::error::Damage;
use super::schema;
use super::schema::Kind;
use super::tables::Table;

/// More than any table has.
const MOST_COLUMNS: usize = 32;

/// A row takes at least as many bytes of a file.
const SMALLEST_ROW: u64 = 4;

/// Why loading ended.
#[derive(Debug)]
pub(super) enum LoadError {
    /// SQLite says so.
    Sql(rusqlite::Error),
    /// The rows are not those that were written.
    Damaged(Damage),
    /// It is no recording, but this.
    Other(String),
    /// A later layout, and the propp that made it, if it says so.
    Newer(i64, String),
    /// An earlier layout, which cannot be added to.
    Older(i64),
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

/// The checksums of a recording by table.
struct Sums {
    by_table: HashMap<String, Sum>,
    origin: Origin,
}

pub(super) type Loaded<T> = Result<T, LoadError>;

/// A recording inside one read transaction, so that one that is still being written is
/// seen as of one moment.
pub(super) struct Source<'a> {
    transaction: Transaction<'a>,
    layout: i64,
    /// None of a layout that had none.
    sums: Option<Sums>,
    bytes: u64,
}

impl<'a> Source<'a> {
    pub(super) fn begin(connection: &'a Connection) -> Loaded<Self> {
        let transaction = connection.unchecked_transaction()?;
        let layout = match schema::kind(&transaction)? {
            Kind::Recording(layout) => layout,
            Kind::Other(found) => return Err(LoadError::Other(found)),
            Kind::Newer(found) => return Err(LoadError::Newer(found, made_by(&transaction))),
        };
        let pragma = |name| transaction.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let bytes = pragma("page_count")?.saturating_mul(pragma("page_size")?);
        let has_sums = layout >= schema::CHECKSUMS_SINCE;
        let sums = if has_sums { Some(sums(&transaction)?) } else { None };
        let source = Self { transaction, layout, sums, bytes: bytes.cast_unsigned() };
        source.check_schema()?;
        if layout == 1 {
            schema::read_layout_1(&source.transaction)?;
        }
        Ok(source)
    }

    pub(super) fn layout(&self) -> i64 {
        self.layout
    }

    pub(super) fn has_checksums(&self) -> bool {
        self.sums.is_some()
    }

    /// The origin of checksums that are made of what is read here.
    pub(super) fn origin(&self) -> Origin {
        self.sums.as_ref().map_or(Origin::Sealed, |sums| sums.origin)
    }

    /// Before anything is read by its names.
    fn check_schema(&self) -> Loaded<()> {
        match &self.sums {
            Some(sums) => {
                let kept = sums.by_table.get(SCHEMA).copied();
                let found = Some(schema_checksum(&self.transaction)?);
                if kept == found { Ok(()) } else { Err(Damage::Checksum(SCHEMA).into()) }
            }
            // Checksums do not go away: the version was changed.
            None if self.has("checksum")? => Err(Damage::Version(self.layout).into()),
            None => Ok(()),
        }
    }

    /// Whether there is such a table, which early recordings may lack.
    pub(super) fn has(&self, table: &str) -> Loaded<bool> {
        let sql = "SELECT (SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1) \
                   + (SELECT count(*) FROM sqlite_temp_schema WHERE name = ?1)";
        Ok(self.transaction.query_row(sql, [table], |row| row.get::<_, u32>(0))? > 0)
    }

    /// All rows of a table in the order of its key, and their checksum.
    pub(super) fn each<E: From<LoadError>>(
        &self,
        table: Table,
        mut take: impl FnMut(&Record<'_>) -> Result<(), E>,
    ) -> Result<Checksum, E> {
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
            if self.has_checksums() {
                checksum.add_row(values.iter().copied());
            }
            let id = match values.first() {
                Some(ValueRef::Integer(id)) => *id,
                _ => 0,
            };
            take(&Record { table, id, columns: &columns, values })?;
        }
        self.compare(table, &checksum)?;
        Ok(checksum)
    }

    fn compare(&self, table: Table, checksum: &Checksum) -> Loaded<()> {
        match &self.sums {
            Some(sums) if sums.by_table.get(table.name()) != Some(&checksum.sum()) => {
                Err(Damage::Checksum(table.name()).into())
            }
            _ => Ok(()),
        }
    }

    /// The names of a table's columns. They may be anything in a damaged file.
    fn columns(&self, table: Table) -> Loaded<Vec<String>> {
        if !self.has(table.name())? {
            return Err(Damage::Missing(table.name()).into());
        }
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

fn sums(connection: &Connection) -> Loaded<Sums> {
    let missing = |_| Damage::Missing("checksum");
    let sql = "SELECT table_name, rows, crc32, origin FROM checksum";
    let mut statement = connection.prepare(sql).map_err(missing)?;
    let mut rows = statement.query([])?;
    let mut sums = Sums { by_table: HashMap::new(), origin: Origin::Recorded };
    while let Some(row) = rows.next()? {
        let (name, count, crc32) = (row.get_ref(0)?, row.get_ref(1)?, row.get_ref(2)?);
        let sum = (name.as_str(), count.as_i64(), u32::column_result(crc32));
        // Twice the same name is a circle.
        let (Ok(name), Ok(rows), Ok(crc32)) = sum else {
            return Err(Damage::Checksum("checksum").into());
        };
        match row.get_ref(3)?.as_str().ok().and_then(Origin::from_name) {
            Some(Origin::Recorded) => {}
            Some(Origin::Sealed) => sums.origin = Origin::Sealed,
            None => return Err(Damage::Checksum("checksum").into()),
        }
        if sums.by_table.insert(name.to_owned(), Sum { rows, crc32 }).is_some() {
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
