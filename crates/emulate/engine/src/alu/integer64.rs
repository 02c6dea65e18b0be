//! Integers of 64 bits.

use crate::arithmetic::{bfe64, bfi64, bfind, bfind_shift};
use propp_emulate_ptx::IntegerOp;

use super::{Function, function, one, three, two};

/// The function of an operation on 64 bits; None for those that the decoder does not let through.
pub(super) fn function(op: IntegerOp, signed: bool) -> Option<Function> {
    macro_rules! one_narrow {
        ($f:expr) => {
            function!(Integer, narrow, [(a, wide, 0)], $f)
        };
    }
    macro_rules! shift {
        ($f:expr) => {
            function!(Integer, wide, [(a, wide, 0), (b, narrow, 1)], $f)
        };
    }
    macro_rules! bits {
        ($f:expr) => {
            function!(Integer, wide, [(a, wide, 0), (b, narrow, 1), (c, narrow, 2)], $f)
        };
    }
    match op {
        IntegerOp::Add => two!(Integer, wide, |a: u64, b| a.wrapping_add(b)),
        IntegerOp::Sub => two!(Integer, wide, |a: u64, b| a.wrapping_sub(b)),
        IntegerOp::Mul => two!(Integer, wide, |a: u64, b| a.wrapping_mul(b)),
        IntegerOp::MulHi if signed => two!(Integer, wide, signed_high),
        IntegerOp::MulHi => two!(Integer, wide, high),
        IntegerOp::Mad => three!(Integer, wide, |a: u64, b, c| a.wrapping_mul(b).wrapping_add(c)),
        IntegerOp::MadHi if signed => {
            three!(Integer, wide, |a, b, c| signed_high(a, b).wrapping_add(c))
        }
        IntegerOp::MadHi => three!(Integer, wide, |a, b, c| high(a, b).wrapping_add(c)),
        IntegerOp::Div if signed => {
            two!(Integer, wide, |a, b| if b == 0 { u64::MAX } else { u(s(a).wrapping_div(s(b))) })
        }
        IntegerOp::Div => two!(Integer, wide, |a: u64, b| a.checked_div(b).unwrap_or(u64::MAX)),
        IntegerOp::Rem if signed => {
            two!(Integer, wide, |a, b| if b == 0 { a } else { u(s(a).wrapping_rem(s(b))) })
        }
        IntegerOp::Rem => two!(Integer, wide, |a: u64, b| a.checked_rem(b).unwrap_or(a)),
        IntegerOp::Min if signed => two!(Integer, wide, |a, b| u(s(a).min(s(b)))),
        IntegerOp::Min => two!(Integer, wide, |a: u64, b| a.min(b)),
        IntegerOp::Max if signed => two!(Integer, wide, |a, b| u(s(a).max(s(b)))),
        IntegerOp::Max => two!(Integer, wide, |a: u64, b| a.max(b)),
        IntegerOp::Abs => one!(Integer, wide, |a| u(s(a).wrapping_abs())),
        IntegerOp::Neg => one!(Integer, wide, |a: u64| a.wrapping_neg()),
        IntegerOp::And => two!(Integer, wide, |a, b| a & b),
        IntegerOp::Or => two!(Integer, wide, |a, b| a | b),
        IntegerOp::Xor => two!(Integer, wide, |a, b| a ^ b),
        IntegerOp::Not => one!(Integer, wide, |a: u64| !a),
        IntegerOp::Shl => shift!(|a: u64, b: u32| if b < 64 { a << b } else { 0 }),
        IntegerOp::Shr if signed => shift!(|a, b: u32| u(s(a) >> b.min(63))),
        IntegerOp::Shr => shift!(|a: u64, b: u32| if b < 64 { a >> b } else { 0 }),
        IntegerOp::Popc => one_narrow!(u64::count_ones),
        IntegerOp::Clz => one_narrow!(u64::leading_zeros),
        IntegerOp::Bfind if signed => one_narrow!(|a| bfind(a, 64, true)),
        IntegerOp::Bfind => one_narrow!(|a| bfind(a, 64, false)),
        IntegerOp::BfindShift if signed => one_narrow!(|a| bfind_shift(a, 64, true)),
        IntegerOp::BfindShift => one_narrow!(|a| bfind_shift(a, 64, false)),
        IntegerOp::Brev => one!(Integer, wide, u64::reverse_bits),
        IntegerOp::Bfe if signed => bits!(|a, b, c| bfe64(a, b, c, 64, true)),
        IntegerOp::Bfe => bits!(|a, b, c| bfe64(a, b, c, 64, false)),
        IntegerOp::Bfi => function!(
            Integer,
            wide,
            [(a, wide, 0), (b, wide, 1), (c, narrow, 2), (d, narrow, 3)],
            |a, b, c, d| bfi64(a, b, c, d, 64)
        ),
        IntegerOp::Sad if signed => {
            three!(Integer, wide, |a, b, c: u64| c.wrapping_add(s(a).abs_diff(s(b))))
        }
        IntegerOp::Sad => three!(Integer, wide, |a: u64, b, c: u64| c.wrapping_add(a.abs_diff(b))),
        IntegerOp::MulWide
        | IntegerOp::MadWide
        | IntegerOp::Mul24
        | IntegerOp::Mad24
        | IntegerOp::Prmt
        | IntegerOp::ShfLeftWrap
        | IntegerOp::ShfLeftClamp
        | IntegerOp::ShfRightWrap
        | IntegerOp::ShfRightClamp
        | IntegerOp::Dp4a
        | IntegerOp::BmskClamp
        | IntegerOp::BmskWrap
        | IntegerOp::Lop3 => None,
    }
}

fn s(bits: u64) -> i64 {
    bits.cast_signed()
}

fn u(value: i64) -> u64 {
    value.cast_unsigned()
}

fn high(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 64) as u64
}

fn signed_high(a: u64, b: u64) -> u64 {
    ((i128::from(s(a)) * i128::from(s(b))) >> 64) as u64
}
