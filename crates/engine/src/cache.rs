//! A simple L1: lines of 128 bytes with four sectors, 16 ways, the least recently used line is
//! replaced. Stores write through and allocate nothing.

const WAYS: usize = 16;
const LINE_BYTES: u32 = 128;

#[derive(Clone, Debug)]
pub(crate) struct L1 {
    sets: Vec<[Line; WAYS]>,
    now: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// Number of the line in memory, plus one; 0 if unused.
    tag: u64,
    /// A bit for each sector that is there.
    sectors: u8,
    used: u64,
}

impl L1 {
    pub(crate) fn new(bytes: u32) -> Self {
        let sets = (bytes / LINE_BYTES / WAYS as u32).max(1) as usize;
        Self { sets: vec![[Line::default(); WAYS]; sets], now: 0 }
    }

    /// Loads sectors of a line; gives how many were missing.
    pub(crate) fn load(&mut self, line: u64, sectors: u8) -> u32 {
        self.now += 1;
        let index = (line % self.sets.len() as u64) as usize;
        let set = &mut self.sets[index];
        let tag = line + 1;
        if let Some(found) = set.iter_mut().find(|way| way.tag == tag) {
            let missing = sectors & !found.sectors;
            found.sectors |= sectors;
            found.used = self.now;
            return missing.count_ones();
        }
        let mut oldest = 0;
        for (way, line) in set.iter().enumerate() {
            if line.used < set[oldest].used {
                oldest = way;
            }
        }
        set[oldest] = Line { tag, sectors, used: self.now };
        sectors.count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_missed_once_by_sectors_and_again_after_sixteen_others_of_its_set() {
        let mut cache = L1::new(2 * 16 * 128);
        assert_eq!(cache.load(4, 0b0011), 2);
        assert_eq!(cache.load(4, 0b0111), 1);
        assert_eq!(cache.load(4, 0b1111), 1);
        assert_eq!(cache.load(4, 0b1111), 0);
        for line in 1..=15 {
            assert_eq!(cache.load(4 + 2 * line, 0b0001), 1);
        }
        assert_eq!(cache.load(4, 0b1111), 0, "the set holds sixteen");
        cache.load(4 + 2 * 16, 1);
        assert_eq!(cache.load(4 + 2, 1), 1, "the least recently used was replaced");
        assert_eq!(cache.load(4, 0b1111), 0);
    }
}
