//! Floats of 32 and 64 bits. Sums, products, quotients, roots and fused products round once,
//! to nearest even, as the hardware does; the approximate functions are the host's.

use propp_ptx::{Alu, Flags, Slot, Toward};

use propp_arithmetic::{rounded32, rounded64};

use crate::lanes::{Registers, map};

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

impl Registers {
    pub(super) fn float32(
        &mut self,
        alu: Alu,
        flags: Flags,
        to: Slot,
        from: &[Slot; 4],
        mask: u32,
    ) {
        let f = f32::from_bits;
        macro_rules! one {
            ($f:expr) => {
                map!(mask, self.narrow, to, [(a, self.narrow, from[0])], $f)
            };
        }
        macro_rules! two {
            ($f:expr) => {
                map!(
                    mask,
                    self.narrow,
                    to,
                    [(a, self.narrow, from[0]), (b, self.narrow, from[1])],
                    $f
                )
            };
        }
        macro_rules! three {
            ($f:expr) => {
                map!(
                    mask,
                    self.narrow,
                    to,
                    [
                        (a, self.narrow, from[0]),
                        (b, self.narrow, from[1]),
                        (c, self.narrow, from[2])
                    ],
                    $f
                )
            };
        }
        if flags.flush || flags.saturate || flags.toward != Toward::Nearest {
            return self.float32_with_flags(alu, flags, to, from, mask);
        }
        match alu {
            Alu::Add => two!(|a, b| canonical32(f(a) + f(b))),
            Alu::Sub => two!(|a, b| canonical32(f(a) - f(b))),
            Alu::Mul => two!(|a, b| canonical32(f(a) * f(b))),
            Alu::Div => two!(|a, b| canonical32(f(a) / f(b))),
            Alu::Fma | Alu::Mad => three!(|a, b, c| canonical32(f(a).mul_add(f(b), f(c)))),
            Alu::Min => two!(|a, b| min32(f(a), f(b), flags.nan).to_bits()),
            Alu::Max => two!(|a, b| max32(f(a), f(b), flags.nan).to_bits()),
            Alu::Abs => one!(|a: u32| a & 0x7fff_ffff),
            Alu::Neg => one!(|a: u32| a ^ 0x8000_0000),
            _ => one!(|a| canonical32(function32(alu, f(a), 0.0))),
        }
        if alu == Alu::Copysign {
            two!(|a, b| a & 0x8000_0000 | b & 0x7fff_ffff);
        }
    }

    fn float32_with_flags(
        &mut self,
        alu: Alu,
        flags: Flags,
        to: Slot,
        from: &[Slot; 4],
        mask: u32,
    ) {
        let sources = from.map(|slot| self.narrow.get(slot as usize).copied().unwrap_or([0; 32]));
        self.set_narrow(to, mask, |lane| {
            let [a, b, c, _] =
                sources.map(|source| flushed(f32::from_bits(source[lane]), flags.flush));
            let value = match alu {
                _ if flags.toward != Toward::Nearest => rounded32(alu, flags.toward, [a, b, c]),
                Alu::Add => a + b,
                Alu::Sub => a - b,
                Alu::Mul => a * b,
                Alu::Div => a / b,
                Alu::Fma | Alu::Mad => a.mul_add(b, c),
                Alu::Min => min32(a, b, flags.nan),
                Alu::Max => max32(a, b, flags.nan),
                Alu::Abs => a.abs(),
                Alu::Neg => -a,
                _ => function32(alu, a, b),
            };
            canonical32(saturated(flushed(value, flags.flush), flags.saturate))
        });
    }

    pub(super) fn float64(
        &mut self,
        alu: Alu,
        flags: Flags,
        to: Slot,
        from: &[Slot; 4],
        mask: u32,
    ) {
        let f = f64::from_bits;
        macro_rules! one {
            ($f:expr) => {
                map!(mask, self.wide, to, [(a, self.wide, from[0])], $f)
            };
        }
        macro_rules! two {
            ($f:expr) => {
                map!(mask, self.wide, to, [(a, self.wide, from[0]), (b, self.wide, from[1])], $f)
            };
        }
        let saturate = |x: f64| {
            if flags.saturate { max64(min64(x, 1.0), 0.0) } else { x }
        };
        if flags.toward != Toward::Nearest {
            let sources = from.map(|slot| self.wide.get(slot as usize).copied().unwrap_or([0; 32]));
            return self.set_wide(to, mask, |lane| {
                let [a, b, c, _] = sources.map(|source| f(source[lane]));
                canonical64(saturate(rounded64(alu, flags.toward, [a, b, c])))
            });
        }
        match alu {
            Alu::Add => two!(|a, b| canonical64(saturate(f(a) + f(b)))),
            Alu::Sub => two!(|a, b| canonical64(saturate(f(a) - f(b)))),
            Alu::Mul => two!(|a, b| canonical64(saturate(f(a) * f(b)))),
            Alu::Div => two!(|a, b| canonical64(f(a) / f(b))),
            Alu::Fma | Alu::Mad => map!(
                mask,
                self.wide,
                to,
                [(a, self.wide, from[0]), (b, self.wide, from[1]), (c, self.wide, from[2])],
                |a, b, c| canonical64(saturate(f(a).mul_add(f(b), f(c))))
            ),
            Alu::Min => two!(|a, b| min64(f(a), f(b)).to_bits()),
            Alu::Max => two!(|a, b| max64(f(a), f(b)).to_bits()),
            Alu::Abs => one!(|a: u64| a & !(1 << 63)),
            Alu::Neg => one!(|a: u64| a ^ 1 << 63),
            Alu::Sqrt => one!(|a| canonical64(f(a).sqrt())),
            Alu::Rsqrt => one!(|a| canonical64(1.0 / f(a).sqrt())),
            Alu::Rcp => one!(|a| canonical64(1.0 / f(a))),
            Alu::Copysign => two!(|a: u64, b: u64| a & 1 << 63 | b & !(1 << 63)),
            // The decoder lets through no others.
            _ => {}
        }
    }
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
