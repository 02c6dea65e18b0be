//! Loops that fill shared memory: what a larger tile does less often.

use propp_code_sass::{Direction, Flow, Instruction};

use crate::kinds::{is_global, is_shared};
use crate::walk::own_blocks;

/// The instructions of each block of a loop that loads from global memory and stores to shared memory,
/// or copies there asynchronously. Of a loop that reads shared memory, too, no instruction is known to
/// be for that alone.
pub(crate) fn fills(flow: &Flow, instructions: &[Instruction]) -> Vec<f64> {
    let mut fills = vec![0.0; flow.blocks.len()];
    for blocks in &own_blocks(flow)[1..] {
        let has = |is_it: fn(&Instruction) -> bool| {
            blocks
                .iter()
                .flat_map(|block| flow.blocks[*block].instructions(instructions))
                .any(is_it)
        };
        let is_copied = has(|one| one.opcode.name() == Some("LDGSTS"));
        let is_stored = has(|one| is_global(one, Direction::Load))
            && has(|one| is_shared(one, Direction::Store));
        let is_fill = (is_copied || is_stored) && !has(|one| is_shared(one, Direction::Load));
        for block in blocks.iter().filter(|_| is_fill) {
            fills[*block] = flow.blocks[*block].range().len() as f64;
        }
    }
    fills
}
