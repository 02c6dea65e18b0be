//! Copies by the TMA: of pieces of memory, and of boxes of a tensor.

use super::Access::Read;
use super::kinds::Atomic;
use super::vector::Vector;
use super::{Address, Slot, Visit, file};
use crate::text::File::Narrow;
use crate::text::{Space, Type};

/// A piece of memory, copied by the TMA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bulk {
    pub to: Address,
    pub from: Address,
    pub bytes: Slot,
    pub path: Path,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// From global memory into shared memory.
    Inward(Arrival),
    /// To the shared memory of another block.
    Across(Arrival),
    /// To global memory, where it may be combined with what is there.
    Outward(Option<(Atomic, Type)>),
}

/// Where the bytes are reported, and which blocks of the cluster get them: a mask; without, the
/// one that the address is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub barrier: Address,
    pub blocks: Option<Slot>,
}

/// A box of a tensor, between global memory and shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorCopy {
    /// Where the tensor map lies.
    pub space: Space,
    pub map: Address,
    /// Of the box's first element, the dimension first whose elements are neighbours.
    pub coordinates: Vec<Slot>,
    pub shared: Address,
    pub path: TensorPath,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TensorPath {
    Inward(Arrival),
    Outward(Option<Atomic>),
}

/// A store or a reduction of each lane into shared memory of the cluster, which tells a barrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreAsync {
    pub address: Address,
    pub from: Vector,
    pub combining: Option<(Atomic, Type)>,
    pub barrier: Address,
}

impl StoreAsync {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        self.address.slots(visit);
        self.barrier.slots(visit);
        let own = file(self.from.wide);
        self.from.elements.iter_mut().flatten().for_each(|slot| visit(own, Read, slot));
    }
}

/// What is done to a tensor map in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapOp {
    Replace {
        space: Space,
        address: Address,
        field: MapField,
        axis: u32,
        value: Slot,
    },
    /// From shared into global memory.
    Copy {
        to: Address,
        from: Address,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapField {
    Base,
    /// Their number is one less than that of the axes.
    Axes,
    Side,
    Extent,
    Stride,
    Step,
    Element,
    Interleave,
    Swizzle,
    Fill,
}

impl MapField {
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Base | Self::Stride)
    }
}

impl MapOp {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Replace { address, field, value, .. } => {
                address.slots(visit);
                visit(file(field.is_wide()), Read, value);
            }
            Self::Copy { to, from } => {
                to.slots(visit);
                from.slots(visit);
            }
        }
    }
}

impl Arrival {
    fn slots(&mut self, visit: &mut Visit<'_>) {
        self.barrier.slots(visit);
        self.blocks.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
    }
}

impl Bulk {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        self.to.slots(visit);
        self.from.slots(visit);
        match &mut self.path {
            Path::Inward(arrival) | Path::Across(arrival) => arrival.slots(visit),
            Path::Outward(_) => {}
        }
        visit(Narrow, Read, &mut self.bytes);
    }
}

impl TensorCopy {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        self.map.slots(visit);
        self.shared.slots(visit);
        self.coordinates.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
        if let TensorPath::Inward(arrival) = &mut self.path {
            arrival.slots(visit);
        }
    }
}
