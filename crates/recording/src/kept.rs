//! A part of a recording.

/// Rows that stay, by their places in the lists of a [`Recording`](crate::Recording).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Measured launches; their counters stay with them.
    pub measurements: Vec<usize>,
    /// Copies.
    pub copies: Vec<usize>,
    /// Memory set to a value.
    pub sets: Vec<usize>,
    /// Waiting of the host.
    pub syncs: Vec<usize>,
}
