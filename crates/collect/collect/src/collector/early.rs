//! The program of the count run, started beside the trace run (`--start-early`).

use std::ffi::OsString;
use std::path::Path;

use propp_recording_wire::variables;

use super::super::error::Result;
use super::super::frameworks;
use super::super::held::Held;
use super::super::input::Input;
use super::super::run::{RunSetup, spawn};
use super::super::session::Session;
use super::Collector;

/// The program, and the place where it will report.
pub(super) type Early = (Session, Held);

/// How the program is started early.
pub(super) struct EarlyStart<'a> {
    pub(super) command: &'a [OsString],
    pub(super) library: &'a Path,
    pub(super) nvtx: Option<&'a Path>,
    pub(super) silent_errors: bool,
    /// Variables by which it uses the code that the trace run compiles.
    pub(super) same_code: Vec<(&'static str, OsString)>,
}

impl EarlyStart<'_> {
    /// Starts the program, if two of it can share standard input.
    pub(super) fn start(&self, input: &Input) -> Result<Option<Early>> {
        let Some(stdin) = input.for_run_beside() else { return Ok(None) };
        let session = Session::open()?;
        let mut environment = session.environment(self.library, self.nvtx);
        environment.push((variables::HOLD, session.hold().into()));
        environment.extend(frameworks::without_reserve());
        environment.extend(self.same_code.clone());
        let setup = RunSetup {
            held: None,
            command: self.command,
            environment,
            stdin,
            silent_output: true,
            silent_errors: self.silent_errors,
            awaited: None,
        };
        let held = Held::start(&session.hold(), || spawn(setup))?;
        Ok(Some((session, held)))
    }
}

impl Collector<'_> {
    /// Keeps the program that was started beside the trace run, or tells why there is none.
    pub(super) fn keep_early(&mut self, started: Result<Option<Early>>) -> Result<()> {
        let why = match started {
            Ok(Some(early)) => {
                self.early = Some(early);
                return Ok(());
            }
            Ok(None) => {
                "both runs would read standard input at a time; give it `< /dev/null`".to_owned()
            }
            Err(error) => error.to_string(),
        };
        self.harvest.warn("not-started-early", format!("the program was not started early: {why}"))
    }

    /// The program for a count run, if it still waits and nobody needs its output: another run has
    /// shown it.
    pub(super) fn take_early(&mut self) -> Result<Option<Early>> {
        let Some((session, mut held)) = self.early.take() else { return Ok(None) };
        if self.ending.is_none() {
            return Ok(None);
        }
        if held.is_waiting() {
            return Ok(Some((session, held)));
        }
        let text = "the program that was started early ended before it used CUDA, and was started \
                    again: it may not run twice at a time";
        self.harvest.warn("not-started-early", text.to_owned())?;
        Ok(None)
    }
}
