//! HSync and DT, from what ran when in the trace run.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_model::{ActivityTrace, Allocation, Direction, Interval, KernelRun, Transfer};
use propp_judge_criteria::{Assessment, Criterion, HostSync, data_transfer, host_sync};
use propp_recording::{KernelTimes, Recording};
use propp_recording_wire::{Direction as Sent, Job};

use super::devices::{Devices, is_on_device};
use super::launches::trace_run;
use super::selection::View;
use super::{CriterionReport, DeviceReport, Traffic};

const NO_TRACE: &str = "the recording has no trace run";
const EMULATED: &str = "emulated: times are not simulated";
const ONE_RUN: &str =
    "counters were read in the same run (--runs one), which takes time between kernels";
const REPLAYED: &str = "one launch, replayed alone: the program around it did not run";

/// The trace runs of all recordings on one time line. Processes of one machine
/// share CUPTI's clock; GPUs of different machines are never compared. Pauses between
/// recordings that follow one another are left out.
#[derive(Default)]
pub(super) struct Activity {
    /// `None` when no recording has a trace run.
    host_sync: Option<HostSync>,
    why: &'static str,
    /// Whether copies were recorded: in a trace run, or by the emulation.
    pub(super) has_copies: bool,
    by_device: BTreeMap<usize, ActivityTrace>,
    whole: ActivityTrace,
    unknown_direction: u64,
    /// The same of the whole run, where the views are of its steps: memory is allocated before them,
    /// so DT is the run's.
    run: Option<Box<Activity>>,
}

impl Activity {
    pub(super) fn of(views: &[View<'_>], devices: &Devices<'_>) -> Self {
        let mut activity = Self { why: NO_TRACE, ..Self::default() };
        let mut traced = false;
        let mut parts = Vec::new();
        for (file, view) in views.iter().enumerate() {
            if let Some(run) = trace_run(view.recording) {
                if view.recording.replayed_launch().is_some() {
                    activity.why = REPLAYED;
                } else if view.recording.is_one_run() {
                    activity.why = ONE_RUN;
                } else {
                    traced = true;
                }
                parts.push(events(file, run, view, devices, &mut activity));
            } else if let Some(run) = emulated_run(view.recording) {
                activity.why = EMULATED;
                parts.push(events(file, run, view, devices, &mut activity));
            }
        }
        activity.has_copies = !parts.is_empty();
        activity.host_sync = traced.then(|| host_sync(&kernels(&parts)));
        let pauses = pauses(&parts, |part| extent(at_of_kernels(part).chain(at_of_copies(part))));
        for (part, pause) in parts.into_iter().zip(pauses) {
            activity.whole.kernels.extend(part.kernels.iter().map(|kernel| kernel.earlier(pause)));
            let copies = part.transfers.iter();
            let copies = copies.map(|copy| Transfer { at: copy.at.earlier(pause), ..*copy });
            activity.whole.transfers.extend(copies);
            activity.whole.allocations.extend(part.allocations);
        }
        activity.split();
        if views.iter().any(|view| view.window().is_some()) {
            let whole: Vec<View<'_>> =
                views.iter().map(|view| View::whole(view.recording)).collect();
            activity.run = Some(Box::new(Self::of(&whole, devices)));
        }
        activity
    }

    fn of_transfers(&self) -> &Self {
        self.run.as_deref().unwrap_or(self)
    }

    /// The same, GPU by GPU.
    fn split(&mut self) {
        let Self { whole, by_device: of, .. } = self;
        for kernel in &whole.kernels {
            of.entry(kernel.device as usize).or_default().kernels.push(*kernel);
        }
        for transfer in &whole.transfers {
            of.entry(transfer.device as usize).or_default().transfers.push(*transfer);
        }
        for allocation in &whole.allocations {
            of.entry(allocation.device as usize).or_default().allocations.push(*allocation);
        }
    }

    /// A criterion of the run, which has no times.
    fn absent(&self, criterion: Criterion) -> Assessment {
        match self.why {
            REPLAYED => Assessment::not_applicable(criterion, REPLAYED),
            why => Assessment::unavailable(criterion, why),
        }
    }

    /// The criteria that are the run's own.
    pub(super) fn criteria(&self) -> BTreeMap<Criterion, CriterionReport> {
        let both = match &self.host_sync {
            Some(host_sync) => [host_sync.run.clone(), data_transfer(&self.of_transfers().whole)],
            None => [Criterion::HSync, Criterion::Dt].map(|criterion| self.absent(criterion)),
        };
        both.into_iter()
            .map(|assessment| (assessment.criterion, CriterionReport::of_run(assessment)))
            .collect()
    }

    /// Every GPU with its own HSync and DT.
    pub(super) fn of_devices(&self, devices: &Devices<'_>) -> Vec<DeviceReport> {
        devices.report(|place| self.host_sync_of(place), |place| self.data_transfer_of(place))
    }

    fn host_sync_of(&self, device: usize) -> Assessment {
        let Some(host_sync) = &self.host_sync else {
            return self.absent(Criterion::HSync);
        };
        let own = number(Some(device)).and_then(|device| host_sync.devices.get(&device));
        own.cloned().unwrap_or_else(|| propp_judge_criteria::host_sync(&[]).run)
    }

    fn data_transfer_of(&self, device: usize) -> Assessment {
        match (&self.host_sync, self.of_transfers().by_device.get(&device)) {
            (None, _) => self.absent(Criterion::Dt),
            (Some(_), Some(trace)) => data_transfer(trace),
            (Some(_), None) => data_transfer(&ActivityTrace::default()),
        }
    }

    pub(super) fn traffic(&self) -> Traffic {
        let bytes = |wanted| {
            let of = self.whole.transfers.iter().filter(|t| t.direction == wanted);
            of.fold(0_u64, |sum, transfer| sum.saturating_add(transfer.bytes))
        };
        let allocated = self.whole.allocations.iter();
        let allocated_bytes = allocated.fold(0, |sum: u64, a| sum.saturating_add(a.bytes));
        let to_device_bytes = bytes(Direction::HostToDevice);
        let is_all = self.host_sync.is_some() && allocated_bytes > to_device_bytes;
        let by_host = [Direction::HostToDevice, Direction::DeviceToHost];
        let copies = self.whole.transfers.iter().filter(|t| by_host.contains(&t.direction));
        let copies: Vec<Interval> = copies.map(|transfer| transfer.at).collect();
        let kernels = self.whole.kernels.iter().map(|kernel| kernel.at);
        let all = || kernels.clone().chain(copies.iter().copied());
        let start = all().map(|at| at.start_ns).min().unwrap_or(0);
        let end = all().map(|at| at.end_ns).max().unwrap_or(0);
        Traffic {
            host_copies: copies.len() as u64,
            host_copy_ns: copies.iter().map(|at| at.end_ns.saturating_sub(at.start_ns)).sum(),
            span_ns: end.saturating_sub(start),
            copies: self.whole.transfers.len() as u64 + self.unknown_direction,
            to_device_bytes,
            to_host_bytes: bytes(Direction::DeviceToHost),
            allocated_bytes,
            footprint_bytes: is_all.then_some(allocated_bytes),
            copies_of_unknown_direction: self.unknown_direction,
        }
    }
}

/// The run of an emulated recording. It has copies and allocations, and no times.
fn emulated_run(recording: &Recording) -> Option<usize> {
    recording.emulated_gpu()?;
    recording.runs.iter().position(|run| run.job == Job::Count)
}

/// What a run of a recording did beside counting.
fn events(
    file: usize,
    run: usize,
    view: &View<'_>,
    devices: &Devices<'_>,
    activity: &mut Activity,
) -> ActivityTrace {
    let recording = view.recording;
    let mut part = ActivityTrace::default();
    let device = |stream: usize| {
        let stream = &recording.streams[stream];
        let in_run = recording.processes[stream.process].run == run;
        let place = devices.place(file, stream.process, stream.device_index);
        number(place).filter(|_| in_run)
    };
    let times = KernelTimes::of(recording);
    part.kernels.extend(view.kernels().filter_map(|kernel| {
        times.measured(kernel)?;
        let at = Interval { start_ns: kernel.start_ns, end_ns: kernel.end_ns };
        let run = KernelRun { device: device(kernel.stream)?, at };
        Some(run.earlier(view.between_before(kernel.start_ns)))
    }));
    if let Some(window) = view.window() {
        // The last step ends where the next would begin.
        let devices: BTreeSet<u32> = part.kernels.iter().map(|kernel| kernel.device).collect();
        let at = Interval { start_ns: window.end_ns, ..window };
        let pause = view.between_before(window.end_ns);
        part.kernels
            .extend(devices.into_iter().map(|device| KernelRun { device, at }.earlier(pause)));
    }
    for copy in view.copies() {
        let (Some(device), bytes) = (device(copy.stream), copy.bytes) else { continue };
        let at = Interval { start_ns: copy.start_ns, end_ns: copy.end_ns };
        match direction(copy.direction) {
            Some(direction) => part.transfers.push(Transfer { device, direction, bytes, at }),
            None => activity.unknown_direction += 1,
        }
    }
    for row in view.memory() {
        let event = &row.event;
        if recording.processes[row.process].run != run || !event.allocated {
            continue;
        }
        let place = devices.place(file, row.process, event.device);
        if let Some(device) = number(place).filter(|_| is_on_device(event.kind)) {
            part.allocations.push(Allocation { device, bytes: event.bytes });
        }
    }
    part
}

/// Recordings that do not overlap in time are no ranks of one run, and what was done
/// between them nobody recorded: the later ones are moved to the end of the earlier, so
/// that a pause between two runs is not taken for waiting of the GPU's. By how much each
/// recording moves.
fn pauses(
    parts: &[ActivityTrace],
    extent: impl Fn(&ActivityTrace) -> Option<(u64, u64)>,
) -> Vec<u64> {
    let extents = parts.iter().enumerate().filter_map(|(place, part)| Some((extent(part)?, place)));
    let mut order: Vec<((u64, u64), usize)> = extents.collect();
    order.sort_unstable();
    let mut pauses = vec![0; parts.len()];
    let (mut pause, mut reached) = (0, None);
    for ((start, end), place) in order {
        pause += start.saturating_sub(reached.unwrap_or(start));
        reached = reached.max(Some(end));
        pauses[place] = pause;
    }
    pauses
}

/// First start and last end.
fn extent(all: impl Iterator<Item = Interval>) -> Option<(u64, u64)> {
    all.fold(None, |extent, at| {
        let (start, end) = extent.unwrap_or((at.start_ns, at.end_ns));
        Some((start.min(at.start_ns), end.max(at.end_ns).max(at.start_ns)))
    })
}

fn at_of_kernels(part: &ActivityTrace) -> impl Iterator<Item = Interval> {
    part.kernels.iter().map(|kernel| kernel.at)
}

fn at_of_copies(part: &ActivityTrace) -> impl Iterator<Item = Interval> {
    part.transfers.iter().map(|transfer| transfer.at)
}

/// The kernels of all recordings, as HSync sees them: it asks of what lies between
/// kernels, and copies before a run's first kernel or behind its last are not between them.
fn kernels(parts: &[ActivityTrace]) -> Vec<KernelRun> {
    let pauses = pauses(parts, |part| extent(at_of_kernels(part)));
    let all = parts.iter().zip(pauses);
    all.flat_map(|(part, pause)| part.kernels.iter().map(move |kernel| kernel.earlier(pause)))
        .collect()
}

/// A device's place as the criteria number devices.
fn number(place: Option<usize>) -> Option<u32> {
    place.and_then(|place| u32::try_from(place).ok())
}

const fn direction(sent: Sent) -> Option<Direction> {
    match sent {
        Sent::HostToDevice => Some(Direction::HostToDevice),
        Sent::DeviceToHost => Some(Direction::DeviceToHost),
        Sent::DeviceToDevice => Some(Direction::DeviceToDevice),
        Sent::PeerToPeer => Some(Direction::PeerToPeer),
        Sent::HostToHost => Some(Direction::HostToHost),
        Sent::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(times: &[(u64, u64)]) -> ActivityTrace {
        let at = |&(start_ns, end_ns)| Interval { start_ns, end_ns };
        let kernels = times.iter().map(|time| KernelRun { device: 0, at: at(time) });
        ActivityTrace { kernels: kernels.collect(), ..ActivityTrace::default() }
    }

    fn share(parts: &[ActivityTrace]) -> f64 {
        host_sync(&kernels(parts)).run.value.measured().unwrap().get()
    }

    #[test]
    fn a_pause_between_two_runs_is_no_waiting() {
        let busy = [(0, 10), (20, 30)];
        let later = busy.map(|(start, end)| (start + 1_000_000, end + 1_000_000));
        assert_eq!(share(&[part(&busy)]), 2.0 / 3.0);
        assert_eq!(share(&[part(&busy), part(&later)]), 2.0 / 3.0);
        assert_eq!(share(&[part(&later), part(&[]), part(&busy)]), 2.0 / 3.0);
        // Nor is a copy before the first kernel of the second run.
        let mut copying = part(&later);
        copying.transfers.push(Transfer {
            device: 0,
            direction: Direction::HostToDevice,
            bytes: 1,
            at: Interval { start_ns: 500_000, end_ns: 999_000 },
        });
        assert_eq!(share(&[part(&busy), copying]), 2.0 / 3.0);
    }

    #[test]
    fn ranks_stay_where_they_are() {
        // The second rank runs in the gap of the first.
        assert_eq!(share(&[part(&[(0, 10), (20, 30)]), part(&[(10, 20)])]), 1.0);
        assert_eq!(share(&[part(&[(0, 10), (20, 30)]), part(&[(15, 17), (40, 50)])]), 0.64);
    }
}
