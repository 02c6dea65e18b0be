//! The count job: hardware counters of selected launches.
//!
//! What happens at a launch that is not measured costs a table lookup and a
//! few atomic additions: no lock, no allocation. A launch that is measured
//! holds the job's lock from its beginning to its end, and other launches wait
//! ([`crate::turns`]), so that it is known whose counters are read.
//!
//! Counters by kernel replay are sent as soon as the launch returns: a program
//! that is killed keeps what it has measured. Counters of single passes can be
//! read only after the profiler was stopped, which takes 8 ms, so some launches
//! are collected first ([`crate::session`]).

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use cupti_sys::Error;
use cupti_sys::raw::CUcontext;
use propp_wire::{Begins, Frame, Goodbye, Planned, Progress, Seen};

use crate::agent::Agent;
use crate::callbacks::{self, LaunchCall};
use crate::describe::{describe, key};
use crate::kinds::{CallKey, Kind, Kinds, NEVER};
use crate::nvtx;
use crate::patience::lock_within;
use crate::selection::{Filters, Steps};
use crate::session::Current;
use crate::sessions::Sessions;
use crate::turns::{Part, Turns};

/// After so many launches propp is told how far we are, whether any was
/// measured or not. A power of two.
const PROGRESS_EVERY: u64 = 1 << 16;

/// How long the end of the program waits for another thread's launch.
const PATIENCE: Duration = Duration::from_secs(10);

/// Kinds of launches in one frame.
const KINDS_A_FRAME: usize = 1024;

/// Everything the job knows.
struct Job {
    kinds: Kinds,
    filters: Filters,
    turns: Turns,
    /// Kernel launches so far.
    seen: AtomicU64,
    /// Whether launches were let go because the table was full.
    is_full: AtomicBool,
    /// Kinds that the plan measures and that have not been launched yet.
    awaited: AtomicUsize,
    /// Held while a launch is measured.
    work: Mutex<Work>,
}

static JOB: OnceLock<Job> = OnceLock::new();

thread_local! {
    /// Held while a launch of this thread is measured.
    static UNDER_WAY: RefCell<Option<MutexGuard<'static, Work>>> = const { RefCell::new(None) };

    /// Whether one is. It has no destructor, so exit handlers find it as it
    /// was, where the lock is gone already, and let go.
    static IS_UNDER_WAY: Cell<bool> = const { Cell::new(false) };
}

/// What only one thread at a time may touch.
struct Work {
    sessions: Sessions,
    /// When the launch that is measured began.
    begun: Instant,
    /// What measuring has taken so far.
    spent: Duration,
    is_spent_told: bool,
}

impl Work {
    fn new() -> Self {
        Self {
            sessions: Sessions::default(),
            begun: Instant::now(),
            spent: Duration::ZERO,
            is_spent_told: false,
        }
    }

    fn count_time(&mut self) {
        self.spent += self.begun.elapsed();
    }

    /// Whether measuring has taken all the time that it may.
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

pub(crate) fn start(agent: &'static Agent) -> Result<(), Error> {
    let planned = &agent.config.selection.planned;
    let awaited = planned.iter().filter(|kind| !kind.launches.is_empty()).count();
    JOB.get_or_init(|| Job {
        kinds: Kinds::new(),
        filters: Filters::new(&agent.config.selection),
        turns: Turns::new(),
        seen: AtomicU64::new(0),
        is_full: AtomicBool::new(false),
        awaited: AtomicUsize::new(awaited),
        work: Mutex::new(Work::new()),
    });
    callbacks::subscribe_to_launches(agent)
}

/// Whether this thread is inside a launch that is measured.
fn is_under_way() -> bool {
    IS_UNDER_WAY.get()
}

/// A launch is about to happen.
pub(crate) fn launch_begins(agent: &'static Agent, call: &LaunchCall) -> Part {
    let Some(job) = JOB.get() else { return Part::None };
    if is_under_way() || agent.driver.is_capturing(call.stream) {
        return Part::None;
    }
    job.begin(agent, call)
}

/// A launch has happened, or failed.
pub(crate) fn launch_ends(agent: &'static Agent, part: Part, succeeded: bool) {
    let Some(job) = JOB.get() else { return };
    match part {
        Part::None => {}
        Part::Beside => job.turns.leave(),
        Part::Measured => {
            IS_UNDER_WAY.set(false);
            let guard = UNDER_WAY.try_with(|slot| slot.borrow_mut().take()).ok().flatten();
            if let Some(mut work) = guard {
                work.sessions.end(agent, succeeded);
                work.count_time();
                job.turns.give_back();
                if job.is_done(agent) {
                    // An enabled profiler makes every launch dearer, by a microsecond.
                    work.sessions.close_all(agent);
                }
                job.tell_progress(agent, &work);
            }
        }
    }
}

/// A graph is about to be made ready to run.
pub(crate) fn graph_is_made(agent: &'static Agent, context: CUcontext, id: u32) {
    if let Some(job) = JOB.get().filter(|_| !is_under_way()) {
        let device = callbacks::device_of(agent, context);
        job.lock().sessions.graph_begins(agent, context, id, device);
    }
}

/// A graph has been made ready to run.
pub(crate) fn graph_was_made(agent: &'static Agent, id: u32) {
    if let Some(job) = JOB.get().filter(|_| !is_under_way()) {
        job.lock().sessions.graph_ends(agent, id);
    }
}

/// A context is about to be destroyed: read what is in its image.
pub(crate) fn context_ends(agent: &'static Agent, context: CUcontext) {
    let mut id = 0;
    // SAFETY: the context is live until the callback returns.
    let known = unsafe { cupti_sys::call!(agent.cupti, cuptiGetContextId(context, &raw mut id)) };
    if let Err(error) = known {
        agent.warn("cannot-close", error.to_string());
    } else if let Some(job) = JOB.get().filter(|_| !is_under_way()) {
        job.lock().sessions.close(agent, id);
    }
}

/// A module was unloaded, and its functions' handles may be given out again.
pub(crate) fn module_ends() {
    if let Some(job) = JOB.get() {
        job.kinds.forget_handles();
    }
}

/// Sends what is left, and the totals; none when a launch is still under way.
pub(crate) fn finish(agent: &'static Agent) -> Option<Goodbye> {
    let job = JOB.get()?;
    if is_under_way() {
        return None; // exit() inside a launch: its end was not seen.
    }
    let Some(mut work) = lock_within(&job.work, PATIENCE) else {
        agent.warn("launch-never-ended", "a launch was still running at exit".to_owned());
        return None;
    };
    work.sessions.close_all(agent);
    job.send_kinds(agent);
    Some(Goodbye { seen: job.seen(), measured: work.sessions.measured(), dropped: 0 })
}

impl Job {
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seen(&self) -> u64 {
        self.seen.load(Ordering::Relaxed)
    }

    fn begin(&'static self, agent: &'static Agent, call: &LaunchCall) -> Part {
        let ordinal = self.seen.fetch_add(1, Ordering::Relaxed);
        if ordinal % PROGRESS_EVERY == PROGRESS_EVERY - 1
            && let Ok(work) = self.work.try_lock()
        {
            self.tell_progress(agent, &work);
        }
        let key = key(call);
        if let Some(kind) = self.kinds.find(&key).or_else(|| self.introduce(agent, call, &key)) {
            let ordinal_in_kind = kind.seen.fetch_add(1, Ordering::Relaxed);
            let number = self.filters.number(kind, nvtx::is_open);
            if let Some(number) = number.filter(|n| *n >= kind.next.load(Ordering::Relaxed))
                && self.measure(agent, call, kind, [ordinal, ordinal_in_kind, number])
            {
                return Part::Measured;
            }
        }
        self.turns.join(|| drop(self.lock()));
        Part::Beside
    }

    /// Makes the acquaintance of a kind of launch, or of another handle of one.
    fn introduce(
        &self,
        agent: &'static Agent,
        call: &LaunchCall,
        key: &CallKey,
    ) -> Option<&'static Kind> {
        let name = call.name();
        let device = callbacks::device_of(agent, call.context);
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
            Kind::new(launch, self.filters.want(device, name.as_deref()), steps)
        });
        if kind.is_none() && !self.is_full.swap(true, Ordering::Relaxed) {
            let text = "the program makes more different launches than propp keeps apart; \
                        later ones are not measured";
            agent.warn("too-many-kinds", text.to_owned());
        }
        kind
    }

    /// Begins to measure a launch, if that is its turn after all. The numbers
    /// are its ordinal, that among its kind, and that among those of its kind
    /// which may be measured.
    fn measure(
        &'static self,
        agent: &'static Agent,
        call: &LaunchCall,
        kind: &'static Kind,
        [ordinal, ordinal_in_kind, number]: [u64; 3],
    ) -> bool {
        // At the end of a thread there is no place to keep the lock in.
        if UNDER_WAY.try_with(|_| ()).is_err() {
            return false;
        }
        let mut work = self.lock();
        if work.is_spent(agent) {
            kind.next.store(NEVER, Ordering::Relaxed);
            return false;
        }
        work.begun = Instant::now();
        let stages = self.filters.stages();
        let device = kind.launch.device;
        let mut steps = kind.steps.lock().unwrap_or_else(PoisonError::into_inner);
        if number < steps.next() {
            return false; // Another thread was faster.
        }
        let stage = steps.take(number, work.sessions.stage(device), stages);
        kind.next.store(steps.next(), Ordering::Relaxed);
        drop(steps);
        let Some(stage) = stage else { return false };
        if !self.turns.take() {
            let text = "launches of other threads did not end, so a launch was not measured";
            agent.warn("launch-not-alone", text.to_owned());
            return false;
        }
        // Kinds go by function name, so this context may be another.
        let mut launch = kind.launch.clone();
        launch.context = call.context_id;
        launch.correlation = call.correlation;
        agent.channel.send(&Frame::Begins(Begins { launch: launch.clone() }));
        let (begun, took) = (work.begun, Duration::ZERO);
        let current = Current { launch, ordinal, ordinal_in_kind, begun, took };
        let pass = stages.get(stage as usize).map_or(0, |stage| stage.pass);
        if !work.sessions.begin(agent, call, current, stage, pass) {
            work.count_time();
            self.turns.give_back();
            self.tell_progress(agent, &work);
            return false;
        }
        let is_kept = UNDER_WAY.try_with(|slot| *slot.borrow_mut() = Some(work)).is_ok();
        IS_UNDER_WAY.set(is_kept);
        is_kept
    }

    /// Whether everything that was planned has been measured.
    fn is_done(&self, agent: &Agent) -> bool {
        let never = |kind: &&Kind| !kind.wanted || kind.next.load(Ordering::Relaxed) == NEVER;
        !agent.config.selection.planned.is_empty()
            && self.awaited.load(Ordering::Relaxed) == 0
            && self.kinds.all().iter().all(never)
    }

    /// Also says that a launch whose beginning was told has ended, when its
    /// counters are not sent yet.
    fn tell_progress(&self, agent: &Agent, work: &Work) {
        let progress = Progress { seen: self.seen(), measured: work.sessions.measured() };
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
