//! The recording of probes that is being made, and how one is taken up again.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use propp_model::Sample;
use propp_recording::{Facts, NoticeRow, utc};
use propp_store::{ProbeFile, RecordingError, Writer, read};

/// What is probed, and by what: samples of one recording have all of it in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Product name of the GPU.
    pub gpu: String,
    /// Compute capability, such as `9.0`.
    pub compute_capability: String,
    /// The driver.
    pub driver: String,
    /// The compiler of the probes, and the architecture that it compiled for.
    pub compiler: String,
}

impl Subject {
    /// The keys of the recording's facts, and the values.
    fn facts(&self) -> [(&'static str, &str); 4] {
        [
            ("probe.gpu", &self.gpu),
            ("probe.compute_capability", &self.compute_capability),
            ("probe.driver", &self.driver),
            ("probe.compiler", &self.compiler),
        ]
    }
}

/// Why samples cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The recording.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The file holds probes of something else.
    #[error(
        "{path} holds probes with {key} = {found}, and this is {ours}; give -f to replace it, or \
         another name with -o",
        path = .path.display()
    )]
    Another {
        /// The file.
        path: PathBuf,
        /// The fact that differs.
        key: &'static str,
        /// What it is in the file.
        found: String,
        /// What it is here.
        ours: String,
    },
    /// What is to be replaced cannot be.
    #[error("cannot replace {path}: {source}", path = .path.display())]
    Replace {
        /// The file.
        path: PathBuf,
        /// The system's words.
        source: io::Error,
    },
}

/// The file that samples go to.
#[derive(Debug)]
pub struct Keep {
    file: ProbeFile,
}

impl Keep {
    /// Whether a recording can be begun, or gone on with: of the same GPU, driver,
    /// compiler and propp.
    ///
    /// # Errors
    /// When the name is taken by something else.
    pub fn check(path: &Path, force: bool, subject: &Subject) -> Result<(), KeepError> {
        if force || !path.exists() {
            return Ok(());
        }
        let recording = read(path)?;
        let path = path.to_owned();
        let ours = [("propp_version", env!("CARGO_PKG_VERSION"))];
        for (key, ours) in subject.facts().into_iter().chain(ours) {
            match recording.meta.get(key) {
                Some(found) if found == ours => {}
                Some(found) => {
                    let (found, ours) = (found.clone(), ours.to_owned());
                    return Err(KeepError::Another { path, key, found, ours });
                }
                None => return Err(RecordingError::Exists { path }.into()),
            }
        }
        Ok(())
    }

    /// Begins a recording, or goes on with one.
    ///
    /// # Errors
    /// As [`Keep::check`], or when the file cannot be written.
    pub fn begin(path: &Path, force: bool, subject: &Subject) -> Result<Self, KeepError> {
        Self::check(path, force, subject)?;
        if path.exists() && force {
            remove(path).map_err(|source| KeepError::Replace { path: path.to_owned(), source })?;
        }
        // The program by its name: where it lies is nobody's business.
        let arguments = std::env::args_os().skip(1);
        let words: Vec<String> = std::iter::once("propp".to_owned())
            .chain(arguments.map(|word| word.to_string_lossy().into_owned()))
            .collect();
        if !path.exists() {
            // Dropped unfinished, which leaves the empty layout.
            drop(Writer::create(path, false, &Facts::now(&words))?);
        }
        let mut file = ProbeFile::open(path)?;
        for (key, value) in subject.facts() {
            file.fact(key, value)?;
        }
        file.fact("command", &serde_json::Value::from(words).to_string())?;
        Ok(Self { file })
    }

    /// Puts the samples of an experiment into the place of earlier ones.
    pub(super) fn put(
        &mut self,
        experiment: &str,
        samples: &[Sample],
        notices: &[NoticeRow],
    ) -> Result<(), RecordingError> {
        self.file.put(experiment, samples, notices)
    }

    /// Ends the recording. It is compressed if that is wanted, or it was before.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(mut self, wants_compressed: bool) -> Result<(), RecordingError> {
        self.file.fact("finished_utc", &utc(SystemTime::now()))?;
        self.file.close(wants_compressed)
    }
}

fn remove(path: &Path) -> io::Result<()> {
    // `-f -o /dev/null` must not remove the device.
    if !std::fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file that could be replaced"));
    }
    std::fs::remove_file(path)
}
