//! Where the value of a register comes from, as far as a walk backwards over the code tells.

use std::collections::{BTreeMap, BTreeSet};

use propp_code_sass::{Direction, Instruction, Operand, Space};

use crate::Code;

/// Steps of a walk: what is behind them is not known.
pub(crate) const MOST_STEPS: usize = 64;

/// Writers of a register that a step looks at.
const MOST_WRITERS: usize = 256;

/// Instructions whose result also depends on a predicate or on other threads.
const OF_SEVERAL: [&str; 5] = ["SHFL", "SEL", "FSEL", "USEL", "VOTE"];

/// A register: of a thread or of a warp, and its number.
type Key = (bool, u8);

/// Which instructions write each register, by their places in the code.
#[derive(Default)]
pub(crate) struct Writers(BTreeMap<Key, Vec<usize>>);

impl Writers {
    pub(crate) fn of(all: &[Instruction], architecture: u32) -> Self {
        let mut writers = Self::default();
        for (place, one) in all.iter().enumerate() {
            let Some((first, count)) = one.operands(architecture).result else { continue };
            let Some((is_uniform, first)) = key(first) else { continue };
            for number in (first..=u8::MAX).take(count.into()) {
                writers.0.entry((is_uniform, number)).or_default().push(place);
            }
        }
        writers
    }

    /// Those of a register before a place in the code, the last first.
    fn before(&self, register: Operand, place: usize) -> impl Iterator<Item = usize> {
        let all = key(register).and_then(|key| self.0.get(&key)).map_or(&[][..], Vec::as_slice);
        let before = all.partition_point(|writer| *writer < place);
        all[..before].iter().rev().copied()
    }

    /// Those at a place or behind it.
    fn behind(&self, register: Operand, place: usize) -> impl Iterator<Item = usize> + Clone {
        let all = key(register).and_then(|key| self.0.get(&key)).map_or(&[][..], Vec::as_slice);
        let before = all.partition_point(|writer| *writer < place);
        all[before..].iter().copied()
    }
}

/// `None` for what is no register.
fn key(operand: Operand) -> Option<Key> {
    match operand {
        Operand::Register(number) => Some((false, number)),
        Operand::Uniform(number) => Some((true, number)),
        Operand::Constant { .. } | Operand::Special(_) => None,
    }
}

impl Code<'_, '_> {
    /// The last instruction that writes a register before a place in the code.
    pub(crate) fn writer(&self, register: Operand, place: usize) -> Option<&Instruction> {
        self.all.get(self.writer_place(register, place)?)
    }

    pub(crate) fn writer_place(&self, register: Operand, place: usize) -> Option<usize> {
        self.writers.before(register, place).next()
    }

    /// The last place in a loop that writes a register before another place there.
    pub(crate) fn writer_within(
        &self,
        register: Operand,
        place: usize,
        body: &[usize],
    ) -> Option<usize> {
        let mut before = self.writers.before(register, place).take(MOST_WRITERS);
        before.find(|at| self.is_within(*at, body))
    }

    /// The last place in a loop that writes a register for the turn after.
    pub(crate) fn writer_behind(
        &self,
        register: Operand,
        place: usize,
        body: &[usize],
    ) -> Option<usize> {
        let behind = self.writers.behind(register, place).take(MOST_WRITERS);
        behind.filter(|at| self.is_within(*at, body)).last()
    }

    fn is_within(&self, place: usize, body: &[usize]) -> bool {
        let block = self.flow.block_at(self.all[place].offset);
        block.is_some_and(|block| body.binary_search(&block).is_ok())
    }

    /// Whether registers have the same value at a place in each turn of a loop: what they are made of
    /// there comes from before the loop. What was loaded from such an address counts as the same.
    pub(crate) fn is_invariant(&self, registers: &[Operand], place: usize, body: &[usize]) -> bool {
        let mut open: Vec<(Operand, usize)> = registers.iter().map(|one| (*one, place)).collect();
        let mut seen = BTreeSet::new();
        while let Some((register, place)) = open.pop() {
            if !seen.insert((key(register), place)) {
                continue;
            }
            if seen.len() > MOST_STEPS {
                return false;
            }
            let Some(writers) = self.of_this_turn(register, place, body) else { return false };
            // Where control came from decides between several.
            if writers.len() > 1 {
                return false;
            }
            for writer in writers {
                let one = &self.all[writer];
                let chooses = one.opcode.name().is_some_and(|name| OF_SEVERAL.contains(&name));
                if one.guard.is_some() || chooses {
                    return false;
                }
                let sources = match one.memory {
                    Some(memory) if memory.direction != Direction::Load => return false,
                    Some(_) => address(one),
                    None => one.operands(self.architecture).sources,
                };
                open.extend(sources.into_iter().map(|source| (source, writer)));
            }
        }
        true
    }

    /// The instructions of a loop whose result a register may have at a place there: none if it comes from
    /// before the loop. `None` if it may come from the turn before, or from several of these.
    fn of_this_turn(
        &self,
        register: Operand,
        place: usize,
        body: &[usize],
    ) -> Option<BTreeSet<usize>> {
        let is_inside = |block: &usize| body.binary_search(block).is_ok();
        let mut all = self.writers.behind(register, 0).take(MOST_WRITERS);
        if !all.any(|writer| self.is_within(writer, body)) {
            return Some(BTreeSet::new());
        }
        let (mut found, mut is_from_before) = (BTreeSet::new(), false);
        let mut open = vec![(self.flow.block_at(self.all[place].offset)?, place, false)];
        let mut seen = BTreeSet::new();
        while let Some((block, end, is_of_turn_before)) = open.pop() {
            let start = self.flow.blocks[block].range().start;
            let writer = self.writers.before(register, end).next();
            if let Some(writer) = writer.filter(|writer| *writer >= start) {
                if is_of_turn_before {
                    return None;
                }
                found.insert(writer);
                continue;
            }
            if seen.len() > MOST_WRITERS {
                return None;
            }
            let (inside, outside): (Vec<usize>, Vec<usize>) =
                self.leading_to[block].iter().partition(|from| is_inside(from));
            // A block that is entered from outside of the loop begins a turn.
            let is_start = !outside.is_empty();
            is_from_before |= is_start;
            for from in inside {
                if seen.insert((from, is_of_turn_before || is_start)) {
                    let end = self.flow.blocks[from].range().end;
                    open.push((from, end, is_of_turn_before || is_start));
                }
            }
        }
        (found.is_empty() || !is_from_before).then_some(found)
    }

    /// Whether a register has a constant at a place in each turn of a loop: whatever writes it in the
    /// loop, or else what did so before it.
    pub(crate) fn is_constant(&self, register: u8, place: usize, body: &[usize]) -> bool {
        const ZERO: u8 = 255;
        if register == ZERO {
            return true;
        }
        let register = Operand::Register(register);
        let is_constant = |place: usize| {
            let one = &self.all[place];
            one.memory.is_none() && one.operands(self.architecture).sources.is_empty()
        };
        let is_in = |at: &usize| self.is_within(*at, body);
        let mut in_loop = self.writers.behind(register, 0).filter(is_in).peekable();
        match in_loop.peek() {
            Some(_) => in_loop.all(is_constant),
            None => self.writers.before(register, place).next().is_some_and(is_constant),
        }
    }

    /// Whether a register's value at a place depends on what a thread loaded, or on which it is.
    pub(crate) fn depends_on_thread(&self, register: u8, place: usize) -> bool {
        let mut open = vec![(Operand::Register(register), place)];
        let mut seen = BTreeSet::new();
        while let Some((register, place)) = open.pop() {
            if seen.len() > MOST_STEPS || !seen.insert((key(register), place)) {
                continue;
            }
            for writer in self.writers.before(register, place).take(MOST_STEPS) {
                let one = &self.all[writer];
                if is_of_thread(one, self.architecture) {
                    return true;
                }
                if one.memory.is_none() {
                    let sources = one.operands(self.architecture).sources;
                    open.extend(sources.into_iter().map(|source| (source, writer)));
                }
                if one.guard.is_none() {
                    break;
                }
            }
        }
        false
    }
}

/// The registers of an access's address: two of global memory, one of shared memory. The descriptor of
/// an access is none of them.
pub(crate) fn address(one: &Instruction) -> Vec<Operand> {
    /// Whether the address has a uniform register, or the access a descriptor.
    const HAS_UNIFORM: u32 = 91;
    let first = (one.word >> 24) as u8;
    let space = one.memory.map_or(Space::Generic, |memory| memory.space);
    let mut registers = vec![Operand::Register(first)];
    match space {
        Space::Shared if one.word >> HAS_UNIFORM & 1 == 1 => {
            let is_load = one.memory.is_some_and(|memory| memory.direction == Direction::Load);
            let uniform = (one.word >> if is_load { 32 } else { 64 }) as u8 & 0x3f;
            registers.push(Operand::Uniform(uniform));
        }
        Space::Shared | Space::Constant => {}
        _ => registers.push(Operand::Register(first.saturating_add(1))),
    }
    registers
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
