//! What a pass of a stretch of code asks of the units of an SM.

use propp_code_sass::{Class, Direction, Instruction, Space};

/// Instructions of a warp, and words of 32 bits that each of its threads moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Accesses to memory of all spaces but constants.
    pub load_store: u32,
    pub global_loads: u32,
    pub global_stores: u32,
    /// By loads, stores and atomics.
    pub shared_words: u32,
    /// By spills, and by arrays on the stack.
    pub local_words: u32,
    pub integer: u32,
    pub single: u32,
    pub double: u32,
    /// Reciprocals, roots and the like, and conversions.
    pub special: u32,
    pub branches: u32,
}

const WORD_BITS: u16 = 32;

impl Effort {
    pub(crate) fn of<'i>(code: impl Iterator<Item = &'i Instruction>) -> Self {
        let mut effort = Self::default();
        code.for_each(|instruction| effort.add(instruction));
        effort
    }

    fn add(&mut self, instruction: &Instruction) {
        let Some(class) = instruction.opcode.class() else { return };
        match class {
            Class::Integer => self.integer += 1,
            Class::Float32 | Class::Half => self.single += 1,
            Class::Float64 => self.double += 1,
            Class::Special | Class::Conversion => self.special += 1,
            Class::Control => self.branches += 1,
            _ => {}
        }
        let Some(memory) = instruction.memory.filter(|memory| memory.space != Space::Constant)
        else {
            return;
        };
        let words = u32::from(memory.width.unwrap_or(WORD_BITS).div_ceil(WORD_BITS));
        self.load_store += 1;
        match (memory.space, memory.direction) {
            (Space::Global | Space::Generic, Direction::Load) => self.global_loads += 1,
            (Space::Global | Space::Generic, Direction::Store) => self.global_stores += 1,
            (Space::Shared | Space::Cluster, _) => self.shared_words += words,
            (Space::Local, _) => self.local_words += words,
            _ => {}
        }
    }
}
