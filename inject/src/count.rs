//! The count job: hardware counters by kernel replay.
//!
//! For each context that launches a selected kernel there is a profiler
//! ([`crate::profiler`]), opened late. While it runs, the driver runs every
//! launch of that context once a pass, and when the launch returns its
//! counters can be read. They are sent at once: a program that is killed
//! keeps what it has measured.
//!
//! Launches of several threads that are measured go one after the other, so
//! that it is known whose counters are read: the lock is held from the
//! beginning of such a launch to its end. Others hold it for the decision only.

use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use cupti_sys::Error;
use cupti_sys::raw::{CUcontext, CUfunction_attribute};
use propp_wire::{Frame, Goodbye, Launch, Measured, Progress};

use crate::agent::Agent;
use crate::callbacks::{self, LaunchCall, LaunchKind};
use crate::profiler::{DeviceCounters, Profiler};
use crate::selection::{Selector, Verdict};

/// How often propp is told how far we are.
const PROGRESS_PERIOD: Duration = Duration::from_millis(200);

/// How long the end of the program waits for another thread's launch.
const PATIENCE: Duration = Duration::from_secs(10);

static COUNTS: Mutex<Option<Counts>> = Mutex::new(None);

thread_local! {
    /// Held while a launch of this thread is under way.
    static UNDER_WAY: RefCell<Option<MutexGuard<'static, Option<Counts>>>> =
        const { RefCell::new(None) };
}

/// Everything the job knows.
struct Counts {
    selector: Selector,
    contexts: HashMap<u32, Context>,
    /// By device; `None` where counters are refused.
    devices: HashMap<u32, Option<DeviceCounters>>,
    /// Set while this launch is to be measured.
    current: Option<Current>,
    measured: u64,
    told: Instant,
}

/// The launch that is under way.
struct Current {
    context: u32,
    launch: Launch,
    verdict: Verdict,
}

/// A context that is profiled.
struct Context {
    device: u32,
    profiler: Profiler,
}

pub(crate) fn start(agent: &'static Agent) -> Result<(), Error> {
    *lock() = Some(Counts {
        selector: Selector::new(&agent.config.selection),
        contexts: HashMap::new(),
        devices: HashMap::new(),
        current: None,
        measured: 0,
        told: Instant::now(),
    });
    callbacks::subscribe_to_launches(agent)
}

/// Whether this thread is inside a launch that is measured. At the end of the
/// program thread-local values are gone before exit handlers run; then it is not.
fn is_under_way() -> bool {
    UNDER_WAY.try_with(|slot| slot.borrow().is_some()).unwrap_or(false)
}

fn lock() -> MutexGuard<'static, Option<Counts>> {
    COUNTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A launch is about to happen.
pub(crate) fn launch_begins(agent: &'static Agent, call: &LaunchCall) {
    if is_under_way() || agent.driver.is_capturing(call.stream) {
        return;
    }
    let mut guard = lock();
    if let Some(counts) = guard.as_mut() {
        counts.begin(agent, call);
        if counts.current.is_some() {
            let _ = UNDER_WAY.try_with(|slot| *slot.borrow_mut() = Some(guard));
        }
    }
}

/// The launch that began on this thread has happened, or failed.
pub(crate) fn launch_ends(agent: &'static Agent, succeeded: bool) {
    let Ok(Some(mut guard)) = UNDER_WAY.try_with(|slot| slot.borrow_mut().take()) else { return };
    if let Some(counts) = guard.as_mut() {
        counts.end(agent, succeeded);
    }
}

/// A graph is about to be made ready to run.
pub(crate) fn graph_is_made(agent: &'static Agent, context: CUcontext, id: u32) {
    if !is_under_way()
        && let Some(counts) = lock().as_mut()
    {
        counts.graph_is_made(agent, context, id);
    }
}

/// A context is about to be destroyed: read what is in its image.
pub(crate) fn context_ends(agent: &'static Agent, context: CUcontext) {
    let mut id = 0;
    // SAFETY: the context is live until the callback returns.
    let known = unsafe { cupti_sys::call!(agent.cupti, cuptiGetContextId(context, &raw mut id)) };
    if known.is_err() || is_under_way() {
        return;
    }
    if let Some(counts) = lock().as_mut() {
        counts.close(agent, id);
    }
}

/// The totals; none when a launch is still under way.
pub(crate) fn finish(agent: &'static Agent) -> Option<Goodbye> {
    if is_under_way() {
        return None; // exit() inside a launch: its end was not seen.
    }
    let begun = Instant::now();
    loop {
        match COUNTS.try_lock() {
            Ok(guard) => return guard.as_ref().map(Counts::totals),
            Err(TryLockError::Poisoned(_)) => return None,
            Err(TryLockError::WouldBlock) if begun.elapsed() > PATIENCE => {
                agent.warn("launch-never-ended", "a launch was still running at exit".to_owned());
                return None;
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

impl Counts {
    fn begin(&mut self, agent: &'static Agent, call: &LaunchCall) {
        let device = callbacks::device_of(agent.cupti, call.context).unwrap_or(0);
        let ranges = callbacks::open_ranges();
        let mut launch = describe(agent, call, device, ranges.last());
        let verdict = self.selector.next(&launch, call.what(), &ranges);
        self.tell_progress(agent);
        let refused = self.devices.get(&device).is_some_and(Option::is_none);
        let is_graph = matches!(call.kind, LaunchKind::Graph { .. });
        if verdict.measure && !refused {
            if self.prepare(agent, call.context, call.context_id, device, is_graph) {
                add_resources(agent, call, &mut launch);
                self.current = Some(Current { context: call.context_id, launch, verdict });
            }
        } else {
            self.stop(agent, call.context_id);
        }
    }

    fn end(&mut self, agent: &'static Agent, succeeded: bool) {
        let Some(current) = self.current.take() else { return };
        let Some(context) = self.contexts.get_mut(&current.context) else { return };
        if current.launch.graph != 0 {
            // The launch of a graph returns before its kernels have ended.
            agent.driver.wait_for_context();
        }
        match context.profiler.take() {
            Ok(ranges) if succeeded => {
                self.measured += ranges.len() as u64;
                send(agent, &current, ranges);
            }
            Ok(_) => {}
            Err(error) => self.refuse(agent, current.context, "cannot-read-counters", &error),
        }
    }

    /// A graph is about to be made ready to run: its kernels can be measured
    /// one by one only if the profiler runs by then.
    fn graph_is_made(&mut self, agent: &'static Agent, context: CUcontext, id: u32) {
        let device = callbacks::device_of(agent.cupti, context).unwrap_or(0);
        if !self.devices.get(&device).is_some_and(Option::is_none) {
            self.prepare(agent, context, id, device, false);
        }
    }

    /// Makes sure that the context's profiler runs and has room.
    fn prepare(
        &mut self,
        agent: &'static Agent,
        context: CUcontext,
        id: u32,
        device: u32,
        is_graph: bool,
    ) -> bool {
        if !self.contexts.contains_key(&id)
            && let Err(error) = self.open(agent, context, id, device)
        {
            agent.refuse("counters-refused", &error);
            self.devices.insert(device, None);
        }
        let Some(found) = self.contexts.get_mut(&id) else { return false };
        // How many kernels a graph has is not known before it has run.
        let wanted = if is_graph { agent.config.ranges_per_image as usize } else { 1 };
        let emptied = if found.profiler.room() < wanted { found.profiler.stop() } else { Ok(()) };
        if let Err(error) = emptied.and_then(|()| found.profiler.run()) {
            self.refuse(agent, id, "cannot-count", &error);
            return false;
        }
        true
    }

    /// Tells that a context's counters are lost, for good.
    fn refuse(&mut self, agent: &Agent, id: u32, code: &str, error: &Error) {
        agent.refuse(code, error);
        if let Some(context) = self.contexts.remove(&id) {
            self.devices.insert(context.device, None);
            context.profiler.abandon();
        }
    }

    /// Opens the profiler of the context that launches, and before that
    /// closes the one of any other context on the device.
    fn open(
        &mut self,
        agent: &'static Agent,
        context: CUcontext,
        id: u32,
        device: u32,
    ) -> Result<(), Error> {
        let others: Vec<u32> =
            self.contexts.iter().filter(|(_, c)| c.device == device).map(|(id, _)| *id).collect();
        for other in others {
            self.close(agent, other);
        }
        if let Entry::Vacant(vacant) = self.devices.entry(device) {
            vacant.insert(Some(DeviceCounters::find(agent, context, device)?));
        }
        let Some(Some(counters)) = self.devices.get(&device) else { return Ok(()) };
        let profiler = Profiler::open(agent, context, counters)?;
        self.contexts.insert(id, Context { device, profiler });
        Ok(())
    }

    /// Stops a context's profiler: a launch that is not measured is next.
    fn stop(&mut self, agent: &'static Agent, id: u32) {
        let Some(context) = self.contexts.get_mut(&id) else { return };
        if let Err(error) = context.profiler.stop() {
            self.refuse(agent, id, "cannot-stop", &error);
        }
    }

    /// Ends the profiling of a context.
    fn close(&mut self, agent: &'static Agent, id: u32) {
        self.stop(agent, id);
        if let Some(context) = self.contexts.remove(&id)
            && let Err(error) = context.profiler.close()
        {
            agent.warn("cannot-close", error.to_string());
        }
    }

    fn totals(&self) -> Goodbye {
        Goodbye { seen: self.selector.seen(), measured: self.measured, dropped: 0 }
    }

    fn tell_progress(&mut self, agent: &Agent) {
        if self.told.elapsed() >= PROGRESS_PERIOD {
            self.told = Instant::now();
            let progress = Progress { seen: self.selector.seen(), measured: self.measured };
            agent.channel.send(&Frame::Progress(progress));
        }
    }
}

/// Sends the counters of a launch; a graph has a range for each kernel.
fn send(agent: &Agent, current: &Current, ranges: Vec<Vec<f64>>) {
    let is_graph = current.launch.graph != 0;
    if ranges.is_empty() || (ranges.len() > 1 && !is_graph) {
        agent.warn(
            "ranges-do-not-fit",
            format!("launch {} gave {} ranges", current.verdict.ordinal, ranges.len()),
        );
        return; // It is not known which range is whose.
    }
    for (index, values) in ranges.into_iter().enumerate() {
        let mut launch = current.launch.clone();
        if is_graph {
            // Kernels of a graph are told apart by their place in it.
            launch.graph = u32::try_from(index + 1).unwrap_or(u32::MAX);
        }
        agent.channel.send(&Frame::Measured(Measured {
            launch,
            ordinal: current.verdict.ordinal,
            ordinal_in_signature: current.verdict.ordinal_in_signature,
            values,
        }));
    }
}

/// What tells launches apart.
fn describe(agent: &Agent, call: &LaunchCall, device: u32, range: Option<&String>) -> Launch {
    let mut launch = Launch {
        name: 0,
        grid: [0; 3],
        block: [0; 3],
        cluster: [0; 3],
        registers: 0,
        static_shared_bytes: 0,
        dynamic_shared_bytes: 0,
        local_bytes_per_thread: 0,
        device,
        context: call.context_id,
        stream: 0,
        correlation: call.correlation,
        graph: u32::from(matches!(call.kind, LaunchKind::Graph { .. })),
        nvtx: range.map_or(0, |range| agent.channel.name(range)),
    };
    if let LaunchKind::Kernel { name, grid, block, dynamic_shared_bytes, .. } = &call.kind {
        launch.name = agent.channel.name(name);
        launch.grid = *grid;
        launch.block = *block;
        launch.dynamic_shared_bytes = *dynamic_shared_bytes;
    }
    launch
}

/// What the kernel takes of the GPU; asked of the driver, so only for a launch
/// that is measured.
fn add_resources(agent: &Agent, call: &LaunchCall, launch: &mut Launch) {
    use CUfunction_attribute as Attribute;
    let LaunchKind::Kernel { function, .. } = call.kind else { return };
    let attribute = |attribute| agent.driver.function_attribute(function, attribute);
    launch.registers = attribute(Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS);
    launch.static_shared_bytes = attribute(Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    launch.local_bytes_per_thread = attribute(Attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
}
