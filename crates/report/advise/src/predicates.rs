//! The predicates that an instruction reads and writes.

use propp_code_sass::{Class, Guard, Instruction, Opcode, Operand, Register};

/// Where predicates begin among the places of a state, behind all registers; the uniform ones follow.
pub(crate) const PREDICATES: usize = 512;

/// PT, which is always set.
const ALWAYS: usize = 7;

/// The place of a guard's predicate.
pub(crate) fn predicate(guard: Guard) -> Option<usize> {
    match guard.register {
        Register::Predicate(number) => Some(PREDICATES + usize::from(number)),
        Register::Uniform(number) => Some(PREDICATES + 8 + usize::from(number)),
        Register::True | Register::UniformTrue => None,
    }
}

/// The predicates of an instruction, as places, and what it compares to make them.
#[derive(Default)]
pub(crate) struct Predicates {
    pub(crate) written: Vec<usize>,
    pub(crate) read: Vec<usize>,
    pub(crate) compared: Vec<Operand>,
}

/// Where predicates lie in a word was read beside nvdisasm.
pub(crate) fn predicates(one: &Instruction) -> Predicates {
    let Opcode::Known { name, class } = one.opcode else { return Predicates::default() };
    let base = if class == Class::Uniform { PREDICATES + 8 } else { PREDICATES };
    let at =
        |low: u32| Some((one.word >> low) as usize & ALWAYS).filter(|number| *number != ALWAYS);
    let all = |places: &[u32]| -> Vec<usize> {
        places.iter().filter_map(|low| at(*low)).map(|number| base + number).collect()
    };
    if name.ends_with("SETP") {
        let mut compared = vec![operand(one, 24, class)];
        match one.word >> 9 & 7 {
            1 => compared.push(operand(one, 32, class)),
            6 | 7 => compared.push(operand(one, 32, Class::Uniform)),
            _ => {}
        }
        Predicates { written: all(&[81, 84]), read: all(&[68, 87]), compared }
    } else if name.ends_with("PLOP3") {
        let read = all(&[68, 77, 87]);
        // A uniform predicate may stand in for any of them.
        let uniform = read.iter().filter(|place| **place < PREDICATES + 8).map(|place| place + 8);
        let read = read.iter().copied().chain(uniform).collect();
        Predicates { written: all(&[81, 84]), read, ..Predicates::default() }
    } else {
        match name {
            "SEL" | "FSEL" | "USEL" | "IMNMX" | "VIMNMX" | "FMNMX" => {
                Predicates { read: all(&[87]), ..Predicates::default() }
            }
            "LOP3" | "ULOP3" | "IADD3" | "UIADD3" | "SHFL" | "VOTE" | "VOTEU" | "MATCH" => {
                Predicates { written: all(&[81]), ..Predicates::default() }
            }
            "R2P" => {
                Predicates { written: (base..base + ALWAYS).collect(), ..Predicates::default() }
            }
            _ => Predicates::default(),
        }
    }
}

fn operand(one: &Instruction, low: u32, class: Class) -> Operand {
    let number = (one.word >> low) as u8;
    match class {
        Class::Uniform => Operand::Uniform(number & 0x3f),
        _ => Operand::Register(number),
    }
}
