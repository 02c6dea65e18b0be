//! Integers of 32 bits.

use crate::arithmetic::{
    bfe64, bfi64, bfind, bfind_shift, bmsk, dp2a, dp4a, lop3, prmt, sar32, shl32, shr32,
};
use propp_emulate_ptx::{IntegerOp, LaneOp};

use super::{Function, function, one, three, two};
use crate::lanes::map;

/// The function of an operation: one of `$own`, or one that 32 and 64 bits have alike.
macro_rules! integer {
    (find $f:ident, $file:ident, $unsigned:ident, $signed:literal) => {
        function!(Integer, narrow, [(a, $file, 0)], |a: $unsigned| {
            $f(u64::from(a), $unsigned::BITS, $signed)
        })
    };
    (field $file:ident, $unsigned:ident, $signed:literal) => {
        function!(
            Integer,
            $file,
            [(a, $file, 0), (b, narrow, 1), (c, narrow, 2)],
            |a: $unsigned, b, c| {
                bfe64(u64::from(a), b, c, $unsigned::BITS, $signed) as $unsigned
            }
        )
    };
    ($op:expr, $signed:expr, $file:ident, $unsigned:ident, $($own:tt)*) => {
        match $op {
            $($own)*
            IntegerOp::Add => two!(Integer, $file, |a: $unsigned, b| a.wrapping_add(b)),
            IntegerOp::Sub => two!(Integer, $file, |a: $unsigned, b| a.wrapping_sub(b)),
            IntegerOp::Mul => two!(Integer, $file, |a: $unsigned, b| a.wrapping_mul(b)),
            IntegerOp::MulHi if $signed => two!(Integer, $file, signed_high),
            IntegerOp::MulHi => two!(Integer, $file, high),
            IntegerOp::MadHi if $signed => {
                three!(Integer, $file, |a, b, c| signed_high(a, b).wrapping_add(c))
            }
            IntegerOp::MadHi => three!(Integer, $file, |a, b, c| high(a, b).wrapping_add(c)),
            IntegerOp::Mad => {
                three!(Integer, $file, |a: $unsigned, b, c| a.wrapping_mul(b).wrapping_add(c))
            }
            IntegerOp::Div if $signed => two!(Integer, $file, |a, b| {
                if b == 0 { $unsigned::MAX } else { u(s(a).wrapping_div(s(b))) }
            }),
            IntegerOp::Div => {
                two!(Integer, $file, |a: $unsigned, b| a.checked_div(b).unwrap_or($unsigned::MAX))
            }
            IntegerOp::Rem if $signed => {
                two!(Integer, $file, |a, b| if b == 0 { a } else { u(s(a).wrapping_rem(s(b))) })
            }
            IntegerOp::Rem => two!(Integer, $file, |a: $unsigned, b| a.checked_rem(b).unwrap_or(a)),
            IntegerOp::Min if $signed => two!(Integer, $file, |a, b| u(s(a).min(s(b)))),
            IntegerOp::Min => two!(Integer, $file, |a: $unsigned, b| a.min(b)),
            IntegerOp::Max if $signed => two!(Integer, $file, |a, b| u(s(a).max(s(b)))),
            IntegerOp::Max => two!(Integer, $file, |a: $unsigned, b| a.max(b)),
            IntegerOp::Abs => one!(Integer, $file, |a| u(s(a).wrapping_abs())),
            IntegerOp::Neg => one!(Integer, $file, |a: $unsigned| a.wrapping_neg()),
            IntegerOp::And => two!(Integer, $file, |a, b| a & b),
            IntegerOp::Or => two!(Integer, $file, |a, b| a | b),
            IntegerOp::Xor => two!(Integer, $file, |a, b| a ^ b),
            IntegerOp::Not => one!(Integer, $file, |a: $unsigned| !a),
            IntegerOp::Popc => function!(Integer, narrow, [(a, $file, 0)], $unsigned::count_ones),
            IntegerOp::Clz => function!(Integer, narrow, [(a, $file, 0)], $unsigned::leading_zeros),
            IntegerOp::Brev => one!(Integer, $file, $unsigned::reverse_bits),
            IntegerOp::Sad if $signed => {
                three!(Integer, $file, |a, b, c: $unsigned| c.wrapping_add(s(a).abs_diff(s(b))))
            }
            IntegerOp::Sad => {
                three!(Integer, $file, |a: $unsigned, b, c: $unsigned| c.wrapping_add(a.abs_diff(b)))
            }
            IntegerOp::Bfind if $signed => integer!(find bfind, $file, $unsigned, true),
            IntegerOp::Bfind => integer!(find bfind, $file, $unsigned, false),
            IntegerOp::BfindShift if $signed => integer!(find bfind_shift, $file, $unsigned, true),
            IntegerOp::BfindShift => integer!(find bfind_shift, $file, $unsigned, false),
            IntegerOp::Bfe if $signed => integer!(field $file, $unsigned, true),
            IntegerOp::Bfe => integer!(field $file, $unsigned, false),
            IntegerOp::Bfi => function!(
                Integer,
                $file,
                [(a, $file, 0), (b, $file, 1), (c, narrow, 2), (d, narrow, 3)],
                |a: $unsigned, b: $unsigned, c, d| {
                    bfi64(u64::from(a), u64::from(b), c, d, $unsigned::BITS) as $unsigned
                }
            ),
        }
    };
}
pub(super) use integer;

/// The function of an operation on 32 bits, which has them all.
pub(super) fn function(op: IntegerOp, signed: bool, saturate: bool) -> Option<Function> {
    macro_rules! immediate {
        ($f:expr) => {{
            let function: Function = |registers, op, mask| {
                let LaneOp::Integer { to, from, immediate, .. } = op else { return };
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
    integer!(op, signed, narrow, u32,
        IntegerOp::Add if saturate => two!(Integer, narrow, |a, b| u(s(a).saturating_add(s(b)))),
        IntegerOp::Sub if saturate => two!(Integer, narrow, |a, b| u(s(a).saturating_sub(s(b)))),
        IntegerOp::MulWide if signed => {
            function!(Integer, wide, [(a, narrow, 0), (b, narrow, 1)], |a, b| (i64::from(s(a))
                * i64::from(s(b)))
            .cast_unsigned())
        }
        IntegerOp::MulWide => {
            function!(Integer, wide, [(a, narrow, 0), (b, narrow, 1)], |a: u32, b: u32| u64::from(
                a
            )
                * u64::from(b))
        }
        IntegerOp::MadWide if signed => {
            function!(
                Integer,
                wide,
                [(a, narrow, 0), (b, narrow, 1), (c, wide, 2)],
                |a, b, c: u64| {
                    (i64::from(s(a)) * i64::from(s(b))).cast_unsigned().wrapping_add(c)
                }
            )
        }
        IntegerOp::MadWide => function!(
            Integer,
            wide,
            [(a, narrow, 0), (b, narrow, 1), (c, wide, 2)],
            |a: u32, b: u32, c: u64| (u64::from(a) * u64::from(b)).wrapping_add(c)
        ),
        IntegerOp::Mul24 if signed => {
            two!(Integer, narrow, |a, b| u((s(a) << 8 >> 8).wrapping_mul(s(b) << 8 >> 8)))
        }
        IntegerOp::Mul24 => {
            two!(Integer, narrow, |a: u32, b: u32| (a & 0xff_ffff).wrapping_mul(b & 0xff_ffff))
        }
        IntegerOp::Mad24 if signed => three!(Integer, narrow, |a, b, c: u32| {
            u((s(a) << 8 >> 8).wrapping_mul(s(b) << 8 >> 8)).wrapping_add(c)
        }),
        IntegerOp::Mad24 => three!(Integer, narrow, |a: u32, b: u32, c| {
            (a & 0xff_ffff).wrapping_mul(b & 0xff_ffff).wrapping_add(c)
        }),
        IntegerOp::Shl => two!(Integer, narrow, shl32),
        IntegerOp::Shr if signed => two!(Integer, narrow, sar32),
        IntegerOp::Shr => two!(Integer, narrow, shr32),
        IntegerOp::Prmt => immediate!(prmt),
        // The upper and the lower half of b:a, moved.
        IntegerOp::ShfLeftWrap => three!(Integer, narrow, |a: u32, b: u32, c: u32| {
            (((u64::from(b) << 32 | u64::from(a)) << (c & 31)) >> 32) as u32
        }),
        IntegerOp::ShfLeftClamp => three!(Integer, narrow, |a: u32, b: u32, c: u32| {
            (((u64::from(b) << 32 | u64::from(a)) << c.min(32)) >> 32) as u32
        }),
        IntegerOp::ShfRightWrap => three!(Integer, narrow, |a: u32, b: u32, c: u32| {
            ((u64::from(b) << 32 | u64::from(a)) >> (c & 31)) as u32
        }),
        IntegerOp::ShfRightClamp => three!(Integer, narrow, |a: u32, b: u32, c: u32| {
            ((u64::from(b) << 32 | u64::from(a)) >> c.min(32)) as u32
        }),
        IntegerOp::Dp4a => immediate!(dp4a),
        IntegerOp::Dp2aLow => immediate!(dp2a),
        IntegerOp::Dp2aHigh => {
            immediate!(|a: u32, b: u32, c: u32, signs: u32| dp2a(a, b >> 16, c, signs))
        }
        IntegerOp::BmskClamp => two!(Integer, narrow, bmsk),
        IntegerOp::BmskWrap => two!(Integer, narrow, |a: u32, b: u32| bmsk(a & 31, b & 31)),
        IntegerOp::Lop3 => immediate!(lop3),
    )
}

fn s(bits: u32) -> i32 {
    bits.cast_signed()
}

fn u(value: i32) -> u32 {
    value.cast_unsigned()
}

fn high(a: u32, b: u32) -> u32 {
    ((u64::from(a) * u64::from(b)) >> 32) as u32
}

fn signed_high(a: u32, b: u32) -> u32 {
    ((i64::from(s(a)) * i64::from(s(b))) >> 32) as u32
}
