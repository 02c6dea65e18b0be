//! Pieces of memory at one address, for what is no access of a whole warp.

use crate::memory::{By, Refused, WINDOW_BYTES};
use propp_emulate_ptx::{Address, Base, Space};

use crate::access::{Reach, out_of_bounds, space_of};
use crate::fault::Cause;
use crate::lanes::Registers;
use crate::races::{Access, Act};
use crate::state::Block;

/// The address that one lane means.
pub(crate) fn address_of(registers: &Registers, address: Address, lane: usize) -> u64 {
    let offset = address.offset.cast_unsigned();
    match address.base {
        Base::None => offset,
        Base::Wide(slot) => registers.wide[slot as usize][lane].wrapping_add(offset),
        Base::Narrow(slot) => {
            u64::from(registers.narrow[slot as usize][lane].wrapping_add(offset as u32))
        }
    }
}

/// The space that an address is in, and the address there.
pub(crate) fn resolved(space: Space, address: u64) -> (Space, u64) {
    match space {
        Space::Generic => {
            let own = space_of(address);
            (own, if own == Space::Global { address } else { address & (WINDOW_BYTES - 1) })
        }
        // A window's address is taken for one in it.
        Space::Shared => (Space::Shared, address & (WINDOW_BYTES - 1)),
        Space::Global | Space::Local | Space::Constant | Space::Parameter | Space::Frame => {
            (space, address)
        }
    }
}

impl Block {
    /// A piece of shared memory that a warp accesses as a whole.
    fn note_piece(&mut self, act: Act, address: u64, bytes: u32) {
        if let Some(shadow) = &mut self.shadow
            && let Some((warp, at)) = shadow.now
        {
            let access = Access { act, address, bytes, lane: 0, is_strong: false };
            shadow.access(warp, at, access);
        }
    }
}

impl Reach<'_, '_> {
    pub(crate) fn piece(
        &mut self,
        space: Space,
        address: u64,
        bytes: u32,
        access: &'static str,
    ) -> Result<&[u8], Cause> {
        let found = match space {
            Space::Shared => {
                self.block.note_piece(Act::Read, address, bytes);
                self.block.shared_at(address, u64::from(bytes))
            }
            Space::Global => {
                self.memory.has_read(address, u64::from(bytes));
                self.memory.span(address, address, u64::from(bytes))
            }
            Space::Parameter => {
                let start = usize::try_from(address).unwrap_or(usize::MAX);
                self.parameters.get(start..start.saturating_add(bytes as usize))
            }
            Space::Generic | Space::Local | Space::Constant | Space::Frame => None,
        };
        found.ok_or_else(|| out_of_bounds(access, bytes, address, space))
    }

    pub(crate) fn piece_mut(
        &mut self,
        space: Space,
        address: u64,
        bytes: u32,
        access: &'static str,
    ) -> Result<&mut [u8], Cause> {
        self.memory.changes += 1;
        let found = match space {
            Space::Shared => {
                self.block.note_piece(Act::Write, address, bytes);
                self.block.shared_at_mut(address, u64::from(bytes)).ok_or(Refused::OutOfBounds)
            }
            Space::Global => self.memory.span_mut(address, address, u64::from(bytes), By::Store),
            Space::Generic | Space::Local | Space::Constant | Space::Parameter | Space::Frame => {
                Err(Refused::OutOfBounds)
            }
        };
        found.map_err(|refused| match refused {
            Refused::OutOfBounds => out_of_bounds(access, bytes, address, space),
            Refused::ReadOnly => Cause::ReadOnly { address },
        })
    }
}
