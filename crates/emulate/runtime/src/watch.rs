//! What a launch tells while it runs: its prints, how far it is, and that time is up.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use propp_emulate_engine::{Host, Overrun, Race, RaceSide, Reader, Whereabouts};
use propp_emulate_ptx::Request;
use propp_recording_wire::{EMULATION_BUDGET_CODE, Severity, variables};

use crate::arena::Arena;
use crate::children::Asking;
use crate::record::Record;

/// Between two words of how far a kernel is.
const OFTEN: Duration = Duration::from_millis(200);

pub(crate) struct Watch {
    begun: Instant,
    budget: Option<Duration>,
    said: Instant,
    /// The kernels and lines of the races that were reported.
    races: HashSet<(String, [String; 2])>,
}

impl Watch {
    pub(crate) fn begin() -> Self {
        let seconds = std::env::var(variables::EMULATE_SECONDS).ok();
        let budget = seconds.and_then(|seconds| seconds.parse().ok());
        let begun = Instant::now();
        let budget = budget.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self { begun, budget, said: begun, races: HashSet::new() }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.budget.is_some_and(|budget| self.begun.elapsed() >= budget)
    }
}

pub(crate) struct Watched<'w> {
    pub(crate) watch: &'w mut Watch,
    pub(crate) record: &'w mut Record,
    pub(crate) kernel: &'w str,
    pub(crate) arena: &'w Arena,
    /// If it asks for memory or launches.
    pub(crate) asking: Option<Asking<'w>>,
    /// Blocks that are done, and all.
    pub(crate) blocks: (u64, u64),
}

impl Host for Watched<'_> {
    fn print(&mut self, text: &[u8]) {
        // As the program's own output. SAFETY: the bytes are the slice's.
        unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), stdout()) };
    }

    fn race(&mut self, race: &Race) {
        let mut lines = race.sides.each_ref().map(line_of);
        lines.sort_unstable();
        if self.watch.races.insert((race.kernel.clone(), lines)) {
            self.record.notice(Severity::Warning, "race", race.to_string());
        }
    }

    fn overrun(&mut self, overrun: Overrun, at: &Whereabouts) {
        let allocation = self.arena.words(overrun.base).unwrap_or_default();
        let text = format!(
            "an access up to {} bytes after the end of {allocation} in {}, {at}; a GPU's allocator pads \
             allocations, so the program continues; --strict makes it a fault",
            overrun.beyond, at.kernel
        );
        self.record.notice(Severity::Warning, "beyond-allocation", text);
    }

    fn ask(
        &mut self,
        request: Request,
        arguments: &[u64],
        read: &mut Reader<'_>,
    ) -> Option<(u64, u32)> {
        self.asking.as_mut()?.ask(request, arguments, read)
    }

    fn computes(&mut self, at: &dyn Fn() -> Whereabouts) {
        if self.is_due() {
            self.say(at().to_string());
        }
    }

    fn progress(&mut self, done: u64, of: u64) {
        self.blocks = (done, of);
        if self.is_due() {
            self.say(String::new());
        }
    }
}

impl Watched<'_> {
    fn is_due(&self) -> bool {
        self.watch.said.elapsed() >= OFTEN
    }

    /// How far the kernel is, and the end of the process if its time is up.
    fn say(&mut self, place: String) {
        self.watch.said = Instant::now();
        let (done, of) = self.blocks;
        if self.watch.is_over() {
            end_for_time(self.record, self.kernel, (done, of), &place);
        }
        self.record.blocks(done, of, place);
    }
}

/// Of the source, or of the PTX.
fn line_of(side: &RaceSide) -> String {
    let ptx = || side.line.to_string();
    side.source_line.as_ref().map_or_else(ptx, |(file, line)| format!("{file}:{line}"))
}

/// Ends the process: the time that the user gave is up.
fn end_for_time(record: &mut Record, kernel: &str, (done, of): (u64, u64), place: &str) {
    let place = if place.is_empty() { String::new() } else { format!(", in {place}") };
    let text = format!(
        "the time of --budget is up, and the program was ended: what it had launched before is \
         counted, and {kernel} was stopped after {done} of its {of} blocks{place}"
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
