//! Floats of 16 bits, through wider ones.

use propp_emulate_ptx::{Flags, FloatOp, Format, LaneOp};

use super::Function;
use super::float::{max32, min32};
use crate::arithmetic::{bf16_from_f64, bf16_to_f32, f16_from_f64, f16_to_f32, fused};
use crate::lanes::Registers;

/// How numbers of 16 bits become wider ones, and back.
struct Width {
    widen: fn(u32) -> f32,
    narrow: fn(f64) -> u32,
}

const F16: Width = Width { widen: f16_to_f32, narrow: f16_from_f64 };
const BF16: Width = Width { widen: bf16_to_f32, narrow: bf16_from_f64 };

/// The function of an operation; None for those that 16 bits do not have.
pub(super) fn function(op: FloatOp) -> Option<Function> {
    half(op, Flags::default(), &F16, [0; 3]).map(|_| halves as Function)
}

fn halves(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Float { op, format, pair, flags, to, from } = op else { return };
    let width = if *format == Format::F16 { F16 } else { BF16 };
    let sources = registers.sources(from);
    registers.set_narrow(*to, mask, |lane| {
        let part = |shift: u32| {
            let parts = sources.map(|source| source[lane] >> shift & 0xffff);
            half(*op, *flags, &width, parts).unwrap_or(0) << shift
        };
        if *pair { part(0) | part(16) } else { part(0) }
    });
}

fn half(op: FloatOp, flags: Flags, width: &Width, parts: [u32; 3]) -> Option<u32> {
    let [a, b, c] = parts.map(width.widen);
    let exact = match op {
        // These look at bits alone.
        FloatOp::Abs => return Some(parts[0] & 0x7fff),
        FloatOp::Neg => return Some(parts[0] ^ 0x8000),
        FloatOp::Add => f64::from(a) + f64::from(b),
        FloatOp::Sub => f64::from(a) - f64::from(b),
        FloatOp::Mul => f64::from(a) * f64::from(b),
        FloatOp::Min => f64::from(min32(a, b, flags.nan)),
        FloatOp::Max => f64::from(max32(a, b, flags.nan)),
        FloatOp::Fma => fused(a, b, c),
        FloatOp::Div
        | FloatOp::Sqrt
        | FloatOp::Rsqrt
        | FloatOp::Rcp
        | FloatOp::Sin
        | FloatOp::Cos
        | FloatOp::Ex2
        | FloatOp::Lg2
        | FloatOp::Tanh
        | FloatOp::Copysign => return None,
    };
    let exact = match flags.saturate {
        true if exact.is_nan() => 0.0,
        true => exact.clamp(0.0, 1.0),
        false => exact,
    };
    Some((width.narrow)(exact))
}
