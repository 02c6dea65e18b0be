//! Floats of 16 bits, through wider ones.

use crate::arithmetic::{bf16_from_f64, bf16_to_f32, f16_from_f64, f16_to_f32, fused};
use propp_ptx::{Alu, Flags, Op, Type};

use super::float::{max32, min32};
use crate::lanes::Registers;

struct Format {
    widen: fn(u32) -> f32,
    narrow: fn(f64) -> u32,
}

pub(super) fn halves(registers: &mut Registers, op: &Op, mask: u32) {
    let Op::Alu { alu, ty, flags, to, from, .. } = op else { return };
    let format = match ty {
        Type::F16 | Type::F16x2 => Format { widen: f16_to_f32, narrow: f16_from_f64 },
        _ => Format { widen: bf16_to_f32, narrow: bf16_from_f64 },
    };
    let pair = matches!(ty, Type::F16x2 | Type::Bf16x2);
    let sources = registers.sources(from);
    registers.set_narrow(*to, mask, |lane| {
        let part = |shift: u32| {
            let parts = sources.map(|source| source[lane] >> shift & 0xffff);
            half(*alu, *flags, &format, parts) << shift
        };
        if pair { part(0) | part(16) } else { part(0) }
    });
}

fn half(alu: Alu, flags: Flags, format: &Format, parts: [u32; 4]) -> u32 {
    // These look at bits alone.
    match alu {
        Alu::Abs => return parts[0] & 0x7fff,
        Alu::Neg => return parts[0] ^ 0x8000,
        _ => {}
    }
    let [a, b, c, _] = parts.map(format.widen);
    let exact = match alu {
        Alu::Add => f64::from(a) + f64::from(b),
        Alu::Sub => f64::from(a) - f64::from(b),
        Alu::Mul => f64::from(a) * f64::from(b),
        Alu::Min => f64::from(min32(a, b, flags.nan)),
        Alu::Max => f64::from(max32(a, b, flags.nan)),
        _ => fused(a, b, c),
    };
    let exact = match flags.saturate {
        true if exact.is_nan() => 0.0,
        true => exact.clamp(0.0, 1.0),
        false => exact,
    };
    (format.narrow)(exact)
}
