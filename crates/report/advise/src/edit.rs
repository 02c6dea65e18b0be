//! An edit of a source file.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

/// Static shared memory of a block at most.
pub(crate) const MOST_SHARED: u64 = 48 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EditKind {
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

// A change of a source file, as JSON has it; the comments are part of the published schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "PatchJson")]
pub struct Edit {
    /// `padding`, `exchange`, `sorting`, `restrict` or `launch-bounds`.
    #[schemars(with = "String")]
    pub kind: EditKind,
    pub file: String,
    pub line: u32,
    /// Bytes of the file that are replaced.
    #[serde(skip)]
    pub range: Range<usize>,
    /// What is put there.
    pub text: String,
    /// What it does and what it takes for granted.
    pub why: String,
}

impl EditKind {
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
