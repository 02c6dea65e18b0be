//! The layout of the file and how a file of that layout is told.

use rusqlite::Connection;

/// The statements that make an empty recording.
pub const SCHEMA_SQL: &str = include_str!("schema.sql");

/// Layout 1 did not know passes, nor what measuring took, nor launches by kind.
const LAYOUT_1_SQL: &str = "
CREATE TEMP VIEW counter_set AS
  SELECT id, process, device_index, passes AS runs FROM main.counter_set;
CREATE TEMP VIEW counter_set_member AS
  SELECT *, 1 AS pass FROM main.counter_set_member;
CREATE TEMP VIEW measurement AS
  SELECT *, 0 AS took_ns FROM main.measurement;
CREATE TEMP VIEW seen AS
  SELECT 0 AS id, 0 AS process, 0 AS device_index, 0 AS signature, NULL AS nvtx, 0 AS launches
  WHERE 0;
";

/// The version of the layout, kept in SQLite's `user_version`. It changes when
/// a reader of the old layout would misread the new one.
pub const VERSION: i64 = 3;

/// The first layout with checksums.
pub(super) const CHECKSUMS_SINCE: i64 = 3;

/// `PRPP`, kept in SQLite's `application_id`; `file(1)` can show it.
pub const APPLICATION_ID: i64 = 0x5052_5050;

/// What a file is, as far as its head tells.
pub(super) enum Kind {
    /// A recording of this version or an earlier one.
    Recording(i64),
    /// A recording of a later version.
    Newer(i64),
    /// Something else.
    Other(String),
}

/// Lays out an empty database.
pub(super) fn lay_out(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(SCHEMA_SQL)?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", VERSION)
}

/// Makes the tables that layout 1 had otherwise look as they do now, for this
/// connection: a temporary view is found before a table of the same name.
pub(super) fn read_layout_1(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(LAYOUT_1_SQL)
}

/// Tells what an open database is.
pub(super) fn kind(connection: &Connection) -> rusqlite::Result<Kind> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    Ok(match (application, version) {
        (APPLICATION_ID, known @ 1..=VERSION) => Kind::Recording(known),
        (APPLICATION_ID, later) if later > VERSION => Kind::Newer(later),
        // The mark is set before the version.
        (APPLICATION_ID, _) => Kind::Other("its making was broken off".to_owned()),
        (0, 0) => Kind::Other("an SQLite database without a mark, or an empty file".to_owned()),
        _ => Kind::Other("an SQLite database of another program".to_owned()),
    })
}
