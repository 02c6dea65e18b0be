//! Which multiprocessors, and so which blocks, a thread of several runs.

use crate::launch::{Launch, product};

/// A piece has at most one of so many parts of a share's blocks.
const EVEN: u64 = 16;

/// One of several shares of the multiprocessors. They are dealt out in pieces of adjacent ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    pub(crate) index: usize,
    shares: u64,
    pieces: u64,
    multiprocessors: u64,
    busy: u64,
}

impl Share {
    pub(crate) fn whole(launch: &Launch<'_>) -> Self {
        Self::of(launch, 1, 1)
    }

    /// For each thread one, of large pieces: blocks side by side write side by side.
    pub(crate) fn large(launch: &Launch<'_>) -> Vec<Self> {
        let Self { multiprocessors, busy, .. } = Self::whole(launch);
        let blocks = product(launch.grid);
        // The last round of blocks is not whole: some shares have up to a piece more.
        let is_uneven = blocks > busy && !blocks.is_multiple_of(multiprocessors);
        let pieces = if is_uneven { (EVEN * multiprocessors).div_ceil(blocks) } else { 1 };
        Self::several(launch, pieces)
    }

    /// The same in turn, a multiprocessor at a time.
    pub(crate) fn in_turn(launch: &Launch<'_>) -> Vec<Self> {
        Self::several(launch, u64::MAX)
    }

    fn several(launch: &Launch<'_>, pieces: u64) -> Vec<Self> {
        let shares = u64::from(launch.threads).min(Self::whole(launch).busy);
        let own = Self::of(launch, shares, pieces);
        (0..shares as usize).map(|index| Self { index, ..own }).collect()
    }

    fn of(launch: &Launch<'_>, shares: u64, pieces: u64) -> Self {
        let multiprocessors = u64::from(launch.gpu.multiprocessors.max(1));
        let busy = multiprocessors.min(product(launch.grid)).max(1);
        let pieces = shares.saturating_mul(pieces).min(busy);
        Self { index: 0, shares, pieces, multiprocessors, busy }
    }

    fn has(&self, index: usize, block: u64) -> bool {
        let multiprocessor = block % self.multiprocessors;
        (multiprocessor * self.pieces / self.busy) % self.shares == index as u64
    }

    /// What part of its blocks so many are.
    pub(crate) fn part(&self, ended: u64, blocks: u64) -> f64 {
        (ended * self.shares) as f64 / blocks as f64
    }

    /// The first of its blocks from this one on.
    pub(crate) fn from(&self, block: u64) -> u64 {
        let mut block = block;
        while !self.has(self.index, block) {
            block += 1;
        }
        block
    }

    /// The last block before this one that the thread of this number runs; none for the own one.
    pub(crate) fn last_before(&self, index: usize, block: u64) -> Option<u64> {
        let nearest = block.saturating_sub(2 * self.multiprocessors);
        (nearest..block).rev().find(|block| index != self.index && self.has(index, *block))
    }
}

#[cfg(test)]
pub(crate) mod tests;
