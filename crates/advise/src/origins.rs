//! What the addresses of accesses are made of: parameters, the numbers of threads and blocks, and
//! values from memory, followed through the registers of a kernel.

use std::collections::BTreeMap;
use std::ops::BitOr;

use propp_sass::{Direction, Flow, Function, Instruction, Operand, Space};

/// Words of parameters that are told apart; of the others nothing is known.
const WORDS: usize = 256;

/// Loops that are told apart.
const LOOPS: usize = 16;

/// What a value depends on. Empty for constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Words of the parameters, and those of which something was read at an address.
    words: [u128; 2],
    through: [u128; 2],
    /// Bits of x, y, z.
    pub threads: u8,
    pub blocks: u8,
    /// Whether it comes from memory.
    pub is_loaded: bool,
    /// A bit for each loop whose turns have other values.
    pub loops: u16,
}

impl BitOr for Origin {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        let both = |a: [u128; 2], b: [u128; 2]| [a[0] | b[0], a[1] | b[1]];
        Self {
            words: both(self.words, other.words),
            through: both(self.through, other.through),
            threads: self.threads | other.threads,
            blocks: self.blocks | other.blocks,
            is_loaded: self.is_loaded || other.is_loaded,
            loops: self.loops | other.loops,
        }
    }
}

impl Origin {
    fn of_word(word: usize) -> Self {
        let mut own = Self::default();
        if word < WORDS {
            own.words[word / 128] = 1 << (word % 128);
        }
        own
    }

    /// The offsets of the parameters' words that it is computed from.
    pub fn offsets(&self) -> impl Iterator<Item = u16> {
        offsets(self.words)
    }

    /// Those that led to the values from memory in it.
    pub fn through(&self) -> impl Iterator<Item = u16> {
        offsets(self.through)
    }

    /// Of a value that is read there.
    fn loaded(self) -> Self {
        let both = [self.words[0] | self.through[0], self.words[1] | self.through[1]];
        Self { words: [0; 2], through: both, is_loaded: true, ..self }
    }
}

fn offsets(words: [u128; 2]) -> impl Iterator<Item = u16> {
    let is_set = move |word: &u16| words[usize::from(word / 128)] >> (word % 128) & 1 == 1;
    (0..WORDS as u16).filter(is_set).map(|word| word * 4)
}

/// The registers, then the uniform ones.
type State = Vec<Origin>;
const REGISTERS: usize = 256;

fn place(operand: Operand) -> Option<usize> {
    match operand {
        Operand::Register(number) => Some(usize::from(number)),
        Operand::Uniform(number) => Some(REGISTERS + usize::from(number)),
        Operand::Constant { .. } | Operand::Special(_) => None,
    }
}

/// What the address of each access to memory depends on, by offset.
#[must_use]
pub fn of_function(function: &Function<'_>) -> BTreeMap<u32, Origin> {
    let code: Vec<Instruction> = function.instructions().collect();
    let flow = Flow::of_instructions(function, &code);
    let walk = Walk {
        architecture: function.architecture.number(),
        parameters: function.resources.parameters,
        flow: &flow,
        code: &code,
    };
    let entries = walk.entries();
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
    found
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
    fn entries(&self) -> Vec<Option<State>> {
        let blocks = self.flow.blocks.len();
        let written = self.written();
        let mut entries: Vec<Option<State>> = vec![None; blocks];
        if blocks > 0 {
            entries[0] = Some(vec![Origin::default(); 2 * REGISTERS]);
        }
        let mut open: Vec<usize> = (blocks > 0).then_some(0).into_iter().collect();
        while let Some(block) = open.pop() {
            let Some(mut state) = entries[block].clone() else { continue };
            for one in self.of_block(block) {
                self.step(one, &mut state);
            }
            for edge in &self.flow.blocks[block].edges {
                let mut state = state.clone();
                self.turn(block, edge.to, &written, &mut state);
                if merge(&mut entries[edge.to], &state) {
                    open.push(edge.to);
                }
            }
        }
        entries
    }

    /// The registers that each loop writes.
    fn written(&self) -> Vec<Vec<usize>> {
        let of_loop = |one: &propp_sass::Loop| {
            let all = one.blocks.iter().flat_map(|block| self.of_block(*block));
            let mut places: Vec<usize> = all.flat_map(|one| self.results(one)).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        self.flow.loops.iter().map(of_loop).collect()
    }

    /// What goes round a loop differs from turn to turn, if the loop writes it.
    fn turn(&self, from: usize, to: usize, written: &[Vec<usize>], state: &mut State) {
        let loops = self.flow.loops.iter().zip(written).enumerate().take(LOOPS);
        for (number, (one, written)) in loops {
            if one.headers.contains(&to) && one.blocks.contains(&from) {
                for place in written {
                    state[*place].loops |= 1 << number;
                }
            }
        }
    }

    fn results(&self, one: &Instruction) -> Vec<usize> {
        let result = one.operands(self.architecture).result;
        let places = result.and_then(|(first, count)| {
            let first = place(first)?;
            let end = if first < REGISTERS { REGISTERS } else { 2 * REGISTERS };
            Some((first..end.min(first + usize::from(count))).collect())
        });
        places.unwrap_or_default()
    }

    fn address(&self, one: &Instruction, state: &State) -> Origin {
        self.sources(one.operands(self.architecture).sources, state)
    }

    fn sources(&self, sources: Vec<Operand>, state: &State) -> Origin {
        let all = sources.into_iter().map(|source| match source {
            Operand::Constant { bank: 0, offset } => self.constant(offset),
            Operand::Constant { .. } => Origin::default(),
            Operand::Special(number) => special(number),
            other => place(other).map_or_else(Origin::default, |place| state[place]),
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

    fn step(&self, one: &Instruction, state: &mut State) {
        let operands = one.operands(self.architecture);
        let Some((first, _)) = operands.result else { return };
        let is_read = one.memory.is_some_and(|memory| {
            memory.space != Space::Constant
                && matches!(memory.direction, Direction::Load | Direction::Atomic)
        });
        let is_constant = one.memory.is_some_and(|memory| memory.space == Space::Constant);
        let start = match operands.sources.first() {
            Some(Operand::Constant { bank: 0, offset }) if is_constant => Some(*offset),
            _ => None,
        };
        let value = self.sources(operands.sources, state);
        let value = if is_read { value.loaded() } else { value };
        let from = place(first).unwrap_or(0);
        for place in self.results(one) {
            // Each word of a wide load of parameters is a word of its own.
            let own = match start {
                Some(offset) => self.constant(offset.saturating_add(4 * (place - from) as u16)),
                None => value,
            };
            // What is predicated leaves the old value where it does not run.
            state[place] = if one.guard.is_some() { state[place] | own } else { own };
        }
    }
}

fn special(number: u8) -> Origin {
    let bit = |from: u8| 1 << (number - from);
    match number {
        Operand::LANE => Origin { threads: 1, ..Origin::default() },
        Operand::THREAD_X..=0x23 => {
            Origin { threads: bit(Operand::THREAD_X), ..Origin::default() }
        }
        Operand::BLOCK_X..=0x27 => Origin { blocks: bit(Operand::BLOCK_X), ..Origin::default() },
        _ => Origin::default(),
    }
}

/// Whether the state has become another.
fn merge(into: &mut Option<State>, state: &State) -> bool {
    let Some(known) = into else {
        *into = Some(state.clone());
        return true;
    };
    let mut changed = false;
    for (known, new) in known.iter_mut().zip(state) {
        let both = *known | *new;
        changed |= both != *known;
        *known = both;
    }
    changed
}
