//! What an instruction reads and writes, as far as addresses are made of it: registers, constants
//! and special registers. The places of the fields were read beside nvdisasm.

use crate::class::{Class, Direction, Space};
use crate::instruction::{Instruction, Opcode};

/// Something that an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Register(u8),
    Uniform(u8),
    /// A word of a constant bank: kernel parameters lie in bank 0.
    Constant {
        bank: u8,
        offset: u16,
    },
    /// By its number, such as [`Operand::THREAD_X`].
    Special(u8),
}

/// What an instruction reads and writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operands {
    /// The first register that is written, and how many.
    pub result: Option<(Operand, u8)>,
    /// What the result is made of; of an access to memory its address, of the lower word of a pair
    /// the lower words.
    pub sources: Vec<Operand>,
}

/// RZ, which is always 0.
const ZERO: u8 = 255;

/// From this architecture on uniform registers have 8 bits, and constants another place.
const WIDE_UNIFORM: u32 = 100;

/// Whether the address has a uniform register, or the access a descriptor.
const HAS_UNIFORM: u32 = 91;

/// Names of instructions that read one operand, at the place of the second.
const UNARY: [&str; 18] = [
    "MOV", "UMOV", "I2F", "I2FP", "F2F", "F2I", "F2FP", "I2I", "FRND", "MUFU", "IABS", "POPC",
    "FLO", "BREV", "UPOPC", "UFLO", "UBREV", "UF2F",
];

const BINARY: [&str; 15] = [
    "FADD", "FMUL", "DMUL", "SEL", "USEL", "FSEL", "VIADD", "UVIADD", "IMNMX", "UIMNMX", "VIMNMX",
    "UVIMNMX", "FMNMX", "SGXT", "BMSK",
];

impl Operand {
    pub const LANE: u8 = 0;
    pub const THREAD_X: u8 = 0x21;
    pub const BLOCK_X: u8 = 0x25;
}

impl Instruction {
    /// Its operands; nothing of an instruction that the table lacks.
    pub fn operands(&self, architecture: u32) -> Operands {
        let Opcode::Known { name, class } = self.opcode else { return Operands::default() };
        let fields = Fields { word: self.word, is_wide: architecture >= WIDE_UNIFORM };
        let operands = match (self.memory, name) {
            (Some(memory), _) if memory.space == Space::Constant => Operands {
                result: Some((fields.result(name.contains('U')), words(memory.width))),
                sources: vec![fields.constant()],
            },
            (Some(memory), _) => Operands {
                result: is_read(memory.direction)
                    .then(|| (fields.result(false), words(memory.width))),
                sources: fields.address(memory.direction),
            },
            (None, "S2R" | "S2UR" | "CS2R") => Operands {
                result: Some((fields.result(name == "S2UR"), 1 + u8::from(name == "CS2R"))),
                sources: vec![Operand::Special(fields.byte(72))],
            },
            (None, "R2UR") => Operands {
                result: Some((fields.result(true), 1)),
                sources: vec![Operand::Register(fields.byte(24))],
            },
            (None, "SHFL") => Operands {
                result: Some((fields.result(false), 1)),
                sources: vec![Operand::Register(fields.byte(24)), Operand::Special(Operand::LANE)],
            },
            (None, _) if is_computed(name, class) => fields.arithmetic(name, class),
            (None, _) => Operands::default(),
        };
        operands.without_zero()
    }

    /// The two values of a comparison, where both are in registers or constants.
    pub fn compared(&self, architecture: u32) -> Option<[Operand; 2]> {
        let is_comparison = matches!(self.opcode.name()?, "ISETP" | "FSETP" | "DSETP");
        let fields = Fields { word: self.word, is_wide: architecture >= WIDE_UNIFORM };
        is_comparison.then(|| Some([fields.register(24, false), fields.second(false)?]))?
    }

    /// The two factors of a product that is added to something, where both are in registers.
    pub fn factors(&self, architecture: u32) -> Option<[Operand; 2]> {
        let is_sum = matches!(self.opcode.name()?, "FFMA" | "DFMA" | "HFMA2" | "IMAD");
        let fields = Fields { word: self.word, is_wide: architecture >= WIDE_UNIFORM };
        let (second, third) = (fields.register(32, false), fields.register(64, false));
        // What is no register has the place of the second one, whichever of the two it is.
        let (second, summand) = match self.word >> 9 & 7 {
            1 => (second, Some(third)),
            2 | 3 | 7 => (third, None),
            _ => return None,
        };
        let is_added = summand != Some(Operand::Register(ZERO));
        (is_sum && is_added).then(|| [fields.register(24, false), second])
    }
}

/// Whether it writes a register that addresses may be made of, and no predicate.
fn is_computed(name: &str, class: Class) -> bool {
    let has_result = matches!(
        class,
        Class::Integer
            | Class::Float32
            | Class::Float64
            | Class::Half
            | Class::Conversion
            | Class::Special
            | Class::Move
            | Class::Uniform
    );
    has_result && !name.ends_with("SETP") && !name.ends_with("PLOP3") && !name.starts_with("R2")
}

fn is_read(direction: Direction) -> bool {
    matches!(direction, Direction::Load | Direction::Atomic)
}

fn words(bits: Option<u16>) -> u8 {
    bits.map_or(1, |bits| u8::try_from(bits.div_ceil(32)).unwrap_or(1).max(1))
}

struct Fields {
    word: u128,
    is_wide: bool,
}

impl Fields {
    fn byte(&self, low: u32) -> u8 {
        (self.word >> low) as u8
    }

    fn register(&self, low: u32, is_uniform: bool) -> Operand {
        let number = self.byte(low);
        match is_uniform {
            false => Operand::Register(number),
            true if self.is_wide => Operand::Uniform(number),
            true if number & 0x3f == 0x3f => Operand::Uniform(ZERO),
            true => Operand::Uniform(number & 0x3f),
        }
    }

    fn result(&self, is_uniform: bool) -> Operand {
        self.register(16, is_uniform)
    }

    fn constant(&self) -> Operand {
        let low = if self.is_wide { 37 } else { 38 };
        let bank = (self.word >> 54) as u8 & 0x1f;
        Operand::Constant { bank, offset: (self.word >> low) as u16 }
    }

    fn address(&self, direction: Direction) -> Vec<Operand> {
        let mut sources = vec![self.register(24, false)];
        if self.word >> HAS_UNIFORM & 1 == 1 {
            let place = if direction == Direction::Load { 32 } else { 64 };
            sources.push(self.register(place, true));
        }
        sources
    }

    /// None if it is an immediate value.
    fn second(&self, is_uniform: bool) -> Option<Operand> {
        match self.word >> 9 & 7 {
            1 => Some(self.register(32, is_uniform)),
            3 | 5 => Some(self.constant()),
            6 | 7 => Some(self.register(32, true)),
            _ => None,
        }
    }

    fn arithmetic(&self, name: &str, class: Class) -> Operands {
        let is_uniform = class == Class::Uniform;
        let first = self.register(24, is_uniform);
        let third = self.register(64, is_uniform);
        let second = self.second(is_uniform);
        // The one with both of its registers at the places of the first and the third.
        if name == "DADD" && self.word >> 9 & 7 == 1 {
            return Operands { result: Some((self.result(false), 2)), sources: vec![first, third] };
        }
        let is_unary = UNARY.contains(&name) || class == Class::Conversion;
        let mut sources: Vec<Operand> = second.into_iter().collect();
        if !is_unary {
            sources.push(first);
            if !BINARY.contains(&name) {
                sources.push(third);
            }
        }
        // The lowest bits tell the wide product from the others.
        let is_pair = class == Class::Float64
            || matches!(name, "IMAD" | "UIMAD") && matches!(self.word & 0x1ff, 0x025 | 0x0a5);
        Operands { result: Some((self.result(is_uniform), 1 + u8::from(is_pair))), sources }
    }
}

impl Operands {
    fn without_zero(mut self) -> Self {
        let is_zero =
            |one: &Operand| matches!(one, Operand::Register(ZERO) | Operand::Uniform(ZERO));
        self.result = self.result.filter(|(first, _)| !is_zero(first));
        self.sources.retain(|source| !is_zero(source));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Architecture;

    fn sm_90(high: u64, low: u64) -> Operands {
        let word = u128::from(high) << 64 | u128::from(low);
        Instruction::decode(Architecture::from_number(90).unwrap(), 0, word).operands(90)
    }

    use Operand::{Constant, Register, Special, Uniform};

    /// `IMAD.WIDE R4, R7, 0x4, R4`, `IMAD.WIDE.U32 R2, R5, R8, UR4`, `IADD3 R16, P1, R54, UR4, RZ`
    #[test]
    fn sums_and_products() {
        let wide = sm_90(0x002f_ce00_078e_0204, 0x0000_0004_0704_7825);
        assert_eq!(wide.result, Some((Register(4), 2)));
        assert_eq!(wide.sources, [Register(7), Register(4)]);
        let uniform = sm_90(0x000f_c800_0f8e_0008, 0x0000_0004_0502_7e25);
        assert_eq!(uniform.sources, [Uniform(4), Register(5), Register(8)]);
        let sum = sm_90(0x000f_e200_0ff3_e0ff, 0x0000_0004_3610_7c10);
        assert_eq!(
            (sum.result, sum.sources),
            (Some((Register(16), 1)), vec![Uniform(4), Register(54)])
        );
    }

    /// `FADD R12, R12, R7`, `DADD R12, R4, R8`: what is in the other places is no register of theirs.
    #[test]
    fn sums_of_floats_have_two_operands() {
        let single = sm_90(0x000f_e200_0000_0000, 0x0000_0007_0c0c_7221);
        assert_eq!(single.sources, [Register(7), Register(12)]);
        let double = sm_90(0x000f_cc00_0000_0008, 0x0000_0000_040c_7229);
        assert_eq!(double.sources, [Register(4), Register(8)]);
        assert_eq!(double.result, Some((Register(12), 2)));
    }

    /// `FFMA R13, R3, UR5, R14`, `FFMA R20, R4, R7, R20`, `FFMA R2, R4, R7, 3`, `IMAD R5, R5, R0, RZ`
    #[test]
    fn factors_are_those_of_sums() {
        let of = |high: u64, low: u64| {
            let word = u128::from(high) << 64 | u128::from(low);
            let sm_90 = Architecture::from_number(90).unwrap();
            Instruction::decode(sm_90, 0, word).factors(90)
        };
        assert_eq!(of(0x000f_c800_0800_000e, 0x0000_0005_030d_7c23), None, "one is uniform");
        assert_eq!(of(0x14, 0x0000_0007_0414_7223), Some([Register(4), Register(7)]));
        assert_eq!(of(0x07, 0x4040_0000_0402_7423), Some([Register(4), Register(7)]));
        assert_eq!(of(0xff, 0x0000_0000_0505_7224), None, "no sum");
    }

    /// `LDC R2, c[0x0][0x218]`, `S2R R8, SR_CTAID.X`, `MOV R5, R15`
    #[test]
    fn constants_and_special_registers() {
        let parameter = sm_90(0x000e_2200_0000_0800, 0x0000_8600_ff02_7b82);
        assert_eq!(parameter.sources, [Constant { bank: 0, offset: 0x218 }]);
        let block = sm_90(0x000e_2200_0000_2500, 0x0000_0000_0008_7919);
        assert_eq!(block.sources, [Special(Operand::BLOCK_X)]);
        let moved = sm_90(0x000f_ca00_0000_0f00, 0x0000_000f_0005_7202);
        assert_eq!(moved.sources, [Register(15)]);
    }

    /// `LDG.E R3, desc[UR6][R2.64]`, `@!P0 STG.E desc[UR6][R4.64], R9`, `ISETP.GT.AND P0, PT, R3, R8, PT`
    #[test]
    fn addresses_are_the_sources_of_accesses_and_predicates_are_no_results() {
        let load = sm_90(0x000e_a400_0c1e_1900, 0x0000_0006_0203_7981);
        assert_eq!(
            (load.result, load.sources),
            (Some((Register(3), 1)), vec![Register(2), Uniform(6)])
        );
        let store = sm_90(0x0021_e400_0c10_1906, 0x0000_0009_0400_8986);
        assert_eq!((store.result, store.sources), (None, vec![Register(4), Uniform(6)]));
        assert_eq!(sm_90(0x004f_c800_03f0_4270, 0x0000_0008_0300_720c), Operands::default());
    }
}
