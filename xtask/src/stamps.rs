//! What passed and need not be run again: under `target/stamps`, by name, what was looked at
//! when it passed. CI (the variable `CI` is set) runs everything all the same.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::paths::Paths;

/// Whether what passed before is run again.
pub(crate) fn are_ignored() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// A step, or a part of one, with what decides its outcome.
pub(crate) struct Stamp {
    file: PathBuf,
    inputs: String,
}

impl Stamp {
    pub(crate) fn new(paths: &Paths, name: &str, inputs: &Inputs) -> Self {
        let file = paths.target.join("stamps").join(name.replace(['/', ' '], "-"));
        Self { file, inputs: format!("{:016x}\n", inputs.hasher.finish()) }
    }

    /// Whether it passed with the same inputs, and that counts here.
    pub(crate) fn has_passed(&self) -> bool {
        !are_ignored() && fs::read_to_string(&self.file).is_ok_and(|was| was == self.inputs)
    }

    pub(crate) fn passed(&self) -> Result<(), Error> {
        let folder = self.file.parent().unwrap_or(&self.file);
        fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
        fs::write(&self.file, &self.inputs).map_err(Error::file("write", &self.file))
    }
}

/// Files and words. A file counts by its path and its contents: cargo writes a program anew when a
/// source was touched, and often it is the same program.
#[derive(Clone, Default)]
pub(crate) struct Inputs {
    hasher: DefaultHasher,
}

impl Inputs {
    pub(crate) fn word(&mut self, word: impl Hash) {
        word.hash(&mut self.hasher);
    }

    /// A file that is missing counts as such.
    pub(crate) fn file(&mut self, path: &Path) {
        // A hundred times as fast as the hasher, for gigabytes of test programs.
        let about = fs::read(path).ok().map(|bytes| (bytes.len(), crc32fast::hash(&bytes)));
        self.word((path, about));
    }

    /// Every file below a folder that `wanted` accepts, but not what is built or hidden.
    pub(crate) fn tree(&mut self, folder: &Path, wanted: fn(&Path) -> bool) -> Result<(), Error> {
        let mut files = Vec::new();
        collect_files(folder, &mut files)?;
        files.sort();
        files.iter().filter(|file| wanted(file)).for_each(|file| self.file(file));
        Ok(())
    }
}

/// Every file below a folder, but not in `target`, where wheels are made, or in a hidden folder. Walks the tree
/// rather than asking git, so that an unpacked archive of the sources can be tested too.
pub(crate) fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::file("read", folder))? {
        let entry = entry.map_err(Error::file("read", folder))?;
        let kind = entry.file_type().map_err(Error::file("read", &entry.path()))?;
        let name = entry.file_name();
        let is_hidden = name.to_string_lossy().starts_with('.') || name == "target";
        let is_of_wheel = entry.path().ends_with("python/build");
        if kind.is_dir() && !is_hidden && !is_of_wheel {
            collect_files(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}
