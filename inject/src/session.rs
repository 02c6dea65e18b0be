//! A context that is profiled.

use std::collections::HashMap;
use std::ffi::CString;
use std::time::{Duration, Instant};

use cupti_sys::Error;
use propp_wire::{Frame, Launch, Measured};

use crate::agent::Agent;
use crate::profiler::{Decoded, Mode, Profiler};

/// How long counters of single passes stay in the image before they are read.
const READ_AFTER: Duration = Duration::from_secs(1);

pub(crate) struct ActiveLaunch {
    pub(crate) launch: Launch,
    pub(crate) ordinal: u64,
    pub(crate) ordinal_in_kind: u64,
    pub(crate) begun: Instant,
    pub(crate) duration: Duration,
}

pub(crate) struct Session {
    pub(crate) device: u32,
    pub(crate) pass: u32,
    pub(crate) profiler: Profiler,
    /// Whether some of its counters are read by patched code.
    pub(crate) patches: bool,
    /// Whether the profiler ran since it was opened.
    pub(crate) has_run: bool,
    /// Launches whose counters are still in the image.
    waiting: Vec<ActiveLaunch>,
    read: Instant,
}

impl Session {
    pub(crate) fn new(device: u32, pass: u32, profiler: Profiler, patches: bool) -> Self {
        let (waiting, read) = (Vec::new(), Instant::now());
        Self { device, pass, profiler, patches, has_run: false, waiting, read }
    }

    pub(crate) fn begin(&mut self, active: &ActiveLaunch) -> Result<(), Error> {
        self.profiler.start()?;
        match self.profiler.mode() {
            Mode::KernelReplay => Ok(()),
            Mode::SinglePass => self.profiler.push(&range_name(active)),
        }
    }

    /// Ends a launch. Returns how many launches were sent.
    pub(crate) fn end(
        &mut self,
        agent: &Agent,
        mut active: ActiveLaunch,
        succeeded: bool,
    ) -> Result<u64, Error> {
        if self.profiler.mode() == Mode::KernelReplay {
            if active.launch.graph != 0 {
                // The launch of a graph returns before its kernels have ended.
                agent.driver.wait_for_context();
            }
            let decoded = self.profiler.decode()?;
            active.duration = active.begun.elapsed();
            return Ok(if succeeded { send_replayed(agent, &active, decoded) } else { 0 });
        }
        self.profiler.pop()?;
        active.duration = active.begun.elapsed();
        if succeeded {
            self.waiting.push(active);
        }
        // A failed launch leaves a range in the image, too, so half of it stays free.
        let is_full = self.waiting.len() * 2 >= self.profiler.capacity();
        if is_full || self.read.elapsed() >= READ_AFTER { self.read(agent) } else { Ok(0) }
    }

    /// Reads and sends the single-pass counters in the image. Returns how many launches
    /// were sent.
    pub(crate) fn read(&mut self, agent: &Agent) -> Result<u64, Error> {
        if self.waiting.is_empty() {
            return Ok(0);
        }
        self.profiler.stop()?;
        let mut decoded: HashMap<String, Vec<f64>> =
            self.profiler.decode()?.ranges.into_iter().collect();
        let mut sent = 0;
        for active in self.waiting.drain(..) {
            let name = range_name(&active);
            match decoded.remove(name.to_string_lossy().as_ref()) {
                Some(values) => {
                    send(agent, &active, 0, values);
                    sent += 1;
                }
                None => {
                    let text = format!("launch {} gave no counters", active.ordinal);
                    agent.warn("range-missing", text);
                }
            }
        }
        self.read = Instant::now();
        Ok(sent)
    }
}

fn range_name(active: &ActiveLaunch) -> CString {
    CString::new(active.ordinal.to_string()).unwrap_or_default()
}

/// Sends the counters of a replayed launch; a graph has a range for each kernel.
/// Returns the number of kernels.
fn send_replayed(agent: &Agent, active: &ActiveLaunch, decoded: Decoded) -> u64 {
    let is_graph = active.launch.graph != 0;
    let count = decoded.ranges.len();
    if count == 0 || decoded.dropped > 0 || (count > 1 && !is_graph) {
        let text = format!(
            "launch {} gave {count} ranges, and {} found no room",
            active.ordinal, decoded.dropped
        );
        agent.warn("ranges-do-not-fit", text);
        return 0; // The ranges cannot be assigned to launches.
    }
    // Kernels of a graph are numbered by their place in it.
    for (place, (_, values)) in (1..).zip(decoded.ranges) {
        send(agent, active, if is_graph { place } else { 0 }, values);
    }
    count as u64
}

fn send(agent: &Agent, active: &ActiveLaunch, graph: u32, values: Vec<f64>) {
    agent.channel.send(&Frame::Measured(Measured {
        launch: Launch { graph, ..active.launch.clone() },
        ordinal: active.ordinal,
        ordinal_in_signature: active.ordinal_in_kind,
        took_ns: u64::try_from(active.duration.as_nanos()).unwrap_or(u64::MAX),
        values,
    }));
}
