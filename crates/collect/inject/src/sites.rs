//! From where the program launches (trace): the calls that were under way, as a tree of sites.
//!
//! A loop of the program shows in them: its calls come again in the same order. So they say where steps
//! begin, which the order of kernels alone does not always do. In Python the frames of the interpreter are
//! read ([`python`]), elsewhere the stack of the thread ([`native`]).

mod native;
mod python;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use propp_recording_wire::{Frame, LaunchedFrom, Site};

use crate::agent::Agent;
use crate::patience::{PATIENCE, lock_within};
use python::Found;

/// Calls in each other of a stack that is recorded.
const DEEPEST: usize = 96;

/// Sites of a process. A recursion over data makes ever new ones; launches from such have none.
const MOST: usize = 1 << 16;

/// Launches that are sent together.
const BATCH: usize = 1024;

/// A call that is under way: in which function, and where in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Call {
    function: usize,
    position: u32,
}

enum Source {
    Python(python::Python),
    /// A Python whose frames we cannot read.
    OtherPython,
    Native,
}

static SOURCE: OnceLock<Source> = OnceLock::new();

static SITES: Mutex<Option<Sites>> = Mutex::new(None);

#[derive(Default)]
struct Sites {
    /// By the site of the caller.
    numbers: HashMap<(u32, Call), u32>,
    waiting: Vec<LaunchedFrom>,
}

/// The stack of a thread's latest launch, from the outermost call on, with the site of each call.
#[derive(Default)]
struct Latest {
    calls: Vec<Call>,
    sites: Vec<u32>,
    /// The stack of the present launch.
    now: Vec<Call>,
    native: native::Stacks,
}

thread_local! {
    static LATEST: RefCell<Latest> = RefCell::default();
}

/// A launch begins on this thread.
pub(crate) fn launched(agent: &Agent, correlation: u32) {
    let _ = LATEST.try_with(|latest| {
        let Ok(mut latest) = latest.try_borrow_mut() else { return };
        if let Some(site) = latest.site(agent) {
            remember(agent, LaunchedFrom { correlation, site });
        }
    });
}

impl Latest {
    /// The site of the innermost call; nothing if the stack is not known.
    fn site(&mut self, agent: &Agent) -> Option<u32> {
        let source = source()?;
        self.now.clear();
        match source {
            Source::Python(python) => python.calls(&mut self.now),
            Source::OtherPython => return None,
            Source::Native => self.native.calls(&mut self.now),
        }
        // Of deeper ones, calls in different places would look alike.
        if self.now.len() > DEEPEST {
            return None;
        }
        let same = self.now.iter().zip(&self.calls).take_while(|(now, before)| now == before);
        let same = same.count();
        self.calls.truncate(same);
        self.sites.truncate(same);
        for &call in &self.now[same..] {
            let parent = self.sites.last().copied().unwrap_or(0);
            let site = number(agent, source, parent, call)?;
            self.calls.push(call);
            self.sites.push(site);
        }
        self.sites.last().copied()
    }
}

/// What tells of calls in this process; nothing as long as that cannot be said.
fn source() -> Option<&'static Source> {
    SOURCE.get().or_else(|| {
        let source = match python::find() {
            Found::Python(python) => Source::Python(python),
            Found::Other => Source::OtherPython,
            Found::None => Source::Native,
            Found::NotHere => return None,
        };
        Some(SOURCE.get_or_init(|| source))
    })
}

fn with<T>(work: impl FnOnce(&mut Sites) -> T) -> T {
    work(SITES.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

/// The number of a call's site, which is sent if it is new.
fn number(agent: &Agent, source: &Source, parent: u32, call: Call) -> Option<u32> {
    let key = (parent, call);
    let (number, is_full) = with(|all| (all.numbers.get(&key).copied(), all.numbers.len() >= MOST));
    if number.is_some() || is_full {
        return number;
    }
    let (name, line) = match source {
        Source::Python(python) => python.describe(call),
        Source::OtherPython => return None,
        Source::Native => native::describe(call),
    };
    let function = agent.channel.name(&name);
    // Under the lock, so that a site is sent before those that it calls.
    with(|all| {
        if all.numbers.len() >= MOST {
            return None;
        }
        let next = all.numbers.len() as u32 + 1;
        let number = *all.numbers.entry(key).or_insert(next);
        if number == next {
            let site = Site { number, parent, function, position: call.position, line };
            agent.channel.send(&Frame::Sites(vec![site]));
        }
        Some(number)
    })
}

fn remember(agent: &Agent, launch: LaunchedFrom) {
    let full = with(|all| {
        all.waiting.push(launch);
        (all.waiting.len() >= BATCH).then(|| std::mem::take(&mut all.waiting))
    });
    if let Some(launches) = full {
        agent.channel.send(&Frame::LaunchedFrom(launches));
    }
}

pub(crate) fn send(agent: &Agent) {
    // A thread that is stuck sending does not hold up the end of the program.
    let Some(mut sites) = lock_within(&SITES, PATIENCE) else { return };
    let waiting = sites.as_mut().map(|all| std::mem::take(&mut all.waiting)).unwrap_or_default();
    drop(sites);
    if !waiting.is_empty() {
        agent.channel.send(&Frame::LaunchedFrom(waiting));
    }
}
