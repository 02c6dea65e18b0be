//! Copies of the user's sources.

use std::fs;
use std::io;
use std::path::Path;

use crate::limited;

/// Larger folders are not copied.
pub(super) const MOST_BYTES: u64 = 256 << 20;

/// Folders that hold no sources.
const LEFT_OUT: [&str; 2] = [".git", "target"];

/// Copies ordinary files of a folder; whether there was room for all. The copies go when a signal asks
/// for the end.
pub(super) fn copy(from: &Path, to: &Path, room: &mut u64, copies: &Path) -> io::Result<bool> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        limited::heed(copies);
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        // The temporary folder may be one of the sources'.
        let is_own = entry.path() == copies;
        if kind.is_dir() && !is_own && !LEFT_OUT.iter().any(|out| name == *out) {
            if !copy(&entry.path(), &to.join(&name), room, copies)? {
                return Ok(false);
            }
        } else if kind.is_file() {
            let Some(rest) = room.checked_sub(entry.metadata()?.len()) else { return Ok(false) };
            *room = rest;
            fs::copy(entry.path(), to.join(&name))?;
        }
    }
    Ok(true)
}
