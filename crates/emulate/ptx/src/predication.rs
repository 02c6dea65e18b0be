//! Which branches of the PTX stay branches: ptxas joins conditions, and makes predicates of branches
//! around a few instructions. The limits are those that ptxas of CUDA 13.0 has for sm_90 in small
//! kernels that differ in one number (`lab/engine.md`).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::layout::{is_end, jumps};
use crate::machine;
use crate::op::{
    Access, Base, ControlOp, Guard, Instruction, IntegerOp, LaneOp, MemoryOp, Op, Slot,
};
use crate::text::{File, Space};

/// Instructions of a side of a branch that become predicated ones, at most: also the jump at its end.
const SHORT: u32 = 8;

/// The same if one of them loads from memory, for which the warp waits in any case.
const SHORT_WITH_LOAD: u32 = 20;

/// Instructions that a second condition takes if all lanes work it out, at most.
const CONDITION: u32 = 5;

/// Branches that are predicates at the same time, at most: the two sides of one.
pub const MAX_SKIPS: usize = 2;

pub(crate) type Register = (File, Slot);

/// `if (a || b)` and `if (a && b)`: where the second condition is short and needs no memory, all lanes
/// work it out, and one branch is left of two.
pub(crate) fn join_conditions(code: &mut [Instruction]) {
    let reads = reads(code);
    let targets: HashSet<usize> = jumps(code).map(|(_, to)| to).collect();
    for first in (0..code.len()).rev() {
        let Some((guard, target)) = branch(&code[first]) else { continue };
        let Some(second) = condition(code, first + 1) else { continue };
        let Some((other, _)) = branch(&code[second]).filter(|(_, to)| *to > second) else {
            continue;
        };
        // Lanes that leave at the first branch do what the second one does, or what comes behind it.
        let takes = code[second].op == code[first].op;
        let follows = target == second + 1;
        let entered = (first + 1..=second).any(|at| targets.contains(&at));
        if entered || !(takes || follows) || !are_temporary(code, first..second + 1, &reads) {
            continue;
        }
        let value = takes != other.negated;
        let op = LaneOp::PredicateSet { to: other.predicate, value }.into();
        code[first] = Instruction { guard: Some(guard), op, counted: 0, ..code[first].clone() };
        code[first..second].rotate_left(1);
    }
}

/// A conditional branch, and where it leads.
fn branch(instruction: &Instruction) -> Option<(Guard, usize)> {
    match (&instruction.op, instruction.guard) {
        (Op::Control(ControlOp::Branch { target }), Some(guard)) => Some((guard, *target as usize)),
        _ => None,
    }
}

/// The branch at the end of a few instructions that only work out its condition.
fn condition(code: &[Instruction], first: usize) -> Option<usize> {
    let mut taken = 0;
    for (at, instruction) in code.iter().enumerate().skip(first) {
        match &instruction.op {
            Op::Lane(_) if instruction.guard.is_none() || instruction.counted == 0 => {}
            // At a place that all lanes have: a computed one may be right for those alone that get there.
            Op::Memory(MemoryOp::Load { space: Space::Parameter, address, .. })
                if instruction.guard.is_none() && address.base == Base::None => {}
            Op::Control(ControlOp::Branch { .. }) => return Some(at),
            Op::Lane(_)
            | Op::Memory(_)
            | Op::Warp(_)
            | Op::Barrier(_)
            | Op::Control(_)
            | Op::System(_) => return None,
        }
        taken += cost(instruction);
        if taken > CONDITION {
            return None;
        }
    }
    None
}

/// For each register, the first and the last instruction that reads it.
fn reads(code: &mut [Instruction]) -> HashMap<Register, (usize, usize)> {
    let mut found: HashMap<Register, (usize, usize)> = HashMap::new();
    for (at, instruction) in code.iter_mut().enumerate() {
        instruction.slots(&mut |file, access, slot| {
            if access == Access::Read {
                found.entry((file, *slot)).or_insert((at, at)).1 = at;
            }
        });
    }
    found
}

/// Whether what the instructions between two branches write is read by them and the second branch
/// alone, and the second branch depends on it.
fn are_temporary(
    code: &mut [Instruction],
    range: Range<usize>,
    reads: &HashMap<Register, (usize, usize)>,
) -> bool {
    let (first, second) = (range.start, range.end - 1);
    let (mut before, mut written) = (HashSet::new(), HashSet::new());
    for (at, instruction) in code.iter_mut().enumerate().take(range.end).skip(first) {
        let mut own = Vec::new();
        instruction.slots(&mut |file, access, slot| match access {
            Access::Read if !written.contains(&(file, *slot)) => drop(before.insert((file, *slot))),
            Access::Write if at != second => own.push((file, *slot)),
            Access::Read | Access::Write => {}
        });
        written.extend(own);
    }
    let is_inside = |register: &Register| {
        let inside =
            reads.get(register).is_none_or(|(a, b)| range.contains(a) && range.contains(b));
        inside && !before.contains(register)
    };
    let depends = branch(&code[second])
        .is_some_and(|(guard, _)| written.contains(&(File::Predicate, guard.predicate)));
    depends && written.iter().all(is_inside)
}

/// Branches around a few instructions, or with a few on either side, become predicates.
pub(crate) fn predicates_for_short_branches(code: &mut [Instruction]) {
    let jumps: Vec<(usize, usize)> = jumps(code).collect();
    // The inner ones first: what has predicates already keeps its branch.
    for index in (0..code.len()).rev() {
        let Some((guard, target)) = branch(&code[index]) else { continue };
        let in_loop = jumps.iter().any(|(from, to)| (*to..=*from).contains(&index));
        let Some(end) = short_region(code, index, target, in_loop) else { continue };
        // Nobody comes from elsewhere.
        let (inside, own) = (index + 1..end, index..end);
        if jumps.iter().any(|(from, to)| inside.contains(to) && !own.contains(from)) {
            continue;
        }
        let several = end > target;
        if several && code.get(end).is_some_and(is_end) && !writes(code, index + 1..target, guard) {
            // Lanes of the first side end behind it.
            let end = Guard { negated: !guard.negated, ..guard };
            code[target - 1].op = ControlOp::Exit.into();
            code[target - 1].guard = Some(end);
            skip(code, index, target - 1);
        } else {
            skip(code, index, target);
            if several {
                skip(code, target - 1, end);
            }
        }
        if several {
            // Of a branch with two sides none is left.
            code[index].counted = 0;
            code[target - 1].counted = 0;
        }
    }
}

fn skip(code: &mut [Instruction], at: usize, to: usize) {
    code[at].op = ControlOp::Skip { count: (to - at) as u32 - 1 }.into();
}

fn writes(code: &mut [Instruction], range: Range<usize>, guard: Guard) -> bool {
    let mut found = false;
    for instruction in &mut code[range] {
        instruction.slots(&mut |file, access, slot| {
            found |= access == Access::Write && (file, *slot) == (File::Predicate, guard.predicate);
        });
    }
    found
}

/// Where the instructions end that a branch leads around, also those of its `else`, if ptxas makes
/// predicates of it.
fn short_region(code: &[Instruction], index: usize, target: usize, in_loop: bool) -> Option<usize> {
    let then = code.get(index + 1..target)?;
    let (last, rest) = then.split_last()?;
    if let (Op::Control(ControlOp::Branch { target: end }), None) = (&last.op, last.guard)
        && *end as usize > target
    {
        let end = *end as usize;
        let is_short = has_few(rest, 1) && has_few(code.get(target..end)?, 0);
        return is_short.then_some(end);
    }
    // In a loop ptxas rather saves the load.
    let saves = in_loop && then.iter().any(loads);
    (!saves && has_few(then, 0)).then_some(target)
}

fn loads(instruction: &Instruction) -> bool {
    match &instruction.op {
        Op::Memory(MemoryOp::Load { space, .. }) => {
            matches!(space, Space::Global | Space::Generic | Space::Local)
        }
        Op::Memory(_)
        | Op::Lane(_)
        | Op::Warp(_)
        | Op::Barrier(_)
        | Op::Control(_)
        | Op::System(_) => false,
    }
}

fn has_few(side: &[Instruction], more: u32) -> bool {
    let limit = if side.iter().any(loads) { SHORT_WITH_LOAD } else { SHORT };
    !side.iter().any(|one| one.op.facts().keeps_branches)
        && side.iter().map(cost).sum::<u32>() + more <= limit
}

/// What an instruction takes of the limits. A product of which an address is made is one with the sum
/// behind it, and a change of the address's space is nothing.
fn cost(instruction: &Instruction) -> u32 {
    let is_folded = matches!(
        instruction.op,
        Op::Lane(
            LaneOp::Integer { op: IntegerOp::MulWide, .. }
                | LaneOp::ToGeneric { .. }
                | LaneOp::FromGeneric { .. }
        )
    );
    match instruction.counted {
        0 => 0,
        _ if is_folded => 0,
        _ => machine::instructions(&instruction.op).into(),
    }
}
