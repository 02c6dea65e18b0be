//! Accesses of single lanes to memory.

use super::Access::{Read, Write};
use super::bulk::{Bulk, MapOp, StoreAsync, TensorCopy};
use super::image::ImageOp;
use super::kinds::{Atomic, Caching, Order};
use super::vector::Vector;
use super::{Address, Slot, Visit, file};
use crate::text::File::{Narrow, Predicate};
use crate::text::{Space, Type};

/// Each lane moves data between its registers and memory.
#[derive(Clone, Debug, PartialEq)]
pub enum MemoryOp {
    Load {
        space: Space,
        order: Order,
        caching: Caching,
        address: Address,
        to: Vector,
        joined: Joined,
    },
    Store {
        space: Space,
        order: Order,
        address: Address,
        from: Vector,
    },
    Atomic {
        space: Space,
        atomic: Atomic,
        ty: Type,
        address: Address,
        /// None for a reduction.
        to: Option<Slot>,
        /// Whether anything reads the result.
        is_read: bool,
        /// Whether ptxas makes one of all lanes.
        gathered: bool,
        from: Slot,
        swap: Option<Slot>,
    },
    CopyAsync(Box<CopyAsync>),
    Bulk(Box<Bulk>),
    Tensor(Box<TensorCopy>),
    Map(Box<MapOp>),
    StoreAsync(Box<StoreAsync>),
    /// Through a texture or a surface.
    Image(Box<ImageOp>),
}

/// Whether ptxas makes one wider load of this one and others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    No,
    /// The first of them, which stands for all: a load of so many bytes, which begins so many
    /// bytes before this one's own.
    First {
        bytes: u32,
        behind: u32,
    },
    Behind,
}

/// A few bytes of each lane from global to shared memory, copied beside the threads.
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

impl MemoryOp {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Load { address, to, .. } => {
                address.slots(visit);
                let own = file(to.wide);
                to.elements.iter_mut().flatten().for_each(|slot| visit(own, Write, slot));
            }
            Self::Store { address, from, .. } => {
                address.slots(visit);
                let own = file(from.wide);
                from.elements.iter_mut().flatten().for_each(|slot| visit(own, Read, slot));
            }
            Self::Atomic { ty, address, to, from, swap, .. } => {
                address.slots(visit);
                let own = file(ty.bytes() == 8);
                visit(own, Read, from);
                swap.iter_mut().for_each(|slot| visit(own, Read, slot));
                to.iter_mut().for_each(|slot| visit(own, Write, slot));
            }
            Self::CopyAsync(copy) => {
                copy.to.slots(visit);
                copy.from.slots(visit);
                copy.read.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
                copy.ignore.iter_mut().for_each(|slot| visit(Predicate, Read, slot));
            }
            Self::Bulk(own) => own.slots(visit),
            Self::Tensor(own) => own.slots(visit),
            Self::Map(own) => own.slots(visit),
            Self::StoreAsync(own) => own.slots(visit),
            Self::Image(own) => own.slots(visit),
        }
    }
}
