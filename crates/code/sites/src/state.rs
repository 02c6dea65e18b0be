//! Values that a loop keeps in memory: it stores to one address in each turn.

use std::collections::BTreeSet;

use propp_code_sass::{Direction, Instruction, Space};

use crate::reach::address;
use crate::{Code, Found, What};

/// The stores whose address is the same in all turns of their loop, and loads from there.
pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    let mut found = Vec::new();
    for (number, one) in code.flow.loops.iter().enumerate() {
        let own = code.own_blocks(number);
        let stores: Vec<_> = code.accesses(&own, Direction::Store).collect();
        // Others may read in between what it stores.
        let has = |names: &[&str]| {
            let mut body = code.of_blocks(&one.blocks);
            body.any(|(_, one)| one.opcode.name().is_some_and(|name| names.contains(&name)))
        };
        if stores.is_empty() || has(&["MEMBAR"]) {
            continue;
        }
        let is_shared_by_threads = has(&["BAR", "WARPSYNC", "SHFL", "SYNCS"]);
        let mut kept: BTreeSet<(Space, u128)> = BTreeSet::new();
        for (place, space, store) in stores {
            if space == Space::Shared && is_shared_by_threads || is_fixed(store) {
                continue;
            }
            if code.is_invariant(&address(store), place, &one.blocks) {
                kept.insert((space, key(store)));
                found.push((What::State { space, is_store: true }, place));
            }
        }
        if kept.is_empty() {
            continue;
        }
        for (place, space, load) in code.accesses(&own, Direction::Load) {
            let is_kept = kept.contains(&(space, key(load)));
            if is_kept && code.is_invariant(&address(load), place, &one.blocks) {
                found.push((What::State { space, is_store: false }, place));
            }
        }
    }
    found.retain(|(_, place)| !code.is_in_subroutine(code.all[*place].offset));
    found
}

impl<'c> Code<'c, '_> {
    /// The accesses of some blocks to memory that several threads see.
    fn accesses(
        &self,
        blocks: &[usize],
        direction: Direction,
    ) -> impl Iterator<Item = (usize, Space, &'c Instruction)> {
        self.of_blocks(blocks).filter_map(move |(place, one)| {
            let memory = one.memory.filter(|memory| memory.direction == direction)?;
            let is_seen = matches!(memory.space, Space::Global | Space::Generic | Space::Shared);
            is_seen.then_some((place, memory.space, one))
        })
    }
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
