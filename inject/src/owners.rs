//! What the program's own hooks say by calls: whose launches are, and ranges.
//!
//! A hook loads this library by its path, asks for the number of a name once, and then says with
//! each call no more than a number. Numbers are ours and not those of the connection: the calls
//! also work before CUDA is initialised. What is said of a thread counts for its launches.
//!
//! While a backward of PyTorch runs, its owners count before those of forward: autograd has
//! threads of its own, and nobody tells each of them when it ends. The end is told once, and with
//! it all owners of that backward are gone.

use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use propp_wire::{Frame, Owner};

use crate::agent::Agent;
use crate::guard::guarded;
use crate::nvtx;

/// Owners that are sent together.
const BATCH: usize = 1024;

/// A backward that was never told is in this one.
const NO_BACKWARD: u32 = u32::MAX;

thread_local! {
    /// Without destructors, so that exit handlers can still read them.
    static OWNER: Cell<u32> = const { Cell::new(0) };
    /// An owner, and the backward that it is of.
    static BACKWARD: Cell<(u32, u32)> = const { Cell::new((0, NO_BACKWARD)) };
}

/// The number of the backward that runs.
static BACKWARDS: AtomicU32 = AtomicU32::new(0);

/// Whether the end of this backward will be told.
static END_IS_AWAITED: AtomicBool = AtomicBool::new(false);

/// Whether a hook has ever said anything, so that launches must be looked at.
static IS_USED: AtomicBool = AtomicBool::new(false);

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

/// What is done when a hook says something for the first time.
static ON_FIRST_USE: OnceLock<fn()> = OnceLock::new();

/// Has this done as soon as hooks use these calls, which may be now.
pub(crate) fn on_first_use(act: fn()) {
    ON_FIRST_USE.get_or_init(|| act);
    if IS_USED.load(Ordering::SeqCst) {
        act();
    }
}

fn is_used() {
    if !IS_USED.swap(true, Ordering::SeqCst)
        && let Some(act) = ON_FIRST_USE.get()
    {
        act();
    }
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

/// From now on launches of this thread are the owner's; 0 for nobody's.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn propp_owner(number: u32) {
    let _ = OWNER.try_with(|owner| owner.set(number));
    if number != 0 && !IS_USED.load(Ordering::Relaxed) {
        guarded(is_used);
    }
}

/// The same until the end of the backward that runs. Returns 1 if nobody has promised to tell
/// that end, 0 otherwise.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn propp_backward(number: u32) -> c_int {
    let _ = BACKWARD.try_with(|of| of.set((number, BACKWARDS.load(Ordering::Acquire))));
    c_int::from(!END_IS_AWAITED.swap(true, Ordering::AcqRel))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn propp_backward_ends() {
    BACKWARDS.fetch_add(1, Ordering::AcqRel);
    END_IS_AWAITED.store(false, Ordering::Release);
}

/// Opens a range on this thread, like one of NVTX.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn propp_range_push(number: u32) {
    guarded(|| {
        is_used();
        let text = names(|names| names.entry(number).map(|(text, _)| text.clone()));
        nvtx::push(text.unwrap_or_default());
    });
}

/// Closes the innermost of these ranges on this thread.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn propp_range_pop() {
    guarded(nvtx::pop);
}

/// Whose the launches of this thread are; 0 for nobody's.
fn current() -> u32 {
    let (backward, of) = BACKWARD.try_with(Cell::get).unwrap_or((0, NO_BACKWARD));
    if of == BACKWARDS.load(Ordering::Acquire) {
        return backward;
    }
    OWNER.try_with(Cell::get).unwrap_or(0)
}

/// Remembers whose a launch of the trace run is.
pub(crate) fn remember(agent: &Agent, correlation: u32) {
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

/// Sends what is remembered.
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

    #[test]
    fn owners_of_a_backward_come_first_until_it_ends_on_every_thread() {
        propp_owner(7);
        assert_eq!(current(), 7);
        assert_eq!(propp_backward(8), 1, "its end is to be told");
        assert_eq!(current(), 8);
        propp_owner(9);
        assert_eq!(current(), 8);
        let other = std::thread::spawn(|| {
            assert_eq!((propp_backward(5), current()), (0, 5));
            propp_backward_ends();
            assert_eq!(current(), 0);
        });
        other.join().unwrap();
        assert_eq!(current(), 9);
        assert_eq!(propp_backward(4), 1);
        propp_backward_ends();
    }
}
