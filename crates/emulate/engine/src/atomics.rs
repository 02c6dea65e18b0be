//! Atomics and reductions, one lane after the other.

use crate::arithmetic::combined;
use crate::memory::{By, Refused};
use crate::requests::{Lines, atomic_sectors, shared};
use propp_emulate_ptx::{Address, Atomic, Slot, Space, Type};

use crate::access::{Reach, Stopped, addresses, aligned, by_space, out_of_bounds};
use crate::fault::Cause;
use crate::lanes::{LANES, Registers, lanes};

pub(crate) struct AtomicOp {
    pub(crate) space: Space,
    pub(crate) atomic: Atomic,
    pub(crate) ty: Type,
    pub(crate) address: Address,
    pub(crate) to: Option<Slot>,
    /// Whether what it gives is used.
    pub(crate) is_read: bool,
    /// Whether one lane does it for all.
    pub(crate) gathered: bool,
    pub(crate) from: Slot,
    pub(crate) swap: Option<Slot>,
}

impl AtomicOp {
    /// Whether shared memory has no instruction for it, so that ptxas makes a loop.
    fn is_loop(&self) -> bool {
        let is_float = match self.ty {
            Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2 | Type::F32 | Type::F64 => true,
            Type::Pred
            | Type::B8
            | Type::B16
            | Type::B32
            | Type::B64
            | Type::B128
            | Type::U8
            | Type::U16
            | Type::U32
            | Type::U64
            | Type::S8
            | Type::S16
            | Type::S32
            | Type::S64
            | Type::Tf32 => false,
        };
        is_float && self.atomic == Atomic::Add && self.swap.is_none()
    }
}

impl Reach<'_, '_> {
    pub(crate) fn atomic(
        &mut self,
        registers: &mut Registers,
        op: &AtomicOp,
        mask: u32,
    ) -> Result<(), Stopped> {
        let mut all = addresses(registers, op.address);
        let bytes = op.ty.bytes();
        by_space(op.space, &mut all, mask, |space, all, mask| {
            aligned(all, mask, bytes, "an atomic")?;
            self.count_atomic(space, all, mask, bytes, op);
            for lane in lanes(mask) {
                self.one(registers, op, space, all[lane], lane)?;
            }
            Ok(())
        })
    }

    fn one(
        &mut self,
        registers: &mut Registers,
        op: &AtomicOp,
        space: Space,
        address: u64,
        lane: usize,
    ) -> Result<(), Stopped> {
        let bytes = op.ty.bytes() as usize;
        let place = match space {
            Space::Shared => {
                self.block.shared_at_mut(address, bytes as u64).ok_or(Refused::OutOfBounds)
            }
            Space::Global | Space::Generic => {
                self.memory.span_mut(address, address, bytes as u64, By::Atomic)
            }
            Space::Local | Space::Constant | Space::Parameter | Space::Frame => {
                return Err((lane, Cause::Unsupported("an atomic of local memory".to_owned())));
            }
        };
        let place = place.map_err(|refused| {
            let cause = match refused {
                Refused::OutOfBounds => out_of_bounds("an atomic", bytes as u32, address, space),
                Refused::ReadOnly => Cause::ReadOnly { address },
            };
            (lane, cause)
        })?;
        let mut before = [0; 8];
        before[..bytes].copy_from_slice(place);
        let before = u64::from_le_bytes(before);
        let wide = bytes == 8;
        let read = |registers: &Registers, slot: Slot| {
            if wide {
                registers.wide[slot as usize][lane]
            } else {
                u64::from(registers.narrow[slot as usize][lane])
            }
        };
        let operand = read(registers, op.from);
        let after = match op.swap {
            Some(swap) => {
                let mask = u64::MAX >> (64 - bytes * 8);
                if before == operand & mask { read(registers, swap) } else { before }
            }
            None => combined(op.atomic, op.ty, before, operand),
        };
        place.copy_from_slice(&after.to_le_bytes()[..bytes]);
        self.memory.changes += u64::from(after != before);
        match op.to {
            Some(to) if wide => registers.wide[to as usize][lane] = before,
            Some(to) => registers.narrow[to as usize][lane] = before as u32,
            None => {}
        }
        Ok(())
    }

    fn count_atomic(
        &mut self,
        space: Space,
        all: &[u64; LANES],
        mask: u32,
        bytes: u32,
        op: &AtomicOp,
    ) {
        let counts = &mut self.counting.counts;
        if space == Space::Shared {
            if op.is_loop() {
                return self.block.sums.add(counts, self.warp, all, mask, bytes);
            }
            let (wavefronts, distinct) = shared(all, mask, bytes);
            counts.shared.atomics += 1;
            counts.shared.atomic_wavefronts += wavefronts;
            counts.shared.atomic_bytes += u64::from(distinct * bytes);
            return;
        }
        let lines = Lines::new(all, mask, bytes);
        let sectors = lines.sectors();
        // What a reduction adds to is no input: where it begins with zeros, a store would do.
        if op.is_read {
            self.counting.load_all(self.block, false, &lines);
        }
        self.counting.footprint.write_all(self.block.number, &lines);
        self.counting.forget_all(self.block, &lines);
        let counts = &mut self.counting.counts;
        counts.global.bytes += u64::from(lines.distinct * bytes);
        counts.global.tags += lines.tags();
        counts.l2_sectors += match lines.distinct == mask.count_ones() || op.gathered {
            true => sectors,
            false => atomic_sectors(all, mask),
        };
        if op.to.is_some() {
            counts.global.atomics += 1;
            counts.global.atomic_sectors += sectors;
        } else {
            counts.global.reductions += 1;
            counts.global.reduction_sectors += sectors;
        }
    }
}
