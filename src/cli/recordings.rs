//! Recordings that commands read.

use std::path::Path;

use propp_recording::Recording;

use super::Failure;

/// Reads a recording that the user named.
pub(super) fn read(path: &Path) -> Result<Recording, Failure> {
    propp_store::read(path).map_err(Failure::usage)
}
