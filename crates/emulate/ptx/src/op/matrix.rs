//! Matrices that the lanes of a warp hold together.

use super::{Access, Address, Slot, Visit, file};
use crate::text::{File, Space, Type};

/// `d = a * b + c`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiply {
    /// Rows of `a`, columns of `b`, and what they have in common.
    pub shape: [u32; 3],
    /// Of a, b, c and d.
    pub types: [Type; 4],
    /// Whether a sum of integers stays within its type.
    pub saturate: bool,
    pub a: Vec<Slot>,
    pub b: Vec<Slot>,
    pub c: Vec<Slot>,
    pub d: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    A,
    B,
    Sum,
}

/// Which element of a matrix a register of a lane holds.
///
/// A matrix is cut into tiles of eight rows (of `a`) or columns (of `b`), which four lanes
/// share; the manual's figures of `mma` follow from this. Those of `wmma` are left open by the
/// manual, so the same rule is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub role: Role,
    pub shape: [u32; 3],
    pub ty: Type,
}

/// Small matrices: rows of 16 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    pub kind: TilesKind,
    pub transposed: bool,
    pub registers: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TilesKind {
    Load {
        space: Space,
        address: Address,
    },
    Store {
        space: Space,
        address: Address,
    },
    /// From a register.
    Move {
        from: Slot,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    pub layout: Layout,
    pub load: bool,
    /// Whether rows lie behind each other in memory, or columns.
    pub rows: bool,
    pub space: Space,
    pub address: Address,
    /// Elements from one row, or column, to the next.
    pub stride: Option<Slot>,
    pub registers: Vec<Slot>,
}

impl Layout {
    pub fn packed(self) -> u32 {
        match self.ty.bytes() {
            8 => 1,
            bytes => 4 / bytes,
        }
    }

    /// Registers that each lane needs.
    pub fn registers(self) -> u32 {
        let [rows, columns] = self.extent();
        rows * columns / 32 / self.packed()
    }

    pub fn extent(self) -> [u32; 2] {
        let [m, n, k] = self.shape;
        match self.role {
            Role::A => [m, k],
            Role::B => [k, n],
            Role::Sum => [m, n],
        }
    }

    /// Row and column of an element.
    pub fn place(self, lane: u32, register: u32, part: u32) -> [u32; 2] {
        let packed = self.packed();
        let (group, place) = (lane / 4, lane % 4);
        let [m, _, k] = self.shape;
        match self.role {
            Role::A => {
                let tiles = m.div_ceil(8).max(1);
                let (row, column) = (register % tiles, register / tiles);
                [row * 8 + group, (column * 4 + place) * packed + part]
            }
            Role::B => {
                let tiles = (k / (4 * packed)).max(1);
                let (row, column) = (register % tiles, register / tiles);
                [(row * 4 + place) * packed + part, column * 8 + group]
            }
            Role::Sum => {
                // Two neighbours of a row, in one register or in two.
                let element = register * packed + part;
                let (tile, inner) = (element / 2, element % 2);
                let tiles = m.div_ceil(8).max(1);
                [tile % tiles * 8 + group, tile / tiles * 8 + place * 2 + inner]
            }
        }
    }
}

impl Multiply {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        let [a, _, _, d] = self.types;
        for slots in [&mut self.a, &mut self.b] {
            slots.iter_mut().for_each(|slot| visit(file(a.bytes() == 8), Access::Read, slot));
        }
        self.c.iter_mut().for_each(|slot| visit(file(d.bytes() == 8), Access::Read, slot));
        self.d.iter_mut().for_each(|slot| visit(file(d.bytes() == 8), Access::Write, slot));
    }
}

impl Tiles {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        let access = match &mut self.kind {
            TilesKind::Load { address, .. } => {
                address.slots(visit);
                Access::Write
            }
            TilesKind::Store { address, .. } => {
                address.slots(visit);
                Access::Read
            }
            TilesKind::Move { from } => {
                visit(File::Narrow, Access::Read, from);
                Access::Write
            }
        };
        self.registers.iter_mut().for_each(|slot| visit(File::Narrow, access, slot));
    }
}

impl Fragment {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        self.address.slots(visit);
        self.stride.iter_mut().for_each(|slot| visit(File::Narrow, Access::Read, slot));
        let access = if self.load { Access::Write } else { Access::Read };
        let own = file(self.layout.ty.bytes() == 8);
        self.registers.iter_mut().for_each(|slot| visit(own, access, slot));
    }
}
