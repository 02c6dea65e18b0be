//! Divisions that only lanes need which go on: ptxas does them behind an early end.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::layout::jumps;
use crate::machine;
use crate::op::{Access, ControlOp, Instruction, Op};
use crate::predication::Register;
use crate::text::File;

/// From so many instructions of machine code on it matters where one is done.
const HEAVY: u8 = 10;

/// Moves divisions, and what is made of their results, behind ends that some lanes have.
pub(crate) fn behind_ends(code: &mut [Instruction]) {
    let is_heavy = |own: &Instruction| own.counted != 0 && machine::instructions(&own.op) >= HEAVY;
    if !code.iter().any(is_heavy) {
        return;
    }
    let targets: HashSet<usize> = jumps(code).map(|(_, to)| to).collect();
    let writes = writes(code);
    let mut reads = Reads::default();
    (0..code.len()).for_each(|at| reads.note(code, at, true));
    for end in 0..code.len() {
        let is_end = code[end].op == Op::Control(ControlOp::Exit) && code[end].guard.is_some();
        if !is_end || targets.contains(&end) {
            continue;
        }
        let first = start(code, end, &targets);
        if !code[first..end].iter().any(is_heavy) {
            continue;
        }
        let moved = movable(code, first, end, &writes, &reads);
        let Some(heavy) = moved.iter().copied().filter(|at| is_heavy(&code[*at])).min() else {
            continue;
        };
        (heavy..=end).for_each(|at| reads.note(code, at, false));
        // The last one first: each goes directly behind the end, before those that need it.
        let mut place = end;
        for at in moved.into_iter().filter(|at| *at >= heavy) {
            code[at..=place].rotate_left(1);
            place -= 1;
        }
        (heavy..=end).for_each(|at| reads.note(code, at, true));
    }
}

/// Where each register is read.
#[derive(Default)]
struct Reads(HashMap<Register, BTreeSet<usize>>);

impl Reads {
    fn note(&mut self, code: &mut [Instruction], at: usize, is_there: bool) {
        code[at].slots(&mut |file, access, slot| {
            if access == Access::Read {
                let places = self.0.entry((file, *slot)).or_default();
                if is_there {
                    places.insert(at)
                } else {
                    places.remove(&at)
                };
            }
        });
    }

    /// Whether it is read, and behind this place alone.
    fn are_behind(&self, register: &Register, at: usize) -> bool {
        self.0.get(register).and_then(BTreeSet::first).is_some_and(|first| *first > at)
    }
}

/// How often each register is written.
fn writes(code: &mut [Instruction]) -> HashMap<Register, u32> {
    let mut found = HashMap::new();
    for instruction in code {
        instruction.slots(&mut |file, access, slot| {
            if access == Access::Write {
                *found.entry((file, *slot)).or_default() += 1;
            }
        });
    }
    found
}

/// Where the instructions begin that lead to an end without a jump from or to elsewhere.
fn start(code: &[Instruction], end: usize, targets: &HashSet<usize>) -> usize {
    let goes_elsewhere = |at: usize| matches!(code[at].op, Op::Control(_));
    (0..end)
        .rev()
        .find(|at| goes_elsewhere(*at) || targets.contains(&(at + 1)))
        .map_or(0, |at| at + 1)
}

/// Operations before an end, the last one first, whose results are read behind it alone, and whose
/// operands stay the same.
fn movable(
    code: &mut [Instruction],
    first: usize,
    end: usize,
    writes: &HashMap<Register, u32>,
    reads: &Reads,
) -> Vec<usize> {
    // Those that are read, and written, by what stays before the end.
    let (mut needed, mut changed) = (HashSet::<Register>::new(), HashSet::<Register>::new());
    code[end].slots(&mut |file, access, slot| {
        if access == Access::Read {
            needed.insert((file, *slot));
        }
    });
    let mut moved = Vec::new();
    for at in (first..end).rev() {
        let is_plain = matches!(code[at].op, Op::Lane(_)) && code[at].guard.is_none();
        let (mut sources, mut results) = (Vec::new(), Vec::new());
        code[at].slots(&mut |file, access, slot| match access {
            Access::Read => sources.push((file, *slot)),
            Access::Write => results.push((file, *slot)),
        });
        let once = |register: &Register| writes.get(register).copied().unwrap_or(0) <= 1;
        let later = |register: &Register| {
            // Read by what moves as well, or behind the end.
            !needed.contains(register) && reads.are_behind(register, at)
        };
        let is_predicate = results.iter().any(|(file, _)| *file == File::Predicate);
        if is_plain
            && !is_predicate
            && !sources.iter().any(|register| changed.contains(register))
            && results.iter().all(|register| once(register) && later(register))
        {
            moved.push(at);
        } else {
            needed.extend(sources);
            changed.extend(results);
        }
    }
    moved
}
