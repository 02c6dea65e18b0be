//! The library that lives in the profiled process.
//!
//! The CUDA driver loads it (`CUDA_INJECTION64_PATH`) and calls
//! [`InitializeInjection`] while it initialises. From then on it does one of
//! two jobs, as its configuration says: `trace` records what runs when,
//! `count` reads hardware counters. Everything goes to the propp process as
//! frames over a socket.
//!
//! The rule above all others: the host program must not notice. Nothing here
//! panics across the C boundary, exits, or prints; whatever fails is told to
//! the propp process as a notice, and the program runs on.

mod agent;
mod callbacks;
mod channel;
mod count;
mod counters;
mod describe;
mod device;
mod driver;
mod kinds;
mod library;
mod nvtx;
mod patience;
mod profiler;
mod selection;
mod session;
mod sessions;
mod socket;
mod trace;
mod turns;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Called by the driver. Always returns 1: the driver would complain to the
/// user about anything else.
#[unsafe(no_mangle)]
pub extern "C" fn InitializeInjection() -> libc::c_int {
    // This library has a standard library of its own: the hook is not the
    // host program's, even if that is written in Rust.
    std::panic::set_hook(Box::new(|_| {}));
    guarded(agent::start);
    1
}

thread_local! {
    /// How many calls from C this thread is in. It has no destructor, so exit
    /// handlers find it as it was.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Runs code that was called from C. A panic ends there.
fn guarded(work: impl FnOnce()) {
    DEPTH.set(DEPTH.get() + 1);
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        agent::give_up();
    }
    DEPTH.set(DEPTH.get() - 1);
}

/// Whether this thread is in the midst of our code. An exit handler that finds
/// so was called by a signal handler, and whatever the interrupted code has
/// locked stays locked for ever.
fn is_inside() -> bool {
    DEPTH.get() > 0
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
