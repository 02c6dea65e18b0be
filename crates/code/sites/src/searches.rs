//! Loops in which a thread looks through a table, entry by entry, for a value of its own.

use std::collections::BTreeSet;

use propp_code_sass::graph::forwards;
use propp_code_sass::{Direction, Guard, Instruction, Operand, Register, Space};

use crate::reach::{MOST_STEPS, address};
use crate::{Code, Found, What};

/// Arithmetic that makes an address of an index.
const ADDRESSING: [&str; 12] = [
    "IADD", "IADD3", "VIADD", "IMAD", "LEA", "MOV", "SHF", "UIADD3", "UVIADD", "UIMAD", "UMOV",
    "R2UR",
];

/// Arithmetic that moves from one turn to the next.
const MOVING: [&str; 7] = ["IADD", "IADD3", "VIADD", "UIADD3", "UVIADD", "MOV", "UMOV"];

/// Arithmetic on an entry before it is compared.
const ADJUSTING: [&str; 8] = ["FADD", "DADD", "IADD", "IADD3", "VIADD", "I2F", "F2F", "PRMT"];

/// Entries or bytes of a turn, at most: where lanes share a table, each skips what the others look at.
const MOST_MOVED: u32 = 31;

/// Loops that a comparison of an entry ends. One in which several threads take part is no thread's own; one
/// that stores, or adds up something in each turn, does not only search.
pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    const OF_SEVERAL: [&str; 9] =
        ["BAR", "SYNCS", "MEMBAR", "SHFL", "WARPSYNC", "VOTE", "VOTEU", "MATCH", "REDUX"];
    let parents: BTreeSet<usize> = code.flow.loops.iter().filter_map(|one| one.parent).collect();
    let mut found = Vec::new();
    for (number, one) in code.flow.loops.iter().enumerate() {
        let is_alone = || {
            code.of_blocks(&one.blocks).all(|(_, one)| {
                let name = one.opcode.name().unwrap_or_default();
                let changes = one.memory.is_some_and(|memory| memory.direction != Direction::Load);
                !changes && !OF_SEVERAL.contains(&name)
            })
        };
        if parents.contains(&number) || !is_alone() {
            continue;
        }
        if let Some((place, space)) = first_comparison(code, &one.blocks)
            && !adds_up(code, &one.headers, &one.blocks)
        {
            found.push((What::Search { space }, place));
        }
    }
    found.retain(|(_, place)| !code.is_in_subroutine(code.all[*place].offset));
    found
}

/// Whether each turn adds what changes to a value of the turn before.
fn adds_up(code: &Code<'_, '_>, headers: &[usize], body: &[usize]) -> bool {
    body.iter().filter(|block| is_of_each_turn(code, **block, headers, body)).any(|block| {
        code.of_blocks(&[*block]).any(|(place, one)| {
            let operands = one.operands(code.architecture);
            let Some((result, _)) = operands.result.filter(|_| one.guard.is_none()) else {
                return false;
            };
            let changes = |source: &&Operand| !code.is_invariant(&[**source], place, body);
            let mut others = operands.sources.iter().filter(|source| **source != result);
            one.memory.is_none()
                && operands.sources.contains(&result)
                && others.any(|s| changes(&s))
        })
    })
}

/// Whether no turn goes around a block.
fn is_of_each_turn(code: &Code<'_, '_>, block: usize, headers: &[usize], body: &[usize]) -> bool {
    let Some(header) = headers.first().copied().filter(|header| *header != block) else {
        return true;
    };
    let ahead = |from: usize| -> Vec<usize> {
        let edges = code.flow.blocks[from].edges.iter().copied();
        edges.filter(|to| *to != block && body.binary_search(to).is_ok()).collect()
    };
    let behind = ahead(header).into_iter();
    let mut reached = behind.flat_map(|next| forwards(next, code.flow.blocks.len(), ahead));
    !reached.any(|other| other == header)
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
        let [a, b] = code.all[place].compared(code.architecture)?;
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

/// The memory that a value was loaded from in the same turn, if the place moves on from turn to turn.
fn table_of(code: &Code<'_, '_>, entry: Operand, place: usize, body: &[usize]) -> Option<Space> {
    const MOST_ADJUSTMENTS: usize = 2;
    const TABLES: [Space; 3] = [Space::Global, Space::Generic, Space::Shared];
    let (mut value, mut place) = (entry, place);
    for _ in 0..=MOST_ADJUSTMENTS {
        let writer = code.writer_within(value, place, body)?;
        let one = &code.all[writer];
        if let Some(memory) = one.memory {
            let is_table = memory.direction == Direction::Load && TABLES.contains(&memory.space);
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

/// Whether the address of an access is that of the turn before and a short distance that is always the same.
/// What masks, multiplies or chooses an index goes through a table of hashes, or halves what is left.
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
        let one = &code.all[writer];
        if from_before {
            if !is_short_step(one) {
                return false;
            }
            moves = true;
        }
        if !seen.insert(writer) {
            continue;
        }
        let is_simple = one.opcode.name().is_some_and(|name| ADDRESSING.contains(&name));
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

/// Whether an instruction adds a small number that the code says, or moves what another one has added.
fn is_short_step(one: &Instruction) -> bool {
    const IMMEDIATE: u128 = 4;
    const NO_REGISTER: u8 = 255;
    let number = (one.word >> 32) as u32;
    let name = one.opcode.name().unwrap_or_default();
    let has_number = one.word >> 9 & 7 == IMMEDIATE;
    match name {
        "MOV" | "UMOV" => !has_number,
        // A sum is a product with 1, and a move one with RZ.
        "IMAD" if has_number => number == 1,
        "IMAD" => (one.word >> 24) as u8 == NO_REGISTER,
        _ if MOVING.contains(&name) => {
            has_number && number.cast_signed().unsigned_abs() <= MOST_MOVED
        }
        _ => false,
    }
}
