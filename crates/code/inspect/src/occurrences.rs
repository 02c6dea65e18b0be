//! How often something stands in the code, and how deep in loops.

use schemars::JsonSchema;
use serde::Serialize;

/// Instructions of one sort.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Occurrences {
    pub count: u32,
    /// Of these, in loops.
    pub in_loops: u32,
    /// Loops around the deepest of them.
    pub depth: usize,
    /// Source line of the first of the deepest, where the code has line information.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Offset of the same instruction.
    #[serde(skip)]
    pub(crate) offset: u64,
}

impl Occurrences {
    pub(crate) fn note(&mut self, offset: u64, depth: usize) {
        if self.count == 0 || depth > self.depth {
            (self.offset, self.depth) = (offset, depth);
        }
        self.count += 1;
        self.in_loops += u32::from(depth > 0);
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}
