//! Basic blocks, and where diverged lanes meet again.

use std::collections::HashSet;

use propp_code_sass::graph::{forwards, postdominators};

use crate::layout::{self, EXIT, is_end};
use crate::op::{ControlOp, Instruction, Op};
use crate::{predication, sinking};

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
/// behind each label. The blocks of the `entries` to routines are given last.
pub(crate) fn arrange(
    instructions: Vec<Instruction>,
    targets: &[u32],
    entries: &[u32],
) -> (Vec<Instruction>, Vec<Block>, Vec<u32>) {
    let mut code = instructions;
    let at = |label: u32| targets.get(label as usize).copied().unwrap_or(0);
    for instruction in &mut code {
        if let Op::Control(op) = &mut instruction.op {
            op.targets_mut().iter_mut().for_each(|target| *target = at(*target));
        }
    }
    ends_for_branches(&mut code);
    let (mut code, entries) = layout::straightened(&code, entries);
    ends_for_branches(&mut code);
    sinking::behind_ends(&mut code);
    predication::join_conditions(&mut code);
    predication::predicates_for_short_branches(&mut code);
    ends_for_jumps(&mut code);
    let (blocks, entries) = blocks(&mut code, &entries);
    (code, blocks, entries)
}

/// A conditional branch to nothing but the end is an end.
fn ends_for_branches(code: &mut [Instruction]) {
    ends(code, true);
}

/// So is a jump. Lanes that end do not meet others, so a way to the end is none to where they meet.
fn ends_for_jumps(code: &mut [Instruction]) {
    ends(code, false);
}

fn ends(code: &mut [Instruction], guarded: bool) {
    let is_end: Vec<bool> = code.iter().map(is_end).collect();
    for instruction in code.iter_mut().filter(|one| one.guard.is_some() == guarded) {
        if let Op::Control(ControlOp::Branch { target }) = instruction.op
            && is_end.get(target as usize) == Some(&true)
        {
            instruction.op = EXIT;
        }
    }
}

/// Cuts the code into blocks, and makes branches name blocks. Gives the blocks of the entries.
fn blocks(code: &mut [Instruction], entries: &[u32]) -> (Vec<Block>, Vec<u32>) {
    let starts = layout::starts(code, entries);
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
        let last = code.get_mut((end as usize).saturating_sub(1));
        let always = last.as_ref().is_some_and(|last| last.guard.is_none());
        let mut goes_on = true;
        if let Some(Instruction { op: Op::Control(op), .. }) = last {
            op.targets_mut().iter_mut().for_each(|target| *target = block_at(*target));
            successors.extend(op.targets());
            goes_on = match op {
                ControlOp::Branch { .. } | ControlOp::Exit | ControlOp::Trap => !always,
                ControlOp::BranchTable { .. } | ControlOp::Return => false,
                ControlOp::Skip { .. } | ControlOp::Call(_) => true,
            };
            if *op == ControlOp::Trap && always {
                traps.insert(index as u32);
            }
        }
        if goes_on && falls {
            successors.push(next);
        }
        successors.sort_unstable();
        successors.dedup();
        blocks.push(Block { first: *first, end, successors, meets: None });
    }
    let entries: Vec<u32> = entries.iter().map(|entry| block_at(*entry)).collect();
    meetings(&mut blocks, &entries, &traps, code);
    // Lanes that have nothing left to do but end do not wait for others.
    let only_ends: Vec<bool> =
        blocks.iter().map(|block| is_end(&code[block.first as usize])).collect();
    for block in &mut blocks {
        block.meets = block.meets.filter(|meet| !only_ends[*meet as usize]);
    }
    (blocks, entries)
}

/// Where the lanes of blocks meet: at the nearest block that all ways to the main end of the
/// kernel or the routine pass.
fn meetings(blocks: &mut [Block], entries: &[u32], traps: &HashSet<u32>, code: &[Instruction]) {
    let all = successors(blocks);
    let partly: HashSet<usize> = (0..blocks.len())
        .filter(|block| {
            let own = blocks[*block].first as usize..blocks[*block].end as usize;
            code[own].iter().any(|one| one.op == EXIT && one.guard.is_some())
        })
        .collect();
    // The last one in the text; others end threads early.
    let lines: Vec<u32> = blocks.iter().map(|own| code[own.end as usize - 1].line).collect();
    let line = |block: &usize| (lines[*block], *block);
    let main_end = |root: u32| {
        let reached = forwards(root as usize, all.len(), |block| all[block].clone());
        let ends = reached.into_iter().filter(|block| all[*block].is_empty());
        ends.filter(|block| !traps.contains(&(*block as u32))).max_by_key(line)
    };
    let roots = std::iter::once(0).chain(entries.iter().copied());
    let ends: Vec<usize> = roots.filter_map(main_end).collect();
    for (block, meet) in blocks.iter_mut().zip(postdominators(&all, &ends)) {
        block.meets = meet.map(|meet| meet as u32);
    }
    // Those that reach no main end: by the last of the other ends, or of the places that some lanes
    // end at.
    let mut open: HashSet<usize> = (0..all.len()).collect();
    settle(&all, &ends, &mut open);
    loop {
        let last = |is_end: &dyn Fn(usize) -> bool| {
            open.iter().copied().filter(|block| is_end(*block)).max_by_key(line)
        };
        let whole = |block: usize| all[block].is_empty() && !traps.contains(&(block as u32));
        let Some(end) = last(&whole).or_else(|| last(&|block| partly.contains(&block))) else {
            return;
        };
        // The lanes that do not end there go on behind it.
        let mut graph = all.clone();
        let behind = graph.len();
        let next = std::mem::replace(&mut graph[end], vec![behind]);
        graph.push(next);
        let meets = postdominators(&graph, &[end]);
        let before = open.clone();
        settle(&all, &[end], &mut open);
        for block in before.difference(&open).copied() {
            let meet = meets[if block == end { behind } else { block }];
            blocks[block].meets = meet.map(|meet| meet as u32);
        }
    }
}

/// Takes out the blocks that lead to the ends.
fn settle(all: &[Vec<usize>], ends: &[usize], open: &mut HashSet<usize>) {
    let mut before = vec![Vec::new(); all.len()];
    for (block, next) in all.iter().enumerate() {
        next.iter().for_each(|to| before[*to].push(block));
    }
    for end in ends {
        for block in forwards(*end, all.len(), |block| before[block].clone()) {
            open.remove(&block);
        }
    }
}

pub(crate) fn successors(blocks: &[Block]) -> Vec<Vec<usize>> {
    let of = |block: &Block| block.successors.iter().map(|next| *next as usize).collect();
    blocks.iter().map(of).collect()
}
