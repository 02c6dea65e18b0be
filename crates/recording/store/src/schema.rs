//! The layout of a recording, and how a file is known to have it.

use rusqlite::Connection;

use super::tables::Table;

/// The statements that make an empty recording.
pub const SCHEMA_SQL: &str = include_str!("schema.sql");

/// The layout that is written, kept in SQLite's `user_version`. Every change of a table or a column
/// raises it.
pub const VERSION: i64 = 5;

/// The first layout that is read. `lacks` says what it lacks of the present one.
pub const OLDEST: i64 = 3;

/// Whether recordings of a layout have no such table.
pub(super) const fn lacks(version: i64, table: Table) -> bool {
    match table {
        Table::Range => version < 4,
        Table::Site | Table::LaunchedFrom => version < 5,
        _ => false,
    }
}

/// `PRPP`, kept in SQLite's `application_id`; `file(1)` can show it.
pub const APPLICATION_ID: i64 = 0x5052_5050;

/// What the head of a file says it is.
pub(super) enum Kind {
    /// A recording of this layout.
    Recording(i64),
    /// A recording of another layout.
    OtherLayout(i64),
    NoRecording(String),
}

/// Lays out an empty database.
pub(super) fn lay_out(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(SCHEMA_SQL)?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", VERSION)
}

pub(super) fn kind(connection: &Connection) -> rusqlite::Result<Kind> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    Ok(match (application, version) {
        (APPLICATION_ID, OLDEST..=VERSION) => Kind::Recording(version),
        (APPLICATION_ID, 1..) => Kind::OtherLayout(version),
        // The mark is set before the version.
        (APPLICATION_ID, _) => Kind::NoRecording("its making was broken off".to_owned()),
        (0, 0) => {
            Kind::NoRecording("an SQLite database without a mark, or an empty file".to_owned())
        }
        _ => Kind::NoRecording("an SQLite database of another program".to_owned()),
    })
}
