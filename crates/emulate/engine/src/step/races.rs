//! What the search for races hears of an instruction.

use propp_emulate_ptx::{Address, CopyAsync, MemoryOp, Order, Space};

use super::Machine;
use crate::access::{addresses, by_space};
use crate::lanes::{Registers, lanes};
use crate::pieces::resolved;
use crate::races::{Access, Act, Shadow};
use crate::state::Block;
use crate::transfer::write_lane;

/// A vector of two double words at most.
const MOST_BYTES: usize = 32;

/// Before the instruction is carried out. Addresses beyond the end are faults, which come later.
pub(super) fn watch(
    block: &mut Block,
    registers: &Registers,
    warp: usize,
    at: u32,
    op: &MemoryOp,
    active: u32,
) {
    let Block { shadow, shared, .. } = block;
    let Some(shadow) = shadow else { return };
    match op {
        MemoryOp::Load { space, order, address, to, .. } => {
            let bytes = to.ty.bytes() * to.elements.len() as u32;
            let is_strong = *order == Order::Strong;
            each(registers, (*space, *address), active, |space, address, lane| {
                let read = Access { act: Act::Read, address, bytes, lane, is_strong };
                note(shadow, warp, at, space, read);
            });
        }
        MemoryOp::Store { space, order, address, from } => {
            let bytes = from.ty.bytes() * from.elements.len() as u32;
            let is_strong = *order == Order::Strong;
            each(registers, (*space, *address), active, |space, address, lane| {
                let act = match space {
                    Space::Shared => {
                        let start = address as usize;
                        let before = shared.get(start..start.saturating_add(bytes as usize));
                        let before = before.unwrap_or_default();
                        let mut own = [0; MOST_BYTES];
                        own[..before.len()].copy_from_slice(before);
                        write_lane(registers, from, &mut own[..before.len()], lane);
                        if own[..before.len()] == *before { Act::Rewrite } else { Act::Write }
                    }
                    Space::Generic
                    | Space::Global
                    | Space::Local
                    | Space::Constant
                    | Space::Parameter
                    | Space::Frame => Act::Write,
                };
                note(shadow, warp, at, space, Access { act, address, bytes, lane, is_strong });
            });
        }
        MemoryOp::Atomic { space, ty, address, .. } => {
            let bytes = ty.bytes();
            each(registers, (*space, *address), active, |space, address, lane| {
                let atomic = Access { act: Act::Atomic, address, bytes, lane, is_strong: false };
                note(shadow, warp, at, space, atomic);
            });
        }
        // Races are looked for in shared memory.
        MemoryOp::Image(_) | MemoryOp::Map(_) => {}
        MemoryOp::CopyAsync(copy) => {
            let CopyAsync { to, bytes, .. } = **copy;
            for (lane, address) in addresses(registers, to).into_iter().enumerate() {
                if active >> lane & 1 != 0 {
                    let address = resolved(Space::Shared, address).1;
                    let act = Act::Write;
                    shadow.access(warp, at, Access { act, address, bytes, lane, is_strong: false });
                }
            }
        }
        // Noted piece by piece.
        MemoryOp::Bulk(_) | MemoryOp::Tensor(_) | MemoryOp::StoreAsync(_) => {
            shadow.now = Some((warp, at));
        }
    }
}

/// Calls with the space, the address there, and each lane.
fn each(
    registers: &Registers,
    (space, address): (Space, Address),
    active: u32,
    mut note: impl FnMut(Space, u64, usize),
) {
    let mut all = addresses(registers, address);
    let ended = by_space(space, &mut all, active, |space, all, mask| {
        lanes(mask).for_each(|lane| note(space, resolved(space, all[lane]).1, lane));
        Ok(())
    });
    debug_assert!(ended.is_ok(), "no call fails");
}

fn note(shadow: &mut Shadow, warp: usize, at: u32, space: Space, access: Access) {
    match space {
        Space::Shared => shadow.access(warp, at, access),
        // Flags and counters in global memory, by which warps may wait for each other.
        Space::Global | Space::Generic if access.is_strong || access.act == Act::Atomic => {
            shadow.meet(true, access.address, warp);
        }
        Space::Global
        | Space::Generic
        | Space::Local
        | Space::Constant
        | Space::Parameter
        | Space::Frame => {}
    }
}

impl Machine<'_, '_> {
    /// Tells the host of races that were found.
    pub(crate) fn tell_races(&mut self, block: &mut Block) {
        let (Some(shadow), Some(races)) = (&mut block.shadow, &mut self.races) else { return };
        for conflict in shadow.found.drain(..) {
            if let Some(race) = races.report(self.ready.code, block.coordinates, &conflict) {
                self.host.race(&race);
            }
        }
    }
}
