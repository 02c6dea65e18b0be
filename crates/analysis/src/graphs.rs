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

/// Graph launches, told apart by the call that made them.
#[derive(Debug, Default)]
pub(super) struct GraphLaunches {
    /// By process ordinal and correlation: the range, if any, and the kernels.
    calls: BTreeMap<(u32, u32), (Option<usize>, Vec<Node>)>,
    /// By process ordinal and range, in the order of launch.
    launches: BTreeMap<(u32, Option<usize>), Vec<Vec<Node>>>,
}

impl GraphLaunches {
    /// Adds a kernel; those of one call in the order of their start.
    pub(super) fn add(&mut self, process: u32, correlation: u32, nvtx: Option<usize>, node: Node) {
        let (range, nodes) = self.calls.entry((process, correlation)).or_default();
        // The range is told with the first record of a call only.
        *range = range.or(nvtx);
        nodes.push(node);
    }

    /// To be called when all kernels are there.
    pub(super) fn finish(&mut self) {
        for ((process, _), (range, nodes)) in std::mem::take(&mut self.calls) {
            self.launches.entry((process, range)).or_default().push(nodes);
        }
    }

    /// The kernels of a graph launch in the order in which they ran, provided
    /// there are as many as expected and no two ran at once: only then is it
    /// certain that the order is that of the count run, which runs them one
    /// by one.
    pub(super) fn nodes(
        &self,
        process: u32,
        nvtx: Option<usize>,
        ordinal: u64,
        expected: usize,
    ) -> Option<&[Node]> {
        let ordinal = usize::try_from(ordinal).ok()?;
        let nodes = self.launches.get(&(process, nvtx))?.get(ordinal)?;
        let in_turn = nodes.windows(2).all(|pair| pair[0].end_ns <= pair[1].start_ns);
        (nodes.len() == expected && in_turn).then_some(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(part: usize, start_ns: u64, end_ns: u64) -> Node {
        Node { part, start_ns, end_ns }
    }

    #[test]
    fn launches_count_by_process_and_range_and_only_in_turn() {
        let mut graphs = GraphLaunches::default();
        for (call, nodes) in
            [(9, vec![node(2, 50, 60)]), (4, vec![node(0, 0, 10), node(1, 10, 20)])]
        {
            for node in nodes {
                graphs.add(0, call, None, node);
            }
        }
        graphs.add(0, 12, Some(3), node(5, 70, 80));
        graphs.add(0, 12, None, node(6, 75, 90));
        graphs.finish();
        let parts = |found: Option<&[Node]>| {
            found.map(|nodes| nodes.iter().map(|node| node.part).collect::<Vec<_>>())
        };
        assert_eq!(parts(graphs.nodes(0, None, 0, 2)), Some(vec![0, 1]));
        assert_eq!(parts(graphs.nodes(0, None, 1, 1)), Some(vec![2]));
        assert_eq!(graphs.nodes(0, None, 0, 3), None, "another number of kernels");
        assert_eq!(graphs.nodes(0, Some(3), 0, 2), None, "two at once");
        assert_eq!(graphs.nodes(1, None, 0, 2), None, "another process");
    }
}
