//! What the program's own hooks say by calls: whose launches are, and ranges.
//!
//! A hook loads this library by its path, asks for the number of a name once, and then says with
//! each call no more than a number. Numbers are ours and not those of the connection: the calls
//! also work before CUDA is initialised. What is said of a thread counts for its launches.
//!
//! In backward of PyTorch, which has threads of its own, the node that autograd evaluates says whose
//! a launch is ([`autograd`]).

use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use propp_recording_wire::{Frame, Owner};

use crate::agent::Agent;
use crate::autograd;
use crate::guard::{guarded, is_off};
use crate::nvtx;

/// Owners that are sent together.
const BATCH: usize = 1024;

/// What a hook has said of a thread.
#[derive(Clone, Copy)]
struct Told {
    forward: u32,
    backward: u32,
    /// The node that called the hook, or 0: backward computes once more what it has not kept.
    node: usize,
}

thread_local! {
    /// Without destructors, so that exit handlers can still read them.
    static TOLD: Cell<Told> = const { Cell::new(Told { forward: 0, backward: 0, node: 0 }) };
    /// The owner of this thread's latest launch in backward.
    static LATEST: Cell<u32> = const { Cell::new(0) };
}

/// Whether launches in backward are nobody's, and the recording has not been told yet.
static BACKWARD_IS_UNKNOWN: AtomicBool = AtomicBool::new(false);

static NAMES: Mutex<Option<Names>> = Mutex::new(None);

static PENDING: Mutex<Vec<Owner>> = Mutex::new(Vec::new());

#[derive(Default)]
struct Names {
    numbers: HashMap<String, u32>,
    /// Each with its number on the connection, or 0 as long as nobody asked for that.
    texts: Vec<(String, u32)>,
}

impl Names {
    /// Numbers begin with 1.
    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        self.texts.push((text.to_owned(), 0));
        let number = u32::try_from(self.texts.len()).unwrap_or(0);
        self.numbers.insert(text.to_owned(), number);
        number
    }

    fn entry(&mut self, number: u32) -> Option<&mut (String, u32)> {
        self.texts.get_mut((number as usize).checked_sub(1)?)
    }
}

fn names<T>(work: impl FnOnce(&mut Names) -> T) -> T {
    work(NAMES.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

/// The number of a name for the other calls.
///
/// # Safety
/// `text` is null or a C string.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn propp_name(text: *const c_char) -> u32 {
    if text.is_null() {
        return 0;
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(text) }.to_string_lossy();
    let mut number = 0;
    guarded(|| number = names(|names| names.number(&text)));
    number
}

/// From now on launches of this thread are the first owner's, and what autograd launches for them in
/// backward the second's; 0 for nobody's.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn propp_owner(forward: u32, backward: u32) {
    if is_off() {
        return;
    }
    let node = autograd::evaluated().map_or(0, |node| node.address);
    let _ = TOLD.try_with(|told| told.set(Told { forward, backward, node }));
    autograd::made_by(backward);
}

/// Has launches in backward looked at, with the latest node that this thread made and its number.
/// Returns 0 if this is a PyTorch of which we do not know how.
///
/// # Safety
/// `node` is null or the address of a node.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn propp_autograd(node: *const u64, number: u64) -> c_int {
    let mut follows = false;
    // SAFETY: the caller's promise.
    guarded(|| follows = unsafe { autograd::follow(node, number) });
    BACKWARD_IS_UNKNOWN.store(!follows, Ordering::Relaxed);
    c_int::from(follows)
}

/// Opens a range on this thread, like one of NVTX.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn propp_range_push(number: u32) {
    guarded(|| {
        let text = names(|names| names.entry(number).map(|(text, _)| text.clone()));
        nvtx::push(text.unwrap_or_default());
    });
}

/// Closes the innermost of these ranges on this thread.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn propp_range_pop() {
    guarded(nvtx::pop);
}

/// Whose a launch of this thread is; 0 for nobody's.
fn current() -> u32 {
    let Ok(told) = TOLD.try_with(Cell::get) else { return 0 };
    let Some(node) = autograd::evaluated() else { return told.forward };
    if node.address == told.node && told.backward != 0 {
        return told.backward;
    }
    // What adds up a gradient follows the node that made it.
    let owner = node.owner().unwrap_or_else(|| LATEST.try_with(Cell::get).unwrap_or(0));
    let _ = LATEST.try_with(|latest| latest.set(owner));
    owner
}

/// Remembers whose a launch of the trace run is.
pub(crate) fn remember(agent: &Agent, correlation: u32) {
    if BACKWARD_IS_UNKNOWN.load(Ordering::Relaxed)
        && BACKWARD_IS_UNKNOWN.swap(false, Ordering::Relaxed)
    {
        let text = "this version of PyTorch does not say which node of autograd runs, so kernels of \
                    backward are outside of all modules; it was tried with 2.1, 2.6, 2.11, 2.13 and 2.15";
        agent.warn("modules-without-backward", text.to_owned());
    }
    let number = current();
    if number == 0 {
        return;
    }
    let name = names(|names| {
        let (text, sent) = names.entry(number)?;
        if *sent == 0 {
            *sent = agent.channel.name(text);
        }
        Some(*sent)
    });
    let Some(name) = name else { return };
    let full = {
        let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
        pending.push(Owner { correlation, name });
        (pending.len() >= BATCH).then(|| std::mem::take(&mut *pending))
    };
    if let Some(owners) = full {
        agent.channel.send(&Frame::Owners(owners));
    }
}

pub(crate) fn send(agent: &Agent) {
    let owners = std::mem::take(&mut *PENDING.lock().unwrap_or_else(PoisonError::into_inner));
    if !owners.is_empty() {
        agent.channel.send(&Frame::Owners(owners));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_number_and_nothing_has_none() {
        // SAFETY: a C string.
        let number = |text: &CStr| unsafe { propp_name(text.as_ptr()) };
        let (a, b) = (number(c"a"), number(c"b"));
        assert!(a != b && a != 0 && b != 0);
        assert_eq!(number(c"a"), a);
        // SAFETY: null is allowed.
        assert_eq!(unsafe { propp_name(std::ptr::null()) }, 0);
    }
}
