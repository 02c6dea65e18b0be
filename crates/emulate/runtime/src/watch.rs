//! What a launch tells while it runs: its prints, how far it is, and that time is up.

use std::time::{Duration, Instant};

use propp_emulate_engine::Host;
use propp_recording_wire::{EMULATION_BUDGET_CODE, Severity, variables};

use crate::record::Record;

/// Between two words of how far a kernel is.
const OFTEN: Duration = Duration::from_millis(200);

pub(crate) struct Watch {
    begun: Instant,
    budget: Option<Duration>,
    said: Instant,
}

impl Watch {
    pub(crate) fn begin() -> Self {
        let seconds = std::env::var(variables::EMULATE_SECONDS).ok();
        let budget = seconds.and_then(|seconds| seconds.parse().ok());
        let begun = Instant::now();
        let budget = budget.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self { begun, budget, said: begun }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.budget.is_some_and(|budget| self.begun.elapsed() >= budget)
    }
}

pub(crate) struct Watched<'w> {
    pub(crate) watch: &'w mut Watch,
    pub(crate) record: &'w mut Record,
    pub(crate) kernel: &'w str,
}

impl Host for Watched<'_> {
    fn print(&mut self, text: &[u8]) {
        // As the program's own output. SAFETY: the bytes are the slice's.
        unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), stdout()) };
    }

    fn progress(&mut self, done: u64, of: u64) {
        let now = Instant::now();
        if now.duration_since(self.watch.said) < OFTEN {
            return;
        }
        self.watch.said = now;
        self.record.blocks(done, of);
        if self.watch.is_over() {
            end_for_time(self.record, self.kernel, done, of);
        }
    }
}

/// Ends the process: the time that the user gave is up.
fn end_for_time(record: &mut Record, kernel: &str, done: u64, of: u64) {
    let text = format!(
        "the time of --budget is up, and the program was ended: what it had launched before is \
         counted, and {kernel} was stopped after {done} of its {of} blocks"
    );
    record.notice(Severity::Warning, "emulation-budget", text);
    // SAFETY: the process ends here; what the program had written comes out.
    unsafe {
        libc::fflush(std::ptr::null_mut());
        libc::_exit(EMULATION_BUDGET_CODE);
    }
}

unsafe extern "C" {
    #[link_name = "stdout"]
    static C_STDOUT: *mut libc::FILE;
}

fn stdout() -> *mut libc::FILE {
    // SAFETY: the C library's own, set before any code of the program runs.
    unsafe { C_STDOUT }
}
