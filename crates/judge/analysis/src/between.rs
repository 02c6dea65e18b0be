//! What lies between the kernels of a run: gaps by cause, and copies, with what the prices of the
//! GPU say of them.

use propp_judge_cost::CostModel;
use propp_recording::{KernelTimes, Recording};
use propp_recording_wire::{Direction, Job, Synchronisation};
use schemars::JsonSchema;
use serde::Serialize;

use super::selection::View;

/// Smaller copies of pageable memory are staged, and take no longer than of pinned memory.
const STAGED_BYTES: u64 = 64 << 10;

/// Why the GPU had nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GapCause {
    /// The host launched the next kernel, and did nothing else that was recorded.
    Launch,
    /// The host waited for the GPU, or for a copy.
    Wait,
    /// The host allocated or freed memory of the GPU.
    Memory,
}

/// The gaps between operations of the GPU that have the same cause.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "GapsJson")]
pub struct Gaps {
    pub cause: GapCause,
    pub count: u64,
    /// What they take together, and in the middle.
    pub ns: u64,
    pub median_ns: u64,
    /// What each takes by the prices of the GPU, if the host does nothing else in it; null without
    /// a price, and for memory, which has none.
    pub predicted_ns: Option<f64>,
}

/// The copies between the GPU and one kind of host memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HostCopiesJson")]
pub struct HostCopies {
    pub count: u64,
    pub bytes: u64,
    /// What all of them take, one after the other.
    pub ns: u64,
    /// What they take from and to pinned memory, by the price of a byte over the link; null without
    /// one.
    pub pinned_ns: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BetweenJson")]
pub struct Between {
    /// By the time that they take, the most first.
    pub gaps: Vec<Gaps>,
    pub pinned: HostCopies,
    pub pageable: HostCopies,
    /// The shortest gap between two launches, by the price of the GPU.
    #[serde(skip)]
    pub shortest_ns: Option<f64>,
}

impl Between {
    /// Of trace runs; `None` without one.
    pub(super) fn of(views: &[View<'_>], prices: Option<&CostModel>) -> Option<Self> {
        let shortest_ns = prices.map(|prices| prices.between_ns);
        let mut between = Self { shortest_ns, ..Self::default() };
        let mut gaps: [Vec<u64>; 3] = Default::default();
        let mut any = false;
        for view in views {
            let Some(run) = traced(view.recording) else { continue };
            any = true;
            for place in 0..view.recording.processes.len() {
                if view.recording.processes[place].run == run {
                    for (cause, ns) in gaps_of(view, place) {
                        gaps[cause as usize].push(ns);
                    }
                }
            }
            between.add_copies(view, run, prices);
        }
        let causes = [GapCause::Launch, GapCause::Wait, GapCause::Memory];
        for (cause, of) in causes.into_iter().zip(&mut gaps) {
            of.sort_unstable();
            let Some(&median_ns) = of.get(of.len() / 2) else { continue };
            let predicted_ns = prices.and_then(|prices| match cause {
                GapCause::Launch => Some(prices.between_ns),
                GapCause::Wait => Some(prices.between_ns + prices.wait_ns()?),
                GapCause::Memory => None,
            });
            let (count, ns) =
                (of.len() as u64, of.iter().fold(0, |sum: u64, gap| sum.saturating_add(*gap)));
            between.gaps.push(Gaps { cause, count, ns, median_ns, predicted_ns });
        }
        between.gaps.sort_by_key(|gaps| std::cmp::Reverse(gaps.ns));
        any.then_some(between)
    }

    fn add_copies(&mut self, view: &View<'_>, run: usize, prices: Option<&CostModel>) {
        let recording = view.recording;
        for copy in view.copies() {
            let process = recording.streams[copy.stream].process;
            let is_with_host =
                matches!(copy.direction, Direction::HostToDevice | Direction::DeviceToHost);
            if recording.processes[process].run != run || !is_with_host {
                continue;
            }
            let ns = copy.end_ns.saturating_sub(copy.start_ns);
            let of = if copy.pageable { &mut self.pageable } else { &mut self.pinned };
            of.count += 1;
            of.bytes = of.bytes.saturating_add(copy.bytes);
            of.ns = of.ns.saturating_add(ns);
            if let Some(byte_ns) = prices.and_then(CostModel::link_byte_ns) {
                let pinned = match copy.bytes < STAGED_BYTES {
                    true => ns as f64,
                    false => copy.bytes as f64 * byte_ns,
                };
                *of.pinned_ns.get_or_insert(0.0) += pinned;
            }
        }
    }

    pub fn gaps(&self, cause: GapCause) -> Option<&Gaps> {
        self.gaps.iter().find(|gaps| gaps.cause == cause)
    }
}

/// The run whose times are the program's own.
fn traced(recording: &Recording) -> Option<usize> {
    let run = recording.runs.iter().position(|run| run.job == Job::Trace)?;
    (!recording.is_one_run() && recording.replayed_launch().is_none()).then_some(run)
}

/// The gaps of a process, with their causes.
fn gaps_of(view: &View<'_>, process: usize) -> Vec<(GapCause, u64)> {
    let recording = view.recording;
    let is_own = |stream: usize| recording.streams[stream].process == process;
    let times = KernelTimes::of(recording);
    let kernels = view.kernels().filter(|kernel| is_own(kernel.stream));
    let kernels = kernels
        .filter(|kernel| times.measured(kernel).is_some())
        .map(|kernel| (kernel.start_ns, kernel.end_ns, false));
    let copies = view.copies().filter(|copy| is_own(copy.stream));
    // The host waits until a copy with pageable memory is done, whatever call it was.
    let copies = copies.map(|copy| (copy.start_ns, copy.end_ns, copy.pageable));
    let mut operations: Vec<(u64, u64, bool)> = kernels.chain(copies).collect();
    // What else was recorded counts where these are: a selection, or steps, are a part of the run.
    let Some(begin) = operations.iter().map(|one| one.0).min() else { return Vec::new() };
    let end = operations.iter().map(|one| one.1).max().unwrap_or(begin);
    let is_in = |at: u64| (begin..=end).contains(&at);
    let sets = recording.sets.iter().filter(|set| is_own(set.stream) && is_in(set.start_ns));
    operations.extend(sets.map(|set| (set.start_ns, set.end_ns, false)));
    operations.sort_unstable();

    let syncs = recording.syncs.iter().filter(|sync| sync.process == process);
    let is_of_host = |kind: u32| kind != Synchronisation::STREAM_FOR_EVENT;
    let syncs = syncs.filter(|sync| is_of_host(sync.wait.kind)).map(|sync| sync.wait.end_ns);
    let mut waits: Vec<u64> = syncs.filter(|at| is_in(*at)).collect();
    waits.sort_unstable();
    let memory = recording.memory.iter().filter(|row| row.process == process);
    let mut memory: Vec<u64> = memory.map(|row| row.event.at_ns).filter(|at| is_in(*at)).collect();
    memory.sort_unstable();
    let happened = |moments: &[u64], from: u64, to: u64| {
        moments.get(moments.partition_point(|at| *at < from)).is_some_and(|at| *at <= to)
    };

    let mut gaps = Vec::new();
    let mut last: Option<(u64, bool)> = None;
    for (start, end, holds_host) in operations {
        if let Some((ended, held)) = last
            && start > ended
            && view.between_before(start) == view.between_before(ended)
        {
            let cause = if happened(&memory, ended, start) {
                GapCause::Memory
            } else if held || holds_host || happened(&waits, ended, start) {
                GapCause::Wait
            } else {
                GapCause::Launch
            };
            gaps.push((cause, start - ended));
        }
        if last.is_none_or(|(ended, _)| end > ended) {
            last = Some((end, holds_host));
        }
    }
    gaps
}
