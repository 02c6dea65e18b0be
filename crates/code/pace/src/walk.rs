//! What a run of each block costs a warp: a walk over the code with the scoreboards.

use propp_code_sass::{Direction, Flow, Instruction};

use crate::kinds::{is_global, is_shared};
use crate::scoreboards::{GLOBAL_LATENCY, PASSES, Scoreboards};

/// What one run of a block costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BlockCost {
    /// Cycles that its instructions ask for between each other.
    pub(crate) issue_cycles: f64,
    /// Cycles that it waits for shared, constant and local memory, shuffles and special functions.
    pub(crate) other_waits: f64,
    /// Latencies of global memory that it waits for.
    pub(crate) load_rounds: f64,
}

/// Passes of a loop that waits for asynchronous copies of earlier passes, and the last of them,
/// whose mean counts: one of several passes waits, the others find their copies there.
const COPY_PASSES: [usize; 2] = [16, 12];

/// The blocks that lie in no loop, then those of each loop that lie in none within it.
fn own_blocks(flow: &Flow) -> Vec<Vec<usize>> {
    let mut own: Vec<Vec<usize>> = vec![Vec::new(); flow.loops.len() + 1];
    for block in 0..flow.blocks.len() {
        own[flow.loop_of(block).map_or(0, |innermost| innermost + 1)].push(block);
    }
    own
}

/// The cost of each block. The own blocks of a loop run three times in their order, and the last
/// pass counts: it meets what earlier ones left. What is in no loop runs once.
pub(crate) fn walk(flow: &Flow, instructions: &[Instruction]) -> Vec<BlockCost> {
    let mut costs = vec![BlockCost::default(); flow.blocks.len()];
    for (place, blocks) in own_blocks(flow).iter().enumerate() {
        let code = |block: &usize| flow.blocks[*block].instructions(instructions);
        let has_copies =
            blocks.iter().flat_map(code).any(|one| one.opcode.name() == Some("LDGDEPBAR"));
        let [passes, counted] = match place {
            0 => [1, 1],
            _ if has_copies => COPY_PASSES,
            _ => [PASSES, 1],
        };
        let mut scoreboards = Scoreboards::default();
        for at in 0..passes {
            for block in blocks {
                let one = pass(&mut scoreboards, code(block));
                if at + counted >= passes {
                    costs[*block].issue_cycles += one.issue_cycles / counted as f64;
                    costs[*block].other_waits += one.other_waits / counted as f64;
                    costs[*block].load_rounds += one.load_rounds / counted as f64;
                }
            }
        }
    }
    costs
}

fn pass(scoreboards: &mut Scoreboards, code: &[Instruction]) -> BlockCost {
    let mut cost = BlockCost::default();
    for instruction in code.iter().filter(|one| one.opcode.name() != Some("NOP")) {
        let step = scoreboards.issue(instruction);
        cost.issue_cycles += f64::from(step.issue_cycles);
        cost.other_waits += f64::from(step.other_wait_cycles);
        cost.load_rounds += f64::from(step.global_wait_cycles) / f64::from(GLOBAL_LATENCY);
    }
    cost
}

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
