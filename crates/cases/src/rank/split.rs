//! Which launches of a recording belong to which case of its suite.
//!
//! In the trace run a launch of the marker kernel stands before the launches of
//! each case, with as many blocks as the case's number, and a second one, two
//! blocks high, after them. The marker is not measured, so launches of the count
//! run are found through their place in the trace run.

use std::collections::{BTreeMap, HashMap};

use propp_criteria::cost::HostWork;
use propp_problems::MARKER;
use propp_recording::{Kept, KernelRow, Recording, Signature};
use propp_wire::{Direction, Job};

/// What the collector counts launches by: function, grid, block and dynamic
/// shared memory.
type Key<'a> = (Option<&'a str>, [u32; 3], [u32; 3], u32);

/// The launches of the cases, by marker.
#[derive(Debug, Default)]
pub struct Split {
    of: HashMap<u32, Launches>,
}

/// Places in the lists of the recording.
#[derive(Clone, Debug, Default)]
struct Launches {
    kernels: Vec<usize>,
    copies: Vec<usize>,
    sets: Vec<usize>,
    syncs: Vec<usize>,
    /// With the place among the case's launches of the same kind.
    measurements: Vec<(usize, u64)>,
    host: HostWork,
}

/// Calls of a process from one number to another are a case's.
struct Span {
    first: u32,
    last: u32,
    marker: u32,
}

impl Split {
    pub fn of(recording: &Recording) -> Self {
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
                let signature = &recording.signatures[kernel.signature];
                let key = key(recording, signature);
                if key.0.is_some_and(|name| name.contains(MARKER)) {
                    let [marker, rows, _] = signature.grid;
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
                    split.of.entry(span.marker).or_default().kernels.push(place);
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

    fn add_host_work(&mut self, recording: &Recording, spans: &HashMap<usize, Vec<Span>>) {
        let process = |stream: usize| recording.streams[stream].process;
        for (place, copy) in recording.copies.iter().enumerate() {
            if let Some(of_case) = self.holding(spans, process(copy.stream), copy.correlation) {
                of_case.copies.push(place);
                let host = &mut of_case.host;
                let (copies, bytes) = match copy.direction {
                    Direction::HostToDevice => {
                        (&mut host.copies_to_device, &mut host.bytes_to_device)
                    }
                    Direction::DeviceToHost => (&mut host.copies_to_host, &mut host.bytes_to_host),
                    _ => (&mut host.copies_inside, &mut host.bytes_inside),
                };
                *copies += 1;
                *bytes += copy.bytes;
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

    /// What a case does beside its kernels.
    pub fn host_work(&self, marker: u32) -> HostWork {
        self.of.get(&marker).map(|launches| launches.host).unwrap_or_default()
    }

    fn add_measurements(
        &mut self,
        recording: &Recording,
        known: &HashMap<(u32, Key<'_>, u64), (u32, u64)>,
    ) {
        for (place, measurement) in recording.measurements.iter().enumerate() {
            let process = recording.streams[measurement.stream].process;
            let ordinal = recording.processes[process].ordinal;
            let key = key(recording, &recording.signatures[measurement.signature]);
            let launch = (ordinal, key, measurement.ordinal_in_signature);
            if let Some((marker, own)) = known.get(&launch) {
                self.of.entry(*marker).or_default().measurements.push((place, *own));
            }
        }
    }

    /// The places of the measurements of a case, by kind of launch and then by their
    /// place among the launches of that kind.
    pub(super) fn kinds(&self, recording: &Recording) -> Vec<BTreeMap<u64, Vec<usize>>> {
        let mut kinds: BTreeMap<(u32, u32, Key<'_>), BTreeMap<u64, Vec<usize>>> = BTreeMap::new();
        for (marker, of_case) in &self.of {
            for (place, own) in &of_case.measurements {
                let measurement = &recording.measurements[*place];
                let process = recording.streams[measurement.stream].process;
                let ordinal = recording.processes[process].ordinal;
                let key = key(recording, &recording.signatures[measurement.signature]);
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
            kept.copies.extend(&of_case.copies);
            kept.sets.extend(&of_case.sets);
            kept.syncs.extend(&of_case.syncs);
        }
        kept
    }

    /// A case's launches as a recording of their own; `None` where there are none.
    pub fn recording_of(&self, whole: &Recording, marker: u32) -> Option<Recording> {
        let launches = self.of.get(&marker)?;
        let measurements = launches.measurements.iter().map(|(place, own)| {
            let mut measurement = whole.measurements[*place].clone();
            measurement.ordinal_in_signature = *own;
            measurement
        });
        let mut own = Recording {
            runs: whole.runs.clone(),
            processes: whole.processes.clone(),
            devices: whole.devices.clone(),
            streams: whole.streams.clone(),
            counter_sets: whole.counter_sets.clone(),
            kernels: launches.kernels.iter().map(|place| whole.kernels[*place].clone()).collect(),
            copies: launches.copies.iter().map(|place| whole.copies[*place].clone()).collect(),
            measurements: measurements.collect(),
            ..Recording::default()
        };
        take_names(whole, &mut own);
        Some(own)
    }
}

/// The signatures and names that its launches refer to. All of them, for each case, would
/// take the square of the time.
fn take_names(whole: &Recording, own: &mut Recording) {
    let mut signatures = Taken::default();
    let of_kernels = own.kernels.iter_mut().map(|kernel| &mut kernel.signature);
    let of_measurements = own.measurements.iter_mut().map(|one| &mut one.signature);
    of_kernels.chain(of_measurements).for_each(|place| signatures.take(place));
    own.signatures = signatures.places.iter().map(|at| whole.signatures[*at].clone()).collect();
    let mut names = Taken::default();
    let functions = own.signatures.iter_mut().filter_map(|signature| signature.function.as_mut());
    let ranges = own.kernels.iter_mut().filter_map(|kernel| kernel.nvtx.as_mut());
    let of_measurements = own.measurements.iter_mut().filter_map(|one| one.nvtx.as_mut());
    functions.chain(ranges).chain(of_measurements).for_each(|place| names.take(place));
    own.names = names.places.iter().map(|at| whole.names[*at].clone()).collect();
}

/// Places of a list that were taken over, in the order in which they were met.
#[derive(Default)]
struct Taken {
    places: Vec<usize>,
    now: HashMap<usize, usize>,
}

impl Taken {
    /// Takes a place over, and makes of it that in the new list.
    fn take(&mut self, place: &mut usize) {
        let next = self.places.len();
        *place = *self.now.entry(*place).or_insert_with_key(|old| {
            self.places.push(*old);
            next
        });
    }
}

fn key<'a>(recording: &'a Recording, signature: &Signature) -> Key<'a> {
    let function = signature.function.map(|place| recording.names[place].as_str());
    (function, signature.grid, signature.block, signature.dynamic_shared_bytes)
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
