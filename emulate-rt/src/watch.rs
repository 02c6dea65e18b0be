//! What a launch tells while it runs: its prints, how far it is, and that time is up.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use propp_engine::Host;
use propp_wire::{EMULATION_BUDGET_VARIABLE, EMULATION_PROGRESS_VARIABLE};

/// Between two words of how far a kernel is.
const OFTEN: Duration = Duration::from_millis(200);

/// Of a process.
pub(crate) struct Watch {
    begun: Instant,
    budget: Option<Duration>,
    file: Option<File>,
    said: Instant,
}

impl Watch {
    pub(crate) fn begin() -> Self {
        let seconds = std::env::var(EMULATION_BUDGET_VARIABLE).ok();
        let budget = seconds.and_then(|seconds| seconds.parse().ok());
        let path = std::env::var_os(EMULATION_PROGRESS_VARIABLE);
        let file = path.and_then(|path| OpenOptions::new().write(true).open(path).ok());
        let begun = Instant::now();
        let budget = budget.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self { begun, budget, file, said: begun }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.budget.is_some_and(|budget| self.begun.elapsed() >= budget)
    }
}

/// Of a launch.
pub(crate) struct Watched<'w> {
    pub(crate) watch: &'w mut Watch,
    pub(crate) kernel: &'w str,
    /// Called when time is up, with the blocks done and all blocks. The process ends in it.
    pub(crate) over: &'w mut dyn FnMut(u64, u64),
}

impl Host for Watched<'_> {
    fn print(&mut self, text: &[u8]) {
        // As the program's own output. SAFETY: the bytes are the slice's.
        unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), stdout()) };
    }

    fn progress(&mut self, done: u64, of: u64) {
        let watch = &mut *self.watch;
        if watch.file.is_none() && watch.budget.is_none() {
            return;
        }
        let now = Instant::now();
        if now.duration_since(watch.said) < OFTEN {
            return;
        }
        watch.said = now;
        if let Some(file) = &watch.file {
            let mut text = format!("{done} {of} {}", self.kernel);
            text.truncate(text.floor_char_boundary(TEXT));
            // Nobody misses a word of it.
            let _ = file.write_all_at(format!("{text:<TEXT$}").as_bytes(), 0);
        }
        if watch.is_over() {
            (self.over)(done, of);
        }
    }
}

/// Bytes of the text, padded, so that a longer one before it does not show.
const TEXT: usize = 512;

unsafe extern "C" {
    #[link_name = "stdout"]
    static C_STDOUT: *mut libc::FILE;
}

fn stdout() -> *mut libc::FILE {
    // SAFETY: the C library's own, set before any code of the program runs.
    unsafe { C_STDOUT }
}
