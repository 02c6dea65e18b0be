//! A run of the program: alone, or under the injected library.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io;
use std::process::Stdio;
use std::time::Duration;

use propp_recording::Ending;
use propp_recording_store::{RunId, private};
use propp_recording_wire::Job;
use rustix::process::{Resource, getrlimit};

use super::super::attempts::{Harm, Launched, TIMES_LONGER};
use super::super::error::{CollectError, Result};
use super::super::input::Input;
use super::super::listener::Listener;
use super::super::options::{Runs, StartEarly};
use super::super::program;
use super::super::pulse::Pulse;
use super::super::python;
use super::super::run::{Flow, RunResult, RunSetup, run};
use super::super::session::Session;
use super::super::signals::{self, Starting};
use super::super::{frameworks, meeting};
use super::Collector;
use super::config::Task;
use super::early::{EarlyStart, Second};

impl Collector<'_> {
    /// Variables by which later runs use what the first compiled; none where there is one run.
    fn same_code(&mut self) -> Result<Vec<(&'static str, OsString)>> {
        if self.options.runs != Runs::Both {
            return Ok(Vec::new());
        }
        let folder = match self.compiled.take() {
            Some(folder) => folder,
            None => private::folder(&std::env::temp_dir()).map_err(CollectError::temporary)?,
        };
        let folder = self.compiled.insert(folder);
        Ok(frameworks::same_code(folder.path()))
    }

    /// Runs the program without propp, to time it.
    pub(super) fn run_alone(&mut self, input: &Input) -> Result<()> {
        let starting = Starting::begin()?;
        let session = Session::open()?;
        let setup = RunSetup {
            held: None,
            command: &self.command,
            environment: Vec::new(),
            stdin: self.stdin(input)?,
            silent_output: false,
            silent_errors: false,
            awaited: None,
        };
        let mut started = false;
        let ended = run(
            starting,
            setup,
            &session.listener,
            |child| {
                started = true;
                input.feed(child.stdin.take());
            },
            |_| Ok(Flow::Continue),
        );
        self.started |= started;
        let ended = ended.map_err(|error| self.explain(error, started))?;
        self.runs_begun += 1;
        self.ending = Some(ended.ending);
        self.before = Some(ended.duration);
        self.harvest.writer.alone(ended.duration)?;
        self.report(&format!("run alone: {:.2} s", ended.duration.as_secs_f64()));
        Ok(())
    }

    fn stdin(&self, input: &Input) -> io::Result<Stdio> {
        if self.runs_begun == 0 { Ok(input.for_first_run()) } else { input.for_later_run() }
    }

    fn explain(&self, error: CollectError, started: bool) -> CollectError {
        match error {
            CollectError::Io(error) if !started => program::explain(&self.command, error),
            other => other,
        }
    }

    /// Runs the program under the injected library. Returns what went wrong because of it,
    /// if anything did.
    pub(super) fn run_injected(&mut self, task: Task<'_>, input: &Input) -> Result<Option<Harm>> {
        let job = task.job();
        let records = self.records(task);
        let starting = Starting::begin()?;
        let early = if job == Job::Count { self.take_early()? } else { None };
        let (session, held) = match early {
            Some((session, held)) => (session, Some(held)),
            None => (Session::open()?, None),
        };
        let beside = if held.is_some() { ", started beside the trace run" } else { "" };
        let config = self.config(task, &session);
        session.configure(&config).map_err(CollectError::temporary)?;
        let cupti_dir = self.machine.cupti_dir.clone();
        let ranges_to = |job| Some(cupti_dir.as_str()).filter(|_| self.options.wants_ranges(job));
        let mut environment = session.environment(self.library.path(), ranges_to(job));
        // Counters are of kernels, whoever launches them.
        if self.options.modules && (job == Job::Trace || records) {
            environment.push((python::SEARCH_PATH, python::hook(&session.python())?));
        }
        let same_code = self.same_code()?;
        environment.extend(same_code.clone());
        if job == Job::Count {
            environment.extend(frameworks::without_reserve());
        }
        environment.extend(meeting::of_run(self.runs_begun));
        let setup = RunSetup {
            held,
            command: &self.command,
            environment,
            stdin: self.stdin(input)?,
            // Once a run has shown what the program says, to its end.
            silent_output: self.ending.is_some(),
            silent_errors: self.ending.is_some() && !self.options.verbose,
            awaited: None,
        };
        let of_records = records.then(|| self.harvest.writer.begin_run(Job::Trace)).transpose()?;
        let row = self.harvest.writer.begin_run(job)?;
        let when = self.starts_early(job);
        let code = config.code;
        let before = (self.harvest.measured, self.harvest.lined, self.harvest.traced);
        let patience = Duration::from_secs_f64(self.options.launch_timeout);
        let quiet = self.options.quiet;
        let limit = self.before.map_or(Duration::MAX, |ran| ran.saturating_mul(TIMES_LONGER));
        let pulse = Pulse::create(&session.pulse()).map_err(CollectError::temporary)?;
        let mut listener =
            Listener::new(&mut self.harvest, job, row, quiet, patience, limit, Some(pulse))
                .with_records_in(of_records)
                .with_code(code);
        let mut started = false;
        let early = EarlyStart {
            command: self.command.clone(),
            library: self.library.path().to_owned(),
            ranges_to: ranges_to(Job::Count).map(str::to_owned),
            stdin: input.for_run_beside(),
            silent_errors: !self.options.verbose,
            same_code,
            recording: self.options.output.clone(),
            pulse: session.pulse(),
            files: getrlimit(Resource::Nofile),
        };
        let second = RefCell::new(Second::new(when, early));
        let ended = run(
            starting,
            setup,
            &session.listener,
            |child| {
                started = true;
                input.feed(child.stdin.take());
                second.borrow_mut().beside(child.id());
            },
            |event| {
                second.borrow_mut().sees(&event);
                listener.handle(event)
            },
        );
        self.started |= started;
        let connected = ended.as_ref().map(|ended| ended.connected.clone()).unwrap_or_default();
        let (harm, during) = (listener.harm(), listener.during());
        let told = listener.end(&connected);
        let ended = ended.map_err(|error| self.explain(error, started))?;
        let ending = ended.ending;
        let rows = of_records.into_iter().chain([row]).collect();
        let concluded = told.and_then(|()| {
            self.keep_early(second.into_inner().outcome())?;
            self.conclude(job, rows, &ended, harm, during)
        });
        let harm = concluded.map_err(|error| error.after(ending))?;
        let (what, launches) = match job {
            Job::Trace => ("trace run", format!("{} kernel launches", self.harvest.traced)),
            Job::Count => {
                let measured = self.harvest.measured - before.0;
                let text = format!("{measured} launches measured");
                match records {
                    true => {
                        let traced = self.harvest.traced - before.2;
                        ("run", format!("{traced} kernel launches, {text}"))
                    }
                    false => ("count run", text),
                }
            }
            Job::Lines => {
                let lined = self.harvest.lined - before.1;
                ("line run", format!("instructions of {lined} launches counted"))
            }
            // A launch is captured in a run of its own, without a recording.
            Job::Waits | Job::Capture => {
                let lined = self.harvest.lined - before.1;
                ("wait run", format!("{lined} launches sampled"))
            }
        };
        let seconds = ended.duration.as_secs_f64();
        self.report(&format!("{what}: {launches} in {seconds:.2} s{beside}"));
        Ok(harm)
    }

    /// When the program of the count run starts beside a run for this.
    fn starts_early(&self, job: Job) -> StartEarly {
        let options = self.options;
        let has_clock = options.window.delay > 0.0 || options.window.duration.is_some();
        let may = job == Job::Trace
            && options.runs == Runs::Both
            && !(options.plan_only || options.overhead || options.attends || has_clock);
        if may { options.start_early } else { StartEarly::Never }
    }

    /// Stores how a run ended. Returns what went wrong because of it.
    fn conclude(
        &mut self,
        job: Job,
        rows: Vec<RunId>,
        ended: &RunResult,
        harm: Option<Harm>,
        during: (bool, Option<Launched>),
    ) -> Result<Option<Harm>> {
        for row in rows {
            self.harvest.writer.end_run(row, ended.duration, ended.ending)?;
        }
        self.runs_begun += 1;
        self.processes = self.processes.max(ended.processes);
        // After the program's own end, what is left of it harms nobody.
        let harm = harm.filter(|_| ended.killed).or_else(|| self.harmed(job, ended, during));
        match &harm {
            Some(_) => self.harmed_ending = Some(ended.ending),
            None => self.note_ending(ended)?,
        }
        if job == Job::Trace {
            self.before = Some(ended.duration);
        }
        Ok(harm)
    }

    /// Whether counting made the program end in another way.
    fn harmed(
        &self,
        job: Job,
        ended: &RunResult,
        (has_measured, during): (bool, Option<Launched>),
    ) -> Option<Harm> {
        /// Signals by which a program ends that has gone wrong. Others are sent to it.
        const FAULTS: [i32; 5] = [4, 6, 7, 8, 11];
        let (ending, before) = (ended.ending, self.ending.or(self.expected));
        let has_begun = has_measured || during.is_some();
        if job == Job::Trace || !has_begun || signals::interruption().is_some() {
            return None;
        }
        let is_ours = match (ending, before) {
            (Ending::Killed(signal), _) if !FAULTS.contains(&signal) => false,
            (_, Some(before)) => before != ending,
            // Without another run to compare with: it crashed while propp did something.
            (Ending::Killed(_), None) => during.is_some(),
            (Ending::Exited(_), None) => false,
        };
        is_ours.then_some(Harm::EndedDifferently { ending, before, during })
    }

    fn note_ending(&mut self, ended: &RunResult) -> Result<()> {
        if let Some(before) = self.ending.filter(|before| *before != ended.ending) {
            let (ending, before, during) = (ended.ending, Some(before), None);
            let harm = Harm::EndedDifferently { ending, before, during };
            let cure = if self.options.verbose { "" } else { "; --verbose shows what it wrote" };
            self.harvest.warn(harm.code(), harm.text(self.options.launch_timeout) + cure)?;
        }
        self.ending.get_or_insert(ended.ending);
        Ok(())
    }
}
