//! One context that is profiled.

use std::collections::HashMap;
use std::ffi::CString;
use std::time::{Duration, Instant};

use cupti_sys::Error;
use propp_wire::{Frame, Launch, Measured};

use crate::agent::Agent;
use crate::profiler::{Profiler, Taken, Way};

/// How long counters of single passes wait for others before they are read.
const READ_AFTER: Duration = Duration::from_secs(1);

/// The launch that is measured.
pub(crate) struct Current {
    pub(crate) launch: Launch,
    pub(crate) ordinal: u64,
    pub(crate) ordinal_in_kind: u64,
    pub(crate) begun: Instant,
    pub(crate) took: Duration,
}

/// A context that is profiled.
pub(crate) struct Session {
    pub(crate) device: u32,
    pub(crate) pass: u32,
    pub(crate) profiler: Profiler,
    /// Launches whose counters are still in the image.
    waiting: Vec<Current>,
    read: Instant,
}

impl Session {
    pub(crate) fn new(device: u32, pass: u32, profiler: Profiler) -> Self {
        Self { device, pass, profiler, waiting: Vec::new(), read: Instant::now() }
    }

    pub(crate) fn begin(&mut self, current: &Current) -> Result<(), Error> {
        self.profiler.run()?;
        match self.profiler.way() {
            Way::Replay => Ok(()),
            Way::Once => self.profiler.push(&range_name(current)),
        }
    }

    /// Ends a launch; returns how many were sent.
    pub(crate) fn end(
        &mut self,
        agent: &Agent,
        mut current: Current,
        succeeded: bool,
    ) -> Result<u64, Error> {
        if self.profiler.way() == Way::Replay {
            if current.launch.graph != 0 {
                // The launch of a graph returns before its kernels have ended.
                agent.driver.wait_for_context();
            }
            let taken = self.profiler.take()?;
            current.took = current.begun.elapsed();
            return Ok(if succeeded { send_replayed(agent, &current, taken) } else { 0 });
        }
        self.profiler.pop()?;
        current.took = current.begun.elapsed();
        if succeeded {
            self.waiting.push(current);
        }
        // A range of a launch that failed takes room, too; half the room is kept.
        let is_full = self.waiting.len() * 2 >= self.profiler.capacity();
        if is_full || self.read.elapsed() >= READ_AFTER { self.read(agent) } else { Ok(0) }
    }

    /// Reads the single-pass counters that are in the image; returns how many
    /// launches were sent.
    pub(crate) fn read(&mut self, agent: &Agent) -> Result<u64, Error> {
        if self.waiting.is_empty() {
            return Ok(0);
        }
        self.profiler.stop()?;
        let mut taken: HashMap<String, Vec<f64>> =
            self.profiler.take()?.ranges.into_iter().collect();
        let mut sent = 0;
        for current in self.waiting.drain(..) {
            let name = range_name(&current);
            match taken.remove(name.to_string_lossy().as_ref()) {
                Some(values) => {
                    send(agent, &current, 0, values);
                    sent += 1;
                }
                None => {
                    let text = format!("launch {} gave no counters", current.ordinal);
                    agent.warn("range-missing", text);
                }
            }
        }
        self.read = Instant::now();
        Ok(sent)
    }
}

fn range_name(current: &Current) -> CString {
    CString::new(current.ordinal.to_string()).unwrap_or_default()
}

/// Sends the counters of a launch that was replayed; a graph has a range for
/// each kernel. Returns how many kernels that were.
fn send_replayed(agent: &Agent, current: &Current, taken: Taken) -> u64 {
    let is_graph = current.launch.graph != 0;
    let count = taken.ranges.len();
    if count == 0 || taken.dropped > 0 || (count > 1 && !is_graph) {
        let text = format!(
            "launch {} gave {count} ranges, and {} found no room",
            current.ordinal, taken.dropped
        );
        agent.warn("ranges-do-not-fit", text);
        return 0; // It is not known which range is whose.
    }
    // Kernels of a graph are told apart by their place in it.
    for (place, (_, values)) in (1..).zip(taken.ranges) {
        send(agent, current, if is_graph { place } else { 0 }, values);
    }
    count as u64
}

fn send(agent: &Agent, current: &Current, graph: u32, values: Vec<f64>) {
    agent.channel.send(&Frame::Measured(Measured {
        launch: Launch { graph, ..current.launch.clone() },
        ordinal: current.ordinal,
        ordinal_in_signature: current.ordinal_in_kind,
        took_ns: u64::try_from(current.took.as_nanos()).unwrap_or(u64::MAX),
        values,
    }));
}
