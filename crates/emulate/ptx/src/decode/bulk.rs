//! Copies by the TMA.

use crate::text::{Operand, Result, Space, Type, Written};

use super::builder::Decoder;
use super::memory::OPERATIONS;
use super::modifiers::Modifiers;

use crate::op::{
    Address, Arrival, Atomic, Bulk, MapField, MapOp, MemoryOp, Op, Path, Slot, SystemOp,
    TensorCopy, TensorPath,
};

/// What of a tensor map can be replaced, and whether it is of one axis.
const FIELDS: &[(&str, (MapField, bool))] = &[
    ("global_address", (MapField::Base, false)),
    ("rank", (MapField::Axes, false)),
    ("box_dim", (MapField::Side, true)),
    ("global_dim", (MapField::Extent, true)),
    ("global_stride", (MapField::Stride, true)),
    ("element_stride", (MapField::Step, true)),
    ("elemtype", (MapField::Element, false)),
    ("interleave_layout", (MapField::Interleave, false)),
    ("swizzle_mode", (MapField::Swizzle, false)),
    ("fill_mode", (MapField::Fill, false)),
];
const AXES: u64 = 5;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Inward,
    Across,
    Outward,
}

impl<'a> Decoder<'_, '_, 'a> {
    /// What follows `cp.async.bulk` and `cp.reduce.async.bulk`.
    pub(crate) fn bulk(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
        reduces: bool,
    ) -> Result<Op> {
        mods.ignore_prefix("L2::cache_hint");
        let tensor = mods.take("tensor");
        if mods.take("prefetch") {
            mods.ignore(&["L2", "global"]);
            if tensor {
                self.box_of(written, mods, 0)?;
            }
            return Ok(SystemOp::Nothing.into());
        }
        let way = way(written, mods)?;
        let reduction = match reduces {
            true => Some(mods.take_one(OPERATIONS).ok_or_else(|| written.unsupported())?),
            false => None,
        };
        mods.take("noftz");
        if tensor {
            return self.tensor(written, mods, way, reduction);
        }
        let path = match way {
            Way::Outward => Path::Outward(match reduction {
                Some(atomic) => Some((atomic, reduced(written, atomic, mods.ty(written)?)?)),
                None => None,
            }),
            _ if reduces => return Err(written.unsupported()),
            Way::Inward => Path::Inward(self.arrival_of_copy(written, mods, 3)?),
            Way::Across => Path::Across(self.arrival_of_copy(written, mods, 3)?),
        };
        let bulk = Bulk {
            to: self.address(written, 0)?.0,
            from: self.address(written, 1)?.0,
            bytes: self.source(written, 2, Type::U32)?,
            path,
        };
        Ok(MemoryOp::Bulk(Box::new(bulk)).into())
    }

    /// `tensormap.replace`, and the copy of a map that orders what reads it.
    pub(crate) fn tensor_map(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
    ) -> Result<Op> {
        if mods.take("cp_fenceproxy") {
            mods.ignore(&["tensormap::generic", "release", "gpu", "cta", "cluster", "sys"]);
            mods.ignore(&["sync", "aligned"]);
            if !mods.take("global") || !mods.take("shared::cta") {
                return Err(written.unsupported());
            }
            let (to, from) = (self.address(written, 0)?.0, self.address(written, 1)?.0);
            return Ok(MemoryOp::Map(Box::new(MapOp::Copy { to, from })).into());
        }
        if !mods.take("replace") || !mods.take("tile") || !mods.take("b1024") {
            return Err(written.unsupported());
        }
        let (field, has_axis) = mods.take_one(FIELDS).ok_or_else(|| written.unsupported())?;
        let (space, address) = self.place(written, mods, 0)?;
        let ty = if field.is_wide() { Type::B64 } else { Type::B32 };
        if mods.ty(written)? != ty {
            return Err(written.unsupported());
        }
        let axis = match (has_axis, written.operand(1)?) {
            (false, _) => 0,
            (true, Operand::Integer(axis)) if *axis < AXES => *axis as u32,
            (true, _) => return Err(written.problem("the number of an axis is needed")),
        };
        let value = self.source(written, if has_axis { 2 } else { 1 }, ty)?;
        Ok(MemoryOp::Map(Box::new(MapOp::Replace { space, address, field, axis, value })).into())
    }

    /// The barrier at a place among the operands, and perhaps the mask behind it.
    fn arrival_of_copy(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
        index: usize,
    ) -> Result<Arrival> {
        let barrier = self.address(written, index)?.0;
        let blocks = match mods.take("multicast::cluster") {
            true => Some(self.source(written, index + 1, Type::U16)?),
            false => None,
        };
        Ok(Arrival { barrier, blocks })
    }

    fn tensor(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
        way: Way,
        reduction: Option<Atomic>,
    ) -> Result<Op> {
        let (named, shared) = if way == Way::Outward { (0, 1) } else { (1, 0) };
        let (space, map, coordinates) = self.box_of(written, mods, named)?;
        let path = match way {
            Way::Outward => TensorPath::Outward(reduction),
            Way::Inward if reduction.is_none() => {
                TensorPath::Inward(self.arrival_of_copy(written, mods, 2)?)
            }
            Way::Inward | Way::Across => return Err(written.unsupported()),
        };
        let shared = self.address(written, shared)?.0;
        let copy = TensorCopy { space, map, coordinates, shared, path };
        Ok(MemoryOp::Tensor(Box::new(copy)).into())
    }

    /// `[map, {x, y}]`: where the map lies, and the first element of the box.
    fn box_of(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
        index: usize,
    ) -> Result<(Space, Address, Vec<Slot>)> {
        mods.take("tile");
        let dimensions = [("1d", 1), ("2d", 2), ("3d", 3), ("4d", 4), ("5d", 5)];
        let dimensions = mods.take_one(&dimensions).ok_or_else(|| written.unsupported())?;
        let Operand::Texel { object, coordinates } = written.operand(index)?.clone() else {
            return Err(written.problem("a tensor map and coordinates are needed"));
        };
        if coordinates.len() != dimensions {
            return Err(written.problem("the wrong number of coordinates"));
        }
        let (map, located) = self.address_at(written, Some(object), 0)?;
        let coordinates = coordinates.iter().map(|one| self.value(written, one, Type::S32));
        Ok((located.unwrap_or(Space::Generic), map, coordinates.collect::<Result<_>>()?))
    }
}

/// By the two spaces, the first of which is where the copy goes.
fn way(written: &Written<'_>, mods: &mut Modifiers<'_>) -> Result<Way> {
    let to_global = written.opcode.find(".global").unwrap_or(usize::MAX)
        < written.opcode.find(".shared::").unwrap_or(0);
    let (cta, cluster) = (mods.take("shared::cta"), mods.take("shared::cluster"));
    let global = mods.take("global");
    let told = mods.take("mbarrier::complete_tx::bytes");
    let grouped = mods.take("bulk_group");
    match (cta, cluster, global) {
        (true, false, true) if to_global && grouped => Ok(Way::Outward),
        (true, false, true) | (false, true, true) if !to_global && told => Ok(Way::Inward),
        (true, true, false) if told => Ok(Way::Across),
        _ => Err(written.unsupported()),
    }
}

/// The type, if the TMA can combine so.
fn reduced(written: &Written<'_>, atomic: Atomic, ty: Type) -> Result<Type> {
    let fits = match atomic {
        Atomic::Add => ty.is_float() || matches!(ty.bytes(), 4 | 8),
        Atomic::Min | Atomic::Max => !ty.is_float() && matches!(ty.bytes(), 4 | 8),
        Atomic::And | Atomic::Or | Atomic::Xor => matches!(ty.bytes(), 4 | 8),
        Atomic::Inc | Atomic::Dec => ty == Type::U32,
        Atomic::Exchange | Atomic::CompareSwap => false,
    };
    if fits { Ok(ty) } else { Err(written.unsupported()) }
}
