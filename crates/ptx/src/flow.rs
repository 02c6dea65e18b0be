//! Basic blocks, and where diverged lanes meet again.

use std::collections::HashSet;

use crate::layout;
use crate::op::{Instruction, Op};

/// A branch over at most so many instructions becomes a predicate on each, as ptxas does it.
const SHORT: usize = 8;

/// Branches among these, at most.
pub const MAX_SKIPS: usize = 8;

/// Instructions without a jump inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Indices of the first instruction, and of the one behind the last.
    pub first: u32,
    pub end: u32,
    pub successors: Vec<u32>,
    /// The block that all lanes reach which leave this one: its immediate post-dominator,
    /// without paths that end the thread early. None if there is none.
    pub meets: Option<u32>,
}

/// Makes blocks of instructions whose branches name labels; `targets` has the instruction
/// behind each label.
pub(crate) fn arrange(
    instructions: Vec<Instruction>,
    targets: &[u32],
) -> (Vec<Instruction>, Vec<Block>) {
    let mut code = instructions;
    let at = |label: u32| targets.get(label as usize).copied().unwrap_or(0);
    for instruction in &mut code {
        match &mut instruction.op {
            Op::Branch { target } => *target = at(*target),
            Op::BranchTable { targets, .. } => {
                targets.iter_mut().for_each(|target| *target = at(*target));
            }
            _ => {}
        }
    }
    ends_for_branches(&mut code);
    let mut code = layout::straightened(&code);
    predicates_for_short_branches(&mut code);
    let blocks = blocks(&mut code);
    (code, blocks)
}

/// A conditional branch to nothing but the end is an end.
fn ends_for_branches(code: &mut [Instruction]) {
    let is_end: Vec<bool> = code.iter().map(|i| i.op == Op::Exit && i.guard.is_none()).collect();
    for instruction in code.iter_mut().filter(|instruction| instruction.guard.is_some()) {
        if let Op::Branch { target } = instruction.op
            && is_end.get(target as usize) == Some(&true)
        {
            instruction.op = Op::Exit;
        }
    }
}

/// Where jumps are, and where they lead.
pub(crate) fn jumps(code: &[Instruction]) -> impl Iterator<Item = (usize, usize)> + '_ {
    code.iter().enumerate().flat_map(|(from, instruction)| {
        let targets = match &instruction.op {
            Op::Branch { target } => std::slice::from_ref(target),
            Op::BranchTable { targets, .. } => targets,
            _ => &[],
        };
        targets.iter().map(move |target| (from, *target as usize))
    })
}

fn predicates_for_short_branches(code: &mut [Instruction]) {
    let jumps: Vec<(usize, usize)> = jumps(code).collect();
    for index in 0..code.len() {
        let Some(Instruction { op: Op::Branch { .. }, guard: Some(_), .. }) = code.get(index)
        else {
            continue;
        };
        let Some(end) = short_region(code, index) else { continue };
        // Nobody comes from elsewhere.
        let inside = index + 1..end;
        let own = index..end;
        let entered = jumps.iter().any(|(from, to)| inside.contains(to) && !own.contains(from));
        if entered {
            continue;
        }
        let several = jumps.iter().filter(|(from, _)| own.contains(from)).count() > 1;
        for (at, instruction) in code.iter_mut().enumerate().take(end).skip(index) {
            if let Op::Branch { target } = instruction.op {
                // Of conditions that ptxas combines no branch is left.
                instruction.counted &= !several;
                instruction.op = Op::Skip { count: target - at as u32 - 1 };
            }
        }
    }
}

/// The end of a few instructions behind a branch which all branches among them lead to, or to
/// each other, always forward: an `if` with a few conditions, perhaps with an `else`.
fn short_region(code: &[Instruction], index: usize) -> Option<usize> {
    let (mut end, mut at, mut counted, mut branches) = (index + 1, index, 0, 0);
    while at < end {
        let instruction = code.get(at)?;
        match instruction.op {
            Op::Branch { target } if target as usize > at + 1 => {
                end = end.max(target as usize);
                branches += 1;
            }
            ref op if op.is_collective_or_control() => return None,
            _ => counted += usize::from(instruction.counted),
        }
        if counted > SHORT || branches > MAX_SKIPS {
            return None;
        }
        at += 1;
    }
    Some(end)
}

pub(crate) fn ends_block(instruction: &Instruction) -> bool {
    match instruction.op {
        Op::Branch { .. } | Op::BranchTable { .. } => true,
        Op::Exit | Op::Trap => instruction.guard.is_none(),
        _ => false,
    }
}

/// Cuts the code into blocks, and makes branches name blocks.
fn blocks(code: &mut [Instruction]) -> Vec<Block> {
    let starts = layout::starts(code);
    let block_at = |instruction: u32| match starts.binary_search(&instruction) {
        Ok(block) => block as u32,
        Err(block) => block.saturating_sub(1) as u32,
    };
    let mut blocks = Vec::with_capacity(starts.len());
    let mut traps = HashSet::new();
    for (index, first) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(code.len() as u32);
        let next = index as u32 + 1;
        let falls = (next as usize) < starts.len();
        let mut successors = Vec::new();
        match code.get_mut((end as usize).saturating_sub(1)) {
            Some(Instruction { op: Op::Branch { target }, guard, .. }) => {
                *target = block_at(*target);
                successors.push(*target);
                if guard.is_some() && falls {
                    successors.push(next);
                }
            }
            Some(Instruction { op: Op::BranchTable { targets, .. }, .. }) => {
                targets.iter_mut().for_each(|target| *target = block_at(*target));
                successors.clone_from(targets);
            }
            Some(Instruction { op: Op::Exit, guard: None, .. }) => {}
            Some(Instruction { op: Op::Trap, guard: None, .. }) => drop(traps.insert(index as u32)),
            _ if falls => successors.push(next),
            _ => {}
        }
        successors.sort_unstable();
        successors.dedup();
        blocks.push(Block { first: *first, end, successors, meets: None });
    }
    let lines: Vec<u32> = code.iter().map(|instruction| instruction.line).collect();
    meetings(&mut blocks, &traps, &lines);
    blocks
}

/// Immediate post-dominators, by the iteration of Cooper, Harvey and Kennedy on the reversed
/// graph. Its root stands behind all blocks that end a thread normally; blocks from which no
/// end is reached have none.
fn meetings(blocks: &mut [Block], traps: &HashSet<u32>, lines: &[u32]) {
    let order = reached(blocks);
    let Some(root) = main_end(blocks, &order, traps, lines) else { return };
    let mut before = vec![Vec::new(); blocks.len()];
    for (index, block) in blocks.iter().enumerate() {
        for next in &block.successors {
            if let Some(list) = before.get_mut(*next as usize) {
                list.push(index as u32);
            }
        }
    }
    // Order of the reversed graph, from the root.
    let mut number = vec![None::<u32>; blocks.len()];
    let mut reversed = Vec::new();
    let mut open = vec![(root, 0_usize)];
    let mut seen = vec![false; blocks.len()];
    if let Some(seen) = seen.get_mut(root as usize) {
        *seen = true;
    }
    while let Some((block, next)) = open.pop() {
        match before.get(block as usize).and_then(|list| list.get(next)) {
            Some(previous) => {
                open.push((block, next + 1));
                if let Some(seen) = seen.get_mut(*previous as usize)
                    && !*seen
                {
                    *seen = true;
                    open.push((*previous, 0));
                }
            }
            None => {
                if let Some(number) = number.get_mut(block as usize) {
                    *number = Some(reversed.len() as u32);
                }
                reversed.push(block);
            }
        }
    }
    let mut dominator = vec![None::<u32>; blocks.len()];
    if let Some(own) = dominator.get_mut(root as usize) {
        *own = Some(root);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for block in reversed.iter().rev().filter(|block| **block != root) {
            let Some(successors) = blocks.get(*block as usize).map(|b| &b.successors) else {
                continue;
            };
            let mut found = None;
            for next in successors {
                if dominator.get(*next as usize).copied().flatten().is_none() {
                    continue;
                }
                found = match found {
                    None => Some(*next),
                    Some(other) => common(&dominator, &number, other, *next),
                };
            }
            if let Some(own) = dominator.get_mut(*block as usize)
                && *own != found
            {
                *own = found;
                changed = true;
            }
        }
    }
    for (index, block) in blocks.iter_mut().enumerate() {
        let own = dominator.get(index).copied().flatten();
        block.meets = own.filter(|_| index as u32 != root);
    }
}

/// The last block in the text that ends a thread and is reached.
fn main_end(blocks: &[Block], order: &[u32], traps: &HashSet<u32>, lines: &[u32]) -> Option<u32> {
    let ends = order.iter().copied().filter(|block| {
        blocks.get(*block as usize).is_some_and(|block| block.successors.is_empty())
    });
    ends.filter(|block| !traps.contains(block)).max_by_key(|block| {
        let end = blocks.get(*block as usize).map_or(0, |block| block.end as usize);
        (lines.get(end.saturating_sub(1)), *block)
    })
}

/// Blocks that are reached from the first.
fn reached(blocks: &[Block]) -> Vec<u32> {
    let mut seen = vec![false; blocks.len()];
    let mut open = vec![0_u32];
    let mut order = Vec::new();
    while let Some(block) = open.pop() {
        match seen.get_mut(block as usize) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        order.push(block);
        if let Some(block) = blocks.get(block as usize) {
            open.extend(&block.successors);
        }
    }
    order
}

fn common(
    dominator: &[Option<u32>],
    number: &[Option<u32>],
    first: u32,
    second: u32,
) -> Option<u32> {
    let rank = |block: u32| number.get(block as usize).copied().flatten();
    let up = |block: u32| dominator.get(block as usize).copied().flatten();
    let (mut a, mut b) = (first, second);
    while a != b {
        let (rank_a, rank_b) = (rank(a)?, rank(b)?);
        if rank_a < rank_b {
            a = up(a)?;
        } else {
            b = up(b)?;
        }
    }
    Some(a)
}
