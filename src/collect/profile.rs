//! `propp profile`, without the command line.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cupti_sys::{Host, Library};
use propp_wire::{Config, Frame, Job, Notice, Selection, Severity, VERSION};

use super::agent_library;
use super::input::Input;
use super::options::{Options, Runs};
use super::progress::Progress;
use super::run::{Ended, Event, Start, run};
use super::session::Session;
use super::signals;
use crate::counters::wanted_counters;
use crate::cuda;
use crate::names::demangle;
use crate::recording::{Ending, Facts, ProcessId, RecordingError, RunId, Writer};
use crate::toolkit::{CuptiError, Surroundings, open_cupti};

/// Launches that one counter image holds. Images grow with it (about 100 KB a
/// launch); restarts become rarer.
const RANGES_PER_IMAGE: u32 = 128;

/// Why nothing could be collected.
#[derive(Debug, thiserror::Error)]
pub enum CollectError {
    /// The recording.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The injected library could not be put into place.
    #[error(
        "cannot put the injected library into place: {0}; set PROPP_INJECT_LIB to a copy of it, \
         or XDG_CACHE_HOME to a folder that can be written"
    )]
    Library(io::Error),
    /// The program was not found.
    #[error("{program}: no such program")]
    NotFound {
        /// As it was given.
        program: String,
    },
    /// The program is there and cannot be run.
    #[error("{program} cannot be run: {source}")]
    CannotRun {
        /// As it was given.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// Anything else that the operating system refused.
    #[error("cannot collect: {0}")]
    Io(#[from] io::Error),
}

/// What came of a profile.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How the program ended (in its first run).
    pub ending: Ending,
    /// How many of its processes used CUDA.
    pub processes: u32,
    /// How many launches were traced.
    pub traced: u64,
    /// How many launches were measured.
    pub measured: u64,
    /// Failures that the user must hear of, each once.
    pub failures: Vec<Notice>,
}

/// Runs the program and writes the recording.
///
/// # Errors
/// When the recording cannot be written, or the program cannot be run.
pub fn profile(options: &Options, surroundings: &Surroundings) -> Result<Outcome, CollectError> {
    look_for_program(options)?;
    let library = agent_library::path().map_err(CollectError::Library)?;
    let writer = Writer::create(&options.output, options.force, &facts(options))?;
    let mut collector = Collector::new(options, library, writer);
    collector.look_at_machine(surroundings)?;
    collector.look_for_others()?;
    let result = collector.all_runs();
    if result.is_err() && !collector.started {
        // Nothing is in it.
        let _ = std::fs::remove_file(&options.output);
    }
    result?;
    collector.finish()
}

/// A program that does not exist must not cost the recording that `-f` would
/// replace. What is found here may still refuse to run.
fn look_for_program(options: &Options) -> Result<(), CollectError> {
    let program = options.command.first().map(Path::new).unwrap_or(Path::new(""));
    let named_by_path = program.components().count() > 1;
    let search = std::env::var_os("PATH").unwrap_or_default();
    let found = if named_by_path {
        program.exists()
    } else {
        std::env::split_paths(&search).any(|dir| dir.join(program).exists())
    };
    if found {
        return Ok(());
    }
    Err(CollectError::NotFound { program: program.display().to_string() })
}

fn facts(options: &Options) -> Facts {
    let command: Vec<String> =
        options.command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut facts = Facts::now(&command);
    facts.options = vec![
        ("launch-skip".to_owned(), options.launch_skip.to_string()),
        ("launch-count".to_owned(), options.launch_count.to_string()),
        ("max-launches-per-kernel".to_owned(), options.per_signature.to_string()),
        ("kernel".to_owned(), format!("{:?}", options.kernels)),
        ("nvtx-include".to_owned(), options.nvtx.join(",")),
    ];
    facts
}

struct Collector<'a> {
    options: &'a Options,
    library: PathBuf,
    writer: Writer,
    cupti_dir: PathBuf,
    counters: Vec<(String, Vec<String>)>,
    /// Mangled names of the kernels of the trace run.
    kernels: BTreeSet<String>,
    runs_begun: u32,
    /// Whether the program was ever started.
    started: bool,
    ending: Option<Ending>,
    outcome: Tally,
}

#[derive(Default)]
struct Tally {
    processes: u32,
    traced: u64,
    measured: u64,
    failures: Vec<Notice>,
}

impl<'a> Collector<'a> {
    fn new(options: &'a Options, library: PathBuf, writer: Writer) -> Self {
        Self {
            options,
            library,
            writer,
            cupti_dir: PathBuf::new(),
            counters: Vec::new(),
            kernels: BTreeSet::new(),
            runs_begun: 0,
            started: false,
            ending: None,
            outcome: Tally::default(),
        }
    }

    /// Finds CUPTI and plans the counters of the GPUs that are here. What is
    /// missing is noted; the program runs all the same.
    fn look_at_machine(&mut self, surroundings: &Surroundings) -> Result<(), CollectError> {
        match open_cupti(surroundings) {
            Ok(cupti) => {
                self.cupti_dir = cupti.path().parent().unwrap_or(Path::new("")).to_owned();
                match plan_counters(&cupti) {
                    Ok(counters) => self.counters = counters,
                    Err(error) => self.fail("no-gpu", error.to_string())?,
                }
            }
            Err(error @ (CuptiError::NotFound { .. } | CuptiError::Unusable(_))) => {
                self.fail("cupti-missing", error.to_string())?;
            }
        }
        Ok(())
    }

    /// Another tool that would be loaded into the program is left out: two
    /// users of CUPTI in one process do not work.
    fn look_for_others(&mut self) -> Result<(), CollectError> {
        let variable = Session::VARIABLE;
        let Some(other) = std::env::var_os(variable).filter(|value| !value.is_empty()) else {
            return Ok(());
        };
        let other = other.to_string_lossy().into_owned();
        let text = format!("{variable}={other} is not loaded: propp takes its place; unset it");
        self.warn("other-tool-left-out", text)
    }

    fn fail(&mut self, code: &str, text: String) -> Result<(), CollectError> {
        let notice = Notice { severity: Severity::Failure, code: code.to_owned(), status: 0, text };
        self.note(None, notice)
    }

    fn warn(&mut self, code: &str, text: String) -> Result<(), CollectError> {
        let notice = Notice { severity: Severity::Warning, code: code.to_owned(), status: 0, text };
        self.note(None, notice)
    }

    fn note(&mut self, process: Option<ProcessId>, notice: Notice) -> Result<(), CollectError> {
        self.writer.notice(process, &notice)?;
        self.remember(notice);
        Ok(())
    }

    fn remember(&mut self, notice: Notice) {
        let known = self.outcome.failures.iter().any(|known| known.text == notice.text);
        if notice.severity != Severity::Info && !known {
            self.outcome.failures.push(notice);
        }
    }

    fn all_runs(&mut self) -> Result<(), CollectError> {
        let folder = tempfile::Builder::new().prefix("propp-").tempdir()?;
        let twice = self.options.runs == Runs::Both && !self.counters.is_empty();
        let input = Input::look(twice.then(|| folder.path().join("stdin")));
        if self.options.runs != Runs::Count {
            self.one_run(Job::Trace, &input)?;
        }
        if self.options.runs == Runs::Trace || !self.worth_counting()? {
            return Ok(());
        }
        self.one_run(Job::Count, &input)
    }

    /// Whether a run for counters would bring any.
    fn worth_counting(&mut self) -> Result<bool, CollectError> {
        if self.counters.is_empty() || (self.runs_begun > 0 && self.outcome.processes == 0) {
            return Ok(false);
        }
        if signals::interrupted() {
            let text = "propp was interrupted, so the program was not run again for counters";
            self.warn("no-count-run", text.to_owned())?;
            return Ok(false);
        }
        if let Some(Ending::Killed(signal)) = self.ending {
            let text = format!(
                "the program was ended by signal {signal}, so it was not run again for counters"
            );
            self.warn("no-count-run", text)?;
            return Ok(false);
        }
        if self.runs_begun > 0 && self.options.kernels.is_some() && self.wanted_kernels().is_empty()
        {
            let seen: Vec<String> = self.kernels.iter().map(|name| demangle(name)).collect();
            let text = format!("no kernel matches --kernel; there were: {}", seen.join(", "));
            self.warn("no-kernel-matches", text)?;
            return Ok(false);
        }
        Ok(true)
    }

    fn wanted_kernels(&self) -> Vec<String> {
        let Some(filter) = &self.options.kernels else { return Vec::new() };
        self.kernels.iter().filter(|name| filter.matches(&demangle(name))).cloned().collect()
    }

    fn one_run(&mut self, job: Job, input: &Input) -> Result<(), CollectError> {
        let session = Session::open()?;
        let config = self.config(job, &session);
        let nvtx = self.nvtx_library();
        let environment = session.environment(&config, &self.library, nvtx.as_deref())?;
        let is_first = self.runs_begun == 0;
        let start = Start {
            command: &self.options.command,
            environment,
            stdin: if is_first { input.first() } else { input.second()? },
            silent_output: !is_first,
            silent_errors: !is_first && !self.options.verbose,
        };
        let row = self.writer.begin_run(job)?;
        let title = if job == Job::Trace { "tracing" } else { "counting" };
        let mut listener = Listener {
            progress: Progress::new(title, self.options.quiet),
            run: row,
            processes: Vec::new(),
            collector: self,
        };
        let mut started = false;
        let ended = run(
            start,
            &session.listener,
            |child| {
                started = true;
                input.feed(child.stdin.take());
            },
            |event| listener.take(event),
        );
        listener.progress.clear();
        self.started |= started;
        let ended = ended.map_err(|error| self.explain(error))?;
        self.end_run(job, row, ended)
    }

    fn end_run(&mut self, job: Job, row: RunId, ended: Ended) -> Result<(), CollectError> {
        self.runs_begun += 1;
        self.writer.end_run(row, ended.duration, ended.ending)?;
        self.outcome.processes = self.outcome.processes.max(ended.processes);
        if let Some(before) = self.ending
            && before != ended.ending
        {
            let text = format!(
                "the program ended differently when it was run for counters: {before:?}, then {:?}",
                ended.ending
            );
            self.warn("ended-differently", text)?;
        }
        self.ending.get_or_insert(ended.ending);
        self.say(&match job {
            Job::Trace => format!(
                "trace run: {} kernel launches in {:.2} s",
                self.outcome.traced,
                ended.duration.as_secs_f64()
            ),
            Job::Count => format!(
                "count run: {} launches measured in {:.2} s",
                self.outcome.measured,
                ended.duration.as_secs_f64()
            ),
        });
        Ok(())
    }

    fn say(&self, text: &str) {
        if !self.options.quiet {
            // A standard error that has gone is no reason to stop.
            let _ = writeln!(io::stderr(), "propp: {text}");
        }
    }

    /// An error of starting the program names the program.
    fn explain(&self, error: CollectError) -> CollectError {
        let program = self.options.command.first().map(|p| p.to_string_lossy().into_owned());
        let program = program.unwrap_or_default();
        match error {
            CollectError::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                CollectError::NotFound { program }
            }
            CollectError::Io(source)
                if matches!(
                    source.kind(),
                    io::ErrorKind::PermissionDenied | io::ErrorKind::IsADirectory
                ) || source.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) =>
            {
                CollectError::CannotRun { program, source }
            }
            other => other,
        }
    }

    fn config(&self, job: Job, session: &Session) -> Config {
        Config {
            version: VERSION,
            socket: session.socket().display().to_string(),
            job,
            only_child_of: if self.options.children { 0 } else { std::process::id() },
            cupti_dir: self.cupti_dir.display().to_string(),
            counters: self.counters.clone(),
            ranges_per_image: RANGES_PER_IMAGE,
            selection: Selection {
                kernels: self.wanted_kernels(),
                nvtx: self.options.nvtx.clone(),
                devices: self.options.devices.clone(),
                launch_skip: self.options.launch_skip,
                launch_count: self.options.launch_count,
                per_signature: self.options.per_signature,
            },
        }
    }

    /// CUPTI is also what NVTX reports to, when ranges are asked for.
    fn nvtx_library(&self) -> Option<PathBuf> {
        let candidates = cupti_sys::FILE_NAMES.iter().map(|name| self.cupti_dir.join(name));
        if self.options.nvtx.is_empty() {
            None
        } else {
            candidates.into_iter().find(|p| p.exists())
        }
    }

    fn finish(self) -> Result<Outcome, CollectError> {
        self.writer.finish()?;
        Ok(Outcome {
            ending: self.ending.unwrap_or(Ending::Exited(0)),
            processes: self.outcome.processes,
            traced: self.outcome.traced,
            measured: self.outcome.measured,
            failures: self.outcome.failures,
        })
    }
}

/// Takes the events of one run.
struct Listener<'c, 'a> {
    collector: &'c mut Collector<'a>,
    run: RunId,
    /// By connection; `None` until a process has said hello.
    processes: Vec<Option<ProcessId>>,
    progress: Progress,
}

impl Listener<'_, '_> {
    fn take(&mut self, event: Event) -> Result<(), CollectError> {
        self.progress.show();
        match event {
            Event::Tick => Ok(self.collector.writer.commit_if_due()?),
            Event::Frame { process, frame } => self.frame(process, &frame),
            Event::Stranger { process } => {
                let text = format!(
                    "process {process} has an injected library of another version; unset \
                     PROPP_INJECT_LIB"
                );
                self.collector.warn("wrong-version", text)
            }
            Event::Broken { process, reason } => {
                let text = format!("process {process} sent something that is no frame: {reason}");
                self.collector.warn("broken-connection", text)
            }
        }
    }

    fn frame(&mut self, process: u32, frame: &Frame) -> Result<(), CollectError> {
        let id = self.process(process)?;
        self.look(frame);
        match self.collector.writer.frame(id, frame) {
            Err(error @ RecordingError::Frame { .. }) => {
                self.collector.warn("frame-left-out", error.to_string())
            }
            other => Ok(other?),
        }
    }

    /// The recording's process of a connection, made when it first sends.
    fn process(&mut self, connection: u32) -> Result<ProcessId, CollectError> {
        let index = connection as usize;
        if self.processes.len() <= index {
            self.processes.resize(index + 1, None);
        }
        if let Some(id) = self.processes[index] {
            return Ok(id);
        }
        let ordinal = self.processes.iter().flatten().count();
        let ordinal = u32::try_from(ordinal).unwrap_or(u32::MAX);
        let id = self.collector.writer.process(self.run, ordinal)?;
        self.processes[index] = Some(id);
        Ok(id)
    }

    /// Takes note of what the user or the next run wants to know.
    fn look(&mut self, frame: &Frame) {
        match frame {
            Frame::Name(name) if self.collector.options.runs == Runs::Both => {
                self.collector.kernels.insert(name.text.clone());
            }
            Frame::Kernels(kernels) => {
                self.progress.seen += kernels.len() as u64;
                self.collector.outcome.traced += kernels.len() as u64;
            }
            Frame::Progress(progress) => self.progress.seen = progress.seen,
            Frame::CounterNames(counters) => self.progress.passes = counters.passes,
            Frame::Measured(_) => {
                self.progress.measured += 1;
                self.collector.outcome.measured += 1;
            }
            Frame::Notice(notice) => self.collector.remember(notice.clone()),
            _ => {}
        }
    }
}

/// The counters to ask for on each chip that is here.
fn plan_counters(cupti: &Library) -> Result<Vec<(String, Vec<String>)>, cuda::DriverError> {
    let mut chips = BTreeSet::new();
    for gpu in cuda::gpus()? {
        chips.insert(cuda::chip_name(cupti, gpu.index)?);
    }
    chips
        .into_iter()
        .map(|chip| {
            let host = Host::for_chip(cupti, &chip)?;
            let counters = wanted_counters(&host)?;
            Ok((chip, counters))
        })
        .collect()
}
