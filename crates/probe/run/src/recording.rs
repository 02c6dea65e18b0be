//! The recording of probes in the making, and how to resume one.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use propp_base_model::Sample;
use propp_recording::{Facts, NoticeRow, utc};
use propp_recording_store::{ProbeFile, RecordingError, Writer, read};

/// The GPU and the software that probes it, the same for all samples of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    pub gpu: String,
    /// Compute capability, such as `9.0`.
    pub compute_capability: String,
    pub driver: String,
    /// The compiler of the probes, and its target architecture.
    pub compiler: String,
}

impl Subject {
    /// Keys and values for the recording.
    fn facts(&self) -> [(&'static str, &str); 4] {
        [
            ("probe.gpu", &self.gpu),
            ("probe.compute_capability", &self.compute_capability),
            ("probe.driver", &self.driver),
            ("probe.compiler", &self.compiler),
        ]
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ProbeRecordingError {
    #[error(transparent)]
    Recording(#[from] RecordingError),
    #[error(
        "{path} holds probes with {key} = {found}, and this is {ours}; give -f to replace it, or \
         another name with -o",
        path = .path.display()
    )]
    Another {
        path: PathBuf,
        key: &'static str,
        /// The value in the file.
        found: String,
        ours: String,
    },
}

/// The file that samples go to.
#[derive(Debug)]
pub struct ProbeRecording {
    file: ProbeFile,
}

impl ProbeRecording {
    /// Checks that a recording can be created, or resumed with the same GPU, driver,
    /// compiler and propp.
    pub fn check(path: &Path, force: bool, subject: &Subject) -> Result<(), ProbeRecordingError> {
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
                    return Err(ProbeRecordingError::Another { path, key, found, ours });
                }
                None => return Err(RecordingError::Exists { path }.into()),
            }
        }
        Ok(())
    }

    /// Creates or resumes a recording.
    /// Fails as [`ProbeRecording::check`], or when the file cannot be written.
    pub fn begin(path: &Path, force: bool, subject: &Subject) -> Result<Self, ProbeRecordingError> {
        Self::check(path, force, subject)?;
        // Only the program's name: its path is private.
        let arguments = std::env::args_os().skip(1);
        let words: Vec<String> = std::iter::once("propp".to_owned())
            .chain(arguments.map(|word| word.to_string_lossy().into_owned()))
            .collect();
        if force || !path.exists() {
            Writer::create_empty(path, force, &Facts::now(&words))?;
        }
        let mut file = ProbeFile::open(path)?;
        for (key, value) in subject.facts() {
            file.fact(key, value)?;
        }
        file.fact("command", &serde_json::Value::from(words).to_string())?;
        Ok(Self { file })
    }

    /// Replaces the samples of an experiment.
    pub(super) fn put(
        &mut self,
        experiment: &str,
        samples: &[Sample],
        notices: &[NoticeRow],
    ) -> Result<(), RecordingError> {
        self.file.put(experiment, samples, notices)
    }

    /// Ends the recording, and compresses it if wanted or if it was compressed before.
    pub fn finish(mut self, wants_compressed: bool) -> Result<(), RecordingError> {
        self.file.fact("finished_utc", &utc(SystemTime::now()))?;
        self.file.close(wants_compressed)
    }
}
