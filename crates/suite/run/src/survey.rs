//! The entries of the libraries, each opened in a worker of its own.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use propp_suite_problems::matrix::LibraryEntries;

use super::protocol::{Answer, LibraryFacts, Order};
use super::supervise::{Lost, Patience, Worker};

/// A library that can be used.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedLibrary {
    pub path: PathBuf,
    pub facts: LibraryFacts,
}

/// A library that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedLibrary {
    pub path: PathBuf,
    pub reason: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// The libraries that can be used.
    pub opened: Vec<OpenedLibrary>,
    pub refused: Vec<RefusedLibrary>,
}

impl Survey {
    pub fn offered(&self) -> Vec<LibraryEntries> {
        let entries = |opened: &OpenedLibrary| LibraryEntries {
            name: opened.facts.name.clone(),
            entries: opened.facts.entries.clone(),
        };
        self.opened.iter().map(entries).collect()
    }

    /// Names and versions, which identify the libraries of a suite.
    pub(super) fn names(&self) -> Vec<String> {
        let name =
            |opened: &OpenedLibrary| format!("{} {}", opened.facts.name, opened.facts.version);
        self.opened.iter().map(name).collect()
    }
}

/// Opens each library without a GPU.
/// Fails when the user wants to stop, or workers cannot be started at all.
pub fn survey(
    libraries: &[PathBuf],
    worker: &[OsString],
    variables: &[(&'static str, OsString)],
    patience: Patience,
    stop: &AtomicBool,
) -> Result<Survey, Lost> {
    let mut survey = Survey::default();
    for path in libraries {
        let (path, order) = (path.clone(), Order::Open { path: path.clone(), device: None });
        let mut asked = Worker::start(worker, variables)?;
        let reason = match asked.ask(&order, patience, stop) {
            Ok(Answer::Opened(facts)) => match name_conflict(&survey, &facts) {
                None => {
                    survey.opened.push(OpenedLibrary { path, facts });
                    continue;
                }
                Some(reason) => reason,
            },
            Ok(Answer::Refused { reason }) => reason,
            Ok(other) => format!("spoke nonsense: {other:?}"),
            Err(Lost::Interrupted) => return Err(Lost::Interrupted),
            Err(lost) => format!("its loading {lost}"),
        };
        survey.refused.push(RefusedLibrary { path, reason });
    }
    Ok(survey)
}

/// The complaint about a library whose name is taken, if it is.
fn name_conflict(survey: &Survey, facts: &LibraryFacts) -> Option<String> {
    let same = survey.opened.iter().find(|opened| opened.facts.name == facts.name)?;
    Some(format!(
        "it calls itself {}, as {} does; give it a name of its own",
        facts.name,
        same.path.display()
    ))
}
