//! Where a thread is in its block, and what that makes of a change.

use crate::memory::draft::{Change, SECTIONS};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Store,
    Atomic,
}

/// Where a thread is in its block, if blocks take turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stage {
    pub takes_turns: bool,
    /// Sections that it has begun, and whether it is in the last of them.
    pub sections: usize,
    pub is_inside: bool,
    /// Whether later blocks see what is written now.
    pub publishes: bool,
}

impl Stage {
    pub(crate) fn change(self, by: By) -> Change {
        let is_atomic = by == By::Atomic;
        if !self.takes_turns {
            // Blocks run side by side only if their atomics commute.
            return if is_atomic { Change::Reduced } else { Change::Written };
        }
        let section = if self.is_inside { self.sections - 1 } else { self.sections };
        let publishes = (is_atomic || self.publishes) && section < SECTIONS;
        if publishes { Change::Published(section) } else { Change::Written }
    }
}
