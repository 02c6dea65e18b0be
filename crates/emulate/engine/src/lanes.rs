//! Registers of a warp: 32 lanes side by side, eight of them at a time through the
//! processor's vector registers. Operands are read before results are written, so an
//! instruction may write what it reads.

pub(crate) use crate::requests::{ALL, LANES, lanes};
use propp_emulate_ptx::{Slot, Unwritten};

pub(crate) const PART: usize = 8;

/// The lanes of the first part.
pub(crate) const FIRST: u32 = u32::MAX >> (LANES - PART);

#[derive(Clone, Debug, Default)]
pub(crate) struct Registers {
    /// A bit for each lane.
    pub(crate) predicates: Vec<u32>,
    pub(crate) narrow: Vec<[u32; LANES]>,
    pub(crate) wide: Vec<[u64; LANES]>,
}

#[inline(always)]
pub(crate) fn part<T: Copy>(file: &[[T; LANES]], slot: Slot, part: usize) -> [T; PART] {
    let lanes = &file[slot as usize];
    std::array::from_fn(|i| lanes[part * PART + i])
}

#[inline(always)]
pub(crate) fn put<T: Copy>(file: &mut [[T; LANES]], slot: Slot, part: usize, values: [T; PART]) {
    let lanes = &mut file[slot as usize];
    for (i, value) in values.into_iter().enumerate() {
        lanes[part * PART + i] = value;
    }
}

/// Gives the lanes outside of the mask what they had.
#[inline(never)]
pub(crate) fn restore<T: Copy>(register: &mut [T; LANES], before: &[T; LANES], mask: u32) {
    for (lane, (own, before)) in register.iter_mut().zip(before).enumerate() {
        *own = if mask >> lane & 1 != 0 { *own } else { *before };
    }
}

/// The part of the warp that has all lanes of a mask.
#[inline(always)]
pub(crate) fn only_part(mask: u32) -> Option<usize> {
    let part = mask.trailing_zeros() as usize / PART % (LANES / PART);
    (mask & !(FIRST << (part * PART)) == 0).then_some(part)
}

/// Writes a part's values for the lanes of a mask.
#[inline(never)]
pub(crate) fn put_some<T: Copy>(
    register: &mut [T; LANES],
    part: usize,
    values: [T; PART],
    mask: u32,
) {
    for (i, (own, value)) in register[part * PART..].iter_mut().zip(values).enumerate() {
        *own = if mask >> (part * PART) & 1 << i != 0 { value } else { *own };
    }
}

/// A part's results. Without a way out of the loop, so that the compiler makes vectors of it.
macro_rules! values {
    ($part:expr, [$(($name:ident, $file:expr, $slot:expr)),+], $function:expr) => {{
        $(let $name = $crate::lanes::part(&$file, $slot, $part);)+
        let (mut values, mut i) = ([0; $crate::lanes::PART], 0);
        while i < $crate::lanes::PART {
            values[i] = $function($($name[i]),+);
            i += 1;
        }
        values
    }};
}
pub(crate) use values;

/// `to = function(operands)` for the lanes of the mask. Each operand is a file and a slot. All
/// lanes are computed, in one loop: copies of it are most of what the engine is compiled to.
macro_rules! map {
    ($mask:expr, $to_file:expr, $to:expr, $from:tt, $function:expr) => {{
        let (mask, to): (u32, propp_emulate_ptx::Slot) = ($mask, $to);
        let before = (mask != $crate::lanes::ALL).then(|| $to_file[to as usize]);
        let mut part = 0;
        while part < $crate::lanes::LANES / $crate::lanes::PART {
            let values = $crate::lanes::values!(part, $from, $function);
            $crate::lanes::put(&mut $to_file, to, part, values);
            part += 1;
        }
        if let Some(before) = before {
            $crate::lanes::restore(&mut $to_file[to as usize], &before, mask);
        }
    }};
}
pub(crate) use map;

/// All bits set if the bit is: a choice without a jump, which the compiler makes of a vector.
#[inline(always)]
pub(crate) fn all_bits(mask: u32, bit: usize) -> u32 {
    0_u32.wrapping_sub(mask >> bit & 1)
}

/// A bit for each lane of which the test holds.
#[inline(always)]
pub(crate) fn weighed(test: impl Fn(usize) -> bool) -> u32 {
    let mut all = 0;
    for part in 0..LANES / PART {
        let (mut bits, mut i) = ([0; PART], 0);
        while i < PART {
            bits[i] = u32::from(test(part * PART + i)) << i;
            i += 1;
        }
        all |= bits.iter().fold(0, |all, bits| all | bits) << (part * PART);
    }
    all
}

/// Calls with each lane of a mask, in order.
#[inline(always)]
pub(crate) fn each_lane(mask: u32, mut work: impl FnMut(usize)) {
    if mask == ALL {
        (0..LANES).for_each(work);
    } else {
        lanes(mask).for_each(&mut work);
    }
}

impl Registers {
    pub(crate) fn new(predicates: u32, narrow: u32, wide: u32) -> Self {
        Self {
            predicates: vec![0; predicates as usize],
            narrow: vec![[0; LANES]; narrow as usize],
            wide: vec![[0; LANES]; wide as usize],
        }
    }

    pub(crate) fn clear(&mut self, slots: &Unwritten) {
        slots.predicates.iter().for_each(|slot| self.predicates[*slot as usize] = 0);
        slots.narrow.iter().for_each(|slot| self.narrow[*slot as usize] = [0; LANES]);
        slots.wide.iter().for_each(|slot| self.wide[*slot as usize] = [0; LANES]);
    }

    pub(crate) fn predicate(&self, slot: Slot) -> u32 {
        self.predicates[slot as usize]
    }

    pub(crate) fn set_predicate(&mut self, slot: Slot, mask: u32, bits: u32) {
        let own = &mut self.predicates[slot as usize];
        *own = *own & !mask | bits & mask;
    }

    pub(crate) fn narrow(&self, slot: Slot) -> &[u32; LANES] {
        &self.narrow[slot as usize]
    }

    /// For values that take long: those of other lanes are not computed.
    pub(crate) fn set_narrow(&mut self, slot: Slot, mask: u32, value: impl Fn(usize) -> u32) {
        let own = &mut self.narrow[slot as usize];
        lanes(mask).for_each(|lane| own[lane] = value(lane));
    }

    pub(crate) fn set_wide(&mut self, slot: Slot, mask: u32, value: impl Fn(usize) -> u64) {
        let own = &mut self.wide[slot as usize];
        lanes(mask).for_each(|lane| own[lane] = value(lane));
    }

    /// For values that are there.
    pub(crate) fn put_narrow(&mut self, slot: Slot, mask: u32, mut values: [u32; LANES]) {
        let own = &mut self.narrow[slot as usize];
        if mask != ALL {
            restore(&mut values, own, mask);
        }
        *own = values;
    }

    pub(crate) fn put_wide(&mut self, slot: Slot, mask: u32, mut values: [u64; LANES]) {
        let own = &mut self.wide[slot as usize];
        if mask != ALL {
            restore(&mut values, own, mask);
        }
        *own = values;
    }
}
