//! Integers of 64 bits.

use crate::arithmetic::{bfe64, bfi64, bfind, bfind_shift};
use propp_ptx::Alu;

use super::{Function, function, one, three, two};

/// The function of an operation on 64 bits; None for those that the decoder does not let through.
pub(super) fn integer64(alu: Alu, signed: bool) -> Option<Function> {
    macro_rules! one_narrow {
        ($f:expr) => {
            function!(narrow, [(a, wide, 0)], $f)
        };
    }
    macro_rules! shift {
        ($f:expr) => {
            function!(wide, [(a, wide, 0), (b, narrow, 1)], $f)
        };
    }
    macro_rules! bits {
        ($f:expr) => {
            function!(wide, [(a, wide, 0), (b, narrow, 1), (c, narrow, 2)], $f)
        };
    }
    match alu {
        Alu::Add => two!(wide, |a: u64, b| a.wrapping_add(b)),
        Alu::Sub => two!(wide, |a: u64, b| a.wrapping_sub(b)),
        Alu::Mul => two!(wide, |a: u64, b| a.wrapping_mul(b)),
        Alu::MulHi if signed => two!(wide, signed_high),
        Alu::MulHi => two!(wide, high),
        Alu::Mad => three!(wide, |a: u64, b, c| a.wrapping_mul(b).wrapping_add(c)),
        Alu::MadHi if signed => three!(wide, |a, b, c| signed_high(a, b).wrapping_add(c)),
        Alu::MadHi => three!(wide, |a, b, c| high(a, b).wrapping_add(c)),
        Alu::Div if signed => {
            two!(wide, |a, b| if b == 0 { u64::MAX } else { u(s(a).wrapping_div(s(b))) })
        }
        Alu::Div => two!(wide, |a: u64, b| a.checked_div(b).unwrap_or(u64::MAX)),
        Alu::Rem if signed => {
            two!(wide, |a, b| if b == 0 { a } else { u(s(a).wrapping_rem(s(b))) })
        }
        Alu::Rem => two!(wide, |a: u64, b| a.checked_rem(b).unwrap_or(a)),
        Alu::Min if signed => two!(wide, |a, b| u(s(a).min(s(b)))),
        Alu::Min => two!(wide, |a: u64, b| a.min(b)),
        Alu::Max if signed => two!(wide, |a, b| u(s(a).max(s(b)))),
        Alu::Max => two!(wide, |a: u64, b| a.max(b)),
        Alu::Abs => one!(wide, |a| u(s(a).wrapping_abs())),
        Alu::Neg => one!(wide, |a: u64| a.wrapping_neg()),
        Alu::And => two!(wide, |a, b| a & b),
        Alu::Or => two!(wide, |a, b| a | b),
        Alu::Xor => two!(wide, |a, b| a ^ b),
        Alu::Not => one!(wide, |a: u64| !a),
        Alu::Shl => shift!(|a: u64, b: u32| if b < 64 { a << b } else { 0 }),
        Alu::Shr if signed => shift!(|a, b: u32| u(s(a) >> b.min(63))),
        Alu::Shr => shift!(|a: u64, b: u32| if b < 64 { a >> b } else { 0 }),
        Alu::Popc => one_narrow!(u64::count_ones),
        Alu::Clz => one_narrow!(u64::leading_zeros),
        Alu::Bfind if signed => one_narrow!(|a| bfind(a, 64, true)),
        Alu::Bfind => one_narrow!(|a| bfind(a, 64, false)),
        Alu::BfindShift if signed => one_narrow!(|a| bfind_shift(a, 64, true)),
        Alu::BfindShift => one_narrow!(|a| bfind_shift(a, 64, false)),
        Alu::Brev => one!(wide, u64::reverse_bits),
        Alu::Bfe if signed => bits!(|a, b, c| bfe64(a, b, c, 64, true)),
        Alu::Bfe => bits!(|a, b, c| bfe64(a, b, c, 64, false)),
        Alu::Bfi => function!(
            wide,
            [(a, wide, 0), (b, wide, 1), (c, narrow, 2), (d, narrow, 3)],
            |a, b, c, d| bfi64(a, b, c, d, 64)
        ),
        Alu::Sad if signed => three!(wide, |a, b, c: u64| c.wrapping_add(s(a).abs_diff(s(b)))),
        Alu::Sad => three!(wide, |a: u64, b, c: u64| c.wrapping_add(a.abs_diff(b))),
        // The decoder lets through no others of this width.
        _ => None,
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
