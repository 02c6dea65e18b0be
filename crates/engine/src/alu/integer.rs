//! Integers.

use crate::arithmetic::{
    bfe64, bfi64, bfind, bfind_shift, bmsk, dp4a, lop3, prmt, sar32, shl32, shr32,
};
use propp_ptx::{Alu, Flags, Op};

use super::{Function, function, one, three, two};
use crate::lanes::map;

/// The function of an operation on 32 bits; None for those of floats.
#[expect(clippy::too_many_lines, reason = "one arm for each operation")]
pub(super) fn integer32(alu: Alu, signed: bool, flags: Flags) -> Option<Function> {
    macro_rules! immediate {
        ($f:expr) => {{
            let function: Function = |registers, op, mask| {
                let Op::Alu { to, from, immediate, .. } = op else { return };
                map!(
                    mask,
                    registers.narrow,
                    *to,
                    [
                        (a, registers.narrow, from[0]),
                        (b, registers.narrow, from[1]),
                        (c, registers.narrow, from[2])
                    ],
                    |a, b, c| $f(a, b, c, *immediate)
                );
            };
            Some(function)
        }};
    }
    match alu {
        Alu::Add if flags.saturate => two!(narrow, |a, b| u(s(a).saturating_add(s(b)))),
        Alu::Sub if flags.saturate => two!(narrow, |a, b| u(s(a).saturating_sub(s(b)))),
        Alu::Add => two!(narrow, |a: u32, b| a.wrapping_add(b)),
        Alu::Sub => two!(narrow, |a: u32, b| a.wrapping_sub(b)),
        Alu::Mul => two!(narrow, |a: u32, b| a.wrapping_mul(b)),
        Alu::MulHi if signed => {
            two!(narrow, |a, b| ((i64::from(s(a)) * i64::from(s(b))) >> 32) as u32)
        }
        Alu::MulHi => two!(narrow, |a, b| ((u64::from(a) * u64::from(b)) >> 32) as u32),
        Alu::MulWide if signed => {
            function!(wide, [(a, narrow, 0), (b, narrow, 1)], |a, b| (i64::from(s(a))
                * i64::from(s(b)))
            .cast_unsigned())
        }
        Alu::MulWide => {
            function!(wide, [(a, narrow, 0), (b, narrow, 1)], |a: u32, b: u32| u64::from(a)
                * u64::from(b))
        }
        Alu::Mad => three!(narrow, |a: u32, b, c| a.wrapping_mul(b).wrapping_add(c)),
        Alu::MadHi if signed => three!(narrow, |a, b, c: u32| {
            (((i64::from(s(a)) * i64::from(s(b))) >> 32) as u32).wrapping_add(c)
        }),
        Alu::MadHi => three!(narrow, |a, b, c: u32| {
            (((u64::from(a) * u64::from(b)) >> 32) as u32).wrapping_add(c)
        }),
        Alu::MadWide if signed => {
            function!(wide, [(a, narrow, 0), (b, narrow, 1), (c, wide, 2)], |a, b, c: u64| {
                (i64::from(s(a)) * i64::from(s(b))).cast_unsigned().wrapping_add(c)
            })
        }
        Alu::MadWide => function!(
            wide,
            [(a, narrow, 0), (b, narrow, 1), (c, wide, 2)],
            |a: u32, b: u32, c: u64| (u64::from(a) * u64::from(b)).wrapping_add(c)
        ),
        Alu::Mul24 if signed => {
            two!(narrow, |a, b| u((s(a) << 8 >> 8).wrapping_mul(s(b) << 8 >> 8)))
        }
        Alu::Mul24 => two!(narrow, |a: u32, b: u32| (a & 0xff_ffff).wrapping_mul(b & 0xff_ffff)),
        Alu::Mad24 if signed => three!(narrow, |a, b, c: u32| {
            u((s(a) << 8 >> 8).wrapping_mul(s(b) << 8 >> 8)).wrapping_add(c)
        }),
        Alu::Mad24 => three!(narrow, |a: u32, b: u32, c| {
            (a & 0xff_ffff).wrapping_mul(b & 0xff_ffff).wrapping_add(c)
        }),
        Alu::Div if signed => {
            two!(narrow, |a, b| if b == 0 { u32::MAX } else { u(s(a).wrapping_div(s(b))) })
        }
        Alu::Div => two!(narrow, |a: u32, b| a.checked_div(b).unwrap_or(u32::MAX)),
        Alu::Rem if signed => {
            two!(narrow, |a, b| if b == 0 { a } else { u(s(a).wrapping_rem(s(b))) })
        }
        Alu::Rem => two!(narrow, |a: u32, b| a.checked_rem(b).unwrap_or(a)),
        Alu::Min if signed => two!(narrow, |a, b| u(s(a).min(s(b)))),
        Alu::Min => two!(narrow, |a: u32, b| a.min(b)),
        Alu::Max if signed => two!(narrow, |a, b| u(s(a).max(s(b)))),
        Alu::Max => two!(narrow, |a: u32, b| a.max(b)),
        Alu::Abs => one!(narrow, |a| u(s(a).wrapping_abs())),
        Alu::Neg => one!(narrow, |a: u32| a.wrapping_neg()),
        Alu::And => two!(narrow, |a, b| a & b),
        Alu::Or => two!(narrow, |a, b| a | b),
        Alu::Xor => two!(narrow, |a, b| a ^ b),
        Alu::Not => one!(narrow, |a: u32| !a),
        Alu::Shl => two!(narrow, shl32),
        Alu::Shr if signed => two!(narrow, sar32),
        Alu::Shr => two!(narrow, shr32),
        Alu::Popc => one!(narrow, u32::count_ones),
        Alu::Clz => one!(narrow, u32::leading_zeros),
        Alu::Brev => one!(narrow, u32::reverse_bits),
        Alu::Bfind if signed => one!(narrow, |a: u32| bfind(u64::from(a), 32, true)),
        Alu::Bfind => one!(narrow, |a: u32| bfind(u64::from(a), 32, false)),
        Alu::BfindShift if signed => one!(narrow, |a: u32| bfind_shift(u64::from(a), 32, true)),
        Alu::BfindShift => one!(narrow, |a: u32| bfind_shift(u64::from(a), 32, false)),
        Alu::Bfe if signed => {
            three!(narrow, |a: u32, b, c| bfe64(u64::from(a), b, c, 32, true) as u32)
        }
        Alu::Bfe => three!(narrow, |a: u32, b, c| bfe64(u64::from(a), b, c, 32, false) as u32),
        Alu::Bfi => function!(
            narrow,
            [(a, narrow, 0), (b, narrow, 1), (c, narrow, 2), (d, narrow, 3)],
            |a: u32, b: u32, c, d| bfi64(u64::from(a), u64::from(b), c, d, 32) as u32
        ),
        Alu::Prmt => immediate!(prmt),
        // The upper and the lower half of b:a, moved.
        Alu::ShfLeftWrap => three!(narrow, |a: u32, b: u32, c: u32| {
            (((u64::from(b) << 32 | u64::from(a)) << (c & 31)) >> 32) as u32
        }),
        Alu::ShfLeftClamp => three!(narrow, |a: u32, b: u32, c: u32| {
            (((u64::from(b) << 32 | u64::from(a)) << c.min(32)) >> 32) as u32
        }),
        Alu::ShfRightWrap => three!(narrow, |a: u32, b: u32, c: u32| {
            ((u64::from(b) << 32 | u64::from(a)) >> (c & 31)) as u32
        }),
        Alu::ShfRightClamp => three!(narrow, |a: u32, b: u32, c: u32| {
            ((u64::from(b) << 32 | u64::from(a)) >> c.min(32)) as u32
        }),
        Alu::Dp4a => immediate!(dp4a),
        Alu::BmskClamp => two!(narrow, bmsk),
        Alu::BmskWrap => two!(narrow, |a: u32, b: u32| bmsk(a & 31, b & 31)),
        Alu::Lop3 => immediate!(lop3),
        Alu::Sad if signed => three!(narrow, |a, b, c: u32| c.wrapping_add(s(a).abs_diff(s(b)))),
        Alu::Sad => three!(narrow, |a: u32, b, c: u32| c.wrapping_add(a.abs_diff(b))),
        // Of floats only.
        Alu::Fma
        | Alu::Sqrt
        | Alu::Rsqrt
        | Alu::Rcp
        | Alu::Sin
        | Alu::Cos
        | Alu::Ex2
        | Alu::Lg2
        | Alu::Tanh
        | Alu::Copysign => None,
    }
}

fn s(bits: u32) -> i32 {
    bits.cast_signed()
}

fn u(value: i32) -> u32 {
    value.cast_unsigned()
}
