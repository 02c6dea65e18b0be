//! Kernels that wait for kernels of other GPUs or for the host: NCCL's, for example.
//!
//! A measured launch waits until the GPU is idle, and launches of other threads wait until it has
//! ended. If a collective ran on the GPU meanwhile, and another thread had still to launch its part
//! on another GPU, all three would wait for each other for ever. So nothing is measured while such
//! a kernel runs: an event behind each tells when it has ended, and the launch that is to be
//! measured waits for that first, while the others may still launch.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cupti_sys::raw::CUevent;

use crate::driver::Driver;
use crate::launch_call::LaunchCall;

/// How long a launch that is to be measured waits for such kernels. They may wait for something
/// that this thread does next, so it is not long; the launch then runs unmeasured.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often they are asked for meanwhile.
const PAUSE: Duration = Duration::from_micros(50);

/// The event behind the last one on each stream, by context and stream.
static LAST: Mutex<Option<HashMap<(u32, usize), Last>>> = Mutex::new(None);

/// Whether there was ever one.
static ANY: AtomicBool = AtomicBool::new(false);

struct Last {
    event: CUevent,
    /// Whether it is not known to have ended.
    is_awaited: bool,
    /// Whether a launch has waited for it in vain.
    was_waited_for: bool,
}

// SAFETY: the driver's events may be used from any thread.
unsafe impl Send for Last {}

fn last() -> MutexGuard<'static, Option<HashMap<(u32, usize), Last>>> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Such a kernel was launched just now, by this thread.
pub(crate) fn launched(driver: &Driver, call: &LaunchCall) {
    ANY.store(true, Ordering::SeqCst);
    let mut last = last();
    let place = (call.context_id, call.stream.addr());
    let streams = last.get_or_insert_default();
    let known = streams.get(&place).map(|last| last.event);
    if let Some(event) = known.or_else(|| driver.new_event().ok())
        && driver.record_event(event, call.stream)
    {
        streams.insert(place, Last { event, is_awaited: true, was_waited_for: false });
    }
}

/// Waits until none runs. False if one still does when patience ends, which it does once for each.
pub(crate) fn have_ended(driver: &Driver) -> bool {
    if !any_runs(driver) {
        return true;
    }
    if awaited(|one| one.was_waited_for) {
        return false;
    }
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        std::thread::sleep(PAUSE);
        if !any_runs(driver) {
            return true;
        }
    }
    awaited(|one| {
        one.was_waited_for = true;
        false
    });
    false
}

/// Whether this is so of any that is not known to have ended.
fn awaited(is_so: impl FnMut(&mut Last) -> bool) -> bool {
    let mut last = last();
    let streams = last.iter_mut().flat_map(HashMap::values_mut);
    streams.filter(|one| one.is_awaited).any(is_so)
}

/// Whether one may still run.
pub(crate) fn any_runs(driver: &Driver) -> bool {
    if !ANY.load(Ordering::SeqCst) {
        return false;
    }
    let mut last = last();
    let mut streams = last.iter_mut().flat_map(HashMap::values_mut);
    streams.any(|last| {
        last.is_awaited = last.is_awaited && driver.event_is_pending(last.event);
        last.is_awaited
    })
}

/// A context is about to be destroyed, with its events.
pub(crate) fn context_ends(context: u32) {
    if let Some(streams) = last().as_mut() {
        streams.retain(|(of, _), _| *of != context);
    }
}
