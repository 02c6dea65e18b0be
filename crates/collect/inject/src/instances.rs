//! The ranges of the program and the launches in each, which may be its steps (trace).
//!
//! A range has no correlation of its own: it begins after the greatest correlation of a launch so
//! far, and ends with the greatest when it is closed, whichever thread launches. A launch of
//! another thread at that very moment may fall to either side.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use propp_recording_wire::{Frame, Range};

use crate::agent::{Agent, agent};
use crate::guard::is_off;

/// Ranges that are sent together.
const BATCH: usize = 1024;

/// Ranges of one name, and of all, that are recorded in a process: no program has more steps whose
/// launches propp could look at.
const MOST_OF_A_NAME: u32 = 1 << 16;
const MOST: u32 = 1 << 20;

/// Names that are recorded: a program may name each operation by a number.
const MOST_NAMES: usize = 1 << 16;

/// Ranges that are open at once. Those of threads that ended stay, and a program may start ranges and
/// never end them: of too many, the oldest are forgotten.
const MOST_OPEN: usize = 1 << 16;

/// The greatest correlation of a launch; 0 before the first that we see.
static LATEST: AtomicU32 = AtomicU32::new(0);

static IS_TOLD: AtomicBool = AtomicBool::new(false);

static INSTANCES: Mutex<Option<Instances>> = Mutex::new(None);

/// Finds an open range again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(u64);

struct Open {
    name: String,
    /// 0 as long as we have seen no launch.
    first: u32,
}

#[derive(Default)]
struct Instances {
    last_key: u64,
    open: BTreeMap<Key, Open>,
    /// The first correlation after `cudaProfilerStart`.
    profiler: Option<u32>,
    waiting: Vec<Range>,
    /// How many there were of each name.
    recorded: HashMap<String, u32>,
    all: u32,
}

impl Instances {
    fn open(&mut self, name: String, latest: u32) -> Key {
        self.last_key += 1;
        let key = Key(self.last_key);
        if self.open.len() >= MOST_OPEN {
            self.open.pop_first();
        }
        let first = if latest == 0 { 0 } else { latest.saturating_add(1) };
        self.open.insert(key, Open { name, first });
        key
    }

    /// The name, and the first launch and the last, if there were any.
    fn close(&mut self, key: Key, latest: u32) -> Option<(String, [u32; 2])> {
        let Open { name, first } = self.open.remove(&key)?;
        (first != 0 && first <= latest).then_some((name, [first, latest]))
    }

    /// Ranges that were opened before the first launch begin with it.
    fn begins_with(&mut self, correlation: u32) {
        self.open.values_mut().filter(|open| open.first == 0).for_each(|o| o.first = correlation);
    }

    /// Whether there is room for another range of this name, which is then taken.
    fn has_room(&mut self, name: &str) -> bool {
        if self.all >= MOST {
            return false;
        }
        let is_full = self.recorded.len() >= MOST_NAMES;
        match self.recorded.get_mut(name) {
            Some(of_name) if *of_name >= MOST_OF_A_NAME => return false,
            Some(of_name) => *of_name += 1,
            None if is_full => return false,
            None => _ = self.recorded.insert(name.to_owned(), 1),
        }
        self.all += 1;
        true
    }
}

fn instances() -> MutexGuard<'static, Option<Instances>> {
    INSTANCES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn with<T>(work: impl FnOnce(&mut Instances) -> T) -> T {
    work(instances().get_or_insert_default())
}

/// The program opens a range, perhaps before it uses CUDA.
pub(crate) fn open(name: &str) -> Key {
    if is_off() || name.is_empty() || agent().is_some_and(|agent| !agent.records()) {
        return Key::default();
    }
    with(|all| all.open(name.to_owned(), LATEST.load(Ordering::Relaxed)))
}

pub(crate) fn close(key: Key) {
    // In a forked child another thread may have held the lock.
    if is_off() || key == Key::default() {
        return;
    }
    let closed = with(|all| all.close(key, LATEST.load(Ordering::Relaxed)));
    if let (Some((name, [first, last])), Some(agent)) = (closed, agent()) {
        add(agent, &name, first, last);
    }
}

pub(crate) fn launched(correlation: u32) {
    if LATEST.fetch_max(correlation, Ordering::Relaxed) == 0 {
        with(|all| all.begins_with(correlation));
    }
}

/// The program has just called `cudaProfilerStart`, or is about to call `cudaProfilerStop`.
pub(crate) fn profiler_starts(correlation: u32) {
    with(|all| _ = all.profiler.get_or_insert(correlation.saturating_add(1)));
}

pub(crate) fn profiler_stops(agent: &Agent, correlation: u32) {
    let last = correlation.saturating_sub(1);
    if let Some(first) = with(|all| all.profiler.take()).filter(|first| *first <= last) {
        add(agent, Range::PROFILER, first, last);
    }
}

fn add(agent: &Agent, name: &str, first: u32, last: u32) {
    if !agent.records() {
        return;
    }
    if with(|all| all.has_room(name)) {
        let name = agent.channel.name(name);
        let full = with(|all| {
            all.waiting.push(Range { name, first, last });
            (all.waiting.len() >= BATCH).then(|| std::mem::take(&mut all.waiting))
        });
        if let Some(ranges) = full {
            agent.channel.send(&Frame::Ranges(ranges));
        }
    } else if !IS_TOLD.swap(true, Ordering::Relaxed) {
        let text = format!(
            "ranges of the program are missing: propp records {MOST_OF_A_NAME} of a name, \
             {MOST_NAMES} names and {MOST} ranges in all; steps that come later are not seen"
        );
        agent.warn("ranges-left-out", text);
    }
}

pub(crate) fn send(agent: &Agent) {
    let waiting = instances().as_mut().map(|all| std::mem::take(&mut all.waiting));
    if let Some(ranges) = waiting.filter(|ranges| !ranges.is_empty()) {
        agent.channel.send(&Frame::Ranges(ranges));
    }
}

/// The process ends, and with it what is still open.
pub(crate) fn finish(agent: &Agent) {
    let latest = LATEST.load(Ordering::Relaxed);
    let (open, profiler) = with(|all| (std::mem::take(&mut all.open), all.profiler.take()));
    for Open { name, first } in open.into_values() {
        if first != 0 && first <= latest {
            add(agent, &name, first, Range::OPEN);
        }
    }
    if let Some(first) = profiler {
        add(agent, Range::PROFILER, first, Range::OPEN);
    }
    send(agent);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_holds_the_launches_between_its_ends() {
        let mut all = Instances::default();
        let early = all.open("early".to_owned(), 0);
        let empty = all.open("empty".to_owned(), 0);
        assert_eq!(all.close(empty, 0), None);
        all.begins_with(7);
        let inner = all.open("inner".to_owned(), 9);
        assert_eq!(all.close(inner, 12), Some(("inner".to_owned(), [10, 12])));
        assert_eq!(all.close(inner, 12), None, "it is closed");
        let nothing = all.open("nothing".to_owned(), 12);
        assert_eq!(all.close(nothing, 12), None);
        assert_eq!(all.close(early, 12), Some(("early".to_owned(), [7, 12])));
        assert!(all.open.is_empty());
    }

    #[test]
    fn ranges_that_never_end_leave_room_for_others() {
        let mut all = Instances::default();
        let oldest = all.open("lost".to_owned(), 1);
        (0..MOST_OPEN).for_each(|_| _ = all.open("lost".to_owned(), 1));
        let step = all.open("step".to_owned(), 1);
        assert_eq!(all.close(step, 2), Some(("step".to_owned(), [2, 2])));
        assert_eq!(all.close(oldest, 2), None);
        assert!(all.open.len() <= MOST_OPEN);
    }

    #[test]
    fn one_name_leaves_room_for_others() {
        let mut all = Instances::default();
        let mut add = |name: &str| all.has_room(name);
        let of_one = (0..2 * MOST_OF_A_NAME).filter(|_| add("step")).count();
        assert_eq!(of_one, MOST_OF_A_NAME as usize);
        assert!(add("other"));
        let names = (0..2 * MOST_NAMES).filter(|number| add(&number.to_string())).count();
        assert_eq!(names, MOST_NAMES - 2, "but not for any number");
        assert!(add("other"));
    }
}
