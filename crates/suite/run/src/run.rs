//! Makes a suite: opens the libraries, plans the cases, times them, reads criteria.

use std::sync::atomic::Ordering;

use propp_collect_toolkit::Surroundings;
use propp_recording::{SuiteCase, SuiteState};
use propp_suite_problems::cases::plan;

use super::criteria;
use super::error::SuiteError;
use super::options::Options;
use super::recording::{State, SuiteRecording};
use super::stop_signal::stop_on_signals;
use super::survey::{RefusedLibrary, survey};
use super::timing;

#[derive(Clone, Debug)]
pub struct SuiteSummary {
    pub cases: Vec<SuiteCase>,
    /// Number of cases from an earlier, unfinished run.
    pub resumed: usize,
    pub refused: Vec<RefusedLibrary>,
    pub interrupted: bool,
    /// Why criteria are missing.
    pub problems: Vec<String>,
    /// Launches whose counters were read.
    pub measured: u64,
}

pub fn run(options: &Options, surroundings: &Surroundings) -> Result<SuiteSummary, SuiteError> {
    let stop = stop_on_signals()?;
    let survey =
        survey(&options.libraries, &options.worker, &options.variables, options.patience, &stop)?;
    if survey.opened.is_empty() {
        let reasons = survey.refused.iter().map(|r| format!("{}: {}", r.path.display(), r.reason));
        return Err(SuiteError::NoLibrary(reasons.collect::<Vec<_>>().join("; ")));
    }
    let planned = plan(&survey.offered(), &options.selection)?;
    let mut recording = SuiteRecording::begin(options, &survey)?;
    timing::time_all(options, &survey.opened, &planned, &mut recording, &stop)?;
    let is_timed = !stop.load(Ordering::Relaxed);
    let mut summary = SuiteSummary {
        cases: Vec::new(),
        resumed: recording.resumed,
        refused: survey.refused.clone(),
        interrupted: !is_timed,
        problems: Vec::new(),
        measured: 0,
    };
    let is_any_right = recording.cases.iter().any(|case| case.state == SuiteState::Ok);
    let wants_criteria = options.criteria && is_any_right;
    if is_timed {
        recording.note(if wants_criteria { State::Timed } else { State::Complete })?;
    }
    if is_timed && wants_criteria {
        let profiled =
            criteria::profile(options, &survey.opened, &mut recording, surroundings, &stop)?;
        summary.interrupted = stop.load(Ordering::Relaxed);
        summary.problems = profiled.problems;
        summary.measured = profiled.measured;
        summary.cases = recording.cases.clone();
        let is_whole = profiled.measured > 0 && !summary.interrupted;
        recording.merge(if is_whole { State::Complete } else { State::Timed })?;
    } else {
        summary.cases = recording.cases;
    }
    Ok(summary)
}
