//! A simple L1: lines of 128 bytes with four sectors, 16 ways, the least recently used line is
//! replaced. Stores write through, and leave the sectors that they write as a whole. Atomics are done in
//! L2, and L1 forgets their sectors. (`tests/emulate/traffic.cu` showed both on an H200.)

use crate::requests::LANES;

const WAYS: usize = 16;
const LINE_BYTES: u32 = 128;
/// Below the tag of a line are the bits of its sectors that are there.
const SECTORS: u32 = 4;
const ALL_SECTORS: u32 = (1 << SECTORS) - 1;

#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Set {
    /// Tags of its lines with their sectors; 0 where there is none. Tags are cut to 28 bits: lines that
    /// then look the same are terabytes apart.
    ways: [u32; WAYS],
    /// The lowest bits of the same tags: most that differ differ there.
    marks: [u8; WAYS],
    uses: Uses,
    /// When its L1 was emptied last, as far as this set has heard of it.
    since: u32,
}

const EMPTY: Set = Set { ways: [0; WAYS], marks: [0; WAYS], uses: UNUSED, since: 0 };

/// The ways of a set, four bits each, the one used last first.
#[derive(Clone, Copy, Debug)]
struct Uses(u64);

const UNUSED: Uses = Uses(0xfedc_ba98_7654_3210);
/// One in each four bits.
const EACH: u64 = 0x1111_1111_1111_1111;
const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// The L1 of every multiprocessor.
#[derive(Clone, Debug)]
pub struct Caches {
    sets_of_one: usize,
    /// 2^64 / `sets_of_one`, rounded up: a product with it is faster than a division.
    reciprocal: u128,
    sets: Vec<Set>,
    /// Whether a multiprocessor's sets hold what an earlier launch has left.
    stale: Vec<bool>,
    /// How often each was emptied. Its sets follow when they are used: a small launch uses few.
    emptied: Vec<u32>,
}

impl Caches {
    /// L1s of so many bytes each.
    pub fn new(bytes: u32, multiprocessors: u32) -> Self {
        let sets_of_one = sets(bytes);
        let multiprocessors = multiprocessors.max(1) as usize;
        let reciprocal = (1_u128 << 64).div_ceil(sets_of_one as u128);
        let sets = vec![EMPTY; sets_of_one * multiprocessors];
        let (stale, emptied) = (vec![false; multiprocessors], vec![0; multiprocessors]);
        Self { sets_of_one, reciprocal, sets, stale, emptied }
    }

    pub fn emptied(mut self) -> Self {
        self.stale.fill(true);
        self
    }

    /// Whether these are L1s of so many bytes each.
    pub fn are(&self, bytes: u32, multiprocessors: u32) -> bool {
        self.sets_of_one == sets(bytes) && self.stale.len() == multiprocessors.max(1) as usize
    }

    /// Before a multiprocessor is used.
    pub fn open(&mut self, multiprocessor: usize) {
        if !std::mem::take(&mut self.stale[multiprocessor]) {
            return;
        }
        let emptied = &mut self.emptied[multiprocessor];
        *emptied = emptied.wrapping_add(1);
        if *emptied == 0 {
            let first = multiprocessor * self.sets_of_one;
            self.sets[first..first + self.sets_of_one].fill(EMPTY);
        }
    }

    /// Before a multiprocessor is used as if nothing had been.
    pub fn empty(&mut self, multiprocessor: usize) {
        self.stale[multiprocessor] = true;
        self.open(multiprocessor);
    }

    /// Stores sectors of a line as a whole.
    #[inline]
    pub fn store(&mut self, multiprocessor: usize, line: u64, sectors: u8) {
        if sectors != 0 {
            self.load(multiprocessor, line, sectors);
        }
    }

    /// Forgets sectors of a line.
    pub fn forget(&mut self, multiprocessor: usize, line: u64, sectors: u8) {
        let (at, tag) = self.place(multiprocessor, line);
        let set = &mut self.sets[at];
        if set.since != self.emptied[multiprocessor] {
            return;
        }
        for way in &mut set.ways {
            if *way & !ALL_SECTORS == tag {
                *way &= !u32::from(sectors);
            }
        }
    }

    /// The set of a line, and its tag.
    #[inline(always)]
    fn place(&self, multiprocessor: usize, line: u64) -> (usize, u32) {
        // Exact for all addresses of less than 64 bits.
        let tag = ((u128::from(line) * self.reciprocal) >> 64) as u64;
        let index = (line - tag * self.sets_of_one as u64) as usize;
        (multiprocessor * self.sets_of_one + index, (tag as u32) << SECTORS)
    }

    /// Loads sectors of a line; gives those that were missing.
    #[inline]
    pub fn load(&mut self, multiprocessor: usize, line: u64, sectors: u8) -> u8 {
        let (at, tag) = self.place(multiprocessor, line);
        self.sets[at].load(tag, u32::from(sectors), self.emptied[multiprocessor])
    }
}

/// Where a request's lines are in their L1, in its order.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    sets: [(usize, u32); LANES],
    emptied: u32,
}

impl Caches {
    /// Finds the sets of lines, and lets the host's memory fetch all of them at a time.
    #[inline(always)]
    pub fn places(&self, multiprocessor: usize, lines: impl Iterator<Item = u64>) -> Places {
        let (mut sets, mut seen) = ([(0, 0); LANES], 0);
        for (place, line) in sets.iter_mut().zip(lines) {
            *place = self.place(multiprocessor, line);
            let set = &self.sets[place.0];
            seen |= set.uses.0 as u32 | set.ways[0];
        }
        std::hint::black_box(seen);
        Places { sets, emptied: self.emptied[multiprocessor] }
    }

    /// Loads sectors of the line with this index.
    #[inline(always)]
    pub fn load_at(&mut self, places: &Places, index: usize, sectors: u8) -> u8 {
        let (at, tag) = places.sets[index % LANES];
        self.sets[at].load(tag, u32::from(sectors), places.emptied)
    }
}

impl Set {
    #[inline(always)]
    fn load(&mut self, tag: u32, wanted: u32, emptied: u32) -> u8 {
        if self.since != emptied {
            *self = Self { since: emptied, ..EMPTY };
        }
        let last = self.uses.last();
        let way = if self.has(last, tag) {
            last
        } else if let Some(way) = self.find(tag) {
            self.uses.take(way);
            way
        } else {
            let way = self.uses.take_oldest();
            self.marks[way] = (tag >> SECTORS) as u8;
            self.ways[way] = tag | wanted;
            return wanted as u8;
        };
        let missing = wanted & !self.ways[way];
        self.ways[way] |= wanted;
        missing as u8
    }

    #[inline(always)]
    fn has(&self, way: usize, tag: u32) -> bool {
        self.ways[way] & !ALL_SECTORS == tag && self.ways[way] != 0
    }

    /// The way with a tag.
    #[inline(always)]
    fn find(&self, tag: u32) -> Option<usize> {
        let wanted = EACH_BYTE * u64::from((tag >> SECTORS) as u8);
        let halves = self.marks.as_chunks::<{ WAYS / 2 }>().0;
        for (half, marks) in halves.iter().enumerate() {
            // The highest bit of each byte that is equal, and of some behind it.
            let differs = u64::from_le_bytes(*marks) ^ wanted;
            let mut equal = differs.wrapping_sub(EACH_BYTE) & !differs & EACH_BYTE << 7;
            while equal != 0 {
                let way = (half * (WAYS / 2) + equal.trailing_zeros() as usize / 8) % WAYS;
                if self.has(way, tag) {
                    return Some(way);
                }
                equal &= equal - 1;
            }
        }
        None
    }
}

impl Uses {
    fn last(self) -> usize {
        (self.0 & 15) as usize
    }

    /// Uses the way that was used the longest time ago.
    fn take_oldest(&mut self) -> usize {
        self.0 = self.0.rotate_left(4);
        self.last()
    }

    fn take(&mut self, way: usize) {
        // The lowest four bits that are equal to the way's become zero, and then overflow.
        let differs = self.0 ^ (EACH * way as u64);
        let equal = differs.wrapping_sub(EACH) & !differs & EACH << 3;
        let place = equal.trailing_zeros() & !3;
        let before = self.0 & !(u64::MAX << place);
        let behind = self.0 & u64::MAX << 4 << place;
        self.0 = behind | before << 4 | way as u64;
    }
}

fn sets(bytes: u32) -> usize {
    (bytes / LINE_BYTES / WAYS as u32).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_that_is_used_comes_first() {
        let mut uses = UNUSED;
        let mut order: Vec<usize> = (0..WAYS).collect();
        for step in 0..1000 {
            let way = if step % 7 == 0 { order[WAYS - 1] } else { step * step % 13 };
            match step % 7 {
                0 => assert_eq!(uses.take_oldest(), way),
                _ => uses.take(way),
            }
            order.retain(|other| *other != way);
            order.insert(0, way);
            let found: Vec<usize> = (0..WAYS).map(|i| (uses.0 >> (4 * i) & 15) as usize).collect();
            assert_eq!(found, order);
        }
    }

    /// Lines of which many have the same mark, beside a list of each set's lines.
    #[test]
    fn lines_of_one_mark_are_told_apart() {
        let (mut caches, mut sets) = (Caches::new(2 * 16 * 128, 1), [const { Vec::new() }; 2]);
        let mut state = 7_u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
            // Tags of six different marks.
            let (tag, set) = ((state >> 40) % 5 * 256 + (state >> 50) % 6, (state >> 60) & 1);
            let (line, wanted) = (2 * (tag + 1) + set, 1_u8 << (state >> 33 & 3) | 1);
            let lines: &mut Vec<(u64, u8)> = &mut sets[set as usize];
            let place = lines.iter().position(|own| own.0 == line);
            let before = place.map_or(0, |place| lines.remove(place).1);
            lines.insert(0, (line, before | wanted));
            lines.truncate(WAYS);
            let found = if state >> 35 & 1 == 0 {
                caches.load(0, line, wanted)
            } else {
                let places = caches.places(0, [0, line].into_iter());
                caches.load_at(&places, 1, wanted)
            };
            assert_eq!(found, wanted & !before);
        }
    }

    #[test]
    fn a_line_is_missed_once_by_sectors_and_again_after_sixteen_others_of_its_set() {
        let mut caches = Caches::new(2 * 16 * 128, 3);
        let mut load = |line, sectors| caches.load(1, line, sectors).count_ones();
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
        assert_eq!(caches.load(2, 4, 0b1111), 0b1111, "each has its own");
        let mut caches = caches.emptied();
        caches.open(1);
        assert_eq!(caches.load(1, u64::MAX >> 7, 0b0001), 1, "another launch");
        caches.open(1);
        assert_eq!(caches.load(1, u64::MAX >> 7, 0b0001), 0, "the same launch");
        assert!(caches.are(2 * 16 * 128, 3) && !caches.are(2 * 16 * 128, 4));
    }
}
