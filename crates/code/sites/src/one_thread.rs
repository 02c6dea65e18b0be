//! Loops that only the first thread of a block runs.

use std::collections::BTreeSet;

use propp_code_sass::graph::forwards;
use propp_code_sass::{Block, Guard, Instruction, Operand, Register};

use crate::Code;

/// The blocks that only thread 0 comes to, behind each branch that parts it from the others.
pub(crate) fn regions(code: &Code<'_, '_>) -> Vec<BTreeSet<usize>> {
    let of_block = |(number, block): (usize, &Block)| {
        let last = block.range().last().filter(|last| *last < code.all.len())?;
        let [own, others] = sides(code, number, last)?;
        let ahead = |from: usize| {
            let edges = code.flow.blocks[from].edges.iter().copied();
            edges.filter(|to| *to != number).collect::<Vec<usize>>()
        };
        let reached = |from: Option<usize>| -> BTreeSet<usize> {
            let from = from.filter(|from| *from != number);
            let all = from.map(|from| forwards(from, code.flow.blocks.len(), ahead));
            all.into_iter().flatten().collect()
        };
        // What both come to is no more thread 0's alone.
        let others = reached(others);
        Some(reached(own).difference(&others).copied().collect())
    };
    code.flow.blocks.iter().enumerate().filter_map(of_block).collect()
}

/// The outermost loops that only thread 0 comes to: where in the code each begins, and its blocks.
pub(crate) fn find(code: &Code<'_, '_>) -> Vec<(usize, Vec<usize>)> {
    let mut found: Vec<(usize, Vec<usize>)> = Vec::new();
    for region in regions(code) {
        for one in &code.flow.loops {
            let is_in = |of: &[usize]| of.iter().all(|block| region.contains(block));
            let parent = one.parent.map(|parent| &code.flow.loops[parent]);
            let has_own_barrier =
                || code.of_blocks(&one.blocks).any(|(_, one)| one.opcode.name() == Some("SYNCS"));
            if is_in(&one.blocks)
                && !parent.is_some_and(|parent| is_in(&parent.blocks))
                && !has_own_barrier()
            {
                let start =
                    one.headers.first().map(|header| code.flow.blocks[*header].range().start);
                found.extend(start.map(|start| (start, one.blocks.clone())));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The blocks that thread 0 and all others go on with, if a branch parts them; `None` for those that end.
fn sides(code: &Code<'_, '_>, number: usize, place: usize) -> Option<[Option<usize>; 2]> {
    let last = &code.all[place];
    let Guard { register: Register::Predicate(predicate), is_negated } = last.guard? else {
        return None;
    };
    let is_first = first_thread(code, predicate, place)?;
    let edges = &code.flow.blocks[number].edges;
    let (next, target) = match (last.opcode.name()?, edges.as_slice()) {
        ("BRA", [next, target]) => (Some(*next), Some(*target)),
        ("EXIT", [next]) => (Some(*next), None),
        _ => return None,
    };
    // The branch is taken where the predicate is set, or where it is not.
    Some(if is_first == is_negated { [next, target] } else { [target, next] })
}

/// Whether a predicate says at a place that the thread is the first of its block, or that it is not.
fn first_thread(code: &Code<'_, '_>, predicate: u8, place: usize) -> Option<bool> {
    const EQUAL: u128 = 2;
    const NOT_EQUAL: u128 = 5;
    const AND: u128 = 0;
    const OR: u128 = 1;
    const ZERO: u8 = 255;
    /// The compiler compares once for several branches; what is far away was hardly for this one.
    const NEAR: usize = 1024;
    let sets = |one: &&Instruction| {
        let name = one.opcode.name().unwrap_or_default();
        let is_setter = name.ends_with("SETP") || name == "PLOP3";
        is_setter && [81, 84].iter().any(|bit| (one.word >> bit) as u8 & 7 == predicate)
    };
    let (start, before) = (place.saturating_sub(NEAR), &code.all[..place]);
    let at = before[start..].iter().rposition(|one| sets(&one))? + start;
    let setter = &code.all[at];
    let (first, second) = ((setter.word >> 24) as u8, (setter.word >> 32) as u8);
    let is_register = setter.word >> 9 & 7 == 1;
    // The other result is none. What the comparison is combined with leaves a side to thread 0 alone if it
    // is none, or one that only takes threads off that side.
    const NONE: u128 = 7;
    if setter.opcode.name() != Some("ISETP")
        || !is_register
        || second != ZERO
        || setter.word >> 84 & 7 != NONE
    {
        return None;
    }
    let is_alone = setter.word >> 87 & 0xf == NONE;
    let operation = setter.word >> 74 & 3;
    let is_equal = match setter.word >> 76 & 0xf {
        EQUAL if is_alone || operation == AND => true,
        NOT_EQUAL if is_alone || operation == OR => false,
        _ => return None,
    };
    let writer = code.writer(Operand::Register(first), at)?;
    let is_thread =
        writer.operands(code.architecture).sources == [Operand::Special(Operand::THREAD_X)];
    is_thread.then_some(is_equal)
}
