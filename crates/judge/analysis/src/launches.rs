//! Launches of both runs, brought together by signature.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use propp_recording::{CounterSet, KernelRow, KernelTimes, Measurement, Recording, Signature};
use propp_recording_wire::{Job, LaunchKey};

use super::devices::Devices;
use super::graphs::{GraphLaunches, Node, Wanted};
use super::selection::View;

/// By the mangled name, which CUPTI does not always give, and the range.
pub(super) type Key<'a> = LaunchKey<Option<&'a str>>;

/// The launches of one signature.
pub(super) struct SameLaunches<'a> {
    pub(super) key: Key<'a>,
    pub(super) durations: Vec<u64>,
    /// Of launches without one, whose counters were read in the only run, the usual durations; 0
    /// where that is not known.
    pub(super) usual: Vec<u64>,
    /// By GPU: the same source is compiled to other registers for another one.
    pub(super) facts: BTreeMap<usize, &'a Signature>,
    /// Launches that a count run saw, where there is no trace run.
    pub(super) seen_by_count: u64,
    /// Launches whose counters were read.
    pub(super) observed: Vec<Observed<'a>>,
}

/// A launch whose counters were read.
pub(super) struct Observed<'a> {
    pub(super) device: usize,
    /// Recording and process, of the count run.
    pub(super) process: (usize, usize),
    /// The same launch has the same number in every run: the process's ordinal,
    /// the launch's own, and the kernel's place in a graph.
    pub(super) launch: (u32, u64, u32),
    pub(super) set: &'a CounterSet,
    pub(super) measurement: &'a Measurement,
    /// How long the same launch took in the trace run.
    pub(super) unprofiled_ns: Option<u64>,
}

/// All launches of the recordings.
#[derive(Default)]
pub(super) struct Launches<'a> {
    pub(super) parts: Vec<SameLaunches<'a>>,
    /// Whether there is a trace run; without one no launch was "seen".
    pub(super) traced: bool,
    /// Measured launches that the trace run does not have.
    pub(super) without_trace: u64,
    /// Measured kernels of graphs of which it is not known which they are.
    pub(super) unplaced: u64,
    places: BTreeMap<Key<'a>, usize>,
}

/// The run that times come from: the last, if one was made again.
pub(super) fn trace_run(recording: &Recording) -> Option<usize> {
    recording.runs.iter().rposition(|run| run.job == Job::Trace)
}

impl SameLaunches<'_> {
    /// Launches in the trace run.
    pub(super) fn traced(&self) -> u64 {
        (self.durations.len() + self.usual.len()) as u64
    }

    /// How long its launches took together.
    pub(super) fn total_ns(&self) -> u64 {
        let all = self.durations.iter().chain(&self.usual);
        all.fold(0, |sum, &ns| sum.saturating_add(ns))
    }

    /// Whether it ran, and nobody knows how long.
    pub(super) fn is_untimed(&self) -> bool {
        self.traced() > 0 && self.total_ns() == 0
    }

    /// Whether its time is that of launches that were measured.
    pub(super) fn is_timed_by_counter(&self) -> bool {
        self.durations.is_empty() && self.total_ns() > 0
    }

    /// Launches whose counters were read: one that several runs measured counts
    /// once.
    pub(super) fn measured(&self) -> u64 {
        let launches: BTreeSet<_> =
            self.observed.iter().map(|one| (one.process.0, one.launch)).collect();
        launches.len() as u64
    }
}

impl<'a> Launches<'a> {
    pub(super) fn of(views: &[View<'a>], devices: &Devices<'_>) -> Self {
        let mut launches = Self::default();
        for (file, view) in views.iter().enumerate() {
            let mut one = OneFile {
                all: &mut launches,
                view: *view,
                recording: view.recording,
                file,
                devices,
                known: HashMap::new(),
                times: KernelTimes::of(view.recording),
                timeline: HashMap::new(),
                graphs: GraphLaunches::default(),
            };
            one.take_trace();
            one.take_counts();
            one.take_seen();
        }
        if views.iter().any(|view| view.window().is_some()) {
            // The others ran before the steps, or after them.
            launches.parts.retain(|part| part.traced() > 0);
        }
        launches
    }

    fn place(&mut self, key: Key<'a>) -> usize {
        *self.places.entry(key).or_insert_with(|| {
            self.parts.push(SameLaunches {
                key,
                durations: Vec::new(),
                usual: Vec::new(),
                facts: BTreeMap::new(),
                seen_by_count: 0,
                observed: Vec::new(),
            });
            self.parts.len() - 1
        })
    }
}

/// The launches of one recording on their way into the whole.
struct OneFile<'l, 'a, 'd> {
    all: &'l mut Launches<'a>,
    view: View<'a>,
    recording: &'a Recording,
    file: usize,
    devices: &'d Devices<'d>,
    /// Parts by signature and NVTX range of this recording.
    known: HashMap<(usize, Option<usize>), usize>,
    times: KernelTimes<'a>,
    /// Durations by the process's ordinal, part and GPU, in the order of launch.
    timeline: HashMap<(u32, usize, usize), Vec<Option<u64>>>,
    graphs: GraphLaunches,
}

impl<'a> OneFile<'_, 'a, '_> {
    fn part(&mut self, signature: usize, nvtx: Option<usize>) -> usize {
        if let Some(place) = self.known.get(&(signature, nvtx)) {
            return *place;
        }
        let place = self.all.place(self.recording.launch_key(signature, nvtx));
        self.known.insert((signature, nvtx), place);
        place
    }

    fn take_trace(&mut self) {
        let Some(run) = trace_run(self.recording) else { return };
        self.all.traced = true;
        let process = |kernel: &KernelRow| self.recording.streams[kernel.stream].process;
        let mut kernels: Vec<(u32, &KernelRow, bool)> = self
            .view
            .all_kernels()
            .map(|(kernel, counts)| (&self.recording.processes[process(kernel)], kernel, counts))
            .filter(|(process, ..)| process.run == run)
            .map(|(process, kernel, counts)| (process.ordinal, kernel, counts))
            .collect();
        // CUPTI numbers calls in their order and hands records out in no
        // order; kernels of one graph launch share the number.
        kernels.sort_by_key(|(ordinal, kernel, _)| (*ordinal, kernel.correlation, kernel.start_ns));
        for (ordinal, kernel, counts) in kernels {
            let call = self.graphs.call(ordinal, kernel.correlation);
            self.take_kernel(ordinal, call, kernel, counts);
        }
    }

    fn take_kernel(&mut self, ordinal: u32, call: u64, kernel: &'a KernelRow, counts: bool) {
        let part = self.part(kernel.signature, kernel.nvtx);
        let duration = self.times.measured(kernel);
        let device = self.device(kernel.stream);
        match duration {
            _ if !counts => {}
            Some(duration) => self.all.parts[part].durations.push(duration),
            None => self.all.parts[part].usual.push(self.times.usual(kernel)),
        }
        let facts = &self.recording.signatures[kernel.signature];
        self.all.parts[part].facts.entry(device).or_insert(facts);
        if kernel.graph == 0 {
            self.timeline.entry((ordinal, part, device)).or_default().push(duration);
        } else {
            let node = Node { part, start_ns: kernel.start_ns, end_ns: kernel.end_ns };
            self.graphs.add(ordinal, call, kernel.nvtx, node);
        }
    }

    fn device(&self, stream: usize) -> usize {
        let stream = &self.recording.streams[stream];
        self.devices.place(self.file, stream.process, stream.device_index).unwrap_or(usize::MAX)
    }

    fn take_counts(&mut self) {
        let recording = self.recording;
        let mut of_graphs: BTreeMap<(usize, u64), Vec<(&Measurement, u64)>> = BTreeMap::new();
        for (measurement, number) in self.view.measurements() {
            let function = recording.signatures[measurement.signature].function;
            if function.is_none() && measurement.graph != 0 {
                let process = recording.streams[measurement.stream].process;
                let of_graph = of_graphs.entry((process, measurement.ordinal)).or_default();
                of_graph.push((measurement, number));
            } else {
                self.take_measurement(measurement, number);
            }
        }
        for ((process, _), kernels) in of_graphs {
            self.take_graph(process, kernels);
        }
    }

    /// The first count run that has totals says how many launches there were;
    /// further runs say it again.
    fn take_seen(&mut self) {
        if self.all.traced {
            return; // The trace run says it better.
        }
        let recording = self.recording;
        let run = |process: usize| recording.processes[process].run;
        let all = self.view.seen();
        let Some(first) = all.iter().map(|seen| run(seen.process)).min() else { return };
        for seen in all.iter().filter(|seen| run(seen.process) == first) {
            if recording.signatures[seen.signature].function.is_some() {
                let part = self.part(seen.signature, seen.nvtx);
                self.all.parts[part].seen_by_count += seen.launches;
            }
        }
    }

    fn take_measurement(&mut self, measurement: &'a Measurement, number: u64) {
        let part = self.part(measurement.signature, measurement.nvtx);
        let process = self.recording.streams[measurement.stream].process;
        let ordinal = self.recording.processes[process].ordinal;
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        let device = self.device(measurement.stream);
        let durations = self.timeline.get(&(ordinal, part, device));
        let traced = durations.and_then(|durations| durations.get(at).copied());
        self.observe(part, process, measurement, traced);
    }

    /// Kernels of a graph come without names when counters are read. They
    /// come in their order, and the trace run has the same launch by name.
    fn take_graph(&mut self, process: usize, mut kernels: Vec<(&'a Measurement, u64)>) {
        kernels.sort_by_key(|(kernel, _)| kernel.graph);
        let ordinal = self.recording.processes[process].ordinal;
        let Some(&(first, _)) = kernels.first() else { return };
        let totals = self.recording.processes[process].totals.as_ref();
        let nodes = self.graphs.nodes(Wanted {
            process: ordinal,
            range: first.nvtx,
            ordinal: first.ordinal,
            seen: totals.map(|totals| totals.seen),
            kernels: kernels.len(),
        });
        let Some(nodes) = nodes.map(<[Node]>::to_vec) else {
            self.all.unplaced += kernels.len() as u64;
            return;
        };
        for (node, (kernel, _)) in nodes.into_iter().zip(kernels) {
            let duration = node.end_ns.saturating_sub(node.start_ns);
            self.observe(node.part, process, kernel, Some(Some(duration).filter(|&ns| ns > 0)));
        }
    }

    /// `traced` is the same launch in the trace run, with the time that it took.
    fn observe(
        &mut self,
        part: usize,
        process: usize,
        measurement: &'a Measurement,
        traced: Option<Option<u64>>,
    ) {
        let device = self.device(measurement.stream);
        if self.all.traced && traced.is_none() {
            self.all.without_trace += 1;
        }
        let signature = &self.recording.signatures[measurement.signature];
        let part = &mut self.all.parts[part];
        // The trace run knows more (clusters, say), so it comes first.
        if signature.function.is_some() || part.facts.is_empty() {
            part.facts.entry(device).or_insert(signature);
        }
        part.observed.push(Observed {
            device,
            process: (self.file, process),
            launch: (
                self.recording.processes[process].ordinal,
                measurement.ordinal,
                measurement.graph,
            ),
            set: &self.recording.counter_sets[measurement.counter_set],
            measurement,
            unprofiled_ns: traced.flatten(),
        });
    }
}
