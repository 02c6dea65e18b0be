//! Matrices in registers: `mma`, `wmma`, `ldmatrix`, `stmatrix`, `movmatrix`.

use crate::text::{File, Format, Operand, Result, Space, Type, Written};

use super::builder::Decoder;
use super::modifiers::Modifiers;

use crate::op::{Fragment, Layout, Multiply, Role, Slot, Tiles, TilesKind, WarpOp};

impl<'a> Decoder<'_, '_, 'a> {
    /// Gives the instruction; its guard is the caller's.
    pub(crate) fn matrix(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
    ) -> Result<WarpOp> {
        if !mods.take("sync") {
            return Err(written.unsupported());
        }
        mods.take("aligned");
        let wmma = mods.name == "wmma";
        if mods.name == "mma" || (wmma && mods.take("mma")) {
            self.multiply(written, mods, wmma)
        } else if wmma {
            self.fragment(written, mods)
        } else {
            self.tiles(written, mods)
        }
    }

    fn multiply(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
        wmma: bool,
    ) -> Result<WarpOp> {
        let shape = mods.shape().ok_or_else(|| written.unsupported())?;
        // Fragments of `wmma` hold their elements however they lay in memory.
        if !wmma && !written.opcode.contains(".row.col") {
            return Err(written.unsupported());
        }
        mods.ignore(&["row", "row", "col", "col"]);
        let saturate = mods.take("satfinite");
        mods.take("rn");
        let first = mods.ty(written)?;
        let second = mods.ty(written)?;
        let [d, a, b, c] = match mods.ty(written) {
            Ok(third) => [first, second, third, mods.ty(written)?],
            // `wmma` with sums of floats names those alone.
            Err(_) if wmma => [first, Type::F16, Type::F16, second],
            Err(error) => return Err(error),
        };
        if !multiplies([a, b, c, d], shape, wmma) || (saturate && d != Type::S32) {
            return Err(written.unsupported());
        }
        let layout = |role, ty| Layout { role, shape, ty };
        Ok(WarpOp::Multiply(Box::new(Multiply {
            shape,
            types: [a, b, c, d],
            saturate,
            a: self.registers(written, 1, layout(Role::A, a), false)?,
            b: self.registers(written, 2, layout(Role::B, b), false)?,
            c: self.registers(written, 3, layout(Role::Sum, c), false)?,
            d: self.registers(written, 0, layout(Role::Sum, d), true)?,
        })))
    }

    /// The registers of a matrix.
    fn registers(
        &mut self,
        written: &Written<'a>,
        index: usize,
        layout: Layout,
        written_to: bool,
    ) -> Result<Vec<Slot>> {
        let ty = if layout.ty.bytes() == 8 { Type::F64 } else { Type::B32 };
        let slots = self.slots_of(written, index, ty, written_to)?;
        let needed = layout.registers() as usize;
        // Halves of `wmma` may be there twice.
        if needed == 0 || slots.is_empty() || slots.len() % needed != 0 {
            return Err(written.problem("the wrong number of registers"));
        }
        Ok(slots)
    }

    pub(super) fn slots_of(
        &mut self,
        written: &Written<'a>,
        index: usize,
        ty: Type,
        written_to: bool,
    ) -> Result<Vec<Slot>> {
        let parts = written.operand(index)?.parts();
        let mut slots = Vec::new();
        for part in &parts {
            slots.push(if !written_to {
                self.value(written, part, ty)?
            } else if let Operand::Name { name, offset: 0 } = part {
                self.result(written, name, ty.file().unwrap_or(File::Narrow))?
            } else {
                return Err(written.problem("a register is needed"));
            });
        }
        Ok(slots)
    }

    fn fragment(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<WarpOp> {
        let load = mods.take("load");
        if !load && !mods.take("store") {
            return Err(written.unsupported());
        }
        let roles = [("a", Role::A), ("b", Role::B), ("c", Role::Sum), ("d", Role::Sum)];
        let role = mods.take_one(&roles).ok_or_else(|| written.unsupported())?;
        let rows = mods.take("row");
        if !rows && !mods.take("col") {
            return Err(written.unsupported());
        }
        let shape = mods.shape().ok_or_else(|| written.unsupported())?;
        let (registers, place) = if load { (0, 1) } else { (1, 0) };
        let (space, address) = self.place(written, mods, place)?;
        let ty = mods.ty(written)?;
        let layout = Layout { role, shape, ty };
        let known = match role {
            Role::Sum => matches!(ty, Type::F16 | Type::F32 | Type::F64 | Type::S32),
            Role::A | Role::B => is_factor(ty) || ty == Type::F64,
        };
        if !known
            || !is_wmma(shape)
            || !matches!(space, Space::Generic | Space::Global | Space::Shared)
        {
            return Err(written.unsupported());
        }
        let stride = match written.operands.len() {
            3 => Some(self.source(written, 2, Type::B32)?),
            _ => None,
        };
        let registers = self.registers(written, registers, layout, load)?;
        Ok(WarpOp::Fragment(Box::new(Fragment {
            layout,
            load,
            rows,
            space,
            address,
            stride,
            registers,
        })))
    }

    fn tiles(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<WarpOp> {
        if !mods.take("m8n8") {
            return Err(written.unsupported());
        }
        let transposed = mods.take("trans");
        let (kind, registers) = if mods.name == "movmatrix" {
            let from = self.source(written, 1, Type::B32)?;
            (TilesKind::Move { from }, self.slots_of(written, 0, Type::B32, true)?)
        } else {
            let count = mods.take_one(&[("x1", 1), ("x2", 2), ("x4", 4)]).unwrap_or(0);
            let load = mods.name == "ldmatrix";
            let (registers, place) = if load { (0, 1) } else { (1, 0) };
            let (space, address) = self.place(written, mods, place)?;
            let slots = self.slots_of(written, registers, Type::B32, load)?;
            let known = matches!(space, Space::Generic | Space::Shared);
            if slots.len() != count || !known {
                return Err(written.unsupported());
            }
            let kind = if load {
                TilesKind::Load { space, address }
            } else {
                TilesKind::Store { space, address }
            };
            (kind, slots)
        };
        if registers.is_empty() || mods.ty(written)? != Type::B16 {
            return Err(written.unsupported());
        }
        Ok(WarpOp::Tiles(Box::new(Tiles { kind, transposed, registers })))
    }
}

/// Whether the type may be multiplied to sums of another.
fn is_factor(ty: Type) -> bool {
    matches!(ty, Type::F16 | Type::Bf16 | Type::Tf32 | Type::S8 | Type::U8)
}

fn is_wmma([m, n, k]: [u32; 3]) -> bool {
    matches!([m, n, k], [16, 16, 16 | 8] | [32, 8, 16] | [8, 32, 16] | [8, 8, 4])
}

fn multiplies([a, b, c, d]: [Type; 4], [m, n, k]: [u32; 3], wmma: bool) -> bool {
    let bytes = |ty| matches!(ty, Type::S8 | Type::U8);
    let types = match a.format() {
        _ if a.is_pair() => false,
        Some(Format::F16) => {
            b == a && matches!((c, d), (Type::F16 | Type::F32, Type::F16 | Type::F32))
        }
        Some(Format::Bf16 | Format::Tf32) => (b, c, d) == (a, Type::F32, Type::F32),
        Some(Format::F64) => (b, c, d) == (a, a, a),
        Some(Format::F32) => false,
        None => bytes(a) && bytes(b) && (c, d) == (Type::S32, Type::S32),
    };
    let bytes = a.bytes();
    let shape = if wmma {
        let whole = match a.format() {
            Some(Format::F64) => [m, n, k] == [8, 8, 4],
            Some(Format::Tf32) => [m, n, k] == [16, 16, 8],
            Some(Format::F16 | Format::Bf16 | Format::F32) | None => k == 16,
        };
        whole && is_wmma([m, n, k])
    } else {
        // Tiles of `a` that lie beside each other, each with a register of four lanes.
        let elements = if bytes == 8 { 4 } else { 16 / bytes };
        let tiles = k / elements;
        let deep = matches!(tiles, 1 | 2) || (bytes == 8 && tiles == 4);
        let whole = k % elements == 0;
        let rows = m == 16 || (m == 8 && tiles == 1 && matches!(bytes, 1 | 8));
        n == 8 && deep && whole && rows
    };
    types && shape
}
