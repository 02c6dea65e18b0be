//! What the injected library is told to do in a run.

use propp_base_model::counters::TIME;
use propp_base_model::instruction_counters;
use propp_judge_criteria::counters::ratios::NOT_REPLAYED;
use propp_recording_wire::{CodeWanted, Config, Job, Selection, Stage, VERSION, Window};

use super::super::lines::LinePlan;
use super::super::machine::ChipCounters;
use super::super::measure::CountPlan;
use super::super::options::Runs;
use super::super::pulse::now_ns;
use super::super::session::Session;
use super::Collector;

/// What the injected library does in a run.
#[derive(Clone, Copy)]
pub(super) enum Task<'p> {
    Trace,
    Count(&'p CountPlan, &'p [Stage]),
    Lines(&'p LinePlan),
    Waits(&'p LinePlan),
}

impl Task<'_> {
    pub(super) fn job(self) -> Job {
        match self {
            Self::Trace => Job::Trace,
            Self::Count(..) => Job::Count,
            Self::Lines(_) => Job::Lines,
            Self::Waits(_) => Job::Waits,
        }
    }
}

impl Collector<'_> {
    /// Whether what runs is recorded beside counting.
    pub(super) fn records(&self, task: Task<'_>) -> bool {
        self.options.runs == Runs::One && matches!(task, Task::Count(..))
    }

    pub(super) fn config(&self, task: Task<'_>, session: &Session) -> Config {
        let seen = &self.harvest.seen;
        let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let (selection, code) = match task {
            Task::Trace => (Selection::nothing(), CodeWanted::nothing()),
            Task::Count(plan, stages) => (
                plan.selection(self.options, seen, self.wanted_kernels(), stages.to_vec()),
                plan.code(self.options, seen),
            ),
            Task::Lines(plan) | Task::Waits(plan) => (plan.selection(), plan.code()),
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
                Task::Trace | Task::Lines(_) | Task::Waits(_) => Vec::new(),
            },
            not_replayed: named(NOT_REPLAYED),
            instruction_counters: named(&instruction_counters::ALL),
            window: self.window(),
            selection,
            records: self.records(task),
            code,
            by_range: !self.options.nvtx.is_empty(),
            most_captured: 0,
            longest_captured_s: 0.0,
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
            every: asked.every,
            began_ns: now_ns(),
            delay_ns: ns(asked.delay),
            duration_ns: asked.duration.map_or(0, |seconds| ns(seconds).max(1)),
        }
    }
}
