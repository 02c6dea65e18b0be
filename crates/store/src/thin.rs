//! A smaller recording out of a larger one.

use std::fs::File;
use std::io;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use propp_recording::Kept;
use rusqlite::{Connection, params};

use super::place::Place;
use super::reader::unpacked;
use super::writer::{put_meta, settle};
use super::{RecordingError, schema};

/// Tables that stay as they are. Not among them are `memory`, which is in no report on
/// a suite, `seen`, which is for recordings without a trace run, and `probe_sample`,
/// which a suite does not fill.
const WHOLE: [&str; 17] = [
    "meta",
    "run",
    "process",
    "progress",
    "totals",
    "device",
    "device_attribute",
    "name",
    "signature",
    "stream",
    "kernel",
    "counter",
    "counter_set",
    "counter_set_member",
    "notice",
    "suite_case",
    "suite_sample",
];

/// Writes what is kept of a recording into a new one, compressed, with a fact that
/// says so.
///
/// # Errors
/// When `to` exists and `force` is not given, the recording is of another layout than
/// the present one, or a file cannot be read or written.
pub fn write_thinned(
    from: &Path,
    to: &Path,
    force: bool,
    kept: &Kept,
    fact: (&str, &str),
) -> Result<(), RecordingError> {
    let place = Place::claim(to, force)?;
    let failed = |source| RecordingError::Create { path: to.to_owned(), source };
    let written = tempfile::tempdir().map_err(failed).and_then(|folder| {
        let file = folder.path().join("thinned.propp");
        fill(from, &file, kept, fact)?;
        compress(&file, place.file()).map_err(failed)
    });
    match written {
        Ok(()) => place.complete(),
        Err(error) => {
            place.give_up();
            Err(error)
        }
    }
}

/// The same each time: gzip's head has neither a name nor a time.
pub(super) fn compress(from: &Path, to: &Path) -> io::Result<()> {
    let mut out = GzEncoder::new(File::create(to)?, Compression::best());
    io::copy(&mut File::open(from)?, &mut out)?;
    out.finish()?.sync_all()
}

fn fill(from: &Path, file: &Path, kept: &Kept, fact: (&str, &str)) -> Result<(), RecordingError> {
    // One that is compressed is unpacked first.
    let unpacked = unpacked(from)?;
    let from = unpacked.as_ref().map_or(from, |file| file.path());
    let read = |source| RecordingError::Read { path: from.to_owned(), source };
    let wrote = |source| RecordingError::Write { path: file.to_owned(), source };
    let mut connection = Connection::open(file).map_err(wrote)?;
    settle(&connection).map_err(wrote)?;
    let name = from.to_str().ok_or_else(|| RecordingError::Open {
        path: from.to_owned(),
        source: io::Error::other("its name is not UTF-8, which SQLite needs here"),
    })?;
    connection.execute("ATTACH DATABASE ? AS whole", [name]).map_err(read)?;
    let filled = connection.transaction().and_then(|transaction| {
        schema::lay_out(&transaction)?;
        for table in WHOLE {
            copy(&transaction, table, "")?;
        }
        let some = [
            ("copy", &kept.copies),
            ("memset", &kept.sets),
            ("sync", &kept.syncs),
            ("measurement", &kept.measurements),
        ];
        for (table, places) in some {
            keep(&transaction, table, places)?;
            copy(&transaction, table, "WHERE id IN (SELECT id FROM kept)")?;
        }
        // Those of the measurements, which came last.
        copy(&transaction, "counter_value", "WHERE measurement IN (SELECT id FROM kept)")?;
        put_meta(&transaction, fact.0, fact.1)?;
        transaction.commit()
    });
    filled.map_err(wrote)?;
    connection.execute_batch("DETACH whole; DROP TABLE kept; VACUUM").map_err(wrote)?;
    connection.close().map_err(|(_, source)| wrote(source))
}

/// Fills a table from the whole recording's.
fn copy(connection: &Connection, table: &str, wanted: &str) -> rusqlite::Result<()> {
    // Columns may have been added since the whole recording was made.
    let columns: String = connection.query_row(
        "SELECT group_concat(name, ', ') FROM pragma_table_info(?, 'whole')",
        [table],
        |row| row.get(0),
    )?;
    let order = if wanted.is_empty() { "" } else { "ORDER BY 1, 2" };
    let sql = format!(
        "INSERT INTO main.{table} ({columns}) SELECT {columns} FROM whole.{table} {wanted} {order}"
    );
    connection.execute(&sql, []).map(drop)
}

/// Names the rows of a table that stay.
fn keep(connection: &Connection, table: &str, places: &[usize]) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TEMP TABLE IF NOT EXISTS kept (id INTEGER PRIMARY KEY); DELETE FROM kept",
    )?;
    // Rows are read in the order of their ids; see `load`.
    let mut statement = connection.prepare(&format!("SELECT id FROM whole.{table} ORDER BY id"))?;
    let ids = statement.query_map([], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    let mut insert = connection.prepare("INSERT OR IGNORE INTO kept VALUES (?)")?;
    for id in places.iter().filter_map(|place| ids.get(*place)) {
        insert.execute(params![id])?;
    }
    Ok(())
}
