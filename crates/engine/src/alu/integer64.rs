//! Integers of 64 bits.

use propp_ptx::{Alu, Slot};

use crate::lanes::{Registers, map};
use propp_arithmetic::{bfe64, bfi64, bfind, bfind_shift};

impl Registers {
    pub(super) fn integer64(
        &mut self,
        alu: Alu,
        signed: bool,
        to: Slot,
        from: &[Slot; 4],
        mask: u32,
    ) {
        macro_rules! one {
            ($f:expr) => {
                map!(mask, self.wide, to, [(a, self.wide, from[0])], $f)
            };
        }
        macro_rules! one_narrow {
            ($f:expr) => {
                map!(mask, self.narrow, to, [(a, self.wide, from[0])], $f)
            };
        }
        macro_rules! two {
            ($f:expr) => {
                map!(mask, self.wide, to, [(a, self.wide, from[0]), (b, self.wide, from[1])], $f)
            };
        }
        macro_rules! shift {
            ($f:expr) => {
                map!(mask, self.wide, to, [(a, self.wide, from[0]), (b, self.narrow, from[1])], $f)
            };
        }
        macro_rules! three {
            ($f:expr) => {
                map!(
                    mask,
                    self.wide,
                    to,
                    [(a, self.wide, from[0]), (b, self.wide, from[1]), (c, self.wide, from[2])],
                    $f
                )
            };
        }
        let s = u64::cast_signed;
        let u = i64::cast_unsigned;
        let high = |a: u64, b: u64| {
            if signed {
                ((i128::from(s(a)) * i128::from(s(b))) >> 64) as u64
            } else {
                ((u128::from(a) * u128::from(b)) >> 64) as u64
            }
        };
        match alu {
            Alu::Add => two!(|a: u64, b| a.wrapping_add(b)),
            Alu::Sub => two!(|a: u64, b| a.wrapping_sub(b)),
            Alu::Mul => two!(|a: u64, b| a.wrapping_mul(b)),
            Alu::MulHi => two!(high),
            Alu::Mad => three!(|a: u64, b, c| a.wrapping_mul(b).wrapping_add(c)),
            Alu::MadHi => three!(|a, b, c| high(a, b).wrapping_add(c)),
            Alu::Div if signed => {
                two!(|a, b| if b == 0 { u64::MAX } else { u(s(a).wrapping_div(s(b))) });
            }
            Alu::Div => two!(|a: u64, b| a.checked_div(b).unwrap_or(u64::MAX)),
            Alu::Rem if signed => {
                two!(|a, b| if b == 0 { a } else { u(s(a).wrapping_rem(s(b))) });
            }
            Alu::Rem => two!(|a: u64, b| a.checked_rem(b).unwrap_or(a)),
            Alu::Min if signed => two!(|a, b| u(s(a).min(s(b)))),
            Alu::Min => two!(|a: u64, b| a.min(b)),
            Alu::Max if signed => two!(|a, b| u(s(a).max(s(b)))),
            Alu::Max => two!(|a: u64, b| a.max(b)),
            Alu::Abs => one!(|a| u(s(a).wrapping_abs())),
            Alu::Neg => one!(|a: u64| a.wrapping_neg()),
            Alu::And => two!(|a, b| a & b),
            Alu::Or => two!(|a, b| a | b),
            Alu::Xor => two!(|a, b| a ^ b),
            Alu::Not => one!(|a: u64| !a),
            Alu::Shl => shift!(|a: u64, b: u32| if b < 64 { a << b } else { 0 }),
            Alu::Shr if signed => shift!(|a, b: u32| u(s(a) >> b.min(63))),
            Alu::Shr => shift!(|a: u64, b: u32| if b < 64 { a >> b } else { 0 }),
            Alu::Popc => one_narrow!(u64::count_ones),
            Alu::Clz => one_narrow!(u64::leading_zeros),
            Alu::Bfind => one_narrow!(|a| bfind(a, 64, signed)),
            Alu::BfindShift => one_narrow!(|a| bfind_shift(a, 64, signed)),
            Alu::Brev => one!(u64::reverse_bits),
            Alu::Bfe => map!(
                mask,
                self.wide,
                to,
                [(a, self.wide, from[0]), (b, self.narrow, from[1]), (c, self.narrow, from[2])],
                |a, b, c| bfe64(a, b, c, 64, signed)
            ),
            Alu::Bfi => map!(
                mask,
                self.wide,
                to,
                [
                    (a, self.wide, from[0]),
                    (b, self.wide, from[1]),
                    (c, self.narrow, from[2]),
                    (d, self.narrow, from[3])
                ],
                |a, b, c, d| bfi64(a, b, c, d, 64)
            ),
            Alu::Sad if signed => three!(|a, b, c: u64| c.wrapping_add(s(a).abs_diff(s(b)))),
            Alu::Sad => three!(|a: u64, b, c: u64| c.wrapping_add(a.abs_diff(b))),
            // The decoder lets through no others of this width.
            _ => {}
        }
    }
}
