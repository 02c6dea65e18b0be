//! Integers of 64 bits.

use crate::arithmetic::{bfe64, bfi64, bfind, bfind_shift};
use propp_emulate_ptx::IntegerOp;

use super::integer::integer;
use super::{Function, function, one, three, two};

/// The function of an operation on 64 bits; None for those that the decoder does not let through.
pub(super) fn function(op: IntegerOp, signed: bool) -> Option<Function> {
    macro_rules! shift {
        ($f:expr) => {
            function!(Integer, wide, [(a, wide, 0), (b, narrow, 1)], $f)
        };
    }
    integer!(op, signed, wide, u64,
        IntegerOp::Shl => shift!(|a: u64, b: u32| if b < 64 { a << b } else { 0 }),
        IntegerOp::Shr if signed => shift!(|a, b: u32| u(s(a) >> b.min(63))),
        IntegerOp::Shr => shift!(|a: u64, b: u32| if b < 64 { a >> b } else { 0 }),
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
        | IntegerOp::Dp2aLow
        | IntegerOp::Dp2aHigh
        | IntegerOp::BmskClamp
        | IntegerOp::BmskWrap
        | IntegerOp::Lop3 => None,
    )
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
