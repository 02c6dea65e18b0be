//! A simple L1: lines of 128 bytes with four sectors, 16 ways, the least recently used line is
//! replaced. Stores write through and allocate nothing.

use crate::requests::{Lines, sectors_in};

const WAYS: usize = 16;
const LINE_BYTES: u32 = 128;
/// Below the number of a line are the bits of its sectors that are there.
const SECTORS: u32 = 4;
const ALL_SECTORS: u64 = (1 << SECTORS) - 1;

/// The L1 of every multiprocessor. Its memory is zero and untouched until it is used, so a
/// small launch pays for few.
#[derive(Clone, Debug)]
pub(crate) struct Caches {
    sets_of_one: usize,
    /// Lines of a set with their sectors; 0 where there is none.
    sets: Vec<[u64; WAYS]>,
    /// When each way of a set was used last; behind them, how often the set was used, and the way
    /// that was used last.
    used: Vec<[u32; WAYS + 2]>,
}

const USES: usize = WAYS;
const LAST: usize = WAYS + 1;

impl Caches {
    pub(crate) fn new(bytes: u32, multiprocessors: u32) -> Self {
        let sets_of_one = (bytes / LINE_BYTES / WAYS as u32).max(1) as usize;
        let count = sets_of_one * multiprocessors.max(1) as usize;
        Self { sets_of_one, sets: vec![[0; WAYS]; count], used: vec![[0; WAYS + 2]; count] }
    }

    /// The sectors of a request that L2 is asked for; all of one that passes L1 by.
    pub(crate) fn missed(&mut self, lines: &Lines, in_l1: bool, multiprocessor: usize) -> u64 {
        if !in_l1 {
            return lines.sectors();
        }
        let missed = lines.iter().map(|(line, own)| self.load(multiprocessor, line, own));
        missed.map(u64::from).sum()
    }

    /// Loads sectors of a line; gives how many were missing.
    #[inline]
    pub(crate) fn load(&mut self, multiprocessor: usize, line: u64, sectors: u8) -> u32 {
        let index = line % self.sets_of_one as u64;
        let index = multiprocessor * self.sets_of_one + index as usize;
        let (ways, used) = (&mut self.sets[index], &mut self.used[index]);
        let wanted = u64::from(sectors);
        let has = |way: u64| way >> SECTORS == line && way != 0;
        let last = used[LAST] as usize % WAYS;
        if has(ways[last]) {
            let missing = wanted & !ways[last];
            ways[last] |= wanted;
            return sectors_in(missing as u8);
        }
        let there = (0..WAYS).fold(0_u32, |all, way| all | u32::from(has(ways[way])) << way);
        let (way, before) = if there == 0 {
            let first = used[..WAYS].iter().fold(u32::MAX, |least, used| least.min(*used));
            (used.iter().position(|used| *used == first).unwrap_or(0), 0)
        } else {
            let way = there.trailing_zeros() as usize;
            (way, ways[way] & ALL_SECTORS)
        };
        used[USES] += 1;
        used[way] = used[USES];
        used[LAST] = way as u32;
        ways[way] = line << SECTORS | before | wanted;
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
        assert_eq!(caches.load(2, 4, 0b1111), 4, "each has its own");
    }
}
