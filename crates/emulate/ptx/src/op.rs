//! Decoded instructions, in classes by what they look at. Operands are slots of a register file;
//! constants and special registers have slots too, which no instruction writes.

use crate::text::File;

mod arithmetic;
mod barrier;
mod bulk;
mod call;
mod control;
mod facts;
mod float;
mod group;
mod image;
mod integer;
mod kinds;
mod lane;
mod matrix;
mod memory;
mod system;
mod vector;
mod warp;

pub(crate) use arithmetic::Immediate;
pub use arithmetic::Width;
pub use barrier::{Barrier, BarrierOp, Expected, Mbarrier};
pub use bulk::{Arrival, Bulk, MapField, MapOp, Path, StoreAsync, TensorCopy, TensorPath};
pub use call::{Call, Callee, Piece, Saved};
pub use control::ControlOp;
pub use facts::Facts;
pub use float::{Flags, FloatOp, Toward};
pub use group::{Factor, GroupMultiply, GroupSource};
pub use image::{Beyond, Fetch, Geometry, ImageOp, Query, Sampling, SurfacePlace};
pub use integer::IntegerOp;
pub use kinds::{Atomic, Caching, Clock, Comparison, Logic, Order, Rounding, Shuffle, Vote};
pub use lane::{Chain, Float8, LaneOp, Video, VideoOp};
pub use matrix::{Fragment, Layout, Multiply, Role, Tiles, TilesKind};
pub use memory::{CopyAsync, Joined, MemoryOp};
pub use system::{Request, SystemOp};
pub use vector::Vector;
pub use warp::WarpOp;

/// The place of a register in its file.
pub type Slot = u32;

#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    pub guard: Option<Guard>,
    pub op: Op,
    /// In the text of PTX, from 1.
    pub line: u32,
    /// Index into [`crate::Code::places`].
    pub place: u32,
    /// How many instructions of machine code it counts as. Those that the decoder adds count as none.
    pub counted: u8,
    /// Whether it is a barrier, a fence, a read of a special register or a hint: neither
    /// arithmetic, access nor jump.
    pub miscellaneous: bool,
}

/// The lanes that carry out an instruction: those whose predicate is true, or false if negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    pub predicate: Slot,
    pub negated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    pub base: Base,
    pub offset: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    None,
    Narrow(Slot),
    Wide(Slot),
}

/// What an instruction does, by class. Whoever handles instructions matches the classes it cares
/// for whole, so that a new instruction does not compile until each of them knows it.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// Each lane computes registers from its own registers.
    Lane(LaneOp),
    /// Each lane moves data between its registers and memory.
    Memory(MemoryOp),
    /// The lanes of a warp work together.
    Warp(WarpOp),
    /// Lanes wait for those of other warps.
    Barrier(BarrierOp),
    /// Leads lanes elsewhere, or ends them.
    Control(ControlOp),
    /// Asks the machine around the lanes: clock, output, order of accesses.
    System(SystemOp),
}

macro_rules! class {
    ($($class:ident($op:ident)),+) => {
        $(impl From<$op> for Op {
            fn from(op: $op) -> Self {
                Self::$class(op)
            }
        })+
    };
}
class!(
    Lane(LaneOp),
    Memory(MemoryOp),
    Warp(WarpOp),
    Barrier(BarrierOp),
    Control(ControlOp),
    System(SystemOp)
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

/// What is called with each slot of an instruction.
type Visit<'v> = dyn FnMut(File, Access, &mut Slot) + 'v;

impl Instruction {
    /// Visits the slots that are read, then those that are written.
    pub fn slots(&mut self, visit: &mut Visit<'_>) {
        if let Some(guard) = &mut self.guard {
            visit(File::Predicate, Access::Read, &mut guard.predicate);
        }
        match &mut self.op {
            Op::Lane(op) => op.slots(visit),
            Op::Memory(op) => op.slots(visit),
            Op::Warp(op) => op.slots(visit),
            Op::Barrier(op) => op.slots(visit),
            Op::Control(op) => op.slots(visit),
            Op::System(op) => op.slots(visit),
        }
    }
}

impl Address {
    fn slots(&mut self, visit: &mut Visit<'_>) {
        match &mut self.base {
            Base::None => {}
            Base::Narrow(slot) => visit(File::Narrow, Access::Read, slot),
            Base::Wide(slot) => visit(File::Wide, Access::Read, slot),
        }
    }
}

fn file(wide: bool) -> File {
    if wide { File::Wide } else { File::Narrow }
}
