//! Launches of CUDA graphs in the trace run.

use std::collections::BTreeMap;

/// A kernel of a graph as it ran in the trace run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// Its part of the launches.
    pub(super) part: usize,
    pub(super) start_ns: u64,
    pub(super) end_ns: u64,
}

/// A launch of a graph, in the trace run.
#[derive(Debug, Default)]
struct GraphLaunch {
    range: Option<usize>,
    nodes: Vec<Node>,
}

/// Graph launches by process ordinal and the number of their call among all that launch.
#[derive(Debug, Default)]
pub(super) struct GraphLaunches {
    launches: BTreeMap<(u32, u64), GraphLaunch>,
    /// The number of calls that launch, by process ordinal.
    calls: BTreeMap<u32, u64>,
    /// The process and correlation of the call before.
    last: Option<(u32, u32)>,
}

/// Which launch of a count run the kernels of the trace run are asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// The ordinal of the process.
    pub(super) process: u32,
    pub(super) range: Option<usize>,
    /// The number of the launch among all of the process.
    pub(super) ordinal: u64,
    /// Launches that the count run saw in the process; `None` if it did not come to its end.
    pub(super) seen: Option<u64>,
    pub(super) kernels: usize,
}

impl GraphLaunches {
    /// Counts the calls that launched kernels, which come in their order; gives the number of this
    /// kernel's call in its process.
    pub(super) fn call(&mut self, process: u32, correlation: u32) -> u64 {
        let calls = self.calls.entry(process).or_default();
        if self.last.replace((process, correlation)) != Some((process, correlation)) {
            *calls += 1;
        }
        calls.saturating_sub(1)
    }

    /// Adds a kernel; those of one call in the order of their start.
    pub(super) fn add(&mut self, process: u32, call: u64, range: Option<usize>, node: Node) {
        let launch = self.launches.entry((process, call)).or_default();
        // The range is told with the first record of a call only.
        launch.range = launch.range.or(range);
        launch.nodes.push(node);
    }

    /// The kernels of a graph launch in the order in which they ran, provided that both runs
    /// launched equally often (if the count run came to its end), that there are as many kernels as expected, and that no two ran at
    /// once: only then is it certain which launch it is and that the order is that of the count
    /// run, which runs them one by one.
    pub(super) fn nodes(&self, wanted: Wanted) -> Option<&[Node]> {
        let Wanted { process, range, ordinal, seen, kernels } = wanted;
        let launch = self.launches.get(&(process, ordinal)).filter(|one| one.range == range)?;
        let nodes = launch.nodes.as_slice();
        // Where counters were read in the same run, starts may not be known.
        let follows = |[a, b]: [&Node; 2]| a.end_ns <= b.start_ns && a.start_ns < b.start_ns;
        let in_turn = nodes.windows(2).all(|pair| follows([&pair[0], &pair[1]]));
        let calls = self.calls.get(&process).copied();
        let as_often = seen.is_none_or(|seen| calls == Some(seen));
        (as_often && nodes.len() == kernels && in_turn).then_some(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(part: usize, start_ns: u64, end_ns: u64) -> Node {
        Node { part, start_ns, end_ns }
    }

    #[test]
    fn launches_are_known_by_their_number_among_all_calls() {
        let mut graphs = GraphLaunches::default();
        for (correlation, range, node) in [
            (4, None, node(0, 0, 10)),
            (4, None, node(1, 10, 20)),
            (9, None, node(2, 50, 60)),
            (12, Some(3), node(5, 70, 80)),
            (12, None, node(6, 75, 90)),
        ] {
            let call = graphs.call(0, correlation);
            graphs.add(0, call, range, node);
        }
        let wanted =
            |ordinal, kernels| Wanted { process: 0, range: None, ordinal, seen: Some(3), kernels };
        let parts = |wanted| {
            let found = graphs.nodes(wanted);
            found.map(|nodes| nodes.iter().map(|node| node.part).collect::<Vec<_>>())
        };
        assert_eq!(parts(wanted(0, 2)), Some(vec![0, 1]));
        assert_eq!(parts(wanted(1, 1)), Some(vec![2]));
        assert_eq!(parts(wanted(0, 3)), None, "another number of kernels");
        assert_eq!(parts(Wanted { range: Some(3), ..wanted(2, 2) }), None, "two at once");
        assert_eq!(parts(Wanted { process: 1, ..wanted(0, 2) }), None, "another process");
        assert_eq!(parts(Wanted { seen: Some(4), ..wanted(0, 2) }), None, "runs that differ");
    }

    #[test]
    fn calls_of_other_kernels_count() {
        let mut graphs = GraphLaunches::default();
        assert_eq!([graphs.call(0, 3), graphs.call(0, 7), graphs.call(0, 7)], [0, 1, 1]);
        assert_eq!([graphs.call(1, 7), graphs.call(1, 8)], [0, 1]);
    }
}
