//! The embedded sources of libraries.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;

/// Sources of libraries that are compiled where propp runs.
#[derive(Clone, Copy, Debug)]
pub struct Sources {
    /// Relative paths and contents, sorted.
    pub files: &'static [(&'static str, &'static [u8])],
    /// The sources to compile for a library, by its name.
    pub sources_of: fn(&str) -> Vec<&'static str>,
    /// Whether to compile a source with line information for profiles.
    pub has_lines: fn(&str) -> bool,
}

impl Sources {
    /// Writes the sources below a folder.
    pub(super) fn unpack(&self, folder: &Path) -> io::Result<()> {
        for (name, bytes) in self.files {
            let path = folder.join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, bytes)?;
        }
        Ok(())
    }

    pub(super) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.files.hash(&mut hasher);
        hasher.finish()
    }
}
