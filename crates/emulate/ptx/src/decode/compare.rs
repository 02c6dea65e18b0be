//! Comparisons, choices and logic of predicates.

use crate::text::{File, Result, Type, Written};

use super::builder::Decoder;
use super::modifiers::Modifiers;
use crate::op::{Comparison, LaneOp, Logic, Slot};

/// How PTX names a comparison of two operands.
#[derive(Clone, Copy)]
pub(super) struct Named {
    pub(super) comparison: Comparison,
    /// With the second operand first.
    pub(super) swapped: bool,
    /// Its opposite.
    pub(super) negated: bool,
}

const fn named(comparison: Comparison) -> Named {
    Named { comparison, swapped: false, negated: false }
}

const fn swapped(comparison: Comparison) -> Named {
    Named { swapped: true, ..named(comparison) }
}

const fn not(of: Named) -> Named {
    Named { negated: true, ..of }
}

/// Those with a `u` behind are true if an operand is NaN: the opposite is false then.
pub(super) const COMPARISONS: &[(&str, Named)] = &[
    ("eq", named(Comparison::Equal)),
    ("ne", named(Comparison::Different)),
    ("lt", named(Comparison::Less)),
    ("le", named(Comparison::LessOrEqual)),
    ("gt", swapped(Comparison::Less)),
    ("ge", swapped(Comparison::LessOrEqual)),
    ("lo", named(Comparison::Less)),
    ("ls", named(Comparison::LessOrEqual)),
    ("hi", swapped(Comparison::Less)),
    ("hs", swapped(Comparison::LessOrEqual)),
    ("equ", not(named(Comparison::Different))),
    ("neu", not(named(Comparison::Equal))),
    ("ltu", not(swapped(Comparison::LessOrEqual))),
    ("leu", not(swapped(Comparison::Less))),
    ("gtu", not(named(Comparison::LessOrEqual))),
    ("geu", not(named(Comparison::Less))),
    ("num", named(Comparison::Ordered)),
    ("nan", not(named(Comparison::Ordered))),
];

const LOGIC: &[(&str, Logic)] = &[("and", Logic::And), ("or", Logic::Or), ("xor", Logic::Xor)];

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn comparison(
        &mut self,
        written: &Written<'a>,
        mut mods: Modifiers<'a>,
    ) -> Result<()> {
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
                self.add(LaneOp::Compare {
                    comparison: Comparison::LessOrEqual,
                    negated: false,
                    ty: tested,
                    from: [zero, value],
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
        from: [Slot; 2],
        predicate: Slot,
    ) -> Result<()> {
        let wide = ty.bytes() == 8;
        let to = self.destination(written, 0, if wide { File::Wide } else { File::Narrow })?;
        let guard = self.guard(written)?;
        self.emit(guard, LaneOp::Select { wide, to, from, predicate })
    }

    /// The comparison of operands 1 and 2, combined with operand 3 if there is a logic, with its
    /// results: itself and its opposite.
    fn compared(
        &mut self,
        written: &Written<'a>,
        mut mods: Modifiers<'a>,
        result: Option<Type>,
    ) -> Result<impl FnOnce(Option<Slot>, Option<Slot>) -> LaneOp + use<'a>> {
        let named = mods.take_one(COMPARISONS).ok_or_else(|| written.unsupported())?;
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
        if !matches!(ty.bytes(), 2 | 4 | 8) || ty.is_pair() || ty == Type::Tf32 {
            return Err(written.unsupported());
        }
        let mut from = [self.source(written, 1, ty)?, self.source(written, 2, ty)?];
        if named.swapped {
            from.reverse();
        }
        let with = match logic {
            Some(logic) => Some((logic, self.predicate(written, 3)?)),
            None => None,
        };
        let Named { comparison, negated, .. } = named;
        Ok(move |to, other| LaneOp::Compare { comparison, negated, ty, from, with, to, other })
    }

    fn set_predicate(&mut self, written: &Written<'a>, mods: Modifiers<'a>) -> Result<()> {
        let op = self.compared(written, mods, None)?;
        let (first, second) = self.pair(written)?;
        let to = self.wanted(written, first, File::Predicate)?;
        let other = self.wanted(written, second, File::Predicate)?;
        let guard = self.guard(written)?;
        self.emit(guard, op(to, other))
    }

    fn set(&mut self, written: &Written<'a>, mods: Modifiers<'a>) -> Result<()> {
        let opcode = written.opcode;
        for (pair, half) in [(".f16x2", Type::F16), (".bf16x2", Type::Bf16)] {
            if opcode.ends_with(pair) {
                return self.set_pair(written, mods, half);
            }
        }
        let results = [
            ("u32", Type::U32, u32::MAX),
            ("s32", Type::S32, u32::MAX),
            ("f32", Type::F32, 1_f32.to_bits()),
            ("f16", Type::F16, 0x3c00),
            ("bf16", Type::Bf16, 0x3f80),
        ];
        let result = results.iter().find(|(name, ..)| {
            opcode.split('.').find(|part| Type::from_name(part).is_some()) == Some(*name)
        });
        let Some((_, result, one)) = result else { return Err(written.unsupported()) };
        let op = self.compared(written, mods, Some(*result))?;
        let predicate = self.slot(File::Predicate);
        self.add(op(Some(predicate), None))?;
        let from = [self.bits(u64::from(*one), Type::B32), self.bits(0, Type::B32)];
        self.select(written, *result, from, predicate)
    }

    /// `and`, `or`, `xor` and `not` of predicates.
    pub(crate) fn predicate_logic(
        &mut self,
        written: &Written<'a>,
        mods: &Modifiers<'a>,
    ) -> Result<()> {
        mods.done(written)?;
        let first = self.predicate(written, 1)?;
        let logic = LOGIC.iter().find(|(name, _)| *name == mods.name).map(|(_, logic)| *logic);
        let to = self.destination(written, 0, File::Predicate)?;
        let op = match logic {
            Some(logic) => {
                LaneOp::Predicates { logic, to, from: [first, self.predicate(written, 2)?] }
            }
            None => LaneOp::PredicateNot { to, from: first },
        };
        let guard = self.guard(written)?;
        self.emit(guard, op)
    }
}
