//! Floats of 32 and 64 bits. Sums, products, quotients, roots and fused products round once,
//! to nearest even, as the hardware does; the approximate functions are the host's.

use crate::arithmetic::{rounded32, rounded64};
use propp_ptx::{Alu, Flags, Op, Toward};

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

/// The function of an operation on 32 bits.
pub(super) fn float32(alu: Alu, flags: Flags) -> Option<Function> {
    if flags.flush || flags.saturate || flags.toward != Toward::Nearest {
        return Some(float32_slowly);
    }
    match alu {
        Alu::Add => two!(narrow, |a, b| canonical32(f(a) + f(b))),
        Alu::Sub => two!(narrow, |a, b| canonical32(f(a) - f(b))),
        Alu::Mul => two!(narrow, |a, b| canonical32(f(a) * f(b))),
        Alu::Div => two!(narrow, |a, b| canonical32(f(a) / f(b))),
        Alu::Fma | Alu::Mad => three!(narrow, |a, b, c| canonical32(f(a).mul_add(f(b), f(c)))),
        Alu::Min if !flags.nan => two!(narrow, |a, b| min32(f(a), f(b), false).to_bits()),
        Alu::Max if !flags.nan => two!(narrow, |a, b| max32(f(a), f(b), false).to_bits()),
        Alu::Abs => one!(narrow, |a: u32| a & 0x7fff_ffff),
        Alu::Neg => one!(narrow, |a: u32| a ^ 0x8000_0000),
        Alu::Sqrt => one!(narrow, |a| canonical32(f(a).sqrt())),
        Alu::Rcp => one!(narrow, |a| canonical32(1.0 / f(a))),
        Alu::Copysign => two!(narrow, |a, b| a & 0x8000_0000 | b & 0x7fff_ffff),
        _ => Some(float32_slowly),
    }
}

fn float32_slowly(registers: &mut Registers, op: &Op, mask: u32) {
    let Op::Alu { alu, flags, to, from, .. } = op else { return };
    let sources = registers.sources(from);
    registers.set_narrow(*to, mask, |lane| {
        let [a, b, c, _] = sources.map(|source| flushed(f32::from_bits(source[lane]), flags.flush));
        let value = match alu {
            _ if flags.toward != Toward::Nearest => rounded32(*alu, flags.toward, [a, b, c]),
            Alu::Add => a + b,
            Alu::Sub => a - b,
            Alu::Mul => a * b,
            Alu::Div => a / b,
            Alu::Fma | Alu::Mad => a.mul_add(b, c),
            Alu::Min => min32(a, b, flags.nan),
            Alu::Max => max32(a, b, flags.nan),
            Alu::Abs => a.abs(),
            Alu::Neg => -a,
            _ => function32(*alu, a, b),
        };
        canonical32(saturated(flushed(value, flags.flush), flags.saturate))
    });
}

/// The function of an operation on 64 bits; None for those that the decoder does not let through.
pub(super) fn float64(alu: Alu, flags: Flags) -> Option<Function> {
    if flags.saturate || flags.toward != Toward::Nearest {
        return Some(float64_slowly);
    }
    match alu {
        Alu::Add => two!(wide, |a, b| canonical64(d(a) + d(b))),
        Alu::Sub => two!(wide, |a, b| canonical64(d(a) - d(b))),
        Alu::Mul => two!(wide, |a, b| canonical64(d(a) * d(b))),
        Alu::Div => two!(wide, |a, b| canonical64(d(a) / d(b))),
        Alu::Fma | Alu::Mad => three!(wide, |a, b, c| canonical64(d(a).mul_add(d(b), d(c)))),
        Alu::Min => two!(wide, |a, b| min64(d(a), d(b)).to_bits()),
        Alu::Max => two!(wide, |a, b| max64(d(a), d(b)).to_bits()),
        Alu::Abs => one!(wide, |a: u64| a & !(1 << 63)),
        Alu::Neg => one!(wide, |a: u64| a ^ 1 << 63),
        Alu::Sqrt => one!(wide, |a| canonical64(d(a).sqrt())),
        Alu::Rsqrt => one!(wide, |a| canonical64(1.0 / d(a).sqrt())),
        Alu::Rcp => one!(wide, |a| canonical64(1.0 / d(a))),
        Alu::Copysign => two!(wide, |a: u64, b: u64| a & 1 << 63 | b & !(1 << 63)),
        _ => None,
    }
}

/// Sums and products that saturate, and what rounds otherwise than to nearest.
fn float64_slowly(registers: &mut Registers, op: &Op, mask: u32) {
    let Op::Alu { alu, flags, to, from, .. } = op else { return };
    let sources = from.map(|slot| registers.wide.get(slot as usize).copied().unwrap_or([0; 32]));
    registers.set_wide(*to, mask, |lane| {
        let [a, b, c, _] = sources.map(|source| d(source[lane]));
        let value = match alu {
            _ if flags.toward != Toward::Nearest => rounded64(*alu, flags.toward, [a, b, c]),
            Alu::Add => a + b,
            Alu::Sub => a - b,
            Alu::Mul => a * b,
            _ => a.mul_add(b, c),
        };
        canonical64(if flags.saturate { max64(min64(value, 1.0), 0.0) } else { value })
    });
}

fn f(bits: u32) -> f32 {
    f32::from_bits(bits)
}

fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn function32(alu: Alu, a: f32, b: f32) -> f32 {
    match alu {
        Alu::Sqrt => a.sqrt(),
        // Both round once.
        Alu::Rsqrt => (1.0 / f64::from(a).sqrt()) as f32,
        Alu::Rcp => 1.0 / a,
        Alu::Sin => a.sin(),
        Alu::Cos => a.cos(),
        Alu::Ex2 => a.exp2(),
        Alu::Lg2 => a.log2(),
        Alu::Tanh => a.tanh(),
        Alu::Copysign => b.copysign(a),
        _ => a,
    }
}
