//! What the libraries say they implement, each asked in a worker of its own.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use propp_problems::matrix::Implements;

use super::protocol::{Answer, LibraryFacts, Order};
use super::supervise::{Lost, Patience, Worker};

/// A library that can be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The file.
    pub path: PathBuf,
    /// As it presents itself.
    pub facts: LibraryFacts,
}

/// A library that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

/// What there is to choose from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// The libraries that can be used.
    pub opened: Vec<Opened>,
    /// The others.
    pub refused: Vec<Refused>,
}

impl Survey {
    /// What can be selected.
    #[must_use]
    pub fn offered(&self) -> Vec<Implements> {
        let of = |opened: &Opened| Implements {
            name: opened.facts.name.clone(),
            entries: opened.facts.entries.clone(),
        };
        self.opened.iter().map(of).collect()
    }

    /// Names and versions, to tell one survey from another.
    pub(super) fn names(&self) -> Vec<String> {
        let of = |opened: &Opened| format!("{} {}", opened.facts.name, opened.facts.version);
        self.opened.iter().map(of).collect()
    }
}

/// Opens each library without a GPU.
///
/// # Errors
/// When the user wants to stop, or workers cannot be started at all.
pub fn survey(
    libraries: &[PathBuf],
    worker: &[OsString],
    patience: Patience,
    stop: &AtomicBool,
) -> Result<Survey, Lost> {
    let mut survey = Survey::default();
    for path in libraries {
        let (path, order) = (path.clone(), Order::Open { path: path.clone(), device: None });
        let mut asked = Worker::start(worker)?;
        let reason = match asked.ask(&order, patience, stop) {
            Ok(Answer::Opened(facts)) => match taken(&survey, &facts) {
                None => {
                    survey.opened.push(Opened { path, facts });
                    continue;
                }
                Some(reason) => reason,
            },
            Ok(Answer::Refused { reason }) => reason,
            Ok(other) => format!("spoke nonsense: {other:?}"),
            Err(Lost::Interrupted) => return Err(Lost::Interrupted),
            Err(lost) => format!("its loading {lost}"),
        };
        survey.refused.push(Refused { path, reason });
    }
    Ok(survey)
}

/// Why a library cannot stand beside those that are there.
fn taken(survey: &Survey, facts: &LibraryFacts) -> Option<String> {
    let same = survey.opened.iter().find(|opened| opened.facts.name == facts.name)?;
    Some(format!(
        "it calls itself {}, as {} does; give it a name of its own",
        facts.name,
        same.path.display()
    ))
}
