//! The count job: hardware counters of selected launches. The lines job is the same with
//! counters of single instructions.
//!
//! [`job`] decides which launches are measured, an [`Instrument`] measures them:
//! [`crate::session`] reads their counters and sends them, and [`crate::profiler`] calls CUPTI.
//!
//! An unmeasured launch costs a table lookup and a few atomic additions: no lock,
//! no allocation. A measured launch holds the job's lock from its beginning to its
//! end, and other launches wait ([`crate::turns`]), so that the counters belong to
//! one launch.
//!
//! Counters by kernel replay are sent as soon as the launch returns: a program
//! that is killed keeps what it has measured. Counters of single passes can be
//! read only after the profiler was stopped, which takes 8 ms, so several launches
//! share one stop ([`crate::session`]).

mod job;

use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;
use std::sync::{MutexGuard, OnceLock, TryLockError};
use std::time::{Duration, Instant};

use cupti_sys::raw::CUcontext;
use propp_recording_wire::{Goodbye, Job as JobKind};

use crate::agent::Agent;
use crate::capture::Capture;
use crate::collectives;
use crate::instructions::Instructions;
use crate::instrument::Instrument;
use crate::kinds::Kind;
use crate::launch_call::LaunchCall;
use crate::patience::lock_within;
use crate::sessions::Sessions;
use crate::turns::Role;
use crate::waits::Waits;
use crate::window::{self, Standing};
use job::Job;

/// How long the end of the program waits for another thread's launch.
const PATIENCE: Duration = Duration::from_secs(10);

static JOB: OnceLock<Job> = OnceLock::new();

thread_local! {
    /// The lock, while a launch of this thread is measured.
    static UNDER_WAY: RefCell<Option<MutexGuard<'static, Work>>> = const { RefCell::new(None) };

    /// Whether a launch of this thread is measured. Unlike the lock it has no
    /// destructor, so exit handlers can still read it.
    static IS_UNDER_WAY: Cell<bool> = const { Cell::new(false) };
}

/// The state that only one thread at a time may touch.
struct Work {
    instrument: Box<dyn Instrument>,
    /// The kind of the measured launch.
    measured: Option<&'static Kind>,
    /// When the measured launch began.
    begun: Instant,
    /// The window's clock, which stands while it is.
    standing: Option<Standing>,
    /// Time spent on measuring so far.
    spent: Duration,
    is_spent_told: bool,
}

impl Work {
    fn new(job: JobKind) -> Self {
        Self {
            instrument: match job {
                JobKind::Lines => Box::new(Instructions::default()),
                JobKind::Waits => Box::new(Waits::default()),
                JobKind::Capture => Box::new(Capture::default()),
                JobKind::Trace | JobKind::Count => Box::new(Sessions::default()),
            },
            measured: None,
            begun: Instant::now(),
            standing: None,
            spent: Duration::ZERO,
            is_spent_told: false,
        }
    }

    fn count_time(&mut self) {
        self.spent += self.begun.elapsed();
        self.standing = None;
    }

    /// Whether measuring has used up its budget.
    fn is_spent(&mut self, agent: &Agent) -> bool {
        let budget = Duration::from_nanos(agent.config.selection.budget_ns);
        let is_spent = !budget.is_zero() && self.spent >= budget;
        if is_spent && !std::mem::replace(&mut self.is_spent_told, true) {
            let text = "measuring took longer than was planned, so --budget was spent before \
                        everything planned was measured";
            agent.warn("budget-spent", text.to_owned());
        }
        is_spent
    }
}

pub(crate) fn start(agent: &'static Agent) {
    JOB.get_or_init(|| Job::new(&agent.config.selection, Work::new(agent.config.job)));
}

/// Whether this thread is inside a measured launch.
fn is_under_way() -> bool {
    IS_UNDER_WAY.get()
}

/// A launch is about to happen.
pub(crate) fn launch_begins(agent: &'static Agent, call: &LaunchCall) -> Role {
    let Some(job) = JOB.get() else { return Role::Ignored };
    if is_under_way() || agent.driver.is_capturing(call.stream) {
        return Role::Ignored;
    }
    job.begin(agent, call)
}

/// A launch has happened, or failed.
pub(crate) fn launch_ends(
    agent: &'static Agent,
    part: Role,
    succeeded: bool,
    call: impl FnOnce() -> Option<LaunchCall>,
) {
    let Some(job) = JOB.get() else { return };
    match part {
        Role::Ignored => {}
        Role::Unmeasured => job.turns.leave(),
        Role::Collective => {
            // Before the others may go on.
            if let Some(call) = call().filter(|_| succeeded) {
                collectives::launched(&agent.driver, &call);
            }
            job.turns.leave();
        }
        Role::Measured => {
            IS_UNDER_WAY.set(false);
            let guard = UNDER_WAY.try_with(|slot| slot.borrow_mut().take()).ok().flatten();
            if let Some(mut work) = guard {
                work.instrument.end(agent, succeeded);
                if let Some(kind) = work.measured.take().filter(|_| succeeded) {
                    kind.was_measured.store(true, Ordering::Relaxed);
                }
                work.count_time();
                job.turns.end_alone();
                if job.is_done(agent) {
                    // An enabled profiler makes every launch dearer, by a microsecond.
                    work.instrument.close_all(agent);
                }
                job.tell_progress(agent, &work);
            }
        }
    }
}

/// A graph is about to be instantiated.
pub(crate) fn graph_is_made(agent: &'static Agent, context: CUcontext, id: u32) {
    if let Some(job) = JOB.get().filter(|_| !is_under_way()) {
        let _standing = window::stands();
        let device = agent.device_of(context);
        job.lock().instrument.graph_begins(agent, context, id, device);
    }
}

/// Work on a stream is about to be recorded into a graph. A launch that is captured waits for the
/// context, which would end that, so the recording waits.
pub(crate) fn stream_capture_begins(agent: &'static Agent) {
    let job = JOB.get().filter(|_| agent.config.job == JobKind::Capture && !is_under_way());
    let _work = job.map(Job::lock);
    agent.driver.capture_begins();
}

/// A graph has been instantiated.
pub(crate) fn graph_was_made(agent: &'static Agent, id: u32) {
    if let Some(job) = JOB.get().filter(|_| !is_under_way()) {
        job.lock().instrument.graph_ends(agent, id);
    }
}

/// A graph that was ready to run is destroyed.
pub(crate) fn graph_is_destroyed(handle: u64) {
    if let Some(job) = JOB.get() {
        job.kinds.forget_graph(handle);
    }
}

/// A context is about to be destroyed: read its counters now.
pub(crate) fn context_ends(agent: &'static Agent, context: CUcontext) {
    let mut id = 0;
    // SAFETY: the context is live until the callback returns.
    let known = unsafe { cupti_sys::call!(agent.cupti, cuptiGetContextId(context, &raw mut id)) };
    if let Err(error) = known {
        agent.warn("cannot-close", error.to_string());
        return;
    }
    collectives::context_ends(id);
    if let Some(job) = JOB.get().filter(|_| !is_under_way()) {
        job.lock().instrument.close(agent, id);
    }
}

/// Code is about to be unloaded, and nothing is measured until it is.
pub(crate) fn unload_begins(agent: &'static Agent) -> Role {
    let Some(job) = JOB.get().filter(|_| !is_under_way()) else { return Role::Ignored };
    // With the lock no launch is measured, so this does not wait.
    let mut work = job.lock();
    let _standing = window::stands();
    job.turns.enter(|| ());
    work.instrument.code_ends(agent);
    Role::Unmeasured
}

/// Code was unloaded.
pub(crate) fn unload_ends(part: Role) {
    if let Some(job) = JOB.get().filter(|_| part == Role::Unmeasured) {
        job.turns.leave();
    }
}

/// A module was unloaded, and the driver may reuse its functions' handles.
pub(crate) fn module_ends() {
    if let Some(job) = JOB.get() {
        job.kinds.forget_handles();
    }
}

/// Does something while nothing is measured; nothing if something is.
pub(crate) fn between_launches(act: impl FnOnce()) {
    let free = JOB.get().map(|job| job.work.try_lock());
    if !matches!(free, Some(Err(TryLockError::WouldBlock))) {
        act();
    }
}

/// The program exchanges data with other GPUs, which replay would undo: nothing more is measured.
pub(crate) fn stop_at_others(agent: &Agent) {
    if let Some(job) = JOB.get() {
        job.stop_at_others(agent);
    }
}

/// Measures no further launch. One that is being measured goes on.
pub(crate) fn stop() {
    if let Some(job) = JOB.get() {
        job.stop();
    }
}

/// Sends the rest, and returns the totals; none when a launch is still running.
pub(crate) fn finish(agent: &'static Agent) -> Option<Goodbye> {
    let job = JOB.get()?;
    if is_under_way() {
        return None; // exit() inside a launch: its end was not seen.
    }
    let Some(mut work) = lock_within(&job.work, PATIENCE) else {
        agent.warn("launch-never-ended", "a launch was still running at exit".to_owned());
        return None;
    };
    work.instrument.close_all(agent);
    job.send_kinds(agent);
    Some(Goodbye { seen: job.seen(), measured: work.instrument.measured(), dropped: 0 })
}
