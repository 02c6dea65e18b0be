//! The profilers of the count job. On each device one context at a time has a
//! profiler, and the stages follow one another.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Instant;

use cupti_sys::Error;
use cupti_sys::raw::CUcontext;
use propp_recording_wire::Selection;

use crate::agent::Agent;
use crate::counters::{DeviceCounters, Reading};
use crate::driver::Failed;
use crate::instrument::Instrument;
use crate::launch_call::LaunchCall;
use crate::profiler::Profiler;
use crate::session::{ActiveLaunch, Session};

/// Ranges of an image for replayed launches. Each is read at once; a second range
/// would show that something else was counted.
const FOR_A_LAUNCH: usize = 2;

/// The same once the program has made a graph: each kernel of it is a range.
const FOR_A_GRAPH: usize = 512;

/// Ranges of an image for single passes: stopping takes 8 ms, so they share it.
const FOR_SINGLE_PASSES: usize = 32;

/// The same where passes take turns: at most what a stage measures, since a stop goes on to
/// the next pass. A range takes 0.8 MB and a millisecond when the profiler is started first.
const FOR_TURNS: usize = 128;

/// Ranges for the largest stage of single passes on a device.
fn room_for_turns(selection: &Selection, device: u32) -> usize {
    let mut of_stage: HashMap<u32, usize> = HashMap::new();
    let on_device = selection.planned.iter().filter(|kind| kind.device == device);
    for (_, stage) in on_device.flat_map(|kind| &kind.launches) {
        *of_stage.entry(*stage).or_default() += 1;
    }
    let is_single = |stage: u32| selection.stages.get(stage as usize).is_some_and(|s| s.pass != 0);
    let most = of_stage.iter().filter(|(stage, _)| is_single(**stage)).map(|(_, n)| *n).max();
    most.unwrap_or(0).clamp(1, FOR_TURNS)
}

#[derive(Default)]
pub(crate) struct Sessions {
    /// By context.
    open: HashMap<u32, Session>,
    devices: HashMap<u32, DeviceState>,
    active: Option<ActiveLaunch>,
    measured: u64,
}

#[derive(Default)]
struct DeviceState {
    /// `None` until they are known.
    counters: Option<DeviceCounters>,
    /// Set when counters are refused; then nothing more is tried.
    is_refused: bool,
    /// Index of the current stage.
    stage: u32,
    /// Whether the program makes graphs on the device.
    has_graphs: bool,
    /// Whether a profiler was closed that ran when graphs were made: they are not measured
    /// any more, since under another one they might run several times.
    has_lost_graphs: bool,
    /// Whether CUPTI makes other passes of the counters than were planned: then each has a
    /// configuration of its own.
    cannot_turn: bool,
    /// Whether the profiler was closed because code was unloaded, and not opened since; and
    /// how often it was closed for that.
    is_closed_by_unloading: bool,
    unloadings: u32,
    /// Ranges for the largest stage of single passes.
    room_for_turns: Option<usize>,
}

impl Instrument for Sessions {
    fn is_closed_by_unloading(&self, device: u32) -> bool {
        const AGAIN: u32 = 3;
        let is_again = |d: &DeviceState| d.is_closed_by_unloading && d.unloadings >= AGAIN;
        self.devices.get(&device).is_some_and(is_again)
    }

    fn measured(&self) -> u64 {
        self.measured
    }

    fn stage(&self, device: u32) -> u32 {
        self.devices.get(&device).map_or(0, |device| device.stage)
    }

    fn begin(
        &mut self,
        agent: &'static Agent,
        call: &LaunchCall,
        mut active: ActiveLaunch,
        stage: u32,
        pass: u32,
    ) -> bool {
        let (id, device) = (call.context_id, active.launch.device);
        let is_graph = active.launch.graph != 0;
        if is_graph && pass != 0 {
            return false; // A range around a graph fails with status 999.
        }
        let state = self.devices.entry(device).or_default();
        state.has_graphs |= is_graph;
        if is_graph && state.has_lost_graphs {
            return false;
        }
        state.stage = stage;
        if !self.prepare(agent, call.context, id, device, pass) {
            return false;
        }
        let Some(session) = self.open.get_mut(&id) else { return false };
        active.begun = Instant::now();
        match session.begin(&active) {
            Ok(true) => {
                self.active = Some(active);
                true
            }
            Ok(false) => {
                let text =
                    format!("CUPTI does not come to pass {pass}, so nothing more is measured");
                agent.warn("cannot-count", text);
                self.give_up(id);
                false
            }
            Err(error) => {
                self.refuse(agent, id, "cannot-count", &error);
                false
            }
        }
    }

    fn end(&mut self, agent: &'static Agent, succeeded: bool) {
        let Some(active) = self.active.take() else { return };
        let id = active.launch.context;
        let Some(session) = self.open.get_mut(&id) else { return };
        session.has_run = true;
        let ordinal = active.ordinal;
        match session.end(agent, active, succeeded) {
            Ok(measured) => self.measured += measured,
            Err(error) => match agent.driver.failure_of_context() {
                Some(Failed { status, name }) => {
                    let text = format!(
                        "launch {ordinal}, or one before it, failed on the GPU ({name}, {status}), and \
                         nothing more can be measured in its context; compute-sanitizer finds the cause"
                    );
                    agent.warn("kernel-failed", text);
                    self.give_up(id);
                }
                None => self.refuse(agent, id, "cannot-read-counters", &error),
            },
        }
    }

    /// A graph is about to be instantiated: its kernels can be replayed one by one only
    /// if the profiler already runs.
    fn graph_begins(&mut self, agent: &'static Agent, context: CUcontext, id: u32, device: u32) {
        let state = self.devices.entry(device).or_default();
        if state.has_lost_graphs || !agent.config.selection.graphs {
            return;
        }
        state.has_graphs = true;
        let pass = agent.config.selection.stages.get(state.stage as usize);
        if pass.is_none_or(|stage| stage.pass == 0)
            && self.prepare(agent, context, id, device, 0)
            && let Some(session) = self.open.get_mut(&id)
        {
            session.has_run = true;
            if let Err(error) = session.profiler.start() {
                self.refuse(agent, id, "cannot-count", &error);
            }
        }
    }

    fn graph_ends(&mut self, agent: &'static Agent, id: u32) {
        if let Some(session) = self.open.get_mut(&id)
            && session.profiler.reading() == Reading::Replay
            && let Err(error) = session.profiler.stop()
        {
            self.refuse(agent, id, "cannot-stop", &error);
        }
    }

    /// Code is about to be unloaded. CUPTI remembers the functions that it patched until
    /// the profiler is disabled; when it comes upon one that is gone, it crashes.
    fn code_ends(&mut self, agent: &'static Agent) {
        let patched =
            |(id, s): (&u32, &Session)| (s.patches && s.has_run).then_some((*id, s.device));
        let patched: Vec<(u32, u32)> = self.open.iter().filter_map(patched).collect();
        for (id, device) in patched {
            self.close(agent, id);
            let state = self.devices.entry(device).or_default();
            state.is_closed_by_unloading = true;
            state.unloadings += 1;
            if state.has_graphs && !std::mem::replace(&mut state.has_lost_graphs, true) {
                let text = "the program unloaded code, and from then on graphs are not measured";
                agent.warn("graphs-lost", text.to_owned());
            }
        }
    }

    fn close_all(&mut self, agent: &'static Agent) {
        let open: Vec<u32> = self.open.keys().copied().collect();
        open.into_iter().for_each(|id| self.close(agent, id));
    }

    fn close(&mut self, agent: &'static Agent, id: u32) {
        let Entry::Occupied(entry) = self.open.entry(id) else { return };
        let mut session = entry.remove();
        let read = session.read(agent).and_then(|measured| {
            self.measured += measured;
            session.profiler.stop()
        });
        let closed = match read {
            Ok(()) => session.profiler.close(),
            Err(error) => {
                session.profiler.abandon();
                Err(error)
            }
        };
        if let Err(error) = closed {
            agent.warn("cannot-close", error.to_string());
        }
    }
}

impl Sessions {
    /// Makes sure that the context's profiler is open for the pass, with enough room
    /// for ranges.
    fn prepare(
        &mut self,
        agent: &'static Agent,
        context: CUcontext,
        id: u32,
        device: u32,
        pass: u32,
    ) -> bool {
        let Some(state) = self.devices.get_mut(&device) else { return false };
        if state.is_refused {
            return false;
        }
        let selection = &agent.config.selection;
        let (reading, room) = match pass {
            0 if state.has_graphs && !state.has_lost_graphs => (Reading::Replay, FOR_A_GRAPH),
            0 => (Reading::Replay, FOR_A_LAUNCH),
            _ if selection.stages.len() > 1 && !state.cannot_turn => {
                let room =
                    state.room_for_turns.get_or_insert_with(|| room_for_turns(selection, device));
                (Reading::Turns, *room)
            }
            pass => (Reading::Pass(pass), FOR_SINGLE_PASSES),
        };
        let fits = |s: &Session| s.profiler.reading() == reading && s.profiler.capacity() >= room;
        if !self.open.get(&id).is_some_and(fits) {
            self.close_device(agent, device);
            match self.open_context(agent, context, device, (reading, pass), room) {
                Ok(session) => {
                    self.open.insert(id, session);
                    self.devices.entry(device).or_default().is_closed_by_unloading = false;
                }
                Err(error) => {
                    agent.refuse("counters-refused", &error);
                    self.devices.entry(device).or_default().is_refused = true;
                    return false;
                }
            }
        }
        let Some(session) = self.open.get_mut(&id) else { return false };
        if session.profiler.reading() == Reading::Turns && !session.profiler.has(pass) {
            return false; // The device has no counter of it.
        }
        match session.read_pass(agent, pass) {
            Ok(measured) => {
                self.measured += measured;
                true
            }
            Err(error) => {
                self.refuse(agent, id, "cannot-read-counters", &error);
                false
            }
        }
    }

    fn open_context(
        &mut self,
        agent: &'static Agent,
        context: CUcontext,
        device: u32,
        (reading, pass): (Reading, u32),
        room: usize,
    ) -> Result<Session, Error> {
        let state = self.devices.entry(device).or_default();
        let counters = match &mut state.counters {
            Some(counters) => counters,
            none => {
                crate::device::want(std::iter::once(device));
                crate::device::send_wanted(agent);
                none.insert(DeviceCounters::find(agent, context, device)?)
            }
        };
        let mut configuration = counters.configure(reading)?;
        if reading == Reading::Turns && !configuration.has_a_turn_for_each() {
            state.cannot_turn = true;
            configuration = counters.configure(Reading::Pass(pass))?;
        }
        let profiler = Profiler::open(agent.cupti, context, &configuration, room)?;
        Ok(Session::new(device, profiler, &configuration))
    }

    /// Reports that a context's counters are lost for good.
    fn refuse(&mut self, agent: &Agent, id: u32, code: &str, error: &Error) {
        agent.refuse(code, error);
        self.give_up(id);
    }

    fn give_up(&mut self, id: u32) {
        if let Some(session) = self.open.remove(&id) {
            self.devices.entry(session.device).or_default().is_refused = true;
            session.profiler.abandon();
        }
    }

    /// Ends the profiling of every context of a device.
    fn close_device(&mut self, agent: &'static Agent, device: u32) {
        let on_device = |(id, s): (&u32, &Session)| (s.device == device).then_some(*id);
        let open: Vec<u32> = self.open.iter().filter_map(on_device).collect();
        open.into_iter().for_each(|id| self.close(agent, id));
    }
}
