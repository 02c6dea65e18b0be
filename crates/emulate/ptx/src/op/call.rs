//! Calls that stay calls: of functions that call themselves, and by address.

use super::Access::Read;
use super::{Slot, Visit};
use crate::text::File::Wide;

/// Arguments and results are copied between the frames of the two functions. A lane's frames lie
/// one behind the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub callee: Callee,
    /// From the caller's frame to the callee's: the caller's variables, and its registers that
    /// the call keeps.
    pub below: u32,
    pub arguments: Vec<Piece>,
    pub results: Vec<Piece>,
    /// Of arguments and results in the callee's frame.
    pub bytes: u32,
    pub saved: Saved,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// Its index in the list [`crate::Code::routines`].
    Routine(u32),
    /// One of these, by its address in a register.
    Address { from: Slot, routines: Vec<u32> },
}

/// Bytes at a place of the caller's frame, and at one of the callee's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub caller: u32,
    pub callee: u32,
    pub bytes: u32,
}

/// Registers of the caller that are read after the call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    pub predicates: Vec<Slot>,
    pub narrow: Vec<Slot>,
    pub wide: Vec<Slot>,
}

impl Call {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        if let Callee::Address { from, .. } = &mut self.callee {
            visit(Wide, Read, from);
        }
    }
}
