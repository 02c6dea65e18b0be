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

    /// The kernels of a graph launch in the order in which they ran. Which launch it is says its
    /// number, if both runs launched equally often (and the count run came to its end); otherwise
    /// all traced graphs of so many kernels have to be the same. The order is that of the count run,
    /// which runs kernels one by one, if no two ran at once, or if they began in the same order in
    /// each of several launches.
    pub(super) fn nodes(&self, wanted: Wanted) -> Option<&[Node]> {
        let Wanted { process, range, ordinal, seen, kernels } = wanted;
        let is_alike = |one: &&GraphLaunch| one.range == range && one.nodes.len() == kernels;
        let of_process = self.launches.range((process, 0)..=(process, u64::MAX));
        let alike: Vec<&GraphLaunch> = of_process.map(|(_, one)| one).filter(is_alike).collect();
        let parts = |one: &GraphLaunch| one.nodes.iter().map(|node| node.part).collect::<Vec<_>>();
        let is_one_graph = alike.windows(2).all(|two| parts(two[0]) == parts(two[1]));
        let calls = self.calls.get(&process).copied();
        let launch = match seen.is_none_or(|seen| calls == Some(seen)) {
            true => self.launches.get(&(process, ordinal)).filter(is_alike),
            false => alike.last().copied().filter(|_| is_one_graph),
        };
        let nodes = launch?.nodes.as_slice();
        let is_known = in_turn(nodes)
            || (is_one_graph && alike.len() >= SURE && alike.iter().all(|one| one_by_one(one)));
        is_known.then_some(nodes)
    }
}

/// Launches of a graph whose kernels begin in the same order: it is no accident.
const SURE: usize = 3;

/// Whether no two kernels ran at once.
fn in_turn(nodes: &[Node]) -> bool {
    // Where counters were read in the same run, starts may not be known.
    let follows = |[a, b]: [&Node; 2]| a.end_ns <= b.start_ns && a.start_ns < b.start_ns;
    nodes.windows(2).all(|pair| follows([&pair[0], &pair[1]]))
}

/// Whether kernels began and ended in one order, though one may have begun before the other ended.
fn one_by_one(launch: &GraphLaunch) -> bool {
    let follows = |[a, b]: [&Node; 2]| a.start_ns < b.start_ns && a.end_ns <= b.end_ns;
    launch.nodes.windows(2).all(|pair| follows([&pair[0], &pair[1]]))
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
        let differing = Wanted { seen: Some(4), ..wanted(0, 2) };
        assert_eq!(parts(differing), Some(vec![0, 1]), "runs that differ, and one graph of two");
    }

    #[test]
    fn graphs_are_known_by_their_kernels_where_runs_launch_differently() {
        let of = |launches: &[[(usize, u64, u64); 2]]| {
            let mut graphs = GraphLaunches::default();
            for (number, nodes) in (1_u32..).zip(launches) {
                let call = graphs.call(0, number);
                for &(part, start_ns, end_ns) in nodes {
                    graphs.add(0, call, None, node(part, start_ns, end_ns));
                }
            }
            let wanted =
                Wanted { process: 0, range: None, ordinal: 70, seen: Some(90), kernels: 2 };
            graphs.nodes(wanted).map(|nodes| nodes.iter().map(|node| node.part).collect::<Vec<_>>())
        };
        let overlapping = [(4, 0, 10), (7, 9, 20)];
        assert_eq!(of(&[overlapping; 3]), Some(vec![4, 7]));
        assert_eq!(of(&[overlapping; 2]), None, "too few launches to be sure of the order");
        let other = [(7, 0, 10), (4, 9, 20)];
        assert_eq!(of(&[overlapping, overlapping, other]), None, "in any order");
        assert_eq!(of(&[[(4, 0, 30), (7, 9, 20)]; 3]), None, "side by side");
    }

    #[test]
    fn calls_of_other_kernels_count() {
        let mut graphs = GraphLaunches::default();
        assert_eq!([graphs.call(0, 3), graphs.call(0, 7), graphs.call(0, 7)], [0, 1, 1]);
        assert_eq!([graphs.call(1, 7), graphs.call(1, 8)], [0, 1]);
    }
}
