//! Conversions.

use crate::text::{File, Operand, Result, Type, Written};

use super::builder::Decoder;
use super::modifiers::Modifiers;
use crate::op::{Flags, LaneOp, Rounding, Slot};

const ROUNDINGS: &[(&str, Rounding)] = &[
    ("rn", Rounding::NearestEven),
    ("rna", Rounding::NearestAway),
    ("rz", Rounding::Zero),
    ("rm", Rounding::Down),
    ("rp", Rounding::Up),
    ("rni", Rounding::IntegerNearest),
    ("rzi", Rounding::IntegerZero),
    ("rmi", Rounding::IntegerDown),
    ("rpi", Rounding::IntegerUp),
];

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn convert(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        if ["e4m3x2", "e5m2x2"].iter().any(|name| written.opcode.contains(name)) {
            return self.convert_float8(written, mods);
        }
        let rounding = mods.take_one(ROUNDINGS).unwrap_or(Rounding::None);
        let flags =
            Flags { saturate: mods.take("sat"), flush: mods.take("ftz"), ..Flags::default() };
        let to_type = mods.ty(written)?;
        let from_type = mods.ty(written)?;
        mods.done(written)?;
        if to_type.is_pair() {
            return self.convert_pair(written, rounding, flags, to_type, from_type);
        }
        let tf32 = to_type == Type::Tf32;
        let to_tf32 = rounding == Rounding::NearestAway && from_type == Type::F32;
        if from_type.is_pair()
            || matches!(from_type, Type::Pred | Type::B128)
            || matches!(to_type, Type::Pred | Type::B128)
            || from_type == Type::Tf32
            || (tf32 || rounding == Rounding::NearestAway) && !(tf32 && to_tf32)
        {
            return Err(written.unsupported());
        }
        let from = self.relaxed_source(written, 1, from_type)?;
        let Operand::Name { name, offset: 0 } = *written.operand(0)? else {
            return Err(written.problem("a register is needed for the result"));
        };
        let Some((register, slot)) = self.register(name) else {
            return Err(written.problem("a declared register is needed for the result"));
        };
        let guard = self.guard(written)?;
        let op = |to_type, to| LaneOp::Convert { rounding, flags, to_type, from_type, to, from };
        if same_file(register, to_type) {
            let whole = if to_type.is_signed() && to_type.bytes() < register.bytes() {
                // The value is extended to the register.
                self.widened(written, guard, op(to_type, slot), to_type, register, slot)?
            } else {
                op(to_type, slot)
            };
            return self.emit(guard, whole);
        }
        if register.file() != Some(File::Wide) {
            return Err(written.problem("a register has the wrong width"));
        }
        let narrow = self.slot(File::Narrow);
        self.add(op(to_type, narrow))?;
        let ty = if to_type.is_signed() { Type::S64 } else { Type::U64 };
        self.emit(
            guard,
            LaneOp::Convert {
                rounding: Rounding::None,
                flags: Flags::default(),
                to_type: ty,
                from_type: to_type,
                to: slot,
                from: narrow,
            },
        )
    }

    /// Adds the conversion, and gives the one that extends its result to the register.
    fn widened(
        &mut self,
        written: &Written<'a>,
        guard: Option<crate::op::Guard>,
        op: LaneOp,
        to_type: Type,
        register: Type,
        slot: Slot,
    ) -> Result<LaneOp> {
        if register.bytes() == 8 {
            return Err(written.problem("a register has the wrong width"));
        }
        self.push(guard, op, false)?;
        let ty = if register.bytes() == 2 { Type::S16 } else { Type::S32 };
        Ok(LaneOp::Convert {
            rounding: Rounding::None,
            flags: Flags::default(),
            to_type: ty,
            from_type: to_type,
            to: slot,
            from: slot,
        })
    }

    /// A source whose register may be wider than the type.
    pub(crate) fn relaxed_source(
        &mut self,
        written: &Written<'a>,
        index: usize,
        ty: Type,
    ) -> Result<Slot> {
        if let Operand::Name { name, offset: 0 } = *written.operand(index)?
            && let Some((register, slot)) = self.register(name)
            && register.file() == Some(File::Wide)
            && ty.file() == Some(File::Narrow)
        {
            let low = self.slot(File::Narrow);
            self.add(LaneOp::Split64 { to: [Some(low), None], from: slot })?;
            return Ok(low);
        }
        self.source(written, index, ty)
    }

    /// Two values of 32 bits into one register; the first becomes the upper half.
    fn convert_pair(
        &mut self,
        written: &Written<'a>,
        rounding: Rounding,
        flags: Flags,
        to_type: Type,
        from_type: Type,
    ) -> Result<()> {
        if from_type != Type::F32 || rounding != Rounding::NearestEven || flags.saturate {
            return Err(written.unsupported());
        }
        let half = if to_type == Type::F16x2 { Type::F16 } else { Type::Bf16 };
        let mut halves = [0; 2];
        for (index, half_slot) in halves.iter_mut().enumerate() {
            let from = self.source(written, 2 - index, Type::F32)?;
            *half_slot = self.slot(File::Narrow);
            let to = *half_slot;
            self.add(LaneOp::Convert { rounding, flags, to_type: half, from_type, to, from })?;
        }
        let to = self.destination(written, 0, File::Narrow)?;
        let guard = self.guard(written)?;
        self.emit(guard, LaneOp::Join32 { bits: 16, to, from: halves.to_vec() })
    }
}

fn same_file(register: Type, ty: Type) -> bool {
    register.file() == ty.file() && register.bytes() >= ty.bytes()
}
