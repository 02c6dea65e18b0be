//! Which launches are measured. Pure: given a launch, yes or no.

use std::collections::{HashMap, HashSet};

use propp_wire::{Launch, Selection};

/// What makes two launches the same for us.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Signature {
    name: u32,
    grid: [u32; 3],
    block: [u32; 3],
    dynamic_shared_bytes: u32,
    nvtx: u32,
}

/// What is launched.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What<'a> {
    /// A kernel of this mangled name.
    Kernel(&'a str),
    /// A graph, by its handle.
    Graph(u64),
}

/// The answer for one launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// Which launch of the process it is.
    pub(crate) ordinal: u64,
    /// Which launch of its signature it is.
    pub(crate) ordinal_in_signature: u64,
    /// Whether its counters are to be read.
    pub(crate) measure: bool,
}

/// Decides launch by launch.
pub(crate) struct Selector {
    selection: Selection,
    kernels: HashSet<String>,
    seen: u64,
    matching: u64,
    by_signature: HashMap<Signature, u64>,
    /// How many of a signature (and, of graphs, of one graph) were measured.
    taken: HashMap<(Signature, u64), u64>,
}

impl Selector {
    pub(crate) fn new(selection: &Selection) -> Self {
        Self {
            kernels: selection.kernels.iter().cloned().collect(),
            selection: selection.clone(),
            seen: 0,
            matching: 0,
            by_signature: HashMap::new(),
            taken: HashMap::new(),
        }
    }

    /// How many launches were shown.
    pub(crate) fn seen(&self) -> u64 {
        self.seen
    }

    /// Decides on the next launch of the process: of a kernel by its mangled
    /// name, or of the graph with this handle. A graph's kernels have no names
    /// here, so graphs pass the filter by name.
    pub(crate) fn next(&mut self, launch: &Launch, what: What<'_>, ranges: &[String]) -> Verdict {
        let ordinal = self.seen;
        self.seen += 1;
        let signature = Signature {
            name: launch.name,
            grid: launch.grid,
            block: launch.block,
            dynamic_shared_bytes: launch.dynamic_shared_bytes,
            nvtx: launch.nvtx,
        };
        let of_signature = self.by_signature.entry(signature.clone()).or_default();
        let ordinal_in_signature = *of_signature;
        *of_signature += 1;
        let measure = self.matches(launch.device, what, ranges)
            && self.in_window()
            && self.takes(signature, what);
        Verdict { ordinal, ordinal_in_signature, measure }
    }

    /// Whether the signature, which matches, has launches to spare.
    fn takes(&mut self, signature: Signature, what: What<'_>) -> bool {
        let graph = match what {
            What::Kernel(_) => 0,
            What::Graph(handle) => handle,
        };
        let taken = self.taken.entry((signature, graph)).or_default();
        let takes = within(*taken, self.selection.per_signature);
        *taken += u64::from(takes);
        takes
    }

    fn matches(&self, device: u32, what: What<'_>, ranges: &[String]) -> bool {
        let wanted = &self.selection;
        (wanted.devices.is_empty() || wanted.devices.contains(&device))
            && match what {
                What::Kernel(name) => self.kernels.is_empty() || self.kernels.contains(name),
                What::Graph(_) => true,
            }
            && (wanted.nvtx.is_empty() || ranges.iter().any(|range| wanted.nvtx.contains(range)))
    }

    /// Whether the launch, which matches, is between skip and count.
    fn in_window(&mut self) -> bool {
        let index = self.matching;
        self.matching += 1;
        index
            .checked_sub(self.selection.launch_skip)
            .is_some_and(|index| within(index, self.selection.launch_count))
    }
}

/// Whether an index is below a limit, where 0 is no limit.
fn within(index: u64, limit: u64) -> bool {
    limit == 0 || index < limit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(name: u32, grid: u32) -> Launch {
        Launch {
            name,
            grid: [grid, 1, 1],
            block: [128, 1, 1],
            cluster: [0; 3],
            registers: 0,
            static_shared_bytes: 0,
            dynamic_shared_bytes: 0,
            local_bytes_per_thread: 0,
            device: 0,
            context: 1,
            stream: 0,
            correlation: 0,
            graph: 0,
            nvtx: 0,
        }
    }

    fn everything() -> Selection {
        Selection {
            kernels: Vec::new(),
            nvtx: Vec::new(),
            devices: Vec::new(),
            launch_skip: 0,
            launch_count: 0,
            per_signature: 0,
        }
    }

    fn measured(selection: &Selection, launches: &[(&str, u32)]) -> Vec<usize> {
        let mut selector = Selector::new(selection);
        let measure = |(index, (kernel, grid)): (usize, &(&str, u32))| {
            let name = u32::from(kernel.as_bytes()[0]);
            selector.next(&launch(name, *grid), What::Kernel(kernel), &[]).measure.then_some(index)
        };
        launches.iter().enumerate().filter_map(measure).collect()
    }

    #[test]
    fn everything_is_measured_unless_asked_otherwise() {
        assert_eq!(measured(&everything(), &[("a", 1), ("b", 1), ("a", 1)]), [0, 1, 2]);
    }

    #[test]
    fn skip_and_count_number_the_launches_that_match() {
        let selection = Selection {
            kernels: vec!["a".to_owned()],
            launch_skip: 1,
            launch_count: 2,
            ..everything()
        };
        let launches = [("a", 1), ("b", 1), ("a", 1), ("b", 1), ("a", 2), ("a", 1)];
        assert_eq!(measured(&selection, &launches), [2, 4]);
    }

    #[test]
    fn a_signature_is_kernel_and_configuration() {
        let selection = Selection { per_signature: 1, ..everything() };
        assert_eq!(measured(&selection, &[("a", 1), ("a", 2), ("a", 1), ("b", 1)]), [0, 1, 3]);
    }

    #[test]
    fn ranges_and_devices_filter() {
        let selection = Selection { nvtx: vec!["step".to_owned()], ..everything() };
        let mut selector = Selector::new(&selection);
        assert!(!selector.next(&launch(1, 1), What::Kernel("a"), &[]).measure);
        assert!(
            selector
                .next(&launch(1, 1), What::Kernel("a"), &["outer", "step"].map(str::to_owned))
                .measure
        );
        let selection = Selection { devices: vec![1], ..everything() };
        assert!(!Selector::new(&selection).next(&launch(1, 1), What::Kernel("a"), &[]).measure);
    }

    #[test]
    fn what_is_skipped_does_not_use_up_the_signatures_share() {
        let selection = Selection { launch_skip: 3, per_signature: 2, ..everything() };
        assert_eq!(measured(&selection, &[("a", 1); 8]), [3, 4]);
    }

    #[test]
    fn each_graph_has_its_own_share_and_no_name() {
        let selection =
            Selection { per_signature: 1, kernels: vec!["a".to_owned()], ..everything() };
        let mut selector = Selector::new(&selection);
        let mut next = |graph| selector.next(&launch(0, 0), What::Graph(graph), &[]).measure;
        assert_eq!([next(7), next(7), next(8)], [true, false, true]);
    }

    #[test]
    fn ordinals_count_everything() {
        let mut selector = Selector::new(&everything());
        selector.next(&launch(1, 1), What::Kernel("a"), &[]);
        selector.next(&launch(2, 1), What::Kernel("b"), &[]);
        let verdict = selector.next(&launch(1, 1), What::Kernel("a"), &[]);
        assert_eq!((verdict.ordinal, verdict.ordinal_in_signature), (2, 1));
        assert_eq!(selector.seen(), 3);
    }
}
