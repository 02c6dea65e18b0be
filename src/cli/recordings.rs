//! Recordings that commands read.

use std::path::Path;

use propp_recording::Recording;

use super::{Failure, say};

/// Reads a recording, and tells the user of one whose damage would not be noticed.
pub(super) fn read(path: &Path) -> Result<Recording, Failure> {
    let recording = propp_store::read(path).map_err(Failure::usage)?;
    warn(path, &recording);
    Ok(recording)
}

/// Tells the user of a recording whose damage would not be noticed.
pub(super) fn warn(path: &Path, recording: &Recording) {
    if let Some(text) = recording.without_checksums() {
        say(&format!("propp: {}: {text}", path.display()));
    }
}
