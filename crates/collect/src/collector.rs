//! The runs of a profile: alone, for the trace, and for counters.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::Stdio;
use std::time::Duration;

use propp_criteria::counters::catalogue::NOT_REPLAYED;
use propp_model::counters::TIME;
use propp_model::instruction_counters;
use propp_names::demangle;
use propp_recording::Ending;
use propp_schedule::TracedKind;
use propp_store::Writer;
use propp_wire::{CodeWanted, Config, Job, Selection, Severity, Stage, VERSION, Window};

use super::agent_library::AgentLibrary;
use super::attempts::{Attempts, Change, Harm, Launched, TIMES_LONGER};
use super::attend;
use super::earlier::Earlier;
use super::error::CollectError;
use super::harvest::Harvest;
use super::input::Input;
use super::lines::LinePlan;
use super::listener::Listener;
use super::machine::{ChipCounters, Machine};
use super::measure::{CountPlan, Plan, listed};
use super::options::{Options, Runs};
use super::private;
use super::program;
use super::pulse::{Pulse, now_ns};
use super::python;
use super::run::{Flow, RunResult, RunSetup, run};
use super::session::Session;
use super::signals::{self, Starting};

pub(super) struct Collector<'a> {
    options: &'a Options,
    /// What is run.
    command: Vec<OsString>,
    library: AgentLibrary,
    pub(super) machine: Machine,
    pub(super) harvest: Harvest,
    /// The most processes that used CUDA in a run.
    pub(super) processes: u32,
    pub(super) runs_begun: u32,
    /// Whether the program was ever started.
    pub(super) started: bool,
    /// How the program ends without counters.
    pub(super) ending: Option<Ending>,
    /// How it ended in an earlier recording.
    expected: Option<Ending>,
    /// How it ended when counting, or propp, ended it.
    pub(super) harmed_ending: Option<Ending>,
    pub(super) plan: Option<Plan>,
    line_plan: LinePlan,
    /// How long the program ran last, by itself or traced.
    before: Option<Duration>,
}

/// What the injected library does in a run.
#[derive(Clone, Copy)]
enum Task<'p> {
    Trace,
    Count(&'p CountPlan, &'p [Stage]),
    Lines(&'p LinePlan),
}

impl Task<'_> {
    fn job(self) -> Job {
        match self {
            Self::Trace => Job::Trace,
            Self::Count(..) => Job::Count,
            Self::Lines(_) => Job::Lines,
        }
    }
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        options: &'a Options,
        library: AgentLibrary,
        machine: Machine,
        writer: Writer,
    ) -> Self {
        Self {
            options,
            command: options.command.clone(),
            library,
            machine,
            harvest: Harvest::new(writer),
            processes: 0,
            runs_begun: 0,
            started: false,
            ending: None,
            expected: None,
            harmed_ending: None,
            plan: None,
            line_plan: LinePlan::default(),
            before: None,
        }
    }

    /// Takes an earlier recording in place of a trace run.
    pub(super) fn plan_like(&mut self, earlier: Earlier) -> Result<(), CollectError> {
        let command: Vec<String> =
            self.options.command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        self.harvest.note(None, Severity::Info, "planned-like", earlier.text(&command))?;
        self.harvest.seen = earlier.seen;
        self.before = earlier.duration;
        self.expected = earlier.ending;
        Ok(())
    }

    pub(super) fn all_runs(&mut self) -> Result<(), CollectError> {
        if self.options.attends {
            self.command = attend::command()?;
        }
        let is_one = self.options.runs == Runs::One;
        if is_one {
            self.machine.wait_for_counters();
        }
        // Without counters there is nothing to do at once.
        let traces = match self.options.runs {
            Runs::Both | Runs::Trace => true,
            Runs::Count => false,
            Runs::One => self.machine.counters.is_empty(),
        };
        let alone = self.options.overhead || self.options.yield_cupti;
        if !traces || alone {
            self.machine.wait_for_counters(); // Nothing else may run beside the run alone.
        }
        self.note_obstacles()?;
        let folder = private::folder(&std::env::temp_dir())?;
        let input = Input::look(folder.path().join("stdin"));
        if self.options.yield_cupti {
            let text = "the program had CUPTI to itself in its first run (--yield-cupti), so \
                        nothing has times";
            self.harvest.note(None, Severity::Info, "cupti-yielded", text.to_owned())?;
        }
        if alone {
            self.run_alone(&input)?;
        }
        if traces && let Some(harm) = self.run_injected(Task::Trace, &input)? {
            self.harvest.fail(harm.code(), harm.text(self.options.launch_timeout))?;
        }
        self.machine.wait_for_counters();
        self.note_problem()?;
        if self.options.runs != Runs::Trace && self.worth_counting()? {
            self.count(&input)?;
            self.count_lines(&input)?;
        }
        if self.options.attends && !self.harvest.seen.in_graphs.is_empty() {
            let text = "kernels of graphs are timed and not measured: the graphs may have been made \
                        before the block began, and CUPTI cannot replay such graphs; profile the \
                        whole program for them (propp profile)";
            self.harvest.warn("graphs-left-out", text.to_owned())?;
        }
        // No run came to the program's own end, or there was none to make.
        if self.ending.is_none() && !self.options.attends {
            self.run_alone(&input)?;
        }
        Ok(())
    }

    /// Plans and makes the runs for counters.
    fn count(&mut self, input: &Input) -> Result<(), CollectError> {
        let mut count_plan = CountPlan::new(self.options, &self.machine, &self.harvest.seen);
        let wants = |kind: &TracedKind| self.options.lines && count_plan.wants(kind, self.options);
        self.line_plan = LinePlan::new(&self.harvest.seen.kinds, self.options.budget, wants);
        self.tell_omissions(&count_plan)?;
        let line_run = self.options.lines.then(|| (self.line_plan.kinds(), self.line_plan.seconds));
        self.plan = Some(Plan { line_run, ..count_plan.summary(&self.harvest.seen) });
        if self.options.plan_only {
            return Ok(());
        }
        let may_rotate = count_plan.may_rotate(self.options, &self.harvest.seen);
        let mut attempts = Attempts::new(self.options.attempts, may_rotate);
        let mut done = 0;
        while let Some(stages) = count_plan.runs().get(done) {
            let Some(harm) = self.run_injected(Task::Count(&count_plan, stages), input)? else {
                done += 1;
                continue;
            };
            let change = attempts.next(&harm).filter(|_| signals::interruption().is_none());
            self.tell(&harm, change.as_ref())?;
            let Some(change) = change else { break };
            match &change {
                Change::Without(kernel) => self.line_plan.leave_out(kernel),
                // Counts without code have no lines.
                Change::WithoutCode => self.line_plan = LinePlan::default(),
                _ => {}
            }
            count_plan = count_plan.changed(&change, self.options, &self.harvest.seen);
            if matches!(change, Change::Rotation | Change::WithoutGraphs) {
                self.tell_omissions(&count_plan)?;
            }
            // Other passes are others' launches: they begin anew.
            let is_less =
                matches!(change, Change::Without(_) | Change::WithoutGraphs | Change::WithoutCode);
            done = if is_less { done } else { 0 };
        }
        Ok(())
    }

    /// Makes the run for counters of single instructions, if it is wanted.
    fn count_lines(&mut self, input: &Input) -> Result<(), CollectError> {
        if !self.options.lines || self.options.plan_only {
            return Ok(());
        }
        if !self.line_plan.over_budget.is_empty() {
            let text = format!(
                "the instructions of {} did not fit into --budget and were not counted",
                listed(&self.line_plan.over_budget)
            );
            self.harvest.warn("line-budget-cut", text)?;
        }
        let wanted = self.line_plan.kinds();
        for attempts_left in (0..self.options.attempts).rev() {
            if self.line_plan.is_empty() || signals::interruption().is_some() {
                break;
            }
            let plan = self.line_plan.clone();
            let Some(harm) = self.run_injected(Task::Lines(&plan), input)? else { break };
            if let Some(Launched::Kernel(kernel)) = harm.launched() {
                self.line_plan.leave_out(kernel);
            } else {
                self.line_plan = LinePlan::default();
            }
            self.line_plan.leave_out_counted(&self.harvest.lined_kinds);
            let next = match (self.line_plan.is_empty(), attempts_left) {
                (true, _) => "what was not counted before has no lines",
                (false, 0) => "what was not counted before has no lines (--attempts)",
                (false, _) => "the line run is made again without that kernel",
            };
            let text = format!("{}; {next}", harm.text(self.options.launch_timeout));
            self.report(&text);
            self.harvest.warn("line-run-failed", text)?;
        }
        if self.harvest.lined > 0 {
            return Ok(());
        }
        let why = match wanted {
            _ if signals::interruption().is_some() => "propp was interrupted",
            0 if self.line_plan.over_budget.is_empty() => {
                "no kernel outside of graphs takes time and may be measured"
            }
            0 => "none fits into --budget",
            _ => "no launch came that was planned, or each was refused",
        };
        self.harvest.warn("no-line-run", format!("no kernel's instructions were counted: {why}"))
    }

    /// Tells which kernels are not measured, and why, each reason once.
    fn tell_omissions(&mut self, plan: &CountPlan) -> Result<(), CollectError> {
        for (code, text) in plan.omissions(&self.harvest.seen) {
            if !self.harvest.notices.iter().any(|notice| notice.text == text) {
                self.harvest.warn(code, text)?;
            }
        }
        Ok(())
    }

    /// Tells what went wrong in a run for counters, and what is done about it.
    fn tell(&mut self, harm: &Harm, change: Option<&Change>) -> Result<(), CollectError> {
        let what = harm.text(self.options.launch_timeout);
        let text = format!("{what}; {}", Change::text(change));
        self.report(&text);
        match change {
            Some(_) => self.harvest.warn(harm.code(), text),
            None => self.harvest.fail(harm.code(), text),
        }
    }

    /// Runs the program without propp, to time it.
    fn run_alone(&mut self, input: &Input) -> Result<(), CollectError> {
        let starting = Starting::begin()?;
        let session = Session::open()?;
        let setup = RunSetup {
            command: &self.command,
            environment: Vec::new(),
            stdin: self.stdin(input)?,
            silent_output: false,
            silent_errors: false,
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

    fn note_obstacles(&mut self) -> Result<(), CollectError> {
        self.note_problem()?;
        // Another injected tool is left out: two users of CUPTI in one process do not
        // work, and NVTX reports to one.
        let ours =
            Session::VARIABLES.into_iter().take(1 + usize::from(!self.options.nvtx.is_empty()));
        for variable in ours {
            if let Some(other) = std::env::var_os(variable).filter(|value| !value.is_empty()) {
                let other = other.to_string_lossy();
                let text =
                    format!("{variable}={other} is not loaded: propp takes its place; unset it");
                self.harvest.warn("other-tool-left-out", text)?;
            }
        }
        Ok(())
    }

    /// Notes once why there are no counters.
    fn note_problem(&mut self) -> Result<(), CollectError> {
        match self.machine.problem.take() {
            Some((code, text)) => self.harvest.fail(code, text),
            None => Ok(()),
        }
    }

    /// Whether a run for counters would measure anything.
    fn worth_counting(&mut self) -> Result<bool, CollectError> {
        let was_traced = self.options.runs == Runs::Both;
        let is_planned = was_traced || self.options.like.is_some();
        if self.machine.counters.is_empty() || (was_traced && self.processes == 0) {
            return Ok(false);
        }
        not_interrupted()?;
        let window = self.options.window.typed();
        let (code, text) = if was_traced && !window.is_empty() && self.harvest.traced == 0 {
            ("window-empty", format!("no kernel was launched in the window ({window})"))
        } else if let Some(Ending::Killed(signal)) = self.ending {
            let text = format!(
                "the program was ended by signal {signal}, so it was not run again for counters"
            );
            ("no-count-run", text)
        } else if let (Some(filter), true, []) =
            (&self.options.kernels, is_planned, self.wanted_kernels().as_slice())
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

    /// Runs the program under the injected library. Returns what went wrong because of it,
    /// if anything did.
    fn run_injected(
        &mut self,
        task: Task<'_>,
        input: &Input,
    ) -> Result<Option<Harm>, CollectError> {
        let job = task.job();
        let records = self.records(task);
        let starting = Starting::begin()?;
        let session = Session::open()?;
        let config = self.config(task, &session);
        let nvtx = self.machine.cupti().filter(|_| !self.options.nvtx.is_empty());
        let mut environment = session.environment(&config, self.library.path(), nvtx.as_deref())?;
        // Counters are of kernels, whoever launches them.
        if self.options.modules && (job == Job::Trace || records) {
            environment.push((python::SEARCH_PATH, python::hook(&session.python())?));
        }
        let setup = RunSetup {
            command: &self.command,
            environment,
            stdin: self.stdin(input)?,
            // Once a run has shown what the program says, to its end.
            silent_output: self.ending.is_some(),
            silent_errors: self.ending.is_some() && !self.options.verbose,
        };
        let of_records = records.then(|| self.harvest.writer.begin_run(Job::Trace)).transpose()?;
        let row = self.harvest.writer.begin_run(job)?;
        let code = config.code;
        let before = (self.harvest.measured, self.harvest.lined, self.harvest.traced);
        let patience = Duration::from_secs_f64(self.options.launch_timeout);
        let quiet = self.options.quiet;
        let limit = self.before.map_or(Duration::MAX, |ran| ran.saturating_mul(TIMES_LONGER));
        let pulse = Pulse::create(&session.pulse())?;
        let mut listener =
            Listener::new(&mut self.harvest, job, row, quiet, patience, limit, Some(pulse))
                .with_records_in(of_records)
                .with_ranges_from(nvtx)
                .with_code(code);
        let mut started = false;
        let ended = run(
            starting,
            setup,
            &session.listener,
            |child| {
                started = true;
                input.feed(child.stdin.take());
            },
            |event| listener.handle(event),
        );
        self.started |= started;
        let connected = ended.as_ref().map(|ended| ended.connected.clone()).unwrap_or_default();
        let (harm, during) = (listener.harm(), listener.during());
        listener.end(&connected)?;
        let ended = ended.map_err(|error| self.explain(error, started))?;
        for row in of_records.into_iter().chain([row]) {
            self.harvest.writer.end_run(row, ended.duration, ended.ending)?;
        }
        self.runs_begun += 1;
        self.processes = self.processes.max(ended.processes);
        // After the program's own end, what is left of it harms nobody.
        let harm = harm.filter(|_| ended.killed).or_else(|| self.harmed(job, &ended, during));
        match &harm {
            Some(_) => self.harmed_ending = Some(ended.ending),
            None => self.note_ending(&ended)?,
        }
        if job == Job::Trace {
            self.before = Some(ended.duration);
        }
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
        };
        self.report(&format!("{what}: {launches} in {:.2} s", ended.duration.as_secs_f64()));
        Ok(harm)
    }

    /// Whether what runs is recorded beside counting.
    fn records(&self, task: Task<'_>) -> bool {
        self.options.runs == Runs::One && matches!(task, Task::Count(..))
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

    fn note_ending(&mut self, ended: &RunResult) -> Result<(), CollectError> {
        if let Some(before) = self.ending.filter(|before| *before != ended.ending) {
            let (ending, before, during) = (ended.ending, Some(before), None);
            let harm = Harm::EndedDifferently { ending, before, during };
            self.harvest.warn(harm.code(), harm.text(self.options.launch_timeout))?;
        }
        self.ending.get_or_insert(ended.ending);
        Ok(())
    }

    fn report(&self, text: &str) {
        if !self.options.quiet {
            // Go on if standard error is closed.
            let _ = writeln!(io::stderr(), "propp: {text}");
        }
    }

    fn config(&self, task: Task<'_>, session: &Session) -> Config {
        let seen = &self.harvest.seen;
        let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let (selection, code) = match task {
            Task::Trace => (Selection::nothing(), CodeWanted::nothing()),
            Task::Count(plan, stages) => (
                plan.selection(self.options, seen, self.wanted_kernels(), stages.to_vec()),
                plan.code(self.options, seen),
            ),
            Task::Lines(plan) => (plan.selection(), plan.code()),
        };
        Config {
            version: VERSION,
            socket: session.socket().to_owned(),
            job: task.job(),
            pulse: session.pulse().to_string_lossy().into_owned(),
            only_child_of: if self.options.children { 0 } else { std::process::id() },
            cupti_dir: self.machine.cupti_dir.clone(),
            counters: match task {
                Task::Count(plan, _) => self.counters(plan),
                Task::Trace | Task::Lines(_) => Vec::new(),
            },
            not_replayed: named(NOT_REPLAYED),
            instruction_counters: named(&instruction_counters::ALL),
            window: self.window(),
            selection,
            records: self.records(task),
            code,
        }
    }

    /// What is read, by chip and pass. In the only run measured launches are not timed otherwise.
    fn counters(&self, plan: &CountPlan) -> Vec<ChipCounters> {
        let mut counters = plan.counters().to_vec();
        if self.options.runs == Runs::One {
            let first = counters.iter_mut().filter_map(|(_, passes)| passes.first_mut());
            first.for_each(|pass| pass.push(TIME.to_owned()));
        }
        counters
    }

    /// The window of a run that begins now.
    fn window(&self) -> Window {
        let asked = &self.options.window;
        let ns = |seconds: f64| (seconds * 1e9) as u64;
        Window {
            by_program: asked.by_program,
            began_ns: now_ns(),
            delay_ns: ns(asked.delay),
            duration_ns: asked.duration.map_or(0, |seconds| ns(seconds).max(1)),
        }
    }
}

/// Fails if a signal asked for the end.
fn not_interrupted() -> Result<(), CollectError> {
    signals::interruption().map_or(Ok(()), |signal| Err(CollectError::Interrupted { signal }))
}
