//! Plans the count runs: options, machine and traced launches make a schedule.

mod told;

use std::collections::BTreeSet;

use propp_base_model::counters::{Source, counter};
use propp_base_names::{KernelFilter, demangle};
use propp_collect_schedule::{
    Prices, Replay, Request, Schedule, Seconds, TracedKind, TracedLaunches, schedule,
};
use propp_recording_wire::{CodeWanted, RangePattern, Selection, Stage, Thinning};

use super::attempts::Change;
use super::machine::{ChipCounters, Machine};
use super::options::{Options, Runs};
pub(super) use told::{OUTSIDE_STEPS, listed};
pub use told::{Plan, Planned};

/// Parts of the mangled names of kernels that are not measured: these kernels wait for
/// kernels of other GPUs or for the host, and hang when they run alone.
pub(super) const LEFT_ALONE: [&str; 3] = ["ncclDevKernel", "ncclKernel", "nvshmem"];

/// Part of the names of cuBLAS's kernels for Hopper and later. When CUPTI replays one in a graph,
/// the GPU stops at an illegal instruction, and the program fails. Alone they can be measured.
const NOT_IN_GRAPHS: &str = "nvjet";

/// Bytes of a module of which all code is sent, whether the trace run saw its kernels or not; and
/// how many bytes of such code a process sends.
const SMALL_MODULE: u64 = 1 << 20;
const MOST_OTHERS: u64 = 32 << 20;

/// What the count runs measure, and why they leave out the rest.
pub(super) struct CountPlan {
    /// `None` without a trace run, or if the count run numbers launches differently.
    schedule: Option<Schedule>,
    passes: usize,
    replay: Replay,
    /// The kernels that the user asks for.
    kernels: Option<KernelFilter>,
    /// Parts of mangled names of kernels.
    left_alone: Vec<String>,
    /// The same, for kernels that the user is not told about.
    uncounted: Vec<String>,
    /// What is read, by chip.
    counters: Vec<ChipCounters>,
    /// Mangled names of the kernels that went wrong when they were measured.
    excluded: BTreeSet<String>,
    /// Why graphs are not measured, if they are not.
    without_graphs: Option<WithoutGraphs>,
    /// Whether code is collected no more: it went wrong.
    without_code: bool,
}

/// Why graphs are not measured though launches are replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WithoutGraphs {
    WentWrong,
    /// A kernel of [`NOT_IN_GRAPHS`] ran in one.
    WouldGoWrong,
    /// The process attached itself, perhaps behind the making of one.
    MayBeOlder,
}

impl CountPlan {
    pub(super) fn new(options: &Options, machine: &Machine, traced: &TracedLaunches) -> Self {
        let counters = machine.counters.clone();
        let replay = match options.runs {
            // Records and rotation do not go together.
            Runs::One => Replay::Kernel,
            _ => safe(options.replay, exchanges_data(traced)),
        };
        let would_go_wrong = traced.in_graphs.iter().any(|name| name.contains(NOT_IN_GRAPHS));
        let without_graphs = match options.attends {
            true => Some(WithoutGraphs::MayBeOlder),
            false => would_go_wrong.then_some(WithoutGraphs::WouldGoWrong),
        };
        Self::planned(options, traced, replay, counters, BTreeSet::new(), without_graphs)
    }

    fn planned(
        options: &Options,
        traced: &TracedLaunches,
        replay: Replay,
        counters: Vec<ChipCounters>,
        excluded: BTreeSet<String>,
        without_graphs: Option<WithoutGraphs>,
    ) -> Self {
        let passes = counters.iter().map(|(_, passes)| passes.len()).max().unwrap_or(0);
        let left_alone = left_alone(traced);
        let kernels = options.kernels.as_ref().map(|filter| {
            let symbols = traced.kinds.iter().map(|kind| &kind.key.function);
            let names: Vec<String> =
                symbols.chain(&traced.in_graphs).map(|s| demangle(s)).collect();
            filter.among(names.iter().map(String::as_str))
        });
        let uncounted = options.uncounted.clone();
        // Otherwise the numbers depend on the run.
        let is_numbered_alike = options.launch_skip == 0
            && options.launch_count == 0
            && options.measures_everywhere()
            && !options.window.is_timed();
        // Kernel replay of every launch is a rule and needs no list.
        let is_everything = options.per_signature == 0
            && options.budget.is_none()
            && matches!(replay, Replay::Kernel | Replay::Auto);
        let is_planned = options.runs != Runs::One
            && is_numbered_alike
            && !is_everything
            && !traced.kinds.is_empty();
        let asked = Request {
            replay,
            passes,
            most: options.per_signature,
            budget: options.budget.map(Seconds),
            prices: Prices::default(),
            outside_steps: options.outside_steps,
            step: options.step.clone(),
            graphs: options.kernels.is_none(),
        };
        let mut plan = Self {
            schedule: None,
            passes,
            replay,
            kernels,
            left_alone,
            uncounted,
            counters,
            excluded,
            without_graphs,
            without_code: false,
        };
        let wants = |kind| plan.wants(kind, options);
        let selected: Vec<bool> = traced.kinds.iter().map(wants).collect();
        plan.schedule = is_planned.then(|| schedule(traced, &selected, &asked));
        plan
    }

    /// Whether launches of a kind may be measured.
    pub(super) fn wants(&self, kind: &TracedKind, options: &Options) -> bool {
        let named = self.kernels.as_ref();
        named.is_none_or(|filter| filter.matches(&demangle(&kind.key.function)))
            && (options.devices.is_empty() || options.devices.contains(&kind.device))
            && !self.excluded.contains(&kind.key.function)
            && !is_left_alone(&self.left_alone, &kind.key.function)
            && !is_left_alone(&self.uncounted, &kind.key.function)
    }

    /// The plan for another attempt.
    pub(super) fn changed(
        &self,
        change: &Change,
        options: &Options,
        traced: &TracedLaunches,
    ) -> Self {
        let mut replay = self.replay;
        let mut counters = self.counters.clone();
        let mut excluded = self.excluded.clone();
        // It may have waited for what replay undid.
        if matches!(change, Change::Without(_)) && traced.has_several_gpus() {
            replay = safe(replay, true);
        }
        let mut without_graphs = self.without_graphs;
        match change {
            Change::Without(kernel) => drop(excluded.insert(kernel.clone())),
            Change::WithoutGraphs => without_graphs = Some(WithoutGraphs::WentWrong),
            Change::WithoutCode => {}
            Change::HardwareOnly => counters = of_hardware(counters),
            Change::Rotation => replay = Replay::Rotate,
        }
        let plan = Self::planned(options, traced, replay, counters, excluded, without_graphs);
        let without_code = self.without_code || *change == Change::WithoutCode;
        Self { without_code, ..plan }
    }

    /// Whether rotation would be another way, and would measure anything.
    pub(super) fn may_rotate(&self, options: &Options, traced: &TracedLaunches) -> bool {
        matches!(self.replay, Replay::Kernel | Replay::Auto)
            && !self.changed(&Change::Rotation, options, traced).runs().is_empty()
    }

    pub(super) fn counters(&self) -> &[ChipCounters] {
        &self.counters
    }

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
        // If nothing can be rotated, a run would be useless.
        if in_one_run.is_empty() { Vec::new() } else { vec![in_one_run] }
    }

    /// The selection for the injected library. `kernels` are the user's; empty for all.
    pub(super) fn selection(
        &self,
        options: &Options,
        traced: &TracedLaunches,
        kernels: Vec<String>,
        stages: Vec<Stage>,
    ) -> Selection {
        // In the only run nobody knows what comes yet.
        let (kernels, excluded) = match options.runs {
            Runs::One => (kernels, self.excluded.iter().cloned().collect()),
            Runs::Both | Runs::Trace | Runs::Count => self.without_excluded(traced, kernels),
        };
        let budget_ns = options.budget.map_or(0.0, |seconds| seconds * 1e9);
        Selection {
            kernels,
            name_parts: Vec::new(),
            // Nothing can be read one pass at a time inside a graph.
            graphs: self.without_graphs.is_none()
                && matches!(self.replay, Replay::Kernel | Replay::Auto),
            left_alone: [self.left_alone.as_slice(), &self.uncounted, &excluded].concat(),
            // Nobody knows beforehand whether there are any.
            stops_at: match options.runs {
                Runs::One => LEFT_ALONE.map(str::to_owned).to_vec(),
                Runs::Both | Runs::Trace | Runs::Count => Vec::new(),
            },
            nvtx: match options.measures_everywhere() {
                true => Vec::new(),
                false => options.nvtx.iter().map(RangePattern::to_string).collect(),
            },
            devices: options.devices.clone(),
            launch_skip: options.launch_skip,
            launch_count: options.launch_count,
            stages,
            planned: self.schedule.as_ref().map(|s| s.planned.clone()).unwrap_or_default(),
            thinning: Thinning {
                most: options.per_signature,
                skip: 0,
                spares_second: options.runs == Runs::One,
            },
            planned_only: false,
            // The runs share the budget.
            budget_ns: (budget_ns / self.runs().len().max(1) as f64) as u64,
        }
    }

    /// The kernels whose code the injected library sends: of those that were traced all that may
    /// be measured, and those in graphs, which are measured without names. Kernels that were not
    /// traced may be measured, too: they are sent if their modules are small, and all of a program
    /// that was not traced.
    pub(super) fn code(&self, options: &Options, traced: &TracedLaunches) -> CodeWanted {
        if !options.code || self.without_code {
            return CodeWanted::nothing();
        }
        let alone = traced.kinds.iter().filter(|kind| self.wants(kind, options));
        let graphs = traced.in_graphs.iter().filter(|_| self.without_graphs.is_none());
        let kernels: BTreeSet<&String> =
            alone.map(|kind| &kind.key.function).chain(graphs).collect();
        let is_traced =
            options.runs != Runs::One && !(traced.kinds.is_empty() && traced.in_graphs.is_empty());
        let (small, others) =
            if is_traced { (SMALL_MODULE, MOST_OTHERS) } else { (u64::MAX, u64::MAX) };
        let kernels = kernels.into_iter().cloned().collect();
        CodeWanted { is_wanted: true, kernels, small, others }
    }

    /// The kernels to measure and the names to exclude. A list of the remaining kernels
    /// is exact, since a name may be a part of another kernel's name. If no known kernel
    /// remains, kernels are excluded by name.
    fn without_excluded(
        &self,
        traced: &TracedLaunches,
        kernels: Vec<String>,
    ) -> (Vec<String>, Vec<String>) {
        if self.excluded.is_empty() {
            return (kernels, Vec::new());
        }
        let known: BTreeSet<&String> = match kernels.is_empty() {
            true => traced.kinds.iter().map(|kind| &kind.key.function).collect(),
            false => kernels.iter().collect(),
        };
        let others: Vec<String> =
            known.into_iter().filter(|name| !self.excluded.contains(*name)).cloned().collect();
        if others.is_empty() {
            return (kernels, self.excluded.iter().cloned().collect());
        }
        (others, Vec::new())
    }
}

/// Without the counters that need patched code.
fn of_hardware(mut counters: Vec<ChipCounters>) -> Vec<ChipCounters> {
    for (_, passes) in &mut counters {
        for pass in passes.iter_mut() {
            pass.retain(|name| counter(name).is_none_or(|c| c.source != Source::Patched));
        }
        passes.retain(|pass| !pass.is_empty());
    }
    counters
}

/// Parts of the names of the kernels that wait for others.
fn left_alone(traced: &TracedLaunches) -> Vec<String> {
    LEFT_ALONE.map(str::to_owned).into_iter().chain(traced.waiting_for_each_other()).collect()
}

/// Whether GPUs write into each other's memory.
fn exchanges_data(traced: &TracedLaunches) -> bool {
    let left_alone = left_alone(traced);
    let mut kernels = traced.kinds.iter().map(|kind| &kind.key.function).chain(&traced.in_graphs);
    traced.has_peer_copies || kernels.any(|name| is_left_alone(&left_alone, name))
}

/// Kernel replay puts the memory of its GPU back as it was before each pass: what another GPU has
/// written there since is lost, and a collective may wait for it for ever.
fn safe(asked: Replay, exchanges_data: bool) -> Replay {
    match asked {
        Replay::Auto if exchanges_data => Replay::Rotate,
        asked => asked,
    }
}

fn is_left_alone(left_alone: &[String], name: &str) -> bool {
    left_alone.iter().any(|part| name.contains(part.as_str()))
}

#[cfg(test)]
#[path = "measure_tests.rs"]
mod tests;
