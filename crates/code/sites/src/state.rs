//! Values that a loop keeps in memory: it stores to one address in each turn.

use std::collections::BTreeSet;

use propp_code_sass::{Direction, Instruction, Space};

use crate::reach::address;
use crate::{Code, Found, What};

/// The stores whose address is the same in all turns of their loop, and loads from there.
pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    let mut found = Vec::new();
    for (number, one) in code.flow.loops.iter().enumerate() {
        let is_innermost = |block: &usize| code.flow.loop_of(*block) == Some(number);
        let own: Vec<usize> = one.blocks.iter().copied().filter(is_innermost).collect();
        let body: Vec<&Instruction> = code.of_blocks(&one.blocks).collect();
        // Others may read in between what it stores.
        let has = |names: &[&str]| {
            body.iter().any(|one| one.opcode.name().is_some_and(|name| names.contains(&name)))
        };
        if has(&["MEMBAR"]) {
            continue;
        }
        let is_shared_by_threads = has(&["BAR", "WARPSYNC", "SHFL", "SYNCS"]);
        let mut kept: BTreeSet<(Space, u128)> = BTreeSet::new();
        for store in code.of_blocks(&own).filter(|one| access(one) == Some(Direction::Store)) {
            let space = store.memory.map_or(Space::Generic, |memory| memory.space);
            if space == Space::Shared && is_shared_by_threads {
                continue;
            }
            let registers = address(store);
            if code.is_invariant(&registers, store.offset, &body) && !is_fixed(store) {
                kept.insert((space, key(store)));
                found.push((What::State { space, is_store: true }, store.offset));
            }
        }
        for load in code.of_blocks(&own).filter(|one| access(one) == Some(Direction::Load)) {
            let space = load.memory.map_or(Space::Generic, |memory| memory.space);
            if kept.contains(&(space, key(load))) {
                found.push((What::State { space, is_store: false }, load.offset));
            }
        }
    }
    found.retain(|(_, offset)| !code.is_in_subroutine(*offset));
    found
}

/// The direction of an access to memory that several threads see.
fn access(one: &Instruction) -> Option<Direction> {
    let memory = one.memory?;
    let is_seen = matches!(memory.space, Space::Global | Space::Generic | Space::Shared);
    is_seen.then_some(memory.direction)
}

/// Whether the address has no register of its own: then it is the same for all threads.
fn is_fixed(one: &Instruction) -> bool {
    const NO_REGISTER: u8 = 255;
    (one.word >> 24) as u8 == NO_REGISTER
}

/// The register that the address begins with, and the distance from it, which a load and a store have at
/// the same place.
fn key(one: &Instruction) -> u128 {
    one.word >> 24 & 0xff | (one.word >> 40 & 0x00ff_ffff) << 8
}
