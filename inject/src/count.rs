//! The count job: hardware counters by kernel replay.
//!
//! For each context that launches a selected kernel there is a profiler
//! ([`crate::profiler`]), opened late and once. While it runs, the driver
//! runs every launch of that context once a pass and puts the counters into
//! ranges, in the order of the launches. So the launches that are to be
//! measured are put on a list, and when ranges are read they are given out in
//! that order.
//!
//! The order of ranges must be the order of the list, so launches of several
//! threads that are measured go one after the other: the lock is held from
//! the beginning of such a launch to its end. Others hold it for the decision
//! only.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use cupti_sys::Error;
use cupti_sys::raw::{CUcontext, CUfunction_attribute};
use propp_wire::{Frame, Goodbye, Launch, Measured, Progress};

use crate::agent::{Agent, NOTHING};
use crate::callbacks::{self, LaunchCall, LaunchKind};
use crate::profiler::Profiler;
use crate::selection::{Selector, Verdict};

/// How often propp is told how far we are.
const PROGRESS_PERIOD: Duration = Duration::from_millis(200);

/// Measured launches are read at least this often, so that a killed program
/// loses little.
const READ_PERIOD: Duration = Duration::from_secs(2);

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
    /// Set while this launch is to be measured.
    current: Option<Current>,
    measured: u64,
    told: Instant,
}

/// The launch that is under way.
struct Current {
    context: u32,
    is_graph: bool,
}

/// A context and what came of trying to profile it.
struct Context {
    profiler: Option<Profiler>,
    /// Launches whose ranges are in the image, in their order.
    pending: Vec<Pending>,
    read: Instant,
}

struct Pending {
    launch: Launch,
    verdict: Verdict,
}

pub(crate) fn start(agent: &'static Agent) -> Result<(), Error> {
    *lock() = Some(Counts {
        selector: Selector::new(&agent.config.selection),
        contexts: HashMap::new(),
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

/// A context is about to be destroyed: read what is in its image.
pub(crate) fn context_ends(agent: &'static Agent, context: CUcontext) {
    let mut id = 0;
    // SAFETY: the context is live until the callback returns.
    let known = unsafe { cupti_sys::call!(agent.cupti, cuptiGetContextId(context, &raw mut id)) };
    if known.is_err() || is_under_way() {
        return;
    }
    if let Some(counts) = lock().as_mut() {
        counts.read(agent, id);
        counts.contexts.remove(&id);
    }
}

/// Reads what is left of all contexts.
pub(crate) fn finish(agent: &'static Agent) -> Goodbye {
    if is_under_way() {
        return NOTHING; // exit() inside a launch: CUPTI must not be called.
    }
    let begun = Instant::now();
    loop {
        match COUNTS.try_lock() {
            Ok(mut guard) => return guard.as_mut().map_or(NOTHING, |counts| counts.finish(agent)),
            Err(TryLockError::Poisoned(_)) => return NOTHING,
            Err(TryLockError::WouldBlock) if begun.elapsed() > PATIENCE => {
                agent.warn("launch-never-ended", "a launch was still running at exit".to_owned());
                return NOTHING;
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

impl Counts {
    fn begin(&mut self, agent: &'static Agent, call: &LaunchCall) {
        let device = callbacks::device_of(agent.cupti, call.context).unwrap_or(0);
        let (launch, kernel) = describe(agent, call, device);
        let range = callbacks::open_range();
        let verdict = self.selector.next(&launch, &kernel, range.as_deref());
        self.tell_progress(agent);
        let is_graph = matches!(call.kind, LaunchKind::Graph);
        if verdict.measure {
            self.prepare(agent, call, device, is_graph);
        } else {
            self.read(agent, call.context_id);
        }
        let context = self.contexts.get_mut(&call.context_id);
        let running = context.filter(|c| c.profiler.as_ref().is_some_and(Profiler::is_running));
        if let Some(context) = running {
            context.pending.push(Pending { launch, verdict });
            self.current = Some(Current { context: call.context_id, is_graph });
        }
    }

    fn end(&mut self, agent: &'static Agent, succeeded: bool) {
        let Some(current) = self.current.take() else { return };
        let capacity = agent.config.ranges_per_image as usize;
        let Some(context) = self.contexts.get_mut(&current.context) else { return };
        if !succeeded {
            context.pending.pop();
        }
        let full = context.pending.len() >= capacity;
        if full || current.is_graph || context.read.elapsed() > READ_PERIOD {
            self.read(agent, current.context);
        }
    }

    /// Makes sure that the context's profiler exists and runs.
    fn prepare(&mut self, agent: &'static Agent, call: &LaunchCall, device: u32, is_graph: bool) {
        if is_graph {
            // A graph makes an unknown number of ranges; with nothing before
            // it in the image they are all its own.
            self.read(agent, call.context_id);
        }
        let context = self.contexts.entry(call.context_id).or_insert_with(|| Context {
            profiler: open_profiler(agent, call.context, device),
            pending: Vec::new(),
            read: Instant::now(),
        });
        if let Some(profiler) = &mut context.profiler
            && let Err(error) = profiler.run()
        {
            agent.refuse("cannot-count", &error);
            context.profiler = None;
        }
    }

    /// Stops the context's profiler, if it runs, and sends what it counted.
    fn read(&mut self, agent: &'static Agent, context: u32) {
        let Some(context) = self.contexts.get_mut(&context) else { return };
        let pending = std::mem::take(&mut context.pending);
        context.read = Instant::now();
        let Some(profiler) = &mut context.profiler else { return };
        if !profiler.is_running() {
            return;
        }
        match profiler.read() {
            Ok(read) => {
                if read.dropped > 0 {
                    agent.warn(
                        "ranges-dropped",
                        format!("{} launches did not fit into the counter image", read.dropped),
                    );
                }
                self.measured += read.values.len() as u64;
                send(agent, &pending, read.values);
            }
            Err(error) => {
                agent.refuse("cannot-read-counters", &error);
                context.profiler = None;
            }
        }
    }

    fn finish(&mut self, agent: &'static Agent) -> Goodbye {
        let contexts: Vec<u32> = self.contexts.keys().copied().collect();
        for context in contexts {
            self.read(agent, context);
        }
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

fn open_profiler(agent: &'static Agent, context: CUcontext, device: u32) -> Option<Profiler> {
    match Profiler::open(agent, context, device) {
        Ok(profiler) => Some(profiler),
        Err(error) => {
            agent.refuse("counters-refused", &error);
            None
        }
    }
}

/// Gives the ranges out to the launches. A graph's ranges all belong to it.
fn send(agent: &Agent, pending: &[Pending], ranges: Vec<Vec<f64>>) {
    let of_graph = pending.len() == 1 && pending[0].launch.graph != 0;
    if !of_graph && ranges.len() != pending.len() {
        agent.warn(
            "ranges-missing",
            format!(
                "{} launches were measured and {} ranges came back",
                pending.len(),
                ranges.len()
            ),
        );
        if ranges.len() > pending.len() {
            return; // It is not known which range is whose.
        }
    }
    for (index, values) in ranges.into_iter().enumerate() {
        let place = if of_graph { 0 } else { index };
        let Some(pending) = pending.get(place) else { return };
        let mut launch = pending.launch.clone();
        if of_graph {
            // Kernels of a graph are told apart by their place in it.
            launch.graph = u32::try_from(index + 1).unwrap_or(u32::MAX);
        }
        agent.channel.send(&Frame::Measured(Measured {
            launch,
            ordinal: pending.verdict.ordinal,
            ordinal_in_signature: pending.verdict.ordinal_in_signature,
            values,
        }));
    }
}

fn describe(agent: &Agent, call: &LaunchCall, device: u32) -> (Launch, String) {
    let nvtx = callbacks::open_range().map_or(0, |range| agent.channel.name(&range));
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
        graph: u32::from(matches!(call.kind, LaunchKind::Graph)),
        nvtx,
    };
    let LaunchKind::Kernel { function, name, grid, block, dynamic_shared_bytes } = &call.kind
    else {
        return (launch, String::new());
    };
    use CUfunction_attribute as Attribute;
    let attribute = |attribute| agent.driver.function_attribute(*function, attribute);
    launch.name = agent.channel.name(name);
    launch.grid = *grid;
    launch.block = *block;
    launch.dynamic_shared_bytes = *dynamic_shared_bytes;
    launch.registers = attribute(Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS);
    launch.static_shared_bytes = attribute(Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    launch.local_bytes_per_thread = attribute(Attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    (launch, name.clone())
}
