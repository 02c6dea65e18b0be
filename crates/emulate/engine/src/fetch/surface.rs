//! Loads, stores and reductions through surfaces.

use propp_emulate_ptx::{Beyond, ImageOp, Space, SurfacePlace, Vector};

use super::{Touched, no_object, surface_place};
use crate::access::{Reach, Stopped};
use crate::arithmetic::combined;
use crate::fault::Cause;
use crate::images::Images;
use crate::lanes::{Registers, lanes};
use crate::requests::sectors_in;
use crate::transfer::{fill, write_lane};

/// Of an access: two registers of 64 bits.
const MOST_BYTES: usize = 16;

fn bytes_of(vector: &Vector) -> u64 {
    u64::from(vector.ty.bytes()) * vector.elements.len() as u64
}

/// Where a lane's access goes; none if it is left out.
fn address(
    images: &Images,
    registers: &Registers,
    place: &SurfacePlace,
    bytes: u64,
    access: &'static str,
    lane: usize,
) -> Result<Option<u64>, Cause> {
    let (handle, at) = surface_place(registers, place, lane);
    let image = images.surfaces.get(&handle).ok_or_else(|| no_object("surface", handle))?;
    // The last place of each axis; a row may be shorter than the access.
    let row = image.row_bytes().cast_signed();
    let most = [row - bytes.cast_signed(), image.extent[1] as i64 - 1, image.extent[2] as i64 - 1];
    let inside = at.into_iter().zip(most).all(|(at, most)| (0..=most).contains(&at));
    let [byte, row, slice] = match place.beyond {
        _ if inside => at,
        Beyond::Clamp if most[0] >= 0 => {
            [at[0].clamp(0, most[0]), at[1].clamp(0, most[1]), at[2].clamp(0, most[2])]
        }
        Beyond::Zero => return Ok(None),
        Beyond::Trap | Beyond::Clamp => return Err(Cause::BeyondSurface { access, at }),
    };
    let byte = byte.cast_unsigned();
    if !byte.is_multiple_of(bytes) {
        return Err(Cause::Misaligned { access, bytes: bytes as u32, address: byte });
    }
    Ok(Some(image.place(byte, row.cast_unsigned(), slice.cast_unsigned())))
}

impl Reach<'_, '_> {
    pub(super) fn surface(
        &mut self,
        images: &Images,
        registers: &mut Registers,
        op: &ImageOp,
        mask: u32,
    ) -> Result<(), Stopped> {
        let (place, bytes, access) = match op {
            ImageOp::Load { place, to } => (place, bytes_of(to), "a surface load"),
            ImageOp::Store { place, from } => (place, bytes_of(from), "a surface store"),
            ImageOp::Reduce { place, ty, .. } => {
                (place, u64::from(ty.bytes()), "a surface reduction")
            }
            ImageOp::Fetch(_) | ImageOp::Query { .. } => return Ok(()),
        };
        let mut touched = Touched::default();
        for lane in lanes(mask) {
            let stopped = |cause: Cause| (lane, cause);
            let found = address(images, registers, place, bytes, access, lane).map_err(stopped)?;
            let mut own = [0; MOST_BYTES];
            let own = &mut own[..bytes as usize];
            if let Some(at) = found {
                touched.add(at, bytes);
                if !matches!(op, ImageOp::Store { .. }) {
                    let data = self.piece(Space::Global, at, bytes as u32, access);
                    own.copy_from_slice(data.map_err(stopped)?);
                }
            }
            match op {
                ImageOp::Load { to, .. } => fill(registers, to, 1 << lane, own, |_| 0),
                ImageOp::Store { from, .. } => write_lane(registers, from, own, lane),
                ImageOp::Reduce { atomic, ty, from, .. } => {
                    let mut before = [0; 8];
                    before[..own.len()].copy_from_slice(own);
                    let operand = match bytes {
                        8 => registers.wide[*from as usize][lane],
                        _ => u64::from(registers.narrow[*from as usize][lane]),
                    };
                    let before = u64::from_le_bytes(before);
                    let after = combined(*atomic, *ty, before, operand);
                    own.copy_from_slice(&after.to_le_bytes()[..bytes as usize]);
                }
                ImageOp::Fetch(_) | ImageOp::Query { .. } => {}
            }
            if let (Some(at), false) = (found, matches!(op, ImageOp::Load { .. })) {
                let data = self.piece_mut(Space::Global, at, bytes as u32, access);
                data.map_err(stopped)?.copy_from_slice(own);
            }
        }
        for (line, sectors) in touched.lines() {
            let asked = match op {
                ImageOp::Load { .. } => self.counting.load(self.block, true, line, sectors),
                ImageOp::Store { .. }
                | ImageOp::Reduce { .. }
                | ImageOp::Fetch(_)
                | ImageOp::Query { .. } => {
                    self.counting.footprint.write(self.block.number, line, sectors);
                    sectors_in(sectors)
                }
            };
            self.counting.counts.l2_sectors += u64::from(asked);
        }
        Ok(())
    }
}
