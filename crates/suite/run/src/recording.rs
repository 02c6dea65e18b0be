//! The recording of a suite in the making, and how to resume one.
//!
//! Cases are written as they are measured. Their criteria come from a separate profile,
//! which is a recording, too: at the end it gets the cases and replaces the first file.
//! So the file is valid at any moment.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use propp_recording::{Facts, Recording, SuiteCase, utc};
use propp_recording_store::{RecordingError, SuiteFile, Writer, read};
use propp_suite_problems::cases::Planned;
use propp_suite_problems::selection::Selection;
use serde::Serialize;

use super::error::SuiteError;
use super::options::Options;
use super::survey::Survey;

/// Keys of the facts of a suite.
const STATE: &str = "suite.state";
const SELECTION: &str = "suite.selection";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Some cases are not timed yet.
    Timing,
    /// All cases are timed; criteria are missing.
    Timed,
    Complete,
}

impl State {
    const fn name(self) -> &'static str {
        match self {
            Self::Timing => "timing",
            Self::Timed => "timed",
            Self::Complete => "complete",
        }
    }
}

/// Two suites with equal identities are the same suite.
#[derive(Serialize)]
struct Identity<'a> {
    libraries: Vec<String>,
    #[serde(flatten)]
    selection: &'a Selection,
    flush_l2: bool,
    gpu: &'a str,
}

/// The file of the suite, and its cases so far.
pub(super) struct SuiteRecording {
    path: PathBuf,
    file: SuiteFile,
    pub(super) cases: Vec<SuiteCase>,
    /// Number of cases from an earlier, unfinished run.
    pub(super) resumed: usize,
    facts: Vec<(&'static str, String)>,
}

impl SuiteRecording {
    /// Creates a recording, or resumes an unfinished one of the same suite.
    pub(super) fn begin(options: &Options, survey: &Survey) -> Result<Self, SuiteError> {
        let (path, flush_l2) = (options.output.as_path(), options.limits.flush_l2);
        let identity = Identity {
            libraries: survey.names(),
            selection: &options.selection,
            flush_l2,
            gpu: &options.gpu,
        };
        let identity = serde_json::to_string(&identity).map_err(std::io::Error::other)?;
        let mut cases = Vec::new();
        if path.exists() && !options.force {
            cases = unfinished(path, &identity)?;
        } else {
            Writer::create_empty(path, options.force, &Facts::now(&command()))?;
        }
        let facts = vec![
            (SELECTION, identity),
            ("suite.cpu", cpu()),
            ("suite.gpu", options.gpu.clone()),
            ("suite.l2", if flush_l2 { "flush" } else { "warm" }.to_owned()),
        ];
        let resumed = cases.len();
        let mut recording =
            Self { path: path.to_owned(), file: SuiteFile::open(path)?, cases, resumed, facts };
        recording.note(State::Timing)?;
        Ok(recording)
    }

    /// Whether an earlier run measured a case.
    pub(super) fn has(&self, library: &str, planned: &Planned) -> bool {
        let case = &planned.case;
        self.cases.iter().take(self.resumed).any(|known| {
            known.library == library
                && known.primitive == case.primitive
                && known.variant == case.variant
                && known.element == case.element.name()
                && known.n == case.n
                && known.distribution == case.distribution.name()
        })
    }

    pub(super) fn add(&mut self, case: SuiteCase) -> Result<(), SuiteError> {
        self.file.add(std::slice::from_ref(&case))?;
        self.cases.push(case);
        Ok(())
    }

    /// Records how far the suite is.
    pub(super) fn note(&mut self, state: State) -> Result<(), SuiteError> {
        for (key, value) in &self.facts {
            self.file.fact(key, value)?;
        }
        if state == State::Complete {
            self.file.fact("finished_utc", &utc(SystemTime::now()))?;
        }
        Ok(self.file.fact(STATE, state.name())?)
    }

    /// The file for the profile of the cases.
    pub(super) fn profile_path(&self) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(".profile");
        name.into()
    }

    /// Writes the cases into the profile, and renames it to the suite's file.
    pub(super) fn merge(self, state: State) -> Result<(), SuiteError> {
        let profile = self.profile_path();
        let mut file = SuiteFile::open(&profile)?;
        file.clear()?;
        file.add(&self.cases)?;
        let mut merged = Self { file, ..self };
        merged.file.fact("command", &serde_json::Value::from(command()).to_string())?;
        merged.note(state)?;
        merged.file.close()?;
        Ok(std::fs::rename(&profile, &merged.path)?)
    }
}

/// The cases of an unfinished suite with this selection.
fn unfinished(path: &Path, selection: &str) -> Result<Vec<SuiteCase>, SuiteError> {
    let Recording { meta, suite, .. } = read(path)?;
    let path = path.to_owned();
    match (meta.get(SELECTION), meta.get(STATE).map(String::as_str)) {
        (None, _) => Err(RecordingError::Exists { path }.into()),
        (Some(_), Some("complete")) => Err(SuiteError::Complete { path }),
        (Some(known), _) if known != selection => Err(SuiteError::Another { path }),
        _ => Ok(suite),
    }
}

/// The command line of propp.
fn command() -> Vec<String> {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// The model of the CPU, on which the references run.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name"));
    model.map_or_else(String::new, |model| model.trim_start_matches([' ', '\t', ':']).to_owned())
}
