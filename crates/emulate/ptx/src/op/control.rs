//! The flow of control.

use super::Access::Read;
use super::call::Call;
use super::{Slot, Visit};
use crate::text::File::Narrow;

/// Leads lanes elsewhere, or ends them.
#[derive(Clone, Debug, PartialEq)]
pub enum ControlOp {
    /// A label before it is resolved, then an index of a block.
    Branch {
        target: u32,
    },
    BranchTable {
        index: Slot,
        targets: Vec<u32>,
    },
    /// The lanes of its guard leave out so many instructions that follow.
    Skip {
        count: u32,
    },
    /// Goes to a function, and on behind it when that returns.
    Call(Box<Call>),
    /// To where the function was called.
    Return,
    Exit,
    Trap,
}

impl ControlOp {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::BranchTable { index, .. } => visit(Narrow, Read, index),
            Self::Call(call) => call.slots(visit),
            Self::Branch { .. } | Self::Skip { .. } | Self::Return | Self::Exit | Self::Trap => {}
        }
    }

    /// Where it may lead to, but to what follows.
    pub(crate) fn targets(&self) -> &[u32] {
        match self {
            Self::Branch { target } => std::slice::from_ref(target),
            Self::BranchTable { targets, .. } => targets,
            Self::Skip { .. } | Self::Call(_) | Self::Return | Self::Exit | Self::Trap => &[],
        }
    }

    pub(crate) fn targets_mut(&mut self) -> &mut [u32] {
        match self {
            Self::Branch { target } => std::slice::from_mut(target),
            Self::BranchTable { targets, .. } => targets,
            Self::Skip { .. } | Self::Call(_) | Self::Return | Self::Exit | Self::Trap => &mut [],
        }
    }
}
