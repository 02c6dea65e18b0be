//! Loops in which threads wait for an atomic to succeed.

use propp_code_sass::{Direction, Instruction};

use crate::reach::address;
use crate::{Code, Found, What};

/// The opcodes that compare and swap: of global, generic and shared memory.
const COMPARE_AND_SWAP: [u128; 3] = [0x1a9, 0x18b, 0x18d];

/// Those of the other atomics that return a value, and the number of the exchange in them.
const OTHERS: [u128; 3] = [0x1a8, 0x18a, 0x18c];
const EXCHANGE: u128 = 8;

/// An atomic at one address in a loop: with constants to exchange it takes a lock, for which a thread
/// comes back until it is free; a compare-and-swap of what was loaded computes with it. Where the address
/// moves, a table is probed.
pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    let mut found = Vec::new();
    for (place, one) in code.own().filter(|(_, one)| may_take(one)) {
        let Some(innermost) = code.flow.loop_at(one.offset) else { continue };
        let body = &code.flow.loops[innermost].blocks;
        if !code.is_invariant(&address(one), place, body) {
            continue;
        }
        // What is compared, or what is exchanged.
        let is_constant = code.is_constant((one.word >> 32) as u8, place, body);
        if COMPARE_AND_SWAP.contains(&(one.word & 0x1ff)) {
            found.push((if is_constant { What::Lock } else { What::Swap }, place));
        } else if is_constant {
            found.push((What::Lock, place));
        }
    }
    found
}

fn may_take(one: &Instruction) -> bool {
    const NOTHING: u8 = 255;
    let is_atomic = one.memory.is_some_and(|memory| memory.direction == Direction::Atomic);
    let is_used = (one.word >> 16) as u8 != NOTHING;
    let opcode = one.word & 0x1ff;
    let is_exchange = OTHERS.contains(&opcode) && one.word >> 87 & 0xf == EXCHANGE;
    is_atomic && is_used && (COMPARE_AND_SWAP.contains(&opcode) || is_exchange)
}
