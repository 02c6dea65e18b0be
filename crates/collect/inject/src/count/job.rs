//! Which launches are measured, and how one begins.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use propp_recording_wire::{Begins, Frame, Planned, Progress, Seen, Selection};

use super::{IS_UNDER_WAY, UNDER_WAY, Work};
use crate::agent::Agent;
use crate::collectives;
use crate::describe::{add_own, describe, key};
use crate::kinds::{CallKey, Kind, Kinds};
use crate::launch_call::LaunchCall;
use crate::nvtx;
use crate::selection::Filters;
use crate::session::ActiveLaunch;
use crate::steps::{NEVER, Steps};
use crate::turns::{Role, Turns};
use crate::window;

/// Progress is reported after this many launches, measured or not. A power of two.
const PROGRESS_EVERY: u64 = 1 << 16;

const KINDS_A_FRAME: usize = 1024;

pub(super) struct Job {
    pub(super) kinds: Kinds,
    filters: Filters,
    pub(super) turns: Turns,
    seen: AtomicU64,
    /// Whether launches went unmeasured because the table of kinds was full.
    is_full: AtomicBool,
    /// Whether nothing is measured any more.
    has_stopped: AtomicBool,
    /// Planned kinds that have not been launched yet.
    awaited: AtomicUsize,
    /// Locked while a launch is measured.
    pub(super) work: Mutex<Work>,
}

impl Job {
    pub(super) fn new(selection: &Selection, work: Work) -> Self {
        let awaited = selection.planned.iter().filter(|kind| !kind.launches.is_empty()).count();
        Self {
            kinds: Kinds::new(),
            filters: Filters::new(selection),
            turns: Turns::new(),
            seen: AtomicU64::new(0),
            is_full: AtomicBool::new(false),
            has_stopped: AtomicBool::new(false),
            awaited: AtomicUsize::new(awaited),
            work: Mutex::new(work),
        }
    }

    /// Measures no further launch. Whether it would have.
    pub(super) fn stop(&self) -> bool {
        !self.has_stopped.swap(true, Ordering::SeqCst)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Work> {
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

    pub(super) fn seen(&self) -> u64 {
        self.seen.load(Ordering::Relaxed)
    }

    pub(super) fn begin(&'static self, agent: &'static Agent, call: &LaunchCall) -> Role {
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
    pub(super) fn stop_at_others(&self, agent: &Agent) {
        if self.stop() {
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
    pub(super) fn is_done(&self, agent: &Agent) -> bool {
        let never = |kind: &&Kind| !kind.wanted || kind.next.load(Ordering::Relaxed) == NEVER;
        !agent.config.selection.planned.is_empty()
            && self.awaited.load(Ordering::Relaxed) == 0
            && self.kinds.all().iter().all(never)
    }

    /// Progress also tells propp that an announced launch has ended, before its
    /// counters are sent.
    pub(super) fn tell_progress(&self, agent: &Agent, work: &Work) {
        let progress = Progress { seen: self.seen(), measured: work.instrument.measured() };
        agent.channel.send(&Frame::Progress(progress));
    }

    pub(super) fn send_kinds(&self, agent: &Agent) {
        let seen = |kind: &&'static Kind| Seen {
            launch: kind.launch.clone(),
            launches: kind.seen.load(Ordering::Relaxed),
        };
        for kinds in self.kinds.all().chunks(KINDS_A_FRAME) {
            agent.channel.send(&Frame::Seen(kinds.iter().map(seen).collect()));
        }
    }
}
