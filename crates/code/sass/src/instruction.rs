//! One instruction of 128 bits.

use std::fmt;

use crate::arch::Architecture;
use crate::class::{Class, Direction, Space};
use crate::opcodes::{self, Encoding, GuardKind, Policy};

pub(crate) const INSTRUCTION_BYTES: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Bytes from the start of the function.
    pub offset: u64,
    pub word: u128,
    pub opcode: Opcode,
    /// `None` if it runs always.
    pub guard: Option<Guard>,
    pub memory: Option<Memory>,
    /// Where it branches to, from the start of the function if that is where branches of the
    /// architecture are counted from. May lie outside of the function.
    pub target: Option<i64>,
    pub control: Control,
}

/// The name of an instruction without its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opcode {
    Known {
        name: &'static str,
        class: Class,
    },
    /// The lowest 12 bits, of which the table of the architecture has no row.
    Unknown(u16),
}

/// The instruction runs in threads (or warps) where the register is set, or is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    pub register: Register,
    pub is_negated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// P0 to P6.
    Predicate(u8),
    /// UP0 to UP6.
    Uniform(u8),
    /// PT, which is always set. Only its negation is a guard.
    True,
    UniformTrue,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    pub space: Space,
    pub direction: Direction,
    /// Bits that one thread moves. `None` for units that move blocks, for textures and surfaces,
    /// and for encodings that mean nothing.
    pub width: Option<u16>,
    /// `None` if the instruction has no such field.
    pub policy: Option<Policy>,
}

/// How the instruction is scheduled: the bits from 105 on. nvdisasm prints of these only the
/// reuse flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Cycles before the warp's next instruction.
    pub stall: u8,
    pub may_yield: bool,
    /// The scoreboard that is released when the result is written.
    pub write_barrier: Option<u8>,
    /// The scoreboard that is released when the operands have been read.
    pub read_barrier: Option<u8>,
    /// The scoreboards that it waits for, one bit each.
    pub wait_mask: u8,
    /// The operands that stay in the reuse cache, one bit each.
    pub reuse: u8,
}

impl Instruction {
    /// Decodes the instruction at an offset of its function.
    pub fn decode(architecture: Architecture, offset: u64, word: u128) -> Self {
        let control = Control::from_word(word);
        match opcodes::find(architecture, word) {
            Ok(encoding) => Self {
                offset,
                word,
                opcode: Opcode::Known { name: encoding.name, class: encoding.meaning.class },
                guard: guard(encoding.guard, word),
                memory: memory(encoding, word),
                target: target(encoding, offset, word),
                control,
            },
            Err(number) => {
                let opcode = Opcode::Unknown(number);
                Self { offset, word, opcode, guard: None, memory: None, target: None, control }
            }
        }
    }
}

impl Opcode {
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Known { name, .. } => Some(name),
            Self::Unknown(_) => None,
        }
    }

    pub fn class(self) -> Option<Class> {
        match self {
            Self::Known { class, .. } => Some(class),
            Self::Unknown(_) => None,
        }
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known { name, .. } => f.write_str(name),
            Self::Unknown(number) => write!(f, "unknown opcode {number:#x}"),
        }
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_negated { "@!" } else { "@" })?;
        match self.register {
            Register::Predicate(number) => write!(f, "P{number}"),
            Register::Uniform(number) => write!(f, "UP{number}"),
            Register::True => f.write_str("PT"),
            Register::UniformTrue => f.write_str("UPT"),
        }
    }
}

impl Control {
    fn from_word(word: u128) -> Self {
        let field = |low: u32, count: u32| (word >> low) as u8 & ((1 << count) - 1);
        let barrier = |number| (number != 7).then_some(number);
        Self {
            stall: field(105, 4),
            may_yield: field(109, 1) == 0,
            write_barrier: barrier(field(110, 3)),
            read_barrier: barrier(field(113, 3)),
            wait_mask: field(116, 6),
            reuse: field(122, 4),
        }
    }
}

fn guard(kind: GuardKind, word: u128) -> Option<Guard> {
    let number = (word >> 12) as u8 & 7;
    let is_negated = word >> 15 & 1 == 1;
    let register = match (kind, number) {
        (GuardKind::Never, _) => return None,
        (GuardKind::Predicate, 7) => Register::True,
        (GuardKind::Uniform, 7) => Register::UniformTrue,
        (GuardKind::Predicate, number) => Register::Predicate(number),
        (GuardKind::Uniform, number) => Register::Uniform(number),
    };
    (number != 7 || is_negated).then_some(Guard { register, is_negated })
}

fn memory(encoding: &Encoding, word: u128) -> Option<Memory> {
    let (space, direction) = encoding.meaning.access?;
    let width = encoding.width.as_ref().and_then(|field| field.of(word));
    let policy = encoding.policy.as_ref().and_then(|field| field.of(word));
    Some(Memory { space, direction, width, policy })
}

fn target(encoding: &Encoding, offset: u64, word: u128) -> Option<i64> {
    let target = encoding.target.as_ref()?;
    let distance = target.of(word)?;
    if target.is_absolute {
        return Some(distance);
    }
    let next = offset.wrapping_add(INSTRUCTION_BYTES as u64);
    Some(next.cast_signed().wrapping_add(distance))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sm_90(offset: u64, word: u128) -> Instruction {
        Instruction::decode(Architecture::from_number(90).unwrap(), offset, word)
    }

    /// `LDG.E.64 R2, desc[UR4][R2.64]`
    #[test]
    fn a_load_of_64_bits() {
        let load = sm_90(0xe0, 0x000e_a200_0c1e_1b00_0000_0004_0202_7981);
        assert_eq!(load.opcode, Opcode::Known { name: "LDG", class: Class::Memory });
        assert_eq!(load.guard, None);
        let memory = load.memory.unwrap();
        assert_eq!((memory.space, memory.direction), (Space::Global, Direction::Load));
        assert_eq!((memory.width, memory.policy), (Some(64), Some(Policy::Normal)));
        let control = load.control;
        assert_eq!(
            (control.stall, control.write_barrier, control.read_barrier),
            (1, Some(2), None)
        );
    }

    /// `@!P0 BRA 0xd0`
    #[test]
    fn a_branch_backwards() {
        let branch = sm_90(0x140, 0x000f_ea00_0383_ffff_ffff_fffc_00e0_8947);
        let guard = Guard { register: Register::Predicate(0), is_negated: true };
        assert_eq!((branch.guard, branch.target), (Some(guard), Some(0xd0)));
        assert_eq!(guard.to_string(), "@!P0");
    }

    #[test]
    fn a_number_that_the_table_lacks_is_no_guess() {
        let nothing = sm_90(0, 0x7fff);
        assert_eq!(nothing.opcode, Opcode::Unknown(0xfff));
        assert_eq!(nothing.opcode.to_string(), "unknown opcode 0xfff");
        assert_eq!((nothing.guard, nothing.memory, nothing.target), (None, None, None));
    }
}
