//! Barriers of a block and of a cluster, and those in shared memory.

use super::Access::{Read, Write};
use super::kinds::Logic;
use super::{Address, Slot, Visit};
use crate::text::File::{Narrow, Predicate, Wide};
use crate::text::Space;

/// Lanes wait for those of other warps.
#[derive(Clone, Debug, PartialEq)]
pub enum BarrierOp {
    /// One of the sixteen barriers of a block.
    Block { barrier: Barrier, id: Slot, threads: Option<Slot> },
    /// A barrier in shared memory.
    Shared { space: Space, address: Address, action: Mbarrier },
    /// That of a cluster: a lane comes to it, or waits until all have come.
    Cluster { waits: bool },
}

/// What a barrier does beside waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    Sync,
    /// Does not wait.
    Arrive,
    /// Combines a predicate of all threads into a predicate.
    Reduce {
        logic: Logic,
        to: Slot,
        from: Slot,
    },
    /// Counts the threads whose predicate is true.
    Count {
        to: Slot,
        from: Slot,
    },
}

/// What is done with a barrier in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mbarrier {
    Init(Slot),
    Invalidate,
    /// So many more bytes are to come.
    Expect(Slot),
    /// So many bytes have come.
    Complete(Slot),
    Arrive {
        count: Option<Slot>,
        expects: Option<Slot>,
        /// Whether these do not take part in later phases.
        drops: bool,
        /// Gets the state before.
        state: Option<Slot>,
    },
    Test {
        phase: Expected,
        to: Slot,
        /// Whether the hardware may suspend the thread until the phase ends.
        waits: bool,
    },
}

/// The phase whose end is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// That of a state that an arrival gave.
    State(Slot),
    Parity(Slot),
}

impl BarrierOp {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Block { barrier, id, threads } => {
                visit(Narrow, Read, id);
                threads.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
                match barrier {
                    Barrier::Sync | Barrier::Arrive => {}
                    Barrier::Reduce { to, from, .. } => {
                        visit(Predicate, Read, from);
                        visit(Predicate, Write, to);
                    }
                    Barrier::Count { to, from } => {
                        visit(Predicate, Read, from);
                        visit(Narrow, Write, to);
                    }
                }
            }
            Self::Shared { address, action, .. } => {
                address.slots(visit);
                action.slots(visit);
            }
            Self::Cluster { .. } => {}
        }
    }
}

impl Mbarrier {
    fn slots(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Invalidate => {}
            Self::Init(slot) | Self::Expect(slot) | Self::Complete(slot) => {
                visit(Narrow, Read, slot)
            }
            Self::Arrive { count, expects, state, .. } => {
                let read = count.iter_mut().chain(expects);
                read.for_each(|slot| visit(Narrow, Read, slot));
                state.iter_mut().for_each(|slot| visit(Wide, Write, slot));
            }
            Self::Test { phase, to, .. } => {
                match phase {
                    Expected::State(slot) => visit(Wide, Read, slot),
                    Expected::Parity(slot) => visit(Narrow, Read, slot),
                }
                visit(Predicate, Write, to);
            }
        }
    }
}
