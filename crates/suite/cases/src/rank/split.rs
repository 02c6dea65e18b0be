//! Assigns the launches of a recording to the cases of its suite.
//!
//! In the trace run a marker kernel is launched before each case, with the case's number as its
//! number of blocks, and a second marker, two blocks high, after it. Markers are not measured,
//! so a launch of the count run is assigned by its position among the same launches of the
//! trace run. An emulated suite has no trace run, and its markers are counted as all launches.

use std::collections::{BTreeMap, HashMap, HashSet};

use propp_base_model::Machine;
use propp_judge_analysis::{Judge, Judged, Selection};
use propp_judge_cost::HostWork;
use propp_judge_cost::quality::Weights;
use propp_recording::{Kept, KernelRow, Measurement, Recording};
use propp_recording_wire::{Direction, Job, LaunchKey};
use propp_suite_problems::MARKER;

/// What the collector counts launches by.
type Key<'a> = LaunchKey<Option<&'a str>>;

/// The launches of the cases, by marker.
#[derive(Debug, Default)]
pub struct Split {
    of: HashMap<u32, Launches>,
}

/// Places in the lists of the recording.
#[derive(Clone, Debug, Default)]
struct Launches {
    selection: Selection,
    sets: Vec<usize>,
    syncs: Vec<usize>,
    host: HostWork,
}

/// Calls of a process from one number to another are a case's.
struct Span {
    first: u32,
    last: u32,
    marker: u32,
}

impl Split {
    pub fn new(recording: &Recording) -> Self {
        if recording.emulated_gpu().is_some() {
            return Self::emulated(recording);
        }
        let mut split = Self::default();
        let mut spans: HashMap<usize, Vec<Span>> = HashMap::new();
        // By process's ordinal, key and place: the case, and the place in it.
        let mut known: HashMap<(u32, Key<'_>, u64), (u32, u64)> = HashMap::new();
        for (process, kernels) in traced(recording) {
            let ordinal = recording.processes[process].ordinal;
            let mut places: HashMap<Key<'_>, u64> = HashMap::new();
            let mut in_case: HashMap<Key<'_>, u64> = HashMap::new();
            let mut open: Option<Span> = None;
            for (place, kernel) in kernels {
                let key = recording.launch_key(kernel.signature, kernel.nvtx);
                if key.function.is_some_and(|name| name.contains(MARKER)) {
                    let [marker, rows, _] = key.grid;
                    let first = kernel.correlation;
                    spans.entry(process).or_default().extend(open.take().map(|mut span| {
                        if rows > 1 {
                            span.last = first;
                        }
                        span
                    }));
                    open = (rows == 1).then_some(Span { first, last: first, marker });
                    in_case.clear();
                    continue;
                }
                // Kernels of graphs are counted otherwise.
                let at = places.entry(key).or_default();
                let number = *at;
                *at += u64::from(kernel.graph == 0);
                if let Some(span) = &mut open {
                    span.last = kernel.correlation;
                    split.of.entry(span.marker).or_default().selection.kernels.push(place);
                    if kernel.graph == 0 {
                        let own = in_case.entry(key).or_default();
                        known.insert((ordinal, key, number), (span.marker, *own));
                        *own += 1;
                    }
                }
            }
            spans.entry(process).or_default().extend(open);
        }
        split.add_host_work(recording, &spans);
        split.add_measurements(recording, &known);
        split
    }

    fn emulated(recording: &Recording) -> Self {
        let mut split = Self::default();
        let mut spans: HashMap<usize, Vec<Span>> = HashMap::new();
        for (process, measurements) in counted(recording) {
            let mut in_case: HashMap<Key<'_>, u64> = HashMap::new();
            let mut open: Option<Span> = None;
            for (place, measurement) in measurements {
                let key = recording.launch_key(measurement.signature, measurement.nvtx);
                let at = measurement.correlation;
                if key.function.is_some_and(|name| name.contains(MARKER)) {
                    let [marker, rows, _] = key.grid;
                    spans.entry(process).or_default().extend(open.take());
                    open = (rows == 1).then_some(Span { first: at, last: at, marker });
                    in_case.clear();
                } else if let Some(span) = &mut open {
                    span.last = at;
                    let own = in_case.entry(key).or_default();
                    let of_case = split.of.entry(span.marker).or_default();
                    of_case.selection.measurements.push((place, *own));
                    *own += 1;
                }
            }
            spans.entry(process).or_default().extend(open);
        }
        split.add_host_work(recording, &spans);
        split
    }

    fn add_host_work(&mut self, recording: &Recording, spans: &HashMap<usize, Vec<Span>>) {
        let process = |stream: usize| recording.streams[stream].process;
        for (place, copy) in recording.copies.iter().enumerate() {
            if let Some(of_case) = self.holding(spans, process(copy.stream), copy.correlation) {
                of_case.selection.copies.push(place);
                let host = &mut of_case.host;
                match copy.direction {
                    Direction::HostToDevice => {
                        host.copies_to_device += 1;
                        host.bytes_to_device += copy.bytes;
                    }
                    Direction::DeviceToHost => {
                        host.copies_to_host += 1;
                        host.bytes_to_host += copy.bytes;
                    }
                    _ => host.copies_inside += 1,
                }
                host.copy_streams |= 1 << (copy.stream % 64);
            }
        }
        for (place, set) in recording.sets.iter().enumerate() {
            if let Some(of_case) = self.holding(spans, process(set.stream), set.correlation) {
                of_case.sets.push(place);
                of_case.host.memsets += 1;
            }
        }
        for (place, sync) in recording.syncs.iter().enumerate() {
            if let Some(of_case) = self.holding(spans, sync.process, sync.wait.correlation) {
                of_case.syncs.push(place);
                of_case.host.synchronisations += 1;
            }
        }
    }

    /// Without the cases whose markers are not among these.
    pub(super) fn of_markers(mut self, markers: &HashSet<u32>) -> Self {
        self.of.retain(|marker, _| markers.contains(marker));
        self
    }

    /// The case that a call of a process belongs to.
    fn holding(
        &mut self,
        spans: &HashMap<usize, Vec<Span>>,
        process: usize,
        correlation: u32,
    ) -> Option<&mut Launches> {
        let spans = spans.get(&process)?;
        // They lie one after the other.
        let after = spans.partition_point(|span| span.first <= correlation);
        let span = spans.get(after.checked_sub(1)?)?;
        (correlation <= span.last).then(|| self.of.entry(span.marker).or_default())
    }

    fn add_measurements(
        &mut self,
        recording: &Recording,
        known: &HashMap<(u32, Key<'_>, u64), (u32, u64)>,
    ) {
        for (place, measurement) in recording.measurements.iter().enumerate() {
            let process = recording.streams[measurement.stream].process;
            let ordinal = recording.processes[process].ordinal;
            let key = recording.launch_key(measurement.signature, measurement.nvtx);
            let launch = (ordinal, key, measurement.ordinal_in_signature);
            if let Some((marker, own)) = known.get(&launch) {
                let of_case = self.of.entry(*marker).or_default();
                of_case.selection.measurements.push((place, *own));
            }
        }
    }

    /// The places of the measurements of a case, by kind of launch and then by their
    /// place among the launches of that kind.
    pub(super) fn kinds(&self, recording: &Recording) -> Vec<BTreeMap<u64, Vec<usize>>> {
        let mut kinds: BTreeMap<(u32, u32, Key<'_>), BTreeMap<u64, Vec<usize>>> = BTreeMap::new();
        for (marker, of_case) in &self.of {
            for (place, own) in &of_case.selection.measurements {
                let measurement = &recording.measurements[*place];
                let process = recording.streams[measurement.stream].process;
                let ordinal = recording.processes[process].ordinal;
                let key = recording.launch_key(measurement.signature, measurement.nvtx);
                let launches = kinds.entry((*marker, ordinal, key)).or_default();
                launches.entry(*own).or_default().push(*place);
            }
        }
        kinds.into_values().collect()
    }

    /// What is done beside the kernels, with no measurement.
    pub(super) fn beside(&self) -> Kept {
        let mut kept = Kept::default();
        for of_case in self.of.values() {
            kept.copies.extend(&of_case.selection.copies);
            kept.sets.extend(&of_case.sets);
            kept.syncs.extend(&of_case.syncs);
        }
        kept
    }

    /// A case's launches; `None` where there are none.
    pub fn selection(&self, marker: u32) -> Option<&Selection> {
        self.of.get(&marker).map(|of_case| &of_case.selection)
    }
}

/// The cases of a suite's recording, each judged by its own launches.
pub struct Cases<'a> {
    split: Split,
    judge: Judge<'a>,
}

impl<'a> Cases<'a> {
    pub fn new(recording: &'a Recording, weights: &'a Weights) -> Self {
        Self { split: Split::new(recording), judge: Judge::of(recording, weights) }
    }

    /// The same, with what the code adds to the counts, whether the weights price it or not.
    pub fn with_code(self) -> Self {
        Self { judge: self.judge.with_code(), ..self }
    }

    /// `None` for a case without launches.
    pub fn judge(&self, marker: u32) -> Option<Judged> {
        Some(self.judge.judge(self.split.selection(marker)?))
    }

    /// A case's launches; `None` where there are none.
    pub fn selection(&self, marker: u32) -> Option<&Selection> {
        self.split.selection(marker)
    }

    /// What a case does beside its kernels.
    pub fn host_work(&self, marker: u32) -> HostWork {
        self.split.of.get(&marker).map(|of_case| of_case.host).unwrap_or_default()
    }

    /// Peaks of the GPU, where it is known.
    pub fn machine(&self) -> Option<Machine> {
        self.judge.machine()
    }
}

/// The counted launches, process by process, in the order of their calls.
fn counted(recording: &Recording) -> HashMap<usize, Vec<(usize, &Measurement)>> {
    let mut of: HashMap<usize, Vec<(usize, &Measurement)>> = HashMap::new();
    for (place, measurement) in recording.measurements.iter().enumerate() {
        let process = recording.streams[measurement.stream].process;
        of.entry(process).or_default().push((place, measurement));
    }
    for measurements in of.values_mut() {
        measurements.sort_by_key(|(_, measurement)| measurement.correlation);
    }
    of
}

/// The kernels of the trace run, process by process, in the order of their calls.
fn traced(recording: &Recording) -> HashMap<usize, Vec<(usize, &KernelRow)>> {
    let mut of: HashMap<usize, Vec<(usize, &KernelRow)>> = HashMap::new();
    let Some(run) = recording.runs.iter().position(|run| run.job == Job::Trace) else { return of };
    for (place, kernel) in recording.kernels.iter().enumerate() {
        let process = recording.streams[kernel.stream].process;
        if recording.processes[process].run == run {
            of.entry(process).or_default().push((place, kernel));
        }
    }
    for kernels in of.values_mut() {
        kernels.sort_by_key(|(_, kernel)| (kernel.correlation, kernel.start_ns));
    }
    of
}
