//! What users are told of a plan: what is left out and why, and what `--plan` prints.

use propp_base_names::demangle;
use propp_collect_schedule::{Measuring, TracedLaunches};

use super::{CountPlan, WithoutGraphs, exchanges_data, is_left_alone};
use propp_collect_schedule::Replay;

/// What is left out because the report is about the steps.
pub(in super::super) const OUTSIDE_STEPS: &str = "outside-steps";

/// Names of kernels that a notice lists.
const LISTED: usize = 10;

impl CountPlan {
    /// Code and text of a notice for each reason why kernels are not measured.
    pub(in super::super) fn omissions(
        &self,
        traced: &TracedLaunches,
    ) -> Vec<(&'static str, String)> {
        let kinds = || traced.kinds.iter().enumerate();
        let left: Vec<&str> = kinds()
            .filter(|(_, kind)| is_left_alone(&self.left_alone, &kind.key.function))
            .map(|(_, kind)| kind.key.function.as_str())
            .collect();
        let with = |measuring: Measuring| -> Vec<&str> {
            let of = |kind: usize| self.schedule.as_ref().and_then(|s| s.measuring.get(kind));
            kinds()
                .filter(|(i, _)| of(*i) == Some(&measuring))
                .map(|(_, k)| k.key.function.as_str())
                .collect()
        };
        let why_no_graphs = match (self.replay, self.without_graphs) {
            (Replay::Rotate | Replay::Application, _) => Some(
                "ran inside graphs, where nothing can be read one pass at a time; use --replay \
                 auto or kernel for them",
            ),
            (_, Some(WithoutGraphs::WentWrong)) => {
                Some("ran inside graphs, which went wrong when they were measured")
            }
            (_, Some(WithoutGraphs::WouldGoWrong)) => Some(
                "ran inside graphs, which were left out: CUPTI cannot replay a graph with cuBLAS's \
                 nvjet kernels (the GPU stops at an illegal instruction)",
            ),
            (_, Some(WithoutGraphs::MayBeOlder)) => Some(
                "ran inside graphs, and were timed and not measured: CUPTI cannot replay a graph that \
                 was made before it began; profile the whole program for them (propp profile)",
            ),
            (_, None) => None,
        };
        let in_graphs: Vec<&str> = match why_no_graphs {
            Some(_) => traced.in_graphs.iter().map(String::as_str).collect(),
            None => Vec::new(),
        };
        let too_seldom = match (exchanges_data(traced), traced.order()) {
            (_, None) => {
                "were not measured: one pass after the other works in several processes only where \
                 each has a GPU of its own, or all launch the same; use --replay application"
            }
            (true, _) => {
                "were launched too seldom to read one pass after the other, and replay would undo \
                 what other GPUs write; use --replay application for them"
            }
            (false, _) => {
                "were launched too seldom to read one pass after the other; use --replay auto or \
                 kernel for them"
            }
        };
        [
            (
                "left-alone",
                left,
                "wait for other GPUs or the host, would hang when measured, and were left out",
            ),
            (
                "budget-cut",
                with(Measuring::OverBudget),
                "did not fit into --budget and were not measured",
            ),
            (
                OUTSIDE_STEPS,
                with(Measuring::OutsideSteps),
                "ran only before the steps that the program repeats, or after them, and were not \
                 measured; --step none measures them, too",
            ),
            ("too-seldom", with(Measuring::TooSeldom), too_seldom),
            ("graphs-left-out", in_graphs, why_no_graphs.unwrap_or_default()),
        ]
        .into_iter()
        .filter(|(_, names, _)| !names.is_empty())
        .map(|(code, names, why)| (code, format!("{} {why}", listed(&names))))
        .collect()
    }

    /// The plan for `--plan`: what is measured how, and the expected cost.
    pub(in super::super) fn summary(&self, traced: &TracedLaunches) -> Plan {
        let measuring = self.schedule.as_ref().map(|schedule| schedule.measuring.as_slice());
        let lines = traced
            .kinds
            .iter()
            .zip(measuring.unwrap_or_default())
            .map(|(kind, measuring)| Planned {
                kernel: demangle(&kind.key.function),
                grid: kind.key.grid,
                block: kind.key.block,
                launches: kind.launches,
                total_ns: kind.total_ns,
                measuring: *measuring,
            })
            .collect();
        Plan {
            lines,
            in_graphs: traced.in_graphs.len(),
            measures_graphs: self.without_graphs.is_none(),
            is_application: self.replay == Replay::Application,
            stages: self.runs().iter().map(Vec::len).sum(),
            passes: self.passes,
            seconds: self.schedule.as_ref().map(|schedule| schedule.cost.0),
            line_run: None,
            wait_run: false,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Every kind of launch of the trace run; empty where the plan is a rule.
    pub lines: Vec<Planned>,
    /// Kernels that ran inside graphs; they are not in `lines`.
    pub in_graphs: usize,
    /// Whether kernel replay measures graphs at all.
    pub measures_graphs: bool,
    /// Whether each pass has a run of its own.
    pub is_application: bool,
    /// How often the profiler is set up.
    pub stages: usize,
    /// Passes that all counters need.
    pub passes: usize,
    /// Time that measuring is expected to add to the run.
    pub seconds: Option<f64>,
    /// Functions of which a further run counts the instructions, and the time that this is
    /// expected to add to that run.
    pub line_run: Option<(usize, f64)>,
    /// Whether one more run samples where their warps wait.
    pub wait_run: bool,
}

/// A kind of launch in a [`Plan`].
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    pub kernel: String,
    pub grid: [u32; 3],
    /// Threads of a block along x, y, z.
    pub block: [u32; 3],
    pub launches: u64,
    pub total_ns: u64,
    pub measuring: Measuring,
}

/// Mangled names for a notice.
pub(in super::super) fn listed<N: AsRef<str>>(names: &[N]) -> String {
    let mut names: Vec<String> = names.iter().map(|name| demangle(name.as_ref())).collect();
    names.sort_unstable();
    names.dedup();
    let more = names.len().saturating_sub(LISTED);
    names.truncate(LISTED);
    let text = names.join(", ");
    if more > 0 { format!("{text} and {more} more") } else { text }
}
