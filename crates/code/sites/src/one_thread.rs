//! Loops that only the first thread of a block runs.

use std::collections::BTreeSet;

use propp_code_sass::graph::forwards;
use propp_code_sass::{Guard, Instruction, Operand, Register};

use crate::Code;

/// The outermost loops that only thread 0 comes to: where in the code each begins, and its blocks.
pub(crate) fn find(code: &Code<'_, '_>) -> Vec<(usize, Vec<usize>)> {
    let mut found: Vec<(usize, Vec<usize>)> = Vec::new();
    for (number, block) in code.flow.blocks.iter().enumerate() {
        let Some(last) = block.range().last().filter(|last| *last < code.all.len()) else {
            continue;
        };
        let Some([own, others]) = sides(code, number, last) else { continue };
        let ahead = |from: usize| {
            let edges = code.flow.blocks[from].edges.iter().copied();
            edges.filter(|to| Some(*to) != others && *to != number).collect::<Vec<usize>>()
        };
        let Some(own) = own else { continue };
        let region: BTreeSet<usize> =
            forwards(own, code.flow.blocks.len(), ahead).into_iter().collect();
        for one in &code.flow.loops {
            let is_in = |of: &[usize]| of.iter().all(|block| region.contains(block));
            let parent = one.parent.map(|parent| &code.flow.loops[parent]);
            if is_in(&one.blocks) && !parent.is_some_and(|parent| is_in(&parent.blocks)) {
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
    const ZERO: u8 = 255;
    /// The compiler compares once for several branches; what is far away was hardly for this one.
    const NEAR: usize = 1024;
    let sets = |one: &&Instruction| {
        let name = one.opcode.name().unwrap_or_default();
        name.ends_with("SETP") && (one.word >> 81) as u8 & 7 == predicate
    };
    let (start, before) = (place.saturating_sub(NEAR), &code.all[..place]);
    let at = before[start..].iter().rposition(|one| sets(&one))? + start;
    let setter = &code.all[at];
    let (first, second) = ((setter.word >> 24) as u8, (setter.word >> 32) as u8);
    let is_register = setter.word >> 9 & 7 == 1;
    if setter.opcode.name() != Some("ISETP") || !is_register || second != ZERO {
        return None;
    }
    let is_equal = match setter.word >> 76 & 0xf {
        EQUAL => true,
        NOT_EQUAL => false,
        _ => return None,
    };
    let writer = code.writer(Operand::Register(first), at)?;
    let is_thread =
        writer.operands(code.architecture).sources == [Operand::Special(Operand::THREAD_X)];
    is_thread.then_some(is_equal)
}
