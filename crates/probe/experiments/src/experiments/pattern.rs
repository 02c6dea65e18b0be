//! Placements of the words of a warp's load, whose lines, sectors and bank conflicts vary
//! independently.

use propp_base_statistics::Random;

use super::shared::ways;

/// The lines of the buffer of the probe `warp`.
const LINES: u64 = 512;
const LINE: u64 = 128;
pub(super) const WORD: u64 = 4;

/// The properties of a warp's load that determine its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape {
    /// 128-byte lines that it touches.
    pub(super) lines: u64,
    /// 32-byte sectors that it touches.
    pub(super) sectors: u64,
    /// The degree of its bank conflicts: the most distinct words in one bank.
    pub(super) ways: u64,
}

impl Shape {
    pub(super) fn from_places(places: &[u64]) -> Self {
        let mut lines: Vec<u64> = places.iter().map(|place| place / LINE).collect();
        lines.sort_unstable();
        lines.dedup();
        Self { lines: lines.len() as u64, sectors: sectors(places), ways: ways(places, WORD) }
    }
}

/// How the 32 words of a load are placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    lines: u64,
    per_line: u64,
    /// This many consecutive words are moved into one bank.
    same_bank: u64,
}

impl Pattern {
    /// All patterns of 32 words with distinct shapes.
    pub(super) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for lines in [1, 2, 4, 8, 16, 32] {
            for per_line in [1, 2, 4].into_iter().filter(|per_line| lines * per_line <= 32) {
                let mut known = Vec::new();
                for same_bank in [1, 2, 4, 8, 32] {
                    let pattern = Self { lines, per_line, same_bank };
                    let shape = Shape::from_places(&pattern.places(0));
                    let is_asked = shape.sectors == lines * per_line && shape.lines == lines;
                    if is_asked && !known.contains(&shape) {
                        known.push(shape);
                        all.push(pattern);
                    }
                }
            }
        }
        all
    }

    /// The places of the 32 lanes. The seed picks the lines.
    pub(super) fn places(&self, seed: u64) -> Vec<u64> {
        let mut lines: Vec<u64> = (0..LINES).collect();
        Random::of_seed(seed).shuffle(&mut lines);
        // A word's number is its bank, and 8 words are a sector. With fewer words than lanes,
        // several lanes read the same word.
        let words = (8 * self.lines * self.per_line).min(32);
        let turn = words / self.per_line;
        (0..32)
            .map(|lane| lane % words)
            .map(|word| {
                let line = word % turn / (turn / self.lines);
                lines[line as usize] * LINE + (word - word % self.same_bank) * WORD
            })
            .collect()
    }
}

/// The number of 32-byte sectors that a warp's words lie in.
pub(super) fn sectors(places: &[u64]) -> u64 {
    let mut touched: Vec<u64> = places.iter().map(|place| place / 32).collect();
    touched.sort_unstable();
    touched.dedup();
    touched.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_have_the_lines_and_sectors_that_they_are_asked_for() {
        let all = Pattern::all();
        assert!(all.len() > 30, "{}", all.len());
        for pattern in &all {
            for seed in 0..4 {
                let places = pattern.places(seed);
                let shape = Shape::from_places(&places);
                assert_eq!(shape.lines, pattern.lines, "{pattern:?}");
                assert_eq!(shape.sectors, pattern.lines * pattern.per_line, "{pattern:?}");
                assert_eq!(shape.ways, Shape::from_places(&pattern.places(0)).ways, "{pattern:?}");
                assert!(places.iter().all(|place| place + 4 <= 64 * 1024));
            }
        }
        let conflicts = all.iter().map(|one| Shape::from_places(&one.places(0)).ways).max();
        assert_eq!(conflicts, Some(32));
    }
}
