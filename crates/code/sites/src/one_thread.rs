//! Loops that only the first thread of a block runs.

use propp_code_sass::graph::forwards;
use propp_code_sass::{Guard, Instruction, Operand, Register};

use crate::Code;

/// The outermost loops that only thread 0 comes to: where each begins, and its blocks.
pub(crate) fn find(code: &Code<'_, '_>) -> Vec<(u64, Vec<usize>)> {
    let mut found: Vec<(u64, Vec<usize>)> = Vec::new();
    for (number, block) in code.flow.blocks.iter().enumerate() {
        let Some(last) = block.instructions(code.all).last() else { continue };
        let Some([own, others]) = sides(code, number, last) else { continue };
        let ahead = |from: usize| {
            let edges = code.flow.blocks[from].edges.iter().copied();
            edges.filter(|to| Some(*to) != others && *to != number).collect::<Vec<usize>>()
        };
        let Some(own) = own else { continue };
        let region = forwards(own, code.flow.blocks.len(), ahead);
        for one in &code.flow.loops {
            let is_in = |of: &[usize]| of.iter().all(|block| region.contains(block));
            let parent = one.parent.map(|parent| &code.flow.loops[parent]);
            if is_in(&one.blocks) && !parent.is_some_and(|parent| is_in(&parent.blocks)) {
                let start = one.headers.first().map(|header| code.flow.blocks[*header].start);
                found.extend(start.map(|start| (start, one.blocks.clone())));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The blocks that thread 0 and all others go on with, if a branch parts them; `None` for those that end.
fn sides(code: &Code<'_, '_>, number: usize, last: &Instruction) -> Option<[Option<usize>; 2]> {
    let Guard { register: Register::Predicate(predicate), is_negated } = last.guard? else {
        return None;
    };
    let is_first = first_thread(code, predicate, last.offset)?;
    let edges = &code.flow.blocks[number].edges;
    let (next, target) = match (last.opcode.name()?, edges.as_slice()) {
        ("BRA", [next, target]) => (Some(*next), Some(*target)),
        ("EXIT", [next]) => (Some(*next), None),
        _ => return None,
    };
    // The branch is taken where the predicate is set, or where it is not.
    Some(if is_first == is_negated { [next, target] } else { [target, next] })
}

/// Whether a predicate says at an offset that the thread is the first of its block, or that it is not.
fn first_thread(code: &Code<'_, '_>, predicate: u8, offset: u64) -> Option<bool> {
    const EQUAL: u128 = 2;
    const NOT_EQUAL: u128 = 5;
    const ZERO: u8 = 255;
    let sets = |one: &&Instruction| {
        let name = one.opcode.name().unwrap_or_default();
        name.ends_with("SETP") && (one.word >> 81) as u8 & 7 == predicate
    };
    let setter = code.all.iter().rev().filter(|one| one.offset < offset).find(sets)?;
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
    let registers = [Operand::Register(first)];
    let before = code.all.iter().rev().filter(|one| one.offset < setter.offset);
    let writer = before.into_iter().find(|one| code.writes(one, &registers))?;
    let is_thread =
        writer.operands(code.architecture).sources == [Operand::Special(Operand::THREAD_X)];
    is_thread.then_some(is_equal)
}
