//! Sums with a carry, a lane at a time.

use propp_emulate_ptx::{Chain, LaneOp, Slot};

use crate::lanes::{Registers, lanes};

/// Sums with a carry, and differences with a borrow, in the same predicate.
pub(super) fn carry(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Carry { chain, wide, to, from, carry_in, carry_out } = op else { return };
    let carried = carry_in.map_or(0, |slot| registers.predicate(slot));
    let mut left = 0_u32;
    for lane in lanes(mask) {
        let carry = u128::from(carried >> lane & 1);
        let at = |slot: Slot| match wide {
            true => u128::from(registers.wide[slot as usize][lane]),
            false => u128::from(registers.narrow[slot as usize][lane]),
        };
        let ([a, b, c], width) = (from.map(at), if *wide { 64 } else { 32 });
        let value = match chain {
            Chain::Add => a + b + carry,
            Chain::Subtract => a.wrapping_sub(b).wrapping_sub(carry),
            Chain::ProductLow => ((a * b) & ((1 << width) - 1)) + c + carry,
            Chain::ProductHigh => ((a * b) >> width) + c + carry,
        };
        left |= u32::from(value >> width & 1 != 0) << lane;
        if *wide {
            registers.wide[*to as usize][lane] = value as u64;
        } else {
            registers.narrow[*to as usize][lane] = value as u32;
        }
    }
    if let Some(slot) = carry_out {
        registers.set_predicate(*slot, mask, left);
    }
}
