//! Floats of 32 and 64 bits. Sums, products, quotients, roots and fused products round once,
//! to nearest even, as the hardware does; the approximate functions are the host's.

use crate::arithmetic::{rounded32, rounded64};
use propp_emulate_ptx::{Flags, FloatOp, LaneOp, Toward};

use super::{Function, function, one, three, two};
use crate::lanes::Registers;

/// The NaN that results are: `CUDART_NAN_F` and `CUDART_NAN` of CUDA's headers.
const NAN32: u32 = 0x7fff_ffff;
const NAN64: u64 = 0xfff8_0000_0000_0000;

/// Smaller numbers become zero where the instruction says so.
fn flushed(x: f32, flush: bool) -> f32 {
    if flush && x.is_subnormal() { 0_f32.copysign(x) } else { x }
}

/// NaN becomes 0, as the instruction's saturation has it.
fn saturated(x: f32, saturate: bool) -> f32 {
    match saturate {
        false => x,
        true if x >= 1.0 => 1.0,
        true if x > 0.0 => x,
        true => 0.0,
    }
}

/// The number, if one is NaN; -0 is below +0.
pub(super) fn min32(a: f32, b: f32, nan: bool) -> f32 {
    if nan && (a.is_nan() || b.is_nan()) {
        return f32::from_bits(NAN32);
    }
    match (a.is_nan(), b.is_nan()) {
        (true, true) => f32::from_bits(NAN32),
        (true, false) => b,
        (false, true) => a,
        _ if a < b || (a == b && a.is_sign_negative()) => a,
        _ => b,
    }
}

pub(super) fn max32(a: f32, b: f32, nan: bool) -> f32 {
    let max = -min32(-a, -b, nan);
    if max.is_nan() { f32::from_bits(NAN32) } else { max }
}

fn min64(a: f64, b: f64) -> f64 {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => f64::from_bits(NAN64),
        (true, false) => b,
        (false, true) => a,
        _ if a < b || (a == b && a.is_sign_negative()) => a,
        _ => b,
    }
}

fn max64(a: f64, b: f64) -> f64 {
    let max = -min64(-a, -b);
    if max.is_nan() { f64::from_bits(NAN64) } else { max }
}

fn canonical32(x: f32) -> u32 {
    if x.is_nan() { NAN32 } else { x.to_bits() }
}

fn canonical64(x: f64) -> u64 {
    if x.is_nan() { NAN64 } else { x.to_bits() }
}

/// The function of an operation on 32 bits; None for one that cannot round as it is asked to.
pub(super) fn float32(op: FloatOp, flags: Flags) -> Option<Function> {
    if flags.toward != Toward::Nearest {
        return rounded32(op, flags.toward, [1.0; 3]).map(|_| float32_slowly as Function);
    }
    if flags.flush || flags.saturate {
        return Some(float32_slowly);
    }
    match op {
        FloatOp::Add => two!(Float, narrow, |a, b| canonical32(f(a) + f(b))),
        FloatOp::Sub => two!(Float, narrow, |a, b| canonical32(f(a) - f(b))),
        FloatOp::Mul => two!(Float, narrow, |a, b| canonical32(f(a) * f(b))),
        FloatOp::Div => two!(Float, narrow, |a, b| canonical32(f(a) / f(b))),
        FloatOp::Fma => {
            three!(Float, narrow, |a, b, c| canonical32(f(a).mul_add(f(b), f(c))))
        }
        FloatOp::Min if !flags.nan => {
            two!(Float, narrow, |a, b| min32(f(a), f(b), false).to_bits())
        }
        FloatOp::Max if !flags.nan => {
            two!(Float, narrow, |a, b| max32(f(a), f(b), false).to_bits())
        }
        FloatOp::Abs => one!(Float, narrow, |a: u32| a & 0x7fff_ffff),
        FloatOp::Neg => one!(Float, narrow, |a: u32| a ^ 0x8000_0000),
        FloatOp::Sqrt => one!(Float, narrow, |a| canonical32(f(a).sqrt())),
        FloatOp::Rcp => one!(Float, narrow, |a| canonical32(1.0 / f(a))),
        FloatOp::Copysign => two!(Float, narrow, |a, b| a & 0x8000_0000 | b & 0x7fff_ffff),
        FloatOp::Min
        | FloatOp::Max
        | FloatOp::Rsqrt
        | FloatOp::Sin
        | FloatOp::Cos
        | FloatOp::Ex2
        | FloatOp::Lg2
        | FloatOp::Tanh => Some(float32_slowly),
    }
}

fn float32_slowly(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Float { op, flags, to, from, .. } = op else { return };
    let sources = registers.sources(from);
    registers.set_narrow(*to, mask, |lane| {
        let operands = sources.map(|source| flushed(f32::from_bits(source[lane]), flags.flush));
        let value = match flags.toward {
            Toward::Nearest => value32(*op, operands, flags.nan),
            Toward::Zero | Toward::Down | Toward::Up => {
                rounded32(*op, flags.toward, operands).unwrap_or(f32::NAN)
            }
        };
        canonical32(saturated(flushed(value, flags.flush), flags.saturate))
    });
}

fn value32(op: FloatOp, [a, b, c]: [f32; 3], nan: bool) -> f32 {
    match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Fma => a.mul_add(b, c),
        FloatOp::Min => min32(a, b, nan),
        FloatOp::Max => max32(a, b, nan),
        FloatOp::Abs => a.abs(),
        FloatOp::Neg => -a,
        FloatOp::Sqrt => a.sqrt(),
        // Both round once.
        FloatOp::Rsqrt => (1.0 / f64::from(a).sqrt()) as f32,
        FloatOp::Rcp => 1.0 / a,
        FloatOp::Sin => a.sin(),
        FloatOp::Cos => a.cos(),
        FloatOp::Ex2 => a.exp2(),
        FloatOp::Lg2 => a.log2(),
        FloatOp::Tanh => a.tanh(),
        FloatOp::Copysign => b.copysign(a),
    }
}

/// The function of an operation on 64 bits; None for those that 64 bits do not have.
pub(super) fn float64(op: FloatOp, flags: Flags) -> Option<Function> {
    if flags.toward != Toward::Nearest {
        return rounded64(op, flags.toward, [1.0; 3]).map(|_| float64_slowly as Function);
    }
    if flags.saturate {
        return value64(op, [1.0; 3]).map(|_| float64_slowly as Function);
    }
    match op {
        FloatOp::Add => two!(Float, wide, |a, b| canonical64(d(a) + d(b))),
        FloatOp::Sub => two!(Float, wide, |a, b| canonical64(d(a) - d(b))),
        FloatOp::Mul => two!(Float, wide, |a, b| canonical64(d(a) * d(b))),
        FloatOp::Div => two!(Float, wide, |a, b| canonical64(d(a) / d(b))),
        FloatOp::Fma => three!(Float, wide, |a, b, c| canonical64(d(a).mul_add(d(b), d(c)))),
        FloatOp::Min => two!(Float, wide, |a, b| min64(d(a), d(b)).to_bits()),
        FloatOp::Max => two!(Float, wide, |a, b| max64(d(a), d(b)).to_bits()),
        FloatOp::Abs => one!(Float, wide, |a: u64| a & !(1 << 63)),
        FloatOp::Neg => one!(Float, wide, |a: u64| a ^ 1 << 63),
        FloatOp::Sqrt => one!(Float, wide, |a| canonical64(d(a).sqrt())),
        FloatOp::Rsqrt => one!(Float, wide, |a| canonical64(1.0 / d(a).sqrt())),
        FloatOp::Rcp => one!(Float, wide, |a| canonical64(1.0 / d(a))),
        FloatOp::Copysign => {
            two!(Float, wide, |a: u64, b: u64| a & 1 << 63 | b & !(1 << 63))
        }
        FloatOp::Sin | FloatOp::Cos | FloatOp::Ex2 | FloatOp::Lg2 | FloatOp::Tanh => None,
    }
}

/// Sums and products that saturate, and what rounds otherwise than to nearest.
fn float64_slowly(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Float { op, flags, to, from, .. } = op else { return };
    let sources = from.map(|slot| registers.wide.get(slot as usize).copied().unwrap_or([0; 32]));
    registers.set_wide(*to, mask, |lane| {
        let operands = sources.map(|source| d(source[lane]));
        let value = match flags.toward {
            Toward::Nearest => value64(*op, operands),
            Toward::Zero | Toward::Down | Toward::Up => rounded64(*op, flags.toward, operands),
        };
        let value = value.unwrap_or(f64::NAN);
        canonical64(if flags.saturate { max64(min64(value, 1.0), 0.0) } else { value })
    });
}

/// What can saturate.
fn value64(op: FloatOp, [a, b, c]: [f64; 3]) -> Option<f64> {
    match op {
        FloatOp::Add => Some(a + b),
        FloatOp::Sub => Some(a - b),
        FloatOp::Mul => Some(a * b),
        FloatOp::Fma => Some(a.mul_add(b, c)),
        FloatOp::Div
        | FloatOp::Min
        | FloatOp::Max
        | FloatOp::Abs
        | FloatOp::Neg
        | FloatOp::Sqrt
        | FloatOp::Rsqrt
        | FloatOp::Rcp
        | FloatOp::Sin
        | FloatOp::Cos
        | FloatOp::Ex2
        | FloatOp::Lg2
        | FloatOp::Tanh
        | FloatOp::Copysign => None,
    }
}

fn f(bits: u32) -> f32 {
    f32::from_bits(bits)
}

fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}
