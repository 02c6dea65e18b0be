//! Waiting for a launch, which must not wait for ever: a kernel that waits for the host does not end
//! while the host waits for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use cupti_sys::raw::{CUcontext, CUresult};

use crate::agent::Agent;

/// Waits until everything of the current context has ended, or for so long. Returns whether it has
/// ended; an error if it is not known. An error of a kernel is the program's own, and the program will be
/// told.
pub(super) fn context_has_ended(agent: &'static Agent, limit: Duration) -> Result<bool, String> {
    let functions = &agent.driver.functions;
    let (Some(current), Some(push)) = (functions.cuCtxGetCurrent, functions.cuCtxPushCurrent_v2)
    else {
        return Err("the driver lacks functions".to_owned());
    };
    let mut context = std::ptr::null_mut();
    // SAFETY: a live pointer.
    unsafe { current(&raw mut context) };
    let context = SendContext(context);
    // The driver waits without a limit, so a thread of its own waits.
    let waited = within(limit, move |is_late: &AtomicBool| {
        // SAFETY: a context of the program, or null. Where it is gone meanwhile, the driver says so.
        let CUresult(status) = unsafe { push(context.get()) };
        // Nobody waits for the answer any more, and a wait that begins now would end a recording that the
        // program has begun.
        if status == 0 && !is_late.load(Ordering::Relaxed) {
            agent.driver.wait_for_context();
        }
        status
    });
    match waited? {
        None => Ok(false),
        Some(0) => Ok(true),
        Some(status) => {
            Err(format!("its context cannot be used in a thread (CUDA error {status})"))
        }
    }
}

struct SendContext(CUcontext);

// SAFETY: a context may be current in several threads.
unsafe impl Send for SendContext {}

impl SendContext {
    fn get(&self) -> CUcontext {
        self.0
    }
}

/// What the work returns, or nothing if that takes longer: it goes on in its thread, and is told that it is
/// late. An error if there is no thread.
fn within<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> Result<Option<T>, String> {
    let (sender, ended) = mpsc::channel();
    let is_late = Arc::new(AtomicBool::new(false));
    let of_thread = Arc::clone(&is_late);
    let spawned = {
        let _signals = SignalsBlocked::begin();
        thread::Builder::new().name("propp-waits".to_owned()).spawn(move || {
            let _ = sender.send(work(&of_thread));
        })
    };
    spawned.map_err(|error| format!("there is no thread for it: {error}"))?;
    let result = ended.recv_timeout(limit).ok();
    is_late.store(true, Ordering::Relaxed);
    Ok(result)
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
    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn what_does_not_end_is_waited_for_no_longer_and_knows_it() {
        let (release, released) = mpsc::channel::<()>();
        let (tell, told) = mpsc::channel();
        let late = within(Duration::from_millis(5), move |is_late| {
            let _ = released.recv();
            tell.send(is_late.load(Ordering::Relaxed)).unwrap();
        });
        assert_eq!(late, Ok(None));
        drop(release);
        assert_eq!(told.recv_timeout(LONG), Ok(true));
        assert_eq!(within(LONG, |is_late| is_late.load(Ordering::Relaxed)), Ok(Some(false)));
    }

    #[test]
    fn the_thread_that_waits_takes_no_signal_of_the_program() {
        let is_blocked = within(LONG, |_| {
            // SAFETY: sets of signals that live here; zeros are one.
            unsafe {
                let mut mask = std::mem::zeroed();
                libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &raw mut mask);
                libc::sigismember(&raw const mask, libc::SIGINT) == 1
            }
        });
        assert_eq!(is_blocked, Ok(Some(true)));
        // SAFETY: as above.
        let is_free = unsafe {
            let mut mask = std::mem::zeroed();
            libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &raw mut mask);
            libc::sigismember(&raw const mask, libc::SIGINT) == 0
        };
        assert!(is_free);
    }
}
