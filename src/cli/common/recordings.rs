//! Recordings that commands read.

use std::path::Path;

use propp_recording::Recording;

use crate::cli::common::launches;
use crate::cli::say::terminal::Output;
use crate::cli::say::{Failure, Result};

/// Reads a recording that the user named.
pub(crate) fn read(path: &Path) -> Result<Recording> {
    if launches::is_one(path) {
        let file = path.display();
        return Err(Failure::usage(format!(
            "{file} is a captured launch, not a recording; make one: propp profile {file}"
        )));
    }
    propp_recording_store::read(path).map_err(Failure::usage)
}

impl Output {
    pub(crate) fn read(self, files: &[impl AsRef<Path>]) -> Result<Vec<Recording>> {
        files.iter().map(|path| Ok(self.of(read(path.as_ref())?))).collect()
    }
}
