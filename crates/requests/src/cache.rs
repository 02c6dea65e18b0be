//! A simple L1: lines of 128 bytes with four sectors, 16 ways, the least recently used line is
//! replaced. Stores write through and allocate nothing.

use crate::request::{Lines, sectors_in};

const WAYS: usize = 16;
const LINE_BYTES: u32 = 128;
/// Below the tag of a line are the bits of its sectors that are there.
const SECTORS: u32 = 4;
const ALL_SECTORS: u32 = (1 << SECTORS) - 1;

/// The L1 of every multiprocessor. Its memory is zero and untouched until it is used, so a
/// small launch pays for few.
#[derive(Clone, Debug)]
pub struct Caches {
    sets_of_one: u64,
    /// 2^64 / `sets_of_one`, rounded up: a product with it is faster than a division.
    reciprocal: u128,
    /// Tags of a set's lines with their sectors, the one used last first; 0 where there is none.
    /// Tags are cut to 28 bits: lines that then look the same are terabytes apart.
    sets: Vec<[u32; WAYS]>,
}

impl Caches {
    /// L1s of so many bytes each.
    pub fn new(bytes: u32, multiprocessors: u32) -> Self {
        let sets_of_one = u64::from((bytes / LINE_BYTES / WAYS as u32).max(1));
        let count = sets_of_one as usize * multiprocessors.max(1) as usize;
        let reciprocal = (1_u128 << 64).div_ceil(u128::from(sets_of_one));
        Self { sets_of_one, reciprocal, sets: vec![[0; WAYS]; count] }
    }

    /// The sectors of a request that L2 is asked for; all of one that passes L1 by.
    pub fn missed(&mut self, lines: &Lines, in_l1: bool, multiprocessor: usize) -> u64 {
        if !in_l1 {
            return lines.sectors();
        }
        let missed = lines.iter().map(|(line, own)| self.load(multiprocessor, line, own));
        missed.map(u64::from).sum()
    }

    /// Loads sectors of a line; gives how many were missing.
    #[inline]
    pub fn load(&mut self, multiprocessor: usize, line: u64, sectors: u8) -> u32 {
        // Exact for all addresses of less than 64 bits.
        let tag = ((u128::from(line) * self.reciprocal) >> 64) as u64;
        let index = (line - tag * self.sets_of_one) as usize;
        let set = &mut self.sets[multiprocessor * self.sets_of_one as usize + index];
        let (tag, wanted) = ((tag as u32) << SECTORS, u32::from(sectors));
        let has = |way: u32| way & !ALL_SECTORS == tag && way != 0;
        if has(set[0]) {
            let missing = wanted & !set[0];
            set[0] |= wanted;
            return sectors_in(missing as u8);
        }
        let there = (0..WAYS).fold(0_u32, |all, way| all | u32::from(has(set[way])) << way);
        // Else the one that was used the longest time ago goes.
        let way = (there.trailing_zeros() as usize).min(WAYS - 1);
        let before = if there == 0 { 0 } else { set[way] & ALL_SECTORS };
        let old = *set;
        for i in 1..WAYS {
            set[i] = if i <= way { old[i - 1] } else { old[i] };
        }
        set[0] = tag | before | wanted;
        sectors_in((wanted & !before) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_missed_once_by_sectors_and_again_after_sixteen_others_of_its_set() {
        let mut caches = Caches::new(2 * 16 * 128, 3);
        let mut load = |line, sectors| caches.load(1, line, sectors);
        assert_eq!(load(4, 0b0011), 2);
        assert_eq!(load(4, 0b0111), 1);
        assert_eq!(load(4, 0b1111), 1);
        assert_eq!(load(4, 0b1111), 0);
        for line in 1..=15 {
            assert_eq!(load(4 + 2 * line, 0b0001), 1);
        }
        assert_eq!(load(4, 0b1111), 0, "the set holds sixteen");
        load(4 + 2 * 16, 1);
        assert_eq!(load(4 + 2, 1), 1, "the least recently used was replaced");
        assert_eq!(load(4, 0b1111), 0);
        assert_eq!(load(0, 0b0001), 1, "line 0 is none that is there");
        assert_eq!(load(u64::MAX >> 7, 0b0001), 1, "the last of all addresses");
        assert_eq!(load(u64::MAX >> 7, 0b0001), 0);
        assert_eq!(caches.load(2, 4, 0b1111), 4, "each has its own");
    }
}
