//! Conversions between types.

use crate::arithmetic::{bf16_from_f64, bf16_to_f32, f16_from_f64, f16_to_f32, moved, odd, to32};
use propp_emulate_ptx::{Flags, Format, LaneOp, Rounding, Toward, Type};

use super::Function;
use crate::lanes::{Registers, map};

pub(super) fn convert(rounding: Rounding, flags: Flags, to: Type, from: Type) -> Function {
    macro_rules! one {
        ($to:ident, $from:ident, $f:expr) => {
            |registers, op, mask| {
                let LaneOp::Convert { to, from, .. } = op else { return };
                map!(mask, registers.$to, *to, [(a, registers.$from, *from)], $f);
            }
        };
    }
    if flags.saturate {
        return convert_slowly;
    }
    match (to, from) {
        (Type::F32, Type::S32) if rounding == Rounding::NearestEven => {
            one!(narrow, narrow, |a: u32| (a.cast_signed() as f32).to_bits())
        }
        (Type::F32, Type::U32) if rounding == Rounding::NearestEven => {
            one!(narrow, narrow, |a: u32| (a as f32).to_bits())
        }
        (Type::U64 | Type::S64 | Type::B64, Type::U32 | Type::B32) => {
            one!(wide, narrow, u64::from)
        }
        (Type::U64 | Type::S64 | Type::B64, Type::S32) => {
            one!(wide, narrow, |a: u32| i64::from(a.cast_signed()).cast_unsigned())
        }
        (Type::U32 | Type::S32 | Type::B32, Type::U64 | Type::S64 | Type::B64) => {
            one!(narrow, wide, |a: u64| a as u32)
        }
        (Type::U32 | Type::S32 | Type::B32, Type::U16 | Type::B16)
        | (Type::U16 | Type::S16 | Type::B16, Type::U32 | Type::S32 | Type::B32) => {
            one!(narrow, narrow, |a: u32| a & 0xffff)
        }
        _ => convert_slowly,
    }
}

fn convert_slowly(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Convert { rounding, flags, to_type, from_type, to, from } = op else { return };
    let source: [u64; 32] = if from_type.bytes() == 8 {
        registers.wide[*from as usize]
    } else {
        registers.narrow[*from as usize].map(u64::from)
    };
    let value = |lane: usize| converted(*rounding, *flags, *to_type, *from_type, source[lane]);
    if to_type.bytes() == 8 {
        registers.set_wide(*to, mask, value);
    } else {
        registers.set_narrow(*to, mask, |lane| value(lane) as u32);
    }
}

fn converted(rounding: Rounding, flags: Flags, to: Type, from: Type, bits: u64) -> u64 {
    let Some(own) = from.format() else {
        let value = integer(from, bits);
        return match to.format() {
            Some(format) => float_from_integer(format, toward(rounding), value),
            None => cut(flags, to, value),
        };
    };
    let value = float(own, bits);
    let flushes = flags.flush && own == Format::F32 && (value as f32).is_subnormal();
    let value = if flushes { 0_f64.copysign(value) } else { value };
    let value = match rounding {
        Rounding::IntegerNearest => value.round_ties_even(),
        Rounding::IntegerZero => value.trunc(),
        Rounding::IntegerDown => value.floor(),
        Rounding::IntegerUp => value.ceil(),
        Rounding::None
        | Rounding::NearestEven
        | Rounding::NearestAway
        | Rounding::Zero
        | Rounding::Down
        | Rounding::Up => value,
    };
    let Some(format) = to.format() else { return to_integer(to, from, value) };
    let value = match flags.saturate {
        true if value.is_nan() => 0.0,
        true => value.clamp(0.0, 1.0),
        false => value,
    };
    match format {
        Format::F64 => value.to_bits(),
        Format::Tf32 => u64::from(tf32(value as f32)),
        Format::F32 => {
            let near = to32(value, toward(rounding));
            let flushed = flags.flush && near.is_subnormal();
            u64::from(if flushed { near.to_bits() & 0x8000_0000 } else { near.to_bits() })
        }
        Format::F16 => half_toward(f16_from_f64, f16_to_f32, value, toward(rounding)),
        Format::Bf16 => half_toward(bf16_from_f64, bf16_to_f32, value, toward(rounding)),
    }
}

fn toward(rounding: Rounding) -> Toward {
    match rounding {
        Rounding::Zero => Toward::Zero,
        Rounding::Down => Toward::Down,
        Rounding::Up => Toward::Up,
        Rounding::None
        | Rounding::NearestEven
        | Rounding::NearestAway
        | Rounding::IntegerNearest
        | Rounding::IntegerZero
        | Rounding::IntegerDown
        | Rounding::IntegerUp => Toward::Nearest,
    }
}

/// To nearest, ties away from zero, of the bits that count.
fn tf32(x: f32) -> u32 {
    match x.is_finite() {
        true => x.to_bits().wrapping_add(0x1000) & !0x1fff,
        false => x.to_bits(),
    }
}

/// Of 16 bits: the nearest, or its neighbour on the other side of the exact number.
fn half_toward(
    near: impl Fn(f64) -> u32,
    back: impl Fn(u32) -> f32,
    value: f64,
    toward: Toward,
) -> u64 {
    let bits = near(value);
    let found = f64::from(back(bits));
    if value.is_nan() || value.is_infinite() || found == value {
        return u64::from(bits);
    }
    let beyond = found.abs() > value.abs();
    let negative = value < 0.0;
    let shrinks = match toward {
        Toward::Nearest => false,
        Toward::Zero => beyond,
        Toward::Down => beyond && !negative,
        Toward::Up => beyond && negative,
    };
    let grows = match toward {
        Toward::Down => !beyond && negative,
        Toward::Up => !beyond && !negative,
        Toward::Nearest | Toward::Zero => false,
    };
    u64::from(bits + u32::from(grows) - u32::from(shrinks))
}

fn integer(ty: Type, bits: u64) -> i128 {
    let unused = 64 - ty.bytes() * 8;
    match ty.is_signed() {
        true => i128::from((bits << unused).cast_signed() >> unused),
        false => i128::from(bits << unused >> unused),
    }
}

fn float(format: Format, bits: u64) -> f64 {
    let word = bits as u32;
    match format {
        Format::F64 => f64::from_bits(bits),
        Format::F32 | Format::Tf32 => f64::from(f32::from_bits(word)),
        Format::F16 => f64::from(f16_to_f32(word & 0xffff)),
        Format::Bf16 => f64::from(bf16_to_f32(word & 0xffff)),
    }
}

/// Integers of more than 53 bits are made odd before they are rounded, where anything is lost.
fn float_from_integer(to: Format, toward: Toward, value: i128) -> u64 {
    match to {
        Format::F64 => {
            let near = value as f64;
            let lost = value - near as i128;
            moved(near, lost as f64, toward).to_bits()
        }
        Format::F32 => u64::from(to32(odd_integer(value), toward).to_bits()),
        Format::Tf32 => u64::from(tf32(value as f32)),
        Format::F16 => half_toward(f16_from_f64, f16_to_f32, odd_integer(value), toward),
        Format::Bf16 => half_toward(bf16_from_f64, bf16_to_f32, odd_integer(value), toward),
    }
}

fn odd_integer(value: i128) -> f64 {
    let near = value as f64;
    odd(near, (value - near as i128) as f64)
}

/// To an integer: the low bits, or the nearest that the type has.
fn cut(flags: Flags, to: Type, value: i128) -> u64 {
    let bits = to.bytes() * 8;
    let value = if flags.saturate { clamped(to, value) } else { value };
    (value as u64) & (u64::MAX >> (64 - bits))
}

fn clamped(to: Type, value: i128) -> i128 {
    let bits = to.bytes() * 8;
    let (low, high) = if to.is_signed() {
        (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
    } else {
        (0, (1_i128 << bits) - 1)
    };
    value.clamp(low, high)
}

/// From a float that is integral: what is out of range goes to the range's end. NaN becomes 0,
/// but the highest bit alone if either side has 64 bits.
fn to_integer(to: Type, from: Type, value: f64) -> u64 {
    let bits = to.bytes() * 8;
    if value.is_nan() {
        return if bits == 64 || from == Type::F64 { 1 << (bits - 1) } else { 0 };
    }
    (clamped(to, value as i128) as u64) & (u64::MAX >> (64 - bits))
}
