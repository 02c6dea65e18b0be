//! The recording of a suite that answers: a named one, or a bundled one.

use std::io::Write;
use std::path::Path;

use propp_recording::Recording;
use propp_suite_cases::rank::primitives;

use crate::cli::common::recordings::read;
use crate::cli::say::{Failure, Result};

/// The recordings that came with this propp, by their names in the repository.
const BUNDLED: &[(&str, &[u8])] = propp_collect_embedded::SUITE_RECORDINGS;

pub(crate) struct Suite {
    pub(crate) recording: Recording,
    /// The line that says where it is from, where that was not asked for.
    pub(crate) head: String,
    /// Whether it came with this propp.
    pub(crate) is_bundled: bool,
}

/// The recording that is asked for; else the bundled one that has the primitive, or the last.
pub(crate) fn recording(from: Option<&Path>, primitive: Option<&str>) -> Result<Option<Suite>> {
    if let Some(path) = from {
        let recording = read(path)?;
        return Ok(Some(Suite { recording, head: String::new(), is_bundled: false }));
    }
    let skipped = if primitive.is_some() { 0 } else { BUNDLED.len().saturating_sub(1) };
    let mut found = None;
    for (name, bytes) in &BUNDLED[skipped..] {
        // SQLite reads files.
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(bytes)?;
        let recording = read(file.path())?;
        let has_it = primitive.is_some_and(|word| primitives(&recording).contains(&word));
        let head = format!("From the bundled recording {name}, not from this machine.\n");
        found = Some(Suite { recording, head, is_bundled: true });
        if has_it {
            break;
        }
    }
    Ok(found)
}

pub(crate) fn no_recording() -> Failure {
    Failure::no_gpu(
        "no recording of a suite: this propp was built without the bundled one; make one with \
         `propp suite run -o FILE` on a machine with a GPU, and name it with --from FILE",
    )
}
