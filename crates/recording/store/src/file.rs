//! Files that are read.

use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a file to read it as often as is wanted. A folder is refused, and so is a pipe, for whose
/// writer one would wait.
/// Fails if it is none, or cannot be opened.
pub fn open_file(path: &Path) -> io::Result<File> {
    let kind = path.metadata()?;
    if kind.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    if !kind.is_file() {
        let text = "it is a pipe or a device: write what comes from it to a file first";
        return Err(io::Error::other(text));
    }
    File::open(path)
}
