//! Operations on lanes.

mod convert;
mod float;
mod half;
mod integer;
mod integer16;
mod integer64;

use crate::arithmetic::{bf16_to_f32, f16_to_f32};
use propp_ptx::{Compare, Logic, Op, Slot, Type};

use crate::lanes::{LANES, PART, Registers, all_bits, map, part, put, weighed};

/// Carries out an operation that looks at nothing but registers, for the lanes of a mask.
pub(crate) type Function = fn(&mut Registers, &Op, u32);

/// A function that computes each lane's result from its operands: their name, their file, and
/// which of the instruction's sources they are.
macro_rules! function {
    ($to_file:ident, [$(($name:ident, $file:ident, $source:literal)),+], $f:expr) => {{
        let function: $crate::alu::Function = |registers, op, mask| {
            let propp_ptx::Op::Alu { to, from, .. } = op else { return };
            $crate::lanes::map!(
                mask,
                registers.$to_file,
                *to,
                [$(($name, registers.$file, from[$source])),+],
                $f
            );
        };
        Some(function)
    }};
}
use function;

/// Functions of one, two, or three operands that lie in one file, as does the result.
macro_rules! one {
    ($file:ident, $f:expr) => {
        function!($file, [(a, $file, 0)], $f)
    };
}
macro_rules! two {
    ($file:ident, $f:expr) => {
        function!($file, [(a, $file, 0), (b, $file, 1)], $f)
    };
}
macro_rules! three {
    ($file:ident, $f:expr) => {
        function!($file, [(a, $file, 0), (b, $file, 1), (c, $file, 2)], $f)
    };
}
use {one, three, two};

/// The function of an operation that looks at nothing but registers; None for others.
pub(crate) fn function_of(op: &Op) -> Option<Function> {
    Some(match op {
        Op::Alu { alu, ty, flags, .. } => {
            return match ty {
                Type::F32 => float::float32(*alu, *flags),
                Type::F64 => float::float64(*alu, *flags),
                Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => Some(half::halves),
                Type::U64 | Type::S64 | Type::B64 => integer64::integer64(*alu, ty.is_signed()),
                Type::U16 | Type::S16 | Type::B16 => Some(integer16::integer16),
                _ => integer::integer32(*alu, ty.is_signed(), *flags),
            };
        }
        Op::Carry { .. } => integer16::carry,
        Op::Compare { compare, ty, .. } => comparing(*compare, *ty),
        Op::Select { wide: false, .. } => select_narrow,
        Op::Select { wide: true, .. } => select_wide,
        Op::Move { wide: false, .. } => |registers, op, mask| {
            let Op::Move { to, from, .. } = op else { return };
            map!(mask, registers.narrow, *to, [(a, registers.narrow, *from)], |a| a);
        },
        Op::Move { wide: true, .. } => |registers, op, mask| {
            let Op::Move { to, from, .. } = op else { return };
            map!(mask, registers.wide, *to, [(a, registers.wide, *from)], |a| a);
        },
        Op::Predicates { .. }
        | Op::PredicateNot { .. }
        | Op::PredicateMove { .. }
        | Op::PredicateSet { .. } => predicates,
        Op::Convert { rounding, flags, to_type, from_type, .. } => {
            convert::convert(*rounding, *flags, *to_type, *from_type)
        }
        Op::Join64 { .. } => join64,
        Op::Split64 { .. } => split64,
        Op::Join32 { .. } => join32,
        Op::Split32 { .. } => split32,
        _ => return None,
    })
}

fn predicates(registers: &mut Registers, op: &Op, mask: u32) {
    let (to, bits) = match op {
        Op::Predicates { logic, to, from } => {
            let [a, b] = from.map(|slot| registers.predicate(slot));
            (to, combine(*logic, a, b))
        }
        Op::PredicateNot { to, from } => (to, !registers.predicate(*from)),
        Op::PredicateMove { to, from } => (to, registers.predicate(*from)),
        Op::PredicateSet { to, value } => (to, if *value { u32::MAX } else { 0 }),
        _ => return,
    };
    registers.set_predicate(*to, mask, bits);
}

fn join64(registers: &mut Registers, op: &Op, mask: u32) {
    let Op::Join64 { to, from } = op else { return };
    map!(
        mask,
        registers.wide,
        *to,
        [(a, registers.narrow, from[0]), (b, registers.narrow, from[1])],
        |a: u32, b: u32| u64::from(a) | u64::from(b) << 32
    );
}

fn split64(registers: &mut Registers, op: &Op, mask: u32) {
    let Op::Split64 { to, from } = op else { return };
    if let Some(low) = to[0] {
        map!(mask, registers.narrow, low, [(a, registers.wide, *from)], |a: u64| a as u32);
    }
    if let Some(high) = to[1] {
        let top = |a: u64| (a >> 32) as u32;
        map!(mask, registers.narrow, high, [(a, registers.wide, *from)], top);
    }
}

fn join32(registers: &mut Registers, op: &Op, mask: u32) {
    let Op::Join32 { bits, to, from } = op else { return };
    let files = from.iter().map(|slot| *registers.narrow(*slot)).collect::<Vec<_>>();
    let part = u32::MAX >> (32 - bits);
    registers.set_narrow(*to, mask, |lane| {
        let parts = files.iter().enumerate();
        parts.fold(0, |all, (i, file)| all | (file[lane] & part) << (bits * i as u32))
    });
}

fn split32(registers: &mut Registers, op: &Op, mask: u32) {
    let Op::Split32 { bits, to, from } = op else { return };
    let whole = *registers.narrow(*from);
    let part = u32::MAX >> (32 - bits);
    for (index, slot) in to.iter().enumerate() {
        let Some(slot) = slot else { continue };
        let shift = bits * index as u32;
        registers.set_narrow(*slot, mask, |lane| whole[lane] >> shift & part);
    }
}

fn select_narrow(registers: &mut Registers, op: &Op, mask: u32) {
    let Op::Select { to, from, predicate, .. } = op else { return };
    let chosen = registers.predicate(*predicate);
    for at in 0..LANES / PART {
        let [a, b, own] = [from[0], from[1], *to].map(|slot| part(&registers.narrow, slot, at));
        let [chosen, mask] = [chosen, mask].map(|bits| bits >> (at * PART));
        let values = std::array::from_fn(|i| {
            let value = b[i] ^ (a[i] ^ b[i]) & all_bits(chosen, i);
            own[i] ^ (value ^ own[i]) & all_bits(mask, i)
        });
        put(&mut registers.narrow, *to, at, values);
    }
}

fn select_wide(registers: &mut Registers, op: &Op, mask: u32) {
    let Op::Select { to, from, predicate, .. } = op else { return };
    let chosen = registers.predicate(*predicate);
    // The lanes that take the first operand, then those that take the second.
    map!(mask & chosen, registers.wide, *to, [(a, registers.wide, from[0])], |a| a);
    map!(mask & !chosen, registers.wide, *to, [(a, registers.wide, from[1])], |a| a);
}

/// The function of a comparison.
#[expect(
    clippy::neg_cmp_op_on_partial_ord,
    clippy::double_comparisons,
    reason = "the unordered comparisons are true for NaN"
)]
fn comparing(compare: Compare, ty: Type) -> Function {
    macro_rules! holds {
        ($file:ident, $value:expr, $test:expr) => {
            |registers, op, mask| {
                let Op::Compare { from, .. } = op else { return };
                let [a, b] = from.map(|slot| &registers.$file[slot as usize]);
                let holds = weighed(|lane| $test($value(a[lane]), $value(b[lane])));
                registers.set_compared(op, holds, mask);
            }
        };
    }
    macro_rules! integers {
        ($file:ident, $value:expr) => {
            match compare {
                Compare::Eq | Compare::Equ => holds!($file, $value, |a, b| a == b),
                Compare::Ne | Compare::Neu => holds!($file, $value, |a, b| a != b),
                Compare::Lt | Compare::Ltu => holds!($file, $value, |a, b| a < b),
                Compare::Le | Compare::Leu => holds!($file, $value, |a, b| a <= b),
                Compare::Gt | Compare::Gtu => holds!($file, $value, |a, b| a > b),
                Compare::Ge | Compare::Geu => holds!($file, $value, |a, b| a >= b),
                Compare::Num => holds!($file, $value, |_, _| true),
                Compare::Nan => holds!($file, $value, |_, _| false),
            }
        };
    }
    macro_rules! floats {
        ($file:ident, $value:expr) => {
            match compare {
                Compare::Eq => holds!($file, $value, |a, b| a == b),
                // False if an operand is NaN.
                Compare::Ne => holds!($file, $value, |a, b| a < b || a > b),
                Compare::Lt => holds!($file, $value, |a, b| a < b),
                Compare::Le => holds!($file, $value, |a, b| a <= b),
                Compare::Gt => holds!($file, $value, |a, b| a > b),
                Compare::Ge => holds!($file, $value, |a, b| a >= b),
                Compare::Equ => holds!($file, $value, |a, b| !(a < b || a > b)),
                Compare::Neu => holds!($file, $value, |a, b| a != b),
                Compare::Ltu => holds!($file, $value, |a, b| !(a >= b)),
                Compare::Leu => holds!($file, $value, |a, b| !(a > b)),
                Compare::Gtu => holds!($file, $value, |a, b| !(a <= b)),
                Compare::Geu => holds!($file, $value, |a, b| !(a < b)),
                Compare::Num => holds!($file, $value, |a, b| a == a && b == b),
                Compare::Nan => holds!($file, $value, |a, b| a != a || b != b),
            }
        };
    }
    match ty {
        Type::F64 => floats!(wide, f64::from_bits),
        Type::S64 => integers!(wide, u64::cast_signed),
        _ if ty.bytes() == 8 => integers!(wide, u64::from),
        Type::F32 => floats!(narrow, f32::from_bits),
        Type::F16 => floats!(narrow, f16_to_f32),
        Type::Bf16 => floats!(narrow, bf16_to_f32),
        Type::S32 => integers!(narrow, u32::cast_signed),
        Type::S16 => integers!(narrow, |bits| bits as i16),
        _ => integers!(narrow, u32::from),
    }
}

impl Registers {
    /// Writes what a comparison has found: alone, or combined with a predicate, and its opposite.
    fn set_compared(&mut self, op: &Op, holds: u32, mask: u32) {
        let Op::Compare { with, to, other, .. } = op else { return };
        let combined = |bits| match with {
            Some((logic, slot)) => combine(*logic, bits, self.predicate(*slot)),
            None => bits,
        };
        let both = [(to, combined(holds)), (other, combined(!holds))];
        for (slot, bits) in both {
            if let Some(slot) = slot {
                self.set_predicate(*slot, mask, bits);
            }
        }
    }

    /// The operands of an operation that is carried out a lane at a time.
    fn sources(&self, from: &[Slot; 4]) -> [[u32; LANES]; 4] {
        from.map(|slot| self.narrow.get(slot as usize).copied().unwrap_or([0; LANES]))
    }
}

pub(crate) fn combine(logic: Logic, a: u32, b: u32) -> u32 {
    match logic {
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a ^ b,
    }
}
