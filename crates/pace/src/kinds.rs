//! The kinds of instructions that are counted.

use propp_model::counters::{
    ASYNC_COPIES, BRANCHES, EXACT_SHARED_ATOMICS, EXACT_SHARED_LOADS, EXACT_SHARED_STORES,
    GLOBAL_ATOMICS, GLOBAL_LOADS, GLOBAL_REDUCTIONS, GLOBAL_STORES, INST_EXECUTED, INST_ISSUED,
    PIPE_ALU, PIPE_FMA, PIPE_FP64, PIPE_LSU, PIPE_XU,
};
use propp_sass::{Class, Direction, Instruction, Opcode, Space};

/// Whose instructions were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Those of the machine code, by a GPU.
    Machine,
    /// Those of the PTX that the machine code was made of, by emulation.
    Ptx,
}

/// A counter of instructions, and which instructions it counts.
pub(crate) struct Kind {
    pub(crate) counter: &'static str,
    trust: f64,
    /// Whether PTX counts as many as machine code.
    is_in_ptx: bool,
    counts: fn(&Instruction) -> bool,
    /// Whether it leaves out instructions whose predicate is off in all threads.
    knows_predicates: bool,
}

impl Kind {
    /// How much its counts are trusted.
    pub(crate) fn trust(&self, of: Instructions) -> f64 {
        match of {
            Instructions::Ptx if !self.is_in_ptx => self.trust * PTX_TRUST,
            _ => self.trust,
        }
    }

    /// How many of these instructions it counts.
    pub(crate) fn count(&self, code: &[Instruction]) -> f64 {
        code.iter().filter(|instruction| (self.counts)(instruction)).count() as f64
    }

    /// How many of them it leaves out if their predicates are off.
    pub(crate) fn guarded(&self, code: &[Instruction]) -> f64 {
        let is_guarded = |one: &&Instruction| self.knows_predicates && one.guard.is_some();
        code.iter().filter(is_guarded).filter(|one| (self.counts)(one)).count() as f64
    }
}

/// How much counts of instructions and branches of PTX are trusted: ptxas merges, adds and removes
/// instructions, by a third and more.
pub(crate) const PTX_TRUST: f64 = 0.03;

/// The counter does not say which instructions are branches to it.
const BRANCHES_TRUST: f64 = 0.3;

const fn kind(counter: &'static str, counts: fn(&Instruction) -> bool) -> Kind {
    Kind { counter, trust: 1.0, is_in_ptx: true, counts, knows_predicates: true }
}

pub(crate) const KINDS: [Kind; 10] = [
    Kind {
        counter: INST_EXECUTED,
        trust: 1.0,
        is_in_ptx: false,
        counts: |_| true,
        knows_predicates: false,
    },
    kind(GLOBAL_LOADS, |one| is_global(one, Direction::Load)),
    kind(GLOBAL_STORES, |one| is_global(one, Direction::Store)),
    kind(GLOBAL_ATOMICS, |one| is_global(one, Direction::Atomic)),
    kind(GLOBAL_REDUCTIONS, |one| is_global(one, Direction::Reduce)),
    kind(ASYNC_COPIES, |one| one.opcode.name() == Some("LDGSTS")),
    kind(EXACT_SHARED_LOADS, |one| is_shared(one, Direction::Load)),
    kind(EXACT_SHARED_STORES, |one| is_shared(one, Direction::Store)),
    kind(EXACT_SHARED_ATOMICS, |one| is_shared(one, Direction::Atomic)),
    Kind {
        counter: BRANCHES,
        trust: BRANCHES_TRUST,
        is_in_ptx: false,
        knows_predicates: false,
        counts: |one| matches!(one.opcode.name(), Some("BRA" | "BRX" | "BRXU" | "JMP" | "JMX")),
    },
];

fn is_global(one: &Instruction, direction: Direction) -> bool {
    let is_it = |space| matches!(space, Space::Global | Space::Generic);
    one.memory.is_some_and(|memory| is_it(memory.space) && memory.direction == direction)
}

fn is_shared(one: &Instruction, direction: Direction) -> bool {
    let memory = one.memory;
    memory.is_some_and(|memory| memory.space == Space::Shared && memory.direction == direction)
}

/// A counter of executed instructions, and which ones it counts.
type Executed = (&'static str, fn(&Instruction) -> bool);

/// All instructions, and those of each pipe.
pub(crate) const EXECUTED: [Executed; 6] = [
    (INST_ISSUED, |_| true),
    (PIPE_ALU, |one| is_of_pipe(one, Pipe::Alu)),
    (PIPE_FMA, |one| is_of_pipe(one, Pipe::Fma)),
    (PIPE_FP64, |one| is_of_pipe(one, Pipe::Fp64)),
    (PIPE_XU, |one| is_of_pipe(one, Pipe::Xu)),
    (PIPE_LSU, |one| is_of_pipe(one, Pipe::Lsu)),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pipe {
    Alu,
    Fma,
    Fp64,
    Xu,
    Lsu,
    Other,
}

fn is_of_pipe(one: &Instruction, pipe: Pipe) -> bool {
    let Opcode::Known { name, class } = one.opcode else { return false };
    let of_class = match class {
        Class::Integer | Class::Float32 | Class::Move => Pipe::Alu,
        Class::Half => Pipe::Fma,
        Class::Float64 => Pipe::Fp64,
        Class::Conversion | Class::Special => Pipe::Xu,
        Class::Memory | Class::Atomic => Pipe::Lsu,
        _ => Pipe::Other,
    };
    pipe == match name {
        "IMAD" | "IMAD32I" | "IDP" | "FADD" | "FMUL" | "FFMA" => Pipe::Fma,
        "POPC" | "FLO" | "BREV" => Pipe::Xu,
        "SHFL" => Pipe::Lsu,
        "S2R" | "CS2R" | "S2UR" | "R2UR" | "VOTE" | "MATCH" | "REDUX" => Pipe::Other,
        _ => of_class,
    }
}
