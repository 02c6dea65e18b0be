//! What a value is made of.

use std::ops::BitOr;

use propp_code_sass::{Direction, Memory, Operand, Space};

/// Words of parameters that are told apart; of the others nothing is known.
const WORDS: usize = 256;

/// The special register that is always 0.
const ZERO: u8 = 255;

/// The block's place in its cluster.
const CLUSTER_BLOCK: u8 = 0x88;

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
    pub(crate) fn of_word(word: usize) -> Self {
        let mut own = Self::default();
        if word < WORDS {
            own.words[word / 128] = 1 << (word % 128);
        }
        own
    }

    /// What a special register holds.
    pub(crate) fn of_special(number: u8) -> Self {
        let bit = |from: u8| 1 << (number - from);
        match number {
            ZERO => Self::default(),
            Operand::LANE => Self { threads: 1, ..Self::default() },
            Operand::THREAD_X..=0x23 => Self { threads: bit(Operand::THREAD_X), ..Self::default() },
            Operand::BLOCK_X..=0x27 => Self { blocks: bit(Operand::BLOCK_X), ..Self::default() },
            CLUSTER_BLOCK => Self { blocks: 7, ..Self::default() },
            _ => Self::ANYTHING,
        }
    }

    /// The offsets of the parameters' words that it is computed from.
    pub fn offsets(&self) -> impl Iterator<Item = u16> {
        offsets(self.words)
    }

    /// Those that led to the values from memory in it.
    pub fn through(&self) -> impl Iterator<Item = u16> {
        offsets(self.through)
    }

    /// Of a value that is read at an address. What is in shared memory differs between blocks, what
    /// is in local memory between threads, and atomics tell each thread something else.
    pub(crate) fn loaded(self, memory: Memory) -> Self {
        let both = [self.words[0] | self.through[0], self.words[1] | self.through[1]];
        let value = Self { words: [0; 2], through: both, is_loaded: true, ..self };
        match memory.space {
            _ if memory.direction == Direction::Atomic => value | Self::ANYTHING,
            Space::Global => value,
            Space::Shared => Self { blocks: 7, ..value },
            _ => value | Self::ANYTHING,
        }
    }

    /// Of what is not followed.
    pub(crate) const ANYTHING: Self = Self {
        words: [0; 2],
        through: [0; 2],
        threads: 7,
        blocks: 7,
        is_loaded: false,
        loops: u16::MAX,
    };

    /// What a condition adds to values that it chooses between.
    pub(crate) fn as_condition(self) -> Self {
        Self { words: [0; 2], through: [0; 2], is_loaded: false, ..self }
    }
}

fn offsets(words: [u128; 2]) -> impl Iterator<Item = u16> {
    let is_set = move |word: &u16| words[usize::from(word / 128)] >> (word % 128) & 1 == 1;
    (0..WORDS as u16).filter(is_set).map(|word| word * 4)
}
