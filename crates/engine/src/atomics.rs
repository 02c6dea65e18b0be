//! Atomics and reductions, one lane after the other.

use propp_ptx::{Address, Atomic, Slot, Space, Type};

use crate::access::{Reach, Stopped, addresses, aligned, by_space, out_of_bounds};
use crate::alu::{bf16_from_f32, bf16_to_f32, f16_from_f32, f16_to_f32};
use crate::fault::Cause;
use crate::lanes::{LANES, Registers, lanes};
use crate::memory::{Change, Refused};
use crate::requests::{Lines, shared};

pub(crate) struct AtomicOp {
    pub(crate) space: Space,
    pub(crate) atomic: Atomic,
    pub(crate) ty: Type,
    pub(crate) address: Address,
    pub(crate) to: Option<Slot>,
    pub(crate) from: Slot,
    pub(crate) swap: Option<Slot>,
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
            self.count_atomic(space, all, mask, bytes, op.to.is_some());
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
                let start = usize::try_from(address).unwrap_or(usize::MAX);
                let end = start.saturating_add(bytes);
                self.block.shared.get_mut(start..end).ok_or(Refused::OutOfBounds)
            }
            // Several threads run kernels whose reductions commute.
            Space::Global | Space::Generic => {
                self.memory.span_mut(address, address, bytes as u64, Change::Reduced)
            }
            _ => return Err((lane, Cause::Unsupported("an atomic of local memory".to_owned()))),
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
        returns: bool,
    ) {
        let counts = &mut self.counting.counts;
        if space == Space::Shared {
            let (wavefronts, distinct) = shared(all, mask, bytes);
            counts.shared.atomics += 1;
            counts.shared.atomic_wavefronts += wavefronts;
            counts.shared.bytes += u64::from(distinct * bytes);
            return;
        }
        let lines = Lines::new(all, mask, bytes);
        let sectors = lines.sectors();
        counts.global.bytes += u64::from(lines.distinct * bytes);
        counts.global.tags += lines.tags();
        counts.l2_sectors += sectors;
        if returns {
            counts.global.atomics += 1;
            counts.global.atomic_sectors += sectors;
        } else {
            counts.global.reductions += 1;
            counts.global.reduction_sectors += sectors;
        }
    }
}

/// What an operation leaves of two values.
pub(crate) fn combined(atomic: Atomic, ty: Type, a: u64, b: u64) -> u64 {
    let (x, y) = (a as u32, b as u32);
    match (atomic, ty) {
        (Atomic::Exchange | Atomic::CompareSwap, _) => b,
        (Atomic::And, _) => a & b,
        (Atomic::Or, _) => a | b,
        (Atomic::Xor, _) => a ^ b,
        (Atomic::Add, Type::F32) => u64::from((f32::from_bits(x) + f32::from_bits(y)).to_bits()),
        (Atomic::Add, Type::F64) => (f64::from_bits(a) + f64::from_bits(b)).to_bits(),
        (Atomic::Add, Type::F16) => u64::from(f16_from_f32(f16_to_f32(x) + f16_to_f32(y))),
        (Atomic::Add, Type::Bf16) => u64::from(bf16_from_f32(bf16_to_f32(x) + bf16_to_f32(y))),
        (Atomic::Add, Type::F16x2) => {
            pairs(x, y, |x, y| f16_from_f32(f16_to_f32(x) + f16_to_f32(y)))
        }
        (Atomic::Add, Type::Bf16x2) => {
            pairs(x, y, |x, y| bf16_from_f32(bf16_to_f32(x) + bf16_to_f32(y)))
        }
        (Atomic::Add, _) if ty.bytes() == 8 => a.wrapping_add(b),
        (Atomic::Add, _) => u64::from(x.wrapping_add(y)),
        (Atomic::Min, Type::S64) => a.cast_signed().min(b.cast_signed()).cast_unsigned(),
        (Atomic::Max, Type::S64) => a.cast_signed().max(b.cast_signed()).cast_unsigned(),
        (Atomic::Min, Type::S32) => u64::from(x.cast_signed().min(y.cast_signed()).cast_unsigned()),
        (Atomic::Max, Type::S32) => u64::from(x.cast_signed().max(y.cast_signed()).cast_unsigned()),
        (Atomic::Min, _) => a.min(b),
        (Atomic::Max, _) => a.max(b),
        (Atomic::Inc, _) => u64::from(if x >= y { 0 } else { x + 1 }),
        (Atomic::Dec, _) => u64::from(if x == 0 || x > y { y } else { x - 1 }),
    }
}

fn pairs(x: u32, y: u32, add: impl Fn(u32, u32) -> u32) -> u64 {
    let low = add(x & 0xffff, y & 0xffff);
    u64::from(low | add(x >> 16, y >> 16) << 16)
}
