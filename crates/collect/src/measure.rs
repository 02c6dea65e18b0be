//! What the count runs measure: the user's wishes, the machine and what the
//! trace run saw, made into a schedule.

use std::collections::BTreeSet;

use propp_names::demangle;
use propp_schedule::{Asked, Cost, Measuring, Method, Prices, Schedule, Seen, schedule};
use propp_wire::{Selection, Stage, Thinning};

use super::machine::Machine;
use super::options::{Options, Replay};

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
    /// The same, of those that the user is not told about.
    uncounted: Vec<String>,
    /// Mangled names of the kernels that hung when they were measured.
    hung: BTreeSet<String>,
}

impl Measures {
    pub(super) fn plan(options: &Options, machine: &Machine, seen: &Seen) -> Self {
        let passes = machine.counters.iter().map(|(_, passes)| passes.len()).max().unwrap_or(0);
        let left_alone: Vec<String> = LEFT_ALONE.map(str::to_owned).to_vec();
        let uncounted = options.uncounted.clone();
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
                let named = options
                    .kernels
                    .as_ref()
                    .is_none_or(|k| k.matches(&demangle(&kind.key.function)));
                let placed = options.devices.is_empty() || options.devices.contains(&kind.device);
                named
                    && placed
                    && !is_left_alone(&left_alone, &kind.key.function)
                    && !is_left_alone(&uncounted, &kind.key.function)
            })
            .collect();
        let schedule = is_planned.then(|| schedule(seen, &asked_for, &asked));
        let (replay, hung) = (options.replay, BTreeSet::new());
        Self { schedule, passes, replay, left_alone, uncounted, hung }
    }

    /// The stages of each run that is to be made.
    pub(super) fn runs(&self) -> Vec<Vec<Stage>> {
        let passes = u32::try_from(self.passes).unwrap_or(u32::MAX);
        let in_one_run = match (self.replay, &self.schedule) {
            (Replay::Application, _) => {
                return (1..=passes).map(|pass| vec![Stage { pass }]).collect();
            }
            (_, Some(schedule)) => schedule.stages.clone(),
            (Replay::Rotate, None) => Vec::new(),
            (Replay::Kernel | Replay::Auto, None) => vec![Stage { pass: 0 }],
        };
        // Where nothing can be rotated, a run would bring nothing.
        if in_one_run.is_empty() { Vec::new() } else { vec![in_one_run] }
    }

    /// What the injected library is told. `kernels` are those that the user
    /// asked for; none for all.
    pub(super) fn selection(
        &self,
        options: &Options,
        seen: &Seen,
        kernels: Vec<String>,
        stages: Vec<Stage>,
    ) -> Selection {
        let (kernels, hung) = self.without_hung(seen, kernels);
        let budget_ns = options.budget.map_or(0.0, |seconds| seconds * 1e9);
        Selection {
            kernels,
            left_alone: [self.left_alone.as_slice(), &self.uncounted, &hung].concat(),
            nvtx: options.nvtx.clone(),
            devices: options.devices.clone(),
            launch_skip: options.launch_skip,
            launch_count: options.launch_count,
            stages,
            planned: self.schedule.as_ref().map(|s| s.planned.clone()).unwrap_or_default(),
            thinning: Thinning { most: options.per_signature, skip: 0 },
            // Runs share it.
            budget_ns: (budget_ns / self.runs().len().max(1) as f64) as u64,
        }
    }

    /// The kernels to measure, less those that hung: by their whole names, since
    /// a part of a name may be another kernel's, too. Where no kernel remains
    /// that is known, their names as parts of names.
    fn without_hung(&self, seen: &Seen, kernels: Vec<String>) -> (Vec<String>, Vec<String>) {
        if self.hung.is_empty() {
            return (kernels, Vec::new());
        }
        let known: BTreeSet<&String> = match kernels.is_empty() {
            true => seen.kinds.iter().map(|kind| &kind.key.function).collect(),
            false => kernels.iter().collect(),
        };
        let others: Vec<String> =
            known.into_iter().filter(|name| !self.hung.contains(*name)).cloned().collect();
        if others.is_empty() {
            return (kernels, self.hung.iter().cloned().collect());
        }
        (others, Vec::new())
    }

    /// From now on a kernel is left alone.
    pub(super) fn leave(&mut self, kernel: String) {
        self.hung.insert(kernel);
    }

    /// What the user should know of kernels that are not measured: a fixed
    /// word and a text for each reason.
    pub(super) fn omissions(&self, seen: &Seen) -> Vec<(&'static str, String)> {
        let kinds = || seen.kinds.iter().enumerate();
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
        let in_graphs: Vec<&str> = match self.replay {
            Replay::Rotate | Replay::Application => {
                seen.of_graphs.iter().map(String::as_str).collect()
            }
            Replay::Kernel | Replay::Auto => Vec::new(),
        };
        let too_seldom = match seen.processes() {
            1 => {
                "were launched too seldom to read one pass after the other; use --replay auto or \
                 kernel for them"
            }
            _ => {
                "were not measured: one pass after the other works in a single process only; use \
                 --replay auto, kernel or application"
            }
        };
        [
            (
                "left-alone",
                left,
                "wait for other GPUs or the host, would hang when measured, and were left out",
            ),
            ("budget-cut", with(Measuring::Cut), "did not fit into --budget and were not measured"),
            ("too-seldom", with(Measuring::TooSeldom), too_seldom),
            (
                "graphs-left-out",
                in_graphs,
                "ran inside graphs, where nothing can be read one pass at a time; use --replay \
                 auto or kernel for them",
            ),
        ]
        .into_iter()
        .filter(|(_, names, _)| !names.is_empty())
        .map(|(code, names, why)| (code, format!("{} {why}", listed(&names))))
        .collect()
    }

    /// The plan in words: what is measured how, and what it will cost.
    pub(super) fn words(&self, seen: &Seen) -> Plan {
        let measuring = self.schedule.as_ref().map(|schedule| schedule.measuring.as_slice());
        let lines = seen
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
            in_graphs: seen.of_graphs.len(),
            is_application: self.replay == Replay::Application,
            stages: self.runs().iter().map(Vec::len).sum(),
            passes: self.passes,
            seconds: self.schedule.as_ref().map(|schedule| schedule.cost.0),
        }
    }
}

/// What would be measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Every kind of launch that the trace run saw; none where the plan is a
    /// rule and no list.
    pub lines: Vec<Planned>,
    /// Kernels that ran inside graphs; they are in no list.
    pub in_graphs: usize,
    /// Whether each pass has a run of its own.
    pub is_application: bool,
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

#[cfg(test)]
#[path = "measure_tests.rs"]
mod tests;
