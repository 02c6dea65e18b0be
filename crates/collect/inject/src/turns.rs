//! A measured launch runs alone: launches of other threads wait, so that the
//! profiler neither counts nor replays them. Like a readers-writer lock, where
//! unmeasured launches are the readers: they only count themselves in and out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a measured launch waits for the launches of other threads to end.
const PATIENCE: Duration = Duration::from_secs(1);

/// What happens to a launch. CUPTI keeps it as a word from the launch's beginning to
/// its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Ignored,
    Unmeasured,
    /// It runs unmeasured and waits for other GPUs or the host.
    Collective,
    Measured,
}

impl Role {
    pub(crate) fn to_word(self) -> u64 {
        match self {
            Self::Ignored => 0,
            Self::Unmeasured => 1,
            Self::Measured => 2,
            Self::Collective => 3,
        }
    }

    pub(crate) fn from_word(word: u64) -> Self {
        match word {
            1 => Self::Unmeasured,
            2 => Self::Measured,
            3 => Self::Collective,
            _ => Self::Ignored,
        }
    }
}

pub(crate) struct Turns {
    is_taken: AtomicBool,
    /// Launches under way that are not measured.
    others: AtomicU64,
}

impl Turns {
    pub(crate) const fn new() -> Self {
        Self { is_taken: AtomicBool::new(false), others: AtomicU64::new(0) }
    }

    /// Begins an unmeasured launch. `wait` returns when the measured launch has
    /// ended.
    pub(crate) fn enter(&self, mut wait: impl FnMut()) {
        loop {
            // Both sides write first and read then, sequentially consistent: at
            // least one of them sees the other.
            self.others.fetch_add(1, Ordering::SeqCst);
            if !self.is_taken.load(Ordering::SeqCst) {
                return;
            }
            self.leave();
            wait();
        }
    }

    /// Ends an unmeasured launch.
    pub(crate) fn leave(&self) {
        self.others.fetch_sub(1, Ordering::SeqCst);
    }

    /// Begins a measured launch. False when the others do not end in time. Called by
    /// one thread at a time.
    pub(crate) fn begin_alone(&self) -> bool {
        self.is_taken.store(true, Ordering::SeqCst);
        let begun = Instant::now();
        while self.others.load(Ordering::SeqCst) > 0 {
            if begun.elapsed() > PATIENCE {
                self.end_alone();
                return false;
            }
            std::thread::yield_now();
        }
        true
    }

    /// Ends a measured launch.
    pub(crate) fn end_alone(&self) {
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
                        turns.enter(|| drop(one.lock().unwrap()));
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
                    assert!(turns.begin_alone());
                    alone.store(true, Ordering::SeqCst);
                    assert_eq!(inside.load(Ordering::SeqCst), 0);
                    alone.store(false, Ordering::SeqCst);
                    turns.end_alone();
                }
            });
        });
    }

    #[test]
    fn a_launch_that_never_ends_is_not_waited_for_for_ever() {
        let turns = Turns::new();
        turns.enter(|| ());
        assert!(!turns.begin_alone());
        turns.leave();
        assert!(turns.begin_alone());
    }
}
