//! Integers of 16 bits, and sums with a carry: a lane at a time.

use propp_ptx::{Alu, Op, Slot};

use crate::lanes::{Registers, lanes};

/// Operands of 16 bits, in the low half of a register.
pub(super) fn integer16(registers: &mut Registers, op: &Op, mask: u32) {
    let Op::Alu { alu, ty, to, from, .. } = op else { return };
    let signed = ty.is_signed();
    let sources = registers.sources(from);
    let wide = matches!(alu, Alu::MulWide | Alu::MadWide);
    let extend = |x: u32| {
        if signed { i64::from(x as i16) } else { i64::from(x & 0xffff) }
    };
    for lane in lanes(mask) {
        let count = sources[1][lane];
        let [a, b, c, _] = sources.map(|source| extend(source[lane]));
        let value = match alu {
            Alu::Add => a + b,
            Alu::Sub => a - b,
            Alu::Mul | Alu::MulWide => a * b,
            Alu::MulHi => (a * b) >> 16,
            Alu::Mad => a * b + c,
            Alu::MadHi => ((a * b) >> 16) + c,
            Alu::MadWide => a * b + i64::from(sources[2][lane]),
            Alu::Div => a.checked_div(b).unwrap_or(-1),
            Alu::Rem => a.checked_rem(b).unwrap_or(a),
            Alu::Min => a.min(b),
            Alu::Max => a.max(b),
            Alu::Abs => a.abs(),
            Alu::Neg => -a,
            Alu::And => a & b,
            Alu::Or => a | b,
            Alu::Xor => a ^ b,
            Alu::Not => !a,
            Alu::Shl if count < 16 => a << count,
            Alu::Shl => 0,
            Alu::Shr => a >> count.min(63),
            Alu::Sad => (a - b).abs() + c,
            _ => 0,
        };
        registers.narrow[*to as usize][lane] =
            if wide { value as u32 } else { value as u32 & 0xffff };
    }
}

/// Addition with a carry, and subtraction with a borrow, in the same predicate.
pub(super) fn carry(registers: &mut Registers, op: &Op, mask: u32) {
    let Op::Carry { subtract, ty, to, from, carry_in, carry_out } = op else { return };
    let carried = carry_in.map_or(0, |slot| registers.predicate(slot));
    let mut left = 0_u32;
    for lane in lanes(mask) {
        let carry = u128::from(carried >> lane & 1);
        let (a, b, width) = if ty.bytes() == 8 {
            let at = |slot: Slot| u128::from(registers.wide[slot as usize][lane]);
            (at(from[0]), at(from[1]), 64)
        } else {
            let at = |slot: Slot| u128::from(registers.narrow[slot as usize][lane]);
            (at(from[0]), at(from[1]), 32)
        };
        let value = if *subtract { a.wrapping_sub(b).wrapping_sub(carry) } else { a + b + carry };
        left |= u32::from(value >> width & 1 != 0) << lane;
        if ty.bytes() == 8 {
            registers.wide[*to as usize][lane] = value as u64;
        } else {
            registers.narrow[*to as usize][lane] = value as u32;
        }
    }
    if let Some(slot) = carry_out {
        registers.set_predicate(*slot, mask, left);
    }
}
