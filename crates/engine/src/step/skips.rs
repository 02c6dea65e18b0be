//! Short branches: lanes that leave out instructions of their block.

use propp_ptx::MAX_SKIPS;

/// Lanes that leave out instructions, and the index where they go on.
#[derive(Default)]
pub(super) struct Skips {
    /// Of the last; 0 if nobody skips anything.
    pub(super) end: u32,
    each: [(u32, u32); MAX_SKIPS],
    count: usize,
}

impl Skips {
    pub(super) fn add(&mut self, end: u32, lanes: u32) {
        self.end = self.end.max(end);
        self.each[self.count % MAX_SKIPS] = (end, lanes);
        self.count += 1;
    }

    pub(super) fn clear(&mut self) {
        (self.end, self.count) = (0, 0);
    }

    /// The lanes that leave out the instruction at this place, and where other ones begin to do
    /// so or go on, or the end that is given.
    #[inline(always)]
    pub(super) fn until(&mut self, at: u32, end: u32) -> (u32, u32) {
        if self.end == 0 {
            return (0, end);
        }
        let lanes = self.lanes(at);
        let ends = self.each[..self.count.min(MAX_SKIPS)].iter().map(|(end, _)| *end);
        (lanes, ends.filter(|end| at < *end).fold(end, u32::min))
    }

    pub(super) fn lanes(&mut self, at: u32) -> u32 {
        if at >= self.end {
            self.clear();
        }
        let behind = self.each[..self.count.min(MAX_SKIPS)].iter().filter(|(end, _)| at < *end);
        behind.fold(0, |all, (_, lanes)| all | lanes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_where_lanes_come_back() {
        let mut skips = Skips::default();
        assert_eq!(skips.until(0, 20), (0, 20));
        skips.add(10, 0b011);
        skips.add(14, 0b100);
        assert_eq!(skips.until(3, 20), (0b111, 10));
        assert_eq!(skips.until(3, 8), (0b111, 8));
        assert_eq!(skips.until(10, 20), (0b100, 14));
        assert_eq!(skips.until(14, 20), (0, 20));
    }
}
