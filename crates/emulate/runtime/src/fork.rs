//! Children that the program forks. They have the runtime as it was, if no other thread used it at
//! that moment; of a thread that did they have only the lock, which nobody gives back.

use std::any::Any;
use std::cell::RefCell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::line;

/// What a thread holds while it forks. None if another thread has it for so long.
pub(crate) type Hold = fn(Duration) -> Option<Box<dyn Any>>;

/// How long a fork waits for the calls of other threads. A kernel may take minutes.
const PATIENCE: Duration = Duration::from_millis(100);

/// Whether this is a child without a runtime: its calls fail, as those of a forked child on a GPU.
static LOCKED_OUT: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Of a thread that forks, from before until after.
    static HELD: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

static HOLD: OnceLock<Hold> = OnceLock::new();

/// From now on, a thread that forks holds the runtime.
pub(crate) fn heed(hold: Hold) {
    HOLD.get_or_init(|| hold);
    // SAFETY: the functions are of this library, which is never unloaded: the program needs it.
    unsafe { libc::pthread_atfork(Some(before), Some(after), Some(in_child)) };
}

pub(crate) fn is_locked_out() -> bool {
    LOCKED_OUT.load(Ordering::Relaxed)
}

extern "C" fn before() {
    let held = HOLD.get().and_then(|hold| hold(PATIENCE));
    let _ = HELD.try_with(|place| place.replace(held));
}

extern "C" fn after() {
    let _ = HELD.try_with(|held| held.take());
}

extern "C" fn in_child() {
    let held = HELD.try_with(|held| held.take()).ok().flatten();
    // The child's own children go the same way.
    let locked_out = is_locked_out() || held.is_none();
    LOCKED_OUT.store(locked_out, Ordering::Relaxed);
    line::close_in_child();
}
