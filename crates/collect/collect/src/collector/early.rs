//! The program of the count run, started beside the trace run (`--start-early`).

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use propp_recording_wire::{Frame, variables};
use rustix::process::{Pid, Resource, Rlimit, prlimit};

use super::super::beside::{self, First};
use super::super::connections::Event;
use super::super::error::Result;
use super::super::frameworks;
use super::super::held::Held;
use super::super::launcher::Launcher;
use super::super::options::StartEarly;
use super::super::run::{RunSetup, spawn};
use super::super::session::Session;
use super::Collector;

/// How often propp looks at what the first copy does.
const PERIOD: Duration = Duration::from_millis(100);

/// A shorter start is not worth a second process.
const WORTH: Duration = Duration::from_secs(1);

/// The processor time by which the second copy has to be behind the first.
const LEAD: Duration = Duration::from_millis(400);

/// Copies that are ended because they caught up; the next waits until the first uses CUDA.
const MOST_COPIES: usize = 3;

/// The program, and the place where it will report.
pub(super) type Early = (Session, Held);

/// How the program is started early.
pub(super) struct EarlyStart {
    pub(super) command: Vec<OsString>,
    pub(super) library: PathBuf,
    pub(super) ranges_to: Option<String>,
    /// Standard input, if two of the program can share it.
    pub(super) stdin: Option<fn() -> Stdio>,
    pub(super) silent_errors: bool,
    /// Variables by which it uses the code that the trace run compiles.
    pub(super) same_code: Vec<(&'static str, OsString)>,
    pub(super) recording: PathBuf,
    /// Where the program of the trace run says what its threads do.
    pub(super) pulse: PathBuf,
    /// How many files the user's programs may have open: propp may have more meanwhile.
    pub(super) files: Rlimit,
}

/// What came of it; a reason if the program was not started.
pub(super) enum Outcome {
    Started(Early),
    /// It could not be started, although the user asked for it.
    Failed(String),
    /// Two copies could disturb each other.
    Unsafe(&'static str),
}

impl EarlyStart {
    fn start(&self) -> Result<Outcome> {
        let Some(stdin) = self.stdin else {
            let why = "both runs would read standard input at a time; give it `< /dev/null`";
            return Ok(Outcome::Failed(why.to_owned()));
        };
        let session = Session::open()?;
        let mut environment = session.environment(&self.library, self.ranges_to.as_deref());
        environment.push((variables::HOLD, session.hold().into()));
        environment.extend(frameworks::without_reserve());
        environment.extend(self.same_code.clone());
        let setup = RunSetup {
            held: None,
            command: &self.command,
            environment,
            stdin: stdin(),
            silent_output: true,
            silent_errors: self.silent_errors,
            awaited: None,
        };
        let held = Held::start(&session.hold(), || {
            let child = spawn(setup)?;
            // It may have ended.
            let _ = prlimit(Pid::from_raw(child.id().cast_signed()), Resource::Nofile, self.files);
            Ok(child)
        })?;
        Ok(Outcome::Started((session, held)))
    }

    /// Starts the program a little behind the first, and ends it as soon as the first does
    /// something that two cannot do at a time. `uses_cuda` hears when the first has come so far.
    fn follow(&self, first: &First, uses_cuda: &Receiver<()>) -> Result<Outcome> {
        if self.stdin.is_none() {
            return Ok(Outcome::Unsafe("both copies would read standard input"));
        }
        let mut early: Option<Early> = None;
        let mut caught_up = 0;
        loop {
            let heard = uses_cuda.recv_timeout(PERIOD);
            if heard == Err(RecvTimeoutError::Disconnected) {
                return Ok(Outcome::Unsafe("the program did not begin to use CUDA"));
            }
            let is_free = heard.is_ok();
            // This drops a program that was started.
            if let Err(why) = beside::may_run(first) {
                return Ok(Outcome::Unsafe(why));
            }
            let ran = beside::processor_time(first.process);
            let is_ahead = |(_, held): &Early| held.processor_time() + LEAD > ran;
            // What the first has read is read faster now. A new copy is further behind.
            if !is_free && early.as_ref().is_some_and(is_ahead) {
                early = None;
                caught_up += 1;
            }
            let may_begin = ran >= WORTH || is_free && first.began.elapsed().is_ok_and(is_worth);
            let may_begin = may_begin && (is_free || caught_up < MOST_COPIES);
            if may_begin && early.is_none() {
                match self.start()? {
                    Outcome::Started(started) => early = Some(started),
                    other => return Ok(other),
                }
            }
            if is_free {
                let why = "the program took less than a second to begin to use CUDA";
                return Ok(early.map_or(Outcome::Unsafe(why), Outcome::Started));
            }
        }
    }
}

fn is_worth(start: Duration) -> bool {
    start >= WORTH
}

/// The second copy of the program during the trace run.
pub(super) enum Second {
    /// It starts with the first.
    AtOnce(EarlyStart),
    /// It will follow the first.
    Later(EarlyStart, SystemTime),
    /// It follows the first, which has not begun to use CUDA.
    Following(Sender<()>, JoinHandle<Result<Outcome>>),
    Done(Option<Result<Outcome>>),
}

impl Second {
    pub(super) fn new(when: StartEarly, start: EarlyStart) -> Self {
        match when {
            StartEarly::Always => Self::AtOnce(start),
            StartEarly::Auto if Launcher::from_environment().rank.is_none() => {
                Self::Later(start, SystemTime::now())
            }
            StartEarly::Auto => {
                Self::Done(Some(Ok(Outcome::Unsafe("propp runs as a rank of a job"))))
            }
            StartEarly::Never => Self::Done(None),
        }
    }

    /// The first copy has been started.
    pub(super) fn beside(&mut self, process: u32) {
        *self = match std::mem::replace(self, Self::Done(None)) {
            Self::AtOnce(start) => Self::Done(Some(start.start())),
            Self::Later(start, began) => {
                let first = First {
                    command: start.command.clone(),
                    process,
                    began,
                    recording: start.recording.clone(),
                    pulse: start.pulse.clone(),
                };
                let (tell, uses_cuda) = channel();
                // The trace run must not wait for what this looks at.
                let thread = std::thread::spawn(move || start.follow(&first, &uses_cuda));
                Self::Following(tell, thread)
            }
            other => other,
        }
    }

    /// The first copy may have begun to use CUDA.
    pub(super) fn sees(&self, event: &Event) {
        if let (Self::Following(tell, _), Event::Frame { frame: Frame::Hello(_), .. }) =
            (self, event)
        {
            // It may have stopped to listen.
            let _ = tell.send(());
        }
    }

    pub(super) fn outcome(self) -> Option<Result<Outcome>> {
        match self {
            Self::Following(tell, thread) => {
                drop(tell);
                thread.join().ok()
            }
            Self::Done(outcome) => outcome,
            Self::AtOnce(_) | Self::Later(..) => None,
        }
    }
}

impl Collector<'_> {
    /// Keeps the program that was started beside the trace run, or tells why there is none.
    pub(super) fn keep_early(&mut self, outcome: Option<Result<Outcome>>) -> Result<()> {
        let why = match outcome {
            None => return Ok(()),
            Some(Ok(Outcome::Started(early))) => {
                self.early = Some(early);
                return Ok(());
            }
            Some(Ok(Outcome::Unsafe(why))) => {
                if self.options.verbose {
                    let text =
                        format!("the program was not started early for the count run: {why}");
                    self.report(&text);
                }
                return Ok(());
            }
            Some(Ok(Outcome::Failed(why))) => why,
            Some(Err(error)) => error.to_string(),
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
