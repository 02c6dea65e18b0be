//! A launch that is measured runs alone: launches of other threads wait, so
//! that the profiler counts and replays none of theirs.
//!
//! Launches that are not measured only count themselves in and out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a launch that is to be measured waits for the launches that other
/// threads are in.
const PATIENCE: Duration = Duration::from_secs(1);

/// How a launch is dealt with; what CUPTI keeps from its beginning to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// It does not concern us.
    None,
    /// It runs unmeasured.
    Beside,
    /// It is measured.
    Measured,
}

impl Part {
    pub(crate) fn to_word(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Beside => 1,
            Self::Measured => 2,
        }
    }

    pub(crate) fn of_word(word: u64) -> Self {
        match word {
            1 => Self::Beside,
            2 => Self::Measured,
            _ => Self::None,
        }
    }
}

/// Who may launch.
pub(crate) struct Turns {
    /// A launch is being measured.
    is_taken: AtomicBool,
    /// Launches under way that are not measured.
    others: AtomicU64,
}

impl Turns {
    pub(crate) const fn new() -> Self {
        Self { is_taken: AtomicBool::new(false), others: AtomicU64::new(0) }
    }

    /// Begins a launch that is not measured. `wait` returns when the launch
    /// that is being measured has ended.
    pub(crate) fn join(&self, mut wait: impl FnMut()) {
        loop {
            // Both sides write first and look then, in one order for all
            // threads: at least one of them sees the other.
            self.others.fetch_add(1, Ordering::SeqCst);
            if !self.is_taken.load(Ordering::SeqCst) {
                return;
            }
            self.leave();
            wait();
        }
    }

    /// Ends a launch that was not measured.
    pub(crate) fn leave(&self) {
        self.others.fetch_sub(1, Ordering::SeqCst);
    }

    /// Begins a launch that is measured. False when the others do not come to
    /// an end. One thread at a time.
    pub(crate) fn take(&self) -> bool {
        self.is_taken.store(true, Ordering::SeqCst);
        let begun = Instant::now();
        while self.others.load(Ordering::SeqCst) > 0 {
            if begun.elapsed() > PATIENCE {
                self.give_back();
                return false;
            }
            std::thread::yield_now();
        }
        true
    }

    /// Ends a launch that was measured.
    pub(crate) fn give_back(&self) {
        self.is_taken.store(false, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn nothing_runs_beside_what_is_measured() {
        let (turns, one) = (Turns::new(), Mutex::new(()));
        let (alone, inside) = (AtomicBool::new(false), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..20_000 {
                        turns.join(|| drop(one.lock().unwrap()));
                        inside.fetch_add(1, Ordering::SeqCst);
                        assert!(!alone.load(Ordering::SeqCst));
                        inside.fetch_sub(1, Ordering::SeqCst);
                        turns.leave();
                    }
                });
            }
            scope.spawn(|| {
                for _ in 0..2_000 {
                    let _held = one.lock().unwrap();
                    assert!(turns.take());
                    alone.store(true, Ordering::SeqCst);
                    assert_eq!(inside.load(Ordering::SeqCst), 0);
                    alone.store(false, Ordering::SeqCst);
                    turns.give_back();
                }
            });
        });
    }

    #[test]
    fn a_launch_that_never_ends_is_not_waited_for_for_ever() {
        let turns = Turns::new();
        turns.join(|| ());
        assert!(!turns.take());
        turns.leave();
        assert!(turns.take());
    }
}
