//! Comparisons, choices and logic of predicates.

use crate::text::{File, Operand, PtxError, Type, Written};

use super::builder::Decoder;
use super::modifiers::Modifiers;
use crate::op::{Compare, Logic, Op};

const COMPARISONS: &[(&str, Compare)] = &[
    ("eq", Compare::Eq),
    ("ne", Compare::Ne),
    ("lt", Compare::Lt),
    ("le", Compare::Le),
    ("gt", Compare::Gt),
    ("ge", Compare::Ge),
    ("lo", Compare::Lt),
    ("ls", Compare::Le),
    ("hi", Compare::Gt),
    ("hs", Compare::Ge),
    ("equ", Compare::Equ),
    ("neu", Compare::Neu),
    ("ltu", Compare::Ltu),
    ("leu", Compare::Leu),
    ("gtu", Compare::Gtu),
    ("geu", Compare::Geu),
    ("num", Compare::Num),
    ("nan", Compare::Nan),
];

const LOGIC: &[(&str, Logic)] = &[("and", Logic::And), ("or", Logic::Or), ("xor", Logic::Xor)];

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn comparison(
        &mut self,
        written: &Written<'a>,
        mut mods: Modifiers<'a>,
    ) -> Result<(), PtxError> {
        match mods.name {
            "setp" => self.set_predicate(written, mods),
            "set" => self.set(written, mods),
            "selp" => {
                let ty = mods.ty(written)?;
                mods.done(written)?;
                let from = [self.source(written, 1, ty)?, self.source(written, 2, ty)?];
                let predicate = self.predicate(written, 3)?;
                self.select(written, ty, from, predicate)
            }
            _ => {
                // slct: the first operand if the third is not negative.
                mods.ignore(&["ftz"]);
                let ty = mods.ty(written)?;
                let tested = mods.ty(written)?;
                mods.done(written)?;
                let from = [self.source(written, 1, ty)?, self.source(written, 2, ty)?];
                let value = self.source(written, 3, tested)?;
                let zero = self.bits(0, tested);
                let to = self.slot(File::Predicate);
                self.add(Op::Compare {
                    compare: Compare::Ge,
                    ty: tested,
                    from: [value, zero],
                    with: None,
                    to: Some(to),
                    other: None,
                })?;
                self.select(written, ty, from, to)
            }
        }
    }

    fn select(
        &mut self,
        written: &Written<'a>,
        ty: Type,
        from: [u32; 2],
        predicate: u32,
    ) -> Result<(), PtxError> {
        let wide = ty.bytes() == 8;
        let to = self.destination(written, 0, if wide { File::Wide } else { File::Narrow })?;
        let guard = self.guard(written)?;
        self.emit(guard, Op::Select { wide, to, from, predicate })
    }

    /// The comparison of operands 1 and 2, combined with operand 3 if there is a logic.
    fn compared(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
        result: Option<Type>,
    ) -> Result<Op, PtxError> {
        let compare = mods.take_one(COMPARISONS).ok_or_else(|| written.unsupported())?;
        let logic = mods.take_one(LOGIC);
        mods.ignore(&["ftz"]);
        if let Some(result) = result {
            // `set` names the type of its result first.
            let first = mods.ty(written)?;
            if first != result {
                return Err(written.unsupported());
            }
        }
        let ty = mods.ty(written)?;
        mods.done(written)?;
        if !matches!(ty.bytes(), 2 | 4 | 8) || matches!(ty, Type::F16x2 | Type::Bf16x2) {
            return Err(written.unsupported());
        }
        let from = [self.source(written, 1, ty)?, self.source(written, 2, ty)?];
        let with = match logic {
            Some(logic) => Some((logic, self.predicate(written, 3)?)),
            None => None,
        };
        Ok(Op::Compare { compare, ty, from, with, to: None, other: None })
    }

    fn set_predicate(
        &mut self,
        written: &Written<'a>,
        mut mods: Modifiers<'a>,
    ) -> Result<(), PtxError> {
        let mut op = self.compared(written, &mut mods, None)?;
        let (first, second) = match *written.operand(0)? {
            Operand::Name { name, offset: 0 } => (name, "_"),
            Operand::Pair(first, second) => (first, second),
            _ => return Err(written.problem("a predicate is needed for the result")),
        };
        if let Op::Compare { to, other, .. } = &mut op {
            if first != "_" {
                *to = Some(self.result(written, first, File::Predicate)?);
            }
            if second != "_" {
                *other = Some(self.result(written, second, File::Predicate)?);
            }
        }
        let guard = self.guard(written)?;
        self.emit(guard, op)
    }

    fn set(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<(), PtxError> {
        let results = [("u32", Type::U32), ("s32", Type::S32), ("f32", Type::F32)];
        let opcode = written.opcode;
        let result = results.iter().find(|(name, _)| {
            opcode.split('.').find(|part| Type::from_name(part).is_some()) == Some(*name)
        });
        let Some((_, result)) = result else { return Err(written.unsupported()) };
        let mut op = self.compared(written, &mut mods, Some(*result))?;
        let predicate = self.slot(File::Predicate);
        if let Op::Compare { to, .. } = &mut op {
            *to = Some(predicate);
        }
        self.add(op)?;
        let one = if *result == Type::F32 { 1_f32.to_bits() } else { u32::MAX };
        let from = [self.bits(u64::from(one), Type::B32), self.bits(0, Type::B32)];
        self.select(written, *result, from, predicate)
    }

    /// `and`, `or`, `xor` and `not` of predicates.
    pub(crate) fn predicate_logic(
        &mut self,
        written: &Written<'a>,
        mods: &Modifiers<'a>,
    ) -> Result<(), PtxError> {
        mods.done(written)?;
        let first = self.predicate(written, 1)?;
        let logic = LOGIC.iter().find(|(name, _)| *name == mods.name).map(|(_, logic)| *logic);
        let to = self.destination(written, 0, File::Predicate)?;
        let op = match logic {
            Some(logic) => Op::Predicates { logic, to, from: [first, self.predicate(written, 2)?] },
            None => Op::PredicateNot { to, from: first },
        };
        let guard = self.guard(written)?;
        self.emit(guard, op)
    }
}
