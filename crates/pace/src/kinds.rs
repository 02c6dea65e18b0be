//! The kinds of instructions that are counted.

use propp_model::counters::{
    ASYNC_COPIES, BRANCHES, EXACT_SHARED_ATOMICS, EXACT_SHARED_LOADS, EXACT_SHARED_STORES,
    GLOBAL_ATOMICS, GLOBAL_LOADS, GLOBAL_REDUCTIONS, GLOBAL_STORES, INST_EXECUTED,
};
use propp_sass::{Direction, Instruction, Space};

/// A counter of instructions, and which instructions it counts.
pub(crate) struct Kind {
    pub(crate) counter: &'static str,
    /// How much its counts are trusted.
    pub(crate) trust: f64,
    counts: fn(&Instruction) -> bool,
    /// Whether it leaves out instructions whose predicate is off in all threads.
    knows_predicates: bool,
}

impl Kind {
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

/// The counter does not say which instructions are branches to it.
const BRANCHES_TRUST: f64 = 0.3;

const fn kind(counter: &'static str, counts: fn(&Instruction) -> bool) -> Kind {
    Kind { counter, trust: 1.0, counts, knows_predicates: true }
}

pub(crate) const KINDS: [Kind; 10] = [
    Kind { counter: INST_EXECUTED, trust: 1.0, counts: |_| true, knows_predicates: false },
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
