//! The profilers of the count job: one context of a device at a time, and on
//! each device one stage after the other.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::CString;
use std::time::{Duration, Instant};

use cupti_sys::Error;
use cupti_sys::raw::CUcontext;
use propp_wire::{Frame, Launch, Measured};

use crate::agent::Agent;
use crate::callbacks::LaunchCall;
use crate::counters::DeviceCounters;
use crate::profiler::{Profiler, Taken, Way};

/// Ranges of an image for launches that are replayed: one is read as soon as
/// it is there, and room for a second shows when something else was counted.
const FOR_A_LAUNCH: usize = 2;

/// The same once the program has made a graph: each of its kernels is a range.
const FOR_A_GRAPH: usize = 512;

/// Ranges of an image for single passes: stopping takes 8 ms, so they share it.
const FOR_SINGLE_PASSES: usize = 32;

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

/// Everything that is open.
#[derive(Default)]
pub(crate) struct Sessions {
    /// By context.
    open: HashMap<u32, Session>,
    devices: HashMap<u32, Device>,
    current: Option<Current>,
    measured: u64,
}

#[derive(Default)]
struct Device {
    /// `None` until they are known.
    counters: Option<DeviceCounters>,
    /// Set when counters are refused; then nothing more is tried.
    is_refused: bool,
    /// Index of the stage that the device is in.
    stage: u32,
    /// Whether the program makes graphs on it.
    has_graphs: bool,
}

/// A context that is profiled.
struct Session {
    device: u32,
    pass: u32,
    profiler: Profiler,
    /// Launches whose counters are still in the image.
    waiting: Vec<Current>,
    read: Instant,
}

impl Sessions {
    /// How many kernels were measured.
    pub(crate) fn measured(&self) -> u64 {
        self.measured
    }

    /// The stage that a device is in.
    pub(crate) fn stage(&self, device: u32) -> u32 {
        self.devices.get(&device).map_or(0, |device| device.stage)
    }

    /// Begins to measure a launch in a stage, whose pass is given. False when
    /// it cannot be measured.
    pub(crate) fn begin(
        &mut self,
        agent: &'static Agent,
        call: &LaunchCall,
        mut current: Current,
        stage: u32,
        pass: u32,
    ) -> bool {
        let (id, device) = (call.context_id, current.launch.device);
        let is_graph = current.launch.graph != 0;
        if is_graph && pass != 0 {
            return false; // A range around a graph fails with status 999.
        }
        let of_device = self.devices.entry(device).or_default();
        of_device.has_graphs |= is_graph;
        of_device.stage = stage;
        if !self.prepare(agent, call.context, id, device, pass) {
            return false;
        }
        let Some(session) = self.open.get_mut(&id) else { return false };
        current.begun = Instant::now();
        if let Err(error) = session.begin(&current) {
            self.refuse(agent, id, "cannot-count", &error);
            return false;
        }
        self.current = Some(current);
        true
    }

    /// The launch that began has happened, or failed.
    pub(crate) fn end(&mut self, agent: &'static Agent, succeeded: bool) {
        let Some(current) = self.current.take() else { return };
        let id = current.launch.context;
        let Some(session) = self.open.get_mut(&id) else { return };
        match session.end(agent, current, succeeded) {
            Ok(measured) => self.measured += measured,
            Err(error) => self.refuse(agent, id, "cannot-read-counters", &error),
        }
    }

    /// A graph is about to be made ready to run: its kernels can be replayed
    /// one by one only if the profiler runs by then.
    pub(crate) fn graph_begins(
        &mut self,
        agent: &'static Agent,
        context: CUcontext,
        id: u32,
        device: u32,
    ) {
        let of_device = self.devices.entry(device).or_default();
        of_device.has_graphs = true;
        let pass = agent.config.selection.stages.get(of_device.stage as usize);
        if pass.is_none_or(|stage| stage.pass == 0)
            && self.prepare(agent, context, id, device, 0)
            && let Some(session) = self.open.get_mut(&id)
            && let Err(error) = session.profiler.run()
        {
            self.refuse(agent, id, "cannot-count", &error);
        }
    }

    /// The graph is ready.
    pub(crate) fn graph_ends(&mut self, agent: &'static Agent, id: u32) {
        if let Some(session) = self.open.get_mut(&id)
            && session.profiler.way() == Way::Replay
            && let Err(error) = session.profiler.stop()
        {
            self.refuse(agent, id, "cannot-stop", &error);
        }
    }

    /// Makes sure that the context's profiler is open for the pass, with
    /// enough room.
    fn prepare(
        &mut self,
        agent: &'static Agent,
        context: CUcontext,
        id: u32,
        device: u32,
        pass: u32,
    ) -> bool {
        let Some(of_device) = self.devices.get(&device) else { return false };
        if of_device.is_refused {
            return false;
        }
        let room = match (pass, of_device.has_graphs) {
            (0, false) => FOR_A_LAUNCH,
            (0, true) => FOR_A_GRAPH,
            _ => FOR_SINGLE_PASSES,
        };
        let fits = |s: &Session| s.pass == pass && s.profiler.capacity() >= room;
        if self.open.get(&id).is_some_and(fits) {
            return true;
        }
        self.close_device(agent, device);
        match self.open_context(agent, context, device, pass, room) {
            Ok(session) => {
                self.open.insert(id, session);
                true
            }
            Err(error) => {
                agent.refuse("counters-refused", &error);
                self.devices.entry(device).or_default().is_refused = true;
                false
            }
        }
    }

    fn open_context(
        &mut self,
        agent: &'static Agent,
        context: CUcontext,
        device: u32,
        pass: u32,
        room: usize,
    ) -> Result<Session, Error> {
        let of_device = self.devices.entry(device).or_default();
        let counters = match &mut of_device.counters {
            Some(counters) => counters,
            none => {
                crate::device::send(agent, device);
                none.insert(DeviceCounters::find(agent, context, device)?)
            }
        };
        let configuration = counters.configure(pass)?;
        let profiler = Profiler::open(agent.cupti, context, &configuration, room)?;
        counters.announce(agent, &configuration);
        Ok(Session { device, pass, profiler, waiting: Vec::new(), read: Instant::now() })
    }

    /// Tells that a context's counters are lost, for good.
    fn refuse(&mut self, agent: &Agent, id: u32, code: &str, error: &Error) {
        agent.refuse(code, error);
        if let Some(session) = self.open.remove(&id) {
            self.devices.entry(session.device).or_default().is_refused = true;
            session.profiler.abandon();
        }
    }

    /// Ends the profiling of every context of a device.
    fn close_device(&mut self, agent: &'static Agent, device: u32) {
        let of_device = |(id, s): (&u32, &Session)| (s.device == device).then_some(*id);
        let open: Vec<u32> = self.open.iter().filter_map(of_device).collect();
        open.into_iter().for_each(|id| self.close(agent, id));
    }

    /// Ends all profiling.
    pub(crate) fn close_all(&mut self, agent: &'static Agent) {
        let open: Vec<u32> = self.open.keys().copied().collect();
        open.into_iter().for_each(|id| self.close(agent, id));
    }

    /// Ends the profiling of a context.
    pub(crate) fn close(&mut self, agent: &'static Agent, id: u32) {
        let Entry::Occupied(entry) = self.open.entry(id) else { return };
        let mut session = entry.remove();
        let read = session.read(agent).and_then(|measured| {
            self.measured += measured;
            session.profiler.stop()
        });
        if let Err(error) = read.and_then(|()| session.profiler.close()) {
            agent.warn("cannot-close", error.to_string());
        }
    }
}

impl Session {
    fn begin(&mut self, current: &Current) -> Result<(), Error> {
        self.profiler.run()?;
        match self.profiler.way() {
            Way::Replay => Ok(()),
            Way::Once => self.profiler.push(&range_name(current)),
        }
    }

    /// Ends a launch; returns how many were sent.
    fn end(&mut self, agent: &Agent, mut current: Current, succeeded: bool) -> Result<u64, Error> {
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
    fn read(&mut self, agent: &Agent) -> Result<u64, Error> {
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
