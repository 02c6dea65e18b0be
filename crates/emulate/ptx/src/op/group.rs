//! Matrices that four warps multiply together (`wgmma`).

use super::matrix::{Layout, Role};
use super::{Access, Slot, Visit};
use crate::text::{File, Type};

/// Rows of `a` that each of the four warps has.
const ROWS: u32 = 16;

/// `d = a * b + d`. Each warp has sixteen rows of `a` and `d`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupMultiply {
    pub columns: u32,
    /// Columns of `a`, which are rows of `b`.
    pub depth: u32,
    pub a: Factor,
    pub b: Factor,
    pub sum: Type,
    /// Whether a sum of integers stays within its type.
    pub saturate: bool,
    pub from: GroupSource,
    /// The descriptor of the second matrix, which is in shared memory.
    pub second: Slot,
    /// Whether `a` and `b` lie in memory by columns of `a` and rows of `b`.
    pub transposed: [bool; 2],
    pub negated: [bool; 2],
    /// A predicate: whether the sums before count.
    pub adds: Slot,
    /// Of the sums, before and after: the same registers.
    pub before: Vec<Slot>,
    pub to: Vec<Slot>,
}

/// Where the first matrix lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupSource {
    Registers(Vec<Slot>),
    /// In shared memory; its descriptor.
    Shared(Slot),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    F16,
    Bf16,
    Tf32,
    E4m3,
    E5m2,
    S8,
    U8,
}

impl Factor {
    pub(crate) const ALL: &[(&str, Self)] = &[
        ("f16", Self::F16),
        ("bf16", Self::Bf16),
        ("tf32", Self::Tf32),
        ("e4m3", Self::E4m3),
        ("e5m2", Self::E5m2),
        ("s8", Self::S8),
        ("u8", Self::U8),
    ];

    pub fn bytes(self) -> u32 {
        match self {
            Self::Tf32 => 4,
            Self::F16 | Self::Bf16 => 2,
            Self::E4m3 | Self::E5m2 | Self::S8 | Self::U8 => 1,
        }
    }

    pub fn is_integer(self) -> bool {
        matches!(self, Self::S8 | Self::U8)
    }

    /// Whether both may be factors of one product.
    pub(crate) fn goes_with(self, other: Self) -> bool {
        let is_float8 = |one| matches!(one, Self::E4m3 | Self::E5m2);
        self == other
            || self.is_integer() && other.is_integer()
            || is_float8(self) && is_float8(other)
    }

    /// Whether products may be summed up in the type.
    pub(crate) fn sums_to(self, sum: Type) -> bool {
        match self {
            Self::F16 | Self::E4m3 | Self::E5m2 => matches!(sum, Type::F16 | Type::F32),
            Self::Bf16 | Self::Tf32 => sum == Type::F32,
            Self::S8 | Self::U8 => sum == Type::S32,
        }
    }

    /// A type with as many bits.
    fn bits(self) -> Type {
        match self.bytes() {
            1 => Type::B8,
            2 => Type::B16,
            _ => Type::B32,
        }
    }
}

impl GroupMultiply {
    fn layout(&self, role: Role, ty: Type) -> Layout {
        Layout { role, shape: [ROWS, self.columns, self.depth], ty }
    }

    /// Of a warp's rows of the first matrix, in registers.
    pub fn layout_of_a(&self) -> Layout {
        self.layout(Role::A, self.a.bits())
    }

    /// Of a warp's rows of the sums.
    pub fn layout_of_sums(&self) -> Layout {
        self.layout(Role::Sum, self.sum)
    }

    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        match &mut self.from {
            GroupSource::Registers(all) => {
                all.iter_mut().for_each(|slot| visit(File::Narrow, Access::Read, slot));
            }
            GroupSource::Shared(descriptor) => visit(File::Wide, Access::Read, descriptor),
        }
        visit(File::Wide, Access::Read, &mut self.second);
        visit(File::Predicate, Access::Read, &mut self.adds);
        self.before.iter_mut().for_each(|slot| visit(File::Narrow, Access::Read, slot));
        self.to.iter_mut().for_each(|slot| visit(File::Narrow, Access::Write, slot));
    }
}
