//! Instructions on the bytes or halves of a register, each by itself.

use crate::text::{File, Result, Type, Written};

use super::builder::Decoder;
use super::compare::COMPARISONS;
use super::modifiers::Modifiers;
use crate::op::{LaneOp, Video, VideoOp};

impl<'a> Decoder<'_, '_, 'a> {
    /// `vabsdiff4` and its relatives, without a choice of bytes and without a mask.
    pub(crate) fn video(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        let (name, parts) = mods.name.split_at(mods.name.len() - 1);
        let op = match name {
            "vadd" => VideoOp::Add,
            "vsub" => VideoOp::Sub,
            "vavrg" => VideoOp::Average,
            "vabsdiff" => VideoOp::Difference,
            "vmin" => VideoOp::Min,
            "vmax" => VideoOp::Max,
            _ => {
                let named = mods.take_one(COMPARISONS).ok_or_else(|| written.unsupported())?;
                // The same with the operands the other way round.
                let (comparison, negated) = (named.comparison, named.negated);
                return self.parts(written, mods, parts, named.swapped, |signed| {
                    (VideoOp::Set { comparison, negated }, [false, signed[0], signed[1]])
                });
            }
        };
        let result = mods.ty(written)?;
        if !matches!(result, Type::U32 | Type::S32) {
            return Err(written.unsupported());
        }
        self.parts(written, mods, parts, false, |signed| {
            (op, [result.is_signed(), signed[0], signed[1]])
        })
    }

    fn parts(
        &mut self,
        written: &Written<'a>,
        mut mods: Modifiers<'a>,
        parts: &str,
        swapped: bool,
        of: impl FnOnce([bool; 2]) -> (VideoOp, [bool; 3]),
    ) -> Result<()> {
        let types = [mods.ty(written)?, mods.ty(written)?];
        if !types.iter().all(|ty| matches!(ty, Type::U32 | Type::S32)) {
            return Err(written.unsupported());
        }
        let (saturate, sums) = (mods.take("sat"), mods.take("add"));
        mods.done(written)?;
        let mut operands = [1, 2];
        let mut signs = types.map(Type::is_signed);
        if swapped {
            operands.reverse();
            signs.reverse();
        }
        let first = self.source(written, operands[0], Type::B32)?;
        let second = self.source(written, operands[1], Type::B32)?;
        let third = self.source(written, 3, Type::B32)?;
        let to = self.destination(written, 0, File::Narrow)?;
        let guard = self.guard(written)?;
        let bits = if parts == "4" { 8 } else { 16 };
        let (op, signed) = of(signs);
        let from = [first, second, third];
        self.emit(guard, LaneOp::Video(Video { op, bits, signed, saturate, sums, to, from }))
    }
}
