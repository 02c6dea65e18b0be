//! Copies that run on beside the threads, and the barriers in shared memory by which threads
//! wait for them.

use crate::text::File;

use super::slots::{Access, Visit, address};
use super::{Address, Caching, Slot};

/// A few bytes of each lane from global to shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyAsync {
    pub to: Address,
    pub from: Address,
    pub bytes: u32,
    pub caching: Caching,
    /// How many bytes are read; the others become zero.
    pub read: Option<Slot>,
    /// A predicate: nothing is read where it is true.
    pub ignore: Option<Slot>,
}

/// A piece of memory, copied by the TMA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bulk {
    pub to: Address,
    pub from: Address,
    pub bytes: Slot,
    /// From global memory into shared memory, telling this barrier; otherwise back.
    pub barrier: Option<Address>,
}

/// What is done with a barrier in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mbarrier {
    /// The number of arrivals.
    Init(Slot),
    Invalidate,
    /// So many more bytes are to come.
    Expect(Slot),
    /// So many bytes have come.
    Complete(Slot),
    Arrive {
        /// One without it.
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

impl CopyAsync {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        address(&mut self.to, visit);
        address(&mut self.from, visit);
        self.read.iter_mut().for_each(|slot| visit(File::Narrow, Access::Read, slot));
        self.ignore.iter_mut().for_each(|slot| visit(File::Predicate, Access::Read, slot));
    }
}

impl Bulk {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        address(&mut self.to, visit);
        address(&mut self.from, visit);
        self.barrier.iter_mut().for_each(|at| address(at, visit));
        visit(File::Narrow, Access::Read, &mut self.bytes);
    }
}

impl Mbarrier {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Invalidate => {}
            Self::Init(slot) | Self::Expect(slot) | Self::Complete(slot) => {
                visit(File::Narrow, Access::Read, slot)
            }
            Self::Arrive { count, expects, state, .. } => {
                let read = count.iter_mut().chain(expects);
                read.for_each(|slot| visit(File::Narrow, Access::Read, slot));
                state.iter_mut().for_each(|slot| visit(File::Wide, Access::Write, slot));
            }
            Self::Test { phase, to, .. } => {
                match phase {
                    Expected::State(slot) => visit(File::Wide, Access::Read, slot),
                    Expected::Parity(slot) => visit(File::Narrow, Access::Read, slot),
                }
                visit(File::Predicate, Access::Write, to);
            }
        }
    }
}
