//! What is counted of instructions.

use propp_base_model::counters::*;
use propp_code_sass::{Class, Direction, Instruction, Opcode, Space};

/// Whose instructions were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Those of the machine code, by a GPU.
    Machine,
    /// Those of the PTX that the machine code was made of, by emulation.
    Ptx,
}

/// A counter of instructions, and how much each instruction adds to it.
pub(crate) struct Kind {
    pub(crate) counter: &'static str,
    /// What is counted as one: an instruction, or as many bytes as a warp moves with words of four.
    pub(crate) unit: f64,
    trust: f64,
    /// Whether counts of PTX are trusted as those of machine code.
    is_in_ptx: bool,
    amount: fn(&Instruction) -> f64,
    leaves_out: LeavesOut,
}

/// What of its instructions a counter may leave out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeavesOut {
    Nothing,
    /// Those whose predicate is off in all threads.
    Guarded,
    /// The bytes of threads that do not take part, or that ask for what another one asks for.
    Any,
}

impl Kind {
    /// How much its counts are trusted.
    pub(crate) fn trust(&self, of: Instructions) -> f64 {
        match of {
            Instructions::Ptx if !self.is_in_ptx => self.trust * PTX_TRUST,
            _ => self.trust,
        }
    }

    /// How much of these instructions it counts at most.
    pub(crate) fn count(&self, code: &[Instruction]) -> f64 {
        code.iter().map(self.amount).sum()
    }

    /// How much of that it may leave out.
    pub(crate) fn left_out(&self, code: &[Instruction]) -> f64 {
        let may_be = |one: &&Instruction| match self.leaves_out {
            LeavesOut::Nothing => false,
            LeavesOut::Guarded => one.guard.is_some(),
            LeavesOut::Any => true,
        };
        code.iter().filter(may_be).map(self.amount).sum()
    }
}

/// How much counts of instructions, branches and bytes of PTX are trusted: ptxas merges, adds and removes
/// instructions, by a third and more.
pub(crate) const PTX_TRUST: f64 = 0.03;

/// The counter does not say which instructions are branches to it.
const BRANCHES_TRUST: f64 = 0.3;

const fn kind(counter: &'static str, amount: fn(&Instruction) -> f64) -> Kind {
    let leaves_out = LeavesOut::Guarded;
    Kind { counter, unit: 1.0, trust: 1.0, is_in_ptx: true, amount, leaves_out }
}

/// Of PTX bytes are trusted as little as instructions: how much they leave out is unknown, and only counts
/// of instructions that are trusted keep that guess in bounds.
const fn bytes(counter: &'static str, amount: fn(&Instruction) -> f64) -> Kind {
    let leaves_out = LeavesOut::Any;
    Kind { counter, unit: WARP_OF_WORDS, trust: 1.0, is_in_ptx: false, amount, leaves_out }
}

/// A counter that leaves nothing out.
const fn all_of(counter: &'static str, trust: f64, amount: fn(&Instruction) -> f64) -> Kind {
    Kind { counter, unit: 1.0, trust, is_in_ptx: false, amount, leaves_out: LeavesOut::Nothing }
}

/// Bytes of 32 words of four bytes.
const WARP_OF_WORDS: f64 = 128.0;

pub(crate) const KINDS: [Kind; 12] = [
    all_of(INST_EXECUTED, 1.0, |_| 1.0),
    kind(GLOBAL_LOADS, |one| f64::from(is_global(one, Direction::Load))),
    kind(GLOBAL_STORES, |one| f64::from(is_global(one, Direction::Store))),
    kind(GLOBAL_ATOMICS, |one| f64::from(is_global(one, Direction::Atomic))),
    kind(GLOBAL_REDUCTIONS, |one| f64::from(is_global(one, Direction::Reduce))),
    kind(ASYNC_COPIES, |one| f64::from(one.opcode.name() == Some("LDGSTS"))),
    kind(EXACT_SHARED_LOADS, |one| f64::from(is_shared(one, Direction::Load))),
    kind(EXACT_SHARED_STORES, |one| f64::from(is_shared(one, Direction::Store))),
    kind(EXACT_SHARED_ATOMICS, |one| f64::from(is_shared(one, Direction::Atomic))),
    // Loops with as many accesses are told apart by their width.
    bytes(GLOBAL_LOAD_BYTES, |one| words(one, Direction::Load)),
    bytes(GLOBAL_STORE_BYTES, |one| words(one, Direction::Store)),
    all_of(BRANCHES, BRANCHES_TRUST, |one| {
        let name = one.opcode.name();
        f64::from(matches!(name, Some("BRA" | "BRX" | "BRXU" | "JMP" | "JMX")))
    }),
];

/// Words of four bytes that a thread moves to or from global memory.
fn words(one: &Instruction, direction: Direction) -> f64 {
    let width = one.memory.and_then(|memory| memory.width).filter(|_| is_global(one, direction));
    width.map_or(0.0, |bits| f64::from(bits) / 32.0)
}

/// Bytes that a warp moves to or from global memory if its threads take part and ask for different words.
pub(crate) fn access_bytes(one: &Instruction) -> f64 {
    WARP_OF_WORDS * (words(one, Direction::Load) + words(one, Direction::Store))
}

pub(crate) fn is_global(one: &Instruction, direction: Direction) -> bool {
    let is_it = |space| matches!(space, Space::Global | Space::Generic);
    one.memory.is_some_and(|memory| is_it(memory.space) && memory.direction == direction)
}

pub(crate) fn is_shared(one: &Instruction, direction: Direction) -> bool {
    let memory = one.memory;
    memory.is_some_and(|memory| memory.space == Space::Shared && memory.direction == direction)
}

/// A counter of what PTX does not tell, and how much each instruction adds to it.
type Executed = (&'static str, fn(&Instruction) -> f64);

/// All instructions, those of each pipe, and local memory: PTX has no spilled registers.
pub(crate) const EXECUTED: [Executed; 7] = [
    (INST_ISSUED, |_| 1.0),
    (PIPE_ALU, |one| of_pipe(one, Pipe::Alu)),
    (PIPE_FMA, |one| of_pipe(one, Pipe::Fma)),
    (PIPE_FP64, |one| of_pipe(one, Pipe::Fp64)),
    (PIPE_XU, |one| of_pipe(one, Pipe::Xu)),
    (PIPE_LSU, |one| of_pipe(one, Pipe::Lsu)),
    (LOCAL_BYTES, local_bytes),
];

/// As its counter has it, which counts the bytes of one thread of a warp.
fn local_bytes(one: &Instruction) -> f64 {
    let memory = one.memory.filter(|memory| memory.space == Space::Local);
    memory.and_then(|memory| memory.width).map_or(0.0, |bits| f64::from(bits) / 8.0)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pipe {
    Alu,
    Fma,
    Fp64,
    Xu,
    Lsu,
    Other,
}

fn of_pipe(one: &Instruction, pipe: Pipe) -> f64 {
    let Opcode::Known { name, class } = one.opcode else { return 0.0 };
    let of_class = match class {
        Class::Integer | Class::Float32 | Class::Move => Pipe::Alu,
        Class::Half => Pipe::Fma,
        Class::Float64 => Pipe::Fp64,
        Class::Conversion | Class::Special => Pipe::Xu,
        Class::Memory | Class::Atomic => Pipe::Lsu,
        _ => Pipe::Other,
    };
    let own = match name {
        "IMAD" | "IMAD32I" | "IDP" | "FADD" | "FMUL" | "FFMA" => Pipe::Fma,
        "POPC" | "FLO" | "BREV" => Pipe::Xu,
        "SHFL" => Pipe::Lsu,
        "S2R" | "CS2R" | "S2UR" | "R2UR" | "VOTE" | "MATCH" | "REDUX" => Pipe::Other,
        _ => of_class,
    };
    f64::from(own == pipe)
}
