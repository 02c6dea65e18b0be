//! The loops of a kernel, each with the price of a pass.

use std::ops::Range;

use propp_code_pace::PASSES;
use propp_code_sass::{Block, Flow, Instruction};
use schemars::JsonSchema;
use serde::Serialize;

use crate::effort::Effort;
use crate::price::{self, Price};
use crate::work::Work;

/// A loop, without the loops in it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Body {
    /// Bytes from the start of the kernel to where it is entered.
    pub offset: u64,
    /// Source line of the same instruction, where the code has line information.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// 1 for outermost loops.
    pub depth: usize,
    /// Instructions that are in no inner loop.
    pub instructions: u32,
    /// Of one pass, without the loops in it.
    pub price: Price,
    #[serde(skip)]
    pub work: Work,
    #[serde(skip)]
    pub effort: Effort,
}

/// Whether an offset is in one of several ranges, which are in order.
pub(crate) fn is_in(ranges: &[Range<u64>], offset: u64) -> bool {
    let before = ranges.partition_point(|range| range.start <= offset);
    before.checked_sub(1).is_some_and(|place| ranges[place].contains(&offset))
}

/// Whether the block is the branch to itself that the compiler puts behind the end.
fn is_end_mark(block: &Block, number: usize) -> bool {
    block.range().len() == 1 && block.edges.contains(&number)
}

/// The loop depth of each instruction.
pub(crate) fn depths(flow: &Flow, all: &[Instruction]) -> Vec<usize> {
    let mut depths = vec![0; all.len()];
    for (number, block) in flow.blocks.iter().enumerate() {
        let depth = match flow.loop_of(number) {
            Some(innermost) if !is_end_mark(block, number) => flow.loops[innermost].depth,
            _ => 0,
        };
        depths.get_mut(block.range()).unwrap_or_default().fill(depth);
    }
    depths
}

/// What is in no loop: the code of a kernel, each instruction with its loop depth. Its place is that
/// of the first access to memory.
pub(crate) fn outside<'i>(code: impl Iterator<Item = (&'i Instruction, usize)> + Clone) -> Body {
    let code = code.filter(|(_, depth)| *depth == 0).map(|(instruction, _)| instruction);
    let first = code.clone().find(|instruction| instruction.memory.is_some());
    Body {
        offset: first.map_or(0, |instruction| instruction.offset),
        line: None,
        depth: 0,
        instructions: code.clone().count() as u32,
        work: Work::of(code.clone()),
        effort: Effort::of(code.clone()),
        price: price::after(1, code),
    }
}

/// The loops in the order of the code, but for those of the compiler's subroutines.
pub(crate) fn bodies(flow: &Flow, all: &[Instruction], left_out: &[Range<u64>]) -> Vec<Body> {
    let mut own_blocks: Vec<Vec<usize>> = vec![Vec::new(); flow.loops.len()];
    for (number, block) in flow.blocks.iter().enumerate() {
        if let Some(innermost) = flow.loop_of(number).filter(|_| !is_end_mark(block, number)) {
            own_blocks[innermost].push(number);
        }
    }
    let loops = flow.loops.iter().zip(&own_blocks);
    let bodies = loops.filter_map(|(found, blocks)| {
        let header = flow.blocks.get(*found.headers.first()?)?;
        if blocks.is_empty() || is_in(left_out, header.start) {
            return None;
        }
        let code = blocks.iter().flat_map(|&block| flow.blocks[block].instructions(all));
        let code = code.filter(|instruction| instruction.opcode.name() != Some("NOP"));
        Some(Body {
            offset: header.start,
            line: None,
            depth: found.depth,
            instructions: code.clone().count() as u32,
            work: Work::of(code.clone()),
            effort: Effort::of(code.clone()),
            price: price::after(PASSES, code),
        })
    });
    let mut bodies: Vec<Body> = bodies.collect();
    bodies.sort_by_key(|body| (body.offset, body.depth));
    bodies
}
