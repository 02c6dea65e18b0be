//! Copies that the hardware makes beside the threads. Here they are made at once, which the
//! program cannot tell from a fast one.

use crate::requests::Lines;
use propp_emulate_ptx::{CopyAsync, Joined, Order, Space};

use crate::access::{How, Reach, Stopped, addresses, aligned};
use crate::lanes::{LANES, Registers, lanes};
use crate::pieces::resolved;

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
        self.count_copy(&from, (reading, mask), copy);
        Ok(())
    }

    fn count_copy(&mut self, from: &[u64; LANES], (reading, mask): (u32, u32), copy: &CopyAsync) {
        let how = How { order: Order::Weak, caching: copy.caching, joined: Joined::No };
        let counts = &mut self.counting.counts;
        counts.async_copies += 1;
        counts.shared.copied_bytes += u64::from(mask.count_ones() * copy.bytes);
        if reading == 0 {
            return;
        }
        let lines = Lines::new(from, reading, copy.bytes);
        let missed = self.counting.load_all(self.block, how.in_l1(), &lines);
        let counts = &mut self.counting.counts;
        counts.global.bytes += u64::from(lines.distinct * copy.bytes);
        counts.global.tags += lines.tags();
        counts.l2_sectors += missed;
    }
}
