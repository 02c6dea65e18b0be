//! Operations on lanes.

mod convert;
mod float;
mod half;
mod integer;
mod integer16;
mod integer64;

use propp_arithmetic::{bf16_to_f32, f16_to_f32};
use propp_ptx::{Compare, Logic, Op, Slot, Type};

use crate::lanes::{Registers, bits, map};

impl Registers {
    /// Carries out an operation that looks at nothing but registers. Gives false for others.
    pub(crate) fn execute(&mut self, op: &Op, mask: u32) -> bool {
        match op {
            Op::Alu { alu, ty, flags, immediate, to, from } => match ty {
                Type::F32 => self.float32(*alu, *flags, *to, from, mask),
                Type::F64 => self.float64(*alu, *flags, *to, from, mask),
                Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => {
                    self.halves(*alu, *ty, *flags, *to, from, mask);
                }
                Type::U64 | Type::S64 | Type::B64 => {
                    self.integer64(*alu, ty.is_signed(), *to, from, mask);
                }
                Type::U16 | Type::S16 | Type::B16 => {
                    self.integer16(*alu, ty.is_signed(), *to, from, mask);
                }
                _ => self.integer32(*alu, ty.is_signed(), *flags, *immediate, *to, from, mask),
            },
            Op::Carry { .. } => self.carry(op, mask),
            Op::Compare { compare, ty, from, with, to, other } => {
                self.compare(*compare, *ty, *from, *with, *to, *other, mask);
            }
            Op::Select { wide, to, from, predicate } => {
                let chosen = self.predicate(*predicate);
                self.select(*wide, *to, *from, chosen, mask);
            }
            Op::Move { wide: false, to, from } => {
                map!(mask, self.narrow, *to, [(a, self.narrow, *from)], |a| a);
            }
            Op::Move { wide: true, to, from } => {
                map!(mask, self.wide, *to, [(a, self.wide, *from)], |a| a);
            }
            Op::Predicates { logic, to, from } => {
                let (a, b) = (self.predicate(from[0]), self.predicate(from[1]));
                self.set_predicate(*to, mask, combine(*logic, a, b));
            }
            Op::PredicateNot { to, from } => {
                self.set_predicate(*to, mask, !self.predicate(*from));
            }
            Op::PredicateMove { to, from } => {
                self.set_predicate(*to, mask, self.predicate(*from));
            }
            Op::PredicateSet { to, value } => {
                self.set_predicate(*to, mask, if *value { u32::MAX } else { 0 });
            }
            Op::Convert { rounding, flags, to_type, from_type, to, from } => {
                self.convert(*rounding, *flags, *to_type, *from_type, *to, *from, mask);
            }
            Op::Join64 { to, from } => {
                map!(
                    mask,
                    self.wide,
                    *to,
                    [(a, self.narrow, from[0]), (b, self.narrow, from[1])],
                    |a: u32, b: u32| u64::from(a) | u64::from(b) << 32
                );
            }
            Op::Split64 { to, from } => {
                if let Some(low) = to[0] {
                    map!(mask, self.narrow, low, [(a, self.wide, *from)], |a: u64| a as u32);
                }
                if let Some(high) = to[1] {
                    let top = |a: u64| (a >> 32) as u32;
                    map!(mask, self.narrow, high, [(a, self.wide, *from)], top);
                }
            }
            Op::Join32 { bits, to, from } => {
                let files = from.iter().map(|slot| *self.narrow(*slot)).collect::<Vec<_>>();
                let part = u32::MAX >> (32 - bits);
                self.set_narrow(*to, mask, |lane| {
                    let parts = files.iter().enumerate();
                    parts.fold(0, |all, (i, file)| all | (file[lane] & part) << (bits * i as u32))
                });
            }
            Op::Split32 { bits, to, from } => {
                let whole = *self.narrow(*from);
                let part = u32::MAX >> (32 - bits);
                for (index, slot) in to.iter().enumerate() {
                    let Some(slot) = slot else { continue };
                    let shift = bits * index as u32;
                    self.set_narrow(*slot, mask, |lane| whole[lane] >> shift & part);
                }
            }
            _ => return false,
        }
        true
    }

    fn select(&mut self, wide: bool, to: Slot, from: [Slot; 2], chosen: u32, mask: u32) {
        // The lanes that take the first operand, then those that take the second.
        if wide {
            map!(mask & chosen, self.wide, to, [(a, self.wide, from[0])], |a| a);
            map!(mask & !chosen, self.wide, to, [(a, self.wide, from[1])], |a| a);
        } else {
            let (a, b) = (self.narrow[from[0] as usize], self.narrow[from[1] as usize]);
            let own = &mut self.narrow[to as usize];
            for lane in 0..crate::lanes::LANES {
                let value = if chosen >> lane & 1 != 0 { a[lane] } else { b[lane] };
                own[lane] = if mask >> lane & 1 != 0 { value } else { own[lane] };
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the instruction's own")]
    fn compare(
        &mut self,
        compare: Compare,
        ty: Type,
        from: [Slot; 2],
        with: Option<(Logic, Slot)>,
        to: Option<Slot>,
        other: Option<Slot>,
        mask: u32,
    ) {
        let (mut holds, mut opposite) = {
            let holds = self.compared(compare, ty, from);
            (holds, !holds)
        };
        if let Some((logic, slot)) = with {
            let with = self.predicate(slot);
            holds = combine(logic, holds, with);
            opposite = combine(logic, opposite, with);
        }
        if let Some(to) = to {
            self.set_predicate(to, mask, holds);
        }
        if let Some(other) = other {
            self.set_predicate(other, mask, opposite);
        }
    }

    fn compared(&self, compare: Compare, ty: Type, from: [Slot; 2]) -> u32 {
        let [first, second] = from.map(|slot| slot as usize);
        if ty.bytes() == 8 {
            let (a, b) = (&self.wide[first], &self.wide[second]);
            return match ty {
                Type::F64 => floats(compare, |i| f64::from_bits(a[i]), |i| f64::from_bits(b[i])),
                Type::S64 => integers(compare, |i| a[i].cast_signed(), |i| b[i].cast_signed()),
                _ => integers(compare, |i| a[i], |i| b[i]),
            };
        }
        let (a, b) = (&self.narrow[first], &self.narrow[second]);
        match ty {
            Type::F32 => floats(compare, |i| f32::from_bits(a[i]), |i| f32::from_bits(b[i])),
            Type::F16 => floats(compare, |i| f16_to_f32(a[i]), |i| f16_to_f32(b[i])),
            Type::Bf16 => floats(compare, |i| bf16_to_f32(a[i]), |i| bf16_to_f32(b[i])),
            Type::S32 => integers(compare, |i| a[i].cast_signed(), |i| b[i].cast_signed()),
            Type::S16 => integers(compare, |i| a[i] as i16, |i| b[i] as i16),
            _ => integers(compare, |i| a[i], |i| b[i]),
        }
    }
}

pub(crate) fn combine(logic: Logic, a: u32, b: u32) -> u32 {
    match logic {
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a ^ b,
    }
}

#[inline(always)]
fn integers<T: PartialOrd>(
    compare: Compare,
    a: impl Fn(usize) -> T,
    b: impl Fn(usize) -> T,
) -> u32 {
    match compare {
        Compare::Eq | Compare::Equ => bits(|i| a(i) == b(i)),
        Compare::Ne | Compare::Neu => bits(|i| a(i) != b(i)),
        Compare::Lt | Compare::Ltu => bits(|i| a(i) < b(i)),
        Compare::Le | Compare::Leu => bits(|i| a(i) <= b(i)),
        Compare::Gt | Compare::Gtu => bits(|i| a(i) > b(i)),
        Compare::Ge | Compare::Geu => bits(|i| a(i) >= b(i)),
        Compare::Num => u32::MAX,
        Compare::Nan => 0,
    }
}

#[inline(always)]
#[expect(
    clippy::neg_cmp_op_on_partial_ord,
    clippy::eq_op,
    reason = "the unordered comparisons are true for NaN, and only NaN differs from itself"
)]
fn floats<T: PartialOrd + Copy>(
    compare: Compare,
    a: impl Fn(usize) -> T,
    b: impl Fn(usize) -> T,
) -> u32 {
    let number = |x: T| x == x;
    match compare {
        Compare::Eq => bits(|i| a(i) == b(i)),
        // False if an operand is NaN.
        Compare::Ne => bits(|i| a(i) < b(i) || a(i) > b(i)),
        Compare::Lt => bits(|i| a(i) < b(i)),
        Compare::Le => bits(|i| a(i) <= b(i)),
        Compare::Gt => bits(|i| a(i) > b(i)),
        Compare::Ge => bits(|i| a(i) >= b(i)),
        Compare::Equ => bits(|i| !(a(i) < b(i) || a(i) > b(i))),
        Compare::Neu => bits(|i| a(i) != b(i)),
        Compare::Ltu => bits(|i| !(a(i) >= b(i))),
        Compare::Leu => bits(|i| !(a(i) > b(i))),
        Compare::Gtu => bits(|i| !(a(i) <= b(i))),
        Compare::Geu => bits(|i| !(a(i) < b(i))),
        Compare::Num => bits(|i| number(a(i)) && number(b(i))),
        Compare::Nan => bits(|i| !number(a(i)) || !number(b(i))),
    }
}
