//! Recordings that a test has changed, as if what is in them had been recorded.

use std::path::Path;

use propp_store::{VERSION, seal};

/// Changes a recording by statements, and gives it the checksums of what it holds then.
pub(crate) fn edit(path: &Path, statements: &str) {
    without_checksums(path, statements);
    let edited = path.with_extension("edited");
    seal(path, &edited, false).unwrap();
    std::fs::rename(edited, path).unwrap();
}

/// Changes a recording and makes it one of the last layout without checksums.
pub(crate) fn without_checksums(path: &Path, statements: &str) {
    assert_eq!(VERSION, 3);
    let file = rusqlite::Connection::open(path).unwrap();
    file.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    file.execute_batch(statements).unwrap();
    file.execute_batch("DROP TABLE checksum; PRAGMA user_version = 2").unwrap();
    file.close().unwrap();
}
