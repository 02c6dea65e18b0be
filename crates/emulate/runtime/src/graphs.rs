//! Graphs: made by capturing a stream, or of kernels one by one.

use std::collections::HashSet;

use crate::status::{self, Status};
use crate::work::Node;

/// What is being captured, and what was.
#[derive(Default)]
pub(crate) struct Graphs {
    open: Option<Capture>,
    /// In the order of their calls, which is one that their dependencies allow. By the handle
    /// less one; those of `cudaGraphInstantiate`, too.
    graphs: Vec<Vec<Node>>,
}

struct Capture {
    origin: usize,
    /// The stream and those that wait for it.
    streams: HashSet<usize>,
    events: HashSet<usize>,
    nodes: Vec<Node>,
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

    pub(crate) fn begin(&mut self, stream: usize) -> Result<(), Status> {
        if self.open.is_some() {
            return Err(status::STREAM_CAPTURE_UNSUPPORTED);
        }
        let (streams, events) = (HashSet::from([stream]), HashSet::new());
        self.open = Some(Capture { origin: stream, streams, events, nodes: Vec::new() });
        Ok(())
    }

    /// Ends the capture; gives the graph's handle.
    pub(crate) fn end(&mut self, stream: usize) -> Result<usize, Status> {
        let is_origin = |capture: &mut Capture| capture.origin == stream;
        let capture = self.open.take_if(is_origin).ok_or(status::ILLEGAL_STATE)?;
        Ok(self.keep(capture.nodes))
    }

    pub(crate) fn create(&mut self) -> usize {
        self.keep(Vec::new())
    }

    /// Adds work behind all that the graph has; gives the number of its nodes.
    pub(crate) fn append(&mut self, handle: usize, node: Node) -> Result<usize, Status> {
        let graph = handle.checked_sub(1).and_then(|at| self.graphs.get_mut(at));
        let graph = graph.ok_or(status::INVALID_VALUE)?;
        graph.push(node);
        Ok(graph.len())
    }

    fn keep(&mut self, nodes: Vec<Node>) -> usize {
        self.graphs.push(nodes);
        self.graphs.len()
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

    pub(crate) fn nodes(&self, handle: usize) -> Result<&Vec<Node>, Status> {
        handle.checked_sub(1).and_then(|at| self.graphs.get(at)).ok_or(status::INVALID_VALUE)
    }

    pub(crate) fn count(&self, handle: usize) -> Result<usize, Status> {
        self.nodes(handle).map(Vec::len)
    }

    /// A graph that can be launched.
    pub(crate) fn instantiate(&mut self, handle: usize) -> Result<usize, Status> {
        let nodes = self.nodes(handle)?.clone();
        Ok(self.keep(nodes))
    }
}
