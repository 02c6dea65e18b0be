//! Local memory: which accesses are spilled registers, and which are variables.
//!
//! A cubin does not record spills, so they are told by how ptxas writes them:
//!
//! - It reloads a spilled register for the last time by a load with the policy "last use" from
//!   a fixed place of the stack. All accesses of a place that such a load reads are spills.
//! - Where no address of local memory can be known to anybody (nothing computes one, nothing is
//!   called, no access is generic) all accesses are spills: variables would be registers.
//!
//! `checks/spills.py` compares the bytes with those of `ptxas -v`.

use std::collections::BTreeSet;

use propp_code_sass::{Direction, Instruction, Policy, Space};
use schemars::JsonSchema;
use serde::Serialize;

use crate::occurrences::Occurrences;

/// Loads and stores of one sort.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Traffic {
    pub loads: Occurrences,
    pub stores: Occurrences,
    /// Bytes that a thread moves if each load runs once.
    pub load_bytes: u32,
    pub store_bytes: u32,
}

/// Accesses to local memory, which is a thread's own stack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Local {
    /// Registers that did not fit.
    pub spills: Traffic,
    /// Other fixed places: variables whose address is taken, registers saved around calls.
    pub fixed: Traffic,
    /// Addresses computed at run time: arrays with a variable index.
    pub computed: Traffic,
}

/// The register that holds the address of the stack.
const STACK_POINTER: u8 = 1;

impl Local {
    /// Reads the instructions with their loop depths. `calls` says whether they call functions
    /// of the program.
    pub(crate) fn of<'i>(
        code: impl Iterator<Item = (&'i Instruction, usize)> + Clone,
        calls: bool,
    ) -> Self {
        let is_known =
            calls || code.clone().any(|(instruction, _)| may_use_an_address(instruction));
        let places = code.clone().filter(|(i, _)| is_last_use(i)).filter_map(|(i, _)| place(i));
        let spilled: BTreeSet<i32> = places.flat_map(words).collect();
        let mut local = Self::default();
        for (instruction, depth) in code {
            let Some(memory) = instruction.memory.filter(|m| m.space == Space::Local) else {
                continue;
            };
            let traffic = match place(instruction) {
                Some(place) if !is_known || words(place).any(|word| spilled.contains(&word)) => {
                    &mut local.spills
                }
                Some(_) => &mut local.fixed,
                None => &mut local.computed,
            };
            let bytes = u32::from(memory.width.unwrap_or(0) / 8);
            if memory.direction == Direction::Store {
                traffic.stores.note(instruction.offset, depth);
                traffic.store_bytes += bytes;
            } else {
                traffic.loads.note(instruction.offset, depth);
                traffic.load_bytes += bytes;
            }
        }
        local
    }

    /// All three, with their names.
    pub(crate) fn traffics(&mut self) -> [&mut Traffic; 3] {
        [&mut self.spills, &mut self.fixed, &mut self.computed]
    }
}

impl Traffic {
    pub fn is_empty(&self) -> bool {
        self.loads.is_empty() && self.stores.is_empty()
    }

    pub fn in_loops(&self) -> u32 {
        self.loads.in_loops + self.stores.in_loops
    }
}

/// Whether the instruction may reach local memory by an address in registers.
fn may_use_an_address(instruction: &Instruction) -> bool {
    match instruction.memory.map(|memory| memory.space) {
        Some(Space::Generic) => true,
        Some(Space::Local) => place(instruction).is_none(),
        _ => false,
    }
}

fn is_last_use(instruction: &Instruction) -> bool {
    let memory = instruction.memory;
    memory.is_some_and(|m| m.space == Space::Local && m.policy == Some(Policy::LastUse))
}

/// A fixed place of the stack: its offset and bytes. Bits 24 to 31 are the address register,
/// the 24 bits from 40 on the offset.
fn place(instruction: &Instruction) -> Option<(i32, u16)> {
    let memory = instruction.memory.filter(|memory| memory.space == Space::Local)?;
    let word = instruction.word as u64;
    if (word >> 24) as u8 != STACK_POINTER {
        return None;
    }
    let offset = (word.cast_signed() >> 40) as i32;
    Some((offset, memory.width.unwrap_or(32) / 8))
}

/// The words of four bytes that a place covers.
fn words((offset, bytes): (i32, u16)) -> impl Iterator<Item = i32> {
    let first = offset >> 2;
    first..first + i32::from(bytes.div_ceil(4).max(1))
}

#[cfg(test)]
mod tests {
    use propp_code_sass::{Architecture, Memory};

    use super::*;

    /// An access to the stack, or to an address in another register.
    fn access(
        direction: Direction,
        policy: Policy,
        width: u16,
        (register, offset): (u8, u32),
    ) -> Instruction {
        let memory =
            Memory { space: Space::Local, direction, width: Some(width), policy: Some(policy) };
        let word = u128::from(register) << 24 | u128::from(offset) << 40;
        let any = Instruction::decode(Architecture::from_number(90).unwrap(), 0, word);
        Instruction { memory: Some(memory), ..any }
    }

    fn counts(traffic: &Traffic) -> (u32, u32) {
        (traffic.loads.count, traffic.stores.count)
    }

    /// Where addresses of local memory are known, a place is a spill only if something reloads it for the
    /// last time.
    #[test]
    fn spills_are_distinguished_from_variables() {
        let store = |width, offset| {
            access(Direction::Store, Policy::Normal, width, (STACK_POINTER, offset))
        };
        let load = |policy, offset| access(Direction::Load, policy, 32, (STACK_POINTER, offset));
        let fixed = [
            // Two registers at once, of which one is reloaded twice.
            store(64, 16),
            load(Policy::Normal, 20),
            load(Policy::LastUse, 20),
            // A variable next to them.
            store(32, 24),
            load(Policy::Normal, 24),
        ];
        let local = |code: &[Instruction], calls| Local::of(code.iter().map(|i| (i, 0)), calls);
        let called = local(&fixed, true);
        assert_eq!((counts(&called.spills), counts(&called.fixed)), ((2, 1), (1, 1)));
        assert_eq!((called.spills.store_bytes, called.spills.load_bytes), (8, 8));

        let array = access(Direction::Load, Policy::Normal, 32, (8, 0));
        let with_array: Vec<Instruction> = fixed.into_iter().chain([array]).collect();
        let indexed = local(&with_array, false);
        assert_eq!((counts(&indexed.spills), counts(&indexed.fixed)), ((2, 1), (1, 1)));
        assert_eq!(counts(&indexed.computed), (1, 0));

        let alone = local(&fixed, false);
        assert_eq!((counts(&alone.spills), counts(&alone.fixed)), ((3, 2), (0, 0)));
    }
}
