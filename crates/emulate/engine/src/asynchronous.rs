//! Copies that the hardware makes beside the threads. Here they are made at once, which the
//! program cannot tell from a fast one.

use crate::requests::{Lines, shared};
use propp_emulate_ptx::{Bulk, CopyAsync, Joined, Order, Space};

use crate::access::{How, Reach, Stopped, addresses, aligned};
use crate::fault::Cause;
use crate::lanes::{LANES, Registers, lanes};
use crate::pieces::{address_of, resolved};

const SECTOR_BYTES: u64 = 32;
const SECTORS_OF_LINE: u64 = 4;
/// Of addresses and lengths of bulk copies.
const BULK_ALIGNMENT: u32 = 16;

impl Reach<'_, '_> {
    pub(crate) fn copy_async(
        &mut self,
        registers: &Registers,
        copy: &CopyAsync,
        mask: u32,
    ) -> Result<(), Stopped> {
        let access = "an asynchronous copy";
        let (to, from) = (addresses(registers, copy.to), addresses(registers, copy.from));
        let to = to.map(|address| resolved(Space::Shared, address).1);
        aligned(&to, mask, copy.bytes, access)?;
        aligned(&from, mask, copy.bytes, access)?;
        let ignored = copy.ignore.map_or(0, |slot| registers.predicate(slot));
        let wanted = |lane: usize| match copy.read {
            _ if ignored >> lane & 1 != 0 => 0,
            Some(slot) => registers.narrow(slot)[lane].min(copy.bytes),
            None => copy.bytes,
        };
        let mut reading = 0;
        for lane in lanes(mask) {
            let own = wanted(lane);
            reading |= u32::from(own != 0) << lane;
            let mut bytes = [0; 16];
            if own != 0 {
                let read = self.piece(Space::Global, from[lane], own, access);
                bytes[..own as usize].copy_from_slice(read.map_err(|cause| (lane, cause))?);
            }
            let place = self.piece_mut(Space::Shared, to[lane], copy.bytes, access);
            let place = place.map_err(|cause| (lane, cause))?;
            place.copy_from_slice(&bytes[..copy.bytes as usize]);
        }
        self.count_copy(&from, &to, reading, copy);
        Ok(())
    }

    fn count_copy(
        &mut self,
        from: &[u64; LANES],
        to: &[u64; LANES],
        reading: u32,
        copy: &CopyAsync,
    ) {
        let how = How { order: Order::Weak, caching: copy.caching, joined: Joined::No };
        let counts = &mut self.counting.counts;
        counts.async_copies += 1;
        if reading == 0 {
            return;
        }
        // Not those of lanes that only fill with zeros.
        counts.shared.bytes += u64::from(shared(to, reading, copy.bytes).1 * copy.bytes);
        let lines = Lines::new(from, reading, copy.bytes);
        let missed = self.counting.load_all(self.block, how.in_l1(), &lines);
        let counts = &mut self.counting.counts;
        counts.global.bytes += u64::from(lines.distinct * copy.bytes);
        counts.global.tags += lines.tags();
        counts.l2_sectors += missed;
    }

    /// Each lane copies a piece of its own.
    pub(crate) fn bulk(
        &mut self,
        registers: &Registers,
        bulk: &Bulk,
        mask: u32,
    ) -> Result<(), Stopped> {
        let access = "a bulk copy";
        for lane in lanes(mask) {
            let bytes = registers.narrow(bulk.bytes)[lane];
            let (to, from) =
                (address_of(registers, bulk.to, lane), address_of(registers, bulk.from, lane));
            let spaces = match bulk.barrier {
                Some(_) => [Space::Shared, Space::Global],
                None => [Space::Global, Space::Shared],
            };
            let (to, from) = (resolved(spaces[0], to).1, resolved(spaces[1], from).1);
            let odd = [to, from, u64::from(bytes)].into_iter();
            let odd = odd.filter(|at| at % u64::from(BULK_ALIGNMENT) != 0).min();
            if let Some(address) = odd {
                let cause = Cause::Misaligned { access, bytes: BULK_ALIGNMENT, address };
                return Err((lane, cause));
            }
            let failed = |cause| (lane, cause);
            let piece = self.piece(spaces[1], from, bytes, access).map_err(failed)?.to_vec();
            self.piece_mut(spaces[0], to, bytes, access).map_err(failed)?.copy_from_slice(&piece);
            if let Some(barrier) = bulk.barrier {
                let at = resolved(Space::Shared, address_of(registers, barrier, lane)).1;
                self.complete(at, bytes).map_err(failed)?;
            }
            let global = if bulk.barrier.is_some() { from } else { to };
            let end = global + u64::from(bytes);
            let all =
                if bytes == 0 { 0..0 } else { global / SECTOR_BYTES..end.div_ceil(SECTOR_BYTES) };
            let sectors = all.end - all.start;
            for sector in all {
                let (line, own) = (sector / SECTORS_OF_LINE, 1 << (sector % SECTORS_OF_LINE));
                if bulk.barrier.is_some() {
                    self.counting.footprint.read(self.block.number, line, own);
                } else {
                    self.counting.footprint.write(self.block.number, line, own);
                }
            }
            let counts = &mut self.counting.counts;
            counts.bulk_copies += 1;
            counts.l2_sectors += sectors;
            if bulk.barrier.is_some() {
                counts.bulk_read_sectors += sectors;
            } else {
                counts.bulk_write_sectors += sectors;
            }
        }
        Ok(())
    }
}
