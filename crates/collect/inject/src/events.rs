//! Events of the driver: whether the GPU has come to a place in its work, without waiting for it.

use std::thread::sleep;
use std::time::{Duration, Instant};

use cupti_sys::raw::{CUcontext, CUevent, CUresult, CUstream};

use crate::driver::{Driver, OF_KERNELS};

/// An error of the driver, by its number.
pub(crate) type Status = u32;

/// Why it is not known what a context has to do.
pub(crate) enum NoMark {
    /// The driver has no such function.
    TooOld,
    Failed(Status),
}

/// How often the GPU is asked: first after this, then after twice as long each time, to the longest.
const PAUSE: Duration = Duration::from_micros(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(2);

impl Driver {
    /// An event in the current context.
    pub(crate) fn new_event(&self) -> Result<CUevent, NoMark> {
        const NO_TIMES: u32 = 2;
        let create = self.functions.cuEventCreate.ok_or(NoMark::TooOld)?;
        let mut event = std::ptr::null_mut();
        // SAFETY: a live location.
        let CUresult(status) = unsafe { create(&raw mut event, NO_TIMES) };
        if status == 0 { Ok(event) } else { Err(NoMark::Failed(status)) }
    }

    /// Marks what the stream has to do so far.
    pub(crate) fn record_event(&self, event: CUevent, stream: CUstream) -> bool {
        let Some(record) = self.functions.cuEventRecord else { return false };
        // SAFETY: our event; the stream is the one the program launches on.
        unsafe { record(event, stream) == CUresult::CUDA_SUCCESS }
    }

    /// Waits until everything that the current context has to do so far has ended, or for so long: the
    /// driver's own wait knows no limit, and a kernel that waits for the host does not end while the host
    /// waits for it. Returns whether it has ended; an error if that cannot be known. An error of a kernel is
    /// the program's own, and the program will be told. No stream may be captured, which this would end.
    pub(crate) fn context_ends_within(&self, limit: Duration) -> Result<bool, NoMark> {
        match self.mark_context() {
            Ok(marked) => Ok(is_over_within(limit, || !self.event_is_pending(marked.event))),
            // An error of a kernel ends all.
            Err(NoMark::Failed(status)) if OF_KERNELS.contains(&status) => Ok(true),
            Err(why) => Err(why),
        }
    }

    fn mark_context(&self) -> Result<Marked<'_>, NoMark> {
        let functions = &self.functions;
        let (Some(current), Some(record), Some(_)) =
            (functions.cuCtxGetCurrent, functions.cuCtxRecordEvent, functions.cuEventQuery)
        else {
            return Err(NoMark::TooOld);
        };
        let marked = Marked { driver: self, event: self.new_event()? };
        let mut context: CUcontext = std::ptr::null_mut();
        // SAFETY: a live location; then the current context, and an event of it.
        let CUresult(status) = unsafe {
            current(&raw mut context);
            record(context, marked.event)
        };
        if status == 0 { Ok(marked) } else { Err(NoMark::Failed(status)) }
    }

    /// Whether what an event marks is still to be done.
    pub(crate) fn event_is_pending(&self, event: CUevent) -> bool {
        let Some(query) = self.functions.cuEventQuery else { return false };
        // SAFETY: our event, of a context that is live.
        unsafe { query(event) == CUresult::CUDA_ERROR_NOT_READY }
    }
}

/// The end of what the streams of a context had to do at one time.
struct Marked<'d> {
    driver: &'d Driver,
    event: CUevent,
}

impl Drop for Marked<'_> {
    fn drop(&mut self) {
        if let Some(destroy) = self.driver.functions.cuEventDestroy_v2 {
            // SAFETY: our event. The driver keeps it until it has happened.
            unsafe { destroy(self.event) };
        }
    }
}

/// Asks until it is over, or for so long.
fn is_over_within(limit: Duration, is_over: impl Fn() -> bool) -> bool {
    let (begun, mut pause) = (Instant::now(), PAUSE);
    loop {
        if is_over() {
            return true;
        }
        if begun.elapsed() >= limit {
            return false;
        }
        sleep(pause);
        pause = (2 * pause).min(LONGEST_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn what_does_not_end_is_asked_for_until_the_limit() {
        let asked = Cell::new(0);
        let ends_at = |at| {
            asked.set(0);
            let is_over = || {
                asked.set(asked.get() + 1);
                asked.get() >= at
            };
            is_over_within(Duration::from_millis(20), is_over)
        };
        assert!(ends_at(1) && asked.get() == 1);
        assert!(ends_at(3) && asked.get() == 3);
        assert!(!ends_at(u32::MAX) && asked.get() > 3);
        assert!(is_over_within(Duration::ZERO, || true));
    }
}
