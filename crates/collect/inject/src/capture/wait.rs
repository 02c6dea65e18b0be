//! Waiting for a launch, which must not wait for ever: a kernel that waits for the host does not end
//! while the host waits for it.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use cupti_sys::raw::{CUcontext, CUresult};

use crate::agent::Agent;

/// Waits until everything of the current context has ended, or for so long. Returns whether it has
/// ended. An error of a kernel is the program's own, and the program will be told.
pub(super) fn context_has_ended(agent: &'static Agent, limit: Duration) -> bool {
    let functions = &agent.driver.functions;
    let (Some(current), Some(push)) = (functions.cuCtxGetCurrent, functions.cuCtxPushCurrent_v2)
    else {
        return false;
    };
    let mut context = std::ptr::null_mut();
    // SAFETY: a live pointer.
    unsafe { current(&raw mut context) };
    let context = SendContext(context);
    // The driver waits without a limit, so a thread of its own waits.
    within(limit, move || {
        // SAFETY: a context of the program, or null. Where it is gone meanwhile, the driver says so.
        if unsafe { push(context.get()) } == CUresult::CUDA_SUCCESS {
            agent.driver.wait_for_context();
        }
    })
}

struct SendContext(CUcontext);

// SAFETY: a context may be current in several threads.
unsafe impl Send for SendContext {}

impl SendContext {
    fn get(&self) -> CUcontext {
        self.0
    }
}

/// Whether this returns in time. It goes on in its thread if it does not.
fn within(limit: Duration, work: impl FnOnce() + Send + 'static) -> bool {
    let (sender, ended) = mpsc::channel();
    let spawned = {
        let _signals = SignalsBlocked::begin();
        thread::Builder::new().name("propp-waits".to_owned()).spawn(move || {
            work();
            let _ = sender.send(());
        })
    };
    spawned.is_ok() && ended.recv_timeout(limit).is_ok()
}

/// Signals of the program go to the program's threads: one that begins meanwhile gets none.
struct SignalsBlocked(libc::sigset_t);

impl SignalsBlocked {
    fn begin() -> Self {
        // SAFETY: sets of signals that live here; zeros are one.
        unsafe {
            let (mut all, mut before) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&raw mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
            Self(before)
        }
    }
}

impl Drop for SignalsBlocked {
    fn drop(&mut self) {
        // SAFETY: the set that there was.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, std::ptr::null_mut())
        };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::within;

    #[test]
    fn what_does_not_end_is_waited_for_no_longer() {
        let (release, released) = mpsc::channel::<()>();
        assert!(!within(Duration::from_millis(5), move || drop(released.recv())));
        drop(release);
        assert!(within(Duration::from_secs(20), || ()));
    }

    #[test]
    fn the_thread_that_waits_takes_no_signal_of_the_program() {
        let (sender, receiver) = mpsc::channel();
        assert!(within(Duration::from_secs(20), move || {
            // SAFETY: sets of signals that live here; zeros are one.
            let is_blocked = unsafe {
                let mut mask = std::mem::zeroed();
                libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &raw mut mask);
                libc::sigismember(&raw const mask, libc::SIGINT) == 1
            };
            sender.send(is_blocked).unwrap();
        }));
        assert!(receiver.recv().unwrap());
        // SAFETY: as above.
        let is_free = unsafe {
            let mut mask = std::mem::zeroed();
            libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &raw mut mask);
            libc::sigismember(&raw const mask, libc::SIGINT) == 0
        };
        assert!(is_free);
    }
}
