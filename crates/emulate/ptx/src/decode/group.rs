//! Products of four warps: `wgmma`.

use crate::text::{Operand, Result, Type, Written};

use super::builder::Decoder;
use super::modifiers::Modifiers;

use crate::op::{Factor, GroupMultiply, GroupSource, Op, Slot, SystemOp, WarpOp};

const ROWS: u32 = 64;
const MOST_COLUMNS: u32 = 256;
/// Of a row of `a` and a column of `b`.
const BYTES: u32 = 32;

impl<'a> Decoder<'_, '_, 'a> {
    /// A product is done where it is written, so that there is nothing to wait for.
    pub(crate) fn group(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<Op> {
        let multiplies = mods.take("mma_async");
        let orders = mods.take("fence");
        let waits = mods.take("commit_group") || mods.take("wait_group");
        if !mods.take("sync") || !mods.take("aligned") {
            return Err(written.unsupported());
        }
        match (multiplies, orders, waits) {
            (true, false, false) => self.group_multiply(written, mods),
            (false, true, false) => Ok(SystemOp::Fence.into()),
            (false, false, true) => Ok(SystemOp::Nothing.into()),
            _ => Err(written.unsupported()),
        }
    }

    fn group_multiply(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<Op> {
        let shape = mods.shape().ok_or_else(|| written.unsupported())?;
        let saturate = mods.take("satfinite");
        let (sum, a, b) = types(written).ok_or_else(|| written.unsupported())?;
        for name in written.opcode.rsplit('.').take(3) {
            mods.take(name);
        }
        if !is_known(shape, sum, a, b) || saturate && !a.is_integer() {
            return Err(written.unsupported());
        }
        let [_, columns, depth] = shape;
        let in_registers = matches!(written.operand(1)?, Operand::Vector(_));
        let from = match in_registers {
            true => GroupSource::Registers(self.slots_of(written, 1, Type::B32, false)?),
            false => GroupSource::Shared(self.source(written, 1, Type::B64)?),
        };
        let second = self.source(written, 2, Type::B64)?;
        let adds = self.predicate(written, 3)?;
        let (mut negated, mut transposed) = ([false; 2], [false; 2]);
        if !a.is_integer() {
            negated = [self.negates(written, 4)?, self.negates(written, 5)?];
        }
        if a.bytes() == 2 {
            // Registers of `a` hold it in one way only.
            transposed = match in_registers {
                true => [false, self.flag(written, 6)?],
                false => [self.flag(written, 6)?, self.flag(written, 7)?],
            };
        }
        let own = GroupMultiply {
            columns,
            depth,
            a,
            b,
            sum,
            saturate,
            from,
            second,
            transposed,
            negated,
            adds,
            before: self.slots_of(written, 0, Type::B32, false)?,
            to: self.slots_of(written, 0, Type::B32, true)?,
        };
        let has = |slots: &[Slot], needed: u32| slots.len() == needed as usize;
        let fits = match &own.from {
            GroupSource::Registers(all) => has(all, own.layout_of_a().registers()),
            GroupSource::Shared(_) => true,
        };
        if !fits || !has(&own.to, own.layout_of_sums().registers()) {
            return Err(written.problem("the wrong number of registers"));
        }
        Ok(WarpOp::GroupMultiply(Box::new(own)).into())
    }

    /// A constant, 0 or 1.
    fn flag(&mut self, written: &Written<'a>, index: usize) -> Result<bool> {
        let Operand::Integer(value @ (0 | 1)) = *written.operand(index)? else {
            return Err(written.problem("0 or 1 is needed"));
        };
        Ok(value == 1)
    }

    /// A constant, 1 or -1.
    fn negates(&mut self, written: &Written<'a>, index: usize) -> Result<bool> {
        let Operand::Integer(value @ (1 | u64::MAX)) = *written.operand(index)? else {
            return Err(written.problem("1 or -1 is needed"));
        };
        Ok(value != 1)
    }
}

/// Of the sums and of both factors: the last parts of the opcode.
fn types(written: &Written<'_>) -> Option<(Type, Factor, Factor)> {
    let mut names = written.opcode.rsplit('.');
    let mut factor = || {
        let name = names.next()?;
        Factor::ALL.iter().find(|(own, _)| *own == name).map(|(_, factor)| *factor)
    };
    let (b, a) = (factor()?, factor()?);
    Some((Type::from_name(names.next()?)?, a, b))
}

fn is_known([rows, columns, depth]: [u32; 3], sum: Type, a: Factor, b: Factor) -> bool {
    let whole = match a.is_integer() && columns > 32 {
        true => columns.is_multiple_of(16),
        false => columns.is_multiple_of(8),
    };
    rows == ROWS
        && (8..=MOST_COLUMNS).contains(&columns)
        && whole
        && depth * a.bytes() == BYTES
        && a.goes_with(b)
        && a.sums_to(sum)
}
