//! The runs that look at single instructions: the line run and the wait run.

use super::super::attempts::Launched;
use super::super::error::Result;
use super::super::input::Input;
use super::super::lines::LinePlan;
use super::super::measure::listed;
use super::super::signals;
use super::Collector;
use super::config::Task;

/// A run that looks at single instructions.
#[derive(Clone, Copy)]
enum Closely {
    Lines,
    Waits,
}

/// How it is begun, and what is said of it.
struct Words {
    task: fn(&LinePlan) -> Task<'_>,
    /// The code of the notice that it went wrong.
    failed: &'static str,
    /// The code of the notice that it brought nothing, and the notice's beginning.
    none: (&'static str, &'static str),
    /// What kernels lack that it did not come to.
    lacks: &'static str,
    run: &'static str,
}

impl Closely {
    fn words(self) -> Words {
        match self {
            Self::Lines => Words {
                task: |plan| Task::Lines(plan),
                failed: "line-run-failed",
                none: ("no-line-run", "no kernel's instructions were counted"),
                lacks: "kernels that were not counted until then have no lines",
                run: "line run",
            },
            Self::Waits => Words {
                task: |plan| Task::Waits(plan),
                failed: "wait-run-failed",
                none: ("no-wait-run", "no kernel was sampled"),
                lacks: "nothing says where the kernels wait that were not sampled until then",
                run: "wait run",
            },
        }
    }
}

impl Collector<'_> {
    /// Makes the runs that look at single instructions, if they are wanted.
    pub(super) fn look_closely(&mut self, input: &Input) -> Result<()> {
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
        let lines = self.line_plan.clone();
        let waits = lines.sampled(&self.harvest.seen.kinds);
        self.each_attempt(input, Closely::Lines, lines)?;
        if self.options.waits {
            self.harvest.lined_kinds.clear();
            self.each_attempt(input, Closely::Waits, waits)?;
        }
        Ok(())
    }

    /// Makes a run, and if it goes wrong again without what it went wrong with.
    fn each_attempt(&mut self, input: &Input, what: Closely, mut plan: LinePlan) -> Result<()> {
        let (wanted, before) = (plan.kinds(), self.harvest.lined);
        let Words { task, failed, none, lacks, run } = what.words();
        for attempts_left in (0..self.options.attempts).rev() {
            if plan.is_empty() || signals::interruption().is_some() {
                break;
            }
            let Some(harm) = self.run_injected(task(&plan), input)? else { break };
            let rest = match harm.launched() {
                Some(Launched::Kernel(kernel)) => plan.without(kernel),
                _ => LinePlan::default(),
            };
            plan = rest.without_counted(&self.harvest.lined_kinds);
            let next = match (plan.is_empty(), attempts_left) {
                (true, _) => lacks.to_owned(),
                (false, 0) => format!("{lacks} (--attempts)"),
                (false, _) => format!("the {run} is made again without that kernel"),
            };
            let text = format!("{}; {next}", harm.text(self.options.launch_timeout));
            self.report(&text);
            self.harvest.warn(failed, text)?;
        }
        if self.harvest.lined > before {
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
        self.harvest.warn(none.0, format!("{}: {why}", none.1))
    }
}
