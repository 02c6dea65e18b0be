//! What the count runs measure: the user's wishes, the machine and what the
//! trace run saw, made into a schedule.

use propp_wire::{Selection, Stage, Thinning};

use super::machine::Machine;
use super::options::{Options, Replay};
use crate::names::demangle;
use crate::schedule::{Asked, Cost, Measuring, Method, Prices, Schedule, Seen, schedule};

/// Kernels whose mangled name contains one of these are not measured: they wait
/// for kernels of other GPUs or for the host, and never end when they run alone.
const LEFT_ALONE: [&str; 3] = ["ncclDevKernel", "ncclKernel", "nvshmem"];

/// Names of kernels that a notice lists.
const LISTED: usize = 10;

/// What is measured, and why the rest is not.
pub(super) struct Measures {
    /// `None` where nothing was seen before, or what was seen cannot be
    /// numbered as it will be.
    schedule: Option<Schedule>,
    passes: usize,
    replay: Replay,
    /// Mangled names of kernels, or parts of them.
    left_alone: Vec<String>,
}

impl Measures {
    pub(super) fn plan(options: &Options, machine: &Machine, seen: &Seen) -> Self {
        let passes = machine.counters.iter().map(|(_, passes)| passes.len()).max().unwrap_or(0);
        let left_alone: Vec<String> = LEFT_ALONE.map(str::to_owned).to_vec();
        // A window, or a range, numbers launches as they come.
        let is_numbered_alike =
            options.launch_skip == 0 && options.launch_count == 0 && options.nvtx.is_empty();
        // Every launch by kernel replay is a rule, and needs no list.
        let is_everything = options.per_signature == 0
            && options.budget.is_none()
            && matches!(options.replay, Replay::Kernel | Replay::Auto);
        let is_planned = is_numbered_alike && !is_everything && !seen.kinds.is_empty();
        let asked = Asked {
            method: match options.replay {
                Replay::Kernel => Method::Kernel,
                Replay::Rotate => Method::Rotate,
                Replay::Application => Method::Application,
                Replay::Auto => Method::Auto,
            },
            passes,
            most: options.per_signature,
            budget: options.budget.map(Cost),
            prices: Prices::default(),
        };
        let asked_for: Vec<bool> = seen
            .kinds
            .iter()
            .map(|kind| {
                let named =
                    options.kernels.as_ref().is_none_or(|k| k.matches(&demangle(&kind.name)));
                let placed = options.devices.is_empty() || options.devices.contains(&kind.device);
                named && placed && !is_left_alone(&left_alone, &kind.name)
            })
            .collect();
        let schedule = is_planned.then(|| schedule(seen, &asked_for, &asked));
        Self { schedule, passes, replay: options.replay, left_alone }
    }

    /// The stages of each run that is to be made.
    pub(super) fn runs(&self) -> Vec<Vec<Stage>> {
        let passes = u32::try_from(self.passes).unwrap_or(u32::MAX);
        match (self.replay, &self.schedule) {
            (Replay::Application, _) => (1..=passes).map(|pass| vec![Stage { pass }]).collect(),
            (_, Some(schedule)) => vec![schedule.stages.clone()],
            _ => vec![vec![Stage { pass: 0 }]],
        }
    }

    /// What the injected library is told.
    pub(super) fn selection(
        &self,
        options: &Options,
        kernels: Vec<String>,
        stages: Vec<Stage>,
    ) -> Selection {
        Selection {
            kernels,
            left_alone: self.left_alone.clone(),
            nvtx: options.nvtx.clone(),
            devices: options.devices.clone(),
            launch_skip: options.launch_skip,
            launch_count: options.launch_count,
            stages,
            planned: self.schedule.as_ref().map(|s| s.planned.clone()).unwrap_or_default(),
            thinning: Thinning { most: options.per_signature, skip: 0 },
            budget_ns: options.budget.map_or(0, |seconds| (seconds * 1e9) as u64),
        }
    }

    /// From now on a kernel is left alone.
    pub(super) fn leave(&mut self, kernel: String) {
        self.left_alone.push(kernel);
    }

    /// What the user should know of kernels that are not measured: a fixed
    /// word and a text for each reason.
    pub(super) fn omissions(&self, seen: &Seen) -> Vec<(&'static str, String)> {
        let kinds = || seen.kinds.iter().enumerate();
        let left: Vec<&str> = kinds()
            .filter(|(_, kind)| is_left_alone(&self.left_alone, &kind.name))
            .map(|(_, kind)| kind.name.as_str())
            .collect();
        let with = |measuring: Measuring| -> Vec<&str> {
            let of = |kind: usize| self.schedule.as_ref().and_then(|s| s.measuring.get(kind));
            kinds()
                .filter(|(i, _)| of(*i) == Some(&measuring))
                .map(|(_, k)| k.name.as_str())
                .collect()
        };
        [
            (
                "left-alone",
                left,
                "wait for other GPUs or the host, would hang when measured, and were left out",
            ),
            ("budget-cut", with(Measuring::Cut), "did not fit into --budget and were not measured"),
            (
                "too-seldom",
                with(Measuring::TooSeldom),
                "were launched too seldom to read one pass after the other; use --replay auto or \
                 kernel for them",
            ),
        ]
        .into_iter()
        .filter(|(_, names, _)| !names.is_empty())
        .map(|(code, names, why)| (code, format!("{} {why}", listed(&names))))
        .collect()
    }

    /// The plan in words: what is measured how, and what it will cost.
    pub(super) fn words(&self, seen: &Seen) -> Plan {
        let Some(schedule) = &self.schedule else {
            return Plan { lines: Vec::new(), stages: 1, passes: self.passes, seconds: None };
        };
        let lines = seen
            .kinds
            .iter()
            .zip(&schedule.measuring)
            .map(|(kind, measuring)| Planned {
                kernel: demangle(&kind.name),
                grid: kind.grid,
                block: kind.block,
                launches: kind.launches,
                total_ns: kind.total_ns,
                measuring: *measuring,
            })
            .collect();
        let stages = schedule.stages.len();
        Plan { lines, stages, passes: self.passes, seconds: Some(schedule.cost.0) }
    }
}

/// What would be measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Every kind of launch that the trace run saw; none where the plan is a
    /// rule and no list.
    pub lines: Vec<Planned>,
    /// Times the profiler is set up.
    pub stages: usize,
    /// Passes that all counters need.
    pub passes: usize,
    /// What measuring is expected to add to the run.
    pub seconds: Option<f64>,
}

/// A kind of launch in a [`Plan`].
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Demangled name.
    pub kernel: String,
    /// Blocks along x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y, z.
    pub block: [u32; 3],
    /// Launches that were seen.
    pub launches: u64,
    /// Their time.
    pub total_ns: u64,
    /// What is done with it.
    pub measuring: Measuring,
}

fn is_left_alone(left_alone: &[String], name: &str) -> bool {
    left_alone.iter().any(|part| name.contains(part.as_str()))
}

fn listed(names: &[&str]) -> String {
    let mut names: Vec<String> = names.iter().map(|name| demangle(name)).collect();
    names.sort_unstable();
    names.dedup();
    let more = names.len().saturating_sub(LISTED);
    names.truncate(LISTED);
    let text = names.join(", ");
    if more > 0 { format!("{text} and {more} more") } else { text }
}
