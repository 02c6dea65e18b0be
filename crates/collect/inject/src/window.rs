//! The part of the program that is profiled: all of it, what lies between
//! `cudaProfilerStart` and `cudaProfilerStop` or every so many of these ranges, or a span of time.
//!
//! The count job asks at each launch whether the window [`is_open`]. Records of the trace
//! job arrive later: by the program's word they belong to the window if their call was made
//! inside of it, by the clock if they began inside of it.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cupti_sys::call;
use propp_base_guest::now_ns;
use propp_recording_wire::Window;

use crate::agent::Agent;

static BOUNDS: OnceLock<Bounds> = OnceLock::new();

/// Whether the program has opened the window last.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

static CALLS: Mutex<Calls> = Mutex::new(Calls { begun: 0, is_within: false, inside: Vec::new() });

/// What the program says of its ranges.
struct Calls {
    /// How many it has begun.
    begun: u32,
    /// Whether it has not ended the last.
    is_within: bool,
    /// The calls of CUPTI's inside the window, by correlation, in ascending order.
    inside: Vec<Range<u32>>,
}

impl Calls {
    fn begin(&mut self, correlation: u32, every: u32) -> bool {
        if std::mem::replace(&mut self.is_within, true) {
            return false;
        }
        let opens = self.begun.is_multiple_of(every.max(1));
        self.begun += 1;
        if opens {
            self.inside.push(correlation..u32::MAX);
        }
        opens
    }

    fn end(&mut self, correlation: u32) -> bool {
        self.is_within = false;
        let open = self.inside.last_mut().filter(|last| last.end == u32::MAX);
        open.map(|last| last.end = correlation).is_some()
    }

    fn contain(&self, correlation: u32) -> bool {
        let begun = self.inside.partition_point(|range| range.start < correlation);
        begun.checked_sub(1).is_some_and(|last| self.inside[last].contains(&correlation))
    }
}

/// The time in which something was measured, which is not the program's.
static MEASURING: Mutex<Measuring> = Mutex::new(Measuring { now: 0, since_ns: 0, took_ns: 0 });

/// Several threads may measure at once, and a launch that is measured may load code: each
/// moment counts once.
struct Measuring {
    now: u32,
    /// Since when something has been.
    since_ns: u64,
    took_ns: u64,
}

impl Measuring {
    fn begins(&mut self, now_ns: u64) {
        if self.now == 0 {
            self.since_ns = now_ns;
        }
        self.now += 1;
    }

    fn ends(&mut self, now_ns: u64) {
        self.took_ns = self.until(now_ns);
        self.since_ns = now_ns;
        self.now -= 1;
    }

    fn until(&self, now_ns: u64) -> u64 {
        let open = if self.now > 0 { now_ns.saturating_sub(self.since_ns) } else { 0 };
        self.took_ns + open
    }
}

/// While it lives, the window's clock stands.
pub(crate) struct Standing(());

/// Something is measured from now on.
pub(crate) fn stands() -> Standing {
    measuring().begins(now_ns());
    Standing(())
}

impl Drop for Standing {
    fn drop(&mut self) {
        measuring().ends(now_ns());
    }
}

fn measuring() -> MutexGuard<'static, Measuring> {
    MEASURING.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Bounds {
    by_program: bool,
    /// On the clock of [`now_ns`]; `None` for no bounds.
    span: Option<Range<u64>>,
    /// The same on the clock of CUPTI's records.
    recorded: Option<Range<u64>>,
}

/// Before the job starts.
pub(crate) fn start(agent: &Agent) {
    let span = span(&agent.config.window);
    let recorded = span.as_ref().map(|span| {
        let mut cupti_ns = 0;
        // SAFETY: a live integer.
        let asked = unsafe { call!(agent.cupti, cuptiGetTimestamp(&raw mut cupti_ns)) };
        if let Err(error) = asked {
            agent.warn("window-unknown", format!("--delay and --duration have no effect: {error}"));
            return 0..u64::MAX;
        }
        let now = now_ns();
        let on_clock = |ns: u64| cupti_ns.saturating_add(ns).saturating_sub(now);
        on_clock(span.start)..if span.end == u64::MAX { u64::MAX } else { on_clock(span.end) }
    });
    let by_program = agent.config.window.by_program;
    BOUNDS.get_or_init(|| Bounds { by_program, span, recorded });
}

fn span(window: &Window) -> Option<Range<u64>> {
    if window.delay_ns == 0 && window.duration_ns == 0 {
        return None;
    }
    let begins = window.began_ns.saturating_add(window.delay_ns);
    let ends = match window.duration_ns {
        0 => u64::MAX,
        duration => begins.saturating_add(duration),
    };
    Some(begins..ends)
}

/// The program has called `cudaProfilerStart`. Whether that opens the window.
pub(crate) fn program_opens(agent: &Agent, correlation: u32) -> bool {
    if !agent.config.window.by_program {
        return false;
    }
    let mut calls = calls();
    let opens = calls.begin(correlation, agent.config.window.every);
    if opens {
        IS_OPEN.store(true, Ordering::Relaxed);
    }
    opens
}

/// The program calls `cudaProfilerStop`. Whether that closes the window.
pub(crate) fn program_closes(correlation: u32) -> bool {
    let mut calls = calls();
    IS_OPEN.store(false, Ordering::Relaxed);
    calls.end(correlation)
}

fn calls() -> MutexGuard<'static, Calls> {
    CALLS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a launch that is made now lies inside the window.
pub(crate) fn is_open() -> bool {
    let Some(bounds) = BOUNDS.get() else { return true };
    let in_time = bounds.span.as_ref().is_none_or(|span| {
        let measuring = measuring();
        let now_ns = now_ns();
        span.contains(&now_ns.saturating_sub(measuring.until(now_ns)))
    });
    in_time && (!bounds.by_program || IS_OPEN.load(Ordering::Relaxed))
}

/// Whether a launch that is made now may have a record inside the window. By the clock it is
/// the record that counts.
pub(crate) fn may_hold() -> bool {
    BOUNDS.get().is_none_or(|bounds| !bounds.by_program) || IS_OPEN.load(Ordering::Relaxed)
}

/// Whether a record lies inside the window: its call, and the time at which it begins.
pub(crate) fn holds(correlation: u32, start_ns: u64) -> bool {
    let Some(bounds) = BOUNDS.get() else { return true };
    let in_time = bounds.recorded.as_ref().is_none_or(|span| span.contains(&start_ns));
    in_time && (!bounds.by_program || calls().contain(correlation))
}

/// At the end of the program: says so if it never opened the window.
pub(crate) fn finish(agent: &Agent) {
    let by_program = BOUNDS.get().is_some_and(|bounds| bounds.by_program);
    if by_program && calls().begun == 0 {
        let text = "the program never called cudaProfilerStart, so nothing of it is here; call \
                    it, or leave out --capture-range";
        // One process of several may well never call it.
        agent.tell("window-never-opened", text.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_begins_after_the_delay() {
        let window = |delay_ns, duration_ns| {
            span(&Window { began_ns: 100, delay_ns, duration_ns, ..Window::everything() })
        };
        assert_eq!(window(0, 0), None);
        assert_eq!(window(7, 0), Some(107..u64::MAX));
        assert_eq!(window(7, 5), Some(107..112));
        assert_eq!(window(0, 5), Some(100..105));
    }

    #[test]
    fn what_is_measured_at_once_takes_its_time_once() {
        let mut measuring = Measuring { now: 0, since_ns: 0, took_ns: 0 };
        measuring.begins(100);
        assert_eq!(measuring.until(110), 10, "the clock stands meanwhile");
        measuring.begins(120);
        measuring.ends(130);
        measuring.begins(140);
        measuring.ends(150);
        assert_eq!(measuring.until(160), 60);
        measuring.ends(170);
        assert_eq!(measuring.until(500), 70);
        measuring.begins(500);
        measuring.ends(501);
        assert_eq!(measuring.until(900), 71);
    }

    #[test]
    fn a_call_lies_between_start_and_stop() {
        let mut calls = Calls { begun: 0, is_within: false, inside: Vec::new() };
        assert!(calls.begin(10, 1) && !calls.begin(12, 1), "it is open already");
        assert!(calls.end(20) && !calls.end(22), "it is closed already");
        assert!(calls.begin(30, 1));
        for (correlation, expected) in
            [(9, false), (10, false), (11, true), (19, true), (20, false), (30, false), (31, true)]
        {
            assert_eq!(calls.contain(correlation), expected, "{correlation}");
        }
    }

    #[test]
    fn the_first_of_each_three_ranges_is_inside() {
        let mut calls = Calls { begun: 0, is_within: false, inside: Vec::new() };
        let mut opens = |begin: u32| (calls.begin(begin, 3), calls.end(begin + 5)).0;
        let opened: Vec<u32> = (0..7).map(|range| 10 * range).filter(|&at| opens(at)).collect();
        assert_eq!(opened, [0, 30, 60]);
        assert!(calls.contain(32) && !calls.contain(36) && !calls.contain(42));
    }
}
