//! Entering our code from C, and leaving it for good.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::pulse;

/// Set in a forked child, which shares our memory but not CUPTI's threads, and
/// after a panic. The library does nothing from then on.
static OFF: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// How many nested calls from C this thread is in. It has no destructor, so exit
    /// handlers can still read it.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Runs code that was called from C. A panic ends there.
pub(crate) fn guarded(work: impl FnOnce()) {
    let depth = DEPTH.get();
    let is_noted = depth == 0 && !is_off();
    if is_noted {
        pulse::enters();
    }
    DEPTH.set(depth + 1);
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        give_up();
    }
    DEPTH.set(depth);
    if is_noted {
        pulse::leaves();
    }
}

/// Whether this thread is inside our code. If an exit handler is, a signal handler
/// called `exit`, and the locks of the interrupted code are never released.
pub(crate) fn is_inside() -> bool {
    DEPTH.get() > 0
}

/// Switches the library off in this process.
pub(crate) fn give_up() {
    OFF.store(true, Ordering::Relaxed);
}

pub(crate) fn is_off() -> bool {
    OFF.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::{guarded, is_inside};

    #[test]
    fn a_thread_knows_when_it_is_inside() {
        assert!(!is_inside());
        guarded(|| {
            guarded(|| assert!(is_inside()));
            assert!(is_inside());
            std::thread::spawn(|| assert!(!is_inside())).join().unwrap();
        });
        assert!(!is_inside());
    }
}
