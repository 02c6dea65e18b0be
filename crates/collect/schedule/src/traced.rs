//! The launches of the trace run, as far as planning needs them.

use std::collections::{BTreeSet, HashMap, HashSet};

use propp_judge_steps::{Calls, HostCalls, Site};
use propp_recording_wire::{
    Copy, Direction, Kernel, Launch, LaunchKey, LaunchedFrom, Memory, Range, Site as SentSite,
    Synchronisation,
};

use super::cost::Saved;
use super::meetings::Meetings;

/// Launches of a process whose order is kept. After a million launches, planning
/// learns nothing new.
const ORDER_KEPT: usize = 1 << 20;

/// A kind of launch, as the trace run saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TracedKind {
    /// The process's index for the device.
    pub device: u32,
    /// The launches' key; an empty text stands for no range.
    pub key: LaunchKey<String>,
    pub launches: u64,
    pub total_ns: u64,
    pub longest_ns: u64,
}

/// All launches of the trace run, by kind and in order.
#[derive(Clone, Debug, Default)]
pub struct TracedLaunches {
    pub kinds: Vec<TracedKind>,
    /// Mangled names of the kernels that ran inside graphs.
    pub in_graphs: BTreeSet<String>,
    /// Whether a GPU wrote into another's memory by copies.
    pub has_peer_copies: bool,
    /// What a process had in use at most.
    pub saved: Saved,
    meetings: Meetings,
    processes: HashMap<u32, Process>,
    /// What is in use now, by process.
    memory: HashMap<u32, Saved>,
    /// Index of each kind, by device and key.
    places: HashMap<(u32, LaunchKey<String>), usize>,
    /// The same kernels, by process and number of the name.
    known_in_graphs: HashSet<(u32, u32)>,
    /// Mangled names of all kernels, names of ranges, and the number of each.
    pub(super) names: Vec<String>,
    numbers: HashMap<String, u32>,
}

/// A launch in the order of a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ordered {
    pub correlation: u32,
    /// Index of the kind; [`IN_GRAPH`] for a kernel of a graph.
    pub kind: u32,
    /// Index of the mangled name.
    pub name: u32,
    pub duration_ns: u32,
    pub start_ns: u64,
}

/// Graphs are launched and measured as a whole: their kernels are of no kind.
pub(super) const IN_GRAPH: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(super) struct Process {
    /// Index of each kind, by device and key.
    known: HashMap<(u32, LaunchKey<u32>), usize>,
    /// CUPTI's records come in no order.
    order: Vec<Ordered>,
    /// What the host did beside launching.
    pub(super) host: HostCalls,
    pub(super) calls: Calls,
    /// The program's ranges: index of the name, and the first and the last correlation in it.
    pub(super) ranges: Vec<(u32, [u32; 2])>,
    /// Launches of each kind, by its index.
    launches: HashMap<usize, u64>,
}

impl Process {
    /// The kinds that it launched, in order.
    fn in_order(&self) -> impl Iterator<Item = usize> + use<> {
        let kinds = self.sorted().into_iter().map(|launch| launch.kind);
        kinds.filter(|&kind| kind != IN_GRAPH).map(|kind| kind as usize)
    }

    fn sorted(&self) -> Vec<Ordered> {
        let mut order = self.order.clone();
        order.sort_unstable_by_key(|launch| (launch.correlation, launch.start_ns, launch.kind));
        order
    }
}

impl TracedLaunches {
    /// Adds kernels of a process. `text` looks up its names.
    pub fn add<'t>(
        &mut self,
        process: u32,
        kernels: &[Kernel],
        text: impl Fn(u32) -> Option<&'t str>,
    ) {
        for kernel in kernels {
            if kernel.launch.graph != 0 {
                self.add_in_graph(process, kernel.launch.name, &text);
                self.put_in_order(process, kernel, IN_GRAPH, &text);
                let function = text(kernel.launch.name).unwrap_or_default();
                self.meetings.add(process, function, kernel);
                continue;
            }
            let place = self.place(process, &kernel.launch, &text);
            let kind = &mut self.kinds[place];
            self.meetings.add(process, &kind.key.function, kernel);
            let duration = kernel.end_ns.saturating_sub(kernel.start_ns);
            kind.launches += 1;
            kind.total_ns += duration;
            kind.longest_ns = kind.longest_ns.max(duration);
            let process_state = self.processes.entry(process).or_default();
            *process_state.launches.entry(place).or_default() += 1;
            self.put_in_order(process, kernel, u32::try_from(place).unwrap_or(IN_GRAPH), &text);
        }
    }

    fn put_in_order<'t>(
        &mut self,
        process: u32,
        kernel: &Kernel,
        kind: u32,
        text: &impl Fn(u32) -> Option<&'t str>,
    ) {
        let process_state = self.processes.entry(process).or_default();
        if process_state.order.len() >= ORDER_KEPT {
            return;
        }
        let name = number_of(
            text(kernel.launch.name).unwrap_or_default(),
            &mut self.names,
            &mut self.numbers,
        );
        let duration = kernel.end_ns.saturating_sub(kernel.start_ns);
        process_state.order.push(Ordered {
            correlation: kernel.launch.correlation,
            kind,
            name,
            duration_ns: u32::try_from(duration).unwrap_or(u32::MAX),
            start_ns: kernel.start_ns,
        });
    }

    pub fn add_copies(&mut self, process: u32, copies: &[Copy]) {
        self.has_peer_copies |= copies.iter().any(|copy| copy.direction == Direction::PeerToPeer);
        let host = &mut self.processes.entry(process).or_default().host;
        for copy in copies {
            match copy.direction {
                Direction::DeviceToHost => host.waits(copy.correlation),
                Direction::HostToDevice => host.copies_in(copy.correlation),
                _ => {}
            }
        }
    }

    pub fn add_waits(&mut self, process: u32, waits: &[Synchronisation]) {
        let host = &mut self.processes.entry(process).or_default().host;
        for wait in waits.iter().filter(|wait| wait.kind != Synchronisation::STREAM_FOR_EVENT) {
            host.waits(wait.correlation);
        }
    }

    /// Adds ranges of a process. `text` looks up its names.
    pub fn add_ranges<'t>(
        &mut self,
        process: u32,
        ranges: &[Range],
        text: impl Fn(u32) -> Option<&'t str>,
    ) {
        let own = &mut self.processes.entry(process).or_default().ranges;
        for range in ranges {
            let Some(name) = text(range.name) else { continue };
            let name = number_of(name, &mut self.names, &mut self.numbers);
            // One that was never closed lasts to the end.
            own.push((name, [range.first, range.last]));
        }
    }

    /// Adds calls on the way to launches. `text` looks up the names of functions.
    pub fn add_sites<'t>(
        &mut self,
        process: u32,
        sites: &[SentSite],
        text: impl Fn(u32) -> Option<&'t str>,
    ) {
        let calls = &mut self.processes.entry(process).or_default().calls;
        for site in sites {
            let function = text(site.function).unwrap_or_default().to_owned();
            let line = (site.line != 0).then_some(site.line);
            let (parent, position) = (site.parent, site.position);
            calls.add(site.number, Site { parent, position, function, line });
        }
    }

    pub fn add_launched_from(&mut self, process: u32, launches: &[LaunchedFrom]) {
        let calls = &mut self.processes.entry(process).or_default().calls;
        launches.iter().for_each(|one| calls.launched_from(one.correlation, one.site));
    }

    /// The launches of the only process, in their order, and what is known of it.
    pub(super) fn only_process(&self) -> Option<(Vec<Ordered>, &Process)> {
        let mut all = self.processes.values().filter(|process| !process.order.is_empty());
        let only = all.next().filter(|_| all.next().is_none())?;
        // Of longer runs, what came last is not known.
        if only.order.len() >= ORDER_KEPT {
            return None;
        }
        Some((only.sorted(), only))
    }

    /// The same with these launches of the only process alone.
    pub(super) fn only(&self, launches: &[Ordered]) -> Self {
        let mut part = self.clone();
        for kind in &mut part.kinds {
            (kind.launches, kind.total_ns) = (0, 0);
        }
        for process in part.processes.values_mut().filter(|process| !process.order.is_empty()) {
            process.order = launches.to_vec();
            process.launches.clear();
            for launch in launches.iter().filter(|launch| launch.kind != IN_GRAPH) {
                let kind = launch.kind as usize;
                *process.launches.entry(kind).or_default() += 1;
                part.kinds[kind].launches += 1;
                part.kinds[kind].total_ns += u64::from(launch.duration_ns);
            }
        }
        part
    }

    /// Adds what a process did with memory, in the order in which it did it.
    pub fn add_memory(&mut self, process: u32, events: &[Memory]) {
        /// `CUPTI_ACTIVITY_MEMORY_KIND_PINNED`.
        const PINNED: u32 = 2;
        /// `..._DEVICE`, `..._MANAGED`, and the variables of modules, `..._DEVICE_STATIC` and
        /// `..._MANAGED_STATIC`.
        const ON_DEVICE: [u32; 4] = [3, 5, 6, 7];
        let now = self.memory.entry(process).or_default();
        for event in events {
            let bytes = match event.kind {
                PINNED => &mut now.pinned_bytes,
                kind if ON_DEVICE.contains(&kind) => &mut now.bytes,
                _ => continue,
            };
            let change: fn(u64, u64) -> u64 =
                if event.allocated { u64::saturating_add } else { u64::saturating_sub };
            *bytes = change(*bytes, event.bytes);
            now.objects = change(now.objects, 1);
            self.saved = Saved {
                bytes: self.saved.bytes.max(now.bytes),
                pinned_bytes: self.saved.pinned_bytes.max(now.pinned_bytes),
                objects: self.saved.objects.max(now.objects),
            };
        }
    }

    fn add_in_graph<'t>(
        &mut self,
        process: u32,
        name: u32,
        text: &impl Fn(u32) -> Option<&'t str>,
    ) {
        if self.known_in_graphs.insert((process, name)) {
            self.in_graphs.insert(text(name).unwrap_or_default().to_owned());
        }
    }

    /// Mangled names of the kernels that wait for each other on several GPUs, by when they ran.
    pub fn waiting_for_each_other(&self) -> BTreeSet<String> {
        self.meetings.kernels()
    }

    /// Whether a process used several GPUs.
    pub fn has_several_gpus(&self) -> bool {
        let first = self.kinds.first().map(|kind| kind.device);
        self.kinds.iter().any(|kind| Some(kind.device) != first)
    }

    /// Whether kernels ran as part of graphs.
    pub fn has_graphs(&self) -> bool {
        !self.in_graphs.is_empty()
    }

    fn place<'t>(
        &mut self,
        process: u32,
        launch: &Launch,
        text: &impl Fn(u32) -> Option<&'t str>,
    ) -> usize {
        let by_number = (launch.device, launch.key());
        let process_state = self.processes.entry(process).or_default();
        if let Some(place) = process_state.known.get(&by_number) {
            return *place;
        }
        let text = |number| text(number).unwrap_or_default().to_owned();
        let (device, key) = (launch.device, launch.key());
        let key = key.named(text(key.function), text(key.nvtx));
        let place = *self.places.entry((device, key.clone())).or_insert(self.kinds.len());
        process_state.known.insert(by_number, place);
        if place == self.kinds.len() {
            self.kinds.push(TracedKind { device, key, ..TracedKind::default() });
        }
        place
    }

    /// The fewest launches of a kind in any process that launches it. A plan is the
    /// same for all processes and must hold in each.
    pub fn fewest(&self, kind: usize) -> u64 {
        let launches = self.processes.values().filter_map(|p| p.launches.get(&kind));
        launches.copied().min().unwrap_or(0)
    }

    /// The kinds in launch order. Of several processes one order has to hold in each, so either
    /// no two launch the same kind (each has a GPU of its own), or all launch the same kinds
    /// equally often; otherwise `None`.
    pub fn order(&self) -> Option<Vec<usize>> {
        let launching = self.processes.iter().filter(|(_, process)| !process.launches.is_empty());
        let mut numbers: Vec<&u32> = launching.map(|(number, _)| number).collect();
        numbers.sort_unstable();
        let all: Vec<&Process> = numbers.iter().map(|number| &self.processes[number]).collect();
        let first = all.first()?;
        let of_all: usize = all.iter().map(|process| process.launches.len()).sum();
        let orders = if of_all == self.kinds.len() {
            &all[..]
        } else if all.iter().all(|process| process.launches == first.launches) {
            &all[..1]
        } else {
            return None;
        };
        Some(orders.iter().flat_map(|process| process.in_order()).collect())
    }

    pub fn processes(&self) -> usize {
        self.processes.values().filter(|process| !process.launches.is_empty()).count().max(1)
    }
}

fn number_of(name: &str, names: &mut Vec<String>, numbers: &mut HashMap<String, u32>) -> u32 {
    if let Some(&number) = numbers.get(name) {
        return number;
    }
    let number = u32::try_from(names.len()).unwrap_or(u32::MAX);
    names.push(name.to_owned());
    numbers.insert(name.to_owned(), number);
    number
}
