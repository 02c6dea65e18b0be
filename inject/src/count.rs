//! The count job: hardware counters of selected launches. The lines job is the same with
//! counters of single instructions.
//!
//! This file decides which launches are measured, an [`Instrument`] measures them:
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

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use cupti_sys::raw::CUcontext;
use propp_wire::{Begins, Frame, Goodbye, Job as JobKind, Planned, Progress, Seen};

use crate::agent::Agent;
use crate::collectives;
use crate::describe::{add_own, describe, key};
use crate::instructions::Instructions;
use crate::instrument::Instrument;
use crate::kinds::{CallKey, Kind, Kinds};
use crate::launch_call::LaunchCall;
use crate::nvtx;
use crate::patience::lock_within;
use crate::selection::Filters;
use crate::session::ActiveLaunch;
use crate::sessions::Sessions;
use crate::steps::{NEVER, Steps};
use crate::turns::{Role, Turns};
use crate::window::{self, Standing};

/// Progress is reported after this many launches, measured or not. A power of two.
const PROGRESS_EVERY: u64 = 1 << 16;

/// How long the end of the program waits for another thread's launch.
const PATIENCE: Duration = Duration::from_secs(10);

/// Kinds of launches in one frame.
const KINDS_A_FRAME: usize = 1024;

struct Job {
    kinds: Kinds,
    filters: Filters,
    turns: Turns,
    seen: AtomicU64,
    /// Whether launches went unmeasured because the table of kinds was full.
    is_full: AtomicBool,
    /// Whether nothing is measured any more.
    has_stopped: AtomicBool,
    /// Planned kinds that have not been launched yet.
    awaited: AtomicUsize,
    /// Locked while a launch is measured.
    work: Mutex<Work>,
}

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
    let planned = &agent.config.selection.planned;
    let awaited = planned.iter().filter(|kind| !kind.launches.is_empty()).count();
    JOB.get_or_init(|| Job {
        kinds: Kinds::new(),
        filters: Filters::new(&agent.config.selection),
        turns: Turns::new(),
        seen: AtomicU64::new(0),
        is_full: AtomicBool::new(false),
        has_stopped: AtomicBool::new(false),
        awaited: AtomicUsize::new(awaited),
        work: Mutex::new(Work::new(agent.config.job)),
    });
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
        job.has_stopped.store(true, Ordering::SeqCst);
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

impl Job {
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lock, while no kernel runs that waits for others; `None` if one does not end.
    fn lock_between_collectives(&self, agent: &Agent) -> Option<MutexGuard<'_, Work>> {
        while collectives::have_ended(&agent.driver) {
            let work = self.lock();
            if !collectives::any_runs(&agent.driver) {
                return Some(work);
            }
        }
        None
    }

    fn seen(&self) -> u64 {
        self.seen.load(Ordering::Relaxed)
    }

    fn begin(&'static self, agent: &'static Agent, call: &LaunchCall) -> Role {
        if !window::is_open() {
            self.turns.enter(|| drop(self.lock()));
            return Role::Unmeasured;
        }
        let ordinal = self.seen.fetch_add(1, Ordering::Relaxed);
        if ordinal % PROGRESS_EVERY == PROGRESS_EVERY - 1
            && let Ok(work) = self.work.try_lock()
        {
            self.tell_progress(agent, &work);
        }
        let key = key(call);
        if let Some(kind) = self.kinds.find(&key).or_else(|| self.register(agent, call, &key)) {
            let ordinal_in_kind = kind.seen.fetch_add(1, Ordering::Relaxed);
            let number = self.filters.number(kind, nvtx::is_included);
            if let Some(number) = number.filter(|n| *n >= kind.next.load(Ordering::Relaxed))
                && self.measure(agent, call, kind, [ordinal, ordinal_in_kind, number])
            {
                return Role::Measured;
            }
            if kind.waits {
                self.turns.enter(|| drop(self.lock()));
                return Role::Collective;
            }
        }
        self.turns.enter(|| drop(self.lock()));
        Role::Unmeasured
    }

    /// Adds a kind of launch, or another handle of a known kind.
    fn register(
        &self,
        agent: &'static Agent,
        call: &LaunchCall,
        key: &CallKey,
    ) -> Option<&'static Kind> {
        let name = call.name();
        let device = agent.device_of(call.context);
        let launch = describe(agent, call, device, key.range, name.as_deref());
        let range = nvtx::innermost_name();
        let kind = self.kinds.add(key, launch, |launch| {
            let range = range.as_deref().unwrap_or_default();
            let is_planned = |planned: &Planned| {
                let own = name.as_deref().map(|name| launch.key().named(name, range));
                planned.device == device && own == Some(planned.key())
            };
            let steps = self.filters.steps(is_planned);
            if matches!(&steps, Steps::Planned { launches, .. } if !launches.is_empty()) {
                self.awaited.fetch_sub(1, Ordering::Relaxed);
            }
            let wanted = self.filters.wants(device, name.as_deref());
            if name.as_deref().is_some_and(|name| self.filters.stops_at(name)) {
                self.stop_at_others(agent);
            }
            // What is in a graph that is not measured is not known.
            let waits = name.as_deref().map_or(!wanted, |name| self.filters.leaves_alone(name));
            Kind::new(launch, wanted, waits, steps)
        });
        if kind.is_none() && !self.is_full.swap(true, Ordering::Relaxed) {
            let text = "the program makes more different launches than propp keeps apart; \
                        later ones are not measured";
            agent.warn("too-many-kinds", text.to_owned());
        }
        kind
    }

    /// The program exchanges data with other GPUs, which replay would undo.
    fn stop_at_others(&self, agent: &Agent) {
        if !self.has_stopped.swap(true, Ordering::SeqCst) {
            let text = "the program's GPUs exchange data, so nothing was measured from there on: \
                        replay would undo what another GPU writes. Profile it in two runs (--runs \
                        both)";
            agent.warn("gpus-exchange-data", text.to_owned());
        }
    }

    /// Begins to measure a launch, unless another thread was faster. The three
    /// numbers count the launches of the process, the launches of this kind, and the
    /// launches of this kind that passed the filters.
    fn measure(
        &'static self,
        agent: &'static Agent,
        call: &LaunchCall,
        kind: &'static Kind,
        [ordinal, ordinal_in_kind, number]: [u64; 3],
    ) -> bool {
        // A thread that is ending has no thread-local storage to keep the lock in.
        if UNDER_WAY.try_with(|_| ()).is_err() {
            return false;
        }
        // Kinds go by function name, so this launch may be of another context and module. The
        // driver is asked before others wait for this thread.
        let mut launch = kind.launch.clone();
        launch.correlation = call.correlation;
        add_own(agent, call, &mut launch);
        let Some(mut work) = self.lock_between_collectives(agent) else { return false };
        if self.has_stopped.load(Ordering::SeqCst) {
            return false;
        }
        if work.is_spent(agent) {
            kind.next.store(NEVER, Ordering::Relaxed);
            return false;
        }
        work.begun = Instant::now();
        let standing = window::stands();
        let stages = self.filters.stages();
        let device = kind.launch.device;
        let mut steps = kind.steps.lock().unwrap_or_else(PoisonError::into_inner);
        if number < steps.next() {
            return false; // Another thread was faster.
        }
        let stage = steps.advance(number, work.instrument.stage(device), stages);
        kind.next.store(steps.next(), Ordering::Relaxed);
        drop(steps);
        let Some(stage) = stage else { return false };
        // A program that tries kernels out unloads each: opening the profiler anew takes longer
        // than to measure, and more launches of the kind tell little.
        let is_everything = agent.config.selection.thinning.most == 0;
        let is_whole = stages.get(stage as usize).is_none_or(|stage| stage.pass == 0);
        if is_whole
            && !is_everything
            && work.instrument.is_closed_by_unloading(device)
            && kind.was_measured.load(Ordering::Relaxed)
        {
            return false;
        }
        if !self.turns.begin_alone() {
            let text = "launches of other threads did not end, so a launch was not measured";
            agent.warn("launch-not-alone", text.to_owned());
            return false;
        }
        if collectives::any_runs(&agent.driver) {
            self.turns.end_alone(); // Another thread was launching one.
            return false;
        }
        agent.channel.send(&Frame::Begins(Begins { launch: launch.clone() }));
        work.standing = Some(standing);
        let (begun, duration) = (work.begun, Duration::ZERO);
        let active = ActiveLaunch { launch, ordinal, ordinal_in_kind, begun, duration };
        let pass = stages.get(stage as usize).map_or(0, |stage| stage.pass);
        if !work.instrument.begin(agent, call, active, stage, pass) {
            work.count_time();
            self.turns.end_alone();
            self.tell_progress(agent, &work);
            return false;
        }
        work.measured = Some(kind);
        let is_kept = UNDER_WAY.try_with(|slot| *slot.borrow_mut() = Some(work)).is_ok();
        IS_UNDER_WAY.set(is_kept);
        is_kept
    }

    /// Whether every planned launch has been measured.
    fn is_done(&self, agent: &Agent) -> bool {
        let never = |kind: &&Kind| !kind.wanted || kind.next.load(Ordering::Relaxed) == NEVER;
        !agent.config.selection.planned.is_empty()
            && self.awaited.load(Ordering::Relaxed) == 0
            && self.kinds.all().iter().all(never)
    }

    /// Progress also tells propp that an announced launch has ended, before its
    /// counters are sent.
    fn tell_progress(&self, agent: &Agent, work: &Work) {
        let progress = Progress { seen: self.seen(), measured: work.instrument.measured() };
        agent.channel.send(&Frame::Progress(progress));
    }

    fn send_kinds(&self, agent: &Agent) {
        let seen = |kind: &&'static Kind| Seen {
            launch: kind.launch.clone(),
            launches: kind.seen.load(Ordering::Relaxed),
        };
        for kinds in self.kinds.all().chunks(KINDS_A_FRAME) {
            agent.channel.send(&Frame::Seen(kinds.iter().map(seen).collect()));
        }
    }
}
