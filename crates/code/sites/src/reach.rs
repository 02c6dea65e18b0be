//! Where the value of a register comes from, as far as a walk backwards over the code tells.

use std::collections::BTreeSet;

use propp_code_sass::{Direction, Instruction, Operand, Space};

use crate::Code;

/// Steps of a walk: what is behind them is not known.
const MOST_STEPS: usize = 64;

impl Code<'_, '_> {
    /// Whether an instruction writes one of these registers.
    pub(crate) fn writes(&self, one: &Instruction, registers: &[Operand]) -> bool {
        let Some((first, count)) = one.operands(self.architecture).result else { return false };
        registers.iter().any(|register| match (first, register) {
            (Operand::Register(first), Operand::Register(of))
            | (Operand::Uniform(first), Operand::Uniform(of)) => {
                (u16::from(first)..u16::from(first) + u16::from(count)).contains(&u16::from(*of))
            }
            _ => false,
        })
    }

    /// Whether registers have the same value at an offset in each turn of a loop: what they are made of
    /// there comes from before the loop. What was loaded from such an address counts as the same.
    pub(crate) fn is_invariant(
        &self,
        registers: &[Operand],
        offset: u64,
        body: &[&Instruction],
    ) -> bool {
        let mut open: Vec<(Operand, u64)> = registers.iter().map(|one| (*one, offset)).collect();
        let mut seen = BTreeSet::new();
        while let Some((register, offset)) = open.pop() {
            if !seen.insert((key(register), offset)) {
                continue;
            }
            if seen.len() > MOST_STEPS {
                return false;
            }
            let writes = |one: &&&Instruction| self.writes(one, &[register]);
            let mut writers = body.iter().rev().filter(writes).peekable();
            if writers.peek().is_none() {
                continue;
            }
            // The value of the last turn.
            let Some(writer) = writers.find(|one| one.offset < offset) else { return false };
            if writer.guard.is_some() {
                return false;
            }
            let sources = match writer.memory {
                Some(memory) if memory.direction != Direction::Load => return false,
                Some(_) => address(writer),
                None => writer.operands(self.architecture).sources,
            };
            open.extend(sources.into_iter().map(|source| (source, writer.offset)));
        }
        true
    }

    /// Whether a register's value at an offset is a constant, by the last instruction before it that
    /// writes it.
    pub(crate) fn is_constant(&self, register: u8, offset: u64) -> bool {
        const ZERO: u8 = 255;
        if register == ZERO {
            return true;
        }
        let registers = [Operand::Register(register)];
        let before = self.all.iter().rev().filter(|one| one.offset < offset);
        let mut writers = before.filter(|one| self.writes(one, &registers));
        writers.next().is_some_and(|one| {
            one.memory.is_none() && one.operands(self.architecture).sources.is_empty()
        })
    }

    /// Whether a register's value at an offset depends on what a thread loaded, or on which it is.
    pub(crate) fn depends_on_thread(&self, register: u8, offset: u64) -> bool {
        let mut open = vec![(Operand::Register(register), offset)];
        let mut seen = BTreeSet::new();
        let mut steps = 0;
        while let Some((register, offset)) = open.pop() {
            steps += 1;
            if steps > MOST_STEPS || !seen.insert((key(register), offset)) {
                continue;
            }
            for one in self.all.iter().rev().filter(|one| one.offset < offset) {
                if !self.writes(one, &[register]) {
                    continue;
                }
                if is_of_thread(one, self.architecture) {
                    return true;
                }
                if one.memory.is_none() {
                    let sources = one.operands(self.architecture).sources;
                    open.extend(sources.into_iter().map(|source| (source, one.offset)));
                }
                if one.guard.is_none() {
                    break;
                }
            }
        }
        false
    }
}

/// The registers of an access's address: two of global memory, one of shared memory. The descriptor of an access is none of them.
pub(crate) fn address(one: &Instruction) -> Vec<Operand> {
    let first = (one.word >> 24) as u8;
    let is_wide = one.memory.is_none_or(|memory| memory.space != Space::Shared);
    let second = is_wide.then(|| Operand::Register(first.saturating_add(1)));
    std::iter::once(Operand::Register(first)).chain(second).collect()
}

fn key(operand: Operand) -> (u8, u16) {
    match operand {
        Operand::Register(number) => (0, number.into()),
        Operand::Uniform(number) => (1, number.into()),
        Operand::Constant { offset, .. } => (2, offset),
        Operand::Special(number) => (3, number.into()),
    }
}

/// Whether an instruction brings what differs between the threads of a warp.
fn is_of_thread(one: &Instruction, architecture: u32) -> bool {
    if let Some(memory) = one.memory {
        let is_read = matches!(memory.direction, Direction::Load | Direction::Atomic);
        return is_read && memory.space != Space::Constant;
    }
    let special = [Operand::LANE, Operand::THREAD_X].map(Operand::Special);
    one.operands(architecture).sources.iter().any(|source| special.contains(source))
}
