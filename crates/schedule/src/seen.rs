//! What the trace run saw, as far as planning needs it.

use std::collections::{BTreeSet, HashMap, HashSet};

use propp_wire::{Kernel, Launch, LaunchKey};

/// Launches of a process whose order is kept. Planning needs the beginning;
/// what comes after a million launches is more of the same.
const ORDER_KEPT: usize = 1 << 20;

/// A kind of launch, as the trace run saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindSeen {
    /// The process's index for the device.
    pub device: u32,
    /// What its launches have in common; an empty text stands for no range.
    pub key: LaunchKey<String>,
    /// Launches, in all processes.
    pub launches: u64,
    /// Their time.
    pub total_ns: u64,
    /// The time of the longest.
    pub longest_ns: u64,
}

/// Everything that was launched, in order.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The kinds.
    pub kinds: Vec<KindSeen>,
    /// Mangled names of kernels that ran as part of graphs.
    pub of_graphs: BTreeSet<String>,
    /// Device memory in use at the end, in bytes.
    pub memory_bytes: u64,
    processes: HashMap<u32, Process>,
    /// By device.
    places: HashMap<(u32, LaunchKey<String>), usize>,
    /// Process and name of the kernels in `of_graphs`.
    known_of_graphs: HashSet<(u32, u32)>,
}

#[derive(Clone, Debug, Default)]
struct Process {
    /// By device.
    known: HashMap<(u32, LaunchKey<u32>), usize>,
    /// Correlation and kind; records come in no order.
    order: Vec<(u32, u32)>,
    /// Launches of each kind, by its place.
    launches: HashMap<usize, u64>,
}

impl Seen {
    /// Takes kernels that a process ran. `text` gives its names.
    pub fn take<'t>(
        &mut self,
        process: u32,
        kernels: &[Kernel],
        text: impl Fn(u32) -> Option<&'t str>,
    ) {
        for kernel in kernels {
            if kernel.launch.graph != 0 {
                // Graphs are measured as they are launched, as a whole.
                self.take_of_graph(process, kernel.launch.name, &text);
                continue;
            }
            let place = self.place(process, &kernel.launch, &text);
            let kind = &mut self.kinds[place];
            let duration = kernel.end_ns.saturating_sub(kernel.start_ns);
            kind.launches += 1;
            kind.total_ns += duration;
            kind.longest_ns = kind.longest_ns.max(duration);
            let of_process = self.processes.entry(process).or_default();
            *of_process.launches.entry(place).or_default() += 1;
            if of_process.order.len() < ORDER_KEPT {
                let place = u32::try_from(place).unwrap_or(u32::MAX);
                of_process.order.push((kernel.launch.correlation, place));
            }
        }
    }

    fn take_of_graph<'t>(
        &mut self,
        process: u32,
        name: u32,
        text: &impl Fn(u32) -> Option<&'t str>,
    ) {
        if self.known_of_graphs.insert((process, name)) {
            self.of_graphs.insert(text(name).unwrap_or_default().to_owned());
        }
    }

    /// Whether kernels ran as part of graphs.
    #[must_use]
    pub fn has_graphs(&self) -> bool {
        !self.of_graphs.is_empty()
    }

    fn place<'t>(
        &mut self,
        process: u32,
        launch: &Launch,
        text: &impl Fn(u32) -> Option<&'t str>,
    ) -> usize {
        let by_number = (launch.device, launch.key());
        let of_process = self.processes.entry(process).or_default();
        if let Some(place) = of_process.known.get(&by_number) {
            return *place;
        }
        let text = |number| text(number).unwrap_or_default().to_owned();
        let (device, key) = (launch.device, launch.key());
        let key = key.named(text(key.function), text(key.nvtx));
        let place = *self.places.entry((device, key.clone())).or_insert(self.kinds.len());
        of_process.known.insert(by_number, place);
        if place == self.kinds.len() {
            self.kinds.push(KindSeen { device, key, ..KindSeen::default() });
        }
        place
    }

    /// The fewest launches of a kind in a process that launches it: plans are
    /// the same for all processes, and are to hold in each.
    #[must_use]
    pub fn fewest(&self, kind: usize) -> u64 {
        let launches = self.processes.values().filter_map(|p| p.launches.get(&kind));
        launches.copied().min().unwrap_or(0)
    }

    /// The kinds in the order in which the only process launched them; `None`
    /// with several processes.
    #[must_use]
    pub fn order(&self) -> Option<Vec<usize>> {
        let mut processes = self.processes.values();
        let (Some(only), None) = (processes.next(), processes.next()) else { return None };
        let mut order = only.order.clone();
        order.sort_unstable();
        Some(order.into_iter().map(|(_, kind)| kind as usize).collect())
    }

    /// How many processes launched kernels.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.processes.len().max(1)
    }
}
