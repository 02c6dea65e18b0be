//! Captured launches where a command takes recordings: they are profiled.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use propp_collect::Options;

use super::recorded_whole;
use crate::cli::common::Cuda;
use crate::cli::common::launches::{is_one, prepare};
use crate::cli::say::{Result, say};

/// Files of which some were captured launches: those have a recording in their place.
pub(in crate::cli) struct Recorded {
    pub(in crate::cli) files: Vec<PathBuf>,
    folder: Option<tempfile::TempDir>,
}

impl Recorded {
    /// Profiles each launch so many times. `ask` changes what is collected.
    pub(in crate::cli) fn of(
        files: &[PathBuf],
        runs: u32,
        cuda: &Cuda,
        ask: impl Fn(&mut Options),
    ) -> Result<Self> {
        let mut recorded = Self { files: Vec::new(), folder: None };
        for file in files {
            if !is_one(file) {
                recorded.files.push(file.clone());
                continue;
            }
            for run in 1..=runs {
                let of = if runs > 1 { format!(", run {run} of {runs}") } else { String::new() };
                say(&format!("propp: profiling {}{of}", file.display()));
                recorded.add(&[file.clone().into()], cuda, &ask)?;
            }
        }
        Ok(recorded)
    }

    /// Profiles a captured launch with options of the replay.
    pub(in crate::cli) fn add(
        &mut self,
        words: &[OsString],
        cuda: &Cuda,
        ask: impl Fn(&mut Options),
    ) -> Result<&Path> {
        let folder = match self.folder.take() {
            Some(folder) => folder,
            None => propp_recording_store::private::temporary()?,
        };
        let path = folder.path().join(format!("{}.propp", self.files.len()));
        self.folder = Some(folder);
        let name = words.first().map(|word| word.to_string_lossy().into_owned());
        let mut options = Options { quiet: true, ..Options::new(words.to_vec(), path.clone()) };
        prepare(&mut options, cuda)?;
        ask(&mut options);
        recorded_whole(&name.unwrap_or_default(), &options, cuda)?;
        self.files.push(path);
        Ok(self.files.last().map_or(Path::new(""), PathBuf::as_path))
    }
}
