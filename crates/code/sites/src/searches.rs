//! Loops in which a thread looks through a table, entry by entry, for a value of its own.

use std::collections::BTreeSet;

use propp_code_sass::{Direction, Guard, Operand, Register, Space};

use crate::reach::{MOST_STEPS, address};
use crate::{Code, Found, What};

/// Arithmetic that moves from one entry to the next. What masks or chooses an index goes through a table of
/// hashes, or halves what is left.
const MOVING: [&str; 12] = [
    "IADD", "IADD3", "VIADD", "IMAD", "LEA", "MOV", "SHF", "UIADD3", "VIADD3", "UIMAD", "UMOV",
    "R2UR",
];

/// Arithmetic on an entry before it is compared.
const ADJUSTING: [&str; 8] = ["FADD", "DADD", "IADD", "IADD3", "VIADD", "I2F", "F2F", "PRMT"];

/// Loops that a comparison of an entry ends. One in which several threads take part is no thread's own, and
/// one that stores moves what it finds.
pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    const OF_SEVERAL: [&str; 5] = ["BAR", "SYNCS", "MEMBAR", "SHFL", "WARPSYNC"];
    let mut found = Vec::new();
    for (number, one) in code.flow.loops.iter().enumerate() {
        if code.flow.loops.iter().any(|inner| inner.parent == Some(number)) {
            continue;
        }
        let is_alone = code.of_blocks(&one.blocks).all(|(_, one)| {
            let name = one.opcode.name().unwrap_or_default();
            let changes = one.memory.is_some_and(|memory| memory.direction != Direction::Load);
            !changes && !OF_SEVERAL.contains(&name)
        });
        if is_alone && let Some((place, space)) = first_comparison(code, &one.blocks) {
            found.push((What::Search { space }, place));
        }
    }
    found.retain(|(_, place)| !code.is_in_subroutine(code.all[*place].offset));
    found
}

/// Where an entry is first compared with what the loop looks for, and the memory of the table.
fn first_comparison(code: &Code<'_, '_>, body: &[usize]) -> Option<(usize, Space)> {
    let leaves = |block: &&usize| {
        code.flow.blocks[**block].edges.iter().any(|to| body.binary_search(to).is_err())
    };
    body.iter().filter(leaves).find_map(|block| {
        let range = code.flow.blocks[*block].range();
        let last = code.all.get(range.clone())?.last()?;
        let Guard { register: Register::Predicate(predicate), .. } = last.guard? else {
            return None;
        };
        let place = range.clone().rev().find(|place| sets(code, *place, predicate))?;
        let [a, b] = code.all[place].operand_pair(code.architecture)?;
        let table = |entry: Operand, sought: Operand| {
            let is_sought = is_of_thread(code, sought, place, body);
            is_sought.then(|| table_of(code, entry, place, body)).flatten()
        };
        Some((place, table(a, b).or_else(|| table(b, a))?))
    })
}

fn sets(code: &Code<'_, '_>, place: usize, predicate: u8) -> bool {
    let one = &code.all[place];
    let is_setter = one.opcode.name().is_some_and(|name| name.ends_with("SETP"));
    is_setter && [81, 84].iter().any(|bit| (one.word >> bit) as u8 & 7 == predicate)
}

/// Whether a value stays the same in the loop and is the thread's.
fn is_of_thread(code: &Code<'_, '_>, sought: Operand, place: usize, body: &[usize]) -> bool {
    match sought {
        Operand::Register(number) => {
            code.is_invariant(&[sought], place, body) && code.depends_on_thread(number, place)
        }
        _ => false,
    }
}

/// The memory that a value was loaded from in the same turn, if the place moves on by the same distance each
/// turn.
fn table_of(code: &Code<'_, '_>, entry: Operand, place: usize, body: &[usize]) -> Option<Space> {
    const MOST_ADJUSTMENTS: usize = 2;
    let (mut value, mut place) = (entry, place);
    for _ in 0..=MOST_ADJUSTMENTS {
        let writer = code.writer_within(value, place, body)?;
        let one = &code.all[writer];
        if let Some(memory) = one.memory {
            let is_table = memory.direction == Direction::Load && memory.space != Space::Local;
            let is_table = is_table && one.guard.is_none() && moves_on(code, writer, body);
            return is_table.then_some(memory.space);
        }
        let name = one.opcode.name().unwrap_or_default();
        let sources = one.operands(code.architecture).sources;
        let changing = |source: &&Operand| !code.is_invariant(&[**source], writer, body);
        let mut changing = sources.iter().filter(changing);
        let (Some(next), None) = (changing.next(), changing.next()) else { return None };
        if !ADJUSTING.contains(&name) {
            return None;
        }
        (value, place) = (*next, writer);
    }
    None
}

/// Whether the address of an access is what it was the turn before and a fixed distance.
fn moves_on(code: &Code<'_, '_>, access: usize, body: &[usize]) -> bool {
    let first = address(&code.all[access]).into_iter().next();
    let mut open: Vec<(Operand, usize)> = first.into_iter().map(|one| (one, access)).collect();
    let (mut seen, mut moves) = (BTreeSet::new(), false);
    while let Some((register, place)) = open.pop() {
        let (writer, from_before) = match code.writer_within(register, place, body) {
            Some(writer) => (writer, false),
            None => match code.writer_behind(register, place, body) {
                Some(writer) => (writer, true),
                None => continue,
            },
        };
        moves |= from_before;
        if !seen.insert(writer) {
            continue;
        }
        let one = &code.all[writer];
        let is_simple = one.opcode.name().is_some_and(|name| MOVING.contains(&name));
        let is_constant = one.memory.is_some_and(|memory| memory.space == Space::Constant);
        if seen.len() > MOST_STEPS || one.guard.is_some() || !(is_simple || is_constant) {
            return false;
        }
        if is_simple {
            let sources = one.operands(code.architecture).sources;
            open.extend(sources.into_iter().map(|source| (source, writer)));
        }
    }
    moves
}
