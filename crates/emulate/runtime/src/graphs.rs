//! Graphs: made by capturing a stream, or of nodes one by one.

use std::collections::HashSet;

use crate::status::{self, Status};
use crate::work::Node;

/// What is being captured, and what was.
#[derive(Default)]
pub(crate) struct Graphs {
    open: Option<Capture>,
    /// By the handle less one; those of `cudaGraphInstantiate`, too.
    graphs: Vec<Graph>,
    /// Nodes that were made so far: the handle of the last.
    nodes: usize,
    /// The capture's number, which a program may ask for.
    captures: u64,
}

#[derive(Clone, Default)]
struct Graph {
    nodes: Vec<Held>,
    /// The handles of a node and of one that must run after it.
    edges: Vec<(usize, usize)>,
    /// Whether it can be launched, and no more be changed in its form.
    is_executable: bool,
}

#[derive(Clone)]
struct Held {
    handle: usize,
    /// The handle of the node that it is a copy of.
    origin: usize,
    node: Node,
}

struct Capture {
    origin: usize,
    /// The stream and those that wait for it.
    streams: HashSet<usize>,
    events: HashSet<usize>,
    nodes: Vec<Node>,
}

impl Graph {
    /// The places of the nodes, each after all that it depends on, otherwise as they were added.
    /// None if some depend on each other.
    fn order(&self) -> Option<Vec<usize>> {
        let mut order = Vec::new();
        let mut done: HashSet<usize> = HashSet::new();
        while order.len() < self.nodes.len() {
            let is_next = |held: &Held| {
                !done.contains(&held.handle) && { self.edges.iter() }
                    .all(|(from, to)| *to != held.handle || done.contains(from))
            };
            let next = self.nodes.iter().position(is_next)?;
            done.insert(self.nodes[next].handle);
            order.push(next);
        }
        Some(order)
    }

    fn ordered(&self) -> Result<Vec<Node>, Status> {
        let order = self.order().ok_or(status::INVALID_VALUE)?;
        Ok(order.into_iter().map(|place| self.nodes[place].node.clone()).collect())
    }

    fn has(&self, handle: usize) -> bool {
        self.nodes.iter().any(|held| held.handle == handle)
    }
}

impl Graphs {
    /// Whether work on the stream is kept and not done.
    pub(crate) fn takes(&self, stream: usize) -> bool {
        self.open.as_ref().is_some_and(|capture| capture.streams.contains(&stream))
    }

    pub(crate) fn add(&mut self, node: Node) {
        if let Some(capture) = &mut self.open {
            capture.nodes.push(node);
        }
    }

    /// The number of the capture that a stream belongs to.
    pub(crate) fn capture(&self, stream: usize) -> Option<u64> {
        self.takes(stream).then_some(self.captures)
    }

    pub(crate) fn begin(&mut self, stream: usize) -> Result<(), Status> {
        if self.open.is_some() {
            return Err(status::STREAM_CAPTURE_UNSUPPORTED);
        }
        let (streams, events) = (HashSet::from([stream]), HashSet::new());
        self.captures += 1;
        self.open = Some(Capture { origin: stream, streams, events, nodes: Vec::new() });
        Ok(())
    }

    /// Ends the capture; gives the graph's handle.
    pub(crate) fn end(&mut self, stream: usize) -> Result<usize, Status> {
        let is_origin = |capture: &mut Capture| capture.origin == stream;
        let capture = self.open.take_if(is_origin).ok_or(status::ILLEGAL_STATE)?;
        let graph = self.create();
        for node in capture.nodes {
            self.append(graph, node, &[])?;
        }
        Ok(graph)
    }

    pub(crate) fn create(&mut self) -> usize {
        self.keep(Graph::default())
    }

    /// Adds work that runs after other nodes; gives its handle.
    pub(crate) fn append(
        &mut self,
        handle: usize,
        node: Node,
        dependencies: &[usize],
    ) -> Result<usize, Status> {
        let number = self.nodes + 1;
        let graph = self.changeable(handle)?;
        if !dependencies.iter().all(|of| graph.has(*of)) {
            return Err(status::INVALID_VALUE);
        }
        graph.nodes.push(Held { handle: number, origin: number, node });
        graph.edges.extend(dependencies.iter().map(|from| (*from, number)));
        self.nodes = number;
        Ok(number)
    }

    /// Lets one node run after another, for each pair.
    pub(crate) fn depend(
        &mut self,
        handle: usize,
        pairs: impl Iterator<Item = (usize, usize)>,
    ) -> Result<(), Status> {
        let graph = self.changeable(handle)?;
        for (from, to) in pairs {
            if !graph.has(from) || !graph.has(to) {
                return Err(status::INVALID_VALUE);
            }
            graph.edges.push((from, to));
        }
        Ok(())
    }

    /// Takes back what `depend` was told.
    pub(crate) fn undepend(
        &mut self,
        handle: usize,
        pairs: impl Iterator<Item = (usize, usize)>,
    ) -> Result<(), Status> {
        let graph = self.changeable(handle)?;
        for pair in pairs {
            let place = graph.edges.iter().position(|edge| *edge == pair);
            graph.edges.remove(place.ok_or(status::INVALID_VALUE)?);
        }
        Ok(())
    }

    /// Takes a node out of its graph.
    pub(crate) fn remove(&mut self, node: usize) -> Result<(), Status> {
        let mut graphs = self.graphs.iter_mut().filter(|graph| !graph.is_executable);
        let graph = graphs.find(|graph| graph.has(node)).ok_or(status::INVALID_VALUE)?;
        graph.nodes.retain(|held| held.handle != node);
        graph.edges.retain(|(from, to)| *from != node && *to != node);
        Ok(())
    }

    fn keep(&mut self, graph: Graph) -> usize {
        self.graphs.push(graph);
        self.graphs.len()
    }

    fn graph(&self, handle: usize) -> Result<&Graph, Status> {
        handle.checked_sub(1).and_then(|at| self.graphs.get(at)).ok_or(status::INVALID_VALUE)
    }

    fn changeable(&mut self, handle: usize) -> Result<&mut Graph, Status> {
        let graph = handle.checked_sub(1).and_then(|at| self.graphs.get_mut(at));
        graph.filter(|graph| !graph.is_executable).ok_or(status::INVALID_VALUE)
    }

    /// An event is recorded on a stream: true if it belongs to the capture.
    pub(crate) fn records(&mut self, event: usize, stream: usize) -> bool {
        let is_taken = self.takes(stream);
        if let Some(capture) = self.open.as_mut().filter(|_| is_taken) {
            capture.events.insert(event);
        }
        is_taken
    }

    /// A stream waits for an event: it joins the capture if the event belongs to that.
    pub(crate) fn waits(&mut self, stream: usize, event: usize) {
        if let Some(capture) = &mut self.open
            && capture.events.contains(&event)
        {
            capture.streams.insert(stream);
        }
    }

    /// The work of a graph in an order that its dependencies allow.
    pub(crate) fn work(&self, handle: usize) -> Result<Vec<Node>, Status> {
        self.graph(handle)?.ordered()
    }

    /// Handles of the nodes, or of those that depend on no other.
    pub(crate) fn handles(&self, handle: usize, roots: bool) -> Result<Vec<usize>, Status> {
        let graph = self.graph(handle)?;
        let depends = |held: &Held| graph.edges.iter().any(|(_, to)| *to == held.handle);
        let nodes = graph.nodes.iter().filter(|held| !roots || !depends(held));
        Ok(nodes.map(|held| held.handle).collect())
    }

    /// The work of a node of a graph that can still be changed.
    pub(crate) fn node(&mut self, node: usize) -> Result<&mut Node, Status> {
        let graphs = self.graphs.iter_mut().filter(|graph| !graph.is_executable);
        let mut nodes = graphs.flat_map(|graph| &mut graph.nodes);
        let found = nodes.find(|held| held.handle == node);
        found.map(|held| &mut held.node).ok_or(status::INVALID_VALUE)
    }

    /// The work that an executable graph has of a node.
    pub(crate) fn instance(&mut self, handle: usize, node: usize) -> Result<&mut Node, Status> {
        let graph = handle.checked_sub(1).and_then(|at| self.graphs.get_mut(at));
        let graph = graph.filter(|graph| graph.is_executable).ok_or(status::INVALID_VALUE)?;
        let found = graph.nodes.iter_mut().find(|held| held.handle == node);
        found.map(|held| &mut held.node).ok_or(status::INVALID_VALUE)
    }

    /// A graph that can be launched.
    pub(crate) fn instantiate(&mut self, handle: usize) -> Result<usize, Status> {
        let graph = self.graph(handle)?;
        graph.order().ok_or(status::INVALID_VALUE)?;
        let graph = Graph { is_executable: true, ..graph.clone() };
        Ok(self.keep(graph))
    }

    /// A graph with the same work, whose nodes have handles of their own.
    pub(crate) fn copy(&mut self, handle: usize) -> Result<usize, Status> {
        let mut graph = self.graph(handle)?.clone();
        let first = self.nodes + 1;
        let handles: Vec<usize> = graph.nodes.iter().map(|held| held.handle).collect();
        let new = |old: usize| {
            handles.iter().position(|known| *known == old).map_or(old, |place| first + place)
        };
        for held in &mut graph.nodes {
            (held.origin, held.handle) = (held.handle, new(held.handle));
        }
        graph.edges.iter_mut().for_each(|(from, to)| (*from, *to) = (new(*from), new(*to)));
        graph.is_executable = false;
        self.nodes += handles.len();
        Ok(self.keep(graph))
    }

    /// The node of a copied graph that is the copy of a node.
    pub(crate) fn copied(&self, handle: usize, node: usize) -> Result<usize, Status> {
        let found = self.graph(handle)?.nodes.iter().find(|held| held.origin == node);
        found.map(|held| held.handle).ok_or(status::INVALID_VALUE)
    }

    /// Gives an executable graph the work of another graph of the same form; false, and nothing is
    /// changed, if the form is another one.
    pub(crate) fn update(&mut self, executable: usize, handle: usize) -> Result<bool, Status> {
        let new = self.graph(handle)?;
        let old = self.graph(executable)?;
        let numbers = |graph: &Graph| -> Vec<i32> {
            graph.nodes.iter().map(|held| held.node.number()).collect()
        };
        let places = |graph: &Graph| -> Vec<(Option<usize>, Option<usize>)> {
            let place = |of: usize| graph.nodes.iter().position(|held| held.handle == of);
            graph.edges.iter().map(|(from, to)| (place(*from), place(*to))).collect()
        };
        if !old.is_executable || numbers(old) != numbers(new) || places(old) != places(new) {
            return Ok(false);
        }
        let work: Vec<Node> = new.nodes.iter().map(|held| held.node.clone()).collect();
        let graph = executable.checked_sub(1).and_then(|at| self.graphs.get_mut(at));
        let graph = graph.ok_or(status::INVALID_VALUE)?;
        graph.nodes.iter_mut().zip(work).for_each(|(held, node)| held.node = node);
        Ok(true)
    }
}
