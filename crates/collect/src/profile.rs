//! `propp profile`, without the command line.

use std::io::{self, Write};
use std::time::Duration;

use propp_criteria::counters::catalogue::NOT_REPLAYED;
use propp_names::KernelFilter;
use propp_names::demangle;
use propp_recording::{Ending, Facts};
use propp_store::{RunId, Writer};
use propp_toolkit::Surroundings;
use propp_wire::{Config, Job, Notice, Selection, Stage, VERSION};

use super::agent_library::AgentLibrary;
use super::error::CollectError;
use super::harvest::Harvest;
use super::input::Input;
use super::listener::Listener;
use super::machine::Machine;
use super::measure::{Measures, Plan};
use super::options::{Options, Runs};
use super::private;
use super::program;
use super::run::{Ended, Flow, Start, run};
use super::session::Session;
use super::signals::{self, Starting};
use super::watch::Hung;

/// How often a run is made when kernels hang in it.
const HUNG_TRIES: u32 = 5;

const INTERRUPTED: &str = "propp was interrupted, so the program was not run again";

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
    /// What was, or would have been, measured.
    pub plan: Option<Plan>,
    /// Failures that the user must hear of, each once.
    pub failures: Vec<Notice>,
    /// Whether a signal asked for the end.
    pub interrupted: bool,
}

/// Runs the program and writes the recording.
///
/// # Errors
/// When the recording cannot be written, or the program cannot be run.
pub fn profile(options: &Options, surroundings: &Surroundings) -> Result<Outcome, CollectError> {
    program::find(&options.command)?;
    let library = AgentLibrary::place().map_err(CollectError::Library)?;
    let _heeding = signals::Heeding::begin()?;
    let writer = Writer::create(&options.output, options.force, &facts(options))?;
    let mut collector = Collector {
        options,
        library,
        machine: Machine::look(surroundings),
        harvest: Harvest::new(writer),
        processes: 0,
        runs_begun: 0,
        started: false,
        ending: None,
        plan: None,
    };
    let ran = collector.all_runs();
    collector.machine.settle(); // No thread of ours is inside the driver when propp ends.
    match ran {
        Ok(()) => collector.finish(),
        Err(CollectError::Interrupted { .. }) if collector.started => {
            let ran_under_propp = collector.runs_begun > u32::from(options.overhead);
            let code = if ran_under_propp { "no-count-run" } else { "no-trace-run" };
            collector.harvest.warn(code, INTERRUPTED.to_owned())?;
            collector.finish()
        }
        Err(error) => {
            if !collector.started {
                collector.harvest.writer.discard();
            }
            Err(error)
        }
    }
}

/// Fails if somebody wants no more runs.
fn not_interrupted() -> Result<(), CollectError> {
    signals::interruption().map_or(Ok(()), |signal| Err(CollectError::Interrupted { signal }))
}

fn facts(options: &Options) -> Facts {
    let command: Vec<String> =
        options.command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut facts = Facts::now(&command);
    facts.options = recorded(options);
    facts
}

/// The options that decide what is collected, as they are typed; empty where nothing was
/// asked for.
fn recorded(options: &Options) -> Vec<(String, String)> {
    let mut devices = options.devices.clone();
    devices.sort_unstable();
    devices.dedup();
    let devices: Vec<String> = devices.iter().map(u32::to_string).collect();
    let kernel = options.kernels.as_ref().map(KernelFilter::to_string);
    let all = [
        ("launch-skip", options.launch_skip.to_string()),
        ("launch-count", options.launch_count.to_string()),
        ("max-launches-per-kernel", options.per_signature.to_string()),
        ("kernel", kernel.unwrap_or_default()),
        ("nvtx-include", options.nvtx.join(",")),
        ("devices", devices.join(",")),
        ("replay", options.replay.to_string()),
        ("budget", options.budget.map(|seconds| seconds.to_string()).unwrap_or_default()),
    ];
    all.map(|(name, value)| (name.to_owned(), value)).to_vec()
}

struct Collector<'a> {
    options: &'a Options,
    library: AgentLibrary,
    machine: Machine,
    harvest: Harvest,
    /// How many processes used CUDA in a run at most.
    processes: u32,
    runs_begun: u32,
    /// Whether the program was ever started.
    started: bool,
    ending: Option<Ending>,
    plan: Option<Plan>,
}

impl Collector<'_> {
    fn all_runs(&mut self) -> Result<(), CollectError> {
        let counts = self.options.runs != Runs::Trace && self.machine.may_count();
        let traces = self.options.runs != Runs::Count;
        if !traces || self.options.overhead {
            self.machine.settle(); // Nothing else is to happen beside the run alone.
        }
        self.note_what_is_in_the_way()?;
        let folder = private::folder(&std::env::temp_dir())?;
        // A run for counters may have to be made again.
        let again = counts || (traces && self.options.overhead);
        let input = Input::look(again.then(|| folder.path().join("stdin")));
        if self.options.overhead {
            self.alone(&input)?;
        }
        if traces {
            self.one_run(Job::Trace, &input, None)?;
        }
        self.machine.settle();
        self.note_problem()?;
        if self.options.runs == Runs::Trace || !self.worth_counting()? {
            return Ok(());
        }
        self.count(&input)
    }

    /// Reads the counters that were planned for.
    fn count(&mut self, input: &Input) -> Result<(), CollectError> {
        let mut measures = Measures::plan(self.options, &self.machine, &self.harvest.seen);
        for (code, text) in measures.omissions(&self.harvest.seen) {
            self.harvest.warn(code, text)?;
        }
        self.plan = Some(measures.words(&self.harvest.seen));
        if self.options.plan_only {
            return Ok(());
        }
        for stages in measures.runs() {
            if !self.one_count(input, &mut measures, &stages)? {
                break;
            }
        }
        Ok(())
    }

    /// One run for counters, made again without the kernels that hang in it.
    /// False when no other run is worth making.
    fn one_count(
        &mut self,
        input: &Input,
        measures: &mut Measures,
        stages: &[Stage],
    ) -> Result<bool, CollectError> {
        for _ in 0..HUNG_TRIES {
            let hung = self.one_run(Job::Count, input, Some((measures, stages)))?;
            let within = format!(
                "did not end within {} s while it was measured (--launch-timeout)",
                self.options.launch_timeout
            );
            match hung {
                None => return Ok(true),
                Some(Hung::Kernel(kernel)) => {
                    let text = format!(
                        "{} {within}: it may wait for another kernel or for the host. The run was \
                         ended and made again without it",
                        demangle(&kernel)
                    );
                    self.harvest.warn("launch-hung", text)?;
                    measures.leave(kernel);
                }
                Some(Hung::Graph) => {
                    let text = format!(
                        "a graph {within}: a kernel of it may wait for another kernel or for the \
                         host. The run was ended; --replay rotate leaves graphs out"
                    );
                    self.harvest.fail("launch-hung", text)?;
                    return Ok(false);
                }
            }
        }
        let text = "too many kernels hang when they are measured; no more is tried";
        self.harvest.fail("launch-hung", text.to_owned())?;
        Ok(false)
    }

    /// Runs the program as it is, for its time.
    fn alone(&mut self, input: &Input) -> Result<(), CollectError> {
        let starting = Starting::begin()?;
        let session = Session::open()?;
        let start = Start {
            command: &self.options.command,
            environment: Vec::new(),
            stdin: input.first(),
            silent_output: false,
            silent_errors: false,
        };
        let mut started = false;
        let ended = run(
            starting,
            start,
            &session.listener,
            |child| {
                started = true;
                input.feed(child.stdin.take());
            },
            |_| Ok(Flow::Go),
        );
        self.started |= started;
        let ended = ended.map_err(|error| self.explain(error, started))?;
        self.runs_begun += 1;
        self.ending = Some(ended.ending);
        self.harvest.writer.alone(ended.duration)?;
        self.say(&format!("run alone: {:.2} s", ended.duration.as_secs_f64()));
        Ok(())
    }

    fn explain(&self, error: CollectError, started: bool) -> CollectError {
        match error {
            CollectError::Io(error) if !started => program::explain(&self.options.command, error),
            other => other,
        }
    }

    fn note_what_is_in_the_way(&mut self) -> Result<(), CollectError> {
        self.note_problem()?;
        // Another tool that would be loaded into the program is left out: two
        // users of CUPTI in one process do not work.
        let variable = Session::VARIABLE;
        let Some(other) = std::env::var_os(variable).filter(|value| !value.is_empty()) else {
            return Ok(());
        };
        let other = other.to_string_lossy();
        let text = format!("{variable}={other} is not loaded: propp takes its place; unset it");
        self.harvest.warn("other-tool-left-out", text)
    }

    /// Tells why there are no counters, once.
    fn note_problem(&mut self) -> Result<(), CollectError> {
        match self.machine.problem.take() {
            Some((code, text)) => self.harvest.fail(code, text),
            None => Ok(()),
        }
    }

    /// Whether a run for counters would bring any.
    fn worth_counting(&mut self) -> Result<bool, CollectError> {
        let was_traced = self.options.runs == Runs::Both;
        if self.machine.counters.is_empty() || (was_traced && self.processes == 0) {
            return Ok(false);
        }
        not_interrupted()?;
        let (code, text) = if let Some(Ending::Killed(signal)) = self.ending {
            let text = format!(
                "the program was ended by signal {signal}, so it was not run again for counters"
            );
            ("no-count-run", text)
        } else if let (Some(filter), true, []) =
            (&self.options.kernels, was_traced, self.wanted_kernels().as_slice())
        {
            let seen = self.harvest.kernels().into_iter().map(demangle).collect();
            ("no-kernel-matches", filter.nothing_among("no kernel matches --kernel", seen))
        } else {
            return Ok(true);
        };
        self.harvest.warn(code, text)?;
        Ok(false)
    }

    fn wanted_kernels(&self) -> Vec<String> {
        let Some(filter) = &self.options.kernels else { return Vec::new() };
        let kernels = self.harvest.kernels().into_iter();
        kernels.filter(|name| filter.matches(&demangle(name))).map(str::to_owned).collect()
    }

    /// Runs the program under the injected library. Returns what hung while it
    /// was measured, if something did.
    fn one_run(
        &mut self,
        job: Job,
        input: &Input,
        measured: Option<(&Measures, &[Stage])>,
    ) -> Result<Option<Hung>, CollectError> {
        let starting = Starting::begin()?;
        let session = Session::open()?;
        let config = self.config(job, &session, measured);
        let nvtx = self.machine.cupti().filter(|_| !self.options.nvtx.is_empty());
        let environment = session.environment(&config, self.library.path(), nvtx.as_deref())?;
        let is_first = self.runs_begun == 0;
        let start = Start {
            command: &self.options.command,
            environment,
            stdin: if is_first { input.first() } else { input.second()? },
            silent_output: !is_first,
            silent_errors: !is_first && !self.options.verbose,
        };
        let row = self.harvest.writer.begin_run(job)?;
        let measured_before = self.harvest.measured;
        let patience = Duration::from_secs_f64(self.options.launch_timeout);
        let quiet = self.options.quiet;
        let mut listener = Listener::new(&mut self.harvest, job, row, quiet, patience);
        let mut started = false;
        let ended = run(
            starting,
            start,
            &session.listener,
            |child| {
                started = true;
                input.feed(child.stdin.take());
            },
            |event| listener.take(event),
        );
        self.started |= started;
        let connected = ended.as_ref().map(|ended| ended.connected.clone()).unwrap_or_default();
        let hung = listener.hung();
        listener.end(&connected)?;
        let ended = ended.map_err(|error| self.explain(error, started))?;
        self.end_run(row, &ended, hung.is_some())?;
        let (what, launches) = match job {
            Job::Trace => ("trace run", format!("{} kernel launches", self.harvest.traced)),
            Job::Count => {
                let measured = self.harvest.measured - measured_before;
                ("count run", format!("{measured} launches measured"))
            }
        };
        self.say(&format!("{what}: {launches} in {:.2} s", ended.duration.as_secs_f64()));
        Ok(hung)
    }

    fn end_run(&mut self, row: RunId, ended: &Ended, was_killed: bool) -> Result<(), CollectError> {
        self.runs_begun += 1;
        self.harvest.writer.end_run(row, ended.duration, ended.ending)?;
        self.processes = self.processes.max(ended.processes);
        if was_killed {
            return Ok(()); // It did not end: propp ended it.
        }
        if let Some(before) = self.ending.filter(|before| *before != ended.ending) {
            let text = format!(
                "the program ended differently when it was run for counters: {before:?}, then {:?}",
                ended.ending
            );
            self.harvest.warn("ended-differently", text)?;
        }
        self.ending.get_or_insert(ended.ending);
        Ok(())
    }

    fn say(&self, text: &str) {
        if !self.options.quiet {
            // A standard error that has gone is no reason to stop.
            let _ = writeln!(io::stderr(), "propp: {text}");
        }
    }

    fn config(
        &self,
        job: Job,
        session: &Session,
        measured: Option<(&Measures, &[Stage])>,
    ) -> Config {
        let selection = measured.map(|(measures, stages)| {
            let (seen, kernels) = (&self.harvest.seen, self.wanted_kernels());
            measures.selection(self.options, seen, kernels, stages.to_vec())
        });
        Config {
            version: VERSION,
            socket: session.socket().to_owned(),
            job,
            only_child_of: if self.options.children { 0 } else { std::process::id() },
            cupti_dir: self.machine.cupti_dir.clone(),
            counters: self.machine.counters.clone(),
            not_replayed: NOT_REPLAYED.iter().map(|name| (*name).to_owned()).collect(),
            selection: selection.unwrap_or_else(Selection::nothing),
        }
    }

    fn finish(self) -> Result<Outcome, CollectError> {
        self.harvest.writer.finish()?;
        Ok(Outcome {
            ending: self.ending.unwrap_or(Ending::Exited(0)),
            processes: self.processes,
            traced: self.harvest.traced,
            measured: self.harvest.measured,
            plan: self.plan,
            failures: self.harvest.notices,
            interrupted: signals::interruption().is_some(),
        })
    }
}
