//! The runs of a profile: alone, for the trace, and for counters.

mod closely;
mod config;
mod early;
mod runs;

use std::ffi::OsString;
use std::io::{self, Write};
use std::time::Duration;

use propp_base_names::demangle;
use propp_collect_schedule::TracedKind;
use propp_recording::Ending;
use propp_recording_store::Writer;
use propp_recording_wire::{Job, Severity};
use tempfile::TempDir;

use super::agent_library::AgentLibrary;
use super::attempts::{Attempts, Change, Harm};
use super::earlier::Earlier;
use super::error::{CollectError, Result};
use super::harvest::Harvest;
use super::input::Input;
use super::lines::LinePlan;
use super::machine::Machine;
use super::measure::{CountPlan, OUTSIDE_STEPS, Plan};
use super::options::{Options, Runs};
use super::session::Session;
use super::signals;
use config::Task;
use early::Early;

pub(super) struct Collector<'a> {
    options: &'a Options,
    pub(super) command: Vec<OsString>,
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
    /// The program of the count run, if it was started early.
    early: Option<Early>,
    /// How long the program ran last, by itself or traced.
    before: Option<Duration>,
    /// Where frameworks keep what they compile, for the later runs.
    compiled: Option<TempDir>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        options: &'a Options,
        command: Vec<OsString>,
        library: AgentLibrary,
        machine: Machine,
        writer: Writer,
    ) -> Self {
        Self {
            options,
            command,
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
            early: None,
            before: None,
            compiled: None,
        }
    }

    /// Takes an earlier recording in place of a trace run.
    pub(super) fn plan_like(&mut self, earlier: Earlier) -> Result<()> {
        let text = earlier.text(&self.options.recorded_command());
        self.harvest.note(None, Severity::Info, "planned-like", text)?;
        self.harvest.seen = earlier.seen;
        self.before = earlier.duration;
        self.expected = earlier.ending;
        Ok(())
    }

    pub(super) fn all_runs(&mut self) -> Result<()> {
        let traces = match self.options.runs {
            Runs::Both | Runs::Trace => true,
            Runs::Count => false,
            Runs::One => {
                self.machine.wait_for_counters();
                self.machine.counters.is_empty() // Then there is nothing to do at once.
            }
        };
        let alone = self.options.overhead || self.options.yield_cupti;
        if !traces || alone {
            self.machine.wait_for_counters(); // Nothing else may run beside the run alone.
        }
        self.note_obstacles()?;
        let temporary = propp_recording_store::private::temporary();
        let folder = temporary.map_err(CollectError::temporary)?;
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
            self.look_closely(&input)?;
        }
        // No run came to the program's own end, or there was none to make.
        if self.ending.is_none() && !self.options.attends {
            self.run_alone(&input)?;
        }
        Ok(())
    }

    /// Plans and makes the runs for counters.
    fn count(&mut self, input: &Input) -> Result<()> {
        let mut count_plan = CountPlan::new(self.options, &self.machine, &self.harvest.seen);
        let wants = |kind: &TracedKind| self.options.lines && count_plan.wants(kind, self.options);
        self.line_plan = LinePlan::new(&self.harvest.seen.kinds, self.options.budget, wants);
        self.tell_omissions(&count_plan)?;
        let line_run = self.options.lines.then(|| (self.line_plan.kinds(), self.line_plan.seconds));
        let wait_run = self.options.waits;
        self.plan = Some(Plan { line_run, wait_run, ..count_plan.summary(&self.harvest.seen) });
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
                Change::Without(kernel) => {
                    self.line_plan = std::mem::take(&mut self.line_plan).without(kernel);
                }
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
        if self.options.runs == Runs::One {
            self.tell_omissions(&count_plan)?; // Now it is known what there was.
        }
        Ok(())
    }

    /// Tells which kernels are not measured, and why, each reason once.
    fn tell_omissions(&mut self, plan: &CountPlan) -> Result<()> {
        for (code, text) in plan.omissions(&self.harvest.seen) {
            if !self.harvest.notices.iter().any(|notice| notice.text == text) {
                let is_meant = code == OUTSIDE_STEPS;
                let severity = if is_meant { Severity::Info } else { Severity::Warning };
                self.harvest.note(None, severity, code, text)?;
            }
        }
        Ok(())
    }

    /// Tells what went wrong in a run for counters, and what is done about it.
    fn tell(&mut self, harm: &Harm, change: Option<&Change>) -> Result<()> {
        let what = harm.text(self.options.launch_timeout);
        let text = format!("{what}; {}", Change::text(change));
        self.report(&text);
        match change {
            Some(_) => self.harvest.warn(harm.code(), text),
            None => self.harvest.fail(harm.code(), text),
        }
    }

    fn note_obstacles(&mut self) -> Result<()> {
        self.note_problem()?;
        // Another injected tool is left out: two users of CUPTI in one process do not
        // work, and NVTX reports to one.
        let ours = Session::VARIABLES
            .into_iter()
            .take(1 + usize::from(self.options.wants_ranges(Job::Trace)));
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
    fn note_problem(&mut self) -> Result<()> {
        match self.machine.problem.take() {
            Some((code, text)) => self.harvest.fail(code, text),
            None => Ok(()),
        }
    }

    /// Whether a run for counters would measure anything.
    fn worth_counting(&mut self) -> Result<bool> {
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
            // SIGSYS.
            let why = match signal {
                31 => {
                    " (a system call that its seccomp filter forbids; propp adds `sendto`, `fstat` \
                        and `fcntl`)"
                }
                _ => "",
            };
            let text = format!(
                "the program was ended by signal {signal}{why}, so it was not run again for counters"
            );
            ("no-count-run", text)
        } else if let (Some(filter), true, []) =
            (&self.options.kernels, is_planned, self.wanted_kernels().as_slice())
        {
            let seen = self.harvest.kernels().into_iter().map(demangle).collect();
            ("no-kernel-matches", filter.nothing_among("no kernel matches --kernel", seen))
        } else {
            if let Some(note) = self.note_on_names() {
                self.harvest.warn("kernel-name-part", note)?;
            }
            return Ok(true);
        };
        self.harvest.warn(code, text)?;
        Ok(false)
    }

    fn wanted_kernels(&self) -> Vec<String> {
        let Some(filter) = &self.options.kernels else { return Vec::new() };
        let kernels = self.harvest.kernels();
        let names: Vec<String> = kernels.iter().map(|name| demangle(name)).collect();
        let filter = filter.among(names.iter().map(String::as_str));
        let named = kernels.into_iter().zip(&names).filter(|(_, name)| filter.matches(name));
        named.map(|(symbol, _)| symbol.to_owned()).collect()
    }

    /// Says which kernels are measured if no kernel has the name that was given.
    fn note_on_names(&self) -> Option<String> {
        let filter = self.options.kernels.as_ref()?;
        let names: Vec<String> = self.harvest.kernels().iter().map(|name| demangle(name)).collect();
        let names = || names.iter().map(String::as_str);
        filter.among(names()).note(names())
    }

    fn report(&self, text: &str) {
        if !self.options.quiet {
            // Go on if standard error is closed.
            let _ = writeln!(io::stderr(), "propp: {text}");
        }
    }
}

/// Fails if a signal asked for the end.
fn not_interrupted() -> Result<()> {
    signals::interruption().map_or(Ok(()), |signal| Err(CollectError::Interrupted { signal }))
}
