//! Whether blocks of a kernel may wait for each other.

use propp_code_sass::{Direction, Flow, Instruction};

use crate::kinds::is_global;

/// Bits 77 to 80 of an access that is in order with those of other blocks: at the scope of the GPU
/// or of the system.
const STRONG: [u128; 2] = [0x7, 0xa];

/// Whether its blocks may wait for each other: one that waits loads in a loop what others write, and
/// one that is waited for makes known what it wrote. Loads by generic addresses do not count: so load
/// the look-backs of CUB, whose waits cost less than the price of those that count.
pub(crate) fn may_poll(flow: &Flow, instructions: &[Instruction]) -> bool {
    let waits = |one: &Instruction| {
        one.opcode.name() == Some("LDG") && is_strong(one) && flow.loop_at(one.offset).is_some()
    };
    instructions.iter().any(waits) && instructions.iter().any(makes_known)
}

/// An atomic, a fence, or an ordered store.
fn makes_known(one: &Instruction) -> bool {
    is_global(one, Direction::Atomic)
        || is_global(one, Direction::Reduce)
        || is_global(one, Direction::Store) && is_strong(one)
        || one.opcode.name() == Some("MEMBAR")
}

fn is_strong(one: &Instruction) -> bool {
    STRONG.contains(&(one.word >> 77 & 0xf))
}
