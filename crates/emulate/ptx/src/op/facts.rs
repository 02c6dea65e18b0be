//! What an instruction is to those around it, a row each.

use super::{BarrierOp, ControlOp, ImageOp, MemoryOp, Op, SystemOp, WarpOp};
use crate::text::Space;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// It is neither arithmetic nor access nor jump, whatever its operands.
    pub miscellaneous: bool,
    /// It joins the work of several lanes or warps, is an atomic, or changes the flow of control: a
    /// branch around it is not turned into predicates.
    pub keeps_branches: bool,
    /// A load of shared memory behind it may give something else than one before it.
    pub changes_shared: bool,
    /// What it gives depends on the order of all blocks, so that one thread must run them.
    pub needs_order: bool,
}

const NONE: Facts = Facts {
    miscellaneous: false,
    keeps_branches: false,
    changes_shared: false,
    needs_order: false,
};
const BRANCHES: Facts = Facts { keeps_branches: true, ..NONE };
const SHARED: Facts = Facts { changes_shared: true, ..NONE };
const MISCELLANEOUS: Facts = Facts { miscellaneous: true, ..NONE };

impl Op {
    pub fn facts(&self) -> Facts {
        match self {
            Self::Lane(_) => NONE,
            Self::Memory(op) => op.facts(),
            Self::Warp(op) => op.facts(),
            Self::Barrier(op) => op.facts(),
            Self::Control(op) => op.facts(),
            Self::System(op) => op.facts(),
        }
    }
}

impl MemoryOp {
    fn facts(&self) -> Facts {
        match self {
            Self::Load { .. } => NONE,
            Self::Store { space, .. } => {
                let changes_shared = matches!(space, Space::Shared | Space::Generic);
                Facts { changes_shared, ..NONE }
            }
            Self::Atomic { space, .. } => {
                let changes_shared = matches!(space, Space::Shared | Space::Generic);
                Facts { changes_shared, ..BRANCHES }
            }
            Self::CopyAsync(_) | Self::StoreAsync(_) => SHARED,
            Self::Bulk(_) | Self::Tensor(_) | Self::Map(_) => Facts { needs_order: true, ..SHARED },
            Self::Image(own) => match **own {
                ImageOp::Fetch(_)
                | ImageOp::Load { .. }
                | ImageOp::Store { .. }
                | ImageOp::Query { .. } => NONE,
                ImageOp::Reduce { .. } => Facts { needs_order: true, ..NONE },
            },
        }
    }
}

impl WarpOp {
    fn facts(&self) -> Facts {
        match self {
            Self::Shuffle { .. }
            | Self::Vote { .. }
            | Self::Ballot { .. }
            | Self::MatchAny { .. }
            | Self::MatchAll { .. }
            | Self::Reduce { .. }
            | Self::Elect { .. }
            | Self::Multiply(_)
            | Self::GroupMultiply(_) => BRANCHES,
            Self::ActiveMask { .. } => Facts { miscellaneous: true, ..BRANCHES },
            Self::Barrier { .. } => Facts { miscellaneous: true, changes_shared: true, ..BRANCHES },
            Self::Tiles(_) => Facts { changes_shared: true, ..BRANCHES },
            Self::Fragment(_) => Facts { changes_shared: true, needs_order: true, ..BRANCHES },
        }
    }
}

impl BarrierOp {
    fn facts(&self) -> Facts {
        match self {
            Self::Block { .. } | Self::Cluster { .. } => {
                Facts { miscellaneous: true, changes_shared: true, ..BRANCHES }
            }
            Self::Shared { .. } => Facts { changes_shared: true, ..BRANCHES },
        }
    }
}

impl ControlOp {
    fn facts(&self) -> Facts {
        match self {
            Self::Branch { .. }
            | Self::BranchTable { .. }
            | Self::Return
            | Self::Exit
            | Self::Trap => BRANCHES,
            Self::Call(_) => Facts { changes_shared: true, ..BRANCHES },
            Self::Skip { .. } => Facts { changes_shared: true, ..BRANCHES },
        }
    }
}

impl SystemOp {
    fn facts(&self) -> Facts {
        match self {
            Self::Fence => Facts { changes_shared: true, ..MISCELLANEOUS },
            Self::Nothing | Self::Prefetch { .. } => MISCELLANEOUS,
            Self::Clock { .. } => Facts { needs_order: true, ..MISCELLANEOUS },
            Self::Sleep { .. } => Facts { keeps_branches: true, ..MISCELLANEOUS },
            Self::Print { .. } | Self::Ask { .. } => Facts { needs_order: true, ..BRANCHES },
            Self::AssertFail { .. } => BRANCHES,
        }
    }
}
