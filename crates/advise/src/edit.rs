//! An edit of a source file.

use std::ops::Range;

/// Static shared memory of a block at most.
pub(crate) const MOST_SHARED: u64 = 48 << 10;

/// A kind of edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// One more element in each row of an array in shared memory.
    Padding,
    /// `__restrict__` on a pointer that is only read through.
    Restrict,
    /// `__launch_bounds__` for one more block on an SM.
    LaunchBounds,
    /// Threads exchange through shared memory who stores what.
    Exchange,
    /// Compare and exchange in place of an insertion sort.
    Sorting,
}

/// A change of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub kind: Kind,
    /// As the code names it.
    pub file: String,
    pub line: u32,
    /// What is replaced.
    pub range: Range<usize>,
    pub text: String,
    /// What it does and what it takes for granted.
    pub why: String,
}

impl Kind {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Padding => "padding",
            Self::Restrict => "restrict",
            Self::LaunchBounds => "launch-bounds",
            Self::Exchange => "exchange",
            Self::Sorting => "sorting",
        }
    }
}
