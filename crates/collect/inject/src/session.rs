//! A context that is profiled.

use std::collections::HashMap;
use std::ffi::CString;
use std::time::{Duration, Instant};

use cupti_sys::Error;
use propp_recording_wire::{CounterNames, Frame, Launch, Measured};

use crate::agent::Agent;
use crate::counters::{Configuration, Reading};
use crate::profiler::{Decoded, Profiler};

/// How long counters of single passes stay in the image before they are read. A stop
/// makes the next pass come up, and where the same is wanted, all others in between: a tenth
/// of a second.
const READ_AFTER: Duration = Duration::from_secs(1);
const READ_AFTER_TURNS: Duration = Duration::from_secs(10);

/// Before [`Session::read_pass`].
const NO_PASS: u32 = u32::MAX;

pub(crate) struct ActiveLaunch {
    pub(crate) launch: Launch,
    pub(crate) ordinal: u64,
    pub(crate) ordinal_in_kind: u64,
    pub(crate) begun: Instant,
    pub(crate) duration: Duration,
}

pub(crate) struct Session {
    pub(crate) device: u32,
    pub(crate) profiler: Profiler,
    /// Each counter and its pass.
    counters: Vec<(String, u32)>,
    /// How often a measured launch runs.
    runs: u32,
    /// The pass that is read; 0 for all.
    pass: u32,
    /// Whether some of its counters are read by patched code.
    pub(crate) patches: bool,
    /// Whether the profiler ran since it was opened.
    pub(crate) has_run: bool,
    /// Launches whose counters are still in the image.
    waiting: Vec<ActiveLaunch>,
    read: Instant,
}

impl Session {
    pub(crate) fn new(device: u32, profiler: Profiler, configuration: &Configuration<'_>) -> Self {
        Self {
            device,
            profiler,
            counters: configuration.counters.clone(),
            runs: configuration.runs(),
            pass: NO_PASS,
            patches: configuration.patches(),
            has_run: false,
            waiting: Vec::new(),
            read: Instant::now(),
        }
    }

    /// Reads a pass (0 for all) from now on, and tells propp so. Returns how many launches
    /// were sent.
    pub(crate) fn read_pass(&mut self, agent: &Agent, pass: u32) -> Result<u64, Error> {
        if self.pass == pass {
            return Ok(0);
        }
        let sent = self.read(agent)?;
        self.profiler.stop()?;
        self.pass = pass;
        agent.channel.send(&Frame::CounterNames(CounterNames {
            device: self.device,
            counters: self.counters.iter().filter(|(_, p)| self.is_read(*p)).cloned().collect(),
            runs: self.runs,
        }));
        Ok(sent)
    }

    fn is_read(&self, pass: u32) -> bool {
        self.pass == 0 || self.pass == pass
    }

    /// False if the pass cannot be read.
    pub(crate) fn begin(&mut self, active: &ActiveLaunch) -> Result<bool, Error> {
        let turns = self.profiler.reading() == Reading::Turns;
        if turns && !self.profiler.is_running() && !self.profiler.turn_to(self.pass)? {
            return Ok(false);
        }
        self.profiler.start()?;
        if self.profiler.reading() != Reading::Replay {
            self.profiler.push(&range_name(active))?;
        }
        Ok(true)
    }

    /// Ends a launch. Returns how many launches were sent.
    pub(crate) fn end(
        &mut self,
        agent: &Agent,
        mut active: ActiveLaunch,
        succeeded: bool,
    ) -> Result<u64, Error> {
        if self.profiler.reading() == Reading::Replay {
            if active.launch.graph != 0 {
                // The launch of a graph returns before its kernels have ended.
                agent.driver.wait_for_context();
            }
            let decoded = self.profiler.decode()?;
            active.duration = active.begun.elapsed();
            return Ok(if succeeded { self.send_replayed(agent, &active, decoded) } else { 0 });
        }
        self.profiler.pop()?;
        active.duration = active.begun.elapsed();
        if succeeded {
            self.waiting.push(active);
        }
        let patience = match self.profiler.reading() {
            Reading::Turns => READ_AFTER_TURNS,
            _ => READ_AFTER,
        };
        // A failed launch leaves a range in the image, too.
        let is_due = self.profiler.is_full() || self.read.elapsed() >= patience;
        if is_due { self.read(agent) } else { Ok(0) }
    }

    /// Reads and sends the single-pass counters in the image. Returns how many launches
    /// were sent.
    pub(crate) fn read(&mut self, agent: &Agent) -> Result<u64, Error> {
        // Launches that failed have left ranges, too.
        if self.profiler.is_empty() {
            return Ok(0);
        }
        self.profiler.stop()?;
        let mut decoded: HashMap<String, Vec<f64>> =
            self.profiler.decode()?.ranges.into_iter().collect();
        let mut sent = 0;
        for active in std::mem::take(&mut self.waiting) {
            let name = range_name(&active);
            match decoded.remove(name.to_string_lossy().as_ref()) {
                Some(values) => {
                    self.send(agent, &active, 0, &values);
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

    /// Sends the counters of a replayed launch; a graph has a range for each kernel.
    /// Returns the number of kernels.
    fn send_replayed(&self, agent: &Agent, active: &ActiveLaunch, decoded: Decoded) -> u64 {
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
        for (place, (_, values)) in (1..).zip(&decoded.ranges) {
            self.send(agent, active, if is_graph { place } else { 0 }, values);
        }
        count as u64
    }

    /// Sends what was read of the counters: those of this pass.
    fn send(&self, agent: &Agent, active: &ActiveLaunch, graph: u32, values: &[f64]) {
        let read = self.counters.iter().zip(values).filter(|((_, pass), _)| self.is_read(*pass));
        agent.channel.send(&Frame::Measured(Measured {
            launch: Launch { graph, ..active.launch.clone() },
            ordinal: active.ordinal,
            ordinal_in_signature: active.ordinal_in_kind,
            took_ns: u64::try_from(active.duration.as_nanos()).unwrap_or(u64::MAX),
            values: read.map(|(_, value)| *value).collect(),
        }));
    }
}

fn range_name(active: &ActiveLaunch) -> CString {
    CString::new(active.ordinal.to_string()).unwrap_or_default()
}
