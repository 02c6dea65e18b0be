//! Short branches: lanes that leave out instructions of their block.

use propp_emulate_ptx::MAX_SKIPS;

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

    pub(super) fn lanes(&mut self, at: u32) -> u32 {
        if at >= self.end {
            self.clear();
        }
        let behind = self.each[..self.count.min(MAX_SKIPS)].iter().filter(|(end, _)| at < *end);
        behind.fold(0, |all, (_, lanes)| all | lanes)
    }
}
