//! What the addresses of accesses are made of: parameters, the numbers of threads and blocks, and
//! values from memory, followed through the registers of a kernel.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::BitOr;

use propp_code_sass::{Class, Flow, Function, Guard, Instruction, Opcode, Operand, Space};

use crate::joins::{Join, joins};
use crate::origin::Origin;
use crate::predicates::{PREDICATES, predicate, predicates};

/// Loops that are told apart.
const LOOPS: usize = 16;

/// The registers, the uniform ones, then the predicates and the uniform ones.
#[derive(Clone)]
struct Values {
    values: Vec<Origin>,
    /// What a guarded instruction of this block wrote, as those with the same guard read it.
    under: BTreeMap<usize, (Guard, Origin)>,
}

const REGISTERS: usize = 256;
const PLACES: usize = PREDICATES + 16;

impl Values {
    fn add(&mut self, place: usize, more: Origin) {
        self.values[place] = self.values[place] | more;
    }

    /// What an instruction finds there: of what was written under its own guard, that alone.
    fn seen_by(&self, one: &Instruction, place: usize) -> Origin {
        let own = self.under.get(&place).filter(|(guard, _)| one.guard == Some(*guard));
        own.map_or(self.values[place], |(_, value)| *value)
    }

    /// What is guarded leaves the old value where it does not run.
    fn put(&mut self, guard: Option<Guard>, place: usize, value: Origin, condition: Origin) {
        self.under.remove(&place);
        if place >= PREDICATES {
            self.under.retain(|_, (guard, _)| predicate(*guard) != Some(place));
        }
        match guard {
            Some(guard) => {
                self.add(place, value | condition);
                self.under.insert(place, (guard, value));
            }
            None => self.values[place] = value,
        }
    }
}

fn place(operand: Operand) -> Option<usize> {
    match operand {
        Operand::Register(number) => Some(usize::from(number)),
        Operand::Uniform(number) => Some(REGISTERS + usize::from(number)),
        Operand::Constant { .. } | Operand::Special(_) => None,
    }
}

/// The bank of what a program declares `__constant__`.
const DECLARED: u8 = 3;

/// What the address of each access to memory depends on, by offset; of instructions that read what is
/// declared `__constant__`, their offsets alone.
pub(crate) fn of_function(function: &Function<'_>) -> (BTreeMap<u32, Origin>, BTreeSet<u32>) {
    let code: Vec<Instruction> = function.instructions().collect();
    let flow = Flow::of_instructions(function, &code);
    let walk = Walk {
        architecture: function.architecture.number(),
        parameters: function.resources.parameters,
        flow: &flow,
        code: &code,
    };
    let entries = walk.entries();
    let reads_declared = |one: &&Instruction| {
        let is_it = |source: &Operand| matches!(source, Operand::Constant { bank: DECLARED, .. });
        one.operands(walk.architecture).sources.iter().any(is_it)
    };
    let constants =
        code.iter().filter(reads_declared).filter_map(|one| u32::try_from(one.offset).ok());
    let constants = constants.collect();
    let mut found = BTreeMap::new();
    for (block, entry) in entries.into_iter().enumerate() {
        let Some(mut state) = entry else { continue };
        for one in walk.of_block(block) {
            if one.memory.is_some_and(|memory| memory.space != Space::Constant)
                && let Ok(offset) = u32::try_from(one.offset)
            {
                found.insert(offset, walk.address(one, &state));
            }
            walk.step(one, &mut state);
        }
    }
    (found, constants)
}

struct Walk<'a> {
    architecture: u32,
    /// Where the parameters lie in bank 0, and their bytes.
    parameters: Option<(u16, u16)>,
    flow: &'a Flow,
    code: &'a [Instruction],
}

impl Walk<'_> {
    fn of_block(&self, block: usize) -> &[Instruction] {
        let block = &self.flow.blocks[block];
        let place = |offset: u64| self.code.partition_point(|one| one.offset < offset);
        &self.code[place(block.start)..place(block.end)]
    }

    /// What registers hold where each block begins; `None` for blocks that nothing leads to.
    fn entries(&self) -> Vec<Option<Values>> {
        let blocks = self.flow.blocks.len();
        let of_block: Vec<Vec<usize>> = (0..blocks)
            .map(|block| self.of_block(block).iter().flat_map(|one| self.results(one)).collect())
            .collect();
        let written = self.written(&of_block);
        let joins = joins(self.flow, &of_block);
        let mut entries: Vec<Option<Values>> = vec![None; blocks];
        // What conditions add where their branches meet again.
        let mut added: Vec<BTreeMap<usize, Origin>> = vec![BTreeMap::new(); blocks];
        if blocks > 0 {
            entries[0] =
                Some(Values { values: vec![Origin::default(); PLACES], under: BTreeMap::new() });
        }
        let mut open: Vec<usize> = (blocks > 0).then_some(0).into_iter().collect();
        while let Some(block) = open.pop() {
            let Some(mut state) = entries[block].clone() else { continue };
            for (place, more) in &added[block] {
                state.add(*place, *more);
            }
            for one in self.of_block(block) {
                self.step(one, &mut state);
            }
            if let (Some(Join { at, places }), Some(last)) =
                (&joins[block], self.of_block(block).last())
            {
                let condition = self.guard(last, &state).as_condition();
                let mut changed = false;
                for place in places {
                    let known = added[*at].entry(*place).or_default();
                    let both = *known | condition;
                    changed |= both != *known;
                    *known = both;
                }
                if changed && entries[*at].is_some() {
                    open.push(*at);
                }
            }
            for &next in &self.flow.blocks[block].edges {
                let mut state = state.clone();
                self.turn(block, next, &written, &mut state);
                if merge(&mut entries[next], &state) {
                    open.push(next);
                }
            }
        }
        for (entry, added) in entries.iter_mut().zip(added) {
            if let Some(state) = entry {
                added.into_iter().for_each(|(place, more)| state.add(place, more));
            }
        }
        entries
    }

    /// The registers that each loop writes.
    fn written(&self, of_block: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let of_loop = |one: &propp_code_sass::Loop| {
            let mut places: Vec<usize> =
                one.blocks.iter().flat_map(|block| of_block[*block].iter().copied()).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        self.flow.loops.iter().map(of_loop).collect()
    }

    /// What goes round a loop differs from turn to turn, if the loop writes it.
    fn turn(&self, from: usize, to: usize, written: &[Vec<usize>], state: &mut Values) {
        let loops = self.flow.loops.iter().zip(written).enumerate().take(LOOPS);
        for (number, (one, written)) in loops {
            if one.headers.contains(&to) && one.blocks.contains(&from) {
                for place in written {
                    state.values[*place].loops |= 1 << number;
                }
            }
        }
    }

    /// The places that an instruction writes, predicates included.
    fn results(&self, one: &Instruction) -> Vec<usize> {
        let mut places = self.registers(one);
        places.extend(predicates(one).written);
        places
    }

    fn registers(&self, one: &Instruction) -> Vec<usize> {
        let result = unfollowed(one).or_else(|| one.operands(self.architecture).result);
        let places = result.and_then(|(first, count)| {
            let first = place(first)?;
            let end = if first < REGISTERS { REGISTERS } else { 2 * REGISTERS };
            Some((first..end.min(first + usize::from(count))).collect())
        });
        places.unwrap_or_default()
    }

    fn address(&self, one: &Instruction, state: &Values) -> Origin {
        self.sources(one, one.operands(self.architecture).sources, state)
    }

    fn sources(&self, one: &Instruction, sources: Vec<Operand>, state: &Values) -> Origin {
        let all = sources.into_iter().map(|source| match source {
            Operand::Constant { bank: 0, offset } => self.constant(offset),
            Operand::Constant { .. } => Origin::default(),
            Operand::Special(number) => Origin::of_special(number),
            other => place(other).map_or_else(Origin::default, |place| state.seen_by(one, place)),
        });
        all.fold(Origin::default(), BitOr::bitor)
    }

    fn constant(&self, offset: u16) -> Origin {
        let word = self.parameters.and_then(|(start, bytes)| {
            let own = offset.checked_sub(start).filter(|own| *own < bytes)?;
            Some(usize::from(own / 4))
        });
        word.map_or_else(Origin::default, Origin::of_word)
    }

    fn guard(&self, one: &Instruction, state: &Values) -> Origin {
        one.guard.and_then(predicate).map_or_else(Origin::default, |place| state.values[place])
    }

    fn step(&self, one: &Instruction, state: &mut Values) {
        let operands = one.operands(self.architecture);
        let predicates = predicates(one);
        let is_constant = one.memory.is_some_and(|memory| memory.space == Space::Constant);
        let start = match operands.sources.first() {
            Some(Operand::Constant { bank: 0, offset }) if is_constant => Some(*offset),
            _ => None,
        };
        let is_followed = unfollowed(one).is_none();
        let mut sources = operands.sources;
        sources.extend(predicates.compared);
        let conditions = predicates.read.iter().map(|place| state.values[*place].as_condition());
        let mut value =
            self.sources(one, sources, state) | conditions.fold(Origin::default(), BitOr::bitor);
        if let Some(memory) = one.memory.filter(|_| !is_constant) {
            value = value.loaded(memory);
        } else if !is_followed {
            value = Origin::ANYTHING;
        }
        let guard = self.guard(one, state).as_condition();
        let mut put = |place: usize, own: Origin| state.put(one.guard, place, own, guard);
        let registers = self.registers(one);
        let first = registers.first().copied().unwrap_or(0);
        for place in registers {
            // Each word of a wide load of parameters is a word of its own.
            let own = start
                .map(|offset| self.constant(offset.saturating_add(4 * (place - first) as u16)));
            put(place, own.unwrap_or(value));
        }
        predicates.written.into_iter().for_each(|place| put(place, value));
    }
}

/// The result of an instruction whose operands are not followed: it may depend on anything.
fn unfollowed(one: &Instruction) -> Option<(Operand, u8)> {
    let Opcode::Known { name, class } = one.opcode else { return None };
    let has_result = matches!(class, Class::Tensor | Class::Texture | Class::Other)
        || matches!(name, "VOTE" | "MATCH" | "REDUX" | "CREDUX" | "P2R");
    let words = if class == Class::Move { 1 } else { 4 };
    has_result.then_some((Operand::Register((one.word >> 16) as u8), words))
}

/// Whether the state has become another.
fn merge(into: &mut Option<Values>, state: &Values) -> bool {
    let Some(known) = into else {
        *into = Some(Values { values: state.values.clone(), under: BTreeMap::new() });
        return true;
    };
    let mut changed = false;
    for (known, new) in known.values.iter_mut().zip(&state.values) {
        let both = *known | *new;
        changed |= both != *known;
        *known = both;
    }
    changed
}
