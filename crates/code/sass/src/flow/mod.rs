//! Control flow: basic blocks, the edges between them, and loops.
//!
//! Calls return to the next instruction, so they end no block. Threads that wait at BSYNC go on
//! at the target of the BSSY before it.

mod blocks;
mod loops;

pub use blocks::Block;
pub use loops::Loop;

use crate::function::Function;
use crate::instruction::Instruction;

/// The control flow of one function.
#[derive(Clone, Debug)]
pub struct Flow {
    /// In the order of the code. The first is the entry.
    pub blocks: Vec<Block>,
    /// Outer loops before the loops in them.
    pub loops: Vec<Loop>,
    /// For each block the innermost loop that it is in.
    loop_of_block: Vec<Option<usize>>,
}

impl Flow {
    pub fn of(function: &Function<'_>) -> Self {
        let instructions: Vec<Instruction> = function.instructions().collect();
        Self::of_instructions(function, &instructions)
    }

    /// The same, for callers that have decoded all instructions of the function.
    pub fn of_instructions(function: &Function<'_>, instructions: &[Instruction]) -> Self {
        let blocks = blocks::find(function, instructions);
        let successors: Vec<Vec<usize>> = blocks.iter().map(|block| block.edges.clone()).collect();
        let (loops, loop_of_block) = loops::find(&successors);
        Self { blocks, loops, loop_of_block }
    }

    /// The block that the instruction at an offset is in.
    pub fn block_at(&self, offset: u64) -> Option<usize> {
        let after = self.blocks.partition_point(|block| block.start <= offset);
        after.checked_sub(1).filter(|&block| offset < self.blocks[block].end)
    }

    /// The innermost loop of a block.
    pub fn loop_of(&self, block: usize) -> Option<usize> {
        self.loop_of_block.get(block).copied().flatten()
    }

    /// The innermost loop of the instruction at an offset.
    pub fn loop_at(&self, offset: u64) -> Option<usize> {
        self.loop_of(self.block_at(offset)?)
    }

    /// How many loops the instruction at an offset is in.
    pub fn depth_at(&self, offset: u64) -> usize {
        self.loop_at(offset).map_or(0, |innermost| self.loops[innermost].depth)
    }
}
