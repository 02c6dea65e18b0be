//! Tensor maps that kernels make or change themselves.

use propp_emulate_ptx::{MapOp, Space};

use crate::access::{Reach, Stopped};
use crate::fault::Cause;
use crate::lanes::{Registers, lanes};
use crate::pieces::{address_of, resolved};
use crate::tensor::{MAP_BYTES, replace};

const BYTES: u32 = MAP_BYTES as u32;
const CHANGE: &str = "a change of a tensor map";

impl Reach<'_, '_> {
    pub(crate) fn change_map(
        &mut self,
        registers: &Registers,
        op: &MapOp,
        mask: u32,
    ) -> Result<(), Stopped> {
        for lane in lanes(mask) {
            let failed = |cause| (lane, cause);
            match *op {
                MapOp::Replace { space, address, field, axis, value } => {
                    let (space, at) = resolved(space, address_of(registers, address, lane));
                    let value = match field.is_wide() {
                        true => registers.wide[value as usize][lane],
                        false => u64::from(registers.narrow(value)[lane]),
                    };
                    let place = self.piece_mut(space, at, BYTES, CHANGE).map_err(failed)?;
                    let map = place.first_chunk_mut::<MAP_BYTES>();
                    let known = map.and_then(|map| replace(map, field, axis as usize, value));
                    let words = || format!("{value} as {field:?} of a tensor map");
                    known.ok_or_else(|| failed(Cause::Unsupported(words())))?;
                }
                MapOp::Copy { to, from } => {
                    let from = resolved(Space::Shared, address_of(registers, from, lane)).1;
                    let to = address_of(registers, to, lane);
                    let map = self.piece(Space::Shared, from, BYTES, CHANGE).map_err(failed)?;
                    let map = map.to_vec();
                    let place = self.piece_mut(Space::Global, to, BYTES, CHANGE);
                    place.map_err(failed)?.copy_from_slice(&map);
                }
            }
        }
        Ok(())
    }
}
