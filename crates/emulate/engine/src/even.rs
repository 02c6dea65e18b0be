//! Requests whose lanes are evenly apart: rows, columns, and one address for all. Most are, and
//! what they touch needs no look at each lane.

use crate::requests::sector_bits;
use propp_emulate_ptx::{Address, Base};

use crate::lanes::{LANES, Registers};

/// The addresses of all 32 lanes: each `step` behind the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Even {
    pub(crate) first: u64,
    pub(crate) step: i64,
    /// The lowest and the highest of them.
    pub(crate) least: u64,
    pub(crate) most: u64,
}

impl Even {
    /// None where lanes are not evenly apart, or go beyond the end of addresses. Always inlined, so
    /// that it stays in registers: to read it from memory just written takes longer than the rest.
    #[inline(always)]
    pub(crate) fn of(registers: &Registers, address: Address) -> Option<Self> {
        let offset = address.offset.cast_unsigned();
        match address.base {
            Base::None => Self::new(offset, 0, u64::MAX),
            Base::Wide(slot) => {
                let base = &registers.wide[slot as usize];
                let step = same_step(base, u64::wrapping_sub)?;
                Self::new(base[0].wrapping_add(offset), step.cast_signed(), u64::MAX)
            }
            Base::Narrow(slot) => {
                let base = &registers.narrow[slot as usize];
                let step = same_step(base, u32::wrapping_sub)?;
                let first = u64::from(base[0].wrapping_add(offset as u32));
                Self::new(first, i64::from(step.cast_signed()), u64::from(u32::MAX))
            }
        }
    }

    #[inline(always)]
    fn new(first: u64, step: i64, end: u64) -> Option<Self> {
        let last = first.checked_add_signed(step.checked_mul(LANES as i64 - 1)?)?;
        let (least, most) = if step < 0 { (last, first) } else { (first, last) };
        (most <= end).then_some(Self { first, step, least, most })
    }

    pub(crate) fn is_aligned(&self, bytes: u32) -> bool {
        (self.first | self.step.cast_unsigned()) & u64::from(bytes - 1) == 0
    }

    /// The same addresses, so many bytes lower.
    pub(crate) fn before(self, bytes: u32) -> Self {
        let by = u64::from(bytes);
        let lower = |address: u64| address.wrapping_sub(by);
        let (first, least, most) = (lower(self.first), lower(self.least), lower(self.most));
        Self { first, least, most, ..self }
    }

    /// Whether the lanes access all bytes from the lowest to the highest.
    pub(crate) fn is_whole(&self, bytes: u32) -> bool {
        self.step == 0 || self.step.unsigned_abs() == u64::from(bytes)
    }

    /// The number of different addresses.
    pub(crate) fn distinct(&self) -> u32 {
        if self.step == 0 { 1 } else { LANES as u32 }
    }

    /// Where a lane's bytes begin behind those of the lowest.
    #[inline]
    pub(crate) fn offset(&self, lane: usize) -> usize {
        let start = self.first - self.least;
        start.wrapping_add_signed(self.step.wrapping_mul(lane as i64)) as usize
    }

    pub(crate) fn addresses(&self) -> [u64; LANES] {
        std::array::from_fn(|lane| self.least + self.offset(lane) as u64)
    }

    /// Whether each lane has a line of its own.
    #[inline]
    pub(crate) fn is_apart(&self, bytes: u32) -> bool {
        self.step.unsigned_abs() >= 128 && bytes < 128
    }

    /// Whether its lines are known without a look at each lane.
    #[inline]
    pub(crate) fn has_lines(&self, bytes: u32) -> bool {
        let step = self.step.unsigned_abs();
        step == u64::from(bytes) || step == 0 || (step >= 128 && bytes <= 128)
    }

    /// Calls with each line and its sectors, and gives true; or gives false without a call,
    /// where lines have to be found lane by lane.
    #[inline]
    pub(crate) fn lines(&self, bytes: u32, mut take: impl FnMut(u64, u8)) -> bool {
        if self.step.unsigned_abs() == u64::from(bytes) {
            let (first, last) = (self.least, self.most + u64::from(bytes) - 1);
            for line in first >> 7..=last >> 7 {
                let start = first.max(line << 7) >> 5 & 3;
                let end = last.min((line << 7) + 127) >> 5 & 3;
                take(line, ((1_u32 << (end + 1)) - (1 << start)) as u8);
            }
            return true;
        }
        if self.step == 0 {
            take(self.first >> 7, sector_bits(self.first, bytes));
            return true;
        }
        // Aligned to their size, so no access goes over the end of a line.
        if !self.has_lines(bytes) {
            return false;
        }
        for lane in 0..LANES {
            let address = self.least + self.offset(lane) as u64;
            take(address >> 7, sector_bits(address, bytes));
        }
        true
    }

    /// The wavefronts that shared memory needs; None where its rule has to be applied.
    pub(crate) fn wavefronts(&self, bytes: u32) -> Option<u64> {
        let words = self.step.unsigned_abs() >> 2;
        if self.step.unsigned_abs() == u64::from(bytes) {
            return Some(u64::from(bytes.div_ceil(4)));
        }
        match (bytes, self.step) {
            (..=4, 0) => Some(1),
            // Words at a distance of a power of two share as many banks.
            (4, _) => Some(1 << words.trailing_zeros().min(5)),
            _ => None,
        }
    }
}

/// How far each lane's value is from the one before, if it is the same for all.
#[inline(always)]
fn same_step<T: Copy + PartialEq>(base: &[T; LANES], minus: fn(T, T) -> T) -> Option<T> {
    let step = minus(base[1], base[0]);
    // Without a way out on the way, so that the compiler makes vectors of it.
    let differ =
        (0..LANES - 1).fold(false, |any, lane| any | (minus(base[lane + 1], base[lane]) != step));
    (!differ).then_some(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{ALL, lanes};
    use crate::requests::{Lines, shared};

    fn even(first: u64, step: i64) -> (Even, [u64; LANES]) {
        let mut registers = Registers::new(0, 0, 1);
        let address = |lane: usize| first.wrapping_add_signed(step * lane as i64);
        registers.wide[0] = std::array::from_fn(address);
        let address = Address { base: Base::Wide(0), offset: 32 };
        let found = Even::of(&registers, address).unwrap();
        (found, std::array::from_fn(|lane| registers.wide[0][lane] + 32))
    }

    #[test]
    fn what_is_evenly_apart_is_counted_as_lane_by_lane() {
        for bytes in [1, 2, 4, 8, 16, 32] {
            for times in [0, 1, -1, 2, 3, -4, 16, 32, 33, -64, 1024] {
                let step = times * bytes;
                for start in [4096, 4096 + 96, 4096 + 160] {
                    let (even, all) = even(1 << 20 | start, step);
                    let bytes = bytes as u32;
                    let mut found = Vec::new();
                    let known = even.lines(bytes, |line, sectors| found.push((line, sectors)));
                    found.sort_unstable();
                    let mut expected: Vec<_> = Lines::new(&all, ALL, bytes).iter().collect();
                    expected.sort_unstable();
                    assert!(!known || found == expected, "{bytes} {step}: {found:?} {expected:?}");
                    assert!(known || step.unsigned_abs() < 128);
                    let (wavefronts, distinct) = shared(&all, ALL, bytes);
                    assert_eq!(even.distinct(), distinct);
                    assert!(even.wavefronts(bytes).is_none_or(|own| own == wavefronts));
                    let at = lanes(ALL).map(|lane| even.least + even.offset(lane) as u64);
                    assert!(at.eq(all));
                    assert_eq!(
                        (even.least, even.most),
                        (all.into_iter().min().unwrap(), all.into_iter().max().unwrap())
                    );
                }
            }
        }
    }

    #[test]
    fn addresses_that_are_uneven_or_too_far_are_none() {
        let mut registers = Registers::new(0, 1, 1);
        registers.wide[0] = std::array::from_fn(|lane| 64 * lane as u64);
        registers.wide[0][17] += 4;
        let wide = |offset| Address { base: Base::Wide(0), offset };
        assert_eq!(Even::of(&registers, wide(0)), None);
        registers.wide[0] = std::array::from_fn(|lane| (lane as u64) << 58);
        assert_eq!(Even::of(&registers, wide(0)).map(|even| even.most), Some(31 << 58));
        assert_eq!(Even::of(&registers, wide(-4)), None);
        registers.narrow[0] = std::array::from_fn(|lane| (lane as u32) << 27);
        let narrow = Address { base: Base::Narrow(0), offset: 1 << 27 };
        assert_eq!(Even::of(&registers, narrow), None, "32 bits end");
    }
}
